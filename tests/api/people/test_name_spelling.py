"""A name is stored as people read it, on every way in. An invisible name is refused."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

Way = Callable[[Caller, str], httpx.Response]


def _championship(client: Caller) -> str:
    return str(client.post("/v1/championships", json={"name": "Fiestas"}).json()["id"])


def _list_entrant(client: Caller, name: str) -> httpx.Response:
    people: dict[str, Any] = {"players": [name], "distinct": True}
    return client.post(f"/v1/championships/{_championship(client)}/players", json=people)


def _rename(client: Caller, name: str) -> httpx.Response:
    player = client.post("/v1/players", json={"name": "Zoe", "distinct": True}).json()["id"]
    return client.put(f"/v1/players/{player}", json={"name": name, "distinct": True})


def _seat(client: Caller, name: str) -> httpx.Response:
    seats = [{"name": name}, {"name": "Beto"}]
    return client.post("/v1/matches", json={"ruleset": "casino.classic", "seats": seats})


WAYS: dict[str, tuple[Way, str]] = {
    "with a championship": (
        lambda client, name: client.post(
            "/v1/championships", json={"name": "Fiestas", "players": [name], "distinct": True}
        ),
        "$.players[0]",
    ),
    "on a list": (_list_entrant, "$.players[0]"),
    "as an object on a list": (
        lambda client, name: client.post(
            "/v1/championships", json={"name": "Fiestas", "players": [{"name": name, "distinct": True}]}
        ),
        "$.players[0].name",
    ),
    "alone": (lambda client, name: client.post("/v1/players", json={"name": name, "distinct": True}), "$.name"),
    "as another name": (_rename, "$.name"),
    "at a match": (_seat, "$.seats[0].name"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("text", "name"),
    [("Ana ", "Ana"), (" Ana\u00a0\u00a0García\t", "Ana García"), ("A\u0301na", "Ána"), ("\u200bAna 2\u200b", "Ana 2")],
)
def test_a_name_is_written_as_it_is_read(organizer: Caller, way: str, text: str, name: str) -> None:
    answer = WAYS[way][0](organizer, text)
    assert answer.is_success and f'"name":"{name}"' in answer.text, answer.text


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["\u200b", " \u00a0", "\u0301\u0308", "\u3164", "\u2800", "\u00ad\ufe0f"])
def test_a_name_has_something_to_be_seen(organizer: Caller, way: str, name: str) -> None:
    enter, path = WAYS[way]
    problem = refusal_of(enter(organizer, name), 400, "malformed")
    assert [error["path"] for error in problem["errors"]] == [path]


def test_somebody_is_found_by_their_name_however_it_is_typed(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto ", "Carla")
    card = {"player": " Beto", "card": "yellow", "reason": "tarde"}
    assert organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=card).status_code == 201
