"""The result of a match for a contest, and a game's rules for its results.

A result lists its figures in the order of the fixture's entrants: one a seat, or one a pair in games of pairs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.errors import Flaw
from referee.match.ledger import Ledger, Ranking
from referee.text import Text

T = TypeVar("T")
Count = Annotated[int, Meta(ge=0)]
CardCount = tuple[Count, Count]
"""Yellow and black cards of one entrant."""
MatchStep = str
"""A step that breaks equal totals of one match: `alphabetical`, `sanctions`, `extra_round`, or a tally by its name."""


class ContestTally(Struct, frozen=True):
    """A tally that a game counts in contests beside points: a column of results and tables, and a step that breaks equal totals.

    `name` is that of the match's own tally. `title` heads its column, `step` names it as the reason of a place, `about` is for
    the documentation. `box`: True if a sheet of paper has a box for it, as for the total.
    """

    name: str
    title: Text
    step: Text
    about: str
    box: bool = False


class PlainResult(Struct, frozen=True, omit_defaults=True):
    """The result of a match, by hand or from its log, without the tallies of its game.

    `late_cards` were given after the match or its regular rounds had ended: they count as sanctions and order nothing in
    it. `ranking` is the match's own order, best first. `withdrawn`: a side left, so the ranking stands whatever the totals say;
    `left` has the sides that left, the first to leave first (older logs do not tell).
    """

    points: tuple[int, ...]
    cards: tuple[CardCount, ...] = ()
    extra_rounds: tuple[tuple[Count, ...], ...] = ()
    winner: int | None = None
    late_cards: tuple[CardCount, ...] = ()
    ranking: Ranking = ()
    withdrawn: bool = False
    left: tuple[int, ...] = ()


class Result(PlainResult, frozen=True, kw_only=True):
    """The result of a match with the tallies of its game by name, as far as they were reported."""

    tallies: Mapping[str, tuple[Count, ...]] = {}

    @property
    def has_cards(self) -> bool:
        """True if a card was given in this match, at any time."""
        return bool(self.cards or self.late_cards)

    def sanctions(self, entrant: int, late: bool = False) -> int:
        """The number of cards of both colours given to an entrant until the match ended; with `late` also those after it."""
        counts = self.cards[entrant : entrant + 1] + (self.late_cards[entrant : entrant + 1] if late else ())
        return sum(map(sum, counts))

    def black_cards(self, entrant: int) -> int:
        """The number of black cards given to an entrant in this match, at any time."""
        return sum(count[1] for cards in (self.cards, self.late_cards) for count in cards[entrant : entrant + 1])


class Outcome(Struct, frozen=True, omit_defaults=True):
    """The outcome of a fixture: a result, or the absent entrants (all of them: the match is void).

    `missing`: of absent pairs of one round, the persons that did not come; empty: all of them. `at` is the version of the
    contest's log that gave it; `match` and `version` name the event of the match's own log,
    if there is one.
    """

    fixture: str
    entrants: tuple[str, ...]
    result: Result | None = None
    absent: tuple[str, ...] = ()
    at: int = 0
    match: str | None = None
    version: int | None = None
    missing: tuple[str, ...] = ()

    @property
    def void(self) -> bool:
        """True if all entrants were absent: it counts for none of them."""
        return self.result is None and set(self.absent) >= set(self.entrants)


ResultCheck = Callable[[Result, Any], Flaw | None]
"""(result, params): the flaw of an impossible figure; None if all are possible."""
WinsBehind = Callable[[Result, int, Any], bool]
"""(result, entrant, params): True if an entrant may have won though another has the better total."""


def not_first_to(wins: int, result: Result, rule: Text) -> Flaw | None:
    """The flaw of points that count wins, unless exactly one side has `wins` and no other has more. `rule` is that in words."""
    points = result.points
    if min(points) >= 0 and max(points) == wins and points.count(wins) == 1:
        return None
    return _not(rule, points)


def not_below(wins: int, result: Result, rule: Text) -> Flaw | None:
    """The flaw of points that count wins in a match stopped before its end, if a side has `wins` or more, or fewer than none."""
    points = result.points
    return None if min(points) >= 0 and max(points) < wins else _not(rule, points)


def _not(rule: Text, points: Sequence[int]) -> Flaw:
    numbers = ", ".join(map(str, points))
    return Flaw("$.points", Text(es=f"{rule.es}, no {numbers}", en=f"{rule.en}, not {numbers}"))


class ContestRules(Struct, frozen=True):
    """A game's rules for its results, in any contest of it.

    `low_wins`: points are bad. `points_tally` names the tally that a contest counts in place of the match's totals (partidas
    won), `tallies` those that it counts beside them.
    `match_steps` break equal totals, in this order; with an `extra_round` among them no match ends level where it matters.
    `walkover_points` are the points of each of two entrants in a match with one of them absent. `black_card`: the clause of the
    game's own on the effect of a black card, by the number of players; with the numbers in `black_card_seats` it costs a point
    of the general table. `formats` are those of its own, beside the general ones.
    `check` judges the figures of a match that was played to its end; `check_stopped` those of one that was not: its time was up
    between two hands, or a side left. Without them any figures are possible.
    With `wins_behind`, a stated winner stands first whatever the totals. `example` is a result of two, for the
    documentation.
    """

    low_wins: bool = False
    points_tally: str | None = None
    tallies: tuple[ContestTally, ...] = ()
    match_steps: tuple[MatchStep, ...] = ()
    walkover_points: int = 0
    black_card: Mapping[int, str] = {}
    black_card_seats: tuple[int, ...] = ()
    formats: tuple[str, ...] = ()
    check: ResultCheck | None = None
    check_stopped: ResultCheck | None = None
    wins_behind: WinsBehind | None = None
    example: Result = Result((1, 0))

    @property
    def extra_rounds(self) -> bool:
        """True if a level match goes on with an extra round."""
        return "extra_round" in self.match_steps

    def cost(self, n: int) -> int:
        """A figure of points as a cost: fewer is better."""
        return n if self.low_wins else -n


PLAIN = ContestRules()
"""A game without rules of its own: points are good, nothing breaks equal totals."""


def result_of(ledger: Ledger, rules: ContestRules, ended_at: int | None = None) -> Result:
    """The result of a finished match by its account. Cards given after `ended_at`, or else after its last hand, are late.

    So are those given once regular play was over: an extra round is decided by its own points.
    """
    sides = len(ledger.totals)
    if ended_at is None and ledger.hands:
        ended_at = ledger.hands[-1].scored_at
    if any(hand.extra for hand in ledger.hands):
        ended_at = ledger.regular_until()
    end = ledger.result
    ranking = tuple(_sides(place, sides) for place in end.ranking) if end else ()
    winners = end.winner_sides if end else ()
    return Result(
        points=tuple(ledger.tallies[rules.points_tally] if rules.points_tally else ledger.totals),
        tallies={tally.name: tuple(ledger.tallies[tally.name]) for tally in rules.tallies},
        cards=_cards(ledger, sides, ended_at, late=False),
        extra_rounds=tuple(hand.points for hand in ledger.hands if hand.extra and hand.points is not None),
        winner=winners[0] if len(winners) == 1 else None,
        late_cards=_cards(ledger, sides, ended_at, late=True),
        ranking=ranking,
        withdrawn=end is not None and end.reason == "withdraw",
    )


def of_entrants(result: Result, sides: Sequence[int]) -> Result:
    """Turns a result by sides into one by entrants; `sides` has the side of each entrant."""
    if [*sides] == [*range(len(sides))]:
        return result
    of_side = {side: n for n, side in enumerate(sides)}
    return replace(
        result,
        points=_by(result.points, sides),
        tallies={name: _by(counts, sides) for name, counts in result.tallies.items()},
        cards=_by(result.cards, sides),
        extra_rounds=tuple(_by(points, sides) for points in result.extra_rounds),
        winner=None if result.winner is None else of_side[result.winner],
        late_cards=_by(result.late_cards, sides),
        ranking=tuple(tuple(of_side[side] for side in place) for place in result.ranking),
        left=tuple(of_side[side] for side in result.left),
    )


def with_departures(result: Result, rules: ContestRules) -> Result:
    """Adds the ranking to the result of a match that sides left: the others by their totals, then the last to leave first."""
    if not result.left:
        return result
    others = [side for side in range(len(result.points)) if side not in result.left]
    costs = sorted({rules.cost(result.points[side]) for side in others})
    places = [tuple(side for side in others if rules.cost(result.points[side]) == cost) for cost in costs]
    first = places[0] if places else ()
    winner = first[0] if len(first) == 1 and result.winner is None else result.winner
    left_places = ((side,) for side in reversed(result.left))
    return replace(result, winner=winner, ranking=(*places, *left_places), withdrawn=True)


def _by(figures: tuple[T, ...], sides: Sequence[int]) -> tuple[T, ...]:
    return tuple(figures[side] for side in sides) if figures else figures


def _sides(seats: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """The sides of these seats: partners sit `sides` apart."""
    return tuple(dict.fromkeys(seat % sides for seat in seats))


def _cards(ledger: Ledger, sides: int, ended_at: int | None, *, late: bool) -> tuple[CardCount, ...]:
    counts = [[0, 0] for _ in range(sides)]
    for card in ledger.sanctions:
        if (ended_at is not None and card.version > ended_at) == late:
            counts[card.seat % sides][card.card == "black"] += 1
    return tuple((yellow, black) for yellow, black in counts) if any(map(any, counts)) else ()
