"""The log of acts: one chain for the whole service, so that each act knows of those before it.

An act and what it changes are stored in one transaction. Who decides on something that another act has changed since meets
that act at the chain, and decides again.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from referee.administration.acts import ActEntry, AdministrationOpened, AnyAct, decoder
from referee.errors import Conflict
from referee.evidence.signing.rotations import ADMINISTRATION
from referee.store.chained import ChainEnd, chained, end_of
from referee.store.log import Clash, Log, Record
from referee.store.rows import Beside
from referee.text import Text

T = TypeVar("T")
TRIES = 50
"""How often an act is decided again when somebody else's came first."""
PAGE = 500
"""Acts read at once."""


class ActsDecided(Struct, frozen=True):
    """What is to be stored: acts, of which there may be none, and the rows that they change."""

    acts: Sequence[AnyAct] = ()
    rows: Sequence[Beside] = ()


class Administration:
    """The acts of administration of one log. `clock` gives RFC 3339 times, which are recorded."""

    def __init__(self, log: Log, clock: Callable[[], str]) -> None:
        self.log = log
        self.clock = clock

    def record(self, by: str, decide: Callable[[], tuple[T, ActsDecided]]) -> T:
        """Stores what is decided, all or none, and returns what `decide` says of it. Without an act nothing is stored.

        `decide` is asked again where another act came first. Raises what it raises, Conflict, Unavailable.
        """

        def attempt() -> T:
            # The end first: what is decided stands on nothing that is older.
            end = end_of(self.log, ADMINISTRATION)
            answer, decided = decide()
            if decided.acts:
                self.log.append(self._following(end, decided.acts, by), decided.rows)
            return answer

        return self.retried(attempt)

    def records(self, acts: Sequence[AnyAct], by: str) -> list[Record]:
        """What is appended for these acts by who stores them with records of its own, in `retried`."""
        return self._following(end_of(self.log, ADMINISTRATION), acts, by)

    def retried(self, attempt: Callable[[], T]) -> T:
        """What an attempt gives, made again where it met another act. Raises what it raises, and Conflict."""
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
        """How many entries there are."""
        return end_of(self.log, ADMINISTRATION).version

    def entries(self, after: int = 0, upto: int | None = None) -> list[ActEntry]:
        """The entries above version `after` up to version `upto`, in order."""
        return [decoder.decode(bytes(record.state)) for record in self.log.read(ADMINISTRATION, after, upto)]

    def latest(self, wanted: Callable[[ActEntry], bool], before: int | None, limit: int) -> list[ActEntry]:
        """The latest entries that are wanted, latest first; with `before` those below that version."""
        found: list[ActEntry] = []
        version = self.version()
        # A cursor may name more than there is, and nothing is looked for there.
        upto = version if before is None else min(before - 1, version)
        while upto > 0 and len(found) < limit:
            after = max(0, upto - PAGE)
            found += filter(wanted, reversed(self.entries(after, upto)))
            upto = after
        return found[:limit]

    def last(self, kind: type[T]) -> T | None:
        """The last act of a kind; None where there was none."""
        found = self.latest(lambda entry: isinstance(entry.event, kind), None, 1)
        return found[0].event if found and isinstance(found[0].event, kind) else None

    def _following(self, end: ChainEnd, acts: Sequence[AnyAct], by: str) -> list[Record]:
        """The records of acts that follow this end of the chain, which they begin where there is none."""
        first = () if end.version else (AdministrationOpened(ADMINISTRATION),)
        return chained(ADMINISTRATION, end, [*first, *acts], self.clock(), by)
