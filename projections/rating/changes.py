"""What one match changed in ratings: in those of its game, and in those over all games."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, Subquery, func, select

from projections.rating.finishes import Finish, FinisherRow
from projections.rating.weng_lin import START, Strength, outcomes, rated
from projections.rows import Id, Position, RowTable, Time

OVERALL = ""
"""The pool of all games; every other pool is called by its ruleset."""
LEAST_SIDES = 2


class ChangeRow(Struct, frozen=True):
    """What a match did to one person's rating in a pool. Strengths are in hundredths (see `Strength`).

    `ended_at` and `position` are its match's place in the order. `sides` came to places, this one to `place`; `scored` and
    `expected` are percent (see `SideOutcome`). `matches` counts those of this person in this pool, this one among them.
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
        """What was believed before."""
        return Strength(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Strength:
        """What is believed since."""
        return Strength(self.mu, self.sigma)


CHANGES = RowTable(
    ChangeRow,
    "rating_change",
    key=3,
    index=(("player", "pool", "ended_at", "position"), ("pool", "ended_at", "position")),
)


def latest_changes(*where: ColumnElement[bool]) -> Subquery:
    """Of the changes of which this is so, the last of each person in each pool."""
    change = CHANGES.c
    order = (change.ended_at.desc(), change.position.desc())
    nth = func.row_number().over(partition_by=(change.player, change.pool), order_by=order).label("nth")
    ordered = select(change.player, change.pool, change.mu, change.sigma, change.matches, nth).where(*where).subquery()
    return select(ordered).where(ordered.c.nth == 1).subquery()


class PoolStanding(Struct, frozen=True):
    """Where somebody's rating in a pool is after so many matches."""

    strength: Strength = START
    matches: int = 0


NEW = PoolStanding()
Standings = Mapping[tuple[str, str], PoolStanding]
"""Ratings by person and pool; who is not there has played nothing yet."""


def of_finish(finish: Finish, now: Callable[[str], str], standings: Standings) -> Iterator[ChangeRow]:
    """What a match changes, in both of its pools. `now` says who is who; nothing where somebody would have met themselves."""
    sides = _sides(finish.players)
    people = [[now(player.player) for player in side] for side in sides]
    together = [one for side in people for one in side]
    if len(sides) < LEAST_SIDES or len({*together}) < len(together):
        return
    places = [side[0].place for side in sides]
    for pool in (finish.row.ruleset, OVERALL):
        yield from _in_pool(finish, pool, places, people, standings)


def stands(finish: Finish, now: Callable[[str], str], old: Sequence[ChangeRow], standings: Standings) -> bool:
    """Whether a match changes what it changed before: the same people came to the same places, from the same ratings."""
    order, pools = finish.row.order, (finish.row.ruleset, OVERALL)
    came = {
        (pool, now(player.player), n, player.place)
        for pool in pools
        for n, side in enumerate(_sides(finish.players))
        for player in side
    }
    return came == {(row.pool, row.player, row.side, row.place) for row in old} and all(
        (row.ended_at, row.position) == order
        and standings.get((row.player, row.pool), NEW) == PoolStanding(row.before, row.matches - 1)
        for row in old
    )


def _in_pool(
    finish: Finish, pool: str, places: Sequence[int], people: Sequence[Sequence[str]], standings: Standings
) -> Iterator[ChangeRow]:
    stood = [[standings.get((one, pool), NEW) for one in side] for side in people]
    before = [[standing.strength for standing in side] for side in stood]
    after, reasons = rated(before, places), outcomes(before, places)
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
                matches=stood[n][m].matches + 1,
            )


def _sides(players: Sequence[FinisherRow]) -> list[list[FinisherRow]]:
    sides: dict[int, list[FinisherRow]] = {}
    for player in players:
        sides.setdefault(player.side, []).append(player)
    return [sides[n] for n in sorted(sides)]
