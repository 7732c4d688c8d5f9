"""Rehearsals: a write is decided as ever, and the places that store leave everything as it was.

What a write makes up, its ids, hashes, times, secrets and what chance decides, is told from what follows from the request by
doing it several times: each run of a rehearsal has a time and seeds of its own, and only what all runs agree on is sure.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from eventsourcing.persistence import StoredEvent
from msgspec import Struct, field


class DryRun(Struct):
    """One run, counted from 0; `seeds`: how often chance was asked; `names`: people who were made up, by id.

    `records` are those that it would have appended to the log, which it reads as if they were there.
    """

    run: int
    seeds: int = 0
    names: dict[str, str] = field(default_factory=dict)
    records: list[StoredEvent] = field(default_factory=list)

    @property
    def drew(self) -> bool:
        """Whether chance decided something."""
        return self.seeds > 0

    def of(self, stream: str, after: int, through: int | None) -> list[StoredEvent]:
        """The records of a stream above version `after` up to version `through`."""
        mine = (record for record in self.records if record.originator_id == stream)
        return [
            r for r in mine if r.originator_version > after and (through is None or r.originator_version <= through)
        ]


_current: ContextVar[DryRun | None] = ContextVar("rehearsal", default=None)


@contextmanager
def dry_run(run: int) -> Iterator[DryRun]:
    """In this context, and in the threads that work for it, nothing is stored until the block ends."""
    rehearsal = DryRun(run)
    before = _current.set(rehearsal)
    try:
        yield rehearsal
    finally:
        _current.reset(before)


@contextmanager
def committed() -> Iterator[bool]:
    """What this block writes is stored, in a rehearsal too. Gives whether it is one."""
    rehearsal = _current.get()
    before = _current.set(None)
    try:
        yield rehearsal is not None
    finally:
        _current.reset(before)


def current_dry_run() -> DryRun | None:
    """The rehearsal that goes on; None where what is written is stored."""
    return _current.get()


def is_dry_run() -> bool:
    """Whether nothing may be stored."""
    return _current.get() is not None


def is_later_run() -> bool:
    """Whether this is a later run of a rehearsal, which nobody asked for."""
    rehearsal = _current.get()
    return rehearsal is not None and rehearsal.run > 0


def remember_name(id_: str, name: str) -> None:
    """In a rehearsal: this person will be on no record, and is named all the same."""
    if (rehearsal := _current.get()) is not None:
        rehearsal.names[id_] = name


def dry_run_name(id_: str) -> str | None:
    """The name of somebody whom this rehearsal made up."""
    rehearsal = _current.get()
    return None if rehearsal is None else rehearsal.names.get(id_)


def dry_run_clock(clock: Callable[[], str]) -> Callable[[], str]:
    """The clock (RFC 3339, UTC), and in later runs of a rehearsal times that no run before it had."""

    def now() -> str:
        at, rehearsal = clock(), _current.get()
        if rehearsal is None or not rehearsal.run:
            return at
        later = datetime.fromisoformat(at).astimezone(UTC) + timedelta(milliseconds=rehearsal.run)
        return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    return now


def dry_run_seeds(chance: Callable[[], str]) -> Callable[[], str]:
    """The seeds of `chance`; in a rehearsal others, which say nothing of those to come and are the same each time."""

    def seed() -> str:
        rehearsal = _current.get()
        if rehearsal is None:
            return chance()
        rehearsal.seeds += 1
        return f"rehearsal {rehearsal.run}.{rehearsal.seeds}"

    return seed
