"""Ratings as a read model: every match that counts, its changes, and the present rating of each person.

Matches are rated in the order in which they ended. A match that is corrected or arrives late is rated in its place, and all
later matches again; the same applies to the matches of two people who are merged into one. The result is the same as if all
matches that count now had been rated once, from the first to the last, by the people as they are known now.

Ten thousand matches may follow a corrected one, and readers do not wait until all of them are rated: a batch stores the matches
that count, and later transactions rate them, a slice each. Until the last slice the ratings are right up to a place of the
order, which the follower stores.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import select, tuple_

from projections.projection import Past, Projection
from projections.rating.changes import CHANGES, NEW, OVERALL, ChangeRow, PoolStanding, of_finish, stands
from projections.rating.finishes import FINISHERS, FINISHES, Finish, changed_finishes, finish_of
from projections.rating.weng_lin import Strength
from projections.rows import CHUNK, Batch, Id, RowTable
from referee.followers.feed import LogRecord
from referee.match.registry import tag
from referee.people.merge_log import PersonMerged, PersonParted
from referee.people.merges import Merges

MERGED_TOPIC = tag(PersonMerged)
MERGES = {MERGED_TOPIC, tag(PersonParted)}
"""The topics of records that merge or part people."""
SLICE = 100
"""Matches rated in one transaction."""
Order = tuple[str, int]
"""The place of a match in the order of endings: the time of its end, and the position of that record."""
Key = tuple[str, str]
"""A person and a pool."""


class RatingRow(Struct, frozen=True):
    """A person's rating in a pool: the strength and its sure part, in hundredths, and the number of matches."""

    player: Id
    pool: Id
    mu: int
    sigma: int
    sure: int
    matches: int

    @property
    def standing(self) -> PoolStanding:
        """The rating without the person and the pool."""
        return PoolStanding(Strength(self.mu, self.sigma), self.matches)


class MergedRow(Struct, frozen=True):
    """A merge of two people, as of the position of the ratings in the log."""

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
    """Stores the changes of these records to matches and people. Returns the place from which matches must be rated again."""
    merges: dict[str, str | None] = {}
    for record in records:
        if record.topic in MERGES:
            event = _merge.decode(bytes(record.state)).event
            merges[event.player] = event.into if record.topic == MERGED_TOPIC else None
    finishes = changed_finishes(batch, records, past)
    since = store(batch, finishes, merges) if merges or finishes else None
    return None if since is None else _text(since)


def go_on(batch: Batch, rests: Sequence[str]) -> str | None:
    """Rates a slice of matches from the first of these places on. Returns the place where the next slice begins."""
    rest = rate(batch, min(map(_order, rests)), SLICE)
    return None if rest is None else _text(rest)


def store(batch: Batch, finishes: Mapping[str, Finish | None], merges: Mapping[str, str | None]) -> Order | None:
    """Stores the matches as they count now, by id, and the merges of people (None: they were parted again).

    Returns the place from which ratings may be wrong; None if nothing changes.
    """
    orders: list[Order] = []
    for id_, finish in finishes.items():
        before = finish_of(batch, id_)
        if finish != before:
            orders += [one.row.order for one in (before, finish) if one]
            batch.set(FINISHES, id_, [finish.row] if finish else [])
            batch.set(FINISHERS, id_, finish.players if finish else [])
    if first_met := _first_of(batch, _store_merges(batch, merges)):
        orders.append(first_met)
    return min(orders, default=None)


def _store_merges(batch: Batch, merges: Mapping[str, str | None]) -> set[str]:
    """Stores merges of people. Returns the ids that belong to another person now."""
    if not merges:
        return set()
    before = _merges(batch)
    into_of = {**before.into, **merges}
    after = Merges({player: into for player, into in into_of.items() if into is not None})
    for player, into in merges.items():
        batch.set(MERGED, player, [] if into is None else [MergedRow(player, into)])
    return {id_ for id_ in into_of if before.now(id_) != after.now(id_)}


def _merges(batch: Batch) -> Merges:
    return Merges({row.player: row.into for row in MERGED.every(batch.connection)})


def _first_of(batch: Batch, people: Collection[str]) -> Order | None:
    """The place of the first match that any of these ids played."""
    orders: list[Order] = []
    ids = sorted(people)
    for start in range(0, len(ids), CHUNK):
        query = (
            select(FINISHES.c.ended_at, FINISHES.c.position)
            .join_from(FINISHERS.table, FINISHES.table, FINISHERS.c.finish == FINISHES.c.id)
            .where(FINISHERS.c.player.in_(ids[start : start + CHUNK]))
            .order_by(FINISHES.c.ended_at, FINISHES.c.position)
            .limit(1)
        )
        orders += [(row.ended_at, row.position) for row in batch.connection.execute(query)]
    return min(orders, default=None)


def rate(batch: Batch, since: Order, most: int) -> Order | None:
    """Rates this many matches from a place of the order on; all before it must be right. Returns the place of the next match."""
    places = _places(batch, since, most + 1)
    _Slice(batch, since, places[:most]).run()
    return places[most][0] if len(places) > most else None


def _places(batch: Batch, since: Order, most: int) -> list[tuple[Order, str]]:
    """The first matches from a place of the order on, with their ids: those that count, and those rated there before."""
    places: set[tuple[Order, str]] = set()
    finish, change = FINISHES.c, CHANGES.c
    counting = select(finish.ended_at, finish.position, finish.id)
    rated_there = select(change.ended_at, change.position, change.finish).where(change.pool == OVERALL).distinct()
    for query in (counting, rated_there):
        ended_at, position, _ = query.selected_columns
        page = query.where(tuple_(ended_at, position) >= tuple_(*since)).order_by(ended_at, position).limit(most)
        places |= {((row[0], row[1]), row[2]) for row in batch.connection.execute(page)}
    return sorted(places)[:most]


class _Slice:
    """Matches that are rated in one transaction, one after the other."""

    def __init__(self, batch: Batch, since: Order, places: Sequence[tuple[Order, str]]) -> None:
        self.batch = batch
        self.since = since
        self.places = places
        self.merges = _merges(batch)

    def run(self) -> None:
        """Rates the matches, and stores the ratings of all people in them."""
        ids = [id_ for _, id_ in self.places]
        for row_table in (FINISHES, FINISHERS, CHANGES):
            self.batch.load(row_table, ids)
        finishes = {id_: finish for id_ in ids if (finish := finish_of(self.batch, id_))}
        people = {self.merges.now(player.player) for finish in finishes.values() for player in finish.players}
        people |= {row.player for id_ in ids for row in self.batch.rows(CHANGES, id_)}
        self.batch.load(RATINGS, people)
        standings = self._standings_before(people)
        changed_keys: set[Key] = set()
        for order, id_ in self.places:
            old, finish = self.batch.rows(CHANGES, id_), finishes.get(id_)
            rows = self._changes_at(order, old, finish, standings)
            self.batch.set(CHANGES, id_, rows)
            standings |= {(row.player, row.pool): PoolStanding(row.after, row.matches) for row in rows}
            changed_keys |= {(row.player, row.pool) for row in (*old, *rows)}
        self._rest(changed_keys, standings)

    def _changes_at(
        self, order: Order, old: Sequence[ChangeRow], finish: Finish | None, standings: Mapping[Key, PoolStanding]
    ) -> Sequence[ChangeRow]:
        """The changes by a match at this place. If it counts at another place now, its changes here are dropped."""
        if finish is None or finish.row.order != order:
            return [row for row in old if (row.ended_at, row.position) != order]
        if stands(finish, self.merges.now, old, standings):
            return old
        return [*of_finish(finish, self.merges.now, standings)]

    def _standings_before(self, people: Collection[str]) -> dict[Key, PoolStanding]:
        """The ratings of these people before this slice. Each person who had one has a row of ratings now."""
        standings: dict[Key, PoolStanding] = {}
        ids, rating, change = sorted(people), RATINGS.c, CHANGES.c
        last = (
            select(column)
            .where(change.player == rating.player, change.pool == rating.pool)
            .where(tuple_(change.ended_at, change.position) < tuple_(*self.since))
            .order_by(change.ended_at.desc(), change.position.desc())
            .limit(1)
            .scalar_subquery()
            # Each is one step in an index; for a join a planner may read all matches of a person.
            for column in (change.mu, change.sigma, change.matches)
        )
        latest = select(rating.player, rating.pool, *last)
        for start in range(0, len(ids), CHUNK):
            of_some = latest.where(rating.player.in_(ids[start : start + CHUNK]))
            for player, pool, mu, sigma, matches in self.batch.connection.execute(of_some):
                if matches is not None:
                    standings[player, pool] = PoolStanding(Strength(mu, sigma), matches)
        return standings

    def _rest(self, keys: Iterable[Key], standings: Mapping[Key, PoolStanding]) -> None:
        """Stores these ratings; a rating without matches is deleted."""
        pools: dict[str, list[str]] = {}
        for player, pool in keys:
            pools.setdefault(player, []).append(pool)
        for player, changed_pools in pools.items():
            other_rows = [row for row in self.batch.rows(RATINGS, player) if row.pool not in changed_pools]
            new_standings = [(pool, standings.get((player, pool), NEW)) for pool in changed_pools]
            rows = [_row(player, pool, standing) for pool, standing in new_standings if standing.matches]
            self.batch.set(RATINGS, player, [*other_rows, *rows])


def _row(player: str, pool: str, standing: PoolStanding) -> RatingRow:
    strength = standing.strength
    return RatingRow(player, pool, strength.mu, strength.sigma, strength.sure, standing.matches)


def _text(order: Order) -> str:
    return f"{order[0]}@{order[1]}"


def _order(text: str) -> Order:
    """The place that a text names. A text that names none gives the very first place, so that all is rated again."""
    ended_at, _, position = text.rpartition("@")
    return (ended_at, int(position)) if position.isdecimal() else ("", 0)


PROJECTION = Projection("ratings", TABLES, take, go_on)
