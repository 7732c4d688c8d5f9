"""Times on paper are written in words, in the reader's time zone."""

import re
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo, reset_tzpath

import pytest

from api.context import Request
from api.http.describe import ZONE
from tests.support.organizing import Contest
from tests.support.service import Caller

AT = "2026-11-21T17:30:00.000Z"
WORDS = {
    "lang=es&zone=Europe/Madrid": "sábado 21 de noviembre de 2026, 18:30",
    "lang=en&zone=America/Mexico_City": "Saturday 21 November 2026, 11:30",
    # A paper without a zone names its clock.
    "lang=en": "Saturday 21 November 2026, 17:30 UTC",
}
STORED = re.compile(r"\d{4}-\d\d-\d\d")
"""The form of a day that no person writes."""


@pytest.fixture
def bare() -> Iterator[None]:
    """A system without a time zone database of its own."""
    reset_tzpath(to=())
    ZoneInfo.clear_cache()
    yield
    reset_tzpath()
    ZoneInfo.clear_cache()


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("zone", ["Europe/Madrid", "America/Mexico_City", "Asia/Kathmandu", "Atlantic/Canary"])
def test_a_zone_is_known_where_the_system_knows_none(zone: str) -> None:
    scope: Any = {"type": "http", "query_string": f"zone={zone}".encode()}
    request: Request = Request(scope)
    assert ZONE.of(request) == ZoneInfo(zone)


@pytest.fixture(scope="module")
def prints(running: object) -> list[str]:
    """Every paper with a time on it."""
    with running.client() as client:  # type: ignore[attr-defined]
        contest = Contest(client, "Ana", "Beto")
        fixture = contest.fixtures()[0]["id"]
        assert client.put(f"/v1/fixtures/{fixture}/schedule", json={"starts_at": AT}).is_success
    return [
        f"/print/contests/{contest.id}/fixtures?",
        f"/print/contests/{contest.id}/sheets?",
        f"/v1/contests/{contest.id}/fixtures?format=html&",
    ]


@pytest.mark.parametrize(("query", "read"), WORDS.items())
def test_a_paper_says_when_by_the_clocks_of_its_reader(
    organizer: Caller, prints: list[str], query: str, read: str
) -> None:
    for path in prints:
        text = organizer.get(path + query).text
        assert read in text, path
        assert not STORED.search(text), path


def test_the_report_of_a_dispute_says_when_by_the_clocks_of_its_reader(organizer: Caller) -> None:
    match = organizer.open()
    events = [{"type": "deal"}, {"type": "play", "seat": 0, "card": "2C"}, {"type": "play", "seat": 1, "card": "9D"}]
    organizer.tell(match, [*events, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4}])
    report = f"/v1/matches/{match}/claims/c1?format=html&lang=es"
    assert re.search(r"\w+ \d+ de \w+ de \d{4}, \d\d:\d\d UTC<", organizer.get(report).text)
    there = organizer.get(f"{report}&zone=Asia/Kathmandu").text
    assert re.search(r"\w+ \d+ de \w+ de \d{4}, \d\d:\d\d<", there)
    assert not STORED.search(there)
