"""Fields of the sizes in which Spanish cards are played, held to the end: botifarra in Swiss rounds, mus drawn anew."""

from collections import Counter

import pytest
from msgspec.structs import replace

from referee.contests.contest import ContestState
from referee.contests.formats.stages.options import KnockoutStageOptions, RoundsStageOptions
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.rounds.options import MatchPoints
from tests.support.in_stages import Stages

CLUBS = MatchPoints(3, 1, 0)
BOTIFARRA = RoundsStageOptions(round_count=6, score="game_points", cap=121, through=16)
GUINOTE = RoundsStageOptions(round_count=5, points=CLUBS, through=8)
SMALL = RoundsStageOptions(round_count=5, pairing="danish", through=4)


def meetings(state: ContestState) -> Counter[frozenset[str]]:
    """Counts the meetings of every two in rounds."""
    return Counter(frozenset(fixture.entrants) for fixture in state.fixtures if fixture.kind == "round")


@pytest.mark.parametrize(
    ("entrants", "stage"),
    [(200, BOTIFARRA), (35, GUINOTE), (24, GUINOTE), (13, SMALL)],
    ids=["200 pairs of botifarra", "35 pairs of guiñote", "24 pairs", "13 in Danish rounds"],
)
def test_rounds_with_a_knockout_of_the_first(entrants: int, stage: RoundsStageOptions) -> None:
    state = Stages(entrants, stage, KnockoutStageOptions(redraw=True, third_place=True), lots=True).play()
    assert stage.through is not None
    matches = Counter(fixture.kind for fixture in state.fixtures)
    assert matches["round"] == stage.round_count * (entrants // 2)
    # The knockout of a power of two has nobody exempt; the last two of the semifinals play for third place.
    assert matches["knockout"] == stage.through
    assert max(meetings(state).values()) == 1
    rests = Counter(bye.player for bye in state.byes)
    assert (sum(rests.values()), max(rests.values(), default=0)) == ((stage.round_count, 1) if entrants % 2 else (0, 0))
    table = state.stages[0].tables[0].rows
    assert [row.ptos for row in table if hasattr(row, "ptos")] == sorted((row.ptos for row in table), reverse=True)  # type: ignore[union-attr]
    assert len(state.podium) == 4


def test_mus_drawn_anew_among_260() -> None:
    hall = Stages(260, GUINOTE, KnockoutStageOptions())
    hall.contest = replace(hall.contest, format="knockout", options=KnockoutOptions(redraw=True))
    state = hall.play()
    still_in, exempt = [], []
    rounds = 1 + max(fixture.round for fixture in state.fixtures)
    for number in range(1, rounds):
        matches = [fixture for fixture in state.fixtures if fixture.round == number]
        rests = [bye for bye in state.byes if bye.round == number]
        still_in.append(2 * len(matches) + len(rests))
        exempt += [bye.player for bye in rests]
    assert still_in == [260, 130, 65, 33, 17, 9, 5, 3, 2]
    # Those exempt once are not again while somebody has not been, and here somebody never has.
    assert len({*exempt}) == len(exempt) == 6
    assert len(state.fixtures) == 259
