"""The scores of rounds in which every table plays the same deals (duplicate.matchpoints, duplicate.difference).

A hand counts once no table has it still to play: before, no score tells what was made with its cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from referee.contests.contest import Fixture
from referee.contests.duplicate.marks import OWN_AVERAGE, HandAtTable, HandMark, Marks, marks_of_hand
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.partners import members_of
from referee.contests.rounds.hands import SIDES, HandBoard, HandsOfTable, of_entrants_in
from referee.contests.rounds.scoring import RoundScore, Scoring, Way

Table = tuple[FixtureStatus, HandsOfTable]


class ComparedRounds:
    """The marks of all hands that no table has still to play, by round."""

    def __init__(
        self, ledger: ContestLedger, terms: DuplicateTerms, scoring: Scoring, statuses: Iterable[FixtureStatus]
    ):
        self._scoring, self._terms = scoring, terms
        board = HandBoard(ledger.contest)
        self._rounds: dict[int, list[Table]] = defaultdict(list)
        for status in statuses:
            self._rounds[status.fixture.round].append((status, board.of(status.fixture)))
        self._hands = {status.fixture.key: own for tables in self._rounds.values() for status, own in tables}
        self._marks: dict[str, list[Marks]] = {}
        self._hands_that_count: dict[int, list[int]] = {}
        self._worst: dict[int, tuple[HandMark, ...]] = {}
        for number, tables in self._rounds.items():
            self._compare(number, tables)

    def _compare(self, number: int, tables: Sequence[Table]) -> None:
        hands = range(1, self._terms.hands + 1)
        counting_hands = [k for k in hands if all(status.over or k in own for status, own in tables)]
        worst = []
        for k in counting_hands:
            pairs, worst_of_hand = marks_of_hand([self._at_table(one, k) for one in tables], self._terms.scoring)
            worst.append(worst_of_hand)
            for (status, _), marks in zip(tables, pairs, strict=True):
                self._marks.setdefault(status.fixture.key, []).append(marks)
        self._hands_that_count[number], self._worst[number] = counting_hands, tuple(worst)

    def _at_table(self, table: Table, k: int) -> HandAtTable:
        status, hands = table
        entrants = status.fixture.entrants
        hand = hands.get(k)
        if hand is not None and hand.result is not None:
            return HandAtTable(self._balances(of_entrants_in(hand, entrants)))
        if hand is None:
            absent = status.outcome.absent if status.outcome else ()
        else:
            absent = hand.absent if len(hand.absent) < len(entrants) else ()
        return HandAtTable(absent=tuple(one in absent for one in entrants))

    def _balances(self, points: Sequence[int]) -> tuple[int, ...]:
        """What each side made less what its rival did; of four that play alone, what each made (duplicate.seats)."""
        costs = [self._scoring.rules.cost(one) for one in points]
        if len(costs) == SIDES:
            return costs[1] - costs[0], costs[0] - costs[1]
        return tuple(-cost for cost in costs)

    def of_match(self, status: FixtureStatus, places: Mapping[str, str]) -> Iterator[tuple[str, RoundScore]]:
        """The scores of a table, of everybody at it; none while a table has each of its hands still to play."""
        fixture, outcome = status.fixture, status.outcome
        hands = self._hands[fixture.key]
        lines = [*zip(*self._marks.get(fixture.key, ()), strict=True)]
        if not lines:
            return
        results = [
            hands[k] for k in self._hands_that_count[fixture.round] if k in hands and hands[k].result is not None
        ]
        points = [of_entrants_in(hand, fixture.entrants) for hand in results]
        made = [*map(sum, zip(*points, strict=True))]
        missing = outcome.missing if outcome else ()
        absent = outcome.absent if outcome else ()
        for seat, entrant in enumerate(fixture.entrants):
            others = (one for one in fixture.entrants if one != entrant)
            rivals = tuple(places[one] for other in others for one in members_of(other))
            for member in members_of(entrant):
                partner = next((places[one] for one in members_of(entrant) if one != member), None)
                marks = lines[seat]
                if results:
                    own, rest = made[seat], [*made[:seat], *made[seat + 1 :]]
                    score = RoundScore(fixture.round, self._way(own, rest), 0, rivals, own, sum(rest), partner)
                elif entrant in absent and (member in missing or not missing or entrant == member):
                    score = RoundScore(fixture.round, "absent", 0, rivals)
                else:
                    # The partner did not come: without fault of this one (partners.rotating).
                    marks = (OWN_AVERAGE,) * len(marks) if entrant in absent else marks
                    score = RoundScore(fixture.round, "walkover", 0, rivals)
                yield member, with_marks(score, marks)

    def marks_of(self, fixture: Fixture, board: int) -> Marks:
        """The marks of all sides of a table in a hand that counts. Raises ValueError for another."""
        return self._marks[fixture.key][self._hands_that_count[fixture.round].index(board)]

    def rest(self, number: int) -> RoundScore:
        """The score of a round without a rival: its hands count as the average of the own ones."""
        return with_marks(RoundScore(number, "bye", 0), (OWN_AVERAGE,) * self._terms.hands)

    def missed_round(self, number: int) -> RoundScore:
        """The score of a round before a late entry: the worst of each of its hands."""
        return with_marks(RoundScore(number, "missed", 0), self._worst.get(number, ()))

    def _way(self, own: int, others: Iterable[int]) -> Way:
        """The way of a round on the table; among four, the first has won, and those that share it are level."""
        better = min(self._scoring.better_by(own, other) for other in others)
        return "won" if better > 0 else "lost" if better < 0 else "level"


def with_marks(score: RoundScore, marks: tuple[HandMark, ...]) -> RoundScore:
    """A score that is what these marks add up to."""
    return replace(score, score=sum((mark.score or Fraction() for mark in marks), Fraction()), marks=marks)


def hands_of(record: Iterable[RoundScore]) -> int:
    """The hands of an entrant that count: those that it results, or did not come to."""
    return sum(mark.score is not None for one in record for mark in one.marks)


def matchpoints_of(record: Iterable[RoundScore]) -> int:
    """The matchpoints of an entrant, added up."""
    marks = (mark for one in record for mark in one.marks)
    return sum(mark.matchpoints.points for mark in marks if mark.matchpoints is not None)
