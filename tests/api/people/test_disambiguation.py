"""Two people of one name have the organizer's words behind the name, so that every reader can tell them apart."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.support.desk import FORMATS, report
from tests.support.service import Caller, Running, refusal_of

CLUB, YEAR = "Peña El Basto", "1984"


@pytest.fixture(scope="module")
def client(running: Running) -> Iterator[Caller]:
    with running.client() as client:
        yield client


@pytest.fixture(scope="module")
def document(client: Caller) -> Any:
    return client.get("/v1/openapi.json").json()


def new_name() -> str:
    return f"Ana García {uuid4().hex}"


def enter(client: Caller, name: str, words: str | None = None, **body: Any) -> Any:
    options = {"disambiguation": words} if words else {}
    response = client.post("/v1/players", json={"name": name, "distinct": True} | options | body)
    assert response.status_code == 201, response.text
    return response.json()


def open_championship(client: Caller, *players: Any) -> Any:
    response = client.post("/v1/championships", json={"name": "Fiestas", "players": players})
    assert response.status_code == 201, response.text
    return response.json()


def names_shown(client: Caller, championship: str) -> list[str]:
    return [one["name"] for one in client.get(f"/v1/championships/{championship}").json()["players"]]


def test_it_stands_behind_the_name_once_somebody_else_has_that_name(client: Caller) -> None:
    name = new_name()
    one = enter(client, name, f"  ({CLUB}) ")
    assert one == {"id": one["id"], "name": name, "birth_date": None, "disambiguation": CLUB}
    championship = open_championship(client, one["id"])
    assert [person["name"] for person in championship["players"]] == [name]
    tag = client.get(f"/v1/championships/{championship['id']}").headers["etag"]
    other = client.post("/v1/players", json={"name": name, "distinct": True}).json()["id"]
    again = client.get(f"/v1/championships/{championship['id']}", headers={"If-None-Match": tag})
    assert (again.status_code, again.json()["players"][0]["name"]) == (200, f"{name} ({CLUB})")
    path = f"/v1/championships/{championship['id']}/players"
    assert [p["name"] for p in client.post(path, json={"players": [other]}).json()["players"]] == [
        f"{name} ({CLUB})",
        name,
    ]
    assert client.put(f"/v1/players/{other}", json={"name": name, "disambiguation": YEAR, "distinct": True}).is_success
    assert names_shown(client, championship["id"]) == [f"{name} ({CLUB})", f"{name} ({YEAR})"]
    # A name or birth date that is put right leaves it, null takes it away.
    assert client.put(f"/v1/players/{other}", json={"name": name, "birth_date": "1984-03-09"}).is_success
    assert names_shown(client, championship["id"])[1] == f"{name} ({YEAR})"
    response = client.put(f"/v1/players/{other}", json={"name": name, "disambiguation": None})
    assert "disambiguation" not in response.json()
    assert names_shown(client, championship["id"]) == [f"{name} ({CLUB})", name]
    assert client.delete(f"/v1/players/{other}").is_success
    assert names_shown(client, championship["id"]) == [name, None]


def test_who_was_entered_twice_and_merged_has_no_namesake(client: Caller) -> None:
    name = new_name()
    one, other = enter(client, name, CLUB)["id"], enter(client, name, YEAR)["id"]
    championship = open_championship(client, one, other)
    assert names_shown(client, championship["id"]) == [f"{name} ({CLUB})", f"{name} ({YEAR})"]
    assert client.post(f"/v1/players/{other}/merge", json={"into": one, "reason": "dos veces"}).is_success
    assert names_shown(client, championship["id"]) == [name]


@pytest.mark.parametrize("dry", [True, False], ids=["dry run", "in earnest"])
@pytest.mark.parametrize("way", ["open", "enter"])
def test_a_list_of_names_tells_them_apart(client: Caller, way: str, dry: bool) -> None:
    name = new_name()
    players = [{"name": name, "disambiguation": words, "distinct": True} for words in (CLUB, YEAR)]
    championship = "" if way == "open" else f"/{open_championship(client)['id']}/players"
    body = {"players": players} | ({"name": "Fiestas"} if way == "open" else {})
    answer = client.post(f"/v1/championships{championship}", json=body, params={"dry_run": "true"} if dry else {})
    assert answer.is_success, answer.text
    body_of_list = answer.json()["response"]["body"] if dry and "response" in answer.json() else answer.json()
    assert [one["name"] for one in body_of_list["players"]] == [f"{name} ({CLUB})", f"{name} ({YEAR})"]


def test_a_refusal_shows_it_and_with_it_a_name_is_understood(client: Caller) -> None:
    name = new_name()
    one, other = enter(client, name, CLUB), enter(client, name, YEAR)
    problem = refusal_of(client.post("/v1/players", json={"name": name}), 422, "ambiguous")
    assert [person["disambiguation"] for person in problem["people"]] == [CLUB, YEAR]
    assert f"{name} ({CLUB})" in problem["detail"]
    response = client.post("/v1/players", json={"name": name, "disambiguation": YEAR, "reuse": True})
    assert (response.status_code, response.json()["id"]) == (200, other["id"])
    championship = open_championship(client, one["id"], other["id"])
    path = f"/v1/championships/{championship['id']}/sanctions"
    card = {"card": "yellow", "reason": "grita"}
    problem = refusal_of(client.post(path, json=card | {"player": name}), 422, "ambiguous")
    assert {person["disambiguation"] for person in problem["people"]} == {CLUB, YEAR}
    response = client.post(path, json=card | {"player": f"{name} ({YEAR})"})
    assert response.status_code == 201, response.text
    [row] = [row for row in response.json()["general"] if row["sanctions"]]
    assert row["player"] == {"id": other["id"], "name": f"{name} ({YEAR})"}
    refusal_of(client.post(path, json=card | {"player": f"{name} (Otra)"}), 404, "not-found")


@pytest.mark.parametrize("way", ["open", "enter"])
def test_the_name_as_it_is_read_is_nobody_new(client: Caller, way: str) -> None:
    """A list copied from a page asks first, then finds the person with that reading again, and enters no new one."""
    name = new_name()
    one, other = enter(client, name, CLUB), enter(client, name, YEAR)
    for text in (f"{name} ({YEAR})", f" {name}  ({YEAR}) "):
        problem = refusal_of(client.post("/v1/players", json={"name": text}), 422, "ambiguous")
        assert [person["id"] for person in problem["people"]] == [other["id"]]
        again = client.post("/v1/players", json={"name": text, "reuse": True})
        assert (again.status_code, again.json()["id"]) == (200, other["id"])
    championship = "" if way == "open" else f"/{open_championship(client)['id']}/players"
    body = {"players": [f"{name} ({CLUB})", f"{name} ({YEAR})"]} | ({"name": "Fiestas"} if way == "open" else {})
    problem = refusal_of(client.post(f"/v1/championships{championship}", json=body), 422, "ambiguous")
    assert [[who["id"] for who in error["people"]] for error in problem["errors"]] == [[one["id"]], [other["id"]]]
    response = client.post(f"/v1/championships{championship}", json=body | {"reuse": True})
    assert [person["id"] for person in response.json()["players"]] == [one["id"], other["id"]]
    seats = [{"name": text, "reuse": True} for text in body["players"]]
    match = client.post("/v1/matches", json={"ruleset": "corona", "seats": seats})
    assert [seat["player"] for seat in match.json()["seats"]] == [one["id"], other["id"]]
    for query, text in (("name", f"{name} ({CLUB})"), ("like", f"{name} ({CLUB})".lower())):
        items = client.get("/v1/players", params={query: text}).json()["items"]
        assert [person["id"] for person in items] == [one["id"]]


def test_a_newcomer_who_would_read_like_somebody_is_asked_about(client: Caller) -> None:
    name = new_name()
    reading = f"{name} ({CLUB})"
    whole = client.post("/v1/players", json={"name": reading}).json()
    new = {"name": name, "disambiguation": CLUB}
    problem = refusal_of(client.post("/v1/players", json=new), 422, "ambiguous")
    assert [person["id"] for person in problem["people"]] == [whole["id"]]
    other = f"{new_name()} ({CLUB})"
    body = {"name": "Fiestas", "players": [other, {"name": other.removesuffix(f" ({CLUB})"), "disambiguation": CLUB}]}
    refusal_of(client.post("/v1/championships", json=body), 422, "ambiguous")
    refusal_of(client.post("/v1/championships", json=body | {"players": body["players"][::-1]}), 422, "ambiguous")


def test_who_only_sat_down_by_name_is_told_apart_by_what_is_written(client: Caller) -> None:
    """The name is compared with no other name: the words are always shown."""
    name = new_name()
    match = client.post("/v1/matches", json={"ruleset": "corona", "seats": [{"name": name}, {"name": name}]}).json()
    for seat, words in zip(match["seats"], (CLUB, YEAR), strict=True):
        body = {"name": name, "disambiguation": words, "distinct": True}
        assert client.put(f"/v1/players/{seat['player']}", json=body).is_success
    seats = client.get(f"/v1/matches/{match['id']}").json()["seats"]
    assert [seat["name"] for seat in seats] == [f"{name} ({CLUB})", f"{name} ({YEAR})"]


@pytest.mark.parametrize("words", ["", "  ", "()", "\u200b"])
def test_words_of_which_nothing_is_seen_are_none(client: Caller, words: str) -> None:
    assert "disambiguation" not in enter(client, new_name(), disambiguation=words)


def test_it_has_forty_characters_at_most(client: Caller) -> None:
    for length, status in ((40, 201), (41, 400)):
        body = {"name": new_name(), "disambiguation": "x" * length}
        assert client.post("/v1/players", json=body).status_code == status


RAW = {
    "/v1/backup",
    "/v1/players",
    "/v1/players/{player_id}",
    "/v1/players/{player_id}/proof",
    "/v1/championships/{championship_id}/export",
    "/v1/matches/{match_id}/export",
}
"""Addresses of the data on record of a person: the name, and beside it the words that tell people apart."""
STREAM = "text/event-stream"
FEED = "/championships/{championship_id}/results.atom"
PAGES = {
    "/print/contests/{contest_id}/fixtures",
    "/print/contests/{contest_id}/sheets",
    "/print/championships/{championship_id}/general",
    "/print/championships/{championship_id}/sanctions",
    "/v1/contests/{contest_id}/standings?format=html",
    "/v1/contests/{contest_id}/fixtures?format=html",
    FEED,
}
"""Pages with people: on paper, on a wall, in a feed."""


@pytest.mark.parametrize("format_", FORMATS)
def test_every_address_tells_them_apart(client: Caller, document: Any, format_: str) -> None:
    contest, name = FORMATS[format_](client), new_name()
    players = client.get(f"/v1/championships/{contest.championship}").json()["players"]
    for n, person in enumerate(players):
        body = {"name": name, "disambiguation": f"mesa {n}", "distinct": True}
        assert client.put(f"/v1/players/{person['id']}", json=body).is_success
    fixture, *others = [one for one in contest.fixtures() if one["state"] == "pending"]
    match = client.post("/v1/matches", json={"fixture": fixture["id"]}).json()
    if others:
        report(contest)
    card = {"player": f"{name} (mesa 1)", "card": "yellow", "reason": "grita"}
    assert client.post(f"/v1/championships/{contest.championship}/sanctions", json=card).is_success
    ids = {
        "championship_id": contest.championship,
        "contest_id": contest.id,
        "fixture_id": fixture["id"],
        "match_id": match["id"],
        "player_id": players[0]["id"],
        "other_id": players[1]["id"],
    }
    naming, plain = set(), []
    for path, media in addresses(document):
        try:
            address = path.format(**ids)
        except KeyError:
            continue
        answer = client.get(address, headers={"Accept": media})
        text = answer.text.replace("\r\n ", "").replace("</span><span>", "")
        if answer.is_success and name in text:
            naming.add(path)
            if text.count(name) != text.count(f"{name} (mesa "):
                plain.append((address, media))
    assert plain == []
    assert naming | (set() if others else {FEED}) >= PAGES | {
        "/v1/championships/{championship_id}",
        "/v1/championships/{championship_id}/tables",
        "/v1/contests/{contest_id}",
        "/v1/contests/{contest_id}/fixtures",
        "/v1/contests/{contest_id}/standings",
        "/v1/matches/{match_id}",
        "/v1/sanctions",
    }


def addresses(document: Any) -> Iterator[tuple[str, str]]:
    """Every address that is read, in each form that it has."""
    yield from ((path, "text/html, */*") for path in PAGES)
    for path, item in document["paths"].items():
        if "get" in item and path not in RAW:
            media = item["get"]["responses"].get("200", {}).get("content", {})
            yield from ((path, one) for one in media if one != STREAM)


def one_entered(client: Caller, name: str, words: str) -> Any:
    return client.post("/v1/players", json={"name": name, "disambiguation": words, "distinct": True})


def one_of_a_list(client: Caller, name: str, words: str) -> Any:
    player = {"name": name, "disambiguation": words, "distinct": True}
    return client.post("/v1/championships", json={"name": "Fiestas", "players": [player]})


def one_who_joins(client: Caller, name: str, words: str) -> Any:
    championship = client.post("/v1/championships", json={"name": "Fiestas"}).json()
    player = {"name": name, "disambiguation": words, "distinct": True}
    return client.post(f"/v1/championships/{championship['id']}/players", json={"players": [player]})


def one_who_is_put_right(client: Caller, name: str, words: str) -> Any:
    other = enter(client, name)
    return client.put(f"/v1/players/{other['id']}", json={"name": name, "disambiguation": words})


def one_who_is_renamed(client: Caller, name: str, words: str) -> Any:
    other = enter(client, new_name())
    body = {"name": name, "disambiguation": words, "distinct": True}
    return client.put(f"/v1/players/{other['id']}", json=body)


@pytest.mark.parametrize("words", [CLUB, CLUB.upper(), f"( {CLUB} )", "pena el basto"])
@pytest.mark.parametrize("way", [one_entered, one_of_a_list, one_who_joins, one_who_is_put_right, one_who_is_renamed])
def test_no_two_of_a_name_are_told_apart_by_the_same(client: Caller, way: Any, words: str) -> None:
    """The same words are refused in any spelling. All other words are accepted."""
    name = new_name()
    enter(client, name, CLUB)
    problem = refusal_of(way(client, name, words), 422, "inconsistent")
    [error] = problem["errors"]
    assert error["path"].endswith(".disambiguation") and CLUB.casefold()[-5:] in problem["detail"].casefold()
    assert way(client, name, YEAR).is_success


def test_two_of_one_list_are_told_apart_too(client: Caller) -> None:
    name = new_name()
    players = [{"name": name, "disambiguation": CLUB, "distinct": True}] * 2
    refusal_of(client.post("/v1/championships", json={"name": "Fiestas", "players": players}), 422, "inconsistent")
