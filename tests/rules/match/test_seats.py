"""Wrong seats are put right before the first card, in every game."""

import pytest

from referee.audit.audit import audit
from referee.errors import Impossible
from referee.match.aggregate import Match
from referee.match.entries import first_chain_flaw, line
from referee.match.events import Seats
from referee.match.registry import rulesets
from referee.match.state import ALL
from tests.support.logged import LoggedTable

NAMES = sorted(rulesets())
REASON = "estaban cambiados"


def table(name: str) -> LoggedTable:
    rules = rulesets()[name]
    return LoggedTable(name, max(rules.seats), **({"first_dealer": 0} if rules.has_dealer else {}))


def players(match: Match) -> list[str]:
    return [sitting.player for sitting in match.opening.seats]


def turn_seats(match: Match) -> list[dict[str, str]]:
    """The seats moved by one."""
    sat = players(match)
    return [{"player": player} for player in (*sat[1:], sat[0])]


@pytest.mark.parametrize("name", NAMES)
def test_other_people_sit_and_the_same_person_deals_first(name: str) -> None:
    one = table(name)
    before, seats = players(one.match), turn_seats(one.match)
    one.say("seats", seats=seats, reason=REASON)
    assert players(one.match) == [*before[1:], before[0]]
    assert [seat.player for seat in one.match.view().seats] == players(one.match)
    if rulesets()[name].has_dealer:
        assert one.match.due_dealer() == len(before) - 1
        [*_, event] = one.events
        assert isinstance(event, Seats)
        assert event.first_dealer == len(before) - 1
    again = Match.fold(one.match.id, one.entries)
    assert (players(again), again.seatings) == (players(one.match), one.match.seatings)
    assert len(again.seatings) == 2
    assert not audit(one.match, one.entries, one.lines(ALL)).differences


@pytest.mark.parametrize("name", NAMES)
def test_a_retract_brings_back_who_sat_there(name: str) -> None:
    one = table(name)
    before = players(one.match)
    one.say("seats", seats=turn_seats(one.match), reason=REASON)
    one.say("retract", to=1, reason="no lo estaban")
    assert players(one.match) == before
    again = Match.fold(one.match.id, one.entries)
    assert (players(again), len(again.seatings)) == (before, 3)
    assert again.seatings == one.match.seatings
    one.say("retract", to=2, reason="sí lo estaban")
    assert players(one.match) != before


@pytest.mark.parametrize("name", NAMES)
def test_after_the_first_deal_who_sat_there_has_played(name: str) -> None:
    one = table(name)
    one.say("deal", shuffle=True)
    with pytest.raises(Impossible) as error:
        one.say("seats", seats=turn_seats(one.match), reason=REASON)
    assert error.value.rule == "seats.before-cards"
    one.say("retract", to=1, reason="reparto de prueba")
    one.say("seats", seats=turn_seats(one.match), reason=REASON)


@pytest.mark.parametrize("name", NAMES)
def test_seats_are_as_many_as_the_table_has_and_for_as_many_people(name: str) -> None:
    one = table(name)
    seats = turn_seats(one.match)
    for wrong in (seats[:-1], [*seats, {"player": "somebody"}], [seats[0], *seats[:-1]]):
        with pytest.raises(Impossible):
            one.say("seats", seats=wrong, reason=REASON)


def test_a_card_belongs_to_who_sat_there() -> None:
    one = table("guinote")
    one.say("sanction", seat=1, card="yellow", reason="tarde")
    with pytest.raises(Impossible, match="retract") as error:
        one.say("seats", seats=turn_seats(one.match), reason=REASON)
    assert error.value.seat == 1


def test_the_chain_does_not_count_the_names_of_an_export() -> None:
    one = table("guinote")
    one.say("seats", seats=turn_seats(one.match), reason=REASON)
    lines = [line(entry) for entry in one.entries]
    for shown in lines:
        shown["seats"] = [seat | {"name": "Ana"} for seat in shown["seats"]]
    assert first_chain_flaw(lines) == (2, None)
