"""House rules under a name, over HTTP: a file that opens matches and contests, and is returned unchanged."""

import re
from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

OURS: dict[str, Any] = {
    "name": "La taberna de Ainzón",
    "author": "Peña El Cierzo",
    "ruleset": "corona",
    "params": {"hand": 9, "copas": "pierce"},
    "note": "Del verano de 2026.",
}
TWO = [{"name": "Ana"}, {"name": "Beto"}]


def opening_by_house(**change: Any) -> dict[str, Any]:
    return {"ruleset": "corona", "seats": TWO, "house": OURS | change}


def test_a_match_is_opened_with_a_file_that_it_gives_back(organizer: Caller, public: Caller) -> None:
    response = organizer.post("/v1/matches", json=opening_by_house() | {"params": {"jokers": 1}})
    assert response.status_code == 201, response.text
    view = response.json()
    assert (view["ruleset"], view["house"]) == ("corona", OURS)
    assert view["params"] == {"jokers": 1, "hand": 9, "copas": "pierce"}
    [entry] = public.get(f"/v1/matches/{view['id']}/events").json()["items"]
    assert (entry["house"], entry["params"]) == (OURS, view["params"])
    file = public.get(f"/v1/matches/{view['id']}/house-rules")
    assert file.json() == OURS
    assert file.headers["Content-Disposition"] == 'attachment; filename="corona.house.json"'
    again = organizer.post("/v1/matches", json=opening_by_house() | {"house": file.json()})
    assert again.json()["house"] == OURS


def test_a_contest_and_its_matches_have_the_same_file(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", ruleset="corona", format="single", house=OURS)
    view = contest.view()
    assert (view["house"], view["params"]["hand"]) == (OURS, 9)
    assert public.get(f"/v1/contests/{contest.id}/house-rules").json() == OURS
    sheet = public.get(f"/print/contests/{contest.id}/sheets?lang=es").text
    assert "de Peña El Cierzo · Cartas que se roban al empezar: 9 · Qué hacen las copas:" in sheet
    [fixture] = contest.fixtures()
    other = {"fixture": fixture["id"], "house": OURS | {"author": "Otra"}}
    answer = organizer.post("/v1/matches", params={"dry_run": "true"}, json=other)
    assert [one["path"] for one in refusal_of(answer, 422, "inconsistent")["errors"]] == ["$.house"]
    match = organizer.post("/v1/matches", json={"fixture": fixture["id"], "house": OURS}).json()["id"]
    assert public.get(f"/v1/matches/{match}/house-rules").json() == OURS


def test_where_nobody_brought_a_file_there_is_none(organizer: Caller, public: Caller) -> None:
    match = organizer.open("corona", 2, first_dealer=None, params={"hand": 9})
    contest = Contest(organizer, "Ana", "Beto", ruleset="corona", format="single")
    assert "house" not in public.get(f"/v1/matches/{match}").json()
    assert "house" not in contest.view()
    for path in (f"/v1/matches/{match}/house-rules", f"/v1/contests/{contest.id}/house-rules"):
        refusal_of(public.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("change", "status", "code", "path"),
    [
        ({"name": ""}, 400, "malformed", "$.house.name"),
        ({"name": "x" * 81}, 400, "malformed", "$.house.name"),
        ({"author": "Ana\u202e"}, 400, "malformed", "$.house.author"),
        ({"author": "\ta\t\n"}, 400, "malformed", "$.house.author"),
        ({"note": "x" * 501}, 400, "malformed", "$.house.note"),
        ({"params": {"pack": 48}}, 400, "malformed", "$.house.params"),
        ({"params": {"hand": 21}}, 400, "malformed", "$.house.params.hand"),
        ({"ruleset": "mus"}, 400, "malformed", "$.house.ruleset"),
        ({"licence": "MIT"}, 400, "malformed", "$.house"),
    ],
)
def test_a_file_that_cannot_be_is_refused_in_both_languages_and_opens_nothing(
    organizer: Caller, change: dict[str, Any], status: int, code: str, path: str
) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "Fiestas", "players": ["Ana", "Beto"], "distinct": True}
    ).json()
    contest = {"ruleset": "corona", "format": "single", "house": OURS | change}
    details = []
    for language in ("es", "en"):
        for at, body in (
            ("/v1/matches", opening_by_house(**change)),
            (f"/v1/championships/{championship['id']}/contests", contest),
        ):
            answer = organizer.post(at, json=body, headers={"Accept-Language": language})
            problem = refusal_of(answer, status, code)
            assert [one["path"] for one in problem["errors"]] == [path]
            details.append(problem["detail"])
    assert details[0] != details[2]
    assert organizer.get(f"/v1/championships/{championship['id']}").json()["contests"] == []


def test_rules_of_another_game_are_refused(organizer: Caller) -> None:
    answer = organizer.post("/v1/matches", json=opening_by_house() | {"ruleset": "guinote"})
    assert refusal_of(answer, 422, "inconsistent")["errors"][0]["path"] == "$.house.ruleset"


def test_the_rulebook_has_what_the_house_plays_beside_the_official_text(organizer: Caller, public: Caller) -> None:
    hostile = OURS | {"name": "<script>alert(1)</script>", "params": OURS["params"] | {"jokers": 1}}
    body = opening_by_house() | {"house": hostile, "params": {"oros": "drain"}}
    match = organizer.post("/v1/matches", json=body).json()["id"]
    paper_text = public.get(f"/print/matches/{match}/rulebook?lang=es").text
    assert "<script" not in paper_text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in paper_text
    _, ours, besides, paper = paper_text.split("<h2")
    assert "de Peña El Cierzo" in ours
    assert "Del verano de 2026." in ours
    assert [one for one in ("hand", "copas", "oros") if f'"corona.house-{one}"' in ours] == ["hand", "copas"]
    assert "Comodines en cada mazo: 1" in ours
    assert "jokers" not in ours
    assert "corona.house-oros" in besides
    instead = re.findall(r'data-instead="([^"]+)"', paper)
    assert set(instead) == {"corona.hand", "corona.attack", "corona.oros"}
    clauses = public.get("/v1/rulesets/corona").json()["clauses"]
    assert all(f'<section id="{clause["code"]}">' in paper for clause in clauses)
    assert "In this house" in public.get(f"/print/matches/{match}/rulebook?lang=en").text


def test_the_rulebook_of_a_contest_without_house_rules_is_the_paper(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", ruleset="corona", format="single")
    paper = public.get(f"/print/contests/{contest.id}/rulebook?lang=es").text
    assert "sin reglas de la casa" in paper
    assert "data-instead" not in paper
