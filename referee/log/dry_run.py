"""Dry runs: a command is decided as usual on overlays of the log and of the tables beside it, and nothing is stored.

An overlay reads what it lies over, through the same recorder or store. It keeps the records that would be appended until its end,
and the names of people in the rows.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import NoReturn

import msgspec
import sqlalchemy as sa
from uuid_utils import uuid7

from referee.log.log import Log
from referee.log.records import Clash, Commit, Record, Write
from referee.log.row_writes import InsertRow, RowWrite
from referee.log.tables import LINEUP_SECRETS, PEOPLE, SHUFFLE_SECRETS, TOKENS, WEBHOOKS
from referee.log.unit_of_work import ROLLS_BACK

_WORD = re.compile(r"[\w.:+-]{8,}")
_TABLES_OF_NEW_IDS = frozenset({PEOPLE.name, TOKENS.name, WEBHOOKS.name, SHUFFLE_SECRETS.name, LINEUP_SECRETS.name})
"""Tables whose new rows have new ids; a merge, for one, has the id of an existing person."""
_GENERATED_COLUMNS = ("id", "salt", "secret", "sha256")
"""Columns of new rows whose values the service generates."""


class _EntryHash(msgspec.Struct):
    """The part of a record that is generated: the hash of its entry."""

    hash: str | None = None


class GeneratedValues:
    """The values that one dry run generates: ids, times, hashes, secrets and seeds. The write itself generates others.

    `by_chance` are the places in the answer (`$.draw.order[].id`) that chance decides, whatever their values: the overlays of
    championships and matches add them. A test over all writes finds a place that is missing. Times, ids and seeds of dry runs
    with different numbers (`run`) differ.
    """

    def __init__(self, run: int = 0) -> None:
        self.run = run
        self.values = set[str]()
        self.by_chance = set[str]()
        self.seeds = 0
        """The number of seeds drawn."""

    def add(self, value: str) -> str:
        """Adds a value, and returns it."""
        self.values.add(value)
        return value

    def new_id(self) -> str:
        """Returns a new id."""
        return self.add(str(uuid7()))

    def seed(self) -> str:
        """Returns a seed: always the same ones in a run of this number, so that a dry run reveals no seed to come."""
        self.seeds += 1
        return self.add(f"rehearsal {self.run}.{self.seeds}")

    def clock(self, clock: Callable[[], str]) -> Callable[[], str]:
        """Returns a clock (RFC 3339, UTC) a millisecond or more ahead of another one, so that no stored entry has its times."""

        def now() -> str:
            later = datetime.fromisoformat(clock()).astimezone(UTC) + timedelta(milliseconds=1 + self.run)
            return self.add(later.isoformat(timespec="milliseconds").replace("+00:00", "Z"))

        return now

    def has(self, text: str) -> bool:
        """True for a generated value, and for a text with one in it."""
        return text in self.values or any(word in self.values for word in _WORD.findall(text))

    def add_write(self, records: Sequence[Record], rows: Sequence[RowWrite]) -> None:
        """Adds what records and rows have of their own: the ids of new streams, the hashes of entries, the keys of new rows."""
        for record in records:
            if record.originator_version == 1:
                self.values.add(str(record.originator_id))
            if entry_hash := msgspec.json.decode(bytes(record.state), type=_EntryHash).hash:
                self.values.add(entry_hash)
        for row in rows:
            if isinstance(row, InsertRow) and row.table in _TABLES_OF_NEW_IDS:
                self.values |= {str(row.values[column]) for column in _GENERATED_COLUMNS if row.values.get(column)}


class DryRunLog(Log):
    """A log in which nothing is stored: it reads what another one has, and keeps what is appended as long as it lives."""

    def __init__(
        self,
        log: Log,
        generated_values: GeneratedValues,
        add_rows: Callable[[Sequence[RowWrite]], None] = lambda _: None,
    ) -> None:
        super().__init__(log.recorder, takes_writes=log.takes_writes)
        self._log = log
        self._generated_values, self._add_rows = generated_values, add_rows
        self._records: list[Record] = []

    @property
    def known_position(self) -> int:
        """The highest position known to the process, as the other log knows it."""
        return self._log.known_position

    def append_all(self, writes: Sequence[Write], clock: Callable[[], float] = monotonic) -> list[int]:
        """Keeps the records of the writes. Returns the position of the log's last record for each. Raises Clash."""
        for write in writes:
            if self.is_taken(write.records):
                raise Clash
            self._records += write.records
            self._generated_values.add_write(write.records, write.rows)
            self._add_rows(write.rows)
        return [self.position()] * len(writes)

    def store(self, commit: Commit, clock: Callable[[], float] = monotonic) -> NoReturn:
        """Refuses: a commit is what a recorder stores."""
        raise NotImplementedError("a dry run stores no commit")

    def publish(self, streams: object) -> None:
        """Does nothing: no reader sees what is not stored."""

    def read(self, stream: str, after: int = 0, through: int | None = None) -> Sequence[Record]:
        """Returns the records of a stream above version `after` through version `through`, with those that it keeps."""
        own = [
            record
            for record in self._records
            if record.originator_id == stream
            and record.originator_version > after
            and (through is None or record.originator_version <= through)
        ]
        return [*super().read(stream, after, through), *own]

    def last(self, stream: str) -> Record | None:
        """Returns the last record of a stream; None for an empty one."""
        own = [record for record in self._records if record.originator_id == stream]
        return own[-1] if own else super().last(stream)

    def is_at(self, stream: str, version: int) -> bool:
        """True if a stream certainly ends at this version; False if it goes on or must be read."""
        is_own = any(record.originator_id == stream for record in self._records)
        return not is_own and super().is_at(stream, version)


def dry_run_store(store: sa.Engine) -> sa.Engine:
    """Returns an engine on the same database and connections whose units of work are rolled back."""
    return store.execution_options(**{ROLLS_BACK: True})
