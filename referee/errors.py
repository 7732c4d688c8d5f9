"""All refusals of the service: one tree, from the codes of problem documents to their status.

ServiceRefusal
├── TooLarge 413 · UnsupportedMediaType 415 · TooMany 429
├── NotAuthenticated 401 · Forbidden 403 · NotFound 404
├── BadRequest 400
├── NotInThisGame · KeyReused · Ambiguous · Inconsistent 422
├── ResourceDeleted 410
└── MatchOver · CountsNoMore · AlreadyExists · Conflict · Impossible · Irregular · ContestClosed 409
Unavailable 503
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self, TypeVar

from msgspec import DecodeError, Struct

from referee.text import Text

T = TypeVar("T")
UNREADABLE = (DecodeError, UnicodeDecodeError, RecursionError)
"""Errors of reading JSON, explained by `unreadable`. The last is of lists nested too deep."""


class ExplainedError(Exception):
    """An error that is explained in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Flaw(Struct, frozen=True):
    """A fault in a body: its JSON path and its explanation. `extra` goes with it in a problem document."""

    path: str
    text: Text
    extra: Mapping[str, Any] = {}


class ServiceRefusal(Exception):
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

    @classmethod
    def at(cls, path: str, text: Text, *, rule: str | None = None) -> Self:
        """The refusal for one flaw, at its place in the body."""
        return cls(text, rule=rule, flaws=(Flaw(path, text),))


class TooLarge(ServiceRefusal):
    """The body is larger than the service reads."""

    status, code = 413, "too-large"


class UnsupportedMediaType(ServiceRefusal):
    """The body is not of a media type that this address takes."""

    status, code = 415, "unsupported-media-type"


class TooMany(ServiceRefusal):
    """More requests than this reader may make."""

    status, code = 429, "too-many"


class Busy(ServiceRefusal):
    """The answer is made for one reader at a time, and too many others wait."""

    status, code = 503, "busy"


class NotAuthenticated(ServiceRefusal):
    """A token is needed, or the one sent is unknown."""

    status, code = 401, "unauthenticated"


class Forbidden(ServiceRefusal):
    """The token is valid, but not for this."""

    status, code = 403, "forbidden"


class NotFound(ServiceRefusal):
    """No resource has that name."""

    status, code = 404, "not-found"


def find(items: Mapping[str, T], name: str, kind: Text) -> T:
    """The one of this name; `kind` says what they are. Raises NotFound, which lists them."""
    try:
        return items[name]
    except KeyError:
        names = ", ".join(sorted(items))
        raise NotFound(
            Text(es=f"no hay {kind.es} «{name}»; los hay: {names}", en=f"no {kind.en} {name!r}; there are: {names}")
        ) from None


class BadRequest(ServiceRefusal):
    """The body is not JSON, or not of the required shape."""

    status, code = 400, "malformed"


class NotInThisGame(ServiceRefusal):
    """A type, field, card or number of seats that this game does not have."""

    status, code = 422, "not-in-this-game"


class KeyReused(ServiceRefusal):
    """The Idempotency-Key was already used with a different body."""

    status, code = 422, "key-reused"


class ResourceDeleted(ServiceRefusal):
    """The resource that the Idempotency-Key created was deleted since."""

    status, code = 410, "gone"


class Ambiguous(ServiceRefusal):
    """A name that fits two people."""

    status, code = 422, "ambiguous"


class Inconsistent(ServiceRefusal):
    """Impossible figures."""

    status, code = 422, "inconsistent"


class MatchOver(ServiceRefusal):
    """The match is over."""

    status, code = 409, "finished"


class CountsNoMore(ServiceRefusal):
    """The contest of a match goes on without it: nothing is recorded of it any more."""

    status, code = 409, "void"


class AlreadyExists(ServiceRefusal):
    """Another request made a thing with this external id."""

    status, code = 409, "exists"


class Conflict(ServiceRefusal):
    """Another writer was first."""

    status, code = 409, "conflict"


class Impossible(ServiceRefusal):
    """The log would contradict itself."""

    status, code = 409, "impossible"


class Irregular(ServiceRefusal):
    """Possible at a table, but against a rule that is enforced."""

    status, code = 409, "irregular"


class ContestClosed(ServiceRefusal):
    """The change would replace qualified entrants after the tie-break or final has begun."""

    status, code = 409, "closed"


REASONS: tuple[type[ServiceRefusal], ...] = (
    TooLarge,
    UnsupportedMediaType,
    TooMany,
    NotAuthenticated,
    Forbidden,
    NotFound,
    BadRequest,
    NotInThisGame,
    KeyReused,
    Ambiguous,
    Inconsistent,
    ResourceDeleted,
    MatchOver,
    CountsNoMore,
    AlreadyExists,
    Conflict,
    Impossible,
    Irregular,
    ContestClosed,
)


class Unavailable(Exception):
    """The database cannot be reached, or did not answer in time.

    No refusal: `stored` is "no" where nothing was stored, "unknown" where the answer to a commit was lost and the log could not
    be read. `retry_after` is in seconds.
    """

    status: ClassVar[int] = 503
    code: ClassVar[str] = "unavailable"

    def __init__(self, stored: Literal["no", "unknown"], retry_after: int = 2) -> None:
        super().__init__(f"the database does not answer; stored: {stored}")
        self.stored = stored
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[type["Unavailable"], tuple[Literal["no", "unknown"], int]]:
        """The arguments for another process to build it again."""
        return type(self), (self.stored, self.retry_after)


class ReadOnly(ExplainedError):
    """A write to a service whose database takes none. Nothing was stored."""

    def __init__(self) -> None:
        super().__init__(
            Text(
                es="Este nodo solo lee: su base de datos no admite escrituras. Envía lo que se guarda a otro nodo.",
                en="This node only reads: its database takes no writes. Send what is to be stored to another node.",
            )
        )


class Breach(Struct, frozen=True):
    """A rule that an event breaks, as far as the log can prove at that moment.

    `explanation` is the text, or makes it: where breaches are recorded, nobody reads it. `is_enforced` marks rules that hold
    in both enforcements, not only in `strict`.
    """

    rule: str
    seat: int | None
    explanation: Text | Callable[[], Text]
    is_enforced: bool = False

    @property
    def text(self) -> Text:
        """The explanation in words."""
        return self.explanation if isinstance(self.explanation, Text) else self.explanation()
