"""Events decided one after the other on a working copy of a match. Nothing of it is stored: commands do that, what-ifs do not."""

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

import msgspec

from referee.errors import Breach, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key
from referee.match.events import Event
from referee.match.shuffle_commitments import drawn_alone
from referee.match.state import ALL
from referee.matches.bounds import require_room
from referee.matches.sealing import Sealing

P = ParamSpec("P")
T = TypeVar("T")
Past = Callable[[int], list[AnyEntry]]
"""The stored entries of the match up to a version."""


class Draft:
    """A match with further events decided on it. `work` is the copy, `entries` are those decided so far."""

    def __init__(
        self,
        work: Match,
        past: Past,
        at: str,
        by: str,
        sealing: Sealing,
        visible: int = ALL,
        *,
        of_record: bool = False,
    ) -> None:
        self.work = work
        self.entries: list[AnyEntry] = []
        self._stored = work.version
        self._past = past
        self._at, self._by, self.sealing, self._visible, self._of_record = at, by, sealing, visible, of_record

    def open(self) -> None:
        """Decides the opening of a match that has no entry yet."""
        self._stored = 0
        self.entries.append(self.work.record(self.work.opening, (), self._at, self._by))

    def complete(self, event: Event) -> Event:
        """The event with what chance decides. Raises MatchOver, NotInThisGame, BadRequest, Impossible."""
        self.work.refuse_if_over(event)
        return self.sealing.complete(self.work, event)

    def add(self, event: Event, key: Key | None = None) -> None:
        """Decides an event. Raises MatchOver, Impossible, Irregular, NotInThisGame, and then leaves the draft as it was."""
        self.add_complete(self.complete(event), key)

    def add_complete(self, event: Event, key: Key | None = None) -> None:
        """Decides an event that `complete` gave."""
        if not self._of_record:
            require_room(self.work, event, self._by, self._visible)
        facts = self.work.decide(event, self._match_at, self._visible)
        self.entries.append(self.work.record(event, facts, self._at, self._by, key))

    def breach(self, event: Event) -> Breach | None:
        """The rule that a complete event would break, as far as its writer may know. Raises Impossible."""
        return self.work.check(event, self.work.version + 1) if event.GAME else None

    def add_all(
        self, events: Sequence[Event], key: Key | None = None, tell: Callable[[int], None] | None = None
    ) -> None:
        """Decides events, all or none; a refusal in an array names the `index`. The key goes with the first.

        `tell` is called with how many are decided, after each.
        """
        for index, event in enumerate(events):
            at_index(index, len(events), self._require_not_drawn)
            at_index(index, len(events), self.add, event, key if index == 0 else None)
            if tell:
                tell(index + 1)

    def _require_not_drawn(self) -> None:
        """Raises Impossible for an event after one that chance decided.

        A refusal would take back the cards and reveal them: a player could have bad cards dealt again.
        """
        if self.sealing.has_drawn:
            raise drawn_alone()

    def _match_at(self, version: int) -> Match:
        """The match as it was at a version, those of the draft included."""
        entries = self._past(min(version, self._stored)) if self._stored else []
        return Match.fold(self.work.id, [*entries, *self.entries][:version])


def read_all(match: Match, bodies: Sequence[bytes | msgspec.Raw]) -> list[Event]:
    """The events of these bodies, in the match's own language. Raises BadRequest, NotInThisGame, with the `index`."""
    return [at_index(index, len(bodies), match.codec.read, body) for index, body in enumerate(bodies)]


def at_index(index: int, many: int, call: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Calls; a refusal in an array learns which event it is about."""
    try:
        return call(*args, **options)
    except ServiceRefusal as refused:
        if many > 1:
            refused.extra["index"] = index
        raise
