"""Impossible times and time zones are refused everywhere before anything is stored. A stored one fails no page."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.pages.times import WORDS, HallClock
from referee.championship import scheduling
from referee.errors import Inconsistent
from referee.moments import END, FIRST, in_calendar, in_zone
from tests.support.inside import Clock, inside
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller

OUTSIDE = (
    *("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "1899-12-31T23:59:59Z", "1900-01-01T00:30:00+01:00"),
    *("9999-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00"),
)
WITHIN = ("1900-01-01T00:00:00Z", "1899-12-31T23:00:00-01:00", "9998-12-31T23:59:59Z", "9999-01-01T00:59:59+01:00")
NO_ZONES = ("Castilla", "Europe", "../../etc/passwd", "Europe/Madrid ", "UTC+1", "")
TIMES = st.datetimes(min_value=datetime(1901, 1, 1), max_value=datetime(9998, 12, 31), timezones=st.timezones())
BODIES = {"CreateToken": "expires", "ScheduleFixture": "starts_at", "FixtureEntry": "starts_at"}
"""The times in bodies, by the schemas that have them."""


@given(TIMES, st.sampled_from(sorted(available_timezones())))
def test_what_is_stored_has_a_date_in_every_zone(at: datetime, zone: str) -> None:
    moment = in_calendar(at, "$.at")
    assert moment.utcoffset() == timedelta()
    assert in_zone(moment, ZoneInfo(zone)).astimezone(UTC) == moment
    assert HallClock("es", ZoneInfo(zone)).moment(moment).startswith(WORDS["es"]["weekdays"])


@pytest.mark.parametrize("at", WITHIN)
def test_the_first_and_the_last_are_taken(at: str) -> None:
    assert FIRST <= in_calendar(datetime.fromisoformat(at), "$.at") < END


@pytest.mark.parametrize("at", OUTSIDE)
def test_what_lies_outside_is_refused_with_its_path(at: str) -> None:
    with pytest.raises(Inconsistent) as error:
        in_calendar(datetime.fromisoformat(at), "$.starts_at")
    assert [flaw.path for flaw in error.value.flaws] == ["$.starts_at"]


def parameters(public: Caller, name: str = "", form: str = "") -> list[tuple[str, str]]:
    """The reads with a parameter of this name or form: their paths and its name."""
    document = public.get("/v1/openapi.json").json()
    components = document["components"]["parameters"]
    return [
        (path, param["name"])
        for path, calls in document["paths"].items()
        for one in calls.get("get", {}).get("parameters", ())
        for param in [components[one["$ref"].rpartition("/")[2]] if "$ref" in one else one]
        if param["name"] == name or (form and param["schema"].get("format") == form)
    ]


def ids(contest: Contest) -> dict[str, str]:
    client = contest.client
    ana, beto, *_ = client.get(f"/v1/championships/{contest.championship}").json()["players"]
    series = client.post("/v1/series", json={"name": "Fiestas"}).json()["id"]
    return {
        **{"contest_id": contest.id, "championship_id": contest.championship, "series_id": series},
        **{"player_id": ana["id"], "other_id": beto["id"]},
    }


def test_every_time_of_a_body_is_known_here(public: Caller) -> None:
    schemas = public.get("/v1/openapi.json").json()["components"]["schemas"]
    fields = {
        (name, field)
        for name, schema in schemas.items()
        for field, about in schema.get("properties", {}).items()
        if "date-time" in str(about) and not name.startswith("Stored") and not name.endswith("Message")
    }
    assert fields == {*BODIES.items()}


def test_every_query_refuses_a_time_that_no_calendar_holds(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    values, queries = ids(contest), parameters(organizer, form="date-time")
    assert len(queries) >= 6
    for path, name in queries:
        for at in OUTSIDE:
            answer = organizer.get(path.format(**values), params={name: at})
            assert (answer.status_code, answer.json()["code"]) == (422, "inconsistent"), (path, at)
            assert answer.json()["errors"][0]["path"] == f"?{name}"
        for at in WITHIN:
            assert organizer.get(path.format(**values), params={name: at}).status_code == 200, (path, at)


def test_every_table_and_every_paper_refuses_a_zone_that_there_is_not(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", stakes={"each": 1, "split": "winner_takes_all"})
    contest.report({"Ana": 40, "Beto": 64})
    values = ids(contest)
    place = {"series": values["series_id"], "edition": 1}
    assert organizer.put(f"/v1/championships/{contest.championship}/series", json=place).is_success
    rounds = Contest(organizer, "Ana", "Beto", "Carla", format="rounds")
    assert organizer.post(f"/v1/contests/{rounds.id}/rounds", json={}).is_success
    tables = [path for path, _ in parameters(organizer, name="zone")]
    assert len(tables) >= 12
    papers = [
        *(
            f"/print/contests/{{contest_id}}/{what}"
            for what in ("fixtures", "sheets", "diplomas", "corrections", "settlement", "rounds/{number}")
        ),
        *(f"/print/championships/{{championship_id}}/{what}" for what in ("diplomas", "cards")),
        "/v1/contests/{contest_id}/fixtures?format=html",
    ]
    for path in [*(f"{path}?format=csv&lang=es" for path in tables), *papers]:
        contest_id = rounds.id if "{number}" in path else contest.id
        address = path.format(**values | {"contest_id": contest_id, "number": "1"}) + ("&" if "?" in path else "?")
        for zone in NO_ZONES:
            answer = organizer.get(f"{address}zone={zone.replace('+', '%2B')}")
            assert (answer.status_code, answer.json()["code"]) == (422, "inconsistent"), (address, zone)
        assert organizer.get(f"{address}zone=Europe/Madrid").status_code == 200, address


@pytest.mark.parametrize("at", OUTSIDE)
@pytest.mark.parametrize("query", ["", "?dry_run=true"])
def test_no_time_that_no_calendar_holds_is_stored(organizer: Caller, at: str, query: str) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    version = organizer.get(f"/v1/championships/{contest.championship}").headers["etag"]
    [first, *_] = contest.fixtures()
    fixture = first["id"]
    item = {"round": first["round"], "entrants": [one["id"] for one in first["entrants"]], "starts_at": at}
    answers = [
        organizer.post(f"/v1/contests/{contest.id}/fixtures{query}", json={"items": [item]}),
        organizer.put(f"/v1/fixtures/{fixture}/schedule{query}", json={"starts_at": at}),
        organizer.post(f"/v1/tokens{query}", json={"role": "auditor", "scope": {}, "expires": at}),
    ]
    assert [(one.status_code, one.json()["code"]) for one in answers] == 3 * [(422, "inconsistent")]
    assert organizer.get(f"/v1/championships/{contest.championship}").headers["etag"] == version


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Contest]:
    """A contest from a release that accepted every time. Its last match begins in the last second that can be stored."""
    monkeypatch.setattr(scheduling, "in_calendar", lambda at, _: at.astimezone(UTC))
    with inside(str(tmp_path / "old.sqlite"), Clock()) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        contest = Contest(client, "Ana", "Beto", "Carla", discipline={"no_show_minutes": 15})
        first, *_, last = contest.fixtures()
        for fixture, at in ((first, "0001-01-01T00:00:00Z"), (last, "9999-12-31T23:59:59Z")):
            assert client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": at}).is_success
        yield contest


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
def test_a_stored_time_that_no_zone_holds_fails_no_page(earlier: Contest, zone: str) -> None:
    reads: list[tuple[str, dict[str, Any]]] = [
        (f"/v1/contests/{earlier.id}", {}),
        (f"/v1/contests/{earlier.id}/fixtures", {}),
        (f"/v1/contests/{earlier.id}/fixtures", {"format": "csv", "lang": "es", "zone": zone}),
        (f"/v1/contests/{earlier.id}/fixtures", {"format": "html", "zone": zone}),
        (f"/print/contests/{earlier.id}/fixtures", {"zone": zone}),
        (f"/print/contests/{earlier.id}/sheets", {"zone": zone}),
        (f"/v1/championships/{earlier.championship}", {}),
        (f"/v1/championships/{earlier.championship}/calendar.ics", {}),
        (f"/championships/{earlier.championship}/results.atom", {}),
    ]
    for path, params in reads:
        assert earlier.client.get(path, params=params).status_code == 200, path
