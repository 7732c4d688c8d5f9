"""An append to a match: events as they are sent, and what became of them."""

from collections.abc import Sequence

from msgspec import Raw, Struct

from referee.log.idempotency import ClientKey
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Line
from referee.match.state import ALL


class Append(Struct, frozen=True):
    """Events given as JSON, to be appended to a match, all or none.

    `by`: their author. `expected`: the version that they were meant for.
    `reopen`: go on though it voids a match that has begun elsewhere. `visible`: the hands that the writer may see, and
    of which a refusal may speak.
    """

    match: str
    bodies: Sequence[bytes | Raw]
    by: str
    expected: int | None = None
    key: ClientKey | None = None
    reopen: bool = False
    visible: int = ALL


class StoredAppend(Struct, frozen=True):
    """The result of an append: the match as it then was, the entries with their lines, and the log position of the last."""

    match: Match
    entries: list[AnyEntry]
    lines: Sequence[Line]
    position: int
    again: bool = False
    """True if this answers a retry of an earlier append."""
