"""Refusals of championships, each with its status and code. Nothing is stored then."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from referee.log.opening.engine import engine
from referee.people.register import open_people
from referee.people.scope import Role
from tests.support.administering import grant
from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of

ROLES: tuple[Role, ...] = ("referee", "player", "auditor")

FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")


@pytest.fixture
def contest(organizer: Caller) -> Iterator[Contest]:
    """A league of five. The fixture checks at the end that its log has not grown."""
    new_contest = Contest(organizer, *FIVE)
    url = f"/v1/championships/{new_contest.championship}/events"
    before = organizer.get(url).json()
    yield new_contest
    assert organizer.get(url).json() == before


DRAWS: list[tuple[dict[str, Any], int, str]] = [
    ({"ruleset": "brisca"}, 400, "malformed"),
    ({"format": "swiss"}, 400, "malformed"),
    ({"params": {"limits": 1}}, 400, "malformed"),
    ({"params": {"legs": 3}, "format": "league"}, 400, "malformed"),
    ({"podium": []}, 400, "malformed"),
    ({"podium": [-1]}, 400, "malformed"),
    ({"seed": "x", "order": list(FIVE)}, 400, "malformed"),
    ({"colour": 1}, 400, "malformed"),
    ({"entrants": ["Nadie", "Ana"]}, 404, "not-found"),
    ({"entrants": ["Ana"]}, 422, "inconsistent"),
    ({"entrants": ["Ana", "Ana"]}, 422, "inconsistent"),
    ({"entrants": [["Ana", "Beto"], "Carla"]}, 422, "inconsistent"),
    ({"order": ["Ana", "Beto"], "entrants": ["Ana", "Carla"]}, 422, "inconsistent"),
    ({"ruleset": "hearts.yppedia"}, 422, "not-in-this-game"),
    ({"format": "single"}, 422, "inconsistent"),
]


@pytest.mark.parametrize(("change", "status", "code"), DRAWS)
def test_a_draw_refused(contest: Contest, change: dict[str, Any], status: int, code: str) -> None:
    body = {"ruleset": "hearts.castillar", "format": "castillar"} | change
    refusal_of(contest.client.post(f"/v1/championships/{contest.championship}/contests", json=body), status, code)


def test_a_number_of_entrants_that_the_format_does_not_have_names_the_possible(organizer: Caller) -> None:
    players = [f"J{n}" for n in range(11)]
    championship = organizer.post("/v1/championships", json={"name": "x", "players": players, "distinct": True}).json()
    body = {"ruleset": "hearts.castillar", "format": "castillar"}
    problem = refusal_of(
        organizer.post(f"/v1/championships/{championship['id']}/contests", json=body), 422, "inconsistent"
    )
    assert problem["possible"] == [2, 3, 4, 5, 6, 7, 8, 9, 10]


RESULTS: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({"points": [40, 63]}, 422, "inconsistent", "$.points"),
    ({"points": [0, 104], "stars": [5, 0]}, 422, "inconsistent", "$.stars[0]"),
    ({"points": [20, 84], "stars": [0, 1]}, 422, "inconsistent", "$.stars[1]"),
    ({"points": [40, 64], "stars": [2, 0], "rounds_won": [1, 3]}, 422, "inconsistent", "$.rounds_won[0]"),
    ({"points": [40, 64], "rounds_won": [1, 2]}, 422, "inconsistent", "$.rounds_won"),
    ({"points": [40, 64], "rounds_won": [5, 4]}, 422, "inconsistent", "$.rounds_won[0]"),
    ({"points": [40, 64], "winner": 1}, 422, "inconsistent", "$.winner"),
    ({"points": [40, 64, 0]}, 422, "inconsistent", "$.points"),
    ({"points": [40, 64], "stars": [0]}, 422, "inconsistent", "$.stars"),
    ({"points": [40, 64], "cards": [[0, 0]]}, 422, "inconsistent", "$.cards"),
    ({"points": ["40", 64]}, 400, "malformed", "$.points[0]"),
    ({"points": [40.0, 64]}, 400, "malformed", "$.points[0]"),
    ({"points": [40, 64], "stars": [-1, 0]}, 400, "malformed", "$.stars[0]"),
    ({"points": [40, 64], "cards": [[0], [0, 0]]}, 400, "malformed", "$.cards[0]"),
    ({}, 400, "malformed", "$"),
    ({"points": [40, 64], "goals": 3}, 400, "malformed", "$"),
]


@pytest.mark.parametrize(("body", "status", "code", "path"), RESULTS)
def test_a_result_refused(contest: Contest, body: dict[str, Any], status: int, code: str, path: str | None) -> None:
    fixture = contest.fixture("Ana", "Beto")
    problem = refusal_of(contest.client.post(f"/v1/fixtures/{fixture['id']}/result", json=body), status, code)
    assert [error["path"] for error in problem["errors"]] == [path]


def test_a_correction_wants_a_result_and_a_reason(contest: Contest) -> None:
    refusal_of(contest.correct({"Ana": 40, "Beto": 64}), 409, "impossible")
    fixture = contest.fixture("Ana", "Beto")
    body = {"points": [40, 64]}
    refusal_of(contest.client.put(f"/v1/fixtures/{fixture['id']}/result", json=body), 400, "malformed")


def test_four_seats_need_somebody_at_the_limit(organizer: Caller) -> None:
    four = Contest(organizer, "Ana", "Beto", "Carla", "Dani")
    problem = refusal_of(four.tell({"Ana": 10, "Beto": 20, "Carla": 30, "Dani": 99}), 422, "inconsistent")
    assert problem["errors"][0]["path"] == "$.points"


def test_who_may_not_write(contest: Contest, public: Caller) -> None:
    fixture = contest.fixture("Ana", "Beto")
    for path, body in (
        ("/v1/players", {"name": "Ana"}),
        ("/v1/championships", {"name": "x"}),
        (f"/v1/championships/{contest.championship}/players", {"players": ["Gala"]}),
        (f"/v1/championships/{contest.championship}/contests", {"ruleset": "x", "format": "x"}),
        (f"/v1/contests/{contest.id}/draw", {"reason": "x"}),
        (f"/v1/fixtures/{fixture['id']}/result", {"points": [40, 64]}),
    ):
        refusal_of(public.post(path, json=body), 401, "unauthenticated")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/championships/nothing",
        "/v1/championships/nothing/events",
        "/v1/championships/nothing/export",
        "/v1/contests/nothing",
        "/v1/contests/nothing/standings",
        "/v1/contests/nothing/fixtures",
        "/v1/contests/nothing/changes",
        "/v1/fixtures/nothing",
        "/v1/players/nothing",
    ],
)
def test_what_is_not_there(organizer: Caller, path: str) -> None:
    refusal_of(organizer.get(path), 404, "not-found")


def test_a_match_is_no_championship_and_the_other_way_round(organizer: Caller) -> None:
    match = organizer.open()
    contest = Contest(organizer, "Ana", "Beto")
    refusal_of(organizer.get(f"/v1/championships/{match}"), 404, "not-found")
    refusal_of(organizer.get(f"/v1/matches/{contest.championship}"), 404, "not-found")
    refusal_of(organizer.get(f"/v1/championships/{contest.id}"), 404, "not-found")


def test_a_name_of_two_people_is_ambiguous(organizer: Caller) -> None:
    players = ["Ana", {"name": "Ana", "distinct": True}, "Beto"]
    championship = organizer.post("/v1/championships", json={"name": "x", "players": players, "distinct": True}).json()
    url = f"/v1/championships/{championship['id']}/contests"
    body = {"ruleset": "hearts.castillar", "format": "castillar", "entrants": ["Ana", "Beto"]}
    problem = refusal_of(organizer.post(url, json=body), 422, "ambiguous")
    twins = [player["id"] for player in championship["players"] if player["name"] == "Ana"]
    assert [one["id"] for one in problem["people"]] == twins
    assert organizer.post(url, json=body | {"entrants": [twins[1], "Beto"]}).status_code == 201


def test_a_retry_with_its_key_is_answered_as_the_first_was(organizer: Caller) -> None:
    key = {"Idempotency-Key": "inscripción-1".encode("ascii", "ignore").decode()}
    body = {"name": "Fiestas", "players": ["Ana", "Beto", "Carla"], "distinct": True}
    first = organizer.post("/v1/championships", json=body, headers=key)
    championship = first.json()
    url = f"/v1/championships/{championship['id']}"
    late = organizer.post(f"{url}/players", json={"players": ["Dani"], "distinct": True}, headers=key)
    draw = {"ruleset": "hearts.castillar", "format": "castillar", "entrants": ["Ana", "Beto", "Carla"]}
    response = organizer.post(f"{url}/contests", json=draw, headers={"Idempotency-Key": "draw"})
    fixture = response.json()["fixtures"][0]
    points_body = {"points": [40, 64]}
    result = organizer.post(f"/v1/fixtures/{fixture['id']}/result", json=points_body, headers={"Idempotency-Key": "r"})
    assert organizer.post("/v1/championships", json=body, headers=key).json() == championship
    assert (
        organizer.post(f"{url}/players", json={"players": ["Dani"], "distinct": True}, headers=key).json()
        == late.json()
    )
    assert organizer.post(f"{url}/contests", json=draw, headers={"Idempotency-Key": "draw"}).json() == response.json()
    again = organizer.post(f"/v1/fixtures/{fixture['id']}/result", json=points_body, headers={"Idempotency-Key": "r"})
    assert (again.status_code, again.json()) == (201, result.json())
    other = organizer.post(
        f"/v1/fixtures/{fixture['id']}/result", json={"points": [64, 40]}, headers={"Idempotency-Key": "r"}
    )
    refusal_of(other, 422, "key-reused")
    refusal_of(organizer.post("/v1/championships", json=body | {"name": "y"}, headers=key), 422, "key-reused")


def test_late_entries_are_in_no_contest_drawn_before(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla")
    url = f"/v1/championships/{contest.championship}"
    answer = organizer.post(f"{url}/players", json={"players": ["Dani"], "distinct": True})
    assert [player["name"] for player in answer.json()["players"]] == ["Ana", "Beto", "Carla", "Dani"]
    assert "Dani" not in [name for _, name in contest.rows()]
    assert "Dani" in contest.general()
    refusal_of(contest.do("withdrawals", player="Dani", reason="x"), 422, "inconsistent")
    ana = answer.json()["players"][0]["id"]
    refusal_of(organizer.post(f"{url}/players", json={"players": [ana]}), 422, "inconsistent")
    nobody = "01920000-0000-7000-8000-000000000099"
    refusal_of(organizer.post(f"{url}/players", json={"players": [nobody]}), 404, "not-found")


def test_a_referee_tells_results_and_a_player_does_not(running: Running, contest: Contest) -> None:
    people = open_people(engine(str(running.database)))
    tokens = {role: grant(people, role) for role in ROLES}
    people.store.dispose()
    body = {"points": [40, 63]}
    url = f"/v1/fixtures/{contest.fixture('Ana', 'Beto')['id']}/result"

    def asks(role: Role, path: str, body: dict[str, Any]) -> httpx.Response:
        return contest.client.post(path, json=body, headers={"Authorization": f"Bearer {tokens[role]}"})

    refusal_of(asks("referee", url, body), 422, "inconsistent")
    refusal_of(asks("player", url, body), 403, "forbidden")
    refusal_of(asks("auditor", url, body), 403, "forbidden")
    refusal_of(asks("referee", "/v1/championships", {"name": "x"}), 403, "forbidden")
    refusal_of(asks("referee", f"/v1/contests/{contest.id}/draw", {"reason": "x"}), 403, "forbidden")
    export = f"/v1/championships/{contest.championship}/export"
    statuses: tuple[tuple[Role, int], ...] = (("auditor", 200), ("referee", 403), ("player", 403))
    for role, status in statuses:
        answer = contest.client.get(export, headers={"Authorization": f"Bearer {tokens[role]}"})
        assert answer.status_code == status
