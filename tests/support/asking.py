"""The requests that a player may send to a match of any game, and the answers of the service.

An event is made up from the shape of its type, so that new games are covered too. An accepted event is not stored.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from api.access.policy import Principal
from api.http.commands import events_within
from referee.errors import ServiceRefusal
from referee.log.commits.group import CommandSteps
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.records import Record
from referee.match.aggregate import Match
from referee.match.choice import Choice, Subset
from referee.match.events import Claim
from referee.match.registry import tag
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.draft import Draft
from referee.people.register import open_people
from referee.people.scope import Scope
from tests.support.watched import AT, Event, Run

TAKEN = b"taken"
"""The answer to a request that would be stored."""
LEGAL_ASKED = 12
"""The number of legal moves of a seat that are tried."""
MADE_UP = 40
"""The number of events that are made up for a seat."""


class WouldStore(Exception):
    """Raised for a request that would have been stored."""


class Deaf(MatchCommands):
    """A service that decides and stores nothing."""

    def _commit(
        self, draft: Draft, records: Sequence[Record], by: str, *more: Any, **options: Any
    ) -> CommandSteps[int]:
        raise WouldStore


class Door:
    """Two services side by side, on logs of their own: one has the match as it is, the other its twin."""

    def __init__(self, folder: str) -> None:
        self.services = [
            Deaf(open_log(f"{folder}/{n}.sqlite"), open_people(engine(f"{folder}/{n}.sqlite"))) for n in (1, 2)
        ]

    def close(self) -> None:
        """Closes both logs."""
        for service in self.services:
            service.log.close()
            service.people.store.dispose()

    def answers(
        self, runs: tuple[Run, Run], name: str, seat: int, chance: Random
    ) -> Iterator[tuple[str, bytes, bytes]]:
        """Each request of a player of this seat, and its answers at the match and at its twin."""
        for service, run in zip(self.services, runs, strict=True):
            keep(service, run, name)
        match = self.services[0].match(name)
        principal = Principal("player", f"player:{seat}", Scope(match=name, seat=seat))
        for body, version in requests_of(match, seat, chance):
            one, two = (answer(service, principal, name, body, version) for service in self.services)
            yield f"{body.decode()} If-Match {version}", one, two


def keep(service: MatchCommands, run: Run, name: str) -> None:
    """Stores a match as it went, with players that record their own seats, without a check by today's rules."""
    service.log.append(records_of(run, name))


def records_of(run: Run, name: str) -> list[Record]:
    """A match as the log has it, with players that record their own seats."""
    opening = replace(run.match.opening, player_input=True, match=name)
    match = Match(name, opening)
    records = []
    for entry in run.entries:
        match.version = entry.version
        event = opening if entry.version == 1 else entry.event
        record = match.record(event, entry.facts, AT, "referee")
        records.append(Record(name, entry.version, tag(type(event)), msgspec.json.encode(record)))
    return records


def answer(service: MatchCommands, principal: Principal, name: str, body: bytes, version: int | None) -> bytes:
    """The answer to a request: that it is taken, or every word of its refusal."""
    services = cast(Any, SimpleNamespace(service=service))
    try:
        requested = events_within(services, principal, name, body)
        service.append(Append(name, requested.events, principal.name, expected=version, visible=requested.visible))
    except ServiceRefusal as refused:
        refusal = refused.code, refused.rule, refused.seat, refused.text, refused.flaws, refused.extra
        return msgspec.json.encode(refusal)
    except WouldStore:
        return TAKEN
    raise AssertionError("nothing is stored here")


def requests_of(match: Match, seat: int, chance: Random) -> Iterator[tuple[bytes, int | None]]:
    """Requests of a player: legal moves and made-up ones, alone, in arrays of one and more, current and stale."""
    legal = [*legal_moves(match, seat, chance)]
    made_up = [sample for _ in range(MADE_UP) if (sample := made_event(match, seat, chance))]
    for event in [*legal, *made_up]:
        one = json.dumps(event).encode()
        yield one, None
        stale = chance.choice((1, max(1, match.version - 1)))
        yield chance.choice((one, b"[%s]" % one)), stale
        others = chance.sample([*legal, *made_up], min(2, len(legal) + len(made_up)))
        yield json.dumps([event, *others]).encode(), chance.choice((None, None, stale))
    for guess in guesses(match, seat, chance):
        one = json.dumps(guess).encode()
        yield one, chance.choice((None, 1))
        if legal:
            yield json.dumps([chance.choice(legal), guess]).encode(), None
    for first in legal:
        for then in chance.sample(made_up, min(3, len(made_up))):
            yield json.dumps([first, then]).encode(), None


def guesses(match: Match, seat: int, chance: Random) -> Iterator[Event]:
    """Every card of the pack, in each event that names cards as they come from a pack."""
    for kind in match.rules.events:
        if kind.UNSEEN and kind.OWN:
            for card in match.rules.pack.names:
                row: list[str | None] = [card, *[None] * chance.randrange(3)]
                base: Event = {"type": tag(kind), "seat": seat}
                if "blocks" in kind.__struct_fields__:
                    base["blocks"] = []
                yield base | {field: row if field == "lost" else card for field in kind.UNSEEN}


def legal_moves(match: Match, seat: int, chance: Random) -> list[Event]:
    """Some of the moves that a seat's player may see as legal, with choices made."""
    moves = []
    for event in match.legal(match.sees(match.version, 1 << seat)):
        if getattr(event, "seat", None) != seat:
            continue
        if not isinstance(event, Choice):
            moves.append(dict(msgspec.to_builtins(event)))
        elif isinstance(event.choose, Subset):
            cards = event.choose.cards if event.choose.cards is not None else match.rules.pack.names
            most = len(cards) if event.choose.max is None else event.choose.max
            count = chance.randint(event.choose.min, min(most, len(cards)))
            moves.append({"type": event.type, "seat": seat, "cards": chance.sample(cards, count)})
        elif event.type == "defend":
            moves.append({"type": "defend", "seat": seat, "blocks": []})
        elif event.type == "combat":
            moves.append({"type": "combat", "seat": seat, "attacker": event.choose.attacker})  # type: ignore[attr-defined]
    return chance.sample(moves, min(LEGAL_ASKED, len(moves)))


def made_event(match: Match, seat: int, chance: Random) -> Event | None:
    """An event made up from the shape of its type; None if the values fit no shape."""
    kinds = [kind for kind in match.rules.events if kind.OWN or kind is Claim]
    kind = chance.choice(kinds)
    event: Event = {"type": tag(kind)}
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.encode_name in kind.REFEREES or (not field.required and chance.random() < 0.4):
            continue
        event[field.encode_name] = value(field.type, match, chance)
    event |= {"seat": seat} if "seat" in event else {}
    event |= {"by": seat} if "by" in event else {}
    with suppress(ServiceRefusal):
        match.codec.read(json.dumps(event).encode())
        return event
    return None


def value(shape: inspect.Type, match: Match, chance: Random) -> Any:
    """A value of this shape: a card of the pack for a card, a claim's kind if one fits."""
    match shape:
        case inspect.Metadata(type=inner, extra={"cards": "name"}):
            return chance.choice(match.rules.pack.names)
        case inspect.Metadata(type=inspect.VarTupleType(min_length=low, max_length=high)) as row if row.extra:
            count = chance.randint(low or 0, high or 6)
            return chance.sample(match.rules.pack.names, count)
        case inspect.Metadata(type=inner):
            return value(inner, match, chance)
        case inspect.UnionType(types=kinds):
            return value(next(kind for kind in kinds if not isinstance(kind, inspect.NoneType)), match, chance)
        case inspect.VarTupleType(item_type=item, min_length=low):
            return [value(item, match, chance) for _ in range(chance.randint(low or 0, 2))]
        case inspect.StructType(fields=fields):
            return {field.encode_name: value(field.type, match, chance) for field in fields}
        case inspect.LiteralType(values=values):
            return chance.choice(values)
        case inspect.IntType(ge=low, le=high):
            return chance.randint(low or 0, high or match.version)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.StrType():
            return chance.choice(("b1", "b2", *match.game.claims))
    raise AssertionError(shape)
