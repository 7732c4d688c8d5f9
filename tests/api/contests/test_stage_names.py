"""The matches of a knockout with a name in the field are called by it, wherever the phase of a match is named."""

import csv
from io import StringIO
from typing import Any

import pytest

from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, Running

ES = {"Accept-Language": "es"}
NAMES = {
    "es": {
        "quarterfinal": "Cuartos de final",
        "semifinal": "Semifinal",
        "third_place": "Tercer puesto",
        "final": "Final",
    },
    "en": {"quarterfinal": "Quarterfinal", "semifinal": "Semifinal", "third_place": "Third place", "final": "Final"},
}
KNOCKOUT: dict[str, Any] = {"format": "knockout", "params": {"third_place": True, "limit": 100}}
GROUPS: dict[str, Any] = {"format": "groups", "params": {"size": 3, "through": 2, "third_place": True, "limit": 100}}
FORMATS: dict[str, tuple[int, dict[str, Any]]] = {"knockout": (8, KNOCKOUT), "groups and a knockout": (12, GROUPS)}
"""Formats in which eight play the bracket."""
PEOPLE = (*TEN, "Karla", "Lola")


def play_on(contest: Contest) -> bool:
    """Gives each open match a time and a result. Returns False once none is open."""
    waiting = [one for one in contest.fixtures() if one["state"] == "pending"]
    for one in waiting:
        when = {"starts_at": f"2026-08-{10 + one['round']}T{one['order'] % 24:02}:00:00Z"}
        assert contest.client.put(f"/v1/fixtures/{one['id']}/schedule", json=when).is_success
        assert contest.client.post(f"/v1/fixtures/{one['id']}/result", json={"points": [40, 64]}).status_code == 201
    return bool(waiting)


@pytest.fixture(scope="module", params=FORMATS)
def played_contest(running: Running, request: pytest.FixtureRequest) -> Contest:
    """A contest that was played to its end."""
    with running.client() as client:
        entrants, options = FORMATS[request.param]
        contest = Contest(client, *PEOPLE[:entrants], **options)
        while play_on(contest):
            pass
        return contest


@pytest.fixture
def contest(played_contest: Contest, organizer: Caller) -> Contest:
    return Contest.existing(organizer, played_contest.championship, played_contest.id)


def stages(fixtures: list[dict[str, Any]]) -> list[str]:
    return [one["stage"] for one in fixtures if "stage" in one]


def test_a_fixture_tells_its_stage_and_keeps_its_kind(contest: Contest) -> None:
    late = [(one["kind"], one["stage"]) for one in contest.fixtures() if one["kind"] in {"knockout", "final"}]
    assert sorted(late) == sorted(
        [("knockout", "quarterfinal")] * 4
        + [("knockout", "semifinal")] * 2
        + [("knockout", "third_place"), ("final", "final")]
    )
    assert all("stage" not in one for one in contest.fixtures("group"))
    third = next(one for one in contest.fixtures() if one.get("stage") == "third_place")
    assert contest.client.get(f"/v1/fixtures/{third['id']}").json()["stage"] == "third_place"
    assert third["round"] == next(one["round"] for one in contest.fixtures("final"))


@pytest.mark.parametrize("language", sorted(NAMES))
@pytest.mark.parametrize(
    "path",
    [
        "/v1/contests/{contest}/fixtures",
        "/print/contests/{contest}/fixtures",
        "/v1/championships/{championship}/calendar.ics",
    ],
)
def test_every_reader_is_told_the_name(contest: Contest, path: str, language: str) -> None:
    address = path.format(contest=contest.id, championship=contest.championship)
    headers = {"Accept": "text/html, text/calendar", "Accept-Language": language}
    text = contest.client.get(address, headers=headers).text.replace("\r\n ", "")
    assert not [name for name in NAMES[language].values() if name not in text]
    assert not [word for word in ("Eliminatoria ·", "Knockout ·") if word in text]


@pytest.mark.parametrize("language", sorted(NAMES))
def test_a_preview_is_told_the_name(contest: Contest, language: str) -> None:
    third = next(one for one in contest.fixtures() if one.get("stage") == "third_place")
    board = f"/board/{contest.championship}?only={third['id']}"
    assert NAMES[language]["third_place"] in contest.client.get(board, headers={"Accept-Language": language}).text


def test_a_spreadsheet_has_the_stage_for_programs_and_its_name_for_people(contest: Contest) -> None:
    path = f"/v1/contests/{contest.id}/fixtures"
    rows = list(csv.DictReader(StringIO(contest.client.get(path, params={"format": "csv"}).text)))
    assert {row["stage"] for row in rows} - {""} == {*NAMES["es"]}
    for language, separator, title in (("es", ";", "Fase"), ("en", ",", "Phase")):
        text = contest.client.get(path, params={"format": "csv", "lang": language}).text.removeprefix("\ufeff")
        phases = {row[title] for row in csv.DictReader(StringIO(text), delimiter=separator)}
        assert phases - {"Grupo", "Group"} == {*NAMES[language].values()}


def test_the_log_tells_the_stage_of_a_match_that_comes_into_being(contest: Contest) -> None:
    """The lines that webhooks send as they are."""
    text = contest.client.get(f"/v1/championships/{contest.championship}/events").text
    assert text.count('"stage":"third_place"') == 1 and text.count('"stage":"semifinal"') == 2


def test_a_sheet_to_write_on_is_headed_by_the_name(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:4], **KNOCKOUT)
    for names in ({"Semifinal"}, {"Tercer puesto", "Final"}):
        text = organizer.get(f"/print/contests/{contest.id}/sheets", headers=ES).text
        assert {name for name in NAMES["es"].values() if name in text} == names
        play_on(contest)


def test_a_match_that_a_correction_takes_away_is_called_by_its_name(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:4], **KNOCKOUT)
    play_on(contest)
    third = next(one for one in contest.fixtures() if one.get("stage") == "third_place")
    organizer.post(f"/v1/fixtures/{third['id']}/result", json={"points": [40, 64]})
    semifinal = next(one for one in contest.fixtures() if one.get("stage") == "semifinal")
    path, body = f"/v1/fixtures/{semifinal['id']}/result", {"points": [64, 40], "reason": "al revés"}
    refusal = organizer.put(path, json=body, headers=ES)
    assert refusal.status_code == 409 and "el tercer puesto" in refusal.json()["detail"]
    assert [one["stage"] for one in refusal.json()["difference"]["voids"]] == ["third_place"]
    response = organizer.put(path, json={**body, "reopen": True})
    assert [one["stage"] for one in response.json()["difference"]["voids"]] == ["third_place"]
    fixture = organizer.get(f"/v1/fixtures/{third['id']}").json()
    assert (fixture["state"], fixture["stage"]) == ("superseded", "third_place")


def test_who_has_no_rival_passes_a_round_with_its_name(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:3], format="knockout", params={"limit": 100})
    assert [bye["stage"] for bye in contest.view()["byes"]] == ["semifinal"]
    text = organizer.get(f"/print/contests/{contest.id}/fixtures", headers=ES).text
    assert text.count("Semifinal") == 1 and "pasa sin jugar" in text


def test_the_rounds_before_those_that_have_a_name_are_numbered(organizer: Caller) -> None:
    names = [f"Jugadora {number}" for number in range(17)]
    contest = Contest(organizer, *names, format="knockout", params={"limit": 100})
    assert stages(contest.fixtures()) == ["round_of_16"] * len(stages(contest.fixtures()))
    text = organizer.get(f"/print/contests/{contest.id}/fixtures", headers=ES).text
    assert "Eliminatoria · Ronda 1" in text and "Octavos de final" in text


def test_the_last_match_of_other_formats_is_the_final(organizer: Caller) -> None:
    contest = Contest(
        organizer, *TEN[:6], ruleset="corona", format="groups", params={"size": 3, "through": 1, "then": "final"}
    )
    for one in contest.fixtures():
        points = [1] + [0] * (len(one["entrants"]) - 1)
        organizer.post(f"/v1/fixtures/{one['id']}/result", json={"points": points})
    assert stages(contest.fixtures()) == ["final"]
