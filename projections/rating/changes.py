"""The changes that one match makes to ratings: to those of its game, and to those over all games."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, Subquery, func, select

from projections.rating.finishes import Finish, FinisherRow
from projections.rating.weng_lin import START, Strength, outcomes, rate_match
from projections.rows import Id, Position, RowTable, Time

OVERALL = ""
"""The pool of all games; every other pool has the name of its ruleset."""
LEAST_SIDES = 2


class ChangeRow(Struct, frozen=True):
    """The change of one person's rating in a pool by one match. Strengths are in hundredths (see `Strength`).

    `ended_at` and `position` are the place of the match in the order. `sides` is the number of its sides, `place` that of this
    one; `scored` and `expected` are percentages (see `SideOutcome`). `matches` counts the matches of this person in this pool,
    this one included.
    """

    finish: Id
    pool: Id
    player: Id
    ended_at: Time
    position: Position
    side: int
    place: int
    sides: int
    scored: int
    expected: int
    mu_before: int
    sigma_before: int
    mu: int
    sigma: int
    matches: int

    @property
    def before(self) -> Strength:
        """The strength before the match."""
        return Strength(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Strength:
        """The strength after the match."""
        return Strength(self.mu, self.sigma)


CHANGES = RowTable(
    ChangeRow,
    "rating_change",
    key=3,
    index=(("player", "pool", "ended_at", "position"), ("pool", "ended_at", "position")),
)


def latest_changes(*conditions: ColumnElement[bool]) -> Subquery:
    """Selects the last change of each person in each pool, among the changes that meet these conditions."""
    change = CHANGES.c
    order = (change.ended_at.desc(), change.position.desc())
    nth = func.row_number().over(partition_by=(change.player, change.pool), order_by=order).label("nth")
    rows = (
        select(change.player, change.pool, change.mu, change.sigma, change.matches, nth).where(*conditions).subquery()
    )
    return select(rows).where(rows.c.nth == 1).subquery()


class PoolStanding(Struct, frozen=True):
    """A person's rating in a pool after a number of matches."""

    strength: Strength = START
    matches: int = 0


NEW = PoolStanding()
Standings = Mapping[tuple[str, str], PoolStanding]
"""Ratings by person and pool; a person without one has not played yet."""


def of_finish(finish: Finish, now: Callable[[str], str], standings: Standings) -> Iterator[ChangeRow]:
    """Returns the changes that a match makes in both of its pools; none if a person would have played against themselves.

    `now` gives the id that a person has after merges.
    """
    sides = _sides(finish.players)
    people = [[now(player.player) for player in side] for side in sides]
    all_players = [one for side in people for one in side]
    if len(sides) < LEAST_SIDES or len({*all_players}) < len(all_players):
        return
    places = [side[0].place for side in sides]
    for pool in (finish.row.ruleset, OVERALL):
        yield from _in_pool(finish, pool, places, people, standings)


def stands(finish: Finish, now: Callable[[str], str], old: Sequence[ChangeRow], standings: Standings) -> bool:
    """True if a match makes the same changes as before: same people, same places, same ratings before it."""
    order, pools = finish.row.order, (finish.row.ruleset, OVERALL)
    result = {
        (pool, now(player.player), n, player.place)
        for pool in pools
        for n, side in enumerate(_sides(finish.players))
        for player in side
    }
    return result == {(row.pool, row.player, row.side, row.place) for row in old} and all(
        (row.ended_at, row.position) == order
        and standings.get((row.player, row.pool), NEW) == PoolStanding(row.before, row.matches - 1)
        for row in old
    )


def _in_pool(
    finish: Finish, pool: str, places: Sequence[int], people: Sequence[Sequence[str]], current: Standings
) -> Iterator[ChangeRow]:
    standings_before = [[current.get((one, pool), NEW) for one in side] for side in people]
    before = [[standing.strength for standing in side] for side in standings_before]
    after, reasons = rate_match(before, places), outcomes(before, places)
    for n, side in enumerate(people):
        for m, one in enumerate(side):
            yield ChangeRow(
                finish=finish.row.id,
                pool=pool,
                player=one,
                ended_at=finish.row.ended_at,
                position=finish.row.position,
                side=n,
                place=places[n],
                sides=len(people),
                scored=reasons[n].scored,
                expected=reasons[n].expected,
                mu_before=before[n][m].mu,
                sigma_before=before[n][m].sigma,
                mu=after[n][m].mu,
                sigma=after[n][m].sigma,
                matches=standings_before[n][m].matches + 1,
            )


def _sides(players: Sequence[FinisherRow]) -> list[list[FinisherRow]]:
    sides: dict[int, list[FinisherRow]] = {}
    for player in players:
        sides.setdefault(player.side, []).append(player)
    return [sides[n] for n in sorted(sides)]
