"""Dry runs: a write is decided as usual, and nothing is stored.

The request runs several times, each with other times and seeds. Values on which all runs agree follow from the request; the
others (ids, hashes, times, secrets, results of chance) are made up by each run.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from eventsourcing.persistence import StoredEvent
from msgspec import Struct, field


class DryRun(Struct):
    """One run, counted from 0. `seeds`: the number of seeds drawn; `names`: names of made-up people, by id.

    `records` are those that it would have appended to the log. Reads in the run include them.
    """

    run: int
    seeds: int = 0
    names: dict[str, str] = field(default_factory=dict)
    records: list[StoredEvent] = field(default_factory=list)

    @property
    def drew(self) -> bool:
        """True if chance decided something."""
        return self.seeds > 0

    @property
    def is_repetition(self) -> bool:
        """True for a run after the first one: the client did not ask for it."""
        return self.run > 0

    def at(self, time: str) -> str:
        """Returns a time (RFC 3339, UTC), later in each repetition so that the runs differ in it."""
        if not self.is_repetition:
            return time
        later = datetime.fromisoformat(time).astimezone(UTC) + timedelta(milliseconds=self.run)
        return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def of(self, stream: str, after: int, through: int | None) -> list[StoredEvent]:
        """Returns the run's records of a stream above version `after` through version `through`."""
        stream_records = (record for record in self.records if record.originator_id == stream)
        return [
            r
            for r in stream_records
            if r.originator_version > after and (through is None or r.originator_version <= through)
        ]


_current: ContextVar[DryRun | None] = ContextVar("dry_run", default=None)


@contextmanager
def dry_run(run: int) -> Iterator[DryRun]:
    """Stores nothing during the block, in this context and in the threads that work for it."""
    current = DryRun(run)
    before = _current.set(current)
    try:
        yield current
    finally:
        _current.reset(before)


@contextmanager
def committed() -> Iterator[bool]:
    """Stores what the block writes, in a dry run too. Yields True in a dry run."""
    current = _current.get()
    before = _current.set(None)
    try:
        yield current is not None
    finally:
        _current.reset(before)


current_dry_run = _current.get
"""Returns the dry run of this context; None outside of one. Every request asks several times, so no function stands around it."""


def remember_name(id_: str, name: str) -> None:
    """Keeps the name of a new person in a dry run, which stores no person."""
    if (current := _current.get()) is not None:
        current.names[id_] = name


def dry_run_seeds(chance: Callable[[], str]) -> Callable[[], str]:
    """Returns the seeds of `chance`; in a dry run others, always the same, so that they reveal no seed to come."""

    def seed() -> str:
        current = _current.get()
        if current is None:
            return chance()
        current.seeds += 1
        return f"rehearsal {current.run}.{current.seeds}"

    return seed
