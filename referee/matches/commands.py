"""The commands of the referee: open a match, append to it. The way of a write is on this page.

A play comes as `POST /v1/matches/{id}/events`:

1. `append_events` in `api.routes.matches.match` reads the body, If-Match and Idempotency-Key, and refuses an author who may not
   write these events (`requested_events`), and a confirmation at a tablet without the PIN of its side (`require_keys`). It makes
   one `Append` of them, which is passed whole.
2. `write_events` in `api.http.commands` has `GroupCommit` (`referee.log.commits.group`) run the steps of the command: a few
   events in the event loop, more of them in a thread. A `retract` runs alone and in a thread, since it folds the match again.
3. `MatchCommands.appending` takes the match as this process knew it last, under its lock. Commands of one group may have the
   same lock and version: the log's versions decide (9).
4. Replay: an Idempotency-Key that is stored already gives what it gave the first time (`replays`).
5. Parse: the bodies become the match's own events, strictly (`preconditions.read_events`).
6. Preconditions: events that a client may send, now, in this number (`preconditions`). Events for another version than the
   present one are refused, with what came since and a verdict on each (`conflict`).
7. Decide: a `draft` takes the events on a working copy of the match, within the room of their author (`require_room`). What
   chance decides comes from the `seed_resolver`. `Match.decide` judges each event by the rules and moves the copy on, to the
   next version; `Match.record_with_line` makes its entry, and chains it. The first entry keeps the Idempotency-Key (`Entry.key`).
8. Hooks: in a match that is played for a fixture, the contest adds records to the same transaction, or refuses
   (`referee.championship.matches`).
9. Commit: the command yields a `Write` of all records and rows, and resumes once it is stored. Commands that wait at the same
   moment are stored in one transaction (`referee.log.commits.group`), the first of them for each match. If its versions are
   taken, it begins again at step 4 with the match as it is then; only the hooks run again if another stream was written to.
10. Publish: the working copy becomes what readers see, and no reader sees an event that is not stored. Streams and read models
    are notified (`Log.publish`).
11. What follows the log wakes, in no order among themselves: streams, read models, the tree and its checkpoints
    (`api.workers`), webhooks (`api.webhooks`). A further follower has a position of its own and is started in `_writing` in
    `api.app`; what may be lost is a hook (`Log.add_commit_hook`, in `api.compose`).
12. The route answers from what was decided: the lines that the chain was made of, and the view of the copy.

Clock, chance and ids come in from outside; the rules have none of their own.
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
from referee.log.idempotency import ClientKey, key_records, made_before
from referee.log.log import Log
from referee.log.records import Clash, Record, Write
from referee.log.row_writes import RowWrite
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import Event, Opening, Seats
from referee.match.seats import changed_sides
from referee.match.state import ALL
from referee.matches.append import Append, StoredAppend
from referee.matches.conflict import conflict
from referee.matches.draft import Draft
from referee.matches.opening import OpenMatch, PreparedMatch, prepare, seated_people
from referee.matches.preconditions import older_version, read_events, require_client_events, require_due, require_open
from referee.matches.queries import MatchReader
from referee.matches.replays import QUEUE, appended_before, stored_key
from referee.matches.seed_resolver import SeedResolver, stored_secrets
from referee.operations.acts import AnyAct
from referee.operations.record import ActDecision, Administration
from referee.people.register import People, PersonDraft
from referee.text import Text

E = TypeVar("E", bound=Event)
P = ParamSpec("P")
T = TypeVar("T")
MOST_EVENTS = 500
"""Events in one append."""
TRIES = 50
"""Most times that an append without If-Match is decided again after another writer was first."""


class FixtureHook(Protocol):
    """A hook on the new entries of a fixture's match before they are stored: it may refuse them, or add records to the append.

    It runs again whenever its records clash with those of another writer. `reopen`: the writer goes on though a match that has
    begun elsewhere is voided.
    """

    def __call__(
        self, fixture: str, match: Match, entries: Sequence[AnyEntry], by: str, *, reopen: bool
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
    """The matches of one log. `clock` gives RFC 3339 times, `seed_source` seeds; both are recorded with what they decide."""

    def __init__(
        self,
        log: Log,
        people: People,
        clock: Callable[[], str] = utc_now,
        seed_source: Callable[[], str] = lambda: token_hex(16),
    ) -> None:
        super().__init__(log)
        self.people = people
        self.clock = clock
        self.seed_source = seed_source
        self.administration = Administration(log, self.clock)
        self._locks = [RLock() for _ in range(64)]
        self._fixture_hooks: list[FixtureHook] = []
        self._secrets = stored_secrets(people.store)

    def add_fixture_hook(self, hook: FixtureHook) -> None:
        """Calls this hook before every write to a match that is played for a fixture, from now on."""
        self._fixture_hooks.append(hook)

    # Appending

    def appending(self, append: Append) -> CommandSteps[StoredAppend]:
        """The steps of appending events, all or none.

        Raises any refusal of referee.errors; with several bodies the refusal names the `index` of the one that failed.
        """
        return self._on_latest(append.match, lambda match: self._append(match, append))

    append = _by_itself(appending)

    def _append(self, match: Match, append: Append) -> CommandSteps[StoredAppend]:
        if append.key and (replay := appended_before(self, match, append, append.key)):
            return replay
        events = read_events(match, append.bodies)
        require_client_events(events)
        events = [self._with_first_dealer(match, event) if isinstance(event, Seats) else event for event in events]
        version = older_version(match, append.expected, events[0])
        require_due(match, events, append.visible)
        draft = self._draft(match.copy(), append.by, append.visible)
        if version is not None:
            # Of a match that is over, this is said first; events of its present version are refused as they are decided.
            require_open(match, events)
            raise conflict(draft, version, self._since(match, version), events, append.visible)
        draft.add_all(events, append.key and stored_key(append.key, append.by, match.version + len(events)))
        rows = self._pins_lost(match, draft.work)
        position = yield from self._commit(draft, draft.records(), append.by, rows, reopen=append.reopen)
        return self._publish(draft, position)

    def appending_queued(
        self, id_: str, body: bytes | msgspec.Raw, by: str, key_digest: str, visible: int = ALL
    ) -> CommandSteps[AnyEntry]:
        """The steps of appending an event of a tablet's queue, which give its entry. `key_digest` is that of its Idempotency-Key.

        The key keeps it from being stored twice, when the queue comes again and when the tablet sends the event itself.
        Raises what `append` does.
        """
        result = yield from self.appending(Append(id_, [body], by, key=(key_digest, QUEUE), visible=visible))
        return result.entries[0]

    def record(
        self, id_: str, decide: Callable[[Match], E], by: str, act: Callable[[E], ActDecision] = lambda _: ActDecision()
    ) -> StoredAppend:
        """Appends an event that the service records by itself, as the match stands then, with the acts and rows that `act` gives.

        Raises any refusal of referee.errors, and the errors of `decide`.
        """

        def steps(match: Match) -> CommandSteps[StoredAppend]:
            draft = self._draft(match.copy(), by)
            event = decide(match)
            draft.add(event)
            acts = act(event)
            position = yield from self._commit(draft, draft.records(), by, acts.rows, acts.acts)
            return self._publish(draft, position)

        return run_alone(self.log, self._on_latest(id_, steps))

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
            # The last try clashed, and the log that was read after it has nothing new: one server refused, another was read.
            raise Unavailable(stored="no")
        raise Conflict(
            Text(
                es="otra persona está escribiendo en este encuentro a la vez",
                en="somebody else is writing to this match at the same time",
            )
        )

    def lock_of(self, id_: str) -> RLock:
        """Returns the lock of a match, held by its writers in this process. Writers in others clash at the log's versions."""
        return self._locks[hash(id_) % len(self._locks)]

    def _with_first_dealer(self, match: Match, event: Seats) -> Seats:
        """Returns a change of seats with its first dealer by age. Raises NotFound, Inconsistent for a person twice."""
        sitting = {seat.player for seat in match.opening.seats}
        oldest = seated_people([seat.player for seat in event.seats], sitting, match.rules, self.people)
        dealer = oldest if event.first_dealer is None else event.first_dealer
        return msgspec.structs.replace(event, first_dealer=dealer)

    def _since(self, match: Match, version: int) -> list[AnyEntry]:
        """Returns the entries of a match above a version; none if it has no such version yet."""
        return self.entries(match.id, after=version) if version < match.version else []

    def _pins_lost(self, before: Match, after: Match) -> list[RowWrite]:
        """Returns the deletions of PINs that serve no longer: all once the match is over, or those of sides with other people."""
        if after.opening.confirm is None:
            return []
        if after.ledger.status != "open":
            return [self.people.pins.of(after.id)]
        if after.opening.seats == before.opening.seats:
            return []
        sides = changed_sides(before.opening.seats, after.opening.seats, after.state.sides)
        return [self.people.pins.of(after.id, side) for side in sides]

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
            return PreparedMatch(settle()) if settle else prepare(request, self.people, self.clock(), self.seed_source)

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
        for _ in range(TRIES):
            if (id_ := made_before(self.log, key, by)) is not None:
                return self._earlier_opening(id_)
            opening, newcomers = ready()
            draft = self._draft(Match(opening.match, opening), by, of_record=True)
            draft.open()
            draft.add_all(read_events(draft.work, bodies), tell=tell)
            records = [*(one.record(by) for one in newcomers), *draft.records(), *key_records(key, by, opening.match)]
            cache_names = self.people.entering(newcomers)
            try:
                position = yield from self._commit(draft, records, by, [one.row() for one in newcomers])
            except Clash:
                if made_before(self.log, key, by) is None and self.log.read(opening.match, through=1):
                    raise _taken_id_refusal(opening.match) from None
                continue
            cache_names()
            return self._publish(draft, position)
        raise Unavailable(stored="no")

    def _earlier_opening(self, id_: str) -> StoredAppend:
        """A match that was opened before, as it then was."""
        return StoredAppend(self.match_at(id_, 1), [], [], self.position_of(id_, 1), again=True)

    # Deciding, storing, publishing

    def _draft(self, work: Match, by: str, visible: int = ALL, *, of_record: bool = False) -> Draft:
        def past(version: int) -> list[AnyEntry]:
            return self.entries(work.id, through=version)

        at, seeds = self.clock(), SeedResolver(self.seed_source, self._secrets, of_record=of_record)
        return Draft(work, past, at, by, seeds, visible, of_record=of_record)

    def _commit(
        self,
        draft: Draft,
        records: Sequence[Record],
        by: str,
        rows: Sequence[RowWrite],
        acts: Sequence[AnyAct] = (),
        *,
        reopen: bool = False,
    ) -> CommandSteps[int]:
        """Stores records together with acts and what the hooks add; returns the position.

        Raises Clash if the own version of the match is taken, Conflict if the streams of the others have always changed since.
        """
        match, fixture = draft.work, draft.work.opening.fixture
        for _ in range(TRIES):
            extra_records: list[Record] = []
            if fixture is not None:
                for hook in self._fixture_hooks:
                    extra_records += hook(fixture, match, draft.entries, by, reopen=reopen)
            if acts:
                extra_records += self.administration.records(acts, by)
            try:
                return (yield Write([*records, *extra_records], [*rows, *draft.seeds.rows(match.id)]))
            except Clash:
                if not extra_records or self.log.is_taken(records):
                    raise
        raise Conflict(
            Text(
                es="otra persona está escribiendo en este campeonato a la vez",
                en="somebody else is writing to this championship at the same time",
            )
        )

    def _publish(self, draft: Draft, position: int) -> StoredAppend:
        """Lets readers see what was stored, and returns it."""
        self.keep(draft.work, position)
        return StoredAppend(draft.work, draft.entries, draft.lines, position)


def _taken_id_refusal(id_: str) -> Inconsistent:
    return Inconsistent(Text(es=f"ya hay un encuentro {id_}", en=f"there is a match {id_} already"))
