"""The consolation of a knockout: a bracket of those beaten in their first match, with its own podium (knockout.consolation)."""

from random import Random

import pytest

from referee.contests.contest import Contest, ContestState, Entrant
from referee.contests.formats import follow
from referee.contests.knockout_options import KnockoutOptions
from referee.match.results import PLAIN, Outcome, Result
from tests.support.contests import alphabet


class Evening:
    """A knockout with a consolation, told match by match."""

    def __init__(self, players: str, *, third_place: bool = False) -> None:
        order = tuple(players)
        options = KnockoutOptions(third_place=third_place, consolation=True)
        self.outcomes: dict[str, Outcome] = {}
        self.blank = Contest(
            "knockout", order, PLAIN, (2,), alphabet(order), options=options, entrants=tuple(map(Entrant, order))
        )

    @property
    def state(self) -> ContestState:
        own = {name: getattr(self.blank, name) for name in self.blank.__struct_fields__}
        return follow(Contest(**(own | {"outcomes": tuple(self.outcomes.values())})))

    def win(self, winner: str, loser: str, *, absent: bool = False) -> None:
        """The match of these two that is still to be played."""
        [fixture] = [
            one for one in self.state.fixtures if {*one.entrants} == {winner, loser} and one.state == "pending"
        ]
        points = tuple(int(one == winner) for one in fixture.entrants)
        self.outcomes[fixture.key] = Outcome(
            fixture.key, fixture.entrants, None if absent else Result(points), (loser,) if absent else (), at=1
        )

    @property
    def side(self) -> list[tuple[str, ...]]:
        return [one.entrants for one in self.state.fixtures if one.key.startswith("consolation-")]

    def main_podium(self) -> list[tuple[int, str, int]]:
        return [(step.place, step.player, step.points) for step in self.state.podium]

    def side_podium(self) -> list[tuple[int, str, int]]:
        return [(step.place, step.player, step.points) for step in self.state.consolation]


def test_the_four_losers_of_eight_play_for_a_podium_of_their_own() -> None:
    evening = Evening("ABCDEFGH")
    evening.win("A", "H")
    evening.win("D", "E")
    evening.win("B", "G")
    assert evening.side == [], "one first match is still to be played"
    evening.win("C", "F")
    # By the order of the draw: E, F, G, H.
    assert evening.side == [("E", "H"), ("F", "G")]
    first = next(one for one in evening.state.fixtures if one.key == "consolation-1-1")
    assert (first.kind, first.stage, first.round, first.table) == ("knockout", "consolation", 4, 3)
    evening.win("A", "D")
    evening.win("C", "B")
    evening.win("A", "C")
    assert (evening.state.phase, evening.main_podium()) == ("playing", []), "the consolation is still played"
    evening.win("H", "E")
    evening.win("F", "G")
    last = evening.state.fixtures[-1]
    assert (last.key, last.stage) == ("consolation-2-1", "consolation_final")
    evening.win("F", "H")
    assert evening.state.phase == "finished"
    assert evening.main_podium() == [(1, "A", 5), (2, "C", 3), (3, "B", 2), (3, "D", 2)]
    assert evening.side_podium() == [(1, "F", 0), (2, "H", 0), (3, "E", 0), (3, "G", 0)]
    assert {award.player for award in evening.state.awards} == {*"ACBD"}


def test_who_rests_and_then_loses_is_in_it_too() -> None:
    evening = Evening("ABCDEF")
    evening.win("D", "E")
    evening.win("C", "F")
    # A and B rested, and have their first match still to come.
    assert evening.side == []
    evening.win("D", "A")
    assert evening.side == []
    evening.win("B", "C")
    assert evening.side == [("E", "F")], "A, E and F: A rests"
    assert [(bye.player, bye.stage) for bye in evening.state.byes if bye.round == 4] == [("A", "consolation")]


def test_who_wins_since_the_rival_stays_away_has_played_no_match_yet() -> None:
    evening = Evening("ABCDEFGH")
    evening.win("A", "H", absent=True)
    for winner, loser in ("DE", "BG", "CF"):
        evening.win(winner, loser)
    assert evening.side == [], "A has still to play"
    evening.win("D", "A")
    assert evening.side == [("A", "G"), ("E", "F")], "A lost the first match, H did not come"


def test_who_plays_for_third_place_is_not_in_it() -> None:
    evening = Evening("ABCDE", third_place=True)
    for winner, loser in ("DE", "AD", "BC"):
        evening.win(winner, loser)
    # C lost the first match that they played, and plays D for third place.
    assert evening.side == []
    evening.win("A", "B")
    evening.win("C", "D")
    assert (evening.state.phase, evening.side_podium()) == ("finished", [])


@pytest.mark.parametrize("n", range(2, 65))
def test_every_loser_of_a_first_match_is_in_it_once(n: int) -> None:
    chance = Random(n)
    players = "".join(chr(ord("А") + i) for i in range(n))
    evening = Evening(players)
    first: dict[str, str] = {}
    while to_play := [one for one in evening.state.fixtures if one.state == "pending"]:
        fixture = chance.choice(to_play)
        winner, loser = chance.sample(fixture.entrants, 2)
        if fixture.kind == "knockout" and fixture.key.startswith("knockout"):
            first.setdefault(winner, "won")
            first.setdefault(loser, "lost")
        evening.win(winner, loser)
    losers = {one for one, way in first.items() if way == "lost"}
    seen = {one for two in evening.side for one in two}
    assert seen == (losers if len(losers) > 1 else set())
    assert len(evening.side) == max(len(losers) - 1, 0)
    assert evening.state.phase == "finished"
    assert bool(evening.side_podium()) == (len(losers) > 1)
    assert not evening.state.pending
