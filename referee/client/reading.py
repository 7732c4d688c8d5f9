"""Decoding of answers about matches into the structs of their game.

A newer service may have types and fields that this client does not know. Such fields are left out; such events and facts are
kept as they are (`UnknownEvent`, `UnknownFact`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields

from referee.championship.events import AnyDecision, Decision
from referee.client.answers import (
    AppendResult,
    DecisionEntry,
    LegalMoves,
    LogEntry,
    LogPage,
    StreamMessage,
    UnknownEvent,
    UnknownFact,
)
from referee.client.event_stream import POSITION, ServerEvent
from referee.match.choice import Choice
from referee.match.entries import CONFIRMS
from referee.match.events import Event, Opening
from referee.match.facts import Fact
from referee.match.registry import ruleset, tag
from referee.match.view import MatchView

Json = Mapping[str, Any]
S = TypeVar("S", bound=Struct)
DECISIONS: dict[str, type[Decision]] = {tag(kind): kind for kind in get_args(AnyDecision)}


class _RulesetAlone(Struct):
    ruleset: str


def view(body: bytes) -> MatchView:
    """Decodes a match, with parameters, table and score in the structs of its game. Raises NotFound for an unknown game."""
    return _view_of(msgspec.json.decode(body, type=_RulesetAlone).ruleset).decode(body)


@cache
def _view_of(name: str) -> msgspec.json.Decoder[MatchView]:
    rules = ruleset(name)
    parts = {
        "params": rules.params,
        "table": get_type_hints(rules.game.reading.table)["return"],
        "score": get_type_hints(rules.game.reading.score)["return"],
    }
    # MatchView serves all games, so its own three fields are bare structs, into which nothing can be decoded.
    kind: type[MatchView] = msgspec.defstruct("MatchView", list(parts.items()), bases=(MatchView,), frozen=True)  # type: ignore[assignment]
    return msgspec.json.Decoder(kind)


def entry(line: Json, name: str) -> LogEntry:
    """Converts a line to an entry of a match's log."""
    facts = tuple(_fact(fact, name) for fact in line["facts"] or ())
    own = event(_of_event(line), name)
    names = line.get("names") or {}
    return LogEntry(line["version"], line["recorded_at"], line["recorded_by"], own, facts, line["hash"], names)


def _of_event(line: Json) -> Json:
    """The fields of the event of a line. The event's own `version` has another name there, as the line has one too."""
    own = {field: value for field, value in line.items() if field not in {"version", CONFIRMS}}
    return own | {"version": line[CONFIRMS]} if CONFIRMS in line else own


def event(line: Json, name: str) -> Event | UnknownEvent:
    """Converts a line to its event."""
    kind = _events(name).get(line["type"])
    if kind is None:
        return UnknownEvent(line["type"], dict(line))
    return _lenient(kind, line)


def _fact(line: Json, name: str) -> Fact | UnknownFact:
    kind = _facts(name).get(line["fact"])
    return UnknownFact(line["fact"], dict(line)) if kind is None else _lenient(kind, line)


@cache
def _events(name: str) -> dict[str, type[Event]]:
    kinds: tuple[type[Event], ...] = (Opening, *ruleset(name).events)
    return {tag(kind): kind for kind in kinds}


@cache
def _facts(name: str) -> dict[str, type[Fact]]:
    return {tag(kind): kind for kind in ruleset(name).facts}


def _lenient(kind: type[S], line: Json) -> S:
    """Converts a line to a struct. Unknown fields are left out, and hidden fields are None."""
    values = {
        field.name: line[field.encode_name] if line[field.encode_name] is None else _value(line, field)
        for field in fields(kind)
        if field.encode_name in line
    }
    return kind(**values)


def _value(line: Json, field: msgspec.structs.FieldInfo) -> Any:
    return msgspec.convert(line[field.encode_name], field.type)


def page(body: bytes, name: str) -> LogPage:
    """Decodes a page of a match's log."""
    data = msgspec.json.decode(body)
    return LogPage(data["version"], tuple(entry(line, name) for line in data["items"]), data["next"])


def append_result(body: bytes, name: str) -> AppendResult:
    """Decodes the result of an append."""
    parts: dict[str, msgspec.Raw] = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    view_json = parts.get("view")
    entries = tuple(entry(line, name) for line in msgspec.json.decode(parts["events"]))
    match_view = None if view_json is None or bytes(view_json) == b"null" else view(bytes(view_json))
    return AppendResult(msgspec.json.decode(parts["version"], type=int), entries, match_view)


def legal(body: bytes, name: str) -> LegalMoves:
    """Decodes the legal moves."""
    data = msgspec.json.decode(body)
    moves = tuple(_choice(move, name) if "choose" in move else event(move, name) for move in data["events"])
    return LegalMoves(data["version"], data["turn"], moves)


def _choice(move: Json, name: str) -> Choice | UnknownEvent:
    for kind in _choices(name).get(move["type"], ()):
        if move["choose"].keys() <= set(kind.__struct_encode_fields__):
            try:
                common_fields = {
                    field: move[field] for field in Choice.__struct_fields__ if field in move and field != "cards"
                }
                return Choice(
                    **{"seat": UNSET, **common_fields, "choose": msgspec.convert(move["choose"], kind)},
                    cards=() if "cards" in move else UNSET,
                )
            except msgspec.ValidationError:
                continue
    return UnknownEvent(move["type"], dict(move))


@cache
def _choices(name: str) -> dict[str, Sequence[type[Struct]]]:
    """The structs of choices that each type of event may have."""
    return {tag(kind): choices for kind, choices in ruleset(name).game.play.choices.items()}


def decision(line: Json) -> DecisionEntry:
    """Converts a line to an entry of a championship's log."""
    kind = DECISIONS.get(line["type"])
    event = UnknownEvent(line["type"], dict(line)) if kind is None else _lenient(kind, line)
    facts, names = tuple(line["facts"]), line.get("names") or {}
    return DecisionEntry(line["version"], line["recorded_at"], line["recorded_by"], event, facts, line["hash"], names)


class _Body(Struct):
    type: str
    timestamp: str
    data: dict[str, Any]


def message(event: ServerEvent) -> StreamMessage | None:
    """Converts an event of the stream of everything to its message; None for one that only says how far the stream is."""
    if event.name == POSITION:
        return None
    body = msgspec.json.decode(event.data, type=_Body)
    return StreamMessage(int(event.id), body.type, body.timestamp, body.data, event.data)


def selection_query(kinds: Sequence[str], match: str | None, championship: str | None) -> dict[str, str]:
    """The query that selects messages of the stream of everything."""
    query = {"kinds": ",".join(kinds), "match": match, "championship": championship}
    return {name: value for name, value in query.items() if value}
