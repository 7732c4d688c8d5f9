"""The questions about matches: one as it is or was, its entries, how it was opened. Open matches are kept folded."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from referee.errors import NotFound
from referee.log.folds import KeptFold, RecentFolds
from referee.log.log import Log
from referee.log.records import Record
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, decode, decode_opening, stored_line
from referee.match.events import Opening
from referee.text import Text

MATCHES_KEPT = 4_096
"""Matches kept in memory, some 10 kB each: those of the largest hall (deploy/SCALE.md). A colder one is folded again from the
log, which takes longer than to append to it.
"""


class MatchReader:
    """The matches of one log, as they are read."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._folds: RecentFolds[Match] = RecentFolds(MATCHES_KEPT)

    def match(self, id_: str) -> Match:
        """A match as it is now. Do not change it. Raises NotFound."""

        def follow(match: Match | None, fresh: Sequence[Record]) -> Match:
            if match is None:
                return Match.fold(id_, _whole(id_, fresh))
            if any(record.topic == "retract" for record in fresh):
                return Match.fold(id_, self.entries(id_))
            if fresh:
                match = match.copy()
                match.follow([decode(bytes(r.state), r.topic, match.rules.id) for r in fresh])
            return match

        return self._folds.now(id_, self.log, follow)

    def match_at(self, id_: str, version: int) -> Match:
        """A match as it was at a version. Raises NotFound for a version that it does not have."""
        entries = self.entries(id_, through=version)
        if len(entries) != version:
            raise NotFound(
                Text(
                    es=f"el encuentro no tiene versión {version}: va por la {len(entries)}",
                    en=f"the match has no version {version}: it is at {len(entries)}",
                )
            )
        return Match.fold(id_, entries)

    def entries(self, id_: str, after: int = 0, through: int | None = None) -> list[AnyEntry]:
        """The entries of a match above version `after`. Raises NotFound when there is no such match."""
        records = self.log.read(id_, after, through)
        return _decode(records, self.opening(id_)) if after else _whole(id_, records)

    def stored_lines(self, id_: str, through: int) -> list[dict[str, Any]]:
        """The entries of a match up to a version, to the letter; none for an unknown match."""
        return [stored_line(bytes(record.state)) for record in self.log.read(id_, through=through)]

    def opening(self, id_: str) -> Opening:
        """Returns the opening of a match. Raises NotFound."""
        match = self._folds.get(id_)
        if match is not None:
            return match.opening
        return _opening(id_, self.log.read(id_, through=1))

    def untold_from(self, id_: str) -> int | None:
        """The version from which on a match does not say yet what was found wrong; None where all is told. Raises NotFound."""
        quiet = self.opening(id_).infractions_shown is not UNSET
        return self.match(id_).ledger.hidden_from if quiet else None

    def position_of(self, id_: str, version: int) -> int:
        """The log position of a match's version; the log's last where it has no such version."""
        return self.log.position_of(id_, version) or self.log.position()

    def matches_kept(self) -> int:
        """Returns the number of matches in memory."""
        return len(self._folds)

    def cached_match(self, id_: str) -> Match | None:
        """A match as this process knew it last, which may be older than the log; None if it is not in memory."""
        return self._folds.get(id_)

    def version_known(self, id_: str) -> int:
        """The last version of a match that this process knows of, without asking; 0 where it keeps none of it."""
        match = self._folds.get(id_)
        return 0 if match is None else match.version

    def last_known(self, id_: str) -> Match:
        """A match as this process knew it last, which may be older than the log. Raises NotFound."""
        return self._folds.get(id_) or self.match(id_)

    def in_memory(self, id_: str) -> KeptFold[Match] | None:
        """A match as this process knew it last, with what it stands for; None where it is not in memory."""
        return self._folds.cached_fold(id_)

    def keep(self, match: Match, position: int = 0) -> None:
        """Lets readers see a match as it now is, all of it up to this position of the log."""
        self._folds.keep(match, position)


def _whole(id_: str, records: Sequence[Record]) -> list[AnyEntry]:
    """The entries of a match from the first on. Raises NotFound where these records begin none."""
    return _decode(records, _opening(id_, records))


def _opening(id_: str, records: Sequence[Record]) -> Opening:
    """Returns the opening in the first record. Raises NotFound if that is no opening."""
    if not records or records[0].topic != "open":
        raise _no_match(id_)
    return decode_opening(bytes(records[0].state)).event


def _decode(records: Sequence[Record], opening: Opening) -> list[AnyEntry]:
    return [decode(bytes(record.state), record.topic, opening.ruleset) for record in records]


def _no_match(id_: str) -> NotFound:
    return NotFound(Text(es=f"no hay encuentro {id_}", en=f"there is no match {id_}"))
