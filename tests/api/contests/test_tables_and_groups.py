"""Every reader is shown the phase, group and table of a match. Players without a match stand with their group."""

import csv
import re
from io import StringIO

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, Running

NINE = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fito", "Gala", "Hugo", "Inés")
PLACES = {f"Grupo {group} · Ronda {number}" for group in (1, 2, 3) for number in (1, 2, 3)}
ES = {"Accept-Language": "es"}


@pytest.fixture(scope="module")
def groups(running: Running) -> Contest:
    """Three groups of three; one match has a time."""
    with running.client() as client:
        contest = Contest(client, *NINE, format="groups", params={"size": 3, "limit": 100})
        fixture = next(one for one in contest.fixtures() if one["group"] == 2)
        client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": "2026-08-15T17:00:00Z"})
        return contest


@pytest.fixture
def contest(groups: Contest, organizer: Caller) -> Contest:
    return Contest.existing(organizer, groups.championship, groups.id)


def test_no_two_groups_play_at_one_table(contest: Contest) -> None:
    for number in (1, 2, 3):
        fixtures = [one for one in contest.fixtures() if one["round"] == number]
        assert [(one["kind"], one["group"], one["table"]) for one in fixtures] == [("group", n, n) for n in (1, 2, 3)]


def test_who_rests_stands_with_their_group(contest: Contest) -> None:
    byes = [(bye["kind"], bye["group"], bye["round"]) for bye in contest.view()["byes"]]
    assert sorted(byes) == [("group", group, number) for group in (1, 2, 3) for number in (1, 2, 3)]


def test_the_spreadsheet_names_the_group(contest: Contest) -> None:
    text = contest.client.get(f"/v1/contests/{contest.id}/fixtures", headers={"Accept": "text/csv"}).text
    rows = list(csv.DictReader(StringIO(text)))
    assert sorted((row["kind"], row["group"], row["round"]) for row in rows) == [
        ("group", str(group), str(number)) for group in (1, 2, 3) for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "path", ["/v1/contests/{}/fixtures", "/print/contests/{}/fixtures", "/print/contests/{}/sheets"]
)
def test_paper_names_the_group(contest: Contest, path: str) -> None:
    text = contest.client.get(path.format(contest.id), headers={"Accept": "text/html", **ES}).text
    assert {*re.findall(r"Grupo \d · Ronda \d", text)} >= PLACES


def test_posted_rounds_say_who_of_the_group_rests(contest: Contest) -> None:
    text = contest.client.get(f"/print/contests/{contest.id}/fixtures", headers=ES).text
    rounds = re.split(r"<h2>", text)[1:]
    assert len(rounds) == 9 and all(part.count("Descansa ") == 1 for part in rounds)


def test_calendar_and_preview_name_the_group(contest: Contest) -> None:
    calendar = contest.client.get(f"/v1/championships/{contest.championship}/calendar.ics", headers=ES).text
    assert "Grupo 2 · Ronda" in calendar.replace("\r\n ", "")
    fixture = next(one for one in contest.fixtures() if one["group"] == 3)
    board = f"/board/{contest.championship}?only={fixture['id']}"
    assert re.search(r'"og:description"[^>]*Grupo 3 · Ronda', contest.client.get(board, headers=ES).text)


def test_byes_of_a_knockout_say_so(organizer: Caller) -> None:
    contest = Contest(organizer, *NINE[:5], format="knockout", params={"limit": 100})
    byes = [(bye["kind"], bye["round"]) for bye in contest.view()["byes"]]
    assert byes == [("knockout", 1)] * 3 and all("group" not in bye for bye in contest.view()["byes"])
    assert sorted(one["table"] for one in contest.fixtures()) == [1, 2]
    text = organizer.get(f"/print/contests/{contest.id}/fixtures", headers=ES).text
    assert text.count("pasa sin jugar") == 3 and "Descansa" not in text
