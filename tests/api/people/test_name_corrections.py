"""Corrections of misspelt names, and their effect on ties that the alphabet decides, on both databases."""

from typing import Any

from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of

FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")


def ids(contest: Contest) -> dict[str, str]:
    rows = contest.client.get(f"/v1/championships/{contest.championship}").json()["players"]
    return {row["name"]: row["id"] for row in rows}


def correct(client: Caller, player: str, name: str, **more: Any) -> Any:
    return client.put(f"/v1/players/{player}", json={"name": name, "distinct": True} | more)


def log(contest: Contest) -> list[dict[str, Any]]:
    path = f"/v1/championships/{contest.championship}/events"
    return list(contest.client.get(path).json()["items"])


def test_everything_shows_the_new_name_and_no_log_has_one(head: Caller) -> None:
    contest = Contest(head, *FIVE[:2])
    fixture = contest.fixtures()[0]["id"]
    match = head.post("/v1/matches", json={"fixture": fixture, "first_dealer": 0}).json()["id"]
    before = len(log(contest))
    answer = correct(head, ids(contest)["Ana"], "Anna")
    assert (answer.status_code, answer.json()["name"]) == (200, "Anna")
    assert {name for _, name, *_ in contest.rows()} == {"Anna", "Beto"}
    assert "Anna" in [seat["name"] for seat in head.get(f"/v1/matches/{match}").json()["seats"]]
    assert "Anna" in [entrant["name"] for entrant in head.get(f"/v1/fixtures/{fixture}").json()["entrants"]]
    assert len(log(contest)) == before, "her place in the alphabet is the same"


def test_tables_that_go_by_the_alphabet_follow_the_name(head: Caller) -> None:
    contest = Contest(head, *FIVE[:3])
    people = ids(contest)
    assert [name for _, name in contest.rows()] == ["Ana", "Beto", "Carla"]
    assert correct(head, people["Ana"], "Zoe").status_code == 200
    assert [name for _, name in contest.rows()] == ["Beto", "Carla", "Zoe"]
    event = log(contest)[-1]
    assert (event["type"], event["player"]) == ("name_corrected", people["Ana"])
    assert event["alphabet"] == [[people["Beto"]], [people["Carla"]], [people["Ana"]]]
    assert "Zoe" not in head.get(f"/v1/championships/{contest.championship}/events").text
    [change] = head.get(f"/v1/contests/{contest.id}/changes").json()["items"]
    assert change["type"] == "name_corrected"
    assert {row["player"]["name"] for row in change["rows"]} == {"Beto", "Zoe"}, "the row of Carla is the same"


def test_a_final_that_has_begun_stays_as_it_is(head: Caller) -> None:
    contest = Contest(head, *FIVE)
    contest.league(FIVE, "Carla>Ana")
    final = contest.fixtures("final")[0]
    head.post("/v1/matches", json={"fixture": final["id"]})
    assert correct(head, ids(contest)["Ana"], "Zoe").status_code == 200
    [now] = [item for item in contest.fixtures() if item["kind"] == "final"]
    assert (now["id"], now["state"]) == (final["id"], "open")
    assert [one["id"] for one in now["entrants"]] == [one["id"] for one in final["entrants"]]
    assert [name for _, name in contest.rows()] == ["Beto", "Carla", "Zoe", "Dani", "Elena"]


def test_a_birth_date_stays_unless_it_is_said(head: Caller) -> None:
    id_ = head.post("/v1/players", json={"name": "Nadie Conocida", "birth_date": "1984-03-09"}).json()["id"]
    assert correct(head, id_, "Nadie Famosa").json() == {
        "id": id_,
        "name": "Nadie Famosa",
        "birth_date": "1984-03-09",
    }
    assert correct(head, id_, "Nadie Famosa", birth_date="1984-09-03").json()["birth_date"] == "1984-09-03"
    assert correct(head, id_, "Nadie Famosa", birth_date=None).json()["birth_date"] is None


def test_a_name_of_somebody_who_is_there_is_ambiguous(head: Caller) -> None:
    for name in ("Rosa del Mar", "Rosa del Már"):
        assert head.post("/v1/players", json={"name": name}).status_code == 201
    other = head.get("/v1/players?name=Rosa del Már").json()["items"][0]["id"]
    body = {"name": "Rosa del Mar"}
    problem = refusal_of(head.put(f"/v1/players/{other}", json=body), 422, "ambiguous")
    assert [one["name"] for one in problem["people"]] == ["Rosa del Mar"]
    assert head.put(f"/v1/players/{other}", json=body | {"distinct": True}).status_code == 200
    assert head.put(f"/v1/players/{other}", json=body).status_code == 200, "it is the name they have"


def test_who_is_not_there_has_no_name_to_correct(head: Caller) -> None:
    refusal_of(correct(head, "nobody", "Ana"), 404, "not-found")
    refusal_of(head.put("/v1/players/nobody", json={"birth_date": "1984-03-09"}), 400, "malformed")


def test_a_match_of_no_championship_shows_the_new_name(head: Caller, either_service: Running) -> None:
    match = head.open()
    player = head.get(f"/v1/matches/{match}").json()["seats"][0]["player"]
    assert correct(head, player, "Ana de verdad").status_code == 200
    with either_service.client() as other:
        assert other.get(f"/v1/matches/{match}").json()["seats"][0]["name"] == "Ana de verdad"
