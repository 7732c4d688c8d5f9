"""Events decided one after the other on a working copy of a match. Nothing of it is stored: commands do that."""

from collections.abc import Callable, Sequence

import msgspec

from referee.errors import Breach, ServiceRefusal
from referee.log.records import Record
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key, Line
from referee.match.events import Event
from referee.match.shuffle_commitments import drawn_alone
from referee.match.state import ALL, Facts
from referee.matches.preconditions import name_index, require_room
from referee.matches.seed_resolver import SeedResolver

Past = Callable[[int], list[AnyEntry]]
"""The stored entries of the match up to a version."""


class Draft:
    """A match with further events decided on it. `work` is the copy, `entries` are those decided so far, `lines` show them."""

    def __init__(
        self,
        work: Match,
        past: Past,
        at: str,
        by: str,
        seeds: SeedResolver,
        visible: int = ALL,
        *,
        of_record: bool = False,
    ) -> None:
        self.work = work
        self.entries: list[AnyEntry] = []
        self.lines: list[Line] = []
        self._stored_version = work.version
        self._past = past
        self._at, self._by, self.seeds, self._visible, self._of_record = at, by, seeds, visible, of_record

    def open(self) -> None:
        """Decides the opening of a match that has no entry yet."""
        self._stored_version = 0
        self._record(self.work.opening, ())

    def complete(self, event: Event) -> Event:
        """The event with what chance decides. Raises MatchOver, NotInThisGame, BadRequest, Impossible."""
        return self.seeds.complete(self.work, event)

    def add(self, event: Event, key: Key | None = None) -> None:
        """Decides an event. Raises MatchOver, Impossible, Irregular, NotInThisGame, and then leaves the draft as it was."""
        self.add_complete(self.complete(event), key)

    def add_complete(self, event: Event, key: Key | None = None) -> None:
        """Decides an event that `complete` gave."""
        if not self._of_record:
            require_room(self.work, event, self._by, self._visible)
        self._record(event, self.work.decide(event, self._match_at, self._visible), key)

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
            try:
                if self.seeds.has_drawn:
                    # A refusal would take back the cards and reveal them: a player could have bad cards dealt again.
                    raise drawn_alone()
                self.add(event, key if index == 0 else None)
            except ServiceRefusal as refused:
                name_index(refused, index, len(events))
                raise
            if tell:
                tell(index + 1)

    def records(self) -> list[Record]:
        """Returns the records of the entries decided so far."""
        return [
            Record(self.work.id, entry.version, line["type"], msgspec.json.encode(entry))
            for entry, line in zip(self.entries, self.lines, strict=True)
        ]

    def _record(self, event: Event, facts: Facts, key: Key | None = None) -> None:
        entry, line = self.work.record_with_line(event, facts, self._at, self._by, key)
        self.entries.append(entry)
        self.lines.append(line)

    def _match_at(self, version: int) -> Match:
        """The match as it was at a version, those of the draft included."""
        entries = self._past(min(version, self._stored_version)) if self._stored_version else []
        return Match.fold(self.work.id, [*entries, *self.entries][:version])
