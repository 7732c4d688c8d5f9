"""A schedule warns of who, or which table, has another match at the same time, over all contests of a championship."""

from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller

AT, LATER, AFTER = "2026-08-15T17:00:00Z", "2026-08-15T19:30:00+02:00", "2026-08-15T18:00:00Z"


@pytest.fixture
def contests(organizer: Caller) -> tuple[Contest, Contest]:
    """Two contests with Ana in both, the first with a match at five at table 7."""
    first = Contest(organizer, "Ana", "Beto", "Carla", "Dani", format="league")
    body = {"ruleset": "hearts.castillar", "format": "knockout", "order": ["Ana", "Dani"]}
    drawn = organizer.post(f"/v1/championships/{first.championship}/contests", json=body).json()
    second = Contest.drawn(organizer, first.championship, drawn["id"])
    plan(first, first.fixture("Ana", "Beto"), starts_at=AT, table=7)
    return first, second


def plan(contest: Contest, fixture: dict[str, Any], **body: Any) -> Any:
    answer = contest.client.put(f"/v1/fixtures/{fixture['id']}/schedule", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json().get("warnings", [])


@pytest.mark.parametrize("moment", [AT, LATER])
def test_somebody_is_in_two_contests_at_once(contests: tuple[Contest, Contest], moment: str) -> None:
    first, second = contests
    [warning] = plan(second, second.fixtures()[0], starts_at=moment, table=9)
    assert (warning["code"], [one["name"] for one in warning["people"]]) == ("double_booking", ["Ana"])
    assert (warning["fixture"], "table" in warning) == (first.fixture("Ana", "Beto")["id"], False)


def test_a_table_has_two_matches_at_once(contests: tuple[Contest, Contest]) -> None:
    first, _ = contests
    [warning] = plan(first, first.fixture("Carla", "Dani"), starts_at=AT, table="7")
    assert ("people" in warning, warning["table"]) == (False, "7")


def test_matches_that_follow_each_other_are_no_double_booking(contests: tuple[Contest, Contest]) -> None:
    first, second = contests
    assert plan(second, second.fixtures()[0], starts_at=AFTER, table=7) == []
    assert plan(first, first.fixture("Carla", "Dani"), starts_at=AT, table=8) == []


def test_a_dry_run_warns_too(contests: tuple[Contest, Contest]) -> None:
    _, second = contests
    path = f"/v1/fixtures/{second.fixtures()[0]['id']}/schedule?dry_run=true"
    assert second.client.put(path, json={"starts_at": AT}).json()["warnings"]
    assert "starts_at" not in second.fixtures()[0]
