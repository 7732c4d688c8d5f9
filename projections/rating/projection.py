"""Ratings as a read model: every match that counts, what it changed, and where everybody's rating is.

Matches are rated in the order in which they ended. A match that is corrected, or that arrives late, is rated in its place, and
what follows it again; so is what two people played who turn out to be one. What comes out is the same as if all matches that
count now had been rated once, from the first to the last, by the people as they are known now.

Ten thousand matches may follow a corrected one, and nobody is to wait until all of them are rated: a batch stores what counts,
and matches are rated a slice at a time. Until the last slice, ratings are right up to a place of the order, which the follower
keeps.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import select, tuple_

from projections.projection import Past, Projection
from projections.rating.changes import CHANGES, NEW, OVERALL, ChangeRow, PoolStanding, of_finish, stands
from projections.rating.finishes import FINISHERS, FINISHES, Finish, changed, known
from projections.rating.weng_lin import Strength
from projections.rows import CHUNK, Batch, Id, RowTable
from referee.follow.feed import LogRecord
from referee.match.registry import tag
from referee.people.merge_log import PersonMerged, PersonParted
from referee.people.merges import Merges

MERGED_TOPIC = tag(PersonMerged)
MERGES = {MERGED_TOPIC, tag(PersonParted)}
"""The topics of the records that say who is who."""
SLICE = 100
"""Matches rated in one transaction."""
Order = tuple[str, int]
"""The place of a match in the order in which they ended: when, and the position of that record."""
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
        """The same, without whose it is."""
        return PoolStanding(Strength(self.mu, self.sigma), self.matches)


class MergedRow(Struct, frozen=True):
    """Somebody who is somebody else: what ratings know of merges at their position of the log."""

    player: Id
    into: Id


RATINGS = RowTable(RatingRow, "rating", key=2, index=(("pool", "sure", "player"),))
MERGED = RowTable(MergedRow, "rating_merge")
TABLES = (FINISHES, FINISHERS, CHANGES, RATINGS, MERGED)


class _Merge(Struct):
    player: str
    into: str


class _MergeEntry(Struct):
    event: _Merge


_merge = msgspec.json.Decoder(_MergeEntry)


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> str | None:
    """Stores what records of the log made of matches and people. Returns from where on matches are to be rated."""
    merges: dict[str, str | None] = {}
    for record in records:
        if record.topic in MERGES:
            event = _merge.decode(bytes(record.state)).event
            merges[event.player] = event.into if record.topic == MERGED_TOPIC else None
    found = changed(batch, records, past)
    since = store(batch, found, merges) if merges or found else None
    return None if since is None else _text(since)


def go_on(batch: Batch, rests: Sequence[str]) -> str | None:
    """Rates a slice of matches from the first of these places on. Returns the place where the next one begins."""
    rest = rate(batch, min(map(_order, rests)), SLICE)
    return None if rest is None else _text(rest)


def store(batch: Batch, found: Mapping[str, Finish | None], merges: Mapping[str, str | None]) -> Order | None:
    """Stores how matches count now, by id, and into whom people were merged (None: they were parted).

    Returns the place from which on ratings may not be right any more.
    """
    orders: list[Order] = []
    for id_, finish in found.items():
        before = known(batch, id_)
        if finish != before:
            orders += [one.row.order for one in (before, finish) if one]
            batch.set(FINISHES, id_, [finish.row] if finish else [])
            batch.set(FINISHERS, id_, finish.players if finish else [])
    if first_met := _first_of(batch, _merged(batch, merges)):
        orders.append(first_met)
    return min(orders, default=None)


def _merged(batch: Batch, merges: Mapping[str, str | None]) -> set[str]:
    """Takes in who is who. Returns the ids that are somebody else's now."""
    if not merges:
        return set()
    before = _merges(batch)
    changed = {**before.into, **merges}
    after = Merges({player: into for player, into in changed.items() if into is not None})
    for player, into in merges.items():
        batch.set(MERGED, player, [] if into is None else [MergedRow(player, into)])
    return {id_ for id_ in changed if before.now(id_) != after.now(id_)}


def _merges(batch: Batch) -> Merges:
    return Merges({row.player: row.into for row in MERGED.every(batch.connection)})


def _first_of(batch: Batch, people: Collection[str]) -> Order | None:
    """The place of the first match that any of these ids played."""
    met: list[Order] = []
    wanted = sorted(people)
    for start in range(0, len(wanted), CHUNK):
        query = (
            select(FINISHES.c.ended_at, FINISHES.c.position)
            .join_from(FINISHERS.table, FINISHES.table, FINISHERS.c.finish == FINISHES.c.id)
            .where(FINISHERS.c.player.in_(wanted[start : start + CHUNK]))
            .order_by(FINISHES.c.ended_at, FINISHES.c.position)
            .limit(1)
        )
        met += [(row.ended_at, row.position) for row in batch.connection.execute(query)]
    return min(met, default=None)


def rate(batch: Batch, since: Order, most: int) -> Order | None:
    """Rates this many matches from a place of the order on, before which all is right. Returns the place of the next one."""
    places = _places(batch, since, most + 1)
    _Slice(batch, since, places[:most]).run()
    return places[most][0] if len(places) > most else None


def _places(batch: Batch, since: Order, most: int) -> list[tuple[Order, str]]:
    """The first matches from a place of the order on, with their ids: those that count, and those that were rated there."""
    places: set[tuple[Order, str]] = set()
    finish, change = FINISHES.c, CHANGES.c
    counting = select(finish.ended_at, finish.position, finish.id)
    rated_there = select(change.ended_at, change.position, change.finish).where(change.pool == OVERALL).distinct()
    for query in (counting, rated_there):
        ended_at, position, _ = query.selected_columns
        wanted = query.where(tuple_(ended_at, position) >= tuple_(*since)).order_by(ended_at, position).limit(most)
        places |= {((row[0], row[1]), row[2]) for row in batch.connection.execute(wanted)}
    return sorted(places)[:most]


class _Slice:
    """Matches that are rated together, one after the other."""

    def __init__(self, batch: Batch, since: Order, places: Sequence[tuple[Order, str]]) -> None:
        self.batch = batch
        self.since = since
        self.places = places
        self.merges = _merges(batch)

    def run(self) -> None:
        """Rates them, and stores where everybody in them has come to."""
        ids = [id_ for _, id_ in self.places]
        for kept in (FINISHES, FINISHERS, CHANGES):
            self.batch.load(kept, ids)
        finishes = {id_: finish for id_ in ids if (finish := known(self.batch, id_))}
        people = {self.merges.now(player.player) for finish in finishes.values() for player in finish.players}
        people |= {row.player for id_ in ids for row in self.batch.rows(CHANGES, id_)}
        self.batch.load(RATINGS, people)
        standings = self._stood(people)
        touched: set[Key] = set()
        for order, id_ in self.places:
            old, finish = self.batch.rows(CHANGES, id_), finishes.get(id_)
            rows = self._rated(order, old, finish, standings)
            self.batch.set(CHANGES, id_, rows)
            standings |= {(row.player, row.pool): PoolStanding(row.after, row.matches) for row in rows}
            touched |= {(row.player, row.pool) for row in (*old, *rows)}
        self._rest(touched, standings)

    def _rated(
        self, order: Order, old: Sequence[ChangeRow], finish: Finish | None, standings: Mapping[Key, PoolStanding]
    ) -> Sequence[ChangeRow]:
        """What a match at this place changes now; where it counts at another place, what was changed here falls away."""
        if finish is None or finish.row.order != order:
            return [row for row in old if (row.ended_at, row.position) != order]
        if stands(finish, self.merges.now, old, standings):
            return old
        return [*of_finish(finish, self.merges.now, standings)]

    def _stood(self, people: Collection[str]) -> dict[Key, PoolStanding]:
        """Where the ratings of these people were before this slice. Whoever had one has a row of ratings now."""
        stood: dict[Key, PoolStanding] = {}
        wanted, rating, change = sorted(people), RATINGS.c, CHANGES.c
        last = (
            select(column)
            .where(change.player == rating.player, change.pool == rating.pool)
            .where(tuple_(change.ended_at, change.position) < tuple_(*self.since))
            .order_by(change.ended_at.desc(), change.position.desc())
            .limit(1)
            .scalar_subquery()
            # Each is one step in an index; joined, a planner may read all that somebody ever played.
            for column in (change.mu, change.sigma, change.matches)
        )
        latest = select(rating.player, rating.pool, *last)
        for start in range(0, len(wanted), CHUNK):
            of_some = latest.where(rating.player.in_(wanted[start : start + CHUNK]))
            for player, pool, mu, sigma, matches in self.batch.connection.execute(of_some):
                if matches is not None:
                    stood[player, pool] = PoolStanding(Strength(mu, sigma), matches)
        return stood

    def _rest(self, touched: Iterable[Key], standings: Mapping[Key, PoolStanding]) -> None:
        """Stores where these ratings have come to; one without a match is none."""
        pools: dict[str, list[str]] = {}
        for player, pool in touched:
            pools.setdefault(player, []).append(pool)
        for player, changed_pools in pools.items():
            kept = [row for row in self.batch.rows(RATINGS, player) if row.pool not in changed_pools]
            now = [(pool, standings.get((player, pool), NEW)) for pool in changed_pools]
            rows = [_row(player, pool, standing) for pool, standing in now if standing.matches]
            self.batch.set(RATINGS, player, [*kept, *rows])


def _row(player: str, pool: str, standing: PoolStanding) -> RatingRow:
    strength = standing.strength
    return RatingRow(player, pool, strength.mu, strength.sigma, strength.sure, standing.matches)


def _text(order: Order) -> str:
    return f"{order[0]}@{order[1]}"


def _order(text: str) -> Order:
    """The place that a text names; the first of all where it names none, so that nothing stays wrong."""
    ended_at, _, position = text.rpartition("@")
    return (ended_at, int(position)) if position.isdecimal() else ("", 0)


PROJECTION = Projection("ratings", TABLES, take, go_on)
