"""The entries of a player take no room from the staff or another seat, for any event and any token."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Literal, get_args, get_origin

import pytest
from msgspec.structs import fields, replace

from api.access.policy import name_of
from api.context import AppContext
from referee.audit import portable
from referee.errors import Impossible, ServiceRefusal
from referee.games.hearts.events import Change
from referee.match import shares
from referee.match.aggregate import Match
from referee.match.events import Claim, Event, Note, Opening, PinSet, Redeal, Retract, SeatTaken, ShuffleText
from referee.match.registry import EventCodec, event_codec, rulesets, tag
from referee.match.shares import is_player
from referee.match.state import ALL
from referee.matches import preconditions
from referee.matches.draft import Draft
from referee.matches.preconditions import MOST_BY_PARTNER, MOST_TAKEN_BACK, require_room
from referee.matches.seed_resolver import SeedResolver
from referee.people.tokens import Token
from tests.support.corona_battle import battle
from tests.support.playout import play_out
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

NOW = "2026-05-01T17:03:20.118Z"
FEW = 2
TABLES = [(name, seats) for name, rules in rulesets().items() for seats in rules.seats]


class Table:
    """A match in memory that staff and players record, each with their own rights and room."""

    def __init__(self, name: str, seats: int) -> None:
        sitting = tuple(SeatTaken(f"player-{seat}") for seat in range(seats))
        dealer = 0 if rulesets()[name].has_dealer else None
        self.match = Match("match", Opening(name, sitting, {}, player_input=True, first_dealer=dealer))
        self.match.record(self.match.opening, (), NOW, "referee:1")
        self.codec: EventCodec = event_codec(name)

    def tell(self, event: dict[str, Any], by: str = "referee:1", visible: int = ALL) -> None:
        draft = Draft(self.match, lambda _: [], NOW, by, SeedResolver(lambda: "azar", lambda *_: None), visible)
        draft.add(self.codec.read(json.dumps(event).encode()))

    def has_room(self, event: dict[str, Any], seat: int, token: str = "1") -> bool:
        """Records an event as a player of a seat if there is room for it; else as the referee, that always has room."""
        try:
            self.tell(event, f"player:{seat}-{token}", 1 << seat)
        except Impossible as refusal:
            assert "the referee records the rest" in refusal.text.en
            assert "el árbitro" in refusal.text.es
            self.tell(event)
            return False
        return True

    def repeats(self, event: dict[str, Any]) -> bool:
        """True if an event can be repeated four times in a row."""
        before = self.match
        self.match = before.copy()
        try:
            for _ in range(4):
                self.tell(event)
        except ServiceRefusal:
            return False
        finally:
            self.match = before
        return True


def own_of(ruleset: str) -> list[type[Event]]:
    return [event for event in rulesets()[ruleset].events if event.OWN] + [Note, Claim]


def course(name: str, seats: int) -> Iterator[dict[str, Any]]:
    if name == "corona":
        return (event for _, event in islice(battle(Random(1)), 120))
    opening = {"first_dealer": 0} if rulesets()[name].has_dealer else {}
    return islice(play_out(name, seats, "sitio", **opening), 80)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_seat_has_room_of_its_own_for_every_move(monkeypatch: pytest.MonkeyPatch, name: str, seats: int) -> None:
    for kind in own_of(name):
        monkeypatch.setattr(kind, "MOST", FEW)
    table, counts = Table(name, seats), Counter[tuple[int, str]]()
    for event in course(name, seats):
        seat = event.get("seat")
        if seat is None or event.get("observed"):
            table.tell(event)
            continue
        # Uses another token of the same seat every other time.
        had_room = table.has_room(event, seat, token=str(counts[seat, event["type"]] % 2))
        assert had_room == (counts[seat, event["type"]] < FEW)
        counts[seat, event["type"]] += 1
    assert max(counts.values()) > FEW
    assert len({seat for seat, _ in counts}) == seats


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_words_and_calls_of_one_seat_leave_all_their_room_to_the_others(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int
) -> None:
    monkeypatch.setattr(preconditions, "MOST_ENTRIES", 7 * seats)
    for event in (ShuffleText, Note):
        monkeypatch.setattr(event, "MOST", 3)
    table = Table(name, seats)
    table.tell({"type": "shuffle_commitment"})
    for seat in range(seats):
        call = {"type": "note", "kind": "call", "seat": seat, "text": "x"}
        for _ in range(3):
            assert table.has_room({"type": "shuffle_text", "seat": seat, "text": "azar"}, seat)
            assert table.has_room(call, seat)
            table.tell({"type": "note", "kind": "answered", "text": "voy"})
        assert not table.has_room({"type": "shuffle_text", "seat": seat, "text": "azar"}, seat)
        assert not table.has_room(call, seat)
        table.tell({"type": "note", "kind": "answered", "text": "voy"})
    assert shares.of_staff(table.match.shares) == table.match.version - 6 * seats
    while shares.of_staff(table.match.shares) < 7 * seats:
        table.tell({"type": "note", "text": "sigue"})
    with pytest.raises(Impossible, match=str(7 * seats)):
        table.tell({"type": "note", "text": "sigue"})


def sayings(name: str) -> list[dict[str, Any]]:
    """The events without a card that a seat of this game can send: one of each type, without its seat."""
    found = []
    for event in own_of(name)[:-2]:
        required = [field for field in fields(event) if field.required and field.name != "seat"]
        if all(get_origin(field.type) is Literal for field in required):
            found.append({"type": tag(event)} | {field.name: get_args(field.type)[0] for field in required})
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_can_be_said_again_and_again_has_a_lower_bound_than_what_cards_end(name: str, seats: int) -> None:
    table = Table(name, seats)
    pairs = [(one, seat) for one in sayings(name) for seat in range(seats)]
    endless = set()
    for event in islice(course(name, seats), 40):
        for one, seat in pairs:
            if table.repeats({**one, "seat": seat}):
                endless.add(one["type"])
        table.tell(event)
    lower = {tag(event) for event in own_of(name) if event.MOST < Event.MOST}
    assert endless <= lower


def test_a_seat_that_moves_without_end_comes_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Change, "MOST", FEW)
    table = Table("hearts.castillar", 2)
    table.tell({"type": "deal"})
    table.tell({"type": "play", "seat": 1, "card": "2C"})
    change = {"type": "change", "seat": 1}
    assert [table.has_room(change, 1) for _ in range(4)] == [True, True, False, False]


def test_a_partner_claims_in_the_name_of_a_seat_and_leaves_it_its_room() -> None:
    table = Table("guinote", 4)
    own, partners = 1 << 1, 1 << 3
    claim = Claim(by=1, against=0, kind="renuncio", at=1)
    table.match.shares = {(1, Claim): MOST_BY_PARTNER}
    with pytest.raises(Impossible, match="itself"):
        require_room(table.match, claim, "player:3", partners)
    require_room(table.match, claim, "player:1", own)
    require_room(table.match, replace(claim, by=3), "player:3", partners)
    table.match.shares = {(1, Claim): Claim.MOST}
    with pytest.raises(Impossible, match="referee"):
        require_room(table.match, claim, "player:1", own)
    require_room(table.match, claim, "referee:1", ALL)


def test_takings_back_have_an_end_and_leave_the_rest_of_the_staff_its_room() -> None:
    for event, name in ((Retract(1, "x"), "retracts"), (Redeal("x"), "redeals")):
        table = Table("guinote", 4)
        table.match.shares = {(None, type(event)): MOST_TAKEN_BACK - 1}
        require_room(table.match, event, "referee:1", ALL)
        table.match.shares = {(None, type(event)): MOST_TAKEN_BACK}
        with pytest.raises(Impossible, match=name):
            require_room(table.match, event, "referee:1", ALL)
        require_room(table.match, Note("x"), "referee:1", ALL)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(str(tmp_path_factory.mktemp("room") / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        yield client, services


def test_a_players_token_silences_nobody(service: tuple[Caller, AppContext], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat in turn fills its room. Then all others still have theirs, and the record can be imported again."""
    organizer, services = service
    monkeypatch.setattr(ShuffleText, "MOST", 12)
    for event in (Note, Claim, PinSet):
        monkeypatch.setattr(event, "MOST", FEW)
    monkeypatch.setattr(preconditions, "MOST_ENTRIES", 20)
    match = organizer.open(confirm="sides")
    players = [organizer.bearer("player", match=match, seat=seat) for seat in range(2)]
    organizer.tell(match, {"type": "shuffle_commitment"})
    pin = f"/v1/matches/{match}/pins"
    for seat, own in enumerate(players):
        for n in range(12):
            organizer.tell(match, {"type": "shuffle_text", "seat": seat, "text": f"lluvia {n}"}, **own)
        text = {"type": "shuffle_text", "seat": seat, "text": "otra"}
        problem = refusal_of(organizer.say(match, text, **own), 409, "impossible")
        assert (problem["seat"], "12" in problem["detail"]) == (seat, True)
        # Another token of the same seat brings no more room.
        again = organizer.bearer("player", match=match, seat=seat)
        refusal_of(organizer.say(match, text, **again), 409, "impossible")
        for _ in range(FEW):
            assert organizer.put(f"{pin}/{seat}", json={"pin": "2718"}, headers=own).status_code == 204
        refusal_of(organizer.put(f"{pin}/{seat}", json={"pin": "2718"}, headers=own), 409, "impossible")
        assert organizer.put(f"{pin}/{seat}", json={"pin": "2718"}).status_code == 204
    for seat, own in enumerate(players):
        call = {"type": "note", "kind": "call", "text": "x"}
        for _ in range(FEW):
            organizer.tell(match, call, **own)
            organizer.tell(match, {"type": "note", "kind": "answered", "text": "voy"})
        refusal_of(organizer.say(match, call, **own), 409, "impossible")
        organizer.tell(match, {**call, "seat": seat})
        organizer.tell(match, {"type": "note", "kind": "answered", "text": "voy"})
    record = organizer.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"}).content
    copy = portable.take(services.service, record, "organizer")
    assert copy.version == organizer.version(match)


def test_names_of_recorders_say_whether_they_are_players() -> None:
    for role in ("organizer", "referee", "auditor", "player"):
        assert is_player(name_of(Token("1", role))) == (role == "player")
