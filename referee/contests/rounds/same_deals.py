"""The scores of rounds in which every table plays the same deals (duplicate.matchpoints, duplicate.difference).

A hand counts once no table has it still to play: before, no score tells what was made with its cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from referee.contests.contest import Fixture
from referee.contests.duplicate.marks import OWN_AVERAGE, HandAtTable, HandMark, marks_of_hand
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.partners import members_of
from referee.contests.rounds.hands import HandBoard, HandsOfTable, of_entrants_in
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
        self._marks: dict[str, tuple[list[HandMark], list[HandMark]]] = {}
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
                for line, mark in zip(self._marks.setdefault(status.fixture.key, ([], [])), marks, strict=True):
                    line.append(mark)
        self._hands_that_count[number], self._worst[number] = counting_hands, tuple(worst)

    def _at_table(self, table: Table, k: int) -> HandAtTable:
        status, hands = table
        entrants = status.fixture.entrants
        hand = hands.get(k)
        if hand is not None and hand.result is not None:
            return HandAtTable(self._scoring.better_by(*of_entrants_in(hand, entrants)))
        if hand is None:
            absent = status.outcome.absent if status.outcome else ()
        else:
            absent = hand.absent if len(hand.absent) < len(entrants) else ()
        first, second = (one in absent for one in entrants)
        return HandAtTable(absent=(first, second))

    def of_match(self, status: FixtureStatus, places: Mapping[str, str]) -> Iterator[tuple[str, RoundScore]]:
        """The scores of a table, of everybody at it; none while a table has each of its hands still to play."""
        fixture, outcome = status.fixture, status.outcome
        hands = self._hands[fixture.key]
        lines = self._marks.get(fixture.key, ([], []))
        if not lines[0]:
            return
        results = [
            hands[k] for k in self._hands_that_count[fixture.round] if k in hands and hands[k].result is not None
        ]
        points = [of_entrants_in(hand, fixture.entrants) for hand in results]
        own = (sum(one for one, _ in points), sum(other for _, other in points))
        missing = outcome.missing if outcome else ()
        absent = outcome.absent if outcome else ()
        for seat, (entrant, other) in enumerate((fixture.entrants, fixture.entrants[::-1])):
            rivals = tuple(places[one] for one in members_of(other))
            for member in members_of(entrant):
                partner = next((places[one] for one in members_of(entrant) if one != member), None)
                marks = tuple(lines[seat])
                if results:
                    way = self._way(own[seat], own[1 - seat])
                    score = RoundScore(fixture.round, way, 0, rivals, own[seat], own[1 - seat], partner)
                elif entrant in absent and (member in missing or not missing or entrant == member):
                    score = RoundScore(fixture.round, "absent", 0, rivals)
                else:
                    # The partner did not come: without fault of this one (partners.rotating).
                    marks = (OWN_AVERAGE,) * len(marks) if entrant in absent else marks
                    score = RoundScore(fixture.round, "walkover", 0, rivals)
                yield member, with_marks(score, marks)

    def marks_of(self, fixture: Fixture, board: int) -> tuple[HandMark, HandMark]:
        """The marks of both sides of a table in a hand that counts. Raises ValueError for another."""
        first, second = self._marks[fixture.key]
        at = self._hands_that_count[fixture.round].index(board)
        return first[at], second[at]

    def rest(self, number: int) -> RoundScore:
        """The score of a round without a rival: its hands count as the average of the own ones."""
        return with_marks(RoundScore(number, "bye", 0), (OWN_AVERAGE,) * self._terms.hands)

    def missed_round(self, number: int) -> RoundScore:
        """The score of a round before a late entry: the worst of each of its hands."""
        return with_marks(RoundScore(number, "missed", 0), self._worst.get(number, ()))

    def _way(self, own: int, other: int) -> Way:
        better = self._scoring.better_by(own, other)
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
