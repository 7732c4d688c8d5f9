"""Announcements about a card: «Pum» of the queen of spades, «Rompo burbuja» of the heart that breaks hearts (hearts.broken)."""

from typing import Any

import pytest

from referee.games.hearts.events import Announce
from tests.support.hearts import after, castillar, deal_unseen, lay, yppedia
from tests.support.table import Table

RULE = "hearts.broken"


def announcements(table: Table) -> list[tuple[int, str]]:
    """The announcements that are possible now."""
    return [(event.seat, event.what) for event in table.match.legal() if isinstance(event, Announce)]


QUEEN, HEART = "2C 3C 4C 5C QS", "2C 3C 4C 5C 6S 5H"


@pytest.mark.parametrize("enforcement", ["record", "strict"])
@pytest.mark.parametrize(("cards", "words", "last"), [(QUEEN, "pum", 3), (HEART, "burbuja", 0)])
def test_it_is_said_once_by_who_laid_the_card(cards: str, words: str, last: int, enforcement: str) -> None:
    table = after(cards, enforcement=enforcement)
    before = table.view()
    assert announcements(table) == [(last, words)]
    table.say("announce", seat=last, what=words)
    assert announcements(table) == []
    view: dict[str, Any] = table.view()
    assert view["table"].pop("announced") == [words]
    assert before["table"].pop("announced") == []
    assert (view["table"], view["turn"], view["hand_sizes"]) == (before["table"], before["turn"], before["hand_sizes"])
    refusal = table.refusal("announce", seat=last, what=words)
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", RULE, last)


@pytest.mark.parametrize(
    ("cards", "seat", "words"),
    [
        ("2C", 0, "pum"),
        ("2C", 0, "burbuja"),
        (QUEEN, 3, "burbuja"),
        (QUEEN, 2, "pum"),
        (f"{QUEEN} 7S", 3, "pum"),
        (HEART, 0, "pum"),
        (f"{HEART} 6H", 1, "burbuja"),
        (f"{HEART} 6H", 0, "burbuja"),
    ],
)
def test_it_is_said_of_its_card_alone(cards: str, seat: int, words: str) -> None:
    table = after(cards)
    refusal = table.refusal("announce", seat=seat, what=words)
    assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", RULE, seat)
    assert (seat, words) not in announcements(table)


def test_nothing_is_said_before_a_card_nor_by_a_seat_that_is_not_there() -> None:
    table = castillar(4, "record")
    assert announcements(table) == []
    assert table.refusal("announce", seat=0, what="pum").code == "impossible"
    assert table.refusal("announce", seat=4, what="pum").code == "impossible"


def test_the_last_card_of_a_trick_can_be_spoken_of_until_the_next() -> None:
    table = after("2C 3C 4C 5C 6S 7S 8S QS")
    assert table.view()["table"]["last_trick"]["points"] == 13
    table.say("announce", seat=2, what="pum")
    assert table.view()["turn"] == 2


def test_what_is_forgotten_changes_nothing() -> None:
    table = after(f"{QUEEN} 7S 8S 9S")
    twin = after(QUEEN)
    twin.say("announce", seat=3, what="pum")
    lay(twin, "7S 8S 9S")
    view, silent = twin.view(), table.view()
    assert (view["table"].pop("announced"), silent["table"].pop("announced")) == (["pum"], [])
    assert (view["table"], view["score"], view["turn"]) == (silent["table"], silent["score"], silent["turn"])
    assert table.proven_infractions() == []


def test_it_is_said_again_in_the_next_round_and_after_a_retract() -> None:
    table = after(QUEEN)
    version = table.match.version
    table.say("announce", seat=3, what="pum")
    table.say("retract", to=version, reason="no lo dijo")
    assert announcements(table) == [(3, "pum")]
    table.say("announce", seat=3, what="pum")
    table.say("redeal", reason="carta vista")
    assert announcements(table) == []
    assert table.view()["table"]["announced"] == []


def test_it_is_no_word_of_the_other_ruleset() -> None:
    table = yppedia()
    deal_unseen(table)
    lay(table, QUEEN, first=0)
    assert announcements(table) == []
    assert table.refusal("announce", seat=3, what="pum").code == "not-in-this-game"


@pytest.mark.parametrize("words", ["luna", "", None])
def test_other_words_are_malformed(words: str | None) -> None:
    assert after(QUEEN).refusal("announce", seat=3, what=words).code == "malformed"
