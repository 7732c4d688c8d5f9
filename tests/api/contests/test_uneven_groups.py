"""Groups of any number of entrants, and the repesca that fills their bracket, as readers of the API and of paper see them."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from api.pages.words import CONTESTS
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, Running

THIRTEEN = (*TEN, "Kiko", "Lola", "Mara")
ES = {"Accept-Language": "es"}
LOLA_AHEAD = {frozenset(("Lola", "Mara")): 30}
"""Lola takes fewer bad points than Hugo, with as many wins."""
PARAMS = {"size": 5, "through": 2, "repesca": 2, "limit": 100}


def play_groups(contest: Contest, points: dict[frozenset[str], int] | None = None) -> None:
    """Results of all groups. The earlier in the draw wins 40 to 64; with `points` of a pair, by these."""
    for one in contest.fixtures("group"):
        names = sorted((entrant["name"] for entrant in one["entrants"]), key=THIRTEEN.index)
        won = (points or {}).get(frozenset(names), 40)
        contest.report({names[0]: won, names[1]: 104 - won})


@pytest.fixture(scope="module")
def groups(running: Running) -> Iterator[Contest]:
    """Groups of 5, 4 and 4, with Carla, Hugo and Lola third."""
    with running.client() as client:
        contest = Contest(client, *THIRTEEN, format="groups", params=PARAMS)
        play_groups(contest, LOLA_AHEAD)
        yield contest


@pytest.fixture
def contest(groups: Contest, organizer: Caller) -> Contest:
    return Contest.existing(organizer, groups.championship, groups.id)


def qualified_of(contest: Contest) -> list[str]:
    return [one["name"] for one in contest.view()["qualified"]]


def test_standings_have_a_table_of_each_size(contest: Contest) -> None:
    tables = contest.standings()["groups"]
    assert [len(table["rows"]) for table in tables] == [5, 4, 4]
    assert [{row["j"] for row in table["rows"]} for table in tables] == [{4}, {3}, {3}]


def test_the_comparison_for_the_repesca_has_the_averages_of_the_tables(contest: Contest) -> None:
    standings = contest.standings()
    rest = {
        row["player"]["id"]: (number, row)
        for number, table in enumerate(standings["groups"], 1)
        for row in table["rows"]
        if row["place"] > PARAMS["through"]
    }
    rows = standings["repesca"]
    assert [row["player"]["name"] for row in rows[:3]] == ["Carla", "Lola", "Hugo"]
    assert {row["player"]["id"] for row in rows} == {*rest} and len(rows) == 7
    for row in rows:
        number, own = rest[row["player"]["id"]]
        averages = [round(own[name] / own["j"], 4) for name in ("ptos", "diff", "f")]
        assert [row["group"], row["group_place"], row["qualified"]] == [number, own["place"], own["qualified"]]
        assert [row["wins"], row["diff"], row["made"]] == averages
    assert [row["wins"] for row in rows[:3]] == [0.5, 0.3333, 0.3333]
    assert [row["qualified"] for row in rows] == [True, True, *[False] * 5]


def test_nothing_is_compared_before_the_groups_are_over_nor_without_a_repesca(organizer: Caller) -> None:
    for more in (1, 0):
        params = {"size": 3, "through": 1, "repesca": more, "limit": 100}
        contest = Contest(organizer, *THIRTEEN[:6], format="groups", params=params)
        assert "repesca" not in contest.standings()
        play_groups(contest)
        assert ("repesca" in contest.standings()) == (more > 0)


def test_a_stage_has_the_comparison_for_its_repesca(organizer: Caller) -> None:
    stages = [{"format": "groups", "size": 3, "through": 1, "repesca": 2}, {"format": "knockout"}]
    params = {"stages": stages, "limit": 100}
    contest = Contest(organizer, *THIRTEEN[:6], format="stages", params=params)
    play_groups(contest)
    standings = contest.standings()
    [first, _] = standings["stages"]
    rows = first["repesca"]
    assert "repesca" not in standings
    assert [(row["player"]["name"], row["group"], row["place"]) for row in rows[:2]] == [
        ("Beto", 1, 1),
        ("Elena", 2, 1),
    ]
    assert [row["qualified"] for row in rows] == [True, True, False, False]
    paper = contest.client.get(f"/v1/contests/{contest.id}/standings", headers={"Accept": "text/html", **ES}).text
    assert "Repesca: promedios por encuentro · Fase 1" in paper


@pytest.mark.parametrize("language", ["es", "en", "ca", "eu", "it", "pt"])
def test_paper_has_the_comparison_in_every_language(contest: Contest, language: str) -> None:
    headers = {"Accept": "text/html", "Accept-Language": language}
    page = contest.client.get(f"/v1/contests/{contest.id}/standings", headers=headers).text
    part = page[page.index(CONTESTS[language].repesca) :]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in part[: part.index("</table>")].split("<tr")[2:]]
    assert len({CONTESTS[one].repesca for one in CONTESTS}) == len(CONTESTS)
    assert rows[0] == ["1", "Carla", "1", "3", "0.5", "0", "52"]
    assert [row[1] for row in rows] == [row["player"]["name"] for row in contest.standings()["repesca"]]


def test_those_of_the_repesca_are_qualified(contest: Contest) -> None:
    """Carla, third of five, has two wins of four; the thirds of four have one of three."""
    assert qualified_of(contest) == ["Ana", "Beto", "Fito", "Gala", "Julia", "Kiko", "Carla", "Lola"]
    rows = [row for table in contest.standings()["groups"] for row in table["rows"]]
    assert {row["player"]["name"] for row in rows if row["qualified"]} == {*qualified_of(contest)}


def test_the_bracket_is_full_and_nobody_meets_their_group(contest: Contest) -> None:
    matches = [{entrant["name"] for entrant in one["entrants"]} for one in contest.fixtures("knockout")]
    own = [{*THIRTEEN[:5]}, {*THIRTEEN[5:9]}, {*THIRTEEN[9:]}]
    assert len(matches) == 4 and not any(match <= group for match in matches for group in own)
    assert not [bye for bye in contest.view()["byes"] if bye["kind"] == "knockout"]


def test_spreadsheet_and_paper_have_the_tables(contest: Contest) -> None:
    path = f"/v1/contests/{contest.id}/standings"
    text = contest.client.get(path, headers={"Accept": "text/csv"}).text
    rows = list(csv.DictReader(StringIO(text)))
    assert [row["table"] for row in rows] == ["1"] * 5 + ["2"] * 4 + ["3"] * 4
    assert [row["player"] for row in rows if row["qualified"] == "yes"] == sorted(
        qualified_of(contest), key=THIRTEEN.index
    )
    page = contest.client.get(path, headers={"Accept": "text/html", **ES}).text
    assert re.findall(r"Grupo \d", page) == ["Grupo 1", "Grupo 2", "Grupo 3"]
    assert [part.count("<tr") - 1 for part in page.split("<table")[1:4]] == [5, 4, 4]


def test_a_tie_that_decides_waits_for_the_organizer(organizer: Caller) -> None:
    contest = Contest(
        organizer, *THIRTEEN[:6], format="groups", params={"size": 3, "through": 1, "repesca": 1, "limit": 100}
    )
    play_groups(contest)
    assert contest.awaits() == [("ruling", "Beto", "Elena")]
    assert qualified_of(contest) == []
    ids = {one["name"]: one["id"] for one in contest.view()["pending"][0]["tied"]}
    order = [ids["Elena"], ids["Beto"]]
    answer = contest.do("rulings", tie=order, order=[[one] for one in order], reason="a la carta más alta")
    assert answer.status_code == 201, answer.text
    assert qualified_of(contest) == ["Ana", "Dani", "Elena"]


def test_the_next_of_the_repesca_comes_for_who_withdraws(organizer: Caller) -> None:
    contest = Contest(organizer, *THIRTEEN, format="groups", params=PARAMS)
    play_groups(contest, LOLA_AHEAD)
    answer = contest.do("withdrawals", player="Lola", reason="enferma")
    assert answer.status_code == 201, answer.text
    assert qualified_of(contest)[-2:] == ["Carla", "Hugo"]


def draw(client: Caller, number: int, **params: Any) -> Any:
    """The answer to a draw of this many, tried without being stored."""
    players = [f"{name} {n}" for n in range(-(-number // len(TEN))) for name in TEN][:number]
    body = {"name": "Fiestas", "players": players, "distinct": True}
    id_ = client.post("/v1/championships", json=body).json()["id"]
    request = {"ruleset": "hearts.castillar", "format": "groups", "params": params}
    return client.post(f"/v1/championships/{id_}/contests?dry_run=true", json=request)


@pytest.mark.parametrize(("number", "params", "possible", "why"), [
    (5, {"size": 3, "through": 2}, [6, 7, 8], "two groups, of which 2 go through and somebody does not, are at least 6"),
    (9, {"size": 2, "through": 1}, [6, 8, 10, 12], "a group is one match of 2, 4, and the groups would be of 3 and 2"),
    (6, {"size": 3, "through": 1, "repesca": 4}, [7, 8, 9], "with the repesca nobody would be left out"),
    (12, {"size": 4, "through": 1, "then": "final"}, [8, 16], "the last match would be of 3, and it is of 2, 4"),
])  # fmt: skip
def test_a_number_that_cannot_be_held_says_why_and_which_can(
    organizer: Caller, number: int, params: dict[str, Any], possible: list[int], why: str
) -> None:
    answer = draw(organizer, number, **params)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["rule"]) == (422, "inconsistent", "groups.uneven")
    assert why in problem["detail"]
    assert {*possible} <= {*problem["possible"]} and number not in problem["possible"]


def test_as_many_through_as_a_group_has_are_refused_where_they_stand(organizer: Caller) -> None:
    answer = draw(organizer, 8, size=3, through=3)
    assert answer.status_code == 422, answer.text
    assert [one["path"] for one in answer.json()["errors"]] == ["$.params.through"]
