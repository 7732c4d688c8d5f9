"""What a person's matches come to: by game, with each partner and against each opponent.

Only matches that count are in it, as they stand: what was abandoned, void or not played is not, and a correction changes it.
"""

from collections.abc import Sequence
from math import ceil, floor, sqrt

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, case, exists, func, select

from projections.rating.finishes import FINISHERS, FINISHES, won_by
from projections.records import DEEDS, HANDS, PLAYED
from projections.seasons.meetings import Now
from referee.championship.record.contest import Names
from referee.championship.views import Somebody

SURE = 1.96
"""Standard deviations to either side that hold 95 of 100 cases."""


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
    """Matches with somebody else, of one kind, and how they came out for the person."""

    matches: int
    better: int
    worse: int
    by_game: dict[str, HandPoints]
    """Of the games whose hands were recorded."""

    def and_one(self, other: "_MatchesTogether") -> "_MatchesTogether":
        """Both together."""
        both, none = {**self.by_game, **other.by_game}, HandPoints(0, 0)
        return _MatchesTogether(
            *(self.matches + other.matches, self.better + other.better, self.worse + other.worse),
            {game: _together(self.by_game.get(game, none), other.by_game.get(game, none)) for game in both},
        )

    @property
    def in_hands(self) -> HandPoints | None:
        """The points of the hands; None where they are of several games, which have other points."""
        return None if len(self.by_game) > 1 else next(iter(self.by_game.values()), HandPoints(0, 0))


def _together(one: HandPoints, other: HandPoints) -> HandPoints:
    return HandPoints(one.hands + other.hands, one.points + other.points)


def likely(won: int, matches: int) -> Likely:
    """What `won` of `matches` says of the long run: the interval of Wilson (1927) at 95 percent, to the outer whole percent.

    One match says little, and says so: 1 of 1 is 20 to 100. Raises ValueError where there are none.
    """
    if not 0 <= won <= matches or matches == 0:
        raise ValueError(f"{won} of {matches}")
    share, weight = won / matches, SURE * SURE / matches
    middle = share + weight / 2
    off = SURE * sqrt(share * (1 - share) / matches + weight / (4 * matches))
    least, most = (middle - off) / (1 + weight), (middle + off) / (1 + weight)
    return Likely(0 if won == 0 else floor(100 * least), 100 if won == matches else ceil(100 * most))


def of_player(
    connection: Connection, player: Sequence[str], now: Now, names: Names, ruleset: str | None = None
) -> PlayerStatistics:
    """What the matches of a person come to, under any of these ids; only those of one game where `ruleset` is given."""
    of_game = () if ruleset is None else (FINISHES.c.ruleset == ruleset,)
    return PlayerStatistics(
        Somebody(player[0], names(player[0])),
        _games(connection, player, of_game),
        [
            PartnerStatistics(who, met.matches, met.better, likely(met.better, met.matches), met.in_hands)
            for who, met in _met(connection, player, now, names, of_game, together=True)
        ],
        [
            OpponentStatistics(
                who,
                met.matches,
                met.better,
                met.worse,
                met.matches - met.better - met.worse,
                likely(met.better, met.matches),
                met.in_hands,
            )
            for who, met in _met(connection, player, now, names, of_game, together=False)
        ],
    )


_ONE, _OTHER = FINISHERS.table.alias("one"), FINISHERS.table.alias("other")
_POINTS = (
    select(PLAYED.c.match, PLAYED.c.player, HANDS.c.hands, HANDS.c.points)
    .join_from(PLAYED.table, HANDS.table, and_(PLAYED.c.match == HANDS.c.match, PLAYED.c.side == HANDS.c.side))
    .subquery("points_of")
)
"""What the side of each player got in the hands of a match that was recorded."""
_OWN_POINTS = and_(_POINTS.c.match == FINISHES.c.match, _POINTS.c.player == _ONE.c.player)
_SUMS = [func.coalesce(func.sum(column), 0) for column in (_POINTS.c.hands, _POINTS.c.points)]


def _games(
    connection: Connection, player: Sequence[str], of_game: Sequence[ColumnElement[bool]]
) -> list[GameStatistics]:
    finish = FINISHES.c
    played = (
        select(finish.ruleset, func.count(), _sum(won_by(_ONE)), func.count(finish.match), *_SUMS)
        .join_from(FINISHES.table, _ONE, finish.id == _ONE.c.finish)
        .outerjoin(_POINTS, _OWN_POINTS)
        .where(_ONE.c.player.in_(player), *of_game)
        .group_by(finish.ruleset)
        .order_by(finish.ruleset)
    )
    deeds: dict[str, dict[str, int]] = {}
    did = (
        select(finish.ruleset, DEEDS.c.what, func.sum(DEEDS.c.n))
        .join_from(FINISHES.table, DEEDS.table, finish.match == DEEDS.c.match)
        .where(
            DEEDS.c.player.in_(player),
            DEEDS.c.counts,
            # Who gave up their seat before the end did not finish this match, and nothing that they did in it is counted.
            exists().where(_ONE.c.finish == finish.id, _ONE.c.player.in_(player)),
            *of_game,
        )
        .group_by(finish.ruleset, DEEDS.c.what)
        .order_by(DEEDS.c.what)
    )
    for game, what, n in connection.execute(did):
        if n:
            deeds.setdefault(game, {})[what] = int(n)
    return [
        GameStatistics(
            *(game, matches, int(won), likely(int(won), matches), recorded, deeds.get(game, {})),
            HandPoints(*map(int, in_hands)),
        )
        for game, matches, won, recorded, *in_hands in connection.execute(played)
    ]


def _met(
    connection: Connection,
    player: Sequence[str],
    now: Now,
    names: Names,
    of_game: Sequence[ColumnElement[bool]],
    *,
    together: bool,
) -> list[tuple[Somebody, _MatchesTogether]]:
    """Who else was in the matches of a person, on their side or on others: the most matches first, then by id."""
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
        one = _MatchesTogether(matches, ahead, behind, {game: HandPoints(hands, points)} if hands else {})
        id_ = now(other)
        people[id_] = people[id_].and_one(one) if id_ in people else one
    by_matches = sorted(people.items(), key=lambda each: (-each[1].matches, each[0]))
    return [(Somebody(id_, names(id_)), met) for id_, met in by_matches]


def _sum(so: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((so, 1), else_=0)), 0)
