"""The log of acts: one chain for the whole service, so that each act is decided on all acts before it.

An act and the rows that it changes are stored in one transaction. If another act was appended since the decision, the two
clash at the end of the chain, and the decision is made again.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from referee.errors import Conflict
from referee.evidence.signing.rotations import ADMINISTRATION
from referee.log.hash_chain import ChainEnd, chain_records, end_of
from referee.log.log import Log
from referee.log.records import Clash, Record
from referee.log.row_writes import RowWrite
from referee.operations.acts import ActEntry, AdministrationOpened, AnyAct, KeyIntroduced, SettingsInEffect, decoder
from referee.text import Text

T = TypeVar("T")
SERVICE = "service"
"""The author of acts that the service does by itself."""
TRIES = 50
"""Attempts at an act when other acts come first."""
PAGE = 500
"""Acts that are read together."""


class ActDecision(Struct, frozen=True):
    """A decision: acts to store, possibly none, and the rows that they change."""

    acts: Sequence[AnyAct] = ()
    rows: Sequence[RowWrite] = ()


class Administration:
    """The acts of administration of one log. `clock` gives RFC 3339 times, which are recorded."""

    def __init__(self, log: Log, clock: Callable[[], str]) -> None:
        self.log = log
        self.clock = clock

    def record(self, by: str, decide: Callable[[], tuple[T, ActDecision]]) -> T:
        """Stores a decision as a whole, and returns the answer of `decide` with it. Without an act it stores nothing.

        Calls `decide` again if another act came first. Raises the errors of `decide`, Conflict, Unavailable.
        """

        def attempt() -> T:
            # Read before the decision, so that any act since the decision was made is met as a clash.
            end = end_of(self.log, ADMINISTRATION)
            answer, decision = decide()
            if decision.acts:
                self.log.append(self._following(end, decision.acts, by), decision.rows)
            return answer

        return self.retry(attempt)

    def record_settings(self, settings: SettingsInEffect) -> None:
        """Records the settings of a start, unless the last recorded settings are the same."""
        self.record(
            SERVICE, lambda: (None, ActDecision(() if self.last(SettingsInEffect) == settings else (settings,)))
        )

    def record_first_key(self, key: str) -> None:
        """Records the public key that signs, if none is on record yet."""
        self.record(
            SERVICE, lambda: (None, ActDecision(() if self.last(KeyIntroduced) is not None else (KeyIntroduced(key),)))
        )

    def records(self, acts: Sequence[AnyAct], by: str) -> list[Record]:
        """The records of these acts, for an append that stores them together with other records; call it within `retry`."""
        return self._following(end_of(self.log, ADMINISTRATION), acts, by)

    def retry(self, attempt: Callable[[], T]) -> T:
        """Returns the result of an attempt, which is repeated if it clashes with another act. Raises its errors, and Conflict."""
        for _ in range(TRIES):
            try:
                return attempt()
            except Clash:
                continue
        raise Conflict(
            Text(
                es="otra persona está administrando el servicio a la vez",
                en="somebody else is administering the service at the same time",
            )
        )

    def version(self) -> int:
        """The number of entries."""
        return end_of(self.log, ADMINISTRATION).version

    def entries(self, after: int = 0, through: int | None = None) -> list[ActEntry]:
        """The entries above version `after` up to version `through`, in order."""
        return [decoder.decode(bytes(record.state)) for record in self.log.read(ADMINISTRATION, after, through)]

    def latest(self, is_match: Callable[[ActEntry], bool], before: int | None, limit: int) -> list[ActEntry]:
        """The last `limit` entries that match, the latest first; with `before` only those below that version."""
        entries: list[ActEntry] = []
        version = self.version()
        # A cursor may lie above the last version.
        through = version if before is None else min(before - 1, version)
        while through > 0 and len(entries) < limit:
            after = max(0, through - PAGE)
            entries += filter(is_match, reversed(self.entries(after, through)))
            through = after
        return entries[:limit]

    def last(self, kind: type[T]) -> T | None:
        """The last act of a kind; None if there is none."""
        entries = self.latest(lambda entry: isinstance(entry.event, kind), None, 1)
        return entries[0].event if entries and isinstance(entries[0].event, kind) else None

    def _following(self, end: ChainEnd, acts: Sequence[AnyAct], by: str) -> list[Record]:
        """The records of acts after this end of the chain. An empty chain is opened first."""
        first = () if end.version else (AdministrationOpened(ADMINISTRATION),)
        return chain_records(ADMINISTRATION, end, [*first, *acts], self.clock(), by)
