"""`dry_run` on every write: it answers as the write does, null for what only the write can know, and nothing is stored."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute

from api import compose
from api.app import create_app
from api.desk import Desk
from api.http.door import READS
from tests.api.test_access import JSON, Ground, Line, table
from tests.support.playout import play_out
from tests.support.quiet import Rows, everything, quiet
from tests.support.service import BEARER, Caller, refused

DRY = {"dry_run": "true"}
WRITES = [line for line in table() if line.method not in READS]
MADE_UP = {"hash", "recorded_at", "created_at", "token", "secret"}
"""What is never known before it is stored."""


@pytest.fixture
def here(database: str) -> Iterator[tuple[Caller, Desk]]:
    with quiet(database) as (client, desk):
        client.headers.update(BEARER)
        yield client, desk


def agrees(dry: Any, real: Any) -> bool:
    """Whether a dry run said what the write then did, but for what is null in it."""
    if dry is None:
        return True
    if isinstance(dry, dict) and isinstance(real, dict):
        return dry.keys() == real.keys() and all(agrees(dry[name], real[name]) for name in dry)
    if isinstance(dry, list) and isinstance(real, list):
        return len(dry) == len(real) and all(map(agrees, dry, real))
    return bool(dry == real)


def nulls(dry: Any, real: Any, path: str = "$") -> Iterator[str]:
    """What is null in a dry run and is something in the write."""
    if dry is None:
        if real is not None:
            yield path
    elif isinstance(dry, dict):
        for name in dry:
            yield from nulls(dry[name], real[name], f"{path}.{name}")
    elif isinstance(dry, list):
        for one, other in zip(dry, real, strict=True):
            yield from nulls(one, other, f"{path}[]")


def tried(here: tuple[Caller, Desk], method: str, path: str, **sent: Any) -> set[str]:
    """Tries a write, sees that nothing changed, writes, and compares. Gives what was null in the dry run only."""
    client, desk = here
    before = everything(desk)
    kept = desk.service.matches_kept()
    dry = client.request(method, path, params=DRY, **sent)
    same(before, everything(desk))
    assert desk.service.matches_kept() == kept
    real = client.request(method, path, **sent)
    return compared(dry, real)


def compared(dry: httpx.Response, real: httpx.Response) -> set[str]:
    if real.status_code >= 400:
        assert dry.status_code == real.status_code, (dry.text, real.text)
        assert dry.json()["code"] == real.json()["code"]
        return set()
    assert dry.status_code == 200, dry.text
    assert not {"location", "etag", "consistency-token", "log-position"} & dry.headers.keys()
    stored = real.json() if real.content else None
    assert agrees(dry.json(), stored), (dry.text, real.text)
    return set(nulls(dry.json(), stored)) if stored is not None else set()


def same(before: Rows, after: Rows) -> None:
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert not changed


def named(line: Line) -> str:
    return f"{line.method} {line.path} {line.query}{line.body}"


# Every route


def test_every_write_of_the_application_takes_it(tmp_path: Path) -> None:
    desk = compose.open_desk(str(tmp_path / "routes.sqlite"))
    app = create_app(desk)
    compose.close(desk)
    written = {
        (method.lower(), route.path.replace(":str}", "}"))
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - READS - {"OPTIONS"}
    }
    with quiet(str(tmp_path / "document.sqlite")) as (client, _):
        paths = client.get("/v1/openapi.json").json()["paths"]
    shared = {"$ref": "#/components/parameters/DryRun"}
    described = {(m, path) for path, item in paths.items() for m, op in item.items() if shared in op["parameters"]}
    assert described == written == {(line.method.lower(), line.path) for line in WRITES}
    assert all("200" in paths[path][method]["responses"] for method, path in written)


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ground, Desk]]:
    with quiet(str(tmp_path_factory.mktemp("ground") / "log.sqlite")) as (client, desk):
        organizer = Caller(transport=client._transport, base_url=client.base_url, headers=BEARER)
        yield Ground(organizer, client), desk


@pytest.mark.parametrize("line", WRITES, ids=named)
def test_each_role_is_answered_as_the_write_answers_it(standing: tuple[Ground, Desk], line: Line) -> None:
    ground, desk = standing
    for role in line.answers:
        path, body = ground.named(line.path), ground.filled(line.body).encode()
        headers = JSON | ground.tokens[role]
        before = everything(desk)
        dry = ground.anybody.request(line.method, path, params=DRY, content=body, headers=headers)
        same(before, everything(desk))
        real = ground.anybody.request(line.method, path, content=body, headers=headers)
        found = compared(dry, real)
        assert all(part.rpartition(".")[2] != "type" for part in found)


@pytest.mark.parametrize("value", ["1", "TRUE", "yes", "", "true&dry_run=false", "false&dry_run=true"])
@pytest.mark.parametrize("line", WRITES, ids=named)
def test_what_is_not_clear_is_refused_and_stores_nothing(standing: tuple[Ground, Desk], line: Line, value: str) -> None:
    ground, desk = standing
    path, body = ground.named(line.path), ground.filled(line.body).encode()
    before = everything(desk)
    headers = JSON | ground.tokens["organizer of all"]
    answer = ground.anybody.request(line.method, f"{path}?dry_run={value}", content=body, headers=headers)
    same(before, everything(desk))
    if line.answers["organizer of all"] == "ok":
        refused(answer, 400, "malformed")


def test_false_is_the_write_itself(here: tuple[Caller, Desk]) -> None:
    client, _ = here
    answer = client.post("/v1/players", json={"name": "Ana"}, params={"dry_run": "false"})
    assert answer.status_code == 201
    assert client.get(answer.headers["Location"]).json()["name"] == "Ana"


# Matches

TABLES = [
    ("hearts.castillar", 2, {}),
    ("hearts.yppedia", 4, {}),
    ("guinote", 2, {}),
    ("guinote", 4, {}),
    ("casino.classic", 2, {}),
    ("casino.royal", 3, {}),
    ("casino.spades", 2, {}),
    ("casino.draw", 2, {}),
    ("escoba", 3, {}),
    ("scopa", 2, {}),
    ("scopone", 4, {}),
    ("corona", 2, {}),
]


@pytest.mark.parametrize(("ruleset", "seats", "params"), TABLES, ids=lambda x: x if isinstance(x, str) else "")
def test_a_match_is_tried_event_by_event(tmp_path: Path, ruleset: str, seats: int, params: dict[str, Any]) -> None:
    """In batches of several lengths, some of which break a rule or cannot be."""
    chance = Random(ruleset)
    with quiet(str(tmp_path / "log.sqlite")) as here:
        client, desk = here
        client.headers.update(BEARER)
        match = client.open(ruleset, seats, params=params)
        events = list(play_out(ruleset, seats, "dry", first_dealer=0))[:120]
        while events:
            many = chance.choice((1, 1, 2, 5, 40))
            batch, events = events[:many], events[many:]
            wrong = chance.choice([*batch, *events])
            address = f"/v1/matches/{match}/events"
            before = everything(desk)
            dry = client.post(address, json=wrong, params=DRY)
            assert dry.status_code in {200, 409}, dry.text
            same(before, everything(desk))
            found = tried(here, "POST", address, json=batch)
            assert found <= {"$.events[].hash", "$.events[].recorded_at", "$.view.updated_at"}, found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_chance_is_null(here: tuple[Caller, Desk], seats: int) -> None:
    """The first dealer drawn by a seed, and the cards that a shuffle deals."""
    client, _ = here
    body = {"ruleset": "hearts.yppedia" if seats > 2 else "hearts.castillar"}
    body |= {"seats": [{"name": f"Jugador {n}"} for n in range(seats)]}
    dry = client.post("/v1/matches", json=body, params=DRY).json()
    assert (dry["id"], dry["first_dealer"], dry["seed"]) == (None, None, None)
    assert dry["ruleset"] == body["ruleset"]
    match = client.open(body["ruleset"], seats)
    dealt = client.post(f"/v1/matches/{match}/events", json={"type": "deal", "shuffle": True}, params=DRY).json()
    assert dealt["events"][0]["seed"] is None
    assert dealt["events"][0]["type"] == "deal"
    hands = [card for hand in dealt["view"]["hands"] for card in hand or ()]
    assert not any(hands)
