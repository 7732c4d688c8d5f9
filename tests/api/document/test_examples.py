"""Every example of the document is sent to a service as it stands, with real ids, and works.

The examples of one call follow one another. Each is tried first (`dry_run`).
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.api.document.test_document import DOCUMENT, answer_to, resolve
from tests.support.organizing import TEN, Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller
from tests.support.teams_at_work import TeamContest

OPERATIONS = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
BODIES = [name for name, (_, _, operation) in OPERATIONS.items() if "requestBody" in operation]
LEVEL = ("Dani", "Elena", "Carla", "Ana", "Beto")
"""A league of five in which the last two never met, and stand level."""
TWO = ("Ana", "Beto")
MADE_UP = "01920000-0000-7000-8000-0000000000"
"""The first characters of every id in the examples."""


def nothing(client: Caller) -> dict[str, str]:
    return {}


def open_example(client: Caller, **more: Any) -> dict[str, str]:
    """A match that the example of an opening opens."""
    body = bodies("openMatch")["a_match_by_names"] | more
    answer = client.post("/v1/matches", json=body)
    assert answer.status_code == 201, answer.text
    return {"match": answer.json()["id"], "side": "0"}


def confirmed_by_sides(client: Caller) -> dict[str, str]:
    return open_example(client, confirm="sides")


def draw_example(client: Caller) -> dict[str, str]:
    """A championship of two with a contest, and its fixture."""
    contest = Contest(client, *TWO)
    [fixture] = contest.fixtures()
    return {"championship": contest.championship, "contest": contest.id, "fixture": fixture["id"]}


def draw_for_teams(client: Caller) -> dict[str, str]:
    """A championship of the eight that the teams of the example name."""
    contest = Contest(client, *TEN[:8])
    return {"championship": contest.championship, "contest": contest.id}


def to_meet(client: Caller) -> dict[str, str]:
    """An encounter of the teams of the example."""
    teams = {"Peña El Arrabal": TEN[:4], "Peña La Magdalena": TEN[4:8]}
    contest = TeamContest(client, teams, boards=({"ruleset": "hearts.castillar"},) * 3)
    return {"fixture": contest.fixtures()[0]["id"], "board": "1", "team": contest.view()["entrants"][0]["id"]}


def with_lineups(client: Caller) -> dict[str, str]:
    """The same with both line-ups."""
    ids = to_meet(client)
    for team in client.get(f"/v1/fixtures/{ids['fixture']}").json()["entrants"]:
        boards = [[one["id"]] for one in team["players"][:3]]
        assert client.put(f"/v1/fixtures/{ids['fixture']}/lineups/{team['id']}", json={"boards": boards}).is_success
    return ids


def first_board(client: Caller) -> dict[str, str]:
    """The same with its first board."""
    ids = to_meet(client)
    assert client.post(f"/v1/fixtures/{ids['fixture']}/boards/1/result", json={"points": [40, 64]}).is_success
    return ids


def report_example(client: Caller) -> dict[str, str]:
    ids = draw_example(client)
    client.post(f"/v1/fixtures/{ids['fixture']}/result", json=bodies("reportResult")["a_match_of_two"])
    return ids


def level(client: Caller) -> dict[str, str]:
    """A contest with its last two waiting for a ruling."""
    contest = Contest(client, *LEVEL)
    contest.league(LEVEL, but=("Ana-Beto",))
    fixture = contest.fixture("Ana", "Beto")["id"]
    client.post(f"/v1/fixtures/{fixture}/walkover", json={"absent": [*TWO], "reason": "nadie vino"})
    return {"contest": contest.id}


def play_example(client: Caller) -> dict[str, str]:
    """A league with its four finalists known. Ana is one of them."""
    players = (*TWO, "Carla", "Dani", "Elena", "Fito")
    contest = Contest(client, *players)
    contest.league(players)
    return {"contest": contest.id}


def league(client: Caller) -> dict[str, str]:
    return {"contest": Contest(client, *LEVEL).id}


def opened_and_drawn(client: Caller) -> dict[str, str]:
    return draw_example(client) | open_example(client)


def of_a_series(client: Caller) -> dict[str, str]:
    """A championship, and a series of which it will be an edition."""
    series = client.post("/v1/series", json=bodies("openSeries")["by_its_name"]).json()["id"]
    return draw_example(client) | {"series": series}


def enter_example(client: Caller) -> dict[str, str]:
    return {"player": client.post("/v1/players", json={"name": "Ana"}).json()["id"]}


def entered_twice(client: Caller) -> dict[str, str]:
    again = client.post("/v1/players", json={"name": "Anna"}).json()["id"]
    return enter_example(client) | {"into": again}


def record_example(client: Caller) -> dict[str, str]:
    """A match with an entry beside its opening."""
    ids = open_example(client)
    client.tell(ids["match"], {"type": "note", "text": "mesa 3"})
    client.tell(ids["match"], {"type": "note", "text": "mesa 4"})
    return {"of": ids["match"], "event": ids["match"]}


def open_league(client: Caller) -> dict[str, str]:
    """A league that is open to late entries, and a player that entered the championship since."""
    contest = Contest(client, "Ana", "Beto", "Carla", "Dani", format="league", params={"late_until": 2})
    client.post(
        f"/v1/championships/{contest.championship}/players", json={"players": [{"name": "Elena", "distinct": True}]}
    )
    return {"contest": contest.id}


def to_be_paired(client: Caller) -> dict[str, str]:
    """A contest in rounds of the people of the examples."""
    return {"contest": Contest(client, "Ana", "Beto", "Carla", "Dani", "Elena", format="rounds").id, "number": "1"}


def ready_draft(client: Caller) -> dict[str, str]:
    """The same with its first round as a draft."""
    ids = to_be_paired(client)
    assert client.post(f"/v1/contests/{ids['contest']}/rounds", json={"draft": True}).is_success
    return ids


GROUNDS: dict[str, Callable[[Caller], dict[str, str]]] = {
    "appendEvents": open_example,
    "changeDiscipline": draw_example,
    "changeRound": ready_draft,
    "changeTiming": draw_example,
    "correctBoard": first_board,
    "correctPlayer": enter_example,
    "correctResult": report_example,
    "createToken": opened_and_drawn,
    "createWebhook": opened_and_drawn,
    "drawAgain": draw_example,
    "drawContest": draw_for_teams,
    "enterLate": open_league,
    "enterPlayer": nothing,
    "enterPlayers": draw_example,
    "fillInFixtures": draw_example,
    "getPlayerStatistics": enter_example,
    "giveBoardWalkover": to_meet,
    "giveLineup": to_meet,
    "substituteMember": with_lineups,
    "giveQueue": open_example,
    "giveWalkover": draw_example,
    "keepWithChampionship": draw_example,
    "keepWithContest": draw_example,
    "keepWithFixture": draw_example,
    "keepWithPlayer": enter_example,
    "listMatches": open_example,
    "listPlayerRatings": enter_example,
    "listRatings": nothing,
    "listResults": nothing,
    "mergePlayer": entered_twice,
    "openChampionship": nothing,
    "openMatch": draw_example,
    "openSeries": nothing,
    "pairRound": to_be_paired,
    "placeEdition": of_a_series,
    "proveConsistency": record_example,
    "proveInclusion": record_example,
    "proveRecord": record_example,
    "putPresence": open_example,
    "renameChampionship": draw_example,
    "renameContest": draw_example,
    "renameSeries": of_a_series,
    "reportBoard": to_meet,
    "reportBoards": to_meet,
    "reportResult": draw_example,
    "ruleTie": level,
    "sanctionPlayer": draw_example,
    "scheduleFixture": draw_example,
    "setPin": confirmed_by_sides,
    "substitutePlayer": play_example,
    "withdrawPlayer": league,
}
"""The preparation of a call's examples: the ids that they need, by their names in requests."""


def bodies(operation: str) -> dict[str, Any]:
    """The examples of a call's body, by name."""
    [content] = OPERATIONS[operation][2]["requestBody"]["content"].values()
    return {name: example["value"] for name, example in content["examples"].items()}


def example_parameters(operation: str) -> dict[str, str]:
    """The parameters of a call that have an example."""
    parameters = map(resolve, OPERATIONS[operation][2]["parameters"])
    return {one["name"]: str(one["example"]) for one in parameters if "example" in one}


def with_ids(shape: Any, ids: dict[str, str], name: str = "") -> Any:
    """An example with real ids in place of the made-up ones."""
    if isinstance(shape, dict):
        return {key: with_ids(part, ids, key) for key, part in shape.items()}
    if isinstance(shape, list):
        return [with_ids(part, ids, name) for part in shape]
    if not (isinstance(shape, str) and MADE_UP in shape):
        return shape
    if name not in ids:
        return "".join(json.dumps(with_ids(json.loads(line), ids)) + "\n" for line in shape.splitlines())
    return ids[name] + shape[len(MADE_UP) + 2 :]


def address_of(path: str, ids: dict[str, str]) -> str:
    """The address of a call, with real ids."""
    return path.format(
        **{f"{name}_id": id_ for name, id_ in ids.items()},
        side=ids.get("side"),
        number=ids.get("number"),
        board=ids.get("board"),
        team=ids.get("team"),
    )


def answers(operation: str, status: int) -> jsonschema_rs.Validator:
    """The document's schema of this answer to a call."""
    content = answer_to(OPERATIONS[operation][2], status)["content"]["application/json"]
    return jsonschema_rs.Draft202012Validator({**content["schema"], "components": DOCUMENT["components"]})


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Caller]:
    with quiet(str(tmp_path / "log.sqlite")) as (caller, _):
        caller.headers.update(BEARER)
        yield caller


def test_every_call_with_an_example_has_its_ground() -> None:
    with_one = {name for name in OPERATIONS if example_parameters(name)} | {*BODIES}
    assert GROUNDS.keys() == with_one


@pytest.mark.parametrize("operation", BODIES)
def test_every_example_of_a_body_works(client: Caller, operation: str) -> None:
    method, path, _ = OPERATIONS[operation]
    ids = GROUNDS[operation](client)
    address = address_of(path, ids)
    [media] = OPERATIONS[operation][2]["requestBody"]["content"]
    for name, example in bodies(operation).items():
        body = with_ids(example, ids)
        content = body if isinstance(body, str) else json.dumps(body)
        for query, well in (("?dry_run=true", {200}), ("", {200, 201, 204})):
            answer = client.request(method, address + query, content=content, headers={"Content-Type": media})
            assert answer.status_code in well, (name, query, answer.text)
            if answer.content:
                answers(operation, answer.status_code).validate(answer.json())


@pytest.mark.parametrize("operation", [name for name in OPERATIONS if example_parameters(name)])
def test_every_example_of_a_parameter_works(client: Caller, operation: str) -> None:
    method, path, _ = OPERATIONS[operation]
    ids = GROUNDS[operation](client)
    query = {name: with_ids(example, ids, name) for name, example in example_parameters(operation).items()}
    answer = client.request(method, address_of(path, ids), params=query)
    assert answer.status_code == 200, answer.text


def test_a_play_a_claim_a_sanction_and_a_result_are_shown() -> None:
    """The requests that are sent most."""
    events = [one for each in bodies("appendEvents").values() for one in (each if isinstance(each, list) else [each])]
    assert {"deal", "play", "claim", "sanction", "note", "retract"} <= {event["type"] for event in events}
    assert bodies("reportResult")
