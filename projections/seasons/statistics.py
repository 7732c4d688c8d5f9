"""Statistics of a person's matches: by game, with each partner and against each opponent.

They hold matches that count, as they stand: not those that were abandoned, void or not played. A correction changes them.
"""

from collections.abc import Sequence
from math import ceil, floor, sqrt

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, select

from projections.rating.finishes import FINISHERS, FINISHES, won_by
from projections.records import DEEDS, HANDS, PLAYED
from projections.seasons.meetings import Now
from referee.championship.recorded_contest import Names
from referee.championship.views import Somebody

SURE = 1.96
"""Standard deviations to either side of the mean that hold 95 of 100 cases."""


class Likely(Struct, frozen=True):
    """Between which shares, in whole percent, somebody wins in the long run who won so many of so many."""

    least: int
    most: int


class HandPoints(Struct, frozen=True):
    """What a person's side got in the `hands` of matches recorded at a table, as the game counts them.

    Hands that a claim ended and tie-break rounds have no points of their own, and are not among them.
    """

    hands: int
    points: int

    @property
    def mean(self) -> float | None:
        """Points a hand; None where there was none."""
        return self.points / self.hands if self.hands else None


class GameStatistics(Struct, frozen=True):
    """One game of a person: matches played to an end, and those that their side won alone.

    `recorded` of them were recorded at a table, and `deeds` counts what was done in these: what the game names, and infractions
    by the code of their rule.
    """

    ruleset: str
    matches: int
    won: int
    likely: Likely
    recorded: int
    deeds: dict[str, int]
    in_hands: HandPoints


class PartnerStatistics(Struct, frozen=True):
    """One partner of a person: matches on one side, and those that it won alone."""

    player: Somebody
    matches: int
    won: int
    likely: Likely
    in_hands: HandPoints | None


class OpponentStatistics(Struct, frozen=True):
    """One opponent of a person: matches on other sides, and which of the two came to the better place; `level` shared it."""

    player: Somebody
    matches: int
    ahead: int
    behind: int
    level: int
    likely: Likely
    in_hands: HandPoints | None


class PlayerStatistics(Struct, frozen=True):
    """What a person's matches come to, by game, and by who else played, the most matches first."""

    player: Somebody
    games: list[GameStatistics]
    partners: list[PartnerStatistics]
    opponents: list[OpponentStatistics]


class _MatchesTogether(Struct, frozen=True):
    """Matches of a person with another one, as partners or as opponents, and the person's results in them."""

    matches: int
    better: int
    worse: int
    by_game: dict[str, HandPoints]
    """The points in the recorded hands, by game."""

    def and_one(self, other: "_MatchesTogether") -> "_MatchesTogether":
        """The sum of both."""
        both, none = {**self.by_game, **other.by_game}, HandPoints(0, 0)
        return _MatchesTogether(
            *(self.matches + other.matches, self.better + other.better, self.worse + other.worse),
            {game: _together(self.by_game.get(game, none), other.by_game.get(game, none)) for game in both},
        )

    @property
    def in_hands(self) -> HandPoints | None:
        """The points of the hands; None if they are of several games, as these have different points."""
        return None if len(self.by_game) > 1 else next(iter(self.by_game.values()), HandPoints(0, 0))


def _together(one: HandPoints, other: HandPoints) -> HandPoints:
    return HandPoints(one.hands + other.hands, one.points + other.points)


def likely(wins: int, matches: int) -> Likely:
    """The share of wins in the long run, from `wins` of `matches`: Wilson's interval (1927) at 95 %, rounded outwards to percent.

    The interval is wide after few matches: 1 of 1 gives 20 to 100. Raises ValueError if there are no matches.
    """
    if not 0 <= wins <= matches or matches == 0:
        raise ValueError(f"{wins} of {matches}")
    share, weight = wins / matches, SURE * SURE / matches
    middle = share + weight / 2
    deviation = SURE * sqrt(share * (1 - share) / matches + weight / (4 * matches))
    least, most = (middle - deviation) / (1 + weight), (middle + deviation) / (1 + weight)
    # Both bounds are exact at the ends, where a rounding error would move them by a whole percent.
    return Likely(0 if wins == 0 else floor(100 * least), 100 if wins == matches else ceil(100 * most))


def of_player(
    connection: Connection, player: Sequence[str], now: Now, names: Names, ruleset: str | None = None
) -> PlayerStatistics:
    """Statistics of a person's matches under any of these ids; with `ruleset` only of matches of this game."""
    of_game = () if ruleset is None else (FINISHES.c.ruleset == ruleset,)
    return PlayerStatistics(
        Somebody(player[0], names(player[0])),
        _games(connection, player, of_game),
        [
            PartnerStatistics(
                who, totals.matches, totals.better, likely(totals.better, totals.matches), totals.in_hands
            )
            for who, totals in _co_players(connection, player, now, names, of_game, together=True)
        ],
        [
            OpponentStatistics(
                who,
                totals.matches,
                totals.better,
                totals.worse,
                totals.matches - totals.better - totals.worse,
                likely(totals.better, totals.matches),
                totals.in_hands,
            )
            for who, totals in _co_players(connection, player, now, names, of_game, together=False)
        ],
    )


_ONE, _OTHER = FINISHERS.table.alias("one"), FINISHERS.table.alias("other")
_POINTS = (
    select(PLAYED.c.match, PLAYED.c.player, HANDS.c.hands, HANDS.c.points)
    .join_from(PLAYED.table, HANDS.table, and_(PLAYED.c.match == HANDS.c.match, PLAYED.c.side == HANDS.c.side))
    .subquery("points_of")
)
"""Hands and points of each player's side in the recorded hands of a match."""
_OWN_POINTS = and_(_POINTS.c.match == FINISHES.c.match, _POINTS.c.player == _ONE.c.player)
_SUMS = [func.coalesce(func.sum(column), 0) for column in (_POINTS.c.hands, _POINTS.c.points)]


def _games(
    connection: Connection, player: Sequence[str], of_game: Sequence[ColumnElement[bool]]
) -> list[GameStatistics]:
    finish = FINISHES.c
    matches_query = (
        select(finish.ruleset, func.count(), _sum(won_by(_ONE)), func.count(finish.match), *_SUMS)
        .join_from(FINISHES.table, _ONE, finish.id == _ONE.c.finish)
        .outerjoin(_POINTS, _OWN_POINTS)
        .where(_ONE.c.player.in_(player), *of_game)
        .group_by(finish.ruleset)
        .order_by(finish.ruleset)
    )
    deeds: dict[str, dict[str, int]] = {}
    deeds_query = (
        select(finish.ruleset, DEEDS.c.what, func.sum(DEEDS.c.n))
        .join_from(FINISHES.table, DEEDS.table, finish.match == DEEDS.c.match)
        .where(
            DEEDS.c.player.in_(player),
            DEEDS.c.counts,
            # A player who gave up the seat before the end did not finish this match, so no deeds in it count.
            exists().where(_ONE.c.finish == finish.id, _ONE.c.player.in_(player)),
            *of_game,
        )
        .group_by(finish.ruleset, DEEDS.c.what)
        .order_by(DEEDS.c.what)
    )
    for game, what, n in connection.execute(deeds_query):
        if n:
            deeds.setdefault(game, {})[what] = int(n)
    return [
        GameStatistics(
            *(game, matches, int(wins), likely(int(wins), matches), at_table, deeds.get(game, {})),
            HandPoints(*map(int, in_hands)),
        )
        for game, matches, wins, at_table, *in_hands in connection.execute(matches_query)
    ]


def _co_players(
    connection: Connection,
    player: Sequence[str],
    now: Now,
    names: Names,
    of_game: Sequence[ColumnElement[bool]],
    *,
    together: bool,
) -> list[tuple[Somebody, _MatchesTogether]]:
    """The partners (`together`) or opponents of a person, with the totals of their matches: most matches first, then by id."""
    if together:
        side, better, worse = _ONE.c.side == _OTHER.c.side, won_by(_ONE), ~won_by(_ONE)
    else:
        side, better, worse = _ONE.c.side != _OTHER.c.side, _ONE.c.place < _OTHER.c.place, _ONE.c.place > _OTHER.c.place
    query = (
        select(_OTHER.c.player, FINISHES.c.ruleset, func.count(), _sum(better), _sum(worse), *_SUMS)
        .join_from(FINISHES.table, _ONE, FINISHES.c.id == _ONE.c.finish)
        .join(_OTHER, and_(_ONE.c.finish == _OTHER.c.finish, side))
        .outerjoin(_POINTS, _OWN_POINTS)
        .where(_ONE.c.player.in_(player), _OTHER.c.player.not_in(player), *of_game)
        .group_by(_OTHER.c.player, FINISHES.c.ruleset)
    )
    people: dict[str, _MatchesTogether] = {}
    for other, game, *sums in connection.execute(query):
        matches, ahead, behind, hands, points = map(int, sums)
        addend = _MatchesTogether(matches, ahead, behind, {game: HandPoints(hands, points)} if hands else {})
        id_ = now(other)
        people[id_] = people[id_].and_one(addend) if id_ in people else addend
    by_matches = sorted(people.items(), key=lambda each: (-each[1].matches, each[0]))
    return [(Somebody(id_, names(id_)), totals) for id_, totals in by_matches]


def _sum(so: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((so, 1), else_=0)), 0)
