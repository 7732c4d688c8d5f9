"""The commands and questions of the referee: open a match, append to it, see it as it is or was.

A command decides on a working copy, appends to the log, and then lets the copy become what readers see, so nobody sees an
event that is not stored. Clock, chance and ids come in from outside; the rules have none of their own.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from secrets import token_hex
from threading import Lock, RLock
from typing import Any, Protocol

import msgspec

from referee.errors import Conflict, Inconsistent, KeyReused, NotFound, Refused
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Key, decode, decode_opening
from referee.match.redaction import shown
from referee.match.registry import language, tag
from referee.match.state import ALL
from referee.match.vocabulary import Event, Opening
from referee.people.namesakes import Candidate, ambiguous
from referee.people.register import People
from referee.service.opening import OpenMatch, prepare
from referee.store.log import Clash, Log, Record
from referee.text import Text

MATCHES_KEPT = 512
"""Open matches kept in memory; a colder one is folded again from the log."""
MOST_EVENTS = 500
"""Events in one append."""
TRIES = 50
"""How often an append without If-Match is decided anew when somebody else wrote first."""


class Appended(msgspec.Struct, frozen=True):
    """What an append wrote: the match as it then was, and the entries."""

    match: Match
    entries: list[AnyEntry]
    again: bool = False
    """Whether this answers a retry of what had been written before."""


class Companion(Protocol):
    """What hears of a match's new entries before they are stored: it may refuse them, or add records to the same append.

    It is asked anew whenever the records that it added met somebody else's at the log. `reopen`: the writer goes on though
    a match that has begun elsewhere is voided.
    """

    def __call__(self, match: Match, entries: Sequence[AnyEntry], by: str, *, reopen: bool) -> Sequence[Record]: ...


def utc_now() -> str:
    """The time as RFC 3339, in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Service:
    """The matches of one log. `clock` gives RFC 3339 times, `chance` seeds; both are recorded with what they decide."""

    def __init__(
        self,
        log: Log,
        people: People,
        clock: Callable[[], str] = utc_now,
        chance: Callable[[], str] = lambda: token_hex(16),
    ) -> None:
        self.log = log
        self.people = people
        self.clock = clock
        self.chance = chance
        self._kept: OrderedDict[str, Match] = OrderedDict()
        self.position = 0
        """The log position of this process's last write."""
        self._keeping = Lock()
        self._writing = [RLock() for _ in range(64)]
        self.companions: list[Companion] = []

    # Questions

    def match(self, id_: str) -> Match:
        """A match as it is now. Do not change it. Raises NotFound."""
        kept = self._kept.get(id_)
        fresh = self.log.read(id_, after=kept.version if kept else 0)
        if kept is None or any(record.topic == "retract" for record in fresh):
            kept = Match.fold(id_, self.entries(id_))
        elif fresh:
            kept = kept.copy()
            kept.follow([decode(bytes(r.state), r.topic, kept.rules.id) for r in fresh])
        self._keep(kept)
        return kept

    def match_at(self, id_: str, version: int) -> Match:
        """A match as it was at a version. Raises NotFound for a version that it does not have."""
        entries = self.entries(id_, upto=version)
        if len(entries) != version:
            raise NotFound(
                Text(
                    es=f"la partida no tiene versión {version}: va por la {len(entries)}",
                    en=f"the match has no version {version}: it is at {len(entries)}",
                )
            )
        return Match.fold(id_, entries)

    def entries(self, id_: str, after: int = 0, upto: int | None = None) -> list[AnyEntry]:
        """The entries of a match above version `after`. Raises NotFound when there is no such match."""
        records = self.log.read(id_, after, upto)
        if after == 0 or not records:
            first = records[0] if records and after == 0 else next(iter(self.log.read(id_, upto=1)), None)
            if first is None or first.topic != "open":
                raise self._no_match(id_)
            opening = decode_opening(bytes(first.state)).event
        else:
            opening = self.opening(id_)
        return [decode(bytes(r.state), r.topic, opening.ruleset) for r in records]

    def opening(self, id_: str) -> Opening:
        """How a match was opened. Raises NotFound."""
        kept = self._kept.get(id_)
        if kept is not None:
            return kept.opening
        first = next(iter(self.log.read(id_, upto=1)), None)
        if first is None or first.topic != "open":
            raise self._no_match(id_)
        return decode_opening(bytes(first.state)).event

    def matches_kept(self) -> int:
        """How many matches are in memory."""
        return len(self._kept)

    def _no_match(self, id_: str) -> NotFound:
        return NotFound(Text(es=f"no hay partida {id_}", en=f"there is no match {id_}"))

    def _keep(self, match: Match) -> None:
        with self._keeping:
            known = self._kept.get(match.id)
            if known is None or known.version <= match.version:
                self._kept[match.id] = match
            self._kept.move_to_end(match.id)
            while len(self._kept) > MATCHES_KEPT:
                self._kept.popitem(last=False)

    def _turn(self, id_: str) -> RLock:
        """Whoever writes to a match in this process holds its lock; other processes meet at the log's versions."""
        return self._writing[hash(id_) % len(self._writing)]

    # Opening a match

    def open_match(
        self,
        asked: OpenMatch,
        by: str,
        key: tuple[str, str] | None = None,
        settle: Callable[[], Opening] | None = None,
    ) -> tuple[Match, bool]:
        """Opens a match; with an idempotency key (and the digest of the body) a retry gives the first one again.

        Returns the match, and whether it was there before. `settle` gives the opening where more than `asked` decides it.
        Raises what `prepare` does, and KeyReused.
        """
        if key and (known := self._opened_before(key, by)):
            return known, True
        opening = settle() if settle else prepare(asked, self.people, self.clock(), self.chance)
        return self.begin(opening, by, key), False

    def begin(
        self,
        opening: Opening,
        by: str,
        key: tuple[str, str] | None = None,
        bodies: Sequence[bytes | msgspec.Raw] = (),
    ) -> Match:
        """Appends the opening of a match and the events that follow it, all or none.

        Raises Inconsistent where its id is taken, and for the events what `append` does.
        """
        match = Match(opening.match, opening)
        at = self.clock()
        entries = [match.record(opening, (), at, by)]
        entries += self._decide_all(match, entries, _read_all(match, bodies), at, by)
        records = [_record(match.id, entry) for entry in entries]
        if key:
            records.append(key_record(key, by, match.id))
        try:
            self._store(match, entries, records, by)
        except Clash:
            if key and (known := self._opened_before(key, by)):
                return known
            raise Inconsistent(
                Text(es=f"ya hay una partida {match.id}", en=f"there is a match {match.id} already")
            ) from None
        self._keep(match)
        return match

    def _opened_before(self, key: tuple[str, str], by: str) -> Match | None:
        known = self.seen_before(key, by)
        return self.match(known) if known else None

    # People

    def enter_player(
        self,
        name: str,
        birth_date: date | None,
        by: str,
        key: tuple[str, str] | None = None,
        *,
        distinct: bool = False,
    ) -> str:
        """Enters a person and returns the id; with an idempotency key a retry gives the first one again.

        Raises Ambiguous for a name that looks like somebody's who is there, unless it is said to be another's.
        """
        known = self.seen_before(key, by) if key else None
        if known is not None:
            return known
        if not distinct and (alike := self.people.alike(name)):
            candidates = [Candidate(person.id, person.name, person.birth_date) for person in alike]
            raise ambiguous(name, candidates, "$.name")
        [id_] = self.people.add([(name, birth_date)], self.clock())
        if key:
            try:
                self.log.append([key_record(key, by, id_)])
            except Clash:
                self.people.erase(id_)
                return self.seen_before(key, by) or id_
        return id_

    def seen_before(self, key: tuple[str, str], by: str) -> str | None:
        """The id of what an idempotency key made when it first came. Raises KeyReused for another body."""
        found = self.log.read(_key_stream(key[0], by))
        if not found:
            return None
        made = msgspec.json.decode(bytes(found[0].state))
        if made["digest"] != key[1]:
            raise reused()
        return str(made["match"])

    # Appending

    def append(
        self,
        id_: str,
        bodies: Sequence[bytes | msgspec.Raw],
        by: str,
        *,
        expected: int | None = None,
        key: tuple[str, str] | None = None,
        reopen: bool = False,
        visible: int = ALL,
    ) -> Appended:
        """Appends events given as JSON, all or none. `expected` is the version they were meant for.

        `reopen`: go on though it voids a match that has begun elsewhere. `visible`: the hands that the writer may see, and
        of which a refusal may speak.

        Raises any refusal of referee.errors; with several bodies the refusal names the `index` of the one that failed.
        """
        with self._turn(id_):
            match = self._kept.get(id_) or self.match(id_)
            for _ in range(TRIES):
                try:
                    return self._append(match, bodies, by, expected, key, reopen, visible)
                except (Clash, Refused):
                    # What is in memory may be older than the log: another process writes to it too. Versions are
                    # unique, so what was accepted by mistake clashed, and what was refused is decided anew.
                    fresh = self.match(id_)
                    if fresh.version == match.version:
                        raise
                    match = fresh
        raise Conflict(Text(es="otros escriben en esta partida a la vez", en="others write to this match at once"))

    def _append(
        self,
        match: Match,
        bodies: Sequence[bytes | msgspec.Raw],
        by: str,
        expected: int | None,
        key: tuple[str, str] | None,
        reopen: bool,
        visible: int,
    ) -> Appended:
        if key and (done := self._appended_before(match, key, by)):
            return done
        events = _read_all(match, bodies)
        _at_index(0, len(events), match.refuse_if_over, events[0])
        if expected is not None and expected != match.version:
            raise self._conflict(match, expected, events, visible)
        work = match.copy()
        kept = Key(f"{by} {key[0]}", key[1], match.version + len(events)) if key else None
        entries = self._decide_all(work, None, events, self.clock(), by, kept, visible)
        self._store(work, entries, [_record(match.id, entry) for entry in entries], by, reopen)
        self._keep(work)
        if work.opening.confirm is not None and work.ledger.status != "open":
            self.people.pins.erase(work.id)
        return Appended(work, entries)

    def _store(
        self, match: Match, entries: Sequence[AnyEntry], records: Sequence[Record], by: str, reopen: bool = False
    ) -> None:
        """Appends a match's records together with what its companions add. Raises Clash where the match's own met others."""
        for _ in range(TRIES):
            more = [added for hear in self.companions for added in hear(match, entries, by, reopen=reopen)]
            try:
                self.position = self.log.append([*records, *more])
                return
            except Clash:
                taken = any(
                    self.log.read(str(r.originator_id), r.originator_version - 1, r.originator_version) for r in records
                )
                if taken or not more:
                    raise
        raise Conflict(
            Text(es="otros escriben en este campeonato a la vez", en="others write to this championship at once")
        )

    def _decide_all(
        self,
        work: Match,
        before: Sequence[AnyEntry] | None,
        events: Sequence[Event],
        at: str,
        by: str,
        key: Key | None = None,
        visible: int = ALL,
    ) -> list[AnyEntry]:
        """Decides the events one after the other on `work`; `before` are its entries so far, None for those stored."""
        entries: list[AnyEntry] = []

        def past(version: int) -> Match:
            sofar = self.entries(work.id, upto=version) if before is None else list(before)
            return Match.fold(work.id, (sofar + entries)[:version])

        for index, event in enumerate(events):
            whole, facts = _at_index(index, len(events), self._decide, work, event, past, visible)
            entries.append(work.record(whole, facts, at, by, key if index == 0 else None))
        return entries

    def _decide(
        self, match: Match, event: Event, past: Callable[[int], Match], visible: int = ALL
    ) -> tuple[Event, Any]:
        whole = match.complete(event, self.chance())
        return whole, match.decide(whole, past, visible)

    def _conflict(self, match: Match, expected: int, events: Sequence[Event], visible: int) -> Conflict:
        since = [] if expected > match.version else self.entries(match.id, after=expected)
        still = "regular"
        try:
            work = match.copy()
            for event in events:
                breach = None if event.GAME is False else work.check(work.complete(event, "0"), work.version + 1)
                still = "irregular" if breach else still
                self._decide(work, event, lambda version: self.match_at(match.id, version))
        except Refused as refused:
            still = "irregular" if refused.code == "irregular" else "impossible"
        return Conflict(
            Text(
                es=f"la partida va por la versión {match.version}, no por la {expected}",
                en=f"the match is at version {match.version}, not {expected}",
            ),
            extra={
                "version": match.version,
                "since": [shown(match, entry, visible) for entry in since],
                "still": still,
            },
        )

    def answered(self, id_: str, key: tuple[str, str], by: str) -> bool:
        """Whether an append with this idempotency key, by the same and with the same body, was stored. Raises NotFound."""
        known = self.match(id_).keys.get(f"{by} {key[0]}")
        return known is not None and known.digest == key[1]

    def _appended_before(self, match: Match, key: tuple[str, str], by: str) -> Appended | None:
        known = match.keys.get(f"{by} {key[0]}")
        if known is None:
            return None
        if known.digest != key[1]:
            raise reused()
        entries = self.entries(match.id, upto=known.last)
        first = next(i for i, entry in enumerate(entries) if entry.key == known)
        return Appended(Match.fold(match.id, entries), entries[first:], again=True)


def _record(stream: str, entry: AnyEntry) -> Record:
    return Record(stream, entry.version, tag(type(entry.event)), msgspec.json.encode(entry))


def key_record(key: tuple[str, str], by: str, made: str) -> Record:
    """What remembers that an idempotency key made the thing of this id."""
    return Record(_key_stream(key[0], by), 1, "key", msgspec.json.encode({"match": made, "digest": key[1]}))


def _key_stream(key: str, by: str) -> str:
    return "key:" + sha256(f"{by}\n{key}".encode()).hexdigest()


def reused() -> KeyReused:
    """The refusal of a key that came before with another body."""
    return KeyReused(
        Text(
            es="esta Idempotency-Key ya vino con otro contenido",
            en="this Idempotency-Key came before with another body",
        )
    )


def _read_all(match: Match, bodies: Sequence[bytes | msgspec.Raw]) -> list[Event]:
    words = language(match.rules.id)
    return [_at_index(index, len(bodies), words.read, body) for index, body in enumerate(bodies)]


def _at_index(index: int, many: int, call: Callable[..., Any], *args: Any) -> Any:
    """Calls; a refusal in a batch learns which event it is about."""
    try:
        return call(*args)
    except Refused as refused:
        if many > 1:
            refused.extra["index"] = index
        raise
