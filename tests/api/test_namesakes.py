"""Two people of one name do not enter in silence: the refusal names who is there, unless it is said to be somebody else."""

from typing import Any
from uuid import uuid4

import pytest

from tests.support.service import Caller, refused


def new_name() -> str:
    return f"Ana {uuid4().hex}"


def championship(client: Caller, *players: Any) -> Any:
    return client.post("/v1/championships", json={"name": "Fiestas", "players": list(players)})


def test_a_player_of_the_same_name_is_ambiguous_with_what_tells_them_apart(organizer: Caller) -> None:
    name = new_name()
    first = organizer.post("/v1/players", json={"name": name, "birth_date": "1984-03-09"}).json()["id"]
    problem = refused(organizer.post("/v1/players", json={"name": name}), 422, "ambiguous")
    assert problem["people"] == [{"id": first, "name": name, "birth_date": "1984-03-09", "games": []}]
    assert problem["errors"][0]["path"] == "$.name"
    assert organizer.get("/v1/players", params={"name": name}).json()["items"][0]["id"] == first
    second = organizer.post("/v1/players", json={"name": name, "distinct": True})
    assert second.status_code == 201
    assert len(refused(organizer.post("/v1/players", json={"name": name}), 422, "ambiguous")["people"]) == 2


@pytest.mark.parametrize("change", [("a", "\u0430"), ("A", "A\u200b"), (" ", "\u00a0"), (" ", "  ")])
def test_so_is_one_that_only_looks_the_same(organizer: Caller, change: tuple[str, str]) -> None:
    name = new_name()
    assert organizer.post("/v1/players", json={"name": name}).status_code == 201
    refused(organizer.post("/v1/players", json={"name": name.replace(*change)}), 422, "ambiguous")


def test_accents_are_real_differences(organizer: Caller) -> None:
    name = uuid4().hex
    for written in ("Pena", "Peña", "Péna"):
        assert organizer.post("/v1/players", json={"name": f"{written} {name}"}).status_code == 201


def test_a_name_is_free_again_once_erased(organizer: Caller) -> None:
    name = new_name()
    first = organizer.post("/v1/players", json={"name": name}).json()["id"]
    organizer.delete(f"/v1/players/{first}")
    assert organizer.post("/v1/players", json={"name": name}).status_code == 201


def test_a_retry_with_its_key_is_answered_as_before(organizer: Caller) -> None:
    body, key = {"name": new_name()}, {"Idempotency-Key": uuid4().hex}
    ids = {organizer.post("/v1/players", json=body, headers=key).json()["id"] for _ in range(2)}
    assert len(ids) == 1
    players = {"name": "Fiestas", "players": [new_name()]}
    made = {
        organizer.post(
            "/v1/championships", json=players, headers=key | {"Idempotency-Key": "n" + uuid4().hex}
        ).status_code
    }
    assert made == {201}


@pytest.mark.parametrize("second", ["Ana", "An\u0430", {"name": "Ana"}, {"name": "Ana\u200b"}])
def test_two_of_one_name_do_not_open_a_championship(organizer: Caller, second: Any) -> None:
    problem = refused(championship(organizer, "Ana", "Beto", second), 422, "ambiguous")
    assert problem["errors"][0]["path"] == "$.players[2]"
    assert problem["people"] == [{"id": None, "name": "Ana", "birth_date": None}]


def test_unless_it_is_said_to_be_somebody_else(organizer: Caller) -> None:
    made = championship(organizer, "Ana", {"name": "Ana", "distinct": True})
    assert made.status_code == 201
    assert [one["name"] for one in made.json()["players"]] == ["Ana", "Ana"]


def test_whoever_comes_later_by_the_name_of_one_who_is_there_is_ambiguous(organizer: Caller) -> None:
    made = championship(organizer, "Ana", "Beto").json()
    ana = next(one["id"] for one in made["players"] if one["name"] == "Ana")
    address = f"/v1/championships/{made['id']}/players"
    problem = refused(organizer.post(address, json={"players": ["Carla", "Ana"]}), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == [ana]
    assert organizer.get(f"/v1/championships/{made['id']}").json()["players"] == made["players"]
    assert organizer.post(address, json={"players": [{"name": "Ana", "distinct": True}]}).status_code == 201


def test_a_name_may_be_in_many_championships_and_one_entered_by_id_is_who_they_are(organizer: Caller) -> None:
    assert championship(organizer, "Ana", "Beto").status_code == 201
    assert championship(organizer, "Ana", "Beto").status_code == 201
    name = new_name()
    ids = [organizer.post("/v1/players", json={"name": name, "distinct": True}).json()["id"] for _ in range(2)]
    assert championship(organizer, *ids).status_code == 201
    refused(championship(organizer, *ids, name), 422, "ambiguous")


def test_a_birth_date_is_for_those_who_may_know_it(organizer: Caller) -> None:
    made = championship(organizer, {"name": "Ana", "birth_date": "1984-03-09"}).json()
    scoped = organizer.bearer("organizer", championship=made["id"])
    address = f"/v1/championships/{made['id']}/players"
    problem = refused(organizer.post(address, json={"players": ["Ana"]}, headers=scoped), 422, "ambiguous")
    assert problem["people"][0]["birth_date"] is None
    problem = refused(organizer.post(address, json={"players": ["Ana"]}), 422, "ambiguous")
    assert problem["people"][0]["birth_date"] == "1984-03-09"


def test_a_name_at_a_table_is_a_label_and_holds_nobody_up(organizer: Caller) -> None:
    name = new_name()
    for _ in range(2):
        seats = [{"name": name}, {"name": "Beto"}]
        assert organizer.post("/v1/matches", json={"ruleset": "guinote", "seats": seats}).status_code == 201
    assert organizer.post("/v1/players", json={"name": name}).status_code == 201
