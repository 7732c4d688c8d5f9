"""Players: entered, listed in pages, erased for good."""

from tests.api.conftest import Caller, refused
from tests.api.organizing import Contest


def test_a_player_is_entered_and_found(organizer: Caller, public: Caller) -> None:
    answer = organizer.post("/v1/players", json={"name": "Ana", "birth_date": "1984-03-09"})
    person = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/players/{person['id']}"
    assert person == {"id": person["id"], "name": "Ana", "birth_date": "1984-03-09"}
    assert organizer.get(f"/v1/players/{person['id']}").json() == person
    assert public.get(f"/v1/players/{person['id']}").json() == person | {"birth_date": None}


def test_players_come_in_pages(organizer: Caller, public: Caller) -> None:
    made = [organizer.post("/v1/players", json={"name": "Página"}).json()["id"] for _ in range(5)]
    found: list[str] = []
    cursor: str | None = None
    while True:
        params = {"name": "Página", "limit": "2"} | ({"cursor": cursor} if cursor else {})
        page = public.get("/v1/players", params=params).json()
        found += [person["id"] for person in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert found == made
    refused(public.get("/v1/players?cursor=ñ"), 400, "malformed")


def test_a_retry_enters_nobody_twice(organizer: Caller) -> None:
    headers = {"Idempotency-Key": "player-1"}
    ids = {organizer.post("/v1/players", json={"name": "Eco"}, headers=headers).json()["id"] for _ in "ab"}
    assert len(ids) == 1
    refused(organizer.post("/v1/players", json={"name": "Otro"}, headers=headers), 422, "key-reused")


def test_who_is_erased_stays_as_an_id(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    contest.told({"Ana": 40, "Beto": 64})
    ana = contest.fixtures()[0]["entrants"][0]["id"]
    assert organizer.delete(f"/v1/players/{ana}").status_code == 204
    refused(organizer.get(f"/v1/players/{ana}"), 404, "not-found")
    refused(organizer.delete(f"/v1/players/{ana}"), 404, "not-found")
    assert contest.podium() == [(1, None, 5), (2, "Beto", 3)]
    assert contest.fixtures()[0]["entrants"][0] == {"id": ana, "name": None}


def test_only_organizers_enter_and_erase(public: Caller) -> None:
    refused(public.post("/v1/players", json={"name": "Ana"}), 401, "unauthenticated")
    refused(public.delete("/v1/players/x"), 401, "unauthenticated")


def test_a_player_without_a_name_is_malformed(organizer: Caller) -> None:
    for body in ({}, {"name": ""}, {"name": "Ana", "birth_date": "ayer"}, {"name": "Ana", "age": 3}):
        refused(organizer.post("/v1/players", json=body), 400, "malformed")
