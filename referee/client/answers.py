"""What the calls take and answer, beside the views and events that the service itself is made of."""

from typing import Any

from msgspec import Struct

from referee.championship.events import Decision
from referee.championship.views import FixtureView
from referee.match.choice import Choice
from referee.match.facts import Fact
from referee.match.view import MatchView
from referee.match.vocabulary import Event


class KnownPlayer(Struct, frozen=True):
    """Somebody who sits down and whom the service knows already, by id."""

    player: str


class UnknownEvent(Struct, frozen=True):
    """An event of a type that this version of the client does not have. The service is newer."""

    type: str
    fields: dict[str, Any]


class UnknownFact(Struct, frozen=True):
    """A fact of a kind that this version of the client does not have. The service is newer."""

    fact: str
    fields: dict[str, Any]


class LogEntry(Struct, frozen=True):
    """One version of a match: what happened, and what followed from it.

    `recorded_at` is RFC 3339 in UTC. While a hand is hidden from the reader, its fields in `event` and `facts` are None,
    whatever their type says, and so is `hash`.
    """

    version: int
    recorded_at: str | None
    recorded_by: str
    event: Event | UnknownEvent
    facts: tuple[Fact | UnknownFact, ...]
    hash: str | None
    names: dict[str, str | None] = {}
    """In a stream: the people whom the entry names by id. None for a person who was erased."""


class LogPage(Struct, frozen=True):
    """Entries in order; `version` is the match's own, `next` the `after` of the next page, None on the last."""

    version: int
    items: tuple[LogEntry, ...]
    next: int | None


class DecisionEntry(Struct, frozen=True):
    """One version of a championship: what was decided, and the consequences as the service tells them."""

    version: int
    recorded_at: str | None
    recorded_by: str
    event: Decision | UnknownEvent
    facts: tuple[dict[str, Any], ...]
    hash: str | None
    names: dict[str, str | None] = {}
    """In a stream: the people whom the entry names by id. None for a person who was erased."""


class LegalMoves(Struct, frozen=True):
    """What may regularly come now. An `Event` can be appended as it is; a `Choice` says what has to be chosen first."""

    version: int
    turn: int | None
    events: tuple[Event | Choice | UnknownEvent, ...]


class AppendResult(Struct, frozen=True):
    """What an append stored: the new version, the entries, and the match after them.

    `view` is None in a rehearsal by a player from whom a hand is hidden.
    """

    version: int
    entries: tuple[LogEntry, ...]
    view: MatchView | None


class ContestFixtures(Struct, frozen=True):
    """The matches of a contest, in the order in which they are played."""

    items: tuple[FixtureView, ...]
