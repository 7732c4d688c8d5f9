"""The general table: points, order, and the event behind every point."""

from random import Random

import pytest

from referee.contests.contest import Entrant, Source
from referee.contests.general import GeneralEntry, GeneralStanding, entries_of, general_table, sanction
from referee.contests.standings.alphabet import in_alphabet, insert_names, places, spanish
from referee.match.results import ContestRules, Outcome, Result
from tests.support.contests import Desk, alphabet


def table(*desks: Desk, players: str = "ABCDEFGH", more: tuple[GeneralEntry, ...] = ()) -> dict[str, GeneralStanding]:
    entries = [e for n, desk in enumerate(desks, start=1) for e in entries_of(f"c{n}", desk.contest, desk.state)]
    rows = general_table(players, alphabet(players), [*entries, *more])
    return {row.player: row for row in rows}


def medal(player: str, place: int, points: int) -> GeneralEntry:
    return GeneralEntry(player, "podium", points, "format.podium", "c", Source(1), place)


def test_general_points_sum_podium_extras_and_sanctions() -> None:
    league = Desk("ABCDE").league(cards={"A": (0, 1)}).result({"A": 10, "B": 50, "C": 60, "D": 100}, "final")
    rows = table(league, Desk("AB").result({"A": 60, "B": 44}))
    assert {name: rows[name].points for name in "ABCDE"} == {"A": 5 + 2 - 1 + 3, "B": 3 + 5, "C": 2, "D": 1, "E": 0}


def test_sanction_black_league_only_in_matches_of_two() -> None:
    """A black card in a league match costs a point; in the final it does not; both are sanctions."""
    desk = Desk("ABCDE").league(cards={"B": (1, 2)})
    desk.result({"A": 10, "B": 50, "C": 60, "D": 100}, "final", cards={"B": (0, 1)})
    row = table(desk)["B"]
    assert (row.points, row.sanctions) == (3 - 2, 4)
    assert [e.points for e in row.entries if e.rule == "sanction.black-league"] == [-1, -1]


def test_sanction_black_league_in_a_single_match_of_two() -> None:
    assert table(Desk("AB").result({"A": 60, "B": 44}, cards={"A": (0, 1)}))["A"].points == 3 - 1


def test_sanction_black_league_costs_nothing_where_the_game_does_not_say_so() -> None:
    desk = Desk("AB", "single", ContestRules(), (2,)).result({"A": 1, "B": 0}, cards={"A": (0, 1)})
    assert (table(desk)["A"].points, table(desk)["A"].sanctions) == (5, 1)


def test_sanction_outside_a_match_counts_and_costs_nothing() -> None:
    row = table(players="AB", more=(sanction("A", "black", 7),))["A"]
    assert (row.place, row.points, row.sanctions) == (2, 0, 1)


def test_sanction_given_after_the_match_counts_here_and_not_in_its_order() -> None:
    """Level in everything, with an extra round decided: a card after the end changes no result."""
    result = Result((52, 52), extra_rounds=((3, 23),), late_cards=((0, 1), (0, 0)))
    desk = Desk("AB").tell(Outcome("single-1-1", ("A", "B"), result))
    row = table(desk)["A"]
    assert (row.golds, row.points, row.sanctions) == (1, 5 - 1, 1)


def test_general_order_points_then_medals_then_sanctions() -> None:
    entries = (
        *(medal("A", 2, 3), medal("A", 2, 3), medal("A", 3, 2)),  # 8 points: no gold
        *(medal("B", 1, 5), medal("B", 2, 3)),  # 8: one gold, one silver
        *(medal("C", 1, 5), medal("C", 3, 1), medal("C", 3, 2)),  # 8: one gold, no silver, two bronzes
        *(medal("D", 1, 5), GeneralEntry("D", "extra", 3, "league.null")),  # 8: one gold, nothing else
        *(medal("E", 1, 5), GeneralEntry("E", "extra", 3, "league.null"), sanction("E", "yellow", 3)),  # and a card
        *(medal("F", 1, 5), medal("F", 4, 4)),  # 9: more points
    )
    rows = table(more=entries)
    assert [(row.place, row.player) for row in rows.values()][:6] == [
        (1, "F"),
        (2, "B"),
        (3, "C"),
        (4, "D"),
        (5, "E"),
        (6, "A"),
    ]


def test_general_order_shares_places_in_spanish_alphabetical_order() -> None:
    names = {"1": "Úrsula", "2": "ñu", "3": "Nuria", "4": "Zoe", "5": "oca"}
    rows = general_table(names, places(in_alphabet(names)), [medal("4", 1, 5)])
    assert [(row.place, names[row.player]) for row in rows] == [
        (1, "Zoe"),
        (2, "Nuria"),
        (2, "ñu"),
        (2, "oca"),
        (2, "Úrsula"),
    ]


def test_general_table_has_every_player() -> None:
    rows = table(players="ABC")
    assert [(row.place, row.points, row.sanctions) for row in rows.values()] == [(1, 0, 0)] * 3


def test_general_provenance_every_point_names_its_event() -> None:
    desk = Desk("ABCDE").league(cards={"A": (0, 1)})
    final = Result((10, 50, 60, 100))
    desk.tell(Outcome("final", tuple("ABCD"), final, match="m7", version=83))
    row = table(desk)["A"]
    assert sum(entry.points for entry in row.entries) == row.points == 6
    entries = {(e.kind, e.rule, e.points, e.contest, e.source) for e in row.entries}
    assert ("podium", "podium.final", 5, "c1", Source(83, "final", "m7")) in entries
    last = max(o.at for o in desk.contest.outcomes if o.fixture != "final")
    champion = next(e for e in row.entries if e.kind == "extra")
    assert (champion.rule, champion.points, champion.source and champion.source.version) == ("podium.final", 2, last)
    black = next(e for e in row.entries if e.kind == "card")
    assert black.source is not None and black.source.fixture == desk.fixture("A", "B").key


def test_general_points_of_a_pair_go_to_both_partners() -> None:
    pairs = (Entrant("p1", ("A", "B")), Entrant("p2", ("C", "D")))
    desk = Desk(["p1", "p2"], "single", ContestRules(), (2,), entrants=pairs).result({"p1": 3, "p2": 1})
    rows = table(desk, players="ABCD")
    assert [(row.player, row.place, row.points, row.golds) for row in rows.values()] == [
        ("A", 1, 5, 1),
        ("B", 1, 5, 1),
        ("C", 3, 3, 0),
        ("D", 3, 3, 0),
    ]


def test_general_points_wait_for_the_podium() -> None:
    rows = table(Desk("ABCDE").league())
    assert {row.player: row.points for row in rows.values() if row.points} == {"A": 2}
    assert not any(row.points for row in table(Desk("ABCDE").league(but=["D-E"])).values())


def test_general_order_new_names_take_their_places_in_the_alphabet() -> None:
    first = in_alphabet({"1": "Zoe", "2": "ana", "3": "Ñu"})
    assert first == (("2",), ("3",), ("1",))
    names = {"1": "Zoe", "2": "ana", "3": "Ñu", "4": "Nuria", "5": "ana", "6": "Ana"}
    assert insert_names(first, names) == (("6",), ("2", "5"), ("4",), ("3",), ("1",))


def test_general_order_who_was_erased_keeps_the_place_among_newcomers() -> None:
    first = in_alphabet({"1": "Zoe", "2": "Ana", "3": "Luis"})
    assert insert_names(first, {"1": "Zoe", "2": "Ana", "4": "Mar"}) == (("2",), ("3",), ("4",), ("1",))


def inserted_plainly(alphabet: tuple[tuple[str, ...], ...], names: dict[str, str]) -> tuple[tuple[str, ...], ...]:
    """The new ones one by one, each with those of its name, or before the first name that comes later."""
    order = [*alphabet]
    present = {id_ for same in alphabet for id_ in same}
    for new in in_alphabet({id_: name for id_, name in names.items() if id_ not in present}):
        name = names[new[0]]
        known = [next((names[id_] for id_ in same if id_ in names), None) for same in order]
        if name in known:
            order[known.index(name)] += new
        else:
            later = (n for n, other in enumerate(known) if other is not None and spanish(name) < spanish(other))
            order.insert(next(later, len(order)), new)
    return tuple(order)


@pytest.mark.parametrize("seed", range(40))
def test_new_names_come_to_their_places_whatever_order_there_is(seed: int) -> None:
    """Of people erased there is no name, and a corrected name may stand where its earlier one did."""
    chance = Random(seed)
    ids = [str(n) for n in range(chance.randint(0, 14))]
    parts = [tuple(ids[n : n + chance.randint(1, 2)]) for n in range(0, len(ids), 2)]
    chance.shuffle(parts)
    first = tuple(parts)
    named = [*ids, *(f"new {n}" for n in range(chance.randint(0, 9)))]
    names = {
        id_: chance.choice(["Ana", "ana", "Ñico", "Nico", "Zoe", "Álvaro", "Øyvind"])
        for id_ in named
        if chance.random() < 0.8
    }
    assert insert_names(first, names) == inserted_plainly(first, names)
