"""Entries of the log: how an event is stored, shown as a line, and chained to the one before.

An entry is stored as the JSON of `Entry`; outside it is a line: the event's own fields, then `version`, `recorded_at`,
`recorded_by`, `facts` and `hash`. The chain is over lines (openapi/README.md): `hash` is the SHA-256 of the previous hash
and the RFC 8785 form of the line without `hash` and without people's names.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, Generic, TypeVar, Union

import msgspec

from referee.match.events import Event, Opening, Retract
from referee.match.facts import Fact
from referee.match.registry import event_codec, rulesets, tag
from referee.shapes import learn

E = TypeVar("E")
F = TypeVar("F")

S = TypeVar("S", bound=msgspec.Struct)
G = TypeVar("G", bound=msgspec.Struct)

CONFIRMS = "confirms"
"""In a line, the `version` of its event: that name is the line's own."""
STORED_FIELDS = ("version", "recorded_at", "recorded_by", "facts", "hash", "v")
"""What a line has beside the fields of its event."""
GENESIS = bytes(32)
"""What version 1 is chained to."""


class Key(msgspec.Struct, frozen=True):
    """An Idempotency-Key: whose, the digest of the body it came with, and the last version that body wrote.

    One that came with an event of a tablet's queue belongs to the `queue`, and has that word in place of a digest.
    """

    key: str
    digest: str
    last: int


class Entry(msgspec.Struct, Generic[E, F], frozen=True, omit_defaults=True):
    """One version of a match: what was recorded, when (RFC 3339, UTC) and by whom, and what followed."""

    version: int
    recorded_at: str
    recorded_by: str
    event: E
    facts: tuple[F, ...]
    hash: str
    key: Key | None = None
    v: int = 1
    """The version of the event's type, as it was when this was stored."""


AnyEntry = Entry[Event, Fact]
SEATING = ("open", "seats")
"""The types of the events that say who sits where: portable records have names there, outside the hashes."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}
"""Per event tag, the steps from its version 1 to 2, from 2 to 3, ...: each takes the event as JSON and returns it again."""


def type_version(type_: str) -> int:
    """The version in which events of this tag are written today."""
    return 1 + len(UPCASTERS.get(type_, ()))


_plain_decoder = msgspec.json.Decoder(Entry[Any, Any])
_opening_decoder = msgspec.json.Decoder(Entry[Opening, Fact])


@cache
def _decoder(ruleset: str) -> msgspec.json.Decoder[AnyEntry]:
    words = event_codec(ruleset)
    return msgspec.json.Decoder(Entry[Union[Opening, words.union], words.facts])  # type: ignore[name-defined]  # noqa: UP007


def prepare() -> None:
    """Finds out how the events of every ruleset are read. For before there are threads, as `shapes` says."""
    learn()
    for name in rulesets():
        _decoder(name)


def decode(state: bytes, type_: str, ruleset: str) -> AnyEntry:
    """The entry of a stored state, brought to today's shape of its event."""
    if type_ not in UPCASTERS:
        return _decoder(ruleset).decode(state)
    stored = msgspec.json.decode(state)
    stored["event"] = upcast(stored["event"], stored.get("v", 1))
    return _decoder(ruleset).decode(msgspec.json.encode(stored))


def decode_opening(state: bytes) -> Entry[Opening, Fact]:
    """The entry that opens a match, before its ruleset is known."""
    return _opening_decoder.decode(state)


def upcast(event: dict[str, Any], version: int) -> dict[str, Any]:
    """An event of an older version of its type, as JSON, in today's shape."""
    for step in UPCASTERS.get(event["type"], ())[version - 1 :]:
        event = step(event)
    return event


def chain(
    head: bytes, version: int, event: S, facts: Sequence[G], at: str, by: str, key: Key | None = None
) -> Entry[S, G]:
    """The entry of an event, chained to the `head` before it."""
    v = type_version(tag(type(event)))
    line = _line(msgspec.to_builtins(event), version, at, by, msgspec.to_builtins(facts), v)
    return Entry(version, at, by, event, tuple(facts), link(head, line).hex(), key, v)


def link(head: bytes, line: dict[str, Any]) -> bytes:
    """The hash of a line that follows `head`; its own `hash` and the names in it do not count."""
    return linked(head, canonical(line))


def linked(head: bytes, form: bytes) -> bytes:
    """The hash of a line that follows `head`, by its canonical form."""
    return sha256(head + form).digest()


def canonical(line: Mapping[str, Any]) -> bytes:
    """The RFC 8785 form of a line without its `hash` and the names in it: what its chain is over.

    Raises TypeError, ValueError, OverflowError or RecursionError for a line that has none.
    """
    bare = {**line}
    bare.pop("hash", None)
    if bare.get("type") == "championship_opened":
        bare.pop("names", None)
    if bare.get("type") in SEATING and isinstance(bare.get("seats"), list):
        bare["seats"] = [_unnamed(seat) if isinstance(seat, dict) else seat for seat in bare["seats"]]
    return msgspec.json.encode(bare, order="sorted")


def _unnamed(seat: dict[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in seat.items() if field != "name"}


def _line(event: dict[str, Any], version: int, at: str, by: str, facts: Any, v: int) -> dict[str, Any]:
    line = {**event, "version": version, "recorded_at": at, "recorded_by": by, "facts": facts}
    if "version" in event:
        line[CONFIRMS] = event["version"]
    if v > 1:
        line["v"] = v
    return line


def line(entry: Entry[Any, Any]) -> dict[str, Any]:
    """An entry as it is shown and exported."""
    shown = _line(
        msgspec.to_builtins(entry.event),
        entry.version,
        entry.recorded_at,
        entry.recorded_by,
        msgspec.to_builtins(entry.facts),
        entry.v,
    )
    shown["hash"] = entry.hash
    return shown


def stored_line(state: bytes) -> dict[str, Any]:
    """The line of a stored state to the letter, in the shape its event had when it was stored."""
    plain = _plain_decoder.decode(state)
    shown = _line(plain.event, plain.version, plain.recorded_at, plain.recorded_by, [*plain.facts], plain.v)
    shown["hash"] = plain.hash
    return shown


class ChainFlaw(msgspec.Struct, frozen=True):
    """The first line of a record at which its chain breaks, and how."""

    version: int
    expected: str | None
    found: str | None


def verify(lines: Iterable[dict[str, Any]]) -> tuple[int, ChainFlaw | None]:
    """How many lines follow from one another by their hashes, and the first flaw if one does not."""
    head = GENESIS
    good = 0
    for line_ in lines:
        head = link(head, line_)
        expected = head.hex()
        if line_.get("hash") != expected or line_.get("version") != good + 1:
            return good, ChainFlaw(good + 1, expected, line_.get("hash"))
        good += 1
    return good, None


def effective_entries(entries: Sequence[AnyEntry]) -> list[AnyEntry]:
    """The way to where the log stands: the entries that count, and each `retract` that went back to what still counts."""
    way = []
    version = len(entries)
    while version > 0:
        entry = entries[version - 1]
        way.append(entry)
        version = entry.event.to if isinstance(entry.event, Retract) else version - 1
    return way[::-1]
