"""Stored samples: old logs from a database, one state a line, below `tests/data/stored`.

Each ruleset has a folder, and so have championships. The first line is the outcome of folding the log; the others are the stored
states. A file's name carries the digest of its content, so that a rewrite is noticed.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from referee.championship.events import AnyConsequence, AnyDecision
from referee.championship.state import Championship, decoder
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Entry, decode
from referee.match.events import Opening
from referee.match.registry import ruleset, rulesets
from referee.match.terms.named_house import NamedHouse

FOLDER = Path(__file__).parents[1] / "data" / "stored"
CHAMPIONSHIPS = "championships"
MAKE = "run `make samples`, and commit what it adds"


def files(kind: str) -> list[Path]:
    """The samples of one ruleset, or of championships."""
    return sorted((FOLDER / kind).glob("*.jsonl"))


def kinds() -> list[str]:
    """The folders of samples."""
    return sorted(folder.name for folder in FOLDER.iterdir())


def digest(content: bytes) -> str:
    """The digest of the content in a file's name."""
    return sha256(content).hexdigest()[:12]


def read(file: Path) -> tuple[dict[str, Any], list[bytes]]:
    """The outcome of a sample, and its states."""
    first, *states = file.read_bytes().splitlines()
    return json.loads(first)["stands"], states


def write(kind: str, stands: dict[str, Any], states: Iterable[bytes]) -> Path:
    """Adds a sample."""
    lines = [json.dumps({"stands": stands}, separators=(",", ":"), sort_keys=True).encode(), *states]
    content = b"\n".join(lines) + b"\n"
    file = FOLDER / kind / f"{digest(content)}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def entries(file: Path) -> list[AnyEntry]:
    """The entries of a sample of a ruleset, as the service reads them."""
    return [decode(state, json.loads(state)["event"]["type"], file.parent.name) for state in read(file)[1]]


def matches(ruleset: str) -> Iterator[tuple[Match, list[AnyEntry]]]:
    """The stored matches of a ruleset, folded, each with its entries."""
    for file in files(ruleset):
        rows = entries(file)
        yield Match.fold(file.stem, rows), rows


def types_of(entries: Iterable[Entry[Any, Any]]) -> set[type[Struct]]:
    """The types of these entries: of their events, and of their facts; and of house rules under a name."""
    return {type(one) for entry in entries for one in (entry.event, *_house(entry.event), *entry.facts)}


def _house(event: Any) -> tuple[NamedHouse, ...]:
    """The house rules of a match or a contest, if they were brought under a name."""
    house = getattr(event, "house", None)
    return (house,) if isinstance(house, NamedHouse) else ()


def stored_types() -> set[type[Struct]]:
    """Every type of the rulesets of which there is a sample. A type of several games or rulesets needs one among them all."""
    return types_of(entry for name in rulesets() for file in files(name) for entry in entries(file))


def ruleset_types(name: str) -> set[type[Struct]]:
    """Every type that the log of a match by this ruleset may have."""
    rules = ruleset(name)
    return {Opening, NamedHouse, *rules.events, *rules.facts}


def stored_championship_types() -> set[type[Struct]]:
    """Every type of championships of which there is a sample."""
    states = [state for file in files(CHAMPIONSHIPS) for state in read(file)[1]]
    return types_of(map(decoder.decode, states))


def championship_types() -> set[type[Struct]]:
    """Every type that the log of a championship may have."""
    return {NamedHouse, *get_args(AnyDecision), *get_args(AnyConsequence)}


def type_names(types: Iterable[type[Struct]]) -> list[str]:
    """Types by their tags, for people."""
    return sorted(f"{kind.__struct_config__.tag or kind.__name__} ({kind.__module__})" for kind in types)


def stands(match: Match) -> dict[str, Any]:
    """The outcome of a match: everything that its readers would miss."""
    ledger = match.ledger
    account = {
        "version": match.version,
        "status": ledger.status,
        "totals": ledger.totals,
        "infractions": sorted((i.code, i.seat, i.version, i.status) for i in ledger.infractions),
        "hands": len(ledger.hands),
    }
    return dict(msgspec.json.decode(msgspec.json.encode(account)))


def championship_stands(championship: Championship) -> dict[str, Any]:
    """The outcome of a championship, with its contests in the order of their draws."""
    states = [on_record.state for on_record in championship.contests.values()]
    return {
        "version": championship.version,
        "phases": [state.phase for state in states],
        "tables": [[[row.place, row.player] for table in state.tables for row in table.rows] for state in states],
    }
