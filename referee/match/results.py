"""What a contest reads of a match: its result, and what a game says of its own results.

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
"""What parts equal totals of one match: `alphabetical`, `sanctions`, `extra_round`, or a tally by its name."""


class ContestTally(Struct, frozen=True):
    """What a game counts in contests beside points: a figure of its results and tables, and a step that parts equal totals.

    `name` is that of the match's own tally. `title` heads its column, `step` says what decided a place, `about` is for the
    documentation. `box`: a sheet of paper has a box for it, as for the total.
    """

    name: str
    title: Text
    step: Text
    about: str
    box: bool = False


class PlainResult(Struct, frozen=True, omit_defaults=True):
    """How a match came out, by hand or from its log, without what its game alone counts.

    `late_cards` were given after the match or its regular rounds had ended: they count as sanctions and order nothing in
    it. `ranking` is the match's own order, best first. `withdrawn`: a side left, so the ranking stands whatever the totals say;
    `left` says who did, the first to leave first (older logs do not tell).
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
    """How a match came out, with what its game counts in contests beside points, by name, as far as it was told."""

    tallies: Mapping[str, tuple[Count, ...]] = {}

    def sanctions(self, entrant: int, late: bool = False) -> int:
        """Cards of both colours given to an entrant until the match ended, and with `late` those after it too."""
        counts = self.cards[entrant : entrant + 1] + (self.late_cards[entrant : entrant + 1] if late else ())
        return sum(map(sum, counts))

    def black_cards(self, entrant: int) -> int:
        """Black cards given to an entrant in this match, whenever."""
        return sum(count[1] for cards in (self.cards, self.late_cards) for count in cards[entrant : entrant + 1])


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What became of a fixture: a result, or who did not come (all of them: the match is void).

    `at` is the version of the contest's log that gave it; `match` and `version` name the event of the match's own log,
    where there is one.
    """

    fixture: str
    entrants: tuple[str, ...]
    result: Result | None = None
    absent: tuple[str, ...] = ()
    at: int = 0
    match: str | None = None
    version: int | None = None

    @property
    def void(self) -> bool:
        """Nobody came: it counts for nobody."""
        return self.result is None and set(self.absent) >= set(self.entrants)


ResultCheck = Callable[[Result, Any], Flaw | None]
"""Which figure of a result cannot be, given the match's parameters; None where all can."""
WinsBehind = Callable[[Result, int, Any], bool]
"""Whether an entrant may have won a match, given its parameters, though another has the better total."""


def not_first_to(wins: int, result: Result, rule: Text) -> Flaw | None:
    """Where points are what each side won: the flaw unless one has `wins` and nobody else as many. `rule` says so in words."""
    points = result.points
    if min(points) >= 0 and max(points) == wins and points.count(wins) == 1:
        return None
    return _not(rule, points)


def not_below(wins: int, result: Result, rule: Text) -> Flaw | None:
    """The same of a match that was stopped before its end: the flaw where one has `wins` or more, or fewer than none."""
    points = result.points
    return None if min(points) >= 0 and max(points) < wins else _not(rule, points)


def _not(rule: Text, points: Sequence[int]) -> Flaw:
    listed = ", ".join(map(str, points))
    return Flaw("$.points", Text(es=f"{rule.es}, no {listed}", en=f"{rule.en}, not {listed}"))


class ContestRules(Struct, frozen=True):
    """What a game says of its results, for any contest of it.

    `low_wins`: points are bad. `points_tally` names what a contest counts in place of the match's totals (partidas won),
    `tallies` what it counts beside them.
    `match_steps` part equal totals, in this order; with an `extra_round` among them no match ends level where it matters.
    `walkover_points` is what each of two gets in a match that one did not come to. `black_card`: the clause of the game's own
    that says what a black card does, by how many play a match; in those of `black_card_seats` it costs a point of the general
    table. `formats` are those of its own, beside the general ones.
    `check` judges the figures of a match that was played to its end; `check_stopped` those of one that was not: its time was up
    between two hands, or a side left. Without them any figures can be.
    Where there is `wins_behind`, a stated winner stands first whatever the totals. `example` is a result of two, for the
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
        """Whether a level match goes on with an extra round."""
        return "extra_round" in self.match_steps

    def cost(self, n: int) -> int:
        """A figure of points as a cost: fewer is better."""
        return n if self.low_wins else -n


PLAIN = ContestRules()
"""A game that says nothing of its own: points are good, nothing parts equal totals."""


def result_of(ledger: Ledger, rules: ContestRules, ended_at: int | None = None) -> Result:
    """The result that a finished match's account gives. Cards given after `ended_at`, or else its last hand, are late.

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
    """A result by sides as one by entrants; `sides` are theirs, in their order."""
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
    """The result of a match that some left, with its ranking: those who stayed by their totals, then the last to leave first."""
    if not result.left:
        return result
    stayed = [side for side in range(len(result.points)) if side not in result.left]
    costs = sorted({rules.cost(result.points[side]) for side in stayed})
    places = [tuple(side for side in stayed if rules.cost(result.points[side]) == cost) for cost in costs]
    first = places[0] if places else ()
    winner = first[0] if len(first) == 1 and result.winner is None else result.winner
    gone = ((side,) for side in reversed(result.left))
    return replace(result, winner=winner, ranking=(*places, *gone), withdrawn=True)


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
