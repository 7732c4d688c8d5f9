"""Portable records: a match as newline-delimited JSON, in and out of the log (openapi/README.md).

The first line opens the match; one event a line follows. A record made elsewhere has the bare events; one of this program has
`version`, `recorded_at`, `recorded_by`, `facts` and `hash` too, and is verified before it is imported.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET
from uuid_utils import uuid7

from referee.characters import require_seen
from referee.decoding import json_lines
from referee.errors import UNREADABLE, BadRequest, ServiceRefusal
from referee.evidence.names.in_records import names_in
from referee.exact_numbers import require_exact
from referee.match.aggregate import Match
from referee.match.entries import (
    CONFIRMS,
    SEATING,
    STORED_FIELDS,
    UPCASTERS,
    ChainFlaw,
    first_chain_flaw,
    stored_line,
    upcast,
)
from referee.match.events import Opening, SharedHand
from referee.match.registry import malformation
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, PreparedMatch, Sitting, prepare
from referee.people.register import PersonDraft
from referee.people.spelling import is_seen
from referee.text import Text

OF_CONTEST = frozenset({"fixture", "board"})
"""Fields of an opening that name a place in a contest: an imported match stands alone."""
Lines = tuple[Annotated[int, msgspec.Meta(ge=1)], ...] | None
CHAMPIONSHIP = "championship_opened"
"""The type of the first line of a championship's record."""


class BrokenRecord(Exception):
    """A record that cannot be imported: the number of the line, counted from 1, and the reason."""

    def __init__(self, line: int, refusal: ServiceRefusal) -> None:
        super().__init__(f"line {line}: {refusal}")
        self.line = line
        self.refusal = refusal


def export(service: MatchCommands, id_: str, names: Callable[[str], str | None]) -> Iterator[dict[str, Any]]:
    """Yields the lines of a match as stored, with the players' names in those that seat them: the hashes do not cover names."""
    records = service.log.read(id_)
    service.opening(id_)
    for record in records:
        line = stored_line(bytes(record.state))
        if line["type"] in SEATING:
            line["seats"] = [_with_name(seat, names(seat["player"])) for seat in line["seats"]]
        yield line


def people(service: MatchCommands, id_: str) -> list[str]:
    """The ids of the people that the record of a match can name. Raises NotFound."""
    return [person for line in export(service, id_, lambda _: None) for person, _ in names_in(line)]


def _with_name(seat: dict[str, Any], name: str | None) -> dict[str, Any]:
    return {**seat, "name": name} if name else seat


def read(text: bytes) -> list[dict[str, Any]]:
    """Decodes the lines of a record. Raises BrokenRecord for a line that is not a JSON object."""
    lines = []
    for number, raw in json_lines(text):
        try:
            require_seen(raw)
            require_exact(raw)
            lines.append(msgspec.json.decode(raw, type=dict[str, Any]))
        except BadRequest as refusal:
            raise BrokenRecord(number, refusal) from refusal
        except UNREADABLE as error:
            raise BrokenRecord(number, malformation(error)) from error
    return lines


def check_chain(lines: Sequence[dict[str, Any]]) -> ChainFlaw | None:
    """The first flaw of a record's chain; None for a whole chain, and for a record made elsewhere, which has no chain."""
    return first_chain_flaw(lines)[1] if any("hash" in line for line in lines) else None


def take(
    service: MatchCommands,
    text: bytes,
    by: str,
    *,
    keep_id: bool = False,
    on_event: Callable[[int], None] | None = None,
) -> Match:
    """Imports a record into the log: all of it, with each event judged again, or nothing. Raises BrokenRecord.

    Calls `on_event` with the number of events judged so far.
    """
    lines, numbers = read(text), [number for number, _ in json_lines(text)]
    if not lines:
        raise BrokenRecord(1, BadRequest(Text(es="el fichero está vacío", en="the file is empty")))
    if lines[0].get("type") == CHAMPIONSHIP:
        raise BrokenRecord(
            1,
            BadRequest(
                Text(
                    es="es el registro de un campeonato, que comprueba `referee verify`: aquí va el de un encuentro",
                    en="it is the record of a championship, which `referee verify` checks: here goes that of one match",
                )
            ),
        )
    flaw = check_chain(lines)
    if flaw:
        raise BrokenRecord(
            numbers[flaw.version - 1],
            BadRequest(
                Text(
                    es=f"la cadena se rompe: se esperaba {flaw.expected} y pone {flaw.found}",
                    en=f"the chain breaks: expected {flaw.expected}, found {flaw.found}",
                )
            ),
        )
    opening, newcomers = _opening(service, lines[0], keep_id)
    sitting = _Sitting(service, lines[0], opening, keep_id=keep_id)
    bodies = [msgspec.json.encode(sitting.translate(_bare(line))) for line in lines[1:]]
    newcomers = (*newcomers, *sitting.newcomers)
    try:
        return service.begin(opening, by, newcomers, bodies, on_event).match
    except ServiceRefusal as refusal:
        raise BrokenRecord(numbers[refusal.extra.get("index", -1) + 1], refusal) from refusal


class _Sitting:
    """The ids in this log of the people of a record: those of its opening, and those of later `seats` events."""

    def __init__(self, service: MatchCommands, line: dict[str, Any], opening: Opening, *, keep_id: bool) -> None:
        self.service = service
        self.keep_id = keep_id
        self.newcomers: list[PersonDraft] = []
        old_ids = [_seat_fields(seat).get("player") for seat in line["seats"]]
        self.ids = {old: seat.player for old, seat in zip(old_ids, opening.seats, strict=True) if old is not None}

    def translate(self, event: dict[str, Any]) -> dict[str, Any]:
        """Returns an event with the ids of these people in this log."""
        seats = event.get("seats")
        if event.get("type") != "seats" or not isinstance(seats, list):
            return event
        return event | {"seats": [self._seat(seat) if isinstance(seat, dict) else seat for seat in seats]}

    def _seat(self, seat: dict[str, Any]) -> dict[str, Any]:
        old = seat.get("player")
        if not isinstance(old, str):
            return seat
        if old not in self.ids:
            self.ids[old] = self._enter(old, seat.get("name"))
        return {"player": self.ids[old]} | {field: seat[field] for field in seat if field not in {"player", "name"}}

    def _enter(self, old: str, name: object) -> str:
        if self.keep_id and (people := self.service.people.find([old])):
            return people[old].id
        shown_name = name if isinstance(name, str) and is_seen(name) else f"#{len(self.ids)}"
        [new] = self.service.people.newcomers([(shown_name, None)], self.service.clock(), is_guest=True)
        self.newcomers.append(new)
        return new.person.id


def _seat_fields(seat: object) -> dict[str, Any]:
    """The fields of a seat of an opening, without an invalid player id; empty if it is no seat at all."""
    fields = seat if isinstance(seat, dict) else {}
    return {field: value for field, value in fields.items() if field != "player" or isinstance(value, str)}


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    event = {
        "version" if field == CONFIRMS else field: value for field, value in line.items() if field not in STORED_FIELDS
    }
    type_, version = event.get("type"), line.get("v", 1)
    is_older = isinstance(type_, str) and type_ in UPCASTERS and isinstance(version, int)
    return upcast(event, version) if is_older else event


def _opening(service: MatchCommands, line: dict[str, Any], keep_id: bool) -> PreparedMatch:
    """The opening of a record, with its people. Raises BrokenRecord for line 1."""
    try:
        seats_of_line = line.get("seats")
        seats = [_seat_fields(seat) for seat in seats_of_line] if isinstance(seats_of_line, list) else []
        fields = {
            field: value
            for field, value in _bare(line).items()
            if field in OpenMatch.__struct_fields__ and field not in OF_CONTEST
        }
        fields["seats"] = [{"name": seat.get("name") or f"#{i}"} for i, seat in enumerate(seats)]
        request = msgspec.convert(fields, OpenMatch)
        people = service.people.find([seat["player"] for seat in seats if "player" in seat])
        if keep_id:
            pairs = zip(seats, request.seats or (), strict=True)
            sitting = tuple(
                Sitting(player=seat["player"]) if seat.get("player") in people else seat_by_name
                for seat, seat_by_name in pairs
            )
            request = msgspec.structs.replace(request, seats=sitting)
        opening, newcomers = prepare(request, service.people, service.clock(), service.seed_source)
        lines = msgspec.convert(line.get("lines"), Lines)
        shared = line.get("shared_hand")
        hand = UNSET if shared is None else msgspec.convert(shared, SharedHand)
    except msgspec.ValidationError as error:
        raise BrokenRecord(1, malformation(error)) from error
    except ServiceRefusal as refusal:
        raise BrokenRecord(1, refusal) from refusal
    id_of_record = line.get("match") if keep_id else None
    seed = line.get("seed") if line.get("first_dealer") is not None else opening.seed
    id_ = id_of_record or str(uuid7())
    whole = msgspec.structs.replace(opening, match=id_, seed=seed, lines=lines, shared_hand=hand)
    return PreparedMatch(whole, newcomers)
