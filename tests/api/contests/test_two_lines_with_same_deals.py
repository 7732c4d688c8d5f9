"""Two lines with the same deals at every table over HTTP, from the draw to the podium (rounds.mitchell, duplicate.*)."""

from fractions import Fraction

import pytest

from referee.contests.duplicate.scoring import two_decimals
from tests.support.organizing import TEN, Contest
from tests.support.same_deals import POINTS, SameDeals, fixtures_of, names_of
from tests.support.service import Caller, refusal_of

LINES = {"round_count": 3, "pairing": "mitchell"}
NINE = TEN[:9]


def percents(points: list[tuple[int, int]]) -> list[tuple[Fraction, Fraction]]:
    """The percents of the two lines at the tables that made these points with the same cards, counted by hand."""
    tables = []
    for n, (own, rival) in enumerate(points):
        others = [one - other for k, (one, other) in enumerate(points) if k != n]
        made = sum(2 if own - rival > one else own - rival == one for one in others)
        first = Fraction(50 * made, len(others))
        tables.append((first, 100 - first))
    return tables


def test_each_line_is_compared_within_itself_from_the_draw_to_the_podium(organizer: Caller) -> None:
    contest = SameDeals(organizer, *TEN, params=LINES)
    marks: dict[str, list[Fraction]] = {name: [] for name in TEN}
    sitting: set[tuple[str, ...]] = set()
    for number in range(3):
        view = contest.pair()
        sitting.add(tuple(one for one, _ in names_of(view)))
        # Another pair of the line that moves meets the same points each time.
        hands = [list(POINTS), [*POINTS[number:], *POINTS[:number]]]
        for at, fixture in enumerate(fixtures_of(view)):
            contest.table(fixture, *(one[at] for one in hands))
        for hand in hands:
            for names, both in zip(names_of(view), percents(hand), strict=True):
                for name, percent in zip(names, both, strict=True):
                    marks[name].append(percent)
        deal = organizer.get(f"/v1/contests/{contest.id}/deals/{view['deals']['first']}").json()
        assert [tuple(one["name"] for one in row["entrants"]) for row in deal["results"]] == names_of(view)
    assert len(sitting) == 1
    exact = {name: sum(own, Fraction()) / len(own) for name, own in marks.items()}
    assert {name: score for name, (score, *_) in contest.scores().items()} == {
        name: two_decimals(one) for name, one in exact.items()
    }
    standings = contest.standings()
    for line in standings["lines"]:
        scores = [row["ptos"] for row in line["rows"]]
        assert len(scores) == 5
        assert scores == sorted(scores, reverse=True)
    assert {row["player"]["name"] for row in standings["lines"][0]["rows"]} == {*sitting.pop()}
    assert contest.view()["phase"] == "finished"
    assert contest.podium()[0][1] == standings["rows"][0]["player"]["name"]
    assert exact[contest.podium()[0][1]] == max(exact.values())


def test_who_rests_has_the_average_of_the_own_hands_and_who_leaves_a_place_at_rest(organizer: Caller) -> None:
    contest = SameDeals(organizer, *NINE, hands=1, params=LINES)
    first = contest.pair()
    assert len(first["pairs"]) == 4
    for fixture, points in zip(fixtures_of(first), POINTS, strict=False):
        contest.table(fixture, points)
    at_rest = first["rest"]["player"]["name"]
    assert contest.scores()[at_rest] == (50, 0, 0)
    leaver = names_of(first)[0][1]
    body = {"player": leaver, "reason": "se va"}
    assert organizer.post(f"/v1/contests/{contest.id}/withdrawals", json=body).status_code == 201
    second = contest.pair()
    before = contest.scores()
    assert len(second["rests"]) == 2
    for fixture in fixtures_of(second):
        contest.table(fixture, (4, 1))
    rests = {name for name in NINE if not any(name in names for names in names_of(second))} - {leaver}
    assert len(rests) == 2
    after = contest.scores()
    assert {name: after[name] for name in rests} == {name: before[name] for name in rests}
    assert contest.pair()["round"] == 3


@pytest.mark.parametrize("format_", ["rounds", "stages"])
def test_what_two_lines_with_the_same_deals_cannot_have_says_why(organizer: Caller, format_: str) -> None:
    championship = Contest(organizer, *TEN, format="league").championship
    stages = [{"format": "rounds", "through": 2, **LINES}, {"format": "knockout"}]
    params = {"rounds": {**LINES, "champion": "final"}, "stages": {"stages": stages}}[format_]
    body = {"ruleset": "escoba", "format": format_, "entrants": [*TEN], "duplicate": {"hands": 2}, "params": params}
    problem = refusal_of(organizer.post(f"/v1/championships/{championship}/contests", json=body), 422, "inconsistent")
    assert problem["rule"] == "duplicate.deals"
    path = {"rounds": "$.params.champion", "stages": "$.duplicate"}[format_]
    assert [one["path"] for one in problem["errors"]] == [path]
    assert organizer.get(f"/v1/championships/{championship}").json()["contests"][1:] == []
