"""No person is entered twice in silence: a refusal lists those of that name, unless the request says if they are the same."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.service import Caller, Running, refusal_of, start


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service of its own: elsewhere others may have the same names."""
    with start(tmp_path_factory.mktemp("namesakes")) as service:
        yield service


def new_name() -> str:
    return f"Ana {uuid4().hex}"


def championship(client: Caller, *players: Any) -> Any:
    return client.post("/v1/championships", json={"name": "Fiestas", "players": list(players)})


def test_a_player_of_the_same_name_is_ambiguous_with_what_tells_them_apart(organizer: Caller) -> None:
    name = new_name()
    first = organizer.post("/v1/players", json={"name": name, "birth_date": "1984-03-09"}).json()["id"]
    problem = refusal_of(organizer.post("/v1/players", json={"name": name}), 422, "ambiguous")
    assert problem["people"] == [{"id": first, "name": name, "birth_date": "1984-03-09", "games": []}]
    assert problem["errors"][0]["path"] == "$.name"
    assert organizer.get("/v1/players", params={"name": name}).json()["items"][0]["id"] == first
    second = organizer.post("/v1/players", json={"name": name, "distinct": True})
    assert second.status_code == 201
    assert len(refusal_of(organizer.post("/v1/players", json={"name": name}), 422, "ambiguous")["people"]) == 2


@pytest.mark.parametrize("change", [("a", "\u0430"), ("A", "A\u200b"), (" ", "\u00a0"), (" ", "  ")])
def test_so_is_one_that_only_looks_the_same(organizer: Caller, change: tuple[str, str]) -> None:
    name = new_name()
    assert organizer.post("/v1/players", json={"name": name}).status_code == 201
    refusal_of(organizer.post("/v1/players", json={"name": name.replace(*change)}), 422, "ambiguous")


def test_accents_are_real_differences(organizer: Caller) -> None:
    name = uuid4().hex
    for spelling in ("Pena", "Peña", "Péna"):
        assert organizer.post("/v1/players", json={"name": f"{spelling} {name}"}).status_code == 201


@pytest.mark.parametrize(
    "spelling",
    ["ÍÑIGO PEÑA {}", "inigo  pena {}", "  Íñigo Peña\u00a0{} ", "I\u0301ñigo Pen\u0303a {}", "Íñigо Peña {}"],
)
def test_whoever_writes_a_name_otherwise_finds_who_has_it(organizer: Caller, spelling: str) -> None:
    """Covers capitals, accents, spaces and letters that look the same; also the name from before a merge, and a later page."""
    end = uuid4().hex
    first, second = (
        organizer.post("/v1/players", json={"name": f"Íñigo Peña {end}", "distinct": True}).json()["id"]
        for _ in range(2)
    )
    organizer.post("/v1/players", json={"name": f"Íñiga Peña {end}"})
    like = {"like": spelling.format(end)}
    assert [one["id"] for one in organizer.get("/v1/players", params=like).json()["items"]] == [first, second]
    page = organizer.get("/v1/players", params=like | {"limit": 1}).json()
    assert [one["id"] for one in page["items"]] == [first]
    page = organizer.get("/v1/players", params=like | {"limit": 1, "cursor": page["next"]}).json()
    assert ([one["id"] for one in page["items"]], page["next"]) == ([second], None)
    both = like | {"name": f"Íñiga Peña {end}"}
    assert organizer.get("/v1/players", params=both).json()["items"] == []
    response = organizer.post(f"/v1/players/{second}/merge", json={"into": first, "reason": "dos veces"})
    assert response.is_success
    assert organizer.put(f"/v1/players/{first}", json={"name": f"Otro {end}"}).is_success
    [person] = organizer.get("/v1/players", params=like).json()["items"]
    assert (person["id"], person["name"]) == (first, f"Otro {end}")
    assert organizer.delete(f"/v1/players/{first}").is_success
    assert organizer.get("/v1/players", params=like).json()["items"] == []


def test_who_only_sat_down_by_a_name_is_not_found_by_one_like_it(organizer: Caller) -> None:
    name = new_name()
    seats = [{"name": name}, {"name": f"Beto {uuid4().hex}"}]
    body = {"ruleset": "hearts.castillar", "seats": seats, "params": {"rounds": 1}, "first_dealer": 0}
    assert organizer.post("/v1/matches", json=body).status_code == 201
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
    statuses = {
        organizer.post(
            "/v1/championships", json=players, headers=key | {"Idempotency-Key": "n" + uuid4().hex}
        ).status_code
    }
    assert statuses == {201}


@pytest.mark.parametrize("second", ["Ana", "An\u0430", {"name": "Ana"}, {"name": "Ana\u200b"}])
def test_two_of_one_name_do_not_open_a_championship(organizer: Caller, second: Any) -> None:
    problem = refusal_of(championship(organizer, "Ana", "Beto", second), 422, "ambiguous")
    assert problem["errors"][0]["path"] == "$.players[2]"
    assert problem["people"] == [{"id": None, "name": "Ana", "birth_date": None}]


def test_unless_it_is_said_to_be_somebody_else(organizer: Caller) -> None:
    response = championship(organizer, "Ana", {"name": "Ana", "distinct": True})
    assert response.status_code == 201
    assert [one["name"] for one in response.json()["players"]] == ["Ana", "Ana"]


def test_whoever_comes_later_by_the_name_of_one_who_is_there_is_ambiguous(organizer: Caller) -> None:
    championship_ = championship(organizer, "Ana", "Beto").json()
    ana = next(one["id"] for one in championship_["players"] if one["name"] == "Ana")
    address = f"/v1/championships/{championship_['id']}/players"
    problem = refusal_of(organizer.post(address, json={"players": ["Carla", "Ana"]}), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == [ana]
    assert organizer.get(f"/v1/championships/{championship_['id']}").json()["players"] == championship_["players"]
    assert organizer.post(address, json={"players": [{"name": "Ana", "distinct": True}]}).status_code == 201


def test_a_name_may_be_in_many_championships_and_one_entered_by_id_is_who_they_are(organizer: Caller) -> None:
    assert championship(organizer, "Ana", "Beto").status_code == 201
    assert championship(organizer, "Ana", "Beto").status_code == 201
    name = new_name()
    ids = [organizer.post("/v1/players", json={"name": name, "distinct": True}).json()["id"] for _ in range(2)]
    assert championship(organizer, *ids).status_code == 201
    refusal_of(championship(organizer, *ids, name), 422, "ambiguous")


def enter_alone(client: Caller, name: str, **more: Any) -> str:
    """The id of a person that is entered alone."""
    answer = client.post("/v1/players", json={"name": name, "distinct": True, **more})
    assert answer.status_code == 201
    return str(answer.json()["id"])


def entering(client: Caller, way: str, *players: Any, **answers: bool) -> httpx.Response:
    """Enters a list of players, as a championship is opened or later."""
    body = {"players": list(players), **answers}
    if way == "opened":
        return client.post("/v1/championships", json={"name": "Fiestas", **body})
    championship_id = client.post("/v1/championships", json={"name": "Fiestas"}).json()["id"]
    return client.post(f"/v1/championships/{championship_id}/players", json=body)


WAYS = pytest.mark.parametrize("way", ["opened", "later"])


def ids(answer: httpx.Response) -> list[str]:
    return [one["id"] for one in answer.json()["players"]]


@WAYS
@pytest.mark.parametrize("spell", [lambda name: name, lambda name: {"name": name}, lambda name: name + "\u200b"])
def test_a_list_asks_about_everybody_who_is_there_at_once_and_enters_nobody(
    organizer: Caller, way: str, spell: Callable[[str], Any]
) -> None:
    names = [new_name() for _ in range(5)]
    people_there = {n: enter_alone(organizer, names[n], birth_date="1984-03-09") for n in (1, 3)}
    problem = refusal_of(entering(organizer, way, *map(spell, names)), 422, "ambiguous")
    assert [error["path"] for error in problem["errors"]] == ["$.players[1]", "$.players[3]"]
    assert [[one["id"] for one in error["people"]] for error in problem["errors"]] == [
        [people_there[1]],
        [people_there[3]],
    ]
    candidate = {"id": people_there[1], "name": names[1], "birth_date": "1984-03-09", "games": []}
    assert problem["people"][0] == problem["errors"][0]["people"][0] == candidate
    assert organizer.get("/v1/players", params={"name": names[0]}).json()["items"] == []


@WAYS
def test_each_on_a_list_is_the_one_who_is_there_or_somebody_else(organizer: Caller, way: str) -> None:
    same, other, fresh = (new_name() for _ in range(3))
    people_there = [enter_alone(organizer, name) for name in (same, other)]
    people = [{"name": same, "reuse": True}, {"name": other, "distinct": True}, {"name": fresh, "reuse": True}]
    response = entering(organizer, way, *people)
    assert response.status_code == 201
    assert ids(response)[0] == people_there[0]
    assert not {*ids(response)[1:]} & {*people_there}
    assert [one["name"] for one in response.json()["players"]] == [same, other, fresh]


@WAYS
@pytest.mark.parametrize("answer", ["reuse", "distinct"])
def test_a_list_answers_for_all_who_do_not_answer_for_themselves(organizer: Caller, way: str, answer: str) -> None:
    names = [new_name() for _ in range(3)]
    people_there = [enter_alone(organizer, name) for name in names[:2]]
    other = "distinct" if answer == "reuse" else "reuse"
    response = entering(organizer, way, names[0], {"name": names[1], other: True}, names[2], **{answer: True})
    assert [id_ in people_there for id_ in ids(response)] == [answer == "reuse", other == "reuse", False]


@WAYS
def test_nobody_is_reused_where_several_fit_unless_a_birth_date_tells(organizer: Caller, way: str) -> None:
    name = new_name()
    born = [enter_alone(organizer, name, birth_date=day) for day in ("1984-03-09", "1990-01-01")]
    problem = refusal_of(entering(organizer, way, {"name": name, "reuse": True}), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == born
    person = {"name": name, "birth_date": "1990-01-01", "reuse": True}
    assert ids(entering(organizer, way, person)) == [born[1]]
    refusal_of(entering(organizer, way, person | {"birth_date": "2001-01-01"}), 422, "ambiguous")


@WAYS
def test_nobody_is_on_a_list_twice(organizer: Caller, way: str) -> None:
    name = new_name()
    ana = enter_alone(organizer, name)
    person = {"name": name, "reuse": True}
    for twice in ([person, person], [ana, person], [new_name(), *[{"name": new_name(), "reuse": True}] * 2]):
        problem = refusal_of(entering(organizer, way, *twice), 422, "inconsistent")
        assert [error["path"] for error in problem["errors"]] == [f"$.players[{len(twice) - 1}]"]
    refusal_of(entering(organizer, way, person, name), 422, "ambiguous")
    assert entering(organizer, way, person, {"name": name, "distinct": True}).status_code == 201


@WAYS
def test_a_person_cannot_be_the_same_and_somebody_else(organizer: Caller, way: str) -> None:
    both = {"distinct": True, "reuse": True}
    problem = refusal_of(entering(organizer, way, {"name": "Ana", **both}), 400, "malformed")
    assert problem["errors"][0]["path"] == "$.players[0].reuse"
    refusal_of(entering(organizer, way, "Ana", **both), 400, "malformed")
    refusal_of(organizer.post("/v1/players", json={"name": "Ana", **both}), 400, "malformed")
    seats = [{"name": "Ana", **both}, {"name": "Beto"}]
    refusal_of(organizer.post("/v1/matches", json={"ruleset": "guinote", "seats": seats}), 400, "malformed")


@WAYS
def test_who_came_with_another_championship_stays_there_and_is_warned_about(organizer: Caller, way: str) -> None:
    name = new_name()
    [first] = ids(championship(organizer, name))
    trial = entering(organizer, "opened", name, {"name": new_name(), "distinct": True})
    [warning] = trial.json()["warnings"]
    assert (warning["code"], warning["path"]) == ("namesake", "$.players[0]")
    assert first in [one["id"] for one in warning["people"]]
    assert name in warning["detail"]
    key = {"Idempotency-Key": uuid4().hex}
    other = new_name()
    [second] = ids(championship(organizer, other))
    response = organizer.post("/v1/championships", json={"name": "Otras", "players": [other]}, headers=key)
    assert [one["id"] for one in response.json()["warnings"][0]["people"]] == [second]
    assert championship(organizer, other).status_code == 201
    again = organizer.post("/v1/championships", json={"name": "Otras", "players": [other]}, headers=key)
    assert again.json() == response.json()
    assert entering(organizer, way, new_name()).json()["warnings"] == []


@WAYS
def test_who_takes_part_in_a_second_championship_belongs_to_neither(organizer: Caller, way: str) -> None:
    name = new_name()
    [ana] = ids(championship(organizer, name))
    assert ids(entering(organizer, way, {"name": name, "reuse": True})) == [ana]
    problem = refusal_of(entering(organizer, way, name), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == [ana]
    by_id = new_name()
    [beto] = ids(championship(organizer, by_id))
    assert ids(entering(organizer, way, beto)) == [beto]
    refusal_of(entering(organizer, way, by_id), 422, "ambiguous")


def test_somebody_entered_by_themselves_is_asked_about_whoever_has_the_name(organizer: Caller) -> None:
    name = new_name()
    [ana] = ids(championship(organizer, name))
    problem = refusal_of(organizer.post("/v1/players", json={"name": name}), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == [ana]
    same = organizer.post("/v1/players", json={"name": name, "reuse": True})
    assert (same.status_code, same.json()["id"]) == (200, ana)
    assert organizer.post("/v1/players", json={"name": new_name(), "reuse": True}).status_code == 201


def test_a_seat_takes_the_one_who_is_there_where_it_says_so(organizer: Caller) -> None:
    name = new_name()
    ana = enter_alone(organizer, name)
    seats: list[dict[str, Any]] = [{"name": name, "reuse": True}, {"name": name}]
    view = organizer.post("/v1/matches", json={"ruleset": "guinote", "seats": seats}).json()
    assert view["seats"][0]["player"] == ana != view["seats"][1]["player"]
    enter_alone(organizer, name)
    problem = refusal_of(organizer.post("/v1/matches", json={"ruleset": "guinote", "seats": seats}), 422, "ambiguous")
    assert problem["errors"][0]["path"] == "$.seats[0]"


def test_a_list_that_is_only_tried_asks_and_warns_as_it_would(organizer: Caller) -> None:
    name_there, elsewhere = new_name(), new_name()
    enter_alone(organizer, name_there)
    [other] = ids(championship(organizer, elsewhere))
    body = {"name": "Fiestas", "players": [name_there]}
    refusal_of(organizer.post("/v1/championships", json=body, params={"dry_run": "true"}), 422, "ambiguous")
    body = {"name": "Fiestas", "players": [elsewhere]}
    trial = organizer.post("/v1/championships", json=body, params={"dry_run": "true"})
    assert trial.status_code == 200
    assert [one["id"] for one in trial.json()["warnings"][0]["people"]] == [other]


def test_a_birth_date_is_for_those_who_may_know_it(organizer: Caller) -> None:
    championship_body = championship(organizer, {"name": "Ana", "birth_date": "1984-03-09"}).json()
    token = organizer.bearer("organizer", championship=championship_body["id"])
    address = f"/v1/championships/{championship_body['id']}/players"
    problem = refusal_of(organizer.post(address, json={"players": ["Ana"]}, headers=token), 422, "ambiguous")
    assert problem["people"][0]["birth_date"] is None
    assert problem["errors"][0]["people"] == problem["people"]
    problem = refusal_of(organizer.post(address, json={"players": ["Ana"]}), 422, "ambiguous")
    assert problem["people"][0]["birth_date"] == "1984-03-09"


def test_a_name_at_a_table_is_a_label_and_holds_nobody_up(organizer: Caller) -> None:
    name = new_name()
    for _ in range(2):
        seats = [{"name": name}, {"name": "Beto"}]
        assert organizer.post("/v1/matches", json={"ruleset": "guinote", "seats": seats}).status_code == 201
    assert organizer.post("/v1/players", json={"name": name}).status_code == 201


@pytest.mark.parametrize("names", [("ANACLETA", "anacleta"), ("Ñoño GIL", "ñOÑO gil")])
def test_two_of_one_list_who_differ_in_their_capitals_are_asked_about(
    organizer: Caller, names: tuple[str, str]
) -> None:
    """The question names the first of them as new. The answer that they are two enters both."""
    body: dict[str, Any] = {"name": "Fiestas", "players": [{"name": names[0], "distinct": True}, names[1]]}
    refusal = organizer.post("/v1/championships", json=body)
    assert (refusal.status_code, refusal.json()["code"]) == (422, "ambiguous"), refusal.text
    [error] = refusal.json()["errors"]
    assert (error["path"], error["people"]) == ("$.players[1]", [{"id": None, "name": names[0], "birth_date": None}])
    body["players"][1] = {"name": names[1], "distinct": True}
    response = organizer.post("/v1/championships", json=body)
    assert [one["name"] for one in response.json()["players"]] == [*names]
