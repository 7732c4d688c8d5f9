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

from referee.canonical_json import canonical_json, hashed_forms
from referee.match.events import Event, Opening, Retract
from referee.match.facts import Fact
from referee.match.registry import event_codec, rulesets
from referee.shapes import learn

E = TypeVar("E")
F = TypeVar("F")

S = TypeVar("S", bound=msgspec.Struct)
G = TypeVar("G", bound=msgspec.Struct)

CONFIRMS = "confirms"
"""The field of a line for the `version` of its event: the line has a `version` of its own."""
STORED_FIELDS = ("version", "recorded_at", "recorded_by", "facts", "hash", "v")
"""The fields of a line beside those of its event."""
GENESIS = bytes(32)
"""The hash before version 1."""


class Key(msgspec.Struct, frozen=True):
    """An Idempotency-Key with its owner, the digest of its request's body, and the last version that the request wrote.

    An event of a tablet's queue came without the body of a request: its `digest` is the word `queue`.
    """

    key: str
    digest: str
    last: int


class Entry(msgspec.Struct, Generic[E, F], frozen=True, omit_defaults=True):
    """One version of a match: an event, the time (RFC 3339, UTC) and name under which it was recorded, and its facts."""

    version: int
    recorded_at: str
    recorded_by: str
    event: E
    facts: tuple[F, ...]
    hash: str
    key: Key | None = None
    v: int = 1
    """The version of the event's type on the day it was stored."""


AnyEntry = Entry[Event, Fact]
Line = dict[str, Any]
"""An entry as it is shown and exported."""
SEATING = ("open", "seats")
"""The types of the events that seat players: portable records have names there, outside the hashes."""

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
    codec = event_codec(ruleset)
    return msgspec.json.Decoder(Entry[Union[Opening, codec.union], codec.facts])  # type: ignore[name-defined]  # noqa: UP007


def prepare() -> None:
    """Makes the decoders of all rulesets. To be called before there are threads: see `referee.shapes`."""
    learn()
    for name in rulesets():
        _decoder(name)


def decode(state: bytes, type_: str, ruleset: str) -> AnyEntry:
    """The entry of a stored state, with its event in today's shape."""
    if type_ not in UPCASTERS:
        return _decoder(ruleset).decode(state)
    entry = msgspec.json.decode(state)
    entry["event"] = upcast(entry["event"], entry.get("v", 1))
    return _decoder(ruleset).decode(msgspec.json.encode(entry))


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
    return chain_with_line(head, version, event, facts, at, by, key)[0]


def chain_with_line(
    head: bytes, version: int, event: S, facts: Sequence[G], at: str, by: str, key: Key | None = None
) -> tuple[Entry[S, G], Line]:
    """Returns the entry of an event, chained to the `head` before it, and its line, which the chain is made of."""
    fields = msgspec.to_builtins(event)
    v = type_version(fields["type"])
    whole = _line(fields, version, at, by, msgspec.to_builtins(facts), v)
    whole["hash"] = hash_ = link(head, whole).hex()
    return Entry(version, at, by, event, tuple(facts), hash_, key, v), whole


def link(head: bytes, line: dict[str, Any]) -> bytes:
    """The hash of a line that follows `head`; its own `hash` and the names in it do not count. Raises what `canonical` does."""
    return link_hash(head, canonical(line))


def link_hash(head: bytes, form: bytes) -> bytes:
    """The hash of a line that follows `head`, by its canonical form."""
    return sha256(head + form).digest()


def canonical(line: Mapping[str, Any]) -> bytes:
    """The RFC 8785 form of a line without its `hash` and the names in it, over which its chain is made.

    Raises TypeError, ValueError, OverflowError or RecursionError for a line without such a form.
    """
    return canonical_json(_hashed_fields(line))


def forms(line: Mapping[str, Any]) -> tuple[bytes, ...]:
    """The forms of a line, one of which its hash is made of: the canonical one, and that of earlier releases if it is another.

    Raises TypeError, ValueError or RecursionError for a line with neither.
    """
    return hashed_forms(_hashed_fields(line))


def hash_after(head: bytes, forms_: Sequence[bytes], hash_: object) -> bytes:
    """The hash of a line that follows `head`: its own, if that is made of one of its forms, else that of the canonical one."""
    hashes = [link_hash(head, form) for form in forms_]
    return next((one for one in hashes if one.hex() == hash_), hashes[0])


def _hashed_fields(line: Mapping[str, Any]) -> dict[str, Any]:
    bare = {**line}
    bare.pop("hash", None)
    if bare.get("type") == "championship_opened":
        bare.pop("names", None)
    if bare.get("type") in SEATING and isinstance(bare.get("seats"), list):
        bare["seats"] = [_without_name(seat) if isinstance(seat, dict) else seat for seat in bare["seats"]]
    return bare


def _without_name(seat: dict[str, Any]) -> dict[str, Any]:
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
    content = _line(
        msgspec.to_builtins(entry.event),
        entry.version,
        entry.recorded_at,
        entry.recorded_by,
        msgspec.to_builtins(entry.facts),
        entry.v,
    )
    content["hash"] = entry.hash
    return content


def stored_line(state: bytes) -> dict[str, Any]:
    """The line of a stored state to the letter, with its event in the shape of the day it was stored."""
    plain = _plain_decoder.decode(state)
    content = _line(plain.event, plain.version, plain.recorded_at, plain.recorded_by, [*plain.facts], plain.v)
    content["hash"] = plain.hash
    return content


class ChainFlaw(msgspec.Struct, frozen=True):
    """The first line of a record at which its chain breaks, and how."""

    version: int
    expected: str | None
    found: str | None


def first_chain_flaw(lines: Iterable[dict[str, Any]]) -> tuple[int, ChainFlaw | None]:
    """The number of lines of one match whose hashes follow from one another, and the first flaw, or None.

    Audits of a match call it. The command `verify` follows the chains of a whole log with `referee.evidence.chains`.
    """
    head = GENESIS
    good = 0
    for line_ in lines:
        head = hash_after(head, forms(line_), line_.get("hash"))
        right_hash = head.hex()
        if line_.get("hash") != right_hash or line_.get("version") != good + 1:
            return good, ChainFlaw(good + 1, right_hash, line_.get("hash"))
        good += 1
    return good, None


def effective_entries(entries: Sequence[AnyEntry]) -> list[AnyEntry]:
    """The entries that count now, in order, and each `retract` that went back to one of them."""
    entries_back = []
    version = len(entries)
    while version > 0:
        entry = entries[version - 1]
        entries_back.append(entry)
        version = entry.event.to if isinstance(entry.event, Retract) else version - 1
    return entries_back[::-1]
