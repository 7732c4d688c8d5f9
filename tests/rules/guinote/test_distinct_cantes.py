"""Guiñote: cantes of one hand that compete for a suit. No pair is paid twice, and no seat pays for another's false cante."""

import pytest
from msgspec.structs import replace

from referee.errors import Irregular
from referee.games.guinote.facts import CanteCounted, CanteTakenBack
from referee.games.guinote.state import GuinoteState
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Entry
from referee.match.events import Play
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from tests.support.guinote_hands import accuse, claims, kind_of, offers
from tests.support.table import Table

HAND = ["10E", "12E", "1E", "3E", "1O", "3O"]
"""The hand of seat 0 at the first window of the arrastre, with the pair of espadas alone."""


def in_arrastre(**opening: str) -> Table:
    """Unseen hands of six cards after four tricks of seat 0, which leads; triunfo is oros."""
    table = Table("guinote", 4, first_dealer=3, **opening)
    table.say("deal", turn_up="2O")
    table.plays("1C", "4C", "5C", "6C", first=0)
    table.plays("1B", "4B", "5B", "6B", "3B", "7B", "2B", "11B", "3C", "7C", "2C", "11C")
    assert (table.match.phase, table.match.state.turn) == ("arrastre", 0)
    return table


def sing(table: Table, seat: int, suit: str | None = None, value: int = 20) -> int:
    """Enters a cante, and returns its version."""
    table.say("cante", seat=seat, value=value, **({"suit": suit} if suit else {}))
    return table.match.version


def points(table: Table) -> list[int]:
    """The points of the cantes, in order."""
    return [cante["points"] for cante in table.view()["table"]["cantes"]]


# guinote.cante-show: a pair for each 20


@pytest.mark.parametrize("suit", ["E", None])
def test_one_pair_pays_one_20(suit: str | None) -> None:
    table = in_arrastre()
    sing(table, 0)
    second = sing(table, 0, suit)
    assert points(table) == [20, 20]
    table.say("reveal", seat=0, cards=HAND)
    assert table.proven_infractions() == [("guinote.cante", 0, second, table.match.version)]
    assert points(table) == [20, 0]
    accuse(table, second, by=1, against=0, kind="cante")
    assert claims(table) == ["upheld"]


@pytest.mark.parametrize("suit", ["E", None])
def test_one_pair_that_the_log_knows_is_sung_once(suit: str | None) -> None:
    table = in_arrastre(enforcement="strict")
    sing(table, 0)
    table.say("reveal", seat=0, cards=HAND)
    assert [offer for offer in offers(table, "cante") if offer[0] == 0] == []
    fields = {"suit": suit} if suit else {}
    assert kind_of(table.refusal("cante", seat=0, value=20, **fields)) == (Irregular, "guinote.cante")


def test_20s_fall_once_other_hands_leave_them_one_pair() -> None:
    table = in_arrastre()
    sing(table, 0)
    second = sing(table, 0, "E")
    table.say("reveal", seat=1, cards=["12C"])
    assert table.proven_infractions() == []
    table.say("reveal", seat=1, cards=["12B"])
    assert table.proven_infractions() == [("guinote.cante", 0, second, table.match.version)]


def test_three_20s_ask_for_six_cards() -> None:
    table = in_arrastre()
    table.plays("1E", "4E", "5E", "2E")
    sing(table, 0)
    sing(table, 0)
    third = sing(table, 0, "E")
    assert table.proven_infractions() == [("guinote.cante", 0, third, third)]
    evidence = table.match.ledger.infractions[0].evidence
    assert evidence is not None
    assert evidence.how == "seen"


def test_20s_fall_as_soon_as_their_hand_has_no_room_for_two_pairs() -> None:
    table = in_arrastre()
    sing(table, 0)
    second = sing(table, 0)
    table.plays("1E", "4E", "5E", "2E", "3E", "6E", "7E", "11E")
    assert table.proven_infractions() == []
    table.plays("1O")
    assert table.proven_infractions() == [("guinote.cante", 0, second, table.match.version)]


def test_two_pairs_pay_two_20s() -> None:
    table = in_arrastre()
    sing(table, 0)
    second = sing(table, 0, "E")
    table.say("reveal", seat=0, cards=["10E", "12E", "10C", "12C"])
    assert (table.proven_infractions(), points(table)) == ([], [20, 20])
    accuse(table, second, by=1, against=0, kind="cante")
    assert claims(table) == ["rejected"]


def test_pair_laid_since_the_first_20_is_one_of_the_two() -> None:
    table = in_arrastre(enforcement="strict")
    sing(table, 0)
    table.plays("12E", "4E", "5E", "2E")
    assert (0, 20, "E") not in offers(table, "cante")
    assert (0, 20, "C") in offers(table, "cante")
    second = sing(table, 0, "C")
    table.say("reveal", seat=0, cards=["10E", "10C", "12C", "1O"])
    accuse(table, second, by=1, against=0, kind="cante")
    assert (table.proven_infractions(), points(table), claims(table)) == ([], [20, 20], ["rejected"])


def test_card_laid_before_the_first_20_is_of_no_pair_of_it() -> None:
    table = in_arrastre()
    table.plays("12E", "4E", "5E", "2E")
    sing(table, 0)
    second = sing(table, 0, "C")
    table.say("reveal", seat=0, cards=["10E", "10C", "12C", "1O"])
    assert table.proven_infractions() == [("guinote.cante", 0, second, table.match.version)]


def test_20_does_not_ask_for_the_pair_of_a_cante_that_fell() -> None:
    table = in_arrastre()
    sing(table, 0, "C")
    table.say("reveal", seat=1, cards=["12C"])
    assert points(table) == [0]
    sing(table, 0, "E")
    table.say("reveal", seat=0, cards=HAND)
    assert points(table) == [0, 20]


def test_40_asks_for_no_pair_of_a_20() -> None:
    table = in_arrastre()
    sing(table, 0)
    sing(table, 0, value=40)
    table.say("reveal", seat=0, cards=["10O", "12O", "1E", "3E", "1O"])
    assert points(table) == [0, 40]


# guinote.cante: two seats that sing one suit


@pytest.mark.parametrize(("holder", "liar"), [(2, 0), (0, 2)])
@pytest.mark.parametrize(("value", "suit"), [(20, "E"), (40, "O")])
def test_of_two_seats_that_sing_one_suit_the_one_without_it_falls(
    holder: int, liar: int, value: int, suit: str
) -> None:
    table = in_arrastre(enforcement="strict")
    first = sing(table, 0, suit, value)
    assert (2, value, suit) in offers(table, "cante")
    second = sing(table, 2, suit, value)
    assert (table.proven_infractions(), points(table)) == ([], [value, value])
    table.say("reveal", seat=holder, cards=[f"10{suit}", f"12{suit}"])
    false = first if liar == 0 else second
    assert table.proven_infractions() == [("guinote.cante", liar, false, table.match.version)]
    assert points(table) == [value if holder == seat else 0 for seat in (0, 2)]


def test_suit_that_another_hand_is_known_to_hold_is_not_sung() -> None:
    table = in_arrastre(enforcement="strict")
    sing(table, 0, "E")
    table.say("reveal", seat=0, cards=["10E", "12E"])
    assert kind_of(table.refusal("cante", seat=2, value=20, suit="E")) == (Irregular, "guinote.cante")


@pytest.mark.parametrize(("value", "suit"), [(20, "E"), (40, "O")])
def test_one_seat_sings_a_suit_once(value: int, suit: str) -> None:
    table = in_arrastre()
    sing(table, 0, suit, value)
    second = sing(table, 0, suit, value)
    assert table.proven_infractions() == [("guinote.cante", 0, second, second)]
    assert points(table) == [value, 0]


# Older logs


def entries_of(table: Table) -> list[AnyEntry]:
    """The log of the table."""
    facts: dict[int, list[Fact]] = {}
    for at, fact in table.facts:
        facts.setdefault(at, []).append(fact)
    events = [table.match.opening, *table.events]
    return [Entry(at, "", "", event, tuple(facts.get(at, ())), "00") for at, event in enumerate(events, 1)]


def test_older_log_that_paid_a_pair_twice_keeps_its_points_until_it_goes_on() -> None:
    table = in_arrastre()
    sing(table, 0)
    table.say("reveal", seat=0, cards=HAND)
    second = sing(table, 0, "E")
    entries = entries_of(table)
    entries[-1] = replace(entries[-1], facts=(CanteCounted(0, 0, 20, "E"),))
    match = Match.fold("", entries)
    assert (match.ledger.infractions, match.ledger.totals) == ([], [86, 0])
    facts = match.decide(Play(0, "1E"), lambda _: match)
    proofs = [(fact.code, fact.seat, fact.version) for fact in facts if isinstance(fact, InfractionProven)]
    assert proofs == [("guinote.cante", 0, second)]
    assert CanteTakenBack(0, 0, 20, second) in facts
    assert match.ledger.totals == [66, 0]


def test_older_log_that_refused_the_points_of_the_second_seat_keeps_them_refused() -> None:
    table = in_arrastre()
    sing(table, 0, value=40)
    second = sing(table, 2, value=40)
    entries = entries_of(table)
    entries[-1] = replace(entries[-1], facts=(InfractionProven("guinote.cante", 2, second, Evidence("seen")),))
    match = Match.fold("", entries)
    assert [(i.seat, i.version, i.status) for i in match.ledger.infractions] == [(2, second, "proven")]
    assert isinstance(match.state, GuinoteState)
    assert [cante.points for cante in match.state.cantes] == [40, 0]
    match.decide(Play(0, "1E"), lambda _: match)
    assert [(i.seat, i.version, i.status) for i in match.ledger.infractions] == [(2, second, "proven")]
    assert match.ledger.totals == [86, 0]
