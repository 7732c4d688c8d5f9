"""The commands of the referee: open a match, append to it.

A command decides on a working copy, appends to the log, and then lets the copy become what readers see, so an event is
visible only once it is stored. Clock, chance and ids come in from outside; the rules have none of their own.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from secrets import token_hex
from threading import RLock
from time import time_ns
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from referee.errors import Conflict, Inconsistent, ServiceRefusal, Unavailable
from referee.log.commits.group import CommandSteps, run_alone
from referee.log.dry_run import dry_run_clock, dry_run_seeds
from referee.log.log import Log
from referee.log.records import Clash, Record, Write
from referee.log.row_writes import RowWrite
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key
from referee.match.events import Event, Opening, Seats
from referee.match.judge import players
from referee.match.registry import tag
from referee.match.seats import changed_sides
from referee.match.state import ALL
from referee.matches.bounds import require_few_retracts
from referee.matches.conflict import conflict, unseen
from referee.matches.draft import Draft, at_index, read_all
from referee.matches.idempotency import ClientKey, Creation, New, creating
from referee.matches.opening import OpenMatch, PreparedMatch, prepare, seated_people
from referee.matches.preconditions import require_sendable
from referee.matches.queries import MatchReader
from referee.matches.queue import QUEUE, queue_key
from referee.matches.replays import StoredAppend, appended_before
from referee.matches.sealing import Sealing, kept_in
from referee.operations.record import Administration
from referee.people.register import People, PersonDraft
from referee.text import Text

P = ParamSpec("P")
T = TypeVar("T")
MOST_EVENTS = 500
"""Events in one append."""
TRIES = 50
"""Most times that an append without If-Match is decided again after another writer was first."""


class Append(msgspec.Struct, frozen=True):
    """Events given as JSON, to be appended to a match, all or none.

    `by`: their author. `expected`: the version that they were meant for.
    `reopen`: go on though it voids a match that has begun elsewhere. `visible`: the hands that the writer may see, and
    of which a refusal may speak.
    """

    match: str
    bodies: Sequence[bytes | msgspec.Raw]
    by: str
    expected: int | None = None
    key: ClientKey | None = None
    reopen: bool = False
    visible: int = ALL


class Companion(Protocol):
    """A hook on a match's new entries before they are stored: it may refuse them, or add records to the same append.

    It runs again whenever its records clash with those of another writer. `rows` are those stored beside the
    entries; `reopen`: the writer goes on though a match that has begun elsewhere is voided.
    """

    def __call__(
        self, match: Match, entries: Sequence[AnyEntry], by: str, rows: Sequence[RowWrite], *, reopen: bool
    ) -> Sequence[Record]: ...


def utc_now() -> str:
    """The time as RFC 3339, in UTC, to the millisecond."""
    seconds, milliseconds = divmod(time_ns() // 1_000_000, 1_000)
    return f"{_second(seconds)}.{milliseconds:03}Z"


@lru_cache(2)
def _second(since_1970: int) -> str:
    """One second as RFC 3339 says it, in UTC, without its zone: a hall asks for each of them thousands of times."""
    return datetime.fromtimestamp(since_1970, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _by_itself(
    steps: Callable[Concatenate["MatchCommands", P], CommandSteps[T]],
) -> Callable[Concatenate["MatchCommands", P], T]:
    """Returns the command that runs these steps by itself, not in a group."""

    def command(self: "MatchCommands", /, *args: P.args, **options: P.kwargs) -> T:
        return run_alone(self.log, steps(self, *args, **options))

    return command


class MatchCommands(MatchReader):
    """The matches of one log. `clock` gives RFC 3339 times, `chance` seeds; both are recorded with what they decide."""

    def __init__(
        self,
        log: Log,
        people: People,
        clock: Callable[[], str] = utc_now,
        chance: Callable[[], str] = lambda: token_hex(16),
    ) -> None:
        super().__init__(log)
        self.people = people
        self.clock = dry_run_clock(clock)
        self.chance = dry_run_seeds(chance)
        self.administration = Administration(log, self.clock)
        self._writing = [RLock() for _ in range(64)]
        self._companions: list[Companion] = []
        self._secrets = kept_in(people.store)

    def accompany(self, companion: Companion) -> None:
        """From now on this companion hears of every write, and adds its records to it."""
        self._companions.append(companion)

    # Opening a match

    def opening_match(
        self,
        request: OpenMatch,
        by: str,
        key: ClientKey | None = None,
        settle: Callable[[], Opening] | None = None,
    ) -> CommandSteps[StoredAppend]:
        """The steps of opening a match; with an idempotency key (and the digest of the body) a retry gives the first one again.

        `settle` gives the opening if it depends on more than `request`. Raises what `prepare` and `begin` do, and KeyReused.
        """

        def ready() -> PreparedMatch:
            return PreparedMatch(settle()) if settle else prepare(request, self.people, self.clock(), self.chance)

        return self._begin(ready, by, key)

    open_match = _by_itself(opening_match)

    def begin(
        self,
        opening: Opening,
        by: str,
        newcomers: Sequence[PersonDraft] = (),
        bodies: Sequence[bytes | msgspec.Raw] = (),
        tell: Callable[[int], None] | None = None,
    ) -> StoredAppend:
        """Appends the opening of a match and the events that follow it, all or none, and enters the newcomers.

        `tell` is called with how many of the events are decided. Raises Inconsistent where its id is taken, and for the
        events what `append` does.
        """
        return run_alone(
            self.log, self._begin(lambda: PreparedMatch(opening, tuple(newcomers)), by, None, bodies, tell)
        )

    def _begin(
        self,
        ready: Callable[[], PreparedMatch],
        by: str,
        key: ClientKey | None,
        bodies: Sequence[bytes | msgspec.Raw] = (),
        tell: Callable[[int], None] | None = None,
    ) -> CommandSteps[StoredAppend]:
        drafts: list[Draft] = []

        def make() -> tuple[New, Callable[[int], StoredAppend]]:
            opening, newcomers = ready()
            draft = self._draft(Match(opening.match, opening), by, of_record=True)
            draft.open()
            draft.add_all(read_all(draft.work, bodies), tell=tell)
            drafts.append(draft)
            records = [*(one.record(by) for one in newcomers), *_records(draft)]
            new = New(opening.match, records, [one.row() for one in newcomers])
            look_again = self.people.entering(newcomers)

            def stored(position: int) -> StoredAppend:
                look_again()
                return self._stored(draft, position)

            return new, stored

        def storing(records: Sequence[Record], rows: Sequence[RowWrite]) -> CommandSteps[int]:
            return self._store(drafts[-1], records, by, rows=rows)

        for _ in range(TRIES):
            try:
                return (yield from creating(self.log, Creation(key, by, self._opened, make), storing))
            except Clash:
                id_ = drafts.pop().work.id
                if self.log.read(id_, through=1):
                    raise Inconsistent(
                        Text(es=f"ya hay un encuentro {id_}", en=f"there is a match {id_} already")
                    ) from None
        raise Unavailable(stored="no")

    def _opened(self, id_: str) -> StoredAppend:
        """A match that was opened before, as it then was."""
        return StoredAppend(self.match_at(id_, 1), [], self.position_of(id_, 1), again=True)

    # Appending

    def appending(self, command: Append) -> CommandSteps[StoredAppend]:
        """The steps of appending events, all or none.

        Raises any refusal of referee.errors; with several bodies the refusal names the `index` of the one that failed.
        """
        return self._on_latest(command.match, lambda match: self._append(match, command))

    append = _by_itself(appending)

    def record(
        self, id_: str, decide: Callable[[Match], Event], by: str, rows: Callable[[], Sequence[RowWrite]]
    ) -> StoredAppend:
        """Appends an event that the service records by itself, as the match stands then, together with rows beside the log.

        Raises any refusal of referee.errors, and the errors of `decide`.
        """

        def recorded(match: Match) -> CommandSteps[StoredAppend]:
            draft = self._draft(match.copy(), by)
            draft.add(decide(match))
            return self._stored(draft, (yield from self._store(draft, _records(draft), by, rows=rows())))

        return run_alone(self.log, self._on_latest(id_, recorded))

    def _on_latest(self, id_: str, append: Callable[[Match], CommandSteps[StoredAppend]]) -> CommandSteps[StoredAppend]:
        """Runs `append` on the current match. Raises its errors, and Conflict if other writers are always first."""
        with self.lock_of(id_):
            match, ahead = self.last_known(id_), 0
            for _ in range(TRIES):
                try:
                    return (yield from append(match))
                except (Clash, ServiceRefusal) as error:
                    # What is in memory may be older than the log: another process writes to it too. Versions are
                    # unique, so what was accepted by mistake clashed, and what was refused is decided again.
                    fresh = self.match(id_)
                    ahead = fresh.version - match.version
                    if isinstance(error, ServiceRefusal) and not ahead:
                        raise
                    match = fresh
        if not ahead:
            # Refused as if another writer had been first, but there was none: the servers of the database disagree.
            raise Unavailable(stored="no")
        raise Conflict(
            Text(
                es="otra persona está escribiendo en este encuentro a la vez",
                en="somebody else is writing to this match at the same time",
            )
        )

    def appending_queued(
        self, id_: str, body: bytes | msgspec.Raw, by: str, digest: str, visible: int = ALL
    ) -> CommandSteps[AnyEntry]:
        """The steps of appending an event of a tablet's queue, which give its entry. `digest` is that of its Idempotency-Key.

        The key keeps it from being stored twice, when the queue comes again and when the tablet sends the event itself.
        Raises what `append` does.
        """
        result = yield from self.appending(Append(id_, [body], by, key=(digest, QUEUE), visible=visible))
        return result.entries[0]

    def _append(self, match: Match, command: Append) -> CommandSteps[StoredAppend]:
        by, key, visible = command.by, command.key, command.visible
        if key and (earlier := appended_before(self, match, command.bodies, key, by)):
            return earlier
        events = read_all(match, command.bodies)
        require_sendable(events)
        require_few_retracts(events)
        events = [self._known(match, event) for event in events]
        if visible != ALL:
            _require_players_own(match, events, visible)
        at_index(0, len(events), match.refuse_if_over, events[0])
        draft = self._draft(match.copy(), by, visible)
        old_version = command.expected if command.expected not in (None, match.version) else unseen(match, events[0])
        if old_version is not None:
            since = self.entries(match.id, after=old_version) if old_version < match.version else []
            raise conflict(draft, old_version, since, events, visible)
        entry_key = _entry_key(key, by, match.version + len(events)) if key else None
        draft.add_all(events, entry_key)
        over = draft.work.opening.confirm is not None and draft.work.ledger.status != "open"
        rows = [self.people.pins.of(match.id)] if over else self._pins_lost(match, draft.work)
        position = yield from self._store(draft, _records(draft), by, reopen=command.reopen, rows=rows)
        return self._stored(draft, position)

    def _known(self, match: Match, event: Event) -> Event:
        """Returns the event; a change of seats gets its first dealer by age. Raises NotFound, Inconsistent for a person twice."""
        if not isinstance(event, Seats):
            return event
        sitting = {seat.player for seat in match.opening.seats}
        oldest = seated_people([seat.player for seat in event.seats], sitting, match.rules, self.people)
        dealer = oldest if event.first_dealer is None else event.first_dealer
        return msgspec.structs.replace(event, first_dealer=dealer)

    def _pins_lost(self, before: Match, after: Match) -> list[RowWrite]:
        """The PINs of sides at which other people sit now: they were not theirs."""
        if after.opening.confirm is None or after.opening.seats == before.opening.seats:
            return []
        sides = changed_sides(before.opening.seats, after.opening.seats, after.state.sides)
        return [self.people.pins.of(after.id, side) for side in sides]

    # Deciding and storing

    def _draft(self, work: Match, by: str, visible: int = ALL, *, of_record: bool = False) -> Draft:
        def past(version: int) -> list[AnyEntry]:
            return self.entries(work.id, through=version)

        sealing = Sealing(self.chance, self._secrets, of_record=of_record)
        return Draft(work, past, self.clock(), by, sealing, visible, of_record=of_record)

    def _store(
        self, draft: Draft, records: Sequence[Record], by: str, *, reopen: bool = False, rows: Sequence[RowWrite] = ()
    ) -> CommandSteps[int]:
        """Stores records together with what the companions add. Raises Clash where the match's own met others."""
        for _ in range(TRIES):
            more = [
                record
                for hear in self._companions
                for record in hear(draft.work, draft.entries, by, rows, reopen=reopen)
            ]
            try:
                return (yield Write([*records, *more], [*rows, *draft.sealing.rows(draft.work.id)]))
            except Clash:
                if not more or self.log.is_taken(records):
                    raise
        raise Conflict(
            Text(
                es="otra persona está escribiendo en este campeonato a la vez",
                en="somebody else is writing to this championship at the same time",
            )
        )

    def _stored(self, draft: Draft, position: int) -> StoredAppend:
        self.keep(draft.work, position)
        return StoredAppend(draft.work, draft.entries, position)

    def lock_of(self, id_: str) -> RLock:
        """Returns the lock of a match, held by its writers in this process. Writers in others clash at the log's versions."""
        return self._writing[hash(id_) % len(self._writing)]


def _require_players_own(match: Match, events: Sequence[Event], visible: int) -> None:
    """Raises Forbidden for more than one event of a player at once, and for one that cards they have not seen may refuse."""
    players.require_one_event(len(events))
    players.require_own_knowledge(match.state, events[0], visible)


def _entry_key(key: ClientKey, by: str, last: int) -> Key:
    """Returns the stored form of an Idempotency-Key, for the first of its entries; `last` is the version of the last."""
    return queue_key(key[0], last) if key[1] == QUEUE else Key(f"{by} {key[0]}", key[1], last)


def _records(draft: Draft) -> list[Record]:
    return [
        Record(draft.work.id, entry.version, tag(type(entry.event)), msgspec.json.encode(entry))
        for entry in draft.entries
    ]
