"""Places in a match at which its cards were given, in every game, with those that a `retract` took back: found in one reading."""

import pytest

from referee.audit import incidents as reviewed
from referee.audit.incidents import incidents
from referee.audit.place import place_of
from referee.match.entries import AnyEntry, effective_entries
from referee.match.facts import HandDealt, TrickTaken
from tests.support.grown import TABLES, Grown

BACK = 5
"""The version to which a card's play is taken back, with cards above it that then no longer count."""


def play_with_cards(name: str, seats: int) -> Grown:
    """A match with a card after each few events, of which some are taken back in the middle of it."""
    table = Grown(name, seats, 1)
    for n in range(12):
        table.grow(4)
        table.tell({"type": "sanction", "seat": n % seats, "card": "yellow", "reason": "habla"})
        if n == 6:
            table.tell({"type": "retract", "to": BACK, "reason": "mal anotado"})
    return table


def hand_and_tricks(entries: list[AnyEntry], version: int) -> tuple[int | None, int]:
    """The hand that a version is in, and the number of its tricks taken before, read from its own way to it."""
    facts = [
        (entry.version, fact)
        for entry in effective_entries(entries[:version])
        for fact in entry.facts
        if isinstance(fact, HandDealt | TrickTaken)
    ]
    hands = [n for n, (_, fact) in enumerate(facts) if isinstance(fact, HandDealt)]
    if not hands:
        return None, 0
    deal = facts[hands[-1]][1]
    assert isinstance(deal, HandDealt)
    return deal.hand, sum(at < version for at, _ in facts[hands[-1] + 1 :])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_each_card_has_its_hand_and_trick(name: str, seats: int) -> None:
    table = play_with_cards(name, seats)
    cards_given = incidents(table.match, table.entries)
    on_way = {entry.version for entry in effective_entries(table.entries)}
    assert len(cards_given) == 12
    assert [one.counts for one in cards_given] == [one.version in on_way for one in cards_given]
    assert {one.counts for one in cards_given} == {True, False}
    for one in cards_given:
        hand, tricks = hand_and_tricks(table.entries, one.version)
        assert one.place.hand == hand
        assert one.place.trick in {None, tricks + 1}
        if one.counts:
            assert one.place == place_of(table.entries, one.version)
            assert (one.place.trick is None) == (hand is None or not _has_tricks(effective_entries(table.entries)))


def _has_tricks(entries: list[AnyEntry]) -> bool:
    return any(isinstance(fact, TrickTaken) for entry in entries for fact in entry.facts)


def test_the_way_of_a_match_is_found_once_for_all_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counted_entries(entries: list[AnyEntry]) -> list[AnyEntry]:
        calls.append(len(entries))
        return effective_entries(entries)

    table = play_with_cards("guinote", 2)
    monkeypatch.setattr(reviewed, "effective_entries", counted_entries)
    incidents(table.match, table.entries)
    assert calls == [len(table.entries)]
