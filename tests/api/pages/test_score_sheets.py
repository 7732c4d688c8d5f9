"""Score sheets to fill in by hand: as many hands as the rules play, and no two lines of one name."""

import re
from typing import Any

import pytest

from referee.match.registry import read_params, ruleset, rulesets
from tests.support.organizing import smallest
from tests.support.service import Caller

HAND = re.compile(r'<th scope="col">Mano \d+</th>')
LINE = re.compile(r'<th scope="row">([^<]+)</th>')
TOO_MANY = 12
"""A number of hands that does not fit on a page."""


def sheets(client: Caller, rules: str, **params: Any) -> list[str]:
    """The sheets of the smallest contest of this game."""
    contest = smallest(client, rules, params=params)
    text = client.get(f"/print/contests/{contest.id}/sheets?lang=es").text
    return text.split('<section class="sheet">')[1:]


@pytest.mark.parametrize("rules", rulesets())
def test_a_sheet_has_the_hands_that_are_played_and_a_name_for_each_line(organizer: Caller, rules: str) -> None:
    seats = ruleset(rules).seats[0]
    [sheet] = sheets(organizer, rules)
    limit = ruleset(rules).game.setup.hands_played(read_params(ruleset(rules), {}), seats)
    hands = len(HAND.findall(sheet))
    assert hands == limit if limit else 2 <= hands <= TOO_MANY
    first = LINE.findall(sheet.split("</table>")[0])
    assert len(first) == len({line.casefold() for line in first}), first
    assert first[-1] == "Suma"


@pytest.mark.parametrize(("rounds", "hands"), [(2, 2), (7, 7), (40, TOO_MANY)])
def test_the_rounds_that_were_agreed_are_on_the_sheet(organizer: Caller, rounds: int, hands: int) -> None:
    [sheet] = sheets(organizer, "hearts.castillar", rounds=rounds)
    assert len(HAND.findall(sheet)) == hands
