"""Ratings as a read model: every match that counts, what it changed, and where everybody's rating is.

Matches are rated in the order in which they ended. A match that is corrected, or that arrives late, is rated in its place, and
what follows it again; so is what two people played who turn out to be one. What comes out is the same as if all matches that
count now had been rated once, from the first to the last, by the people as they are known now.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

import msgspec
from msgspec import Struct
from sqlalchemy import select, tuple_

from projections.projection import Past, Projection
from projections.rating.changes import CHANGES, NEW, ChangeRow, PoolStanding, latest_changes, of_finish
from projections.rating.finishes import FINISHERS, FINISHES, Finish, changed, known
from projections.rating.weng_lin import Strength
from projections.rows import CHUNK, Batch, Id, Kept
from referee.follow.feed import LogRecord
from referee.match.registry import tag
from referee.people.merge_log import PersonMerged, PersonParted
from referee.people.merges import Merges

MERGED_TOPIC = tag(PersonMerged)
MERGES = {MERGED_TOPIC, tag(PersonParted)}
"""The topics of the records that say who is who."""
Order = tuple[str, int]
Key = tuple[str, str]
"""A person and a pool."""


class RatingRow(Struct, frozen=True):
    """Where a person's rating in a pool is: its strength in hundredths, what of it is sure, and after how many matches."""

    player: Id
    pool: Id
    mu: int
    sigma: int
    sure: int
    matches: int

    @property
    def standing(self) -> PoolStanding:
        """To go on from."""
        return PoolStanding(Strength(self.mu, self.sigma), self.matches)


class MergedRow(Struct, frozen=True):
    """Somebody who is somebody else: what ratings know of merges at their position of the log."""

    player: Id
    into: Id


RATINGS = Kept(RatingRow, "rating", key=2, index=(("pool", "sure", "player"),))
MERGED = Kept(MergedRow, "rating_merge")
TABLES = (FINISHES, FINISHERS, CHANGES, RATINGS, MERGED)


class _Merge(Struct):
    player: str
    into: str


class _MergeEntry(Struct):
    event: _Merge


_merge = msgspec.json.Decoder(_MergeEntry)


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into ratings."""
    merges: dict[str, str | None] = {}
    for record in records:
        if record.topic in MERGES:
            event = _merge.decode(bytes(record.state)).event
            merges[event.player] = event.into if record.topic == MERGED_TOPIC else None
    found = changed(batch, records, past)
    if merges or found:
        rate(batch, found, merges)


def rate(batch: Batch, found: Mapping[str, Finish | None], merges: Mapping[str, str | None]) -> None:
    """Rates what has changed, and what follows it: matches by id, and into whom people were merged (None: they were parted)."""
    _Rating(batch, found, merges).run()


class _Rating:
    """One batch of the log, rated."""

    def __init__(self, batch: Batch, found: Mapping[str, Finish | None], merges: Mapping[str, str | None]) -> None:
        self.batch = batch
        before = {id_: known(batch, id_) for id_ in found}
        self.found = {id_: finish for id_, finish in found.items() if finish != before[id_]}
        self.was = {id_: finish for id_, finish in before.items() if finish and id_ in self.found}
        self.merges = Merges({row.player: row.into for row in MERGED.every(batch.connection)})
        self.moved = self._merge(merges)

    def run(self) -> None:
        """Rates what has changed, and what follows it."""
        orders = [finish.row.order for finish in (*self.was.values(), *filter(None, self.found.values()))]
        if first_met := self._first_of_merged():
            orders.append(first_met)
        if not orders:
            return
        since = min(orders)
        after = self._since(since)
        self._store()
        finishes = {id_: finish for id_ in after if (finish := known(self.batch, id_))}
        finishes |= {id_: finish for id_, finish in self.found.items() if finish}
        in_order = sorted(finishes.values(), key=lambda finish: finish.row.order)
        old = [row for id_ in {*after, *self.was} for row in self.batch.rows(CHANGES, id_)]
        played = {self.merges.now(player.player) for finish in in_order for player in finish.players}
        people = played | {row.player for row in old}
        new_only = not self.was and not self.moved and not after
        self._rate(in_order, {} if new_only else self._stood(people, since), people, new_only)

    def _merge(self, merges: Mapping[str, str | None]) -> set[str]:
        """Takes in who is who. Returns the ids that are somebody else's now."""
        before = self.merges
        changed = {**before.into, **merges}
        self.merges = Merges({player: into for player, into in changed.items() if into is not None})
        for player, into in merges.items():
            self.batch.set(MERGED, player, [] if into is None else [MergedRow(player, into)])
        return {id_ for id_ in changed if before.now(id_) != self.merges.now(id_)}

    def _first_of_merged(self) -> Order | None:
        """The first match that somebody played who is somebody else now."""
        met: list[Order] = []
        moved = sorted(self.moved)
        for start in range(0, len(moved), CHUNK):
            query = (
                select(FINISHES.c.ended_at, FINISHES.c.position)
                .join_from(FINISHERS.table, FINISHES.table, FINISHERS.c.finish == FINISHES.c.id)
                .where(FINISHERS.c.player.in_(moved[start : start + CHUNK]))
                .order_by(FINISHES.c.ended_at, FINISHES.c.position)
                .limit(1)
            )
            met += [(row.ended_at, row.position) for row in self.batch.connection.execute(query)]
        return min(met, default=None)

    def _since(self, order: Order) -> list[str]:
        """The matches that stay as they were and stand at this place of the order or later, with what they changed."""
        later = select(FINISHES.c.id).where(tuple_(FINISHES.c.ended_at, FINISHES.c.position) >= tuple_(*order))
        ids = [id_ for id_ in self.batch.connection.execute(later).scalars() if id_ not in self.found]
        for kept in (FINISHES, FINISHERS, CHANGES):
            self.batch.load(kept, ids)
        self.batch.load(CHANGES, self.was)
        return ids

    def _store(self) -> None:
        for id_, finish in self.found.items():
            self.batch.set(FINISHES, id_, [finish.row] if finish else [])
            self.batch.set(FINISHERS, id_, finish.players if finish else [])

    def _stood(self, people: Collection[str], order: Order) -> dict[Key, PoolStanding]:
        """Where the ratings of these people were before this place of the order."""
        stood: dict[Key, PoolStanding] = {}
        wanted, change = sorted(people), CHANGES.c
        before = tuple_(change.ended_at, change.position) < tuple_(*order)
        for start in range(0, len(wanted), CHUNK):
            latest = latest_changes(change.player.in_(wanted[start : start + CHUNK]), before)
            for row in self.batch.connection.execute(select(latest)):
                stood[row.player, row.pool] = PoolStanding(Strength(row.mu, row.sigma), row.matches)
        return stood

    def _rate(
        self, finishes: Iterable[Finish], standings: dict[Key, PoolStanding], people: Collection[str], new: bool
    ) -> None:
        """Rates matches one after the other, from these standings or, where they are all `new`, from the latest."""
        self.batch.load(RATINGS, people)
        if new:
            latest = chain.from_iterable(self.batch.rows(RATINGS, one) for one in people)
            standings |= {(row.player, row.pool): row.standing for row in latest}
        touched: set[Key] = set()
        none: list[ChangeRow] = []
        for id_ in self.was:
            touched |= {(row.player, row.pool) for row in self.batch.rows(CHANGES, id_)}
            if self.found[id_] is None:
                self.batch.set(CHANGES, id_, none)
        for finish in finishes:
            old = self.batch.rows(CHANGES, finish.row.id)
            rows = old if self._stands(finish, old, standings) else [*of_finish(finish, self.merges.now, standings)]
            self.batch.set(CHANGES, finish.row.id, rows)
            standings |= {(row.player, row.pool): PoolStanding(row.after, row.matches) for row in rows}
            touched |= {(row.player, row.pool) for row in (*old, *rows)}
        self._rest(touched, standings)

    def _rest(self, touched: Collection[Key], standings: Mapping[Key, PoolStanding]) -> None:
        """Stores where these ratings have come to; one without a match is none."""
        pools: dict[str, list[str]] = {}
        for player, pool in touched:
            pools.setdefault(player, []).append(pool)
        for player, changed_pools in pools.items():
            kept = [row for row in self.batch.rows(RATINGS, player) if row.pool not in changed_pools]
            now = [(pool, standings.get((player, pool), NEW)) for pool in changed_pools]
            rows = [_row(player, pool, standing) for pool, standing in now if standing.matches]
            self.batch.set(RATINGS, player, [*kept, *rows])

    def _stands(self, finish: Finish, old: Sequence[ChangeRow], standings: Mapping[Key, PoolStanding]) -> bool:
        """Whether what a match changed is what it changed before."""
        if finish.row.id in self.found or {row.player for row in old} != {
            self.merges.now(p.player) for p in finish.players
        }:
            return False
        return all(
            standings.get((row.player, row.pool), NEW) == PoolStanding(row.before, row.matches - 1) for row in old
        )


def _row(player: str, pool: str, standing: PoolStanding) -> RatingRow:
    strength = standing.strength
    return RatingRow(player, pool, strength.mu, strength.sigma, strength.sure, standing.matches)


PROJECTION = Projection("ratings", TABLES, take)
