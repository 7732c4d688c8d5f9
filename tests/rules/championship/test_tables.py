"""Tables of the hall: none twice at the same time, none left out, and no number that was printed changes (format.tables)."""

from itertools import combinations, count
from random import Random
from typing import Any

import pytest

from referee.championship.closing import settle
from referee.championship.events import (
    AnyDecision,
    ChampionshipOpened,
    ContestDecision,
    ContestDrawn,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureCreated,
    PlayersEntered,
    ResultReported,
    WalkoverGiven,
)
from referee.championship.recorded_contest import RecordedFixture
from referee.championship.state import Championship
from referee.contests.bracket_tables import bracket_tables
from referee.contests.contest import Entrant, Fixture
from referee.contests.draws import DrawnOrder, bracket
from referee.contests.formats import formats
from referee.contests.tallies import RecordedResult
from referee.match.results import Result

GROUPED = ("group", "league", "round")


class Hall:
    """A championship at work, with the table that each match was given first."""

    def __init__(self, people: int) -> None:
        self.championship = Championship("0190a000-0000-7000-8000-000000000000")
        players = [f"p{n:02}" for n in range(people)]
        self.decide(ChampionshipOpened(self.championship.id, "Fiestas"))
        self.decide(PlayersEntered(tuple(players), tuple((player,) for player in players)))
        self.given: dict[str, int | None] = {}

    def decide(self, event: AnyDecision) -> None:
        work, contest = self.championship, event.contest if isinstance(event, ContestDecision) else None
        before = work.contests[contest].state if contest in work.contests else None
        work.enter(event, work.version + 1)
        if contest:
            settle(work, contest, before, str, reopen=True)
            self.check(contest)

    def draw(
        self, contest: str, players: list[str], format_: str, ruleset: str = "hearts.castillar", **options: Any
    ) -> None:
        order = DrawnOrder(tuple(players), "lots")
        entrants = tuple(map(Entrant, players))
        self.decide(ContestDrawn(contest, ruleset, format_, entrants, order, {"limit": 100, "rounds": 4}, options))

    def matches(self, contest: str) -> list[tuple[RecordedFixture, Fixture]]:
        on_record = self.championship.contests[contest]
        outcomes = on_record.by_fixture()
        return [(outcomes[fixture.key, fixture.entrants], fixture) for fixture in on_record.state.fixtures]

    def rounds(self, contest: str) -> dict[tuple[bool, int], list[int]]:
        """The tables of each round: of groups or a league, and of the later rounds."""
        tables: dict[tuple[bool, int], list[int]] = {}
        for record, fixture in self.matches(contest):
            table = record.drawn_table(fixture)
            assert table is not None
            tables.setdefault((fixture.kind in GROUPED, fixture.round), []).append(table)
        return {round_: sorted(numbers) for round_, numbers in tables.items()}

    def check(self, contest: str) -> None:
        """No table twice in a round, nor among matches that may be in play together; no match ever changes its table."""
        of_round: set[tuple[bool, int, int | None]] = set()
        matches = self.matches(contest)
        for record, fixture in matches:
            of_round.add((fixture.kind in GROUPED, fixture.round, record.drawn_table(fixture)))
            assert self.given.setdefault(record.id, record.drawn_table(fixture)) == record.drawn_table(fixture)
        together = [one for one in matches if one[1].state == "pending" and one[1].kind not in GROUPED]
        assert len(of_round) == len(matches)
        assert len({record.drawn_table(fixture) for record, fixture in together}) == len(together)

    def tell(self, contest: str, record: RecordedFixture, fixture: Fixture) -> None:
        points = tuple(range(100, 100 - len(fixture.entrants), -1))
        self.decide(ResultReported(contest, record.id, RecordedResult.of(Result(points))))

    def waiting(self, contest: str) -> list[tuple[RecordedFixture, Fixture]]:
        return [pair for pair in self.matches(contest) if pair[1].state == "pending"]

    def play(self, contest: str, chance: Random) -> None:
        """Plays all matches, in any order."""
        while waiting := self.waiting(contest):
            self.tell(contest, *chance.choice(waiting))


def whole(numbers: list[int]) -> bool:
    return numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("format_", sorted({*formats()} - {"knockout", "rounds"}))
def test_no_table_is_twice_in_a_round_and_none_is_missing(format_: str) -> None:
    """Every format with matches at its draw and every number of entrants is tested, as drawn."""
    options: list[dict[str, Any]] = {"groups": [{"size": size} for size in range(2, 17)]}.get(format_, [{}])
    for option in options:
        shape = formats()[format_].options(**option)
        for size in formats()[format_].possible((2, 4), shape):
            hall = Hall(size)
            hall.draw("c", [f"p{n:02}" for n in range(size)], format_, **option)
            assert all(map(whole, hall.rounds("c").values())), (size, option, hall.rounds("c"))


@pytest.mark.parametrize("size", range(2, 65))
def test_every_round_of_a_bracket_uses_its_first_tables(size: int) -> None:
    """Two matches at one table never wait for each other's table: one leads to the other. So any order of play will do."""
    winners: list[bool] = [entrant is not None for entrant in bracket([str(n) for n in range(size)])]
    matches: list[tuple[int, int]] = []
    for number in count(1):
        pairs = list(zip(winners[::2], winners[1::2], strict=True))
        matches += [(number, place) for place, pair in enumerate(pairs, start=1) if all(pair)]
        winners = [any(pair) for pair in pairs]
        if len(winners) == 1:
            break
    tables = bracket_tables(matches)
    for round_ in {number for number, _ in matches}:
        assert whole(sorted(tables[match] for match in matches if match[0] == round_))
    for one, other in combinations(sorted(matches), 2):
        rounds = other[0] - one[0]
        leads = rounds > 0 and (one[1] - 1) >> rounds == other[1] - 1
        assert leads or tables[one] != tables[other]


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("size", [*range(2, 14), 35])
def test_every_round_of_a_knockout_uses_its_first_tables(size: int, third_place: bool) -> None:
    """The order in which matches end does not matter; matches of two rounds that can be played at once from the start do so."""
    hall = Hall(size)
    hall.draw("c", [f"p{n:02}" for n in range(size)], "knockout", third_place=third_place)
    assert whole(sorted(table for table in hall.given.values() if table is not None))
    hall.play("c", Random(size))
    assert all(map(whole, hall.rounds("c").values())), hall.rounds("c")


@pytest.mark.parametrize(
    ("size", "options"),
    [
        (9, {"size": 3, "through": 2}),
        (12, {"size": 4, "through": 2}),
        (12, {"size": 3, "through": 1, "third_place": True}),
        (20, {"size": 5, "through": 2}),
        (8, {"size": 4, "through": 2, "then": "final"}),
    ],
)
def test_every_round_after_groups_uses_its_first_tables(size: int, options: dict[str, Any]) -> None:
    hall = Hall(size)
    hall.draw("c", [f"p{n:02}" for n in range(size)], "groups", **options)
    hall.play("c", Random(size))
    assert all(map(whole, hall.rounds("c").values())), hall.rounds("c")


@pytest.mark.parametrize("seed", range(12))
def test_tables_stay_apart_and_keep_their_numbers_whatever_happens(seed: int) -> None:
    """Absences, also of both entrants, withdrawals and substitutions happen: `check` looks after each."""
    chance = Random(seed)
    size = chance.randrange(5, 20)
    hall = Hall(size + 6)
    hall.draw("c", [f"p{n:02}" for n in range(size)], "knockout", third_place=bool(seed % 2))
    fresh = count(size)
    for _ in range(40):
        waiting = hall.waiting("c")
        if not waiting:
            break
        record, fixture = chance.choice(waiting)
        match chance.randrange(8):
            case 0:
                hall.decide(WalkoverGiven("c", record.id, record.entrants, "nadie vino"))
            case 1:
                hall.decide(WalkoverGiven("c", record.id, record.entrants[:1], "no vino"))
            case 2:
                hall.decide(EntrantWithdrawn("c", record.entrants[0], "se va"))
            case 3 if (new := next(fresh)) < size + 6:
                hall.decide(EntrantSubstituted("c", record.entrants[0], "enfermo", f"p{new:02}"))
            case _:
                hall.tell("c", record, fixture)


def test_after_a_match_to_which_nobody_came_the_next_round_leaves_no_table_out() -> None:
    hall = Hall(8)
    hall.draw("c", [f"p{n:02}" for n in range(8)], "knockout")
    record, _ = next(pair for pair in hall.waiting("c") if pair[1].key == "knockout-1-1")
    hall.decide(WalkoverGiven("c", record.id, record.entrants, "nadie vino"))
    hall.play("c", Random(1))
    assert hall.rounds("c") == {(False, 1): [1, 2, 3, 4], (False, 2): [1], (False, 3): [1]}


def test_a_substitute_plays_at_the_table_of_the_place() -> None:
    hall = Hall(9)
    hall.draw("c", [f"p{n:02}" for n in range(8)], "knockout")
    record, fixture = hall.waiting("c")[2]
    hall.decide(EntrantSubstituted("c", record.entrants[0], "enfermo", "p08"))
    after = next(pair for pair in hall.waiting("c") if pair[1].key == fixture.key)
    assert after[0].id != record.id and after[0].drawn_table(after[1]) == record.drawn_table(fixture)


def test_contests_held_beside_each_other_have_tables_of_their_own() -> None:
    """No entrant is in both: they may be held at the same time."""
    hall = Hall(16)
    people = [f"p{n:02}" for n in range(16)]
    hall.draw("a", people[:8], "knockout")
    hall.draw("b", people[8:], "league")
    first = [table for tables in hall.rounds("a").values() for table in tables]
    assert hall.rounds("b") == {(True, n): [5, 6, 7, 8] for n in range(1, 8)} and first == [1, 2, 3, 4]
    hall.play("a", Random(1))
    assert hall.rounds("a")[False, 3] == [1]


def test_contests_with_somebody_in_common_follow_each_other() -> None:
    hall = Hall(16)
    people = [f"p{n:02}" for n in range(16)]
    hall.draw("a", people[:8], "knockout")
    hall.draw("b", people[7:], "knockout")
    assert hall.rounds("b")[False, 1] == [1]


def test_a_contest_that_is_over_leaves_its_tables() -> None:
    hall = Hall(16)
    people = [f"p{n:02}" for n in range(16)]
    hall.draw("a", people[:8], "knockout")
    hall.play("a", Random(1))
    hall.draw("b", people[8:], "knockout")
    assert hall.rounds("b")[False, 1] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("key", "table"), [("knockout-1-18", 18), ("group-2-3-1", 1), ("league-4-2", 2), ("group-2", 2)]
)
def test_a_match_of_an_older_log_keeps_its_number(key: str, table: int) -> None:
    """A match did not tell its own number before the championship gave tables."""
    record = RecordedFixture.of(FixtureCreated("f", "c", key, "knockout", ("a", "b")), 1)
    fixture = Fixture(key, "knockout", 1, 1, ("a", "b"), (1,), table=99)
    assert record.drawn_table(fixture) == table
