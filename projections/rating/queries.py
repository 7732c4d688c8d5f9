"""Ratings for readers: in whole points, with places, and each change with the match that made it."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, Subquery, func, select, tuple_

from projections.championships import PLAYERS
from projections.rating.changes import CHANGES, OVERALL, ChangeRow, latest_changes
from projections.rating.finishes import FINISHES
from projections.rating.projection import RATINGS
from projections.rating.weng_lin import HUNDREDTHS, SURE
from referee.championship.recorded_contest import Names
from referee.championship.views import Somebody


class RatedPlayer(Struct, frozen=True):
    """Somebody's rating in a game, or over all games, and the place that it gives among everybody rated there."""

    place: int
    player: Somebody
    rating: int
    uncertainty: int
    sure: int
    matches: int


class PoolRating(Struct, frozen=True):
    """Somebody's rating in a game; over all games where `ruleset` is null."""

    ruleset: str | None
    rating: int
    uncertainty: int
    sure: int
    matches: int


class MovedPlayer(Struct, frozen=True):
    """One player of a match, with the rating before it and what the match changed. `side` counts those who came together."""

    player: Somebody
    side: int
    place: int
    rating: int
    uncertainty: int
    change: int


class RatingChange(Struct, frozen=True):
    """What a match did to somebody's rating: from which to which, at which place of how many sides.

    `scored` and `expected` are percent: how the side did against each of the others on average (won 100, level 50, lost 0), and
    how the ratings before let it be expected to do. `players` are all of the match.
    """

    ended_at: str
    ruleset: str
    championship: str | None
    fixture: str | None
    match: str | None
    place: int
    sides: int
    scored: int
    expected: int
    rating_before: int
    uncertainty_before: int
    rating: int
    uncertainty: int
    change: int
    matches: int
    players: tuple[MovedPlayer, ...]


class TableEnd(Struct, frozen=True):
    """The end of a page of a table: its last player, and the sure part of that player's strength in hundredths."""

    sure: int
    player: str


Place = tuple[str, int]
"""The end of a page of changes: the time when its last match ended, and the position of that record."""


def table(
    connection: Connection,
    names: Names,
    *,
    ruleset: str | None = None,
    championship: str | None = None,
    at: str | None = None,
    after: TableEnd | None = None,
    limit: int = 50,
) -> tuple[list[RatedPlayer], TableEnd | None]:
    """Returns a page of rated players, the highest sure strength first, and its end if there are more. It starts after `after`.

    Without `ruleset` the ratings are those over all games. With `championship` the page has only its players, at their places
    among all. `at` is a time as the log writes it: matches that had ended by then count, as they are known now.
    """
    ratings = _ratings_query(ruleset or OVERALL, at)
    query = select(ratings).order_by(ratings.c.sure.desc(), ratings.c.player.desc())
    if championship is not None:
        entrants = select(PLAYERS.c.player).where(PLAYERS.c.championship == championship)
        query = query.where(ratings.c.player.in_(entrants))
    if after is not None:
        query = query.where(tuple_(ratings.c.sure, ratings.c.player) < tuple_(after.sure, after.player))
    rows = connection.execute(query.limit(limit + 1)).all()
    page = rows[:limit]
    places = _places(connection, ratings, [row.sure for row in page])
    players = [
        RatedPlayer(
            places[row.sure],
            Somebody(row.player, names(row.player)),
            _whole(row.mu),
            _whole(row.sigma),
            _whole(row.sure),
            row.matches,
        )
        for row in page
    ]
    return players, TableEnd(page[-1].sure, page[-1].player) if len(rows) > limit else None


def _places(connection: Connection, ratings: Subquery, sure: Sequence[int]) -> dict[int, int]:
    """The place of each of these figures among all, best first; equal figures share a place."""
    if not sure:
        return {}
    better = connection.execute(select(func.count()).select_from(ratings).where(ratings.c.sure > sure[0])).scalar_one()
    between = select(ratings.c.sure, func.count().label("n")).where(ratings.c.sure.between(sure[-1], sure[0]))
    places, place = {}, better + 1
    for row in connection.execute(between.group_by(ratings.c.sure).order_by(ratings.c.sure.desc())):
        places[row.sure] = place
        place += row.n
    return places


def _ratings_query(pool: str, at: str | None) -> Subquery:
    """The ratings of all people in a pool, now or at a time."""
    if at is None:
        now = RATINGS.c
        return select(now.player, now.mu, now.sigma, now.sure, now.matches).where(now.pool == pool).subquery()
    until = latest_changes(CHANGES.c.pool == pool, CHANGES.c.ended_at <= at).c
    sure = (until.mu - SURE * until.sigma).label("sure")
    return select(until.player, until.mu, until.sigma, sure, until.matches).subquery()


def of_player(connection: Connection, player: str, at: str | None = None) -> list[PoolRating]:
    """The ratings of one person, under the present id: over all games first, then game by game."""
    if at is None:
        ratings = select(RATINGS.table).where(RATINGS.c.player == player).subquery()
    else:
        ratings = latest_changes(CHANGES.c.player == player, CHANGES.c.ended_at <= at)
    return [
        PoolRating(row.pool or None, _whole(row.mu), _whole(row.sigma), _whole(row.mu - SURE * row.sigma), row.matches)
        for row in connection.execute(select(ratings).order_by(ratings.c.pool))
    ]


def history(
    connection: Connection,
    player: str,
    names: Names,
    *,
    ruleset: str | None = None,
    at: str | None = None,
    before: Place | None = None,
    limit: int = 50,
) -> tuple[list[RatingChange], Place | None]:
    """Returns a page of changes of a person's rating in a game or over all games, and its end if there are more; latest first.

    The page starts before `before`.
    """
    change, pool = CHANGES.c, ruleset or OVERALL
    query = select(CHANGES.table).where(change.player == player, change.pool == pool)
    if at is not None:
        query = query.where(change.ended_at <= at)
    if before is not None:
        query = query.where(tuple_(change.ended_at, change.position) < tuple_(*before))
    rows = [
        CHANGES.of(row)
        for row in connection.execute(query.order_by(change.ended_at.desc(), change.position.desc()).limit(limit + 1))
    ]
    page = rows[:limit]
    last = (page[-1].ended_at, page[-1].position) if len(rows) > limit else None
    return _with_matches(connection, page, names), last


def _with_matches(connection: Connection, changes: Sequence[ChangeRow], names: Names) -> list[RatingChange]:
    """The changes with the matches that made them."""
    finishes = {row.id: row for row in FINISHES.of_groups(connection, [change.finish for change in changes])}
    players: dict[tuple[str, str], list[ChangeRow]] = {}
    for row in CHANGES.of_groups(connection, [change.finish for change in changes]):
        players.setdefault((row.finish, row.pool), []).append(row)
    return [
        RatingChange(
            ended_at=change.ended_at,
            ruleset=finishes[change.finish].ruleset,
            championship=finishes[change.finish].championship,
            fixture=finishes[change.finish].fixture,
            match=finishes[change.finish].match,
            place=change.place,
            sides=change.sides,
            scored=change.scored,
            expected=change.expected,
            rating_before=_whole(change.mu_before),
            uncertainty_before=_whole(change.sigma_before),
            rating=_whole(change.mu),
            uncertainty=_whole(change.sigma),
            change=_whole(change.mu) - _whole(change.mu_before),
            matches=change.matches,
            players=tuple(
                _moved_player(row, names) for row in sorted(players[change.finish, change.pool], key=_by_place)
            ),
        )
        for change in changes
    ]


def _by_place(row: ChangeRow) -> tuple[int, int, str]:
    return row.place, row.side, row.player


def _moved_player(row: ChangeRow, names: Names) -> MovedPlayer:
    before, who = _whole(row.mu_before), Somebody(row.player, names(row.player))
    return MovedPlayer(who, row.side, row.place, before, _whole(row.sigma_before), _whole(row.mu) - before)


def _whole(hundredths: int) -> int:
    """Hundredths as whole points; half a point is rounded up."""
    return (hundredths + HUNDREDTHS // 2) // HUNDREDTHS
