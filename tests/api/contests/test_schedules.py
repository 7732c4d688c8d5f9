"""Times and tables of fixtures, on both databases. The roles that may set them are in access.md."""

import csv
from io import StringIO
from typing import Any

import httpx
import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

AT = "2026-08-15T17:00:00Z"


@pytest.fixture
def contest(head: Caller) -> Contest:
    return Contest(head, "Ana", "Beto", "Carla")


def schedule(contest: Contest, fixture: str, **body: Any) -> httpx.Response:
    return contest.client.put(f"/v1/fixtures/{fixture}/schedule", json=body)


def test_lists_and_sheets_show_when_and_where(contest: Contest, head: Caller) -> None:
    fixture = contest.fixtures()[0]
    answer = schedule(contest, fixture["id"], starts_at=AT, table=3)
    assert (answer.status_code, answer.json()) == (200, fixture | {"starts_at": AT, "table": 3})
    assert head.get(f"/v1/fixtures/{fixture['id']}").json()["starts_at"] == AT
    assert contest.fixtures()[0] == answer.json()
    path = f"/v1/contests/{contest.id}/fixtures"
    rows = {row["id"]: row for row in csv.DictReader(StringIO(head.get(path, headers={"Accept": "text/csv"}).text))}
    assert (rows[fixture["id"]]["starts_at"], rows[fixture["id"]]["table"]) == (AT, "3")
    assert "Saturday 15 August 2026, 17:00 UTC" in head.get(path, headers={"Accept": "text/html"}).text
    event = head.get(f"/v1/championships/{contest.championship}/events").json()["items"][-1]
    assert (event["type"], event["fixture"], event["starts_at"]) == ("fixture_scheduled", fixture["id"], AT)


def test_a_schedule_takes_the_place_of_the_one_before(contest: Contest) -> None:
    fixture = contest.fixtures()[0]
    assert schedule(contest, fixture["id"], starts_at="2026-08-15T19:00:00+02:00").json()["starts_at"] == AT
    assert schedule(contest, fixture["id"], table="la del fondo").json() == fixture | {"table": "la del fondo"}
    assert schedule(contest, fixture["id"]).json() == fixture


@pytest.mark.parametrize(("table_label", "place"), [(3, "3"), ("la del fondo", "la del fondo")])
def test_a_match_is_played_where_its_fixture_is(
    contest: Contest, head: Caller, table_label: object, place: str
) -> None:
    first, second = contest.fixtures()[:2]
    schedule(contest, first["id"], table=table_label)
    schedule(contest, second["id"], table=table_label)
    match = head.post("/v1/matches", json={"fixture": first["id"]}).json()["id"]
    other = head.post("/v1/matches", json={"fixture": second["id"], "table": "otra"}).json()["id"]
    items = head.get(f"/v1/matches?contest={contest.id}").json()["items"]
    assert {item["id"]: item["table"] for item in items} == {match: place, other: "otra"}


def test_a_schedule_says_nothing_of_the_result(contest: Contest) -> None:
    fixture = contest.fixture("Ana", "Beto")
    schedule(contest, fixture["id"], starts_at=AT, table=3)
    result = contest.report({"Ana": 40, "Beto": 64})
    assert (result["state"], result["starts_at"], result["table"]) == ("played", AT, 3)
    refusal_of(schedule(contest, fixture["id"], starts_at=AT), 409, "impossible")
    assert contest.fixture("Ana", "Beto") == {name: value for name, value in result.items() if name != "difference"}


@pytest.mark.parametrize(
    "body", [{"starts_at": "2026-08-15T17:00:00"}, {"starts_at": "mañana"}, {"table": 0}, {"table": ""}, {"x": 1}]
)
def test_a_schedule_is_read_strictly(contest: Contest, body: dict[str, Any]) -> None:
    refusal_of(schedule(contest, contest.fixtures()[0]["id"], **body), 400, "malformed")


def test_a_name_of_a_table_is_no_formula(contest: Contest, head: Caller) -> None:
    schedule(contest, contest.fixtures()[0]["id"], table="=1+1")
    text = head.get(f"/v1/contests/{contest.id}/fixtures", headers={"Accept": "text/csv"}).text
    assert "'=1+1" in text
