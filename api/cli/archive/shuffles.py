"""What `referee verify` says of the shuffles in a file: whether each is what its seed gives, and which were committed to."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from referee.text import Text

if TYPE_CHECKING:
    from referee.evidence.records import Verdict
    from referee.review.recorded import ChanceOfRecord


def checked(file: Path, verdict: "Verdict") -> "ChanceOfRecord":
    """What chance decided in a record whose chains are whole; nothing where they are not."""
    from referee.review.recorded import ChanceOfRecord, chance_of

    whole = verdict.flaw is None and verdict.chained
    return chance_of(file.read_bytes()) if whole else ChanceOfRecord()


def told(chance: "ChanceOfRecord") -> dict[str, Any]:
    """The same for programs; the flaw is the verdict's."""
    return {name: value for name, value in msgspec.to_builtins(chance).items() if name != "flaw"}


def added(words: Text, chance: "ChanceOfRecord") -> Text:
    """A verdict, with what it says of shuffles where there are any."""
    es, en = words.es, words.en
    if chance.seeds:
        es += f"; {_many(chance.seeds, 'semilla da', 'semillas dan')} lo que salió, {chance.committed} con compromiso anterior"
        en += f"; {_many(chance.seeds, 'seed gives', 'seeds give')} what came, {chance.committed} with a commitment before"
    if chance.never_opened:
        es += f"; {_many(chance.never_opened, 'compromiso', 'compromisos')} sin abrir"
        en += f"; {_many(chance.never_opened, 'commitment', 'commitments')} never opened"
    return Text(es=es, en=en)


def unread(chance: "ChanceOfRecord") -> list[Text]:
    """What of the shuffles could not be checked."""
    if not chance.unread:
        return []
    return [
        Text(
            es=f"lo que decidió el azar en {_many(chance.unread, 'encuentro', 'encuentros')}: aquí no se conoce ese reglamento",
            en=f"what chance decided in {_many(chance.unread, 'match', 'matches')}: the ruleset is not known here",
        )
    ]


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
