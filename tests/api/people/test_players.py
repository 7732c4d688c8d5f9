"""Players: entered, listed in pages, erased for good."""

from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import Caller, refusal_of


def test_a_player_is_entered_and_found(organizer: Caller, public: Caller) -> None:
    answer = organizer.post("/v1/players", json={"name": "Ana Fichada", "birth_date": "1984-03-09"})
    person = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/players/{person['id']}"
    assert person == {"id": person["id"], "name": "Ana Fichada", "birth_date": "1984-03-09"}
    assert organizer.get(f"/v1/players/{person['id']}").json() == person
    assert public.get(f"/v1/players/{person['id']}").json() == person | {"birth_date": None}


def test_players_come_in_pages(organizer: Caller, public: Caller) -> None:
    ids = [organizer.post("/v1/players", json={"name": "Página", "distinct": True}).json()["id"] for _ in range(5)]
    listed_ids: list[str] = []
    cursor: str | None = None
    while True:
        params = {"name": "Página", "limit": "2"} | ({"cursor": cursor} if cursor else {})
        page = organizer.get("/v1/players", params=params).json()
        listed_ids += [person["id"] for person in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert listed_ids == ids
    refusal_of(public.get("/v1/players"), 401, "unauthenticated")
    assert public.get(f"/v1/players/{ids[0]}").json()["name"] == "Página"
    refusal_of(organizer.get("/v1/players?cursor=ñ"), 400, "malformed")


def test_a_retry_enters_nobody_twice(organizer: Caller) -> None:
    headers = {"Idempotency-Key": "player-1"}
    ids = {organizer.post("/v1/players", json={"name": "Eco"}, headers=headers).json()["id"] for _ in "ab"}
    assert len(ids) == 1
    refusal_of(organizer.post("/v1/players", json={"name": "Otro"}, headers=headers), 422, "key-reused")


def test_who_is_erased_stays_as_an_id(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    contest.report({"Ana": 40, "Beto": 64})
    ana = contest.fixtures()[0]["entrants"][0]["id"]
    assert organizer.delete(f"/v1/players/{ana}").status_code == 204
    refusal_of(organizer.get(f"/v1/players/{ana}"), 404, "not-found")
    refusal_of(organizer.delete(f"/v1/players/{ana}"), 404, "not-found")
    assert contest.podium() == [(1, None, 5), (2, "Beto", 3)]
    assert contest.fixtures()[0]["entrants"][0] == {"id": ana, "name": None}


def test_only_organizers_enter_and_erase(public: Caller) -> None:
    refusal_of(public.post("/v1/players", json={"name": "Ana"}), 401, "unauthenticated")
    refusal_of(public.delete("/v1/players/x"), 401, "unauthenticated")


def test_a_player_without_a_name_is_malformed(organizer: Caller) -> None:
    for body in ({}, {"name": ""}, {"name": "Ana", "birth_date": "ayer"}, {"name": "Ana", "age": 3}):
        refusal_of(organizer.post("/v1/players", json=body), 400, "malformed")


def test_a_players_record_adds_up_what_the_log_says(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    view = organizer.tell(match, list(play_out("hearts.castillar", 2, "v", first_dealer=0)))["view"]
    ids = [seat["player"] for seat in view["seats"]]
    records = [public.get(f"/v1/players/{id_}/record").json()["games"] for id_ in ids]
    assert [games[0]["played"] for games in records] == [1, 1]
    assert [games[0]["won"] for games in records] == [int([seat] == view["result"]["winner_sides"]) for seat in (0, 1)]
    rounds_won = [games[0]["deeds"].get("rounds_won", 0) for games in records]
    assert rounds_won == view["score"]["rounds_won"]
    organizer.tell(match, {"type": "retract", "to": 1, "reason": "otra mesa"})
    again = public.get(f"/v1/players/{ids[0]}/record").json()["games"]
    assert again == [{"ruleset": "hearts.castillar", "played": 0, "won": 0, "unfinished": 1, "deeds": {}}]
    refusal_of(public.get("/v1/players/nobody/record"), 404, "not-found")


def test_a_retract_that_is_taken_back_brings_deeds_and_cards_again(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    events = list(play_out("hearts.castillar", 2, "v", first_dealer=0))
    card = {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"}
    version = organizer.tell(match, [*events, card])["version"]
    ana = organizer.get(f"/v1/matches/{match}").json()["seats"][0]["player"]
    before = public.get(f"/v1/players/{ana}/record").json()
    cards = public.get(f"/v1/sanctions?player={ana}").json()["items"]
    assert [(card["card"], card["match"], card["version"]) for card in cards] == [("yellow", match, version)]
    organizer.tell(match, {"type": "retract", "to": 1, "reason": "x"})
    assert public.get(f"/v1/sanctions?player={ana}").json()["items"] == []
    organizer.tell(match, {"type": "retract", "to": version, "reason": "estaba bien"})
    assert public.get(f"/v1/players/{ana}/record").json() == before
    assert public.get(f"/v1/sanctions?player={ana}").json()["items"] == cards


def test_the_register_has_cards_given_outside_a_match(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    ana = contest.fixtures()[0]["entrants"][0]["id"]
    body = {"player": "Ana", "card": "black", "reason": "insulta"}
    organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=body)
    [card] = public.get(f"/v1/sanctions?player={ana}").json()["items"]
    assert (card["card"], card["stream"], card["match"]) == ("black", contest.championship, None)


def test_the_register_has_cards_told_with_a_result_for_as_long_as_it_stands(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla")
    fixture = contest.fixture("Ana", "Beto")
    ana = next(entrant["id"] for entrant in fixture["entrants"] if entrant["name"] == "Ana")
    path = f"/v1/fixtures/{fixture['id']}/result"
    body = contest.body(fixture, {"Ana": 40, "Beto": 64}, cards={"Ana": [2, 1]}, note="habla")
    assert organizer.post(path, json=body).status_code == 201
    cards = public.get(f"/v1/sanctions?player={ana}").json()["items"]
    assert [card["card"] for card in cards] == ["black", "yellow", "yellow"]
    assert {(card["fixture"], card["match"], card["reason"]) for card in cards} == {(fixture["id"], None, "habla")}
    first = public.get(f"/v1/sanctions?player={ana}&limit=2").json()
    rest = public.get(f"/v1/sanctions?player={ana}&limit=2&cursor={first['next']}").json()
    assert first["items"] + rest["items"] == cards
    better = contest.body(fixture, {"Ana": 40, "Beto": 64}, cards={"Ana": [0, 1]}, reason="sólo una negra")
    assert organizer.put(path, json=better).status_code == 200
    [card] = public.get(f"/v1/sanctions?player={ana}").json()["items"]
    assert card["card"] == "black"
    absent = {"absent": ["Ana"], "reason": "no vino"}
    version = organizer.get(f"/v1/fixtures/{fixture['id']}").headers["ETag"]
    response = organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=absent, headers={"If-Match": version})
    assert response.status_code in {200, 201}, response.text
    assert public.get(f"/v1/sanctions?player={ana}").json()["items"] == []


def test_the_cards_of_one_championship_are_those_of_its_matches_and_outside_of_them(organizer: Caller) -> None:
    one, other = (Contest(organizer, "Ana", "Beto") for _ in range(2))
    match = organizer.post("/v1/matches", json={"fixture": one.fixtures()[0]["id"]}).json()["id"]
    organizer.tell(match, {"type": "sanction", "seat": 0, "card": "yellow", "reason": "en la mesa"})
    for contest in (one, other):
        card = {"player": "Ana", "card": "yellow", "reason": "fuera"}
        assert organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=card).is_success
    for contest, reasons in ((one, ["fuera", "en la mesa"]), (other, ["fuera"])):
        cards = organizer.get("/v1/sanctions", params={"championship": contest.championship}).json()["items"]
        assert [card["reason"] for card in cards] == reasons
