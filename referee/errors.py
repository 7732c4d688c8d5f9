"""Every reason why the service says no: one tree, from the codes of problem documents to their status.

Refused
├── TooLarge 413 · UnsupportedMediaType 415 · TooMany 429
├── Unauthenticated 401 · Forbidden 403 · NotFound 404
├── Malformed 400
├── NotInThisGame · KeyReused · Ambiguous · Inconsistent 422
├── Deleted 410
└── Finished · CountsNoMore · Conflict · Impossible · Irregular · Closed 409
Unavailable 503
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar

from msgspec import DecodeError, Struct

from referee.text import Text

T = TypeVar("T")
UNREADABLE = (DecodeError, UnicodeDecodeError, RecursionError)
"""How JSON fails to be read: `malformed` says it. The last: lists in lists in lists."""


class Explained(Exception):
    """Something that is wrong, and why, in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Flaw(Struct, frozen=True):
    """Where in a body something is wrong: a JSON path and what is wrong there. `extra` goes with it in a problem document."""

    path: str
    text: Text
    extra: Mapping[str, Any] = {}


class Refused(Exception):
    """A command or question that the service does not answer. Nothing was stored."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "malformed"

    def __init__(
        self,
        text: Text,
        *,
        rule: str | None = None,
        seat: int | None = None,
        flaws: Sequence[Flaw] = (),
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(text.en)
        self.text = text
        self.rule = rule
        self.seat = seat
        self.flaws = tuple(flaws)
        self.extra = dict(extra or {})


class TooLarge(Refused):
    """The body is larger than the service reads."""

    status, code = 413, "too-large"


class UnsupportedMediaType(Refused):
    """The body is not of a media type that this address takes."""

    status, code = 415, "unsupported-media-type"


class TooMany(Refused):
    """More requests than this reader may make."""

    status, code = 429, "too-many"


class Busy(Refused):
    """What is asked for is made for one reader after the other, and too many others wait."""

    status, code = 503, "busy"


class Unauthenticated(Refused):
    """A token is needed, or the one sent is not known."""

    status, code = 401, "unauthenticated"


class Forbidden(Refused):
    """The token is good, but not for this."""

    status, code = 403, "forbidden"


class NotFound(Refused):
    """There is nothing of that name."""

    status, code = 404, "not-found"


def named(known: Mapping[str, T], name: str, what: Text) -> T:
    """The one of this name; `what` says what they are. Raises NotFound, which lists them."""
    try:
        return known[name]
    except KeyError:
        names = ", ".join(sorted(known))
        raise NotFound(
            Text(es=f"no hay {what.es} «{name}»; los hay: {names}", en=f"no {what.en} {name!r}; there are: {names}")
        ) from None


class Malformed(Refused):
    """The body is not JSON, or not of the shape that is asked for."""

    status, code = 400, "malformed"


class NotInThisGame(Refused):
    """A type, field, card or number of seats that this game does not have."""

    status, code = 422, "not-in-this-game"


class KeyReused(Refused):
    """The Idempotency-Key came before with another body."""

    status, code = 422, "key-reused"


class Deleted(Refused):
    """What the Idempotency-Key made when it first came was deleted since."""

    status, code = 410, "gone"


class Ambiguous(Refused):
    """A name that fits two people."""

    status, code = 422, "ambiguous"


class Inconsistent(Refused):
    """Figures that cannot be."""

    status, code = 422, "inconsistent"


class Finished(Refused):
    """The match is over."""

    status, code = 409, "finished"


class CountsNoMore(Refused):
    """The contest of a match goes on without it: nothing is recorded of it any more."""

    status, code = 409, "void"


class Conflict(Refused):
    """Somebody else wrote first."""

    status, code = 409, "conflict"


class Impossible(Refused):
    """The log would contradict itself."""

    status, code = 409, "impossible"


class Irregular(Refused):
    """Possible at a table, but against a rule that is enforced."""

    status, code = 409, "irregular"


class Closed(Refused):
    """It would change who is through, after the tie-break or final has begun."""

    status, code = 409, "closed"


REASONS: tuple[type[Refused], ...] = (
    TooLarge,
    UnsupportedMediaType,
    TooMany,
    Unauthenticated,
    Forbidden,
    NotFound,
    Malformed,
    NotInThisGame,
    KeyReused,
    Ambiguous,
    Inconsistent,
    Deleted,
    Finished,
    CountsNoMore,
    Conflict,
    Impossible,
    Irregular,
    Closed,
)


class Unavailable(Exception):
    """The database cannot be reached, or did not answer in time.

    No refusal: `stored` is "no" where nothing was stored, "unknown" where a commit was sent whose answer was lost and which
    could not be looked up. `retry_after` is in seconds.
    """

    status: ClassVar[int] = 503
    code: ClassVar[str] = "unavailable"

    def __init__(self, stored: Literal["no", "unknown"], retry_after: int = 2) -> None:
        super().__init__(f"the database does not answer; stored: {stored}")
        self.stored = stored
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[type["Unavailable"], tuple[Literal["no", "unknown"], int]]:
        """How another process is told of it."""
        return type(self), (self.stored, self.retry_after)


class ReadOnly(Explained):
    """A write to a service whose database takes none. Nothing was stored."""

    def __init__(self) -> None:
        super().__init__(
            Text(
                es="Este nodo solo lee: su base de datos no admite escrituras. Envía lo que se guarda a otro nodo.",
                en="This node only reads: its database takes no writes. Send what is to be stored to another node.",
            )
        )


class Breach(Struct, frozen=True):
    """A rule that an event breaks, as far as the log can prove when it comes.

    `enforced` marks what is refused in both enforcements, not only in `strict`.
    """

    rule: str
    seat: int | None
    text: Text
    enforced: bool = False
