"""Groups of about a size, and the best of those who were not through (groups.uneven, groups.repesca)."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby, permutations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.championship.presenters import in_decimals
from referee.contests.contest import Contest, ContestState, Fixture, LateEntry, Withdrawal
from referee.contests.draws import best_apart, bracket, group_count, group_sizes, groups, kept_apart, snake
from referee.contests.formats import follow, format_named
from referee.contests.formats.groups import GroupsOptions
from referee.contests.group_stage import GroupChoices, play_groups
from referee.contests.ledger import ContestLedger
from referee.contests.standings.averages import across_groups, in_league
from referee.contests.standings.league import Bout
from referee.contests.standings.tables import LeagueRow
from referee.match.results import PLAIN, ContestRules, Outcome, Result
from tests.support.contests import Desk, alphabet, awaits, order

LOW = ContestRules(low_wins=True)
SIDES = (2,)


def desk(players: str, options: GroupsOptions, rules: ContestRules = PLAIN, sides: tuple[int, ...] = SIDES) -> Desk:
    return Desk(players, "groups", rules, sides, options=options)


def contest_of(entrants: int, options: GroupsOptions, rules: ContestRules = PLAIN) -> Contest:
    names = tuple(f"p{number:03}" for number in range(entrants))
    return Contest("groups", names, rules, SIDES, alphabet(names), options=options)


def play(contest: Contest, points: Callable[[Fixture], tuple[int, int]]) -> Contest:
    """The contest with a result of each match of its groups."""
    outcomes = (Outcome(one.key, one.entrants, Result(points(one))) for one in follow(contest).fixtures)
    return replace(contest, outcomes=tuple(outcomes))


def by_draw(contest: Contest) -> Callable[[Fixture], tuple[int, int]]:
    """The first in the draw wins."""
    place = {entrant: number for number, entrant in enumerate(contest.order)}
    return lambda one: (2, 1) if place[one.entrants[0]] < place[one.entrants[1]] else (1, 2)


def names_of(state: ContestState) -> list[str]:
    return ["".join(sorted(row.player for row in table.rows)) for table in state.tables]


# groups.uneven


@pytest.mark.parametrize(("players", "size", "through", "names"), [
    ("ABCDEFGHI", 4, 2, ["ABCDE", "FGHI"]),
    ("ABCDEFGHIJ", 4, 2, ["ABCD", "EFG", "HIJ"]),
    ("ABCDEFGHIJK", 4, 2, ["ABCD", "EFGH", "IJK"]),
    ("ABCDEFGHIJKL", 4, 2, ["ABCD", "EFGH", "IJKL"]),
    ("ABCDEFG", 4, 2, ["ABCD", "EFG"]),
    ("ABCDE", 2, 1, ["ABC", "DE"]),
    ("ABCDE", 16, 1, ["ABC", "DE"]),
    ("ABCDEFGH", 3, 2, ["ABCD", "EFGH"]),
])  # fmt: skip
def test_groups_uneven_first_ones_of_the_draw_have_one_more(
    players: str, size: int, through: int, names: list[str]
) -> None:
    sides = (2, 3) if size == 2 else SIDES
    assert names_of(desk(players, GroupsOptions(size=size, through=through), sides=sides).state) == names


@given(st.integers(4, 512), st.integers(2, 16), st.integers(1, 15))
def test_groups_uneven_differ_by_one_at_most(entrants: int, size: int, through: int) -> None:
    count = group_count(entrants, size, through)
    if not count:
        assert entrants < 2 * (through + 1)
        return
    own_sizes = group_sizes(entrants, count)
    assert sum(own_sizes) == entrants and max(own_sizes) - min(own_sizes) <= 1
    assert own_sizes == sorted(own_sizes, reverse=True) and min(own_sizes) > through
    nearest = max(int(Fraction(entrants, size) + Fraction(1, 2)), 2)
    assert count == nearest or (count < nearest and entrants // (count + 1) <= through)
    if entrants % size == 0 and through < size <= entrants // 2:
        assert {*own_sizes} == {size}


@given(st.integers(1, 200), st.integers(1, 40))
def test_groups_uneven_deal_everybody_once(entrants: int, count: int) -> None:
    names = [str(number) for number in range(entrants)]
    for deal in (groups, snake):
        hands = deal(names, count)
        assert sorted(one for hand in hands for one in hand) == sorted(names)
        assert max(map(len, hands)) - min(map(len, hands)) <= 1


def test_groups_uneven_snake_by_strength() -> None:
    assert snake("ABCDEFGHIJK", 3) == [("A", "F", "G"), ("B", "E", "H", "K"), ("C", "D", "I", "J")]


def test_groups_uneven_stage_is_dealt_as_its_caller_says() -> None:
    """A stage of a chain has an order of its own, and keys and numbers behind those of the stage before."""
    contest = contest_of(9, GroupsOptions())
    strength = contest.order[::-1]
    stage = play_groups(ContestLedger(contest), strength, GroupChoices(), deal="snake", prefix="second", first=11)
    hands = [{*row} for row in snake(strength, 2)]
    assert [{row.player for row in table.rows} for table in stage.tables] == hands
    assert [one.order for one in stage.fixtures] == [*range(11, 11 + 16)]
    assert {one.key.split("-")[0] for one in stage.fixtures} == {"second"}


@given(st.integers(4, 60), st.integers(2, 8), st.integers(1, 3))
def test_groups_uneven_tables_and_numbers_are_those_of_one_match_each(entrants: int, size: int, through: int) -> None:
    options = GroupsOptions(size=size, through=through)
    if entrants not in format_named("groups").possible(SIDES, options):
        return
    fixtures = follow(contest_of(entrants, options)).fixtures
    assert sorted(one.order for one in fixtures) == [*range(1, len(fixtures) + 1)]
    for _, own in groupby(sorted(fixtures, key=lambda one: one.round), key=lambda one: one.round):
        tables = [one.table for one in own]
        assert len({*tables}) == len(tables)
    first = sorted(one.table or 0 for one in fixtures if one.round == 1)
    assert first == [*range(1, len(first) + 1)]


@pytest.mark.parametrize(("sides", "options", "numbers"), [
    ((2,), GroupsOptions(), [*range(6, 513)]),
    ((2,), GroupsOptions(size=3, through=2), [*range(6, 513)]),
    ((2,), GroupsOptions(size=2, through=1), [*range(4, 513, 2)]),
    ((2, 4), GroupsOptions(size=4, through=1), [*range(4, 513, 4)]),
    ((2, 3, 4), GroupsOptions(size=4, through=1), [*range(4, 513)]),
    ((2, 4, 5), GroupsOptions(size=4, through=1), [4, 8, 9, 10, *range(12, 513)]),
    ((2, 3, 4), GroupsOptions(size=4, through=2), [*range(6, 513)]),
    ((2, 4), GroupsOptions(size=5, through=1), [*range(4, 513)]),
    ((4,), GroupsOptions(size=4, through=2, then="final"), [8]),
    ((2, 3, 4), GroupsOptions(size=4, through=1, then="final"), [*range(4, 17)]),
    ((2, 3, 4), GroupsOptions(size=3, through=1, repesca=1, then="final"), [*range(4, 11)]),
    ((4,), GroupsOptions(size=4, through=1), []),
    ((2,), GroupsOptions(size=4, through=2, repesca=2), [*range(7, 513)]),
])  # fmt: skip
def test_groups_uneven_numbers_that_can_be_held(
    sides: tuple[int, ...], options: GroupsOptions, numbers: list[int]
) -> None:
    groups_format = format_named("groups")
    possible = groups_format.possible(sides, options)
    assert [*possible] == numbers
    assert all(groups_format.obstacle(one, sides, options) is not None for one in {*range(1, 520)} - {*possible})


def test_groups_uneven_averages_are_exact() -> None:
    bouts = [
        Bout(("A", "B"), (3, 1), "A"),
        Bout(("A", "C"), (2, 2), None),
        Bout(("B", "C"), (0, 0), "B", walkover=True),
    ]
    averages = in_league({"A": 1, "B": 2, "C": 3}, bouts, PLAIN)
    assert [(one.points, one.diff, one.own_points) for one in averages.values()] == [
        (Fraction(-3, 4), Fraction(-1), Fraction(-5, 2)),
        (Fraction(-1, 2), Fraction(1), Fraction(-1)),
        (Fraction(-1, 4), Fraction(0), Fraction(-2)),
    ]
    assert in_league({"A": 1, "B": 2, "C": 3}, bouts, LOW)["A"].diff == 1


# groups.repesca


def test_groups_repesca_goes_by_averages_where_groups_differ_in_size() -> None:
    """B and E are second: B has two wins of three, E one of two."""
    contest = desk("ABCDEFG", GroupsOptions(size=4, through=1, repesca=1))
    for one, other in ("AB", "AC", "AD", "BC", "BD", "CD", "EF", "EG"):
        contest.result({one: 2, other: 1})
    contest.result({"F": 9, "G": 0})
    assert (order(contest.state, 1), contest.state.qualified) == ("1 E, 2 F, 3 G", ("A", "E", "B"))


def test_groups_repesca_is_shown_with_exact_averages() -> None:
    """B and F are second in groups of four and of three, C and G third."""
    contest = desk("ABCDEFG", GroupsOptions(size=4, through=1, repesca=1))
    for one, other in ("AB", "AC", "AD", "BC", "BD", "CD", "EF"):
        contest.result({one: 2, other: 1})
    before = contest.state
    assert before.repesca == ()
    contest.result({"E": 2, "G": 1}).result({"F": 9, "G": 0})
    rows = contest.state.repesca
    assert [(row.place, row.player, row.group, row.group_place) for row in rows] == [
        (1, "B", 1, 2),
        (2, "F", 2, 2),
        (3, "C", 1, 3),
        (4, "G", 2, 3),
        (5, "D", 1, 4),
    ]
    assert [(row.wins, row.diff, row.made) for row in rows[:4]] == [
        (Fraction(2, 3), Fraction(1, 3), Fraction(5, 3)),
        (Fraction(1, 2), Fraction(4), Fraction(5)),
        (Fraction(1, 3), Fraction(-1, 3), Fraction(4, 3)),
        (Fraction(0), Fraction(-5), Fraction(1, 2)),
    ]
    assert [row.player for row in rows if row.is_through] == ["B"]


def test_groups_repesca_averages_that_differ_are_shown_apart() -> None:
    """A group has 24 at most, so that nobody plays more than 46 matches in it; half a match counts among wins."""
    counts = {number: group_count(number, 16, 15) for number in range(32, 513)}
    matches = 2 * (max(max(group_sizes(*one)) for one in counts.items()) - 1)
    averages = {Fraction(sum_, of) for of in range(1, 2 * matches + 1) for sum_ in range(of + 1)}
    assert matches == 46 and len({in_decimals(one) for one in averages}) == len(averages)
    assert in_decimals(None) is None


def test_groups_repesca_that_waits_for_a_ruling_is_shown_with_nobody_through() -> None:
    contest = desk("ABCDEF", GroupsOptions(size=3, through=1, repesca=1))
    for one, other in ("AB", "AC", "BC", "DE", "DF", "EF"):
        contest.result({one: 2, other: 1})
    rows = [(row.place, row.player, row.is_through) for row in contest.state.repesca]
    assert rows == [(1, "B", False), (1, "E", False), (3, "C", False), (3, "F", False)]
    rows = [(row.place, row.player, row.is_through) for row in contest.rule("E", "B").state.repesca]
    assert rows == [(1, "E", True), (2, "B", False), (3, "C", False), (3, "F", False)]


def test_groups_repesca_place_in_the_group_goes_first() -> None:
    """D, third of a group, made more of every figure than F, second of another where all was close."""
    contest = desk("ABCDEFGH", GroupsOptions(size=4, through=1, repesca=1))
    for one, other in ("AB", "AC", "BC", "BD", "CD", "AD"):
        contest.result({one: 20, other: 19})
    for one, other in ("EF", "EG", "EH", "FG", "GH", "HF"):
        contest.result({one: 2, other: 1})
    assert order(contest.state, 1).startswith("1 E, 2")
    assert contest.state.qualified == ("A", "E", "B")


def test_groups_repesca_tie_that_decides_waits_for_a_ruling() -> None:
    contest = desk("ABCDEF", GroupsOptions(size=3, through=1, repesca=1))
    for one, other in ("AB", "AC", "BC", "DE", "DF", "EF"):
        contest.result({one: 2, other: 1})
    assert (contest.state.phase, awaits(contest.state), contest.state.qualified) == ("waiting_ruling", "ruling B E", ())
    assert contest.rule("E", "B").state.qualified == ("A", "D", "E")
    rows = [one for table in contest.state.tables for one in table.rows]
    assert [one.player for one in rows if one.qualified] == ["A", "D", "E"]


def test_groups_repesca_tie_that_decides_nothing_does_not_wait() -> None:
    contest = desk("ABCDEF", GroupsOptions(size=3, through=1, repesca=2))
    for one, other in ("AB", "AC", "BC", "DE", "DF", "EF"):
        contest.result({one: 2, other: 1})
    assert contest.state.qualified == ("A", "D", "B", "E")


def three_groups() -> Desk:
    """Three groups of three, A to I; B, E and H are second, and B and E the better ones."""
    contest = desk("ABCDEFGHI", GroupsOptions(size=3, through=1, repesca=1, apart=True))
    for one, other in ("AB", "AC", "DE", "DF", "GH", "GI"):
        contest.result({one: 2, other: 1})
    return contest.result({"B": 9, "C": 1}).result({"E": 8, "F": 1}).result({"H": 7, "I": 1})


def first_matches(contest: Desk) -> list[tuple[str, ...]]:
    return [one.entrants for one in contest.state.fixtures if one.kind == "knockout" and one.round == 1]


def test_groups_repesca_seeds_come_last_and_apart_from_their_group() -> None:
    """B would meet A, the first seed: the firsts of the groups move on by one."""
    contest = three_groups()
    assert contest.state.qualified == ("A", "D", "G", "B")
    assert first_matches(contest) == [("D", "B"), ("G", "A")]


def test_groups_repesca_brackets_fill_without_byes() -> None:
    assert not [bye for bye in three_groups().state.byes if bye.kind == "knockout"]


def test_groups_repesca_withdrawal_brings_the_next_of_the_repesca() -> None:
    contest = three_groups().withdraw("B")
    assert contest.state.qualified == ("A", "D", "G", "E")
    assert first_matches(contest) == [("D", "E"), ("G", "A")]


def test_groups_repesca_withdrawal_of_a_first_brings_the_next_of_the_group() -> None:
    contest = three_groups().withdraw("G")
    assert contest.state.qualified == ("A", "D", "H", "B")
    assert first_matches(contest) == [("D", "B"), ("H", "A")]


def test_groups_repesca_withdrawal_where_the_next_of_the_group_is_through_brings_the_best_of_the_rest() -> None:
    """B keeps the place that the draw of the bracket gave; C, third, does not pass the seconds of other groups."""
    contest = three_groups().withdraw("A")
    assert contest.state.qualified == ("E", "D", "G", "B")
    assert first_matches(contest) == [("D", "B"), ("G", "E")]


def test_groups_repesca_nobody_is_replaced_who_has_played_on() -> None:
    contest = three_groups().result({"D": 1, "B": 2}).withdraw("B")
    assert contest.state.qualified == ("A", "D", "G", "B")


def test_groups_repesca_until_nobody_is_left() -> None:
    contest = three_groups()
    for name in "BEHCFI":
        contest.withdraw(name)
        assert {row.player for row in contest.state.repesca} == {*"BEHCFI"}
    assert {*contest.state.qualified} == {*"ADG"}
    for name in "ADG":
        contest.withdraw(name)
    assert contest.state.phase == "null"


def test_groups_repesca_in_groups_of_one_match_goes_by_the_points_made() -> None:
    contest = desk("ABCDEFG", GroupsOptions(size=4, through=1, repesca=1, then="final"), sides=(2, 3, 4))
    contest.result({"A": 9, "B": 5, "C": 4, "D": 3}).result({"E": 9, "F": 6, "G": 4})
    assert contest.state.qualified == ("A", "E", "F")
    shown = [(row.player, row.wins, row.diff, row.made) for row in contest.state.repesca]
    assert shown[0] == ("F", None, None, Fraction(6)) and len(shown) == 5
    assert [one.entrants for one in contest.state.fixtures if one.kind == "final"] == [("A", "E", "F")]


def test_groups_repesca_of_matches_that_nobody_played_waits_for_a_ruling() -> None:
    contest = desk("ABCDEFGH", GroupsOptions(size=4, through=1, repesca=1, then="final"), sides=(3, 4))
    contest.absent(*"ABCD", absent="BCD").result({"E": 9, "F": 6, "G": 4, "H": 3})
    assert awaits(contest.state) == "ruling B C D F"
    assert contest.rule("F", ("B", "C", "D")).state.qualified == ("A", "E", "F")


@given(st.integers(7, 40), st.integers(3, 6), st.integers(1, 2), st.integers(1, 6), st.booleans(), st.randoms())
def test_groups_repesca_is_that_of_a_second_computation(
    entrants: int, size: int, through: int, more: int, is_low: bool, chance: Random
) -> None:
    """Points of chance are large enough that hardly anything is level; walkovers are among the results."""
    rules = LOW if is_low else PLAIN
    options = GroupsOptions(size=size, through=through, repesca=more)
    if entrants not in format_named("groups").possible(SIDES, options):
        return
    contest = contest_of(entrants, options, rules)
    outcomes = []
    for one in follow(contest).fixtures:
        points = (chance.randrange(10**6), chance.randrange(10**6))
        is_walkover = chance.random() < 0.1
        absent = (one.entrants[chance.randrange(2)],) if is_walkover else ()
        outcomes.append(Outcome(one.key, one.entrants, None if is_walkover else Result(points), absent))
    contest = replace(contest, outcomes=tuple(outcomes))
    state = follow(contest)
    if any(one.kind == "ruling" for one in state.pending):
        return
    assert list(state.qualified[-more:]) == expected_repesca(state, outcomes, through, is_low)[:more]
    assert len(state.qualified) == options.number_through(entrants, SIDES) == len({*state.qualified})
    rows = [row for table in state.tables for row in table.rows]
    assert {row.player for row in rows if row.qualified} == {*state.qualified}
    expected = expected_repesca(state, outcomes, through, is_low)
    by_player = {row.player: row for row in rows if isinstance(row, LeagueRow)}
    assert sorted(one.player for one in state.repesca) == sorted(expected)
    assert [one.player for one in state.repesca][:more] == expected[:more]
    for line in state.repesca:
        own = by_player[line.player]
        assert (line.wins, line.diff) == (Fraction(own.ptos) / own.j, Fraction(own.diff, own.j))
        assert (line.group_place, line.is_through) == (own.place, own.qualified)


def expected_repesca(state: ContestState, outcomes: list[Outcome], through: int, is_low: bool) -> list[str]:
    """The order of the rest of all groups, by the figures of the tables and the results as they were entered."""
    sign = 1 if is_low else -1
    figures = []
    for table in state.tables:
        for line in table.rows[through:]:
            assert isinstance(line, LeagueRow)
            own = [one for one in outcomes if line.player in one.entrants and one.result]
            own_points = [one.result.points[one.entrants.index(line.player)] for one in own if one.result]
            mean = Fraction(sign * sum(own_points), len(own_points)) if own_points else Fraction(0)
            points = Fraction(line.ptos) / line.j
            figures.append((line.place, -points, Fraction(sign * line.diff, line.j), mean, line.player))
    return [player for *_, player in sorted(figures)]


def test_groups_repesca_those_level_in_everything_share_a_place() -> None:
    same = in_league({"A": 2}, [], PLAIN) | in_league({"B": 2}, [], PLAIN) | in_league({"C": 3}, [], PLAIN)
    ties = across_groups(same)
    assert [(one.members, one.place, one.left_open) for one in ties] == [(("A", "B"), 1, True), (("C",), 3, False)]


# The bracket


def meetings(order: tuple[int, ...]) -> int:
    """Counts the first matches between two of one group."""
    slots = bracket([str(seed) for seed in range(len(order))])
    pairs = zip(slots[::2], slots[1::2], strict=True)
    return sum(a is not None and b is not None and order[int(a)] == order[int(b)] for a, b in pairs)


@given(st.integers(2, 6), st.integers(1, 3), st.data())
def test_groups_repesca_no_placing_of_the_bracket_is_better(number: int, through: int, data: st.DataObject) -> None:
    more = tuple(data.draw(st.lists(st.integers(0, number - 1), max_size=6)))
    order, places = best_apart(number, through, more)
    assert sorted(places) == [*range(len(more))]
    least = min(_every_placing(kept_apart(number, through, len(more)), number, more))
    assert meetings((*order, *(more[place] for place in places))) == least


def _every_placing(usual: tuple[int, ...], number: int, more: tuple[int, ...]) -> Iterator[int]:
    for turn in range(number):
        for last in {*permutations(more)}:
            yield meetings((*((group + turn) % number for group in usual), *last))


def test_groups_repesca_without_it_the_bracket_is_as_before() -> None:
    assert best_apart(3, 2, ()) == (kept_apart(3, 2), ())


# Late entries


def test_groups_uneven_take_late_entries_where_somebody_left() -> None:
    contest = contest_of(9, GroupsOptions(late_until=9))
    assert format_named("groups").room(contest) == {1: 0, 2: 0}
    contest = replace(contest, withdrawals=(Withdrawal(contest.order[6], 5),))
    assert format_named("groups").room(contest) == {1: 0, 2: 1}
    late = replace(contest, late=(LateEntry("late", 1, 2, 6),), alphabet=alphabet((*contest.order, "late")))
    assert format_named("groups").room(late) == {1: 0, 2: 0}
    pairs = [one.entrants for one in follow(late).fixtures if "late" in one.entrants]
    assert sorted(one for pair in pairs for one in pair if one != "late") == [*contest.order[5:6], *contest.order[7:]]
    fixtures = follow(late).fixtures
    assert sorted(one.order for one in fixtures) == [*range(1, len(fixtures) + 1)]


# Logs of earlier releases


OLD = b'{"size": 3, "through": 2, "then": "knockout", "legs": 1, "late_until": null, "missed": "later", "third_place": true}'
"""The choices of a contest as they were stored before there was a repesca."""


def test_groups_of_an_old_log_are_what_they_were() -> None:
    options = msgspec.json.decode(OLD, type=GroupsOptions)
    assert (options.repesca, options.apart, options.third_place) == (0, msgspec.UNSET, True)
    contest = contest_of(9, options)
    first = [f"group-{group}-{number}-1" for group in (1, 2, 3) for number in (1, 2, 3)]
    assert [(one.key, one.order, one.table) for one in follow(contest).fixtures] == [
        (key, number, (number + 2) // 3) for number, key in enumerate(first, start=1)
    ]
    state = follow(play(contest, by_draw(contest)))
    assert state.qualified == ("p000", "p001", "p003", "p004", "p006", "p007")
    assert [one.entrants for one in state.fixtures if one.kind == "knockout"] == [
        ("p001", "p004"),
        ("p006", "p007"),
    ]


@pytest.mark.parametrize("choices", [{}, {"repesca": 0}, {"size": 6, "repesca": 3, "then": "final"}])
def test_groups_choices_read_as_they_were_stored(choices: dict[str, object]) -> None:
    options = msgspec.convert(choices, GroupsOptions)
    assert msgspec.convert(msgspec.to_builtins(options), GroupsOptions) == options
