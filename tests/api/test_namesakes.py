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


@pytest.mark.parametrize(
    "written",
    ["ÍÑIGO PEÑA {}", "inigo  pena {}", "  Íñigo Peña\u00a0{} ", "I\u0301ñigo Pen\u0303a {}", "Íñigо Peña {}"],
)
def test_whoever_writes_a_name_otherwise_finds_who_has_it(organizer: Caller, written: str) -> None:
    """Capitals, accents, spaces, letters that look the same; also under the name of before a merge, and on a later page."""
    end = uuid4().hex
    first, second = (
        organizer.post("/v1/players", json={"name": f"Íñigo Peña {end}", "distinct": True}).json()["id"]
        for _ in range(2)
    )
    organizer.post("/v1/players", json={"name": f"Íñiga Peña {end}"})
    like = {"like": written.format(end)}
    assert [one["id"] for one in organizer.get("/v1/players", params=like).json()["items"]] == [first, second]
    page = organizer.get("/v1/players", params=like | {"limit": 1}).json()
    assert [one["id"] for one in page["items"]] == [first]
    page = organizer.get("/v1/players", params=like | {"limit": 1, "cursor": page["next"]}).json()
    assert ([one["id"] for one in page["items"]], page["next"]) == ([second], None)
    both = like | {"name": f"Íñiga Peña {end}"}
    assert organizer.get("/v1/players", params=both).json()["items"] == []
    merged = organizer.post(f"/v1/players/{second}/merge", json={"into": first, "reason": "dos veces"})
    assert merged.is_success
    assert organizer.put(f"/v1/players/{first}", json={"name": f"Otro {end}"}).is_success
    [found] = organizer.get("/v1/players", params=like).json()["items"]
    assert (found["id"], found["name"]) == (first, f"Otro {end}")
    assert organizer.delete(f"/v1/players/{first}").is_success
    assert organizer.get("/v1/players", params=like).json()["items"] == []


def test_who_only_sat_down_by_a_name_is_not_found_by_one_like_it(organizer: Caller) -> None:
    name = new_name()
    seats = [{"name": name}, {"name": f"Beto {uuid4().hex}"}]
    opened = {"ruleset": "hearts.castillar", "seats": seats, "params": {"rounds": 1}, "first_dealer": 0}
    assert organizer.post("/v1/matches", json=opened).status_code == 201
    assert organizer.get("/v1/players", params={"like": name}).json()["items"] == []


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
