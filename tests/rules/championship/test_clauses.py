"""Every rule of the championship is published in both languages."""

import re
from collections import Counter

import pytest

from referee.contests.standings.clauses import CHAMPIONSHIP_CLAUSES
from referee.match.game import Ruleset
from referee.match.registry import rulesets
from referee.match.terms.rulebook import Clause
from referee.text import Text

CODES = {
    "castillar.format",
    "castillar.draw",
    "league.columns",
    "league.order",
    "league.matters",
    "league.sanctions",
    "league.tie-four",
    "league.tie-top",
    "league.null",
    "league.studied",
    "league.provisional",
    "league.walkover",
    "league.withdrawal",
    "group.order",
    "podium.final",
    "podium.tied-top",
    "podium.direct",
    "sanction.black-league",
    "general.points",
    "general.order",
    "general.provenance",
    "rating.places",
    "rating.counts",
    "rating.sequence",
    "rating.order",
    "discipline.ladder",
    "discipline.no-show",
    "clock.contest",
}
RULED = {
    "castillar.format",
    "league.order",
    "league.matters",
    "league.sanctions",
    "league.tie-four",
    "league.null",
    "league.walkover",
    "league.withdrawal",
    "podium.direct",
    "discipline.ladder",
    "discipline.no-show",
    "clock.contest",
}


def test_every_code_has_one_clause() -> None:
    counts = Counter(clause.code for clause in CHAMPIONSHIP_CLAUSES)
    assert set(counts.values()) == {1} and {*counts} >= CODES


@pytest.mark.parametrize("rules", rulesets().values(), ids=lambda rules: rules.id)
def test_a_game_says_in_its_own_rulebook_what_a_black_card_does(rules: Ruleset) -> None:
    contest = rules.contest
    assert {*contest.black_card.values()} <= {clause.code for clause in rules.clauses}
    assert {*contest.black_card_seats} <= {*contest.black_card} <= {*rules.seats}


def test_every_ruling_gives_its_reason() -> None:
    rulings = {clause.code for clause in CHAMPIONSHIP_CLAUSES if clause.ruling}
    assert rulings >= RULED


@pytest.mark.parametrize("clause", CHAMPIONSHIP_CLAUSES, ids=lambda clause: clause.code)
def test_clause_is_bilingual(clause: Clause) -> None:
    texts: list[Clause | Text] = [clause, *([clause.ruling] if clause.ruling else [])]
    assert clause.source
    for text in texts:
        assert len(text.es) > 20 and len(text.en) > 20 and text.es != text.en
    assert re.fullmatch(r"[a-z]+\.[a-z-]+", clause.code)
