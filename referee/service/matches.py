"""The commands of the referee: open a match, append to it.

A command decides on a working copy, appends to the log, and then lets the copy become what readers see, so nobody sees an
event that is not stored. Clock, chance and ids come in from outside; the rules have none of their own.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from secrets import token_hex
from threading import RLock
from time import time_ns
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from referee.administration.record import Administration
from referee.errors import Conflict, Inconsistent, Refused, Unavailable
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key
from referee.match.judge import players
from referee.match.registry import tag
from referee.match.seating.seats import changed_sides
from referee.match.state import ALL
from referee.match.vocabulary import Event, Opening, Seats
from referee.people.register import People, PersonDraft
from referee.service.bounds import need_few_retracts
from referee.service.conflict import conflict, unseen
from referee.service.draft import Draft, at_index, read_all
from referee.service.idempotency import ClientKey, Creation, New, creating
from referee.service.opening import OpenMatch, Prepared, prepare, seated_people
from referee.service.queue import QUEUE, queue_key
from referee.service.reading import MatchReader
from referee.service.retries import Appended, appended_before
from referee.service.sealing import Sealing, kept_in
from referee.service.sending import need_sendable
from referee.store.commits.group import CommandSteps, run_alone
from referee.store.dry_run import dry_run_clock, dry_run_seeds
from referee.store.log import Clash, Log, Record, Write
from referee.store.row_writes import RowWrite
from referee.text import Text

P = ParamSpec("P")
T = TypeVar("T")
MOST_EVENTS = 500
"""Events in one append."""
TRIES = 50
"""How often an append without If-Match is decided again when somebody else wrote first."""


class Append(msgspec.Struct, frozen=True):
    """Events given as JSON, to be appended to a match by somebody, all or none. `expected` is the version they were meant for.

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
    """What hears of a match's new entries before they are stored: it may refuse them, or add records to the same append.

    It is asked again whenever the records that it added met somebody else's at the log. `rows` are those stored beside the
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


def _by_itself(steps: Callable[Concatenate["Service", P], CommandSteps[T]]) -> Callable[Concatenate["Service", P], T]:
    """The command of which these are the steps, for who does not store it together with others."""

    def command(self: "Service", /, *args: P.args, **named: P.kwargs) -> T:
        return run_alone(self.log, steps(self, *args, **named))

    return command


class Service(MatchReader):
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
        asked: OpenMatch,
        by: str,
        key: ClientKey | None = None,
        settle: Callable[[], Opening] | None = None,
    ) -> CommandSteps[Appended]:
        """The steps of opening a match; with an idempotency key (and the digest of the body) a retry gives the first one again.

        `settle` gives the opening where more than `asked` decides it. Raises what `prepare` and `begin` do, and KeyReused.
        """

        def ready() -> Prepared:
            return Prepared(settle()) if settle else prepare(asked, self.people, self.clock(), self.chance)

        return self._begin(ready, by, key)

    open_match = _by_itself(opening_match)

    def begin(
        self,
        opening: Opening,
        by: str,
        newcomers: Sequence[PersonDraft] = (),
        bodies: Sequence[bytes | msgspec.Raw] = (),
        tell: Callable[[int], None] | None = None,
    ) -> Appended:
        """Appends the opening of a match and the events that follow it, all or none, and enters the newcomers.

        `tell` is called with how many of the events are decided. Raises Inconsistent where its id is taken, and for the
        events what `append` does.
        """
        return run_alone(self.log, self._begin(lambda: Prepared(opening, tuple(newcomers)), by, None, bodies, tell))

    def _begin(
        self,
        ready: Callable[[], Prepared],
        by: str,
        key: ClientKey | None,
        bodies: Sequence[bytes | msgspec.Raw] = (),
        tell: Callable[[int], None] | None = None,
    ) -> CommandSteps[Appended]:
        begun: list[Draft] = []

        def make() -> tuple[New, Callable[[int], Appended]]:
            opening, newcomers = ready()
            draft = self._draft(Match(opening.match, opening), by, of_record=True)
            draft.open()
            draft.add_all(read_all(draft.work, bodies), tell=tell)
            begun.append(draft)
            records = [*(one.record(by) for one in newcomers), *_records(draft)]
            new = New(opening.match, records, [one.row() for one in newcomers])
            entered = self.people.entering(newcomers)

            def stored(position: int) -> Appended:
                entered()
                return self._stored(draft, position)

            return new, stored

        def storing(records: Sequence[Record], rows: Sequence[RowWrite]) -> CommandSteps[int]:
            return self._store(begun[-1], records, by, rows=rows)

        for _ in range(TRIES):
            try:
                return (yield from creating(self.log, Creation(key, by, self._opened, make), storing))
            except Clash:
                taken = begun.pop().work.id
                if self.log.read(taken, through=1):
                    raise Inconsistent(
                        Text(es=f"ya hay un encuentro {taken}", en=f"there is a match {taken} already")
                    ) from None
        raise Unavailable(stored="no")

    def _opened(self, id_: str) -> Appended:
        """A match that was opened before, as it then was."""
        return Appended(self.match_at(id_, 1), [], self.position_of(id_, 1), again=True)

    # Appending

    def appending(self, asked: Append) -> CommandSteps[Appended]:
        """The steps of appending events, all or none.

        Raises any refusal of referee.errors; with several bodies the refusal names the `index` of the one that failed.
        """
        return self._on_latest(asked.match, lambda match: self._append(match, asked))

    append = _by_itself(appending)

    def record(
        self, id_: str, happened: Callable[[Match], Event], by: str, rows: Callable[[], Sequence[RowWrite]]
    ) -> Appended:
        """Appends an event that the service records by itself, as the match stands then, together with rows beside the log.

        Raises any refusal of referee.errors, and what `happened` raises.
        """

        def recorded(match: Match) -> CommandSteps[Appended]:
            draft = self._draft(match.copy(), by)
            draft.add(happened(match))
            return self._stored(draft, (yield from self._store(draft, _records(draft), by, rows=rows())))

        return run_alone(self.log, self._on_latest(id_, recorded))

    def _on_latest(self, id_: str, append: Callable[[Match], CommandSteps[Appended]]) -> CommandSteps[Appended]:
        """What `append` makes of the match as it is now. Raises what it raises, and Conflict where others write all the time."""
        with self.lock_of(id_):
            match, ahead = self.last_known(id_), 0
            for _ in range(TRIES):
                try:
                    return (yield from append(match))
                except (Clash, Refused) as error:
                    # What is in memory may be older than the log: another process writes to it too. Versions are
                    # unique, so what was accepted by mistake clashed, and what was refused is decided again.
                    fresh = self.match(id_)
                    ahead = fresh.version - match.version
                    if isinstance(error, Refused) and not ahead:
                        raise
                    match = fresh
        if not ahead:
            # Refused as though somebody had been first, and nobody was: the servers of the database disagree.
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
        done = yield from self.appending(Append(id_, [body], by, key=(digest, QUEUE), visible=visible))
        return done.entries[0]

    def _append(self, match: Match, asked: Append) -> CommandSteps[Appended]:
        by, key, visible = asked.by, asked.key, asked.visible
        if key and (done := appended_before(self, match, asked.bodies, key, by)):
            return done
        events = read_all(match, asked.bodies)
        need_sendable(events)
        need_few_retracts(events)
        events = [self._known(match, event) for event in events]
        if visible != ALL:
            _need_players_own(match, events, visible)
        at_index(0, len(events), match.refuse_if_over, events[0])
        draft = self._draft(match.copy(), by, visible)
        meant = asked.expected if asked.expected not in (None, match.version) else unseen(match, events[0])
        if meant is not None:
            since = self.entries(match.id, after=meant) if meant < match.version else []
            raise conflict(draft, meant, since, events, visible)
        kept = _kept(key, by, match.version + len(events)) if key else None
        draft.add_all(events, kept)
        over = draft.work.opening.confirm is not None and draft.work.ledger.status != "open"
        rows = [self.people.pins.of(match.id)] if over else self._pins_lost(match, draft.work)
        position = yield from self._store(draft, _records(draft), by, reopen=asked.reopen, rows=rows)
        return self._stored(draft, position)

    def _known(self, match: Match, event: Event) -> Event:
        """The event; one that names people with who deals first by their ages. Raises NotFound, Inconsistent for one twice."""
        if not isinstance(event, Seats):
            return event
        sitting = {taken.player for taken in match.opening.seats}
        oldest = seated_people([seat.player for seat in event.seats], sitting, match.rules, self.people)
        dealer = oldest if event.first_dealer is None else event.first_dealer
        return msgspec.structs.replace(event, first_dealer=dealer)

    def _pins_lost(self, before: Match, after: Match) -> list[RowWrite]:
        """The PINs of sides at which other people sit now: they were not theirs."""
        if after.opening.confirm is None or after.opening.seats == before.opening.seats:
            return []
        changed = changed_sides(before.opening.seats, after.opening.seats, after.state.sides)
        return [self.people.pins.of(after.id, side) for side in changed]

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
                added for hear in self._companions for added in hear(draft.work, draft.entries, by, rows, reopen=reopen)
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

    def _stored(self, draft: Draft, position: int) -> Appended:
        self.keep(draft.work, position)
        return Appended(draft.work, draft.entries, position)

    def lock_of(self, id_: str) -> RLock:
        """Whoever writes to a match in this process holds its lock; other processes meet at the log's versions."""
        return self._writing[hash(id_) % len(self._writing)]


def _need_players_own(match: Match, events: Sequence[Event], visible: int) -> None:
    """Raises Forbidden for more than one event of a player at once, and for one that cards they have not seen may refuse."""
    players.need_one_event(len(events))
    players.need_own_knowledge(match.state, events[0], visible)


def _kept(key: ClientKey, by: str, last: int) -> Key:
    """What is kept of an Idempotency-Key with the first of the entries it came with, the last of which is `last`."""
    return queue_key(key[0], last) if key[1] == QUEUE else Key(f"{by} {key[0]}", key[1], last)


def _records(draft: Draft) -> list[Record]:
    return [
        Record(draft.work.id, entry.version, tag(type(entry.event)), msgspec.json.encode(entry))
        for entry in draft.entries
    ]
