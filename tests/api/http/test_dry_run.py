"""Tests of `dry_run` on every write. The answer is the write's, with null for values of the write alone. Nothing is stored."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from random import Random
from threading import current_thread, main_thread
from typing import Any

import httpx
import jsonschema_rs
import msgspec
import pytest
from litestar.routes import HTTPRoute

from api import compose
from api.context import AppContext
from api.http.json_paths import without
from api.http.parameter_validation import READS
from referee.log.dry_run import DryRunLog, GeneratedValues
from referee.log.log import Log
from referee.match.registry import rulesets
from tests.api.access.test_access import JSON, Ground, Line, table
from tests.api.document.test_document import DOCUMENT, answer_to
from tests.api.matches.test_confirmation import HAND, PINS, confirmation_now, pin
from tests.support.application import create_app
from tests.support.dry_runs import BY_ACCIDENT, DRY, by_comparison
from tests.support.organizing import TEN, Contest
from tests.support.playout import play_out
from tests.support.quiet import Rows, everything, quiet
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.watched import PARAMS, watch_match

WRITES = [line for line in table() if line.method not in READS]
MADE_UP = {"hash", "recorded_at", "created_at", "token", "secret"}
"""Values that are never known before they are stored."""


@pytest.fixture
def here(database: str) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        yield client, services


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that no rehearsal decides in the event loop, as others would wait for it."""
    append = Log.append

    def watch_append(log: Log, *args: Any, **more: Any) -> int:
        assert not isinstance(log, DryRunLog) or current_thread() is not main_thread()
        return append(log, *args, **more)

    monkeypatch.setattr(Log, "append", watch_append)


@cache
def answers() -> list[tuple[re.Pattern[str], str, jsonschema_rs.Validator]]:
    """The document's schemas of the answers of each write's dry run."""
    validators: list[tuple[re.Pattern[str], str, jsonschema_rs.Validator]] = []
    for path, item in DOCUMENT["paths"].items():
        for method in item.keys() - {"get"}:
            shape = answer_to(item[method], 200)["content"]["application/json"]["schema"]
            whole = jsonschema_rs.Draft202012Validator({**shape, "components": DOCUMENT["components"]})
            validators.append((re.compile(re.sub(r"{\w+}", "[^/]+", path) + "$"), method.upper(), whole))
    return validators


def as_described(answer: httpx.Response) -> None:
    """Compares the answer of a dry run with the document."""
    method, path = answer.request.method, answer.request.url.path
    [shape] = [shape for pattern, of, shape in answers() if of == method and pattern.match(path)]
    shape.validate(answer.json())


def agrees(dry: Any, real: Any) -> bool:
    """True if a dry run gave the write's answer, but for its nulls."""
    if dry is None:
        return True
    if isinstance(dry, dict) and isinstance(real, dict):
        return dry.keys() == real.keys() and all(agrees(dry[name], real[name]) for name in dry)
    if isinstance(dry, list) and isinstance(real, list):
        return len(dry) == len(real) and all(map(agrees, dry, real))
    return bool(dry == real)


def nulls(dry: Any, real: Any, path: str = "$") -> Iterator[str]:
    """The values that are null in a dry run and not in the write."""
    if dry is None:
        if real is not None:
            yield path
    elif isinstance(dry, dict):
        for name in dry:
            yield from nulls(dry[name], real[name], f"{path}.{name}")
    elif isinstance(dry, list):
        for one, other in zip(dry, real, strict=True):
            yield from nulls(one, other, f"{path}[]")


def try_and_write(
    here: tuple[Caller, AppContext], method: str, path: str, *, by_accident: Collection[str] = (), **options: Any
) -> set[str]:
    """Tries a write, checks that nothing changed, writes, and compares. Returns the paths that are null in the dry run only.

    At the places `by_accident` several dry runs may agree.
    """
    client, services = here
    before = everything(services)
    matches = services.service.matches_kept()
    dry = client.request(method, path, params=DRY, **options)
    compared = by_comparison(client, method, path, **options)
    assert without(dry.json(), by_accident) == without(compared, by_accident)
    same(before, everything(services))
    assert services.service.matches_kept() == matches
    real = client.request(method, path, **options)
    return compare(dry, real)


def compare(dry: httpx.Response, real: httpx.Response) -> set[str]:
    if real.status_code >= 400:
        assert dry.status_code == real.status_code, (dry.text, real.text)
        assert dry.json()["code"] == real.json()["code"]
        return set()
    assert dry.status_code == 200, dry.text
    as_described(dry)
    assert not {"location", "etag", "consistency-token", "log-position"} & dry.headers.keys()
    body = real.json() if real.content else None
    assert agrees(dry.json(), body), (dry.text, real.text)
    return set(nulls(dry.json(), body)) if body is not None else set()


def same(before: Rows, after: Rows) -> None:
    differences = {name for name in before | after if before.get(name) != after.get(name)}
    assert not differences


def line_name(line: Line) -> str:
    return f"{line.method} {line.path} {line.query}{line.body}"


# Every route


def test_every_write_of_the_application_takes_it(tmp_path: Path) -> None:
    services = compose.open_services(str(tmp_path / "routes.sqlite"))
    app = create_app(services)
    compose.close(services)
    writes = {
        (method.lower(), re.sub(r":\w+}", "}", route.path))
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - READS - {"OPTIONS"}
    }
    with quiet(str(tmp_path / "document.sqlite")) as (client, _):
        paths = client.get("/v1/openapi.json").json()["paths"]
    parameter = {"$ref": "#/components/parameters/DryRun"}
    operations = {(m, path) for path, item in paths.items() for m, op in item.items() if parameter in op["parameters"]}
    assert operations == writes == {(line.method.lower(), line.path) for line in WRITES}
    assert all({"200", "2XX"} & paths[path][method]["responses"].keys() for method, path in writes)


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ground, AppContext]]:
    with quiet(str(tmp_path_factory.mktemp("ground") / "log.sqlite")) as (client, services):
        organizer = Caller(transport=client._transport, base_url=client.base_url, headers=BEARER)
        yield Ground(organizer, client), services


@pytest.mark.parametrize("line", WRITES, ids=line_name)
def test_each_role_is_answered_as_the_write_answers_it(standing: tuple[Ground, AppContext], line: Line) -> None:
    ground, services = standing
    for role in line.answers:
        path, body = ground.path_with_ids(line.path), ground.fill_in(line.body).encode()
        headers = JSON | ground.tokens[role]
        before = everything(services)
        dry = ground.anybody.request(line.method, path, params=DRY, content=body, headers=headers)
        by_accident = BY_ACCIDENT if path.endswith("/draw") else set[str]()
        compared = by_comparison(ground.anybody, line.method, path, content=body, headers=headers)
        assert without(dry.json(), by_accident) == without(compared, by_accident)
        same(before, everything(services))
        real = ground.anybody.request(line.method, path, content=body, headers=headers)
        difference = compare(dry, real)
        assert all(part.rpartition(".")[2] != "type" for part in difference)


FORGOTTEN: dict[str, Any] = {"add": lambda _, value: value, "add_write": lambda *_: None}
"""Marks that do nothing: of the times, seeds and ids that are given out, and of what records and rows have of their own."""


@pytest.mark.parametrize("mark", FORGOTTEN)
def test_a_forgotten_mark_is_found(here: tuple[Caller, AppContext], monkeypatch: pytest.MonkeyPatch, mark: str) -> None:
    client, note = here[0], {"type": "note", "text": "a"}
    events = f"/v1/matches/{client.open()}/events"

    def is_as_compared() -> bool:
        dry = client.post(events, json=note, params=DRY)
        return bool(dry.json() == by_comparison(client, "POST", events, json=note))

    assert is_as_compared()
    monkeypatch.setattr(GeneratedValues, mark, FORGOTTEN[mark])
    assert not is_as_compared()


UNCLEAR = ("1", "TRUE", "yes", "", "true&dry_run=false", "false&dry_run=true")


@pytest.mark.parametrize("line", WRITES, ids=line_name)
def test_what_is_not_clear_is_refused_and_stores_nothing(standing: tuple[Ground, AppContext], line: Line) -> None:
    ground, services = standing
    path, body = ground.path_with_ids(line.path), ground.fill_in(line.body).encode()
    before = everything(services)
    headers = JSON | ground.tokens["organizer of all"]
    for value in UNCLEAR:
        answer = ground.anybody.request(line.method, f"{path}?dry_run={value}", content=body, headers=headers)
        if line.answers["organizer of all"] == "ok":
            refusal_of(answer, 400, "malformed")
    same(before, everything(services))


def test_false_is_the_write_itself(here: tuple[Caller, AppContext]) -> None:
    client, _ = here
    answer = client.post("/v1/players", json={"name": "Ana"}, params={"dry_run": "false"})
    assert answer.status_code == 201
    assert client.get(answer.headers["Location"]).json()["name"] == "Ana"


# Matches

TABLES = [(name, max(rules.seats)) for name, rules in rulesets().items()]
MOST = 100
"""Events of a match that are tried, in batches."""
OF_ITS_MOMENT = {"$.events[].hash", "$.events[].recorded_at", "$.view.clock.since", "$.view.clock.deadline"}
"""The parts of an answer that depend on the time of writing. With a clock, the turn begins at that time."""


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_a_match_is_tried_batch_by_batch(tmp_path: Path, ruleset: str, seats: int) -> None:
    """Tries moves, broken rules, claims and rulings, and before each batch an event at the wrong time."""
    chance, run = Random(ruleset), watch_match(ruleset, seats, "tried")
    opening: dict[str, Any] = {"ruleset": ruleset, "seats": [{"name": f"Jugador {n}"} for n in range(seats)]}
    opening |= {"params": PARAMS.get(ruleset, {})}
    if run.match.opening.first_dealer is not None:
        opening["first_dealer"] = run.match.opening.first_dealer
    with quiet(str(tmp_path / "log.sqlite")) as here:
        client, services = here
        client.headers.update(BEARER)
        assert try_and_write(here, "POST", "/v1/matches", json=opening) == {"$.id", "$.seats[].player"}
        address = f"/v1/matches/{client.post('/v1/matches', json=opening).json()['id']}/events"
        events = [msgspec.to_builtins(event) for event in run.said[:MOST]]
        while events:
            many = chance.choice((1, 2, 5, 25))
            batch, events = events[:many], events[many:]
            before = everything(services)
            assert client.post(address, json=chance.choice([*batch, *events]), params=DRY).status_code < 500
            same(before, everything(services))
            assert try_and_write(here, "POST", address, json=batch) <= OF_ITS_MOMENT


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("hearts.castillar", 2), ("guinote", 2), ("escoba", 3), ("casino.royal", 2)]
)
def test_hands_are_tried_to_their_end(tmp_path: Path, ruleset: str, seats: int) -> None:
    events = list(play_out(ruleset, seats, "whole", first_dealer=0))
    with quiet(str(tmp_path / "log.sqlite")) as here:
        here[0].headers.update(BEARER)
        address = f"/v1/matches/{here[0].open(ruleset, seats)}/events"
        for at in range(0, len(events), 30):
            batch = events[at : at + 30]
            assert try_and_write(here, "POST", address, json=batch) == {"$.events[].hash", "$.events[].recorded_at"}


DEALERS = [(name, seats) for name, rules in rulesets().items() if rules.has_dealer for seats in sorted(rules.seats)]


@pytest.fixture(scope="module")
def dealt_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A service in which each game is opened and dealt. Every run has the same cards, and no deal that the rules repeat."""
    with quiet(str(tmp_path_factory.mktemp("dealt") / "log.sqlite")) as (client, services):
        services.service.seed_source = lambda: "what chance decides"
        client.headers.update(BEARER)
        yield client


@pytest.mark.parametrize(("ruleset", "seats"), DEALERS)
def test_what_chance_decides_is_null(dealt_client: Caller, ruleset: str, seats: int) -> None:
    """The first dealer, drawn by a seed, and the cards that a shuffle deals."""
    body = {"ruleset": ruleset, "seats": [{"name": f"Jugador {n}"} for n in range(seats)]}
    dry = dealt_client.post("/v1/matches", json=body, params=DRY).json()
    assert (dry["id"], dry["dealer"], dry["ruleset"]) == (None, None, ruleset)
    match = dealt_client.open(ruleset, seats)
    deal = {"type": "deal", "shuffle": True}
    dry = dealt_client.post(f"/v1/matches/{match}/events", json=deal, params=DRY).json()
    real = dealt_client.post(f"/v1/matches/{match}/events", json=deal).json()
    assert agrees(dry, real)
    assert dry["events"][0]["seed"] is None
    assert dry["view"]["hand_sizes"] == real["view"]["hand_sizes"]
    assert not any(card for hand in dry["view"]["hands"] for card in hand or ())
    # The seed of another deal is its sender's own.
    note = dealt_client.post(f"/v1/matches/{match}/events", json={"type": "note", "text": "x"}, params=DRY).json()
    assert note["view"]["hands"] == real["view"]["hands"]


def test_a_wrong_pin_counts_and_a_right_one_changes_nothing(here: tuple[Caller, AppContext]) -> None:
    client, services = here
    match = client.open("hearts.castillar", 2, confirm="sides", params={"rounds": 1})
    for side in (0, 1):
        put = f"/v1/matches/{match}/pins/{side}"
        try_and_write(here, "PUT", put, json={"pin": PINS[side]})
    client.tell(match, HAND)
    events = f"/v1/matches/{match}/events"
    confirmation = confirmation_now(client, match, 0)
    before = everything(services)
    assert client.post(events, json=confirmation, params=DRY, headers=pin(0)).status_code == 200
    assert everything(services)["pins"] == before["pins"]
    for _ in range(5):
        refusal_of(client.post(events, json=confirmation, params=DRY, headers=pin(1)), 403, "forbidden")
    refusal_of(client.post(events, json=confirmation, params=DRY, headers=pin(0)), 429, "too-many")
    assert {name for name, rows in everything(services).items() if rows != before[name]} - {"write_marks"} == {"pins"}


def test_an_idempotency_key_is_neither_looked_up_nor_kept(here: tuple[Caller, AppContext]) -> None:
    client, _ = here
    match = client.open()
    events, key = f"/v1/matches/{match}/events", {"Idempotency-Key": "k1"}
    note, other = {"type": "note", "text": "a"}, {"type": "note", "text": "b"}
    assert client.post(events, json=note, params=DRY, headers=key).status_code == 200
    assert client.post(events, json=other, headers=key).json()["version"] == 2
    assert client.post(events, json=note, params=DRY, headers=key).json()["version"] == 3
    refusal_of(client.post(events, json=note, headers=key), 422, "key-reused")


def test_if_match_is_honoured(here: tuple[Caller, AppContext]) -> None:
    client, _ = here
    match = client.open()
    events, note = f"/v1/matches/{match}/events", {"type": "note", "text": "a"}
    client.tell(match, note)
    assert client.post(events, json=note, params=DRY, headers={"If-Match": '"2"'}).status_code == 200
    problem = refusal_of(client.post(events, json=note, params=DRY, headers={"If-Match": '"1"'}), 409, "conflict")
    assert (problem["version"], problem["still"]) == (2, ["regular"])


def test_a_player_sees_nothing_in_a_try_that_they_may_not_see_yet(here: tuple[Caller, AppContext]) -> None:
    """The answer to a draw holds the next card of the stock, but only after the draw is stored."""
    client, services = here
    events = list(play_out("guinote", 2, "stock", first_dealer=0))
    match = client.open("guinote", 2, player_input=True)
    tokens = [client.bearer("player", match=match, seat=seat) for seat in (0, 1)]
    client.tell(match, events[0])
    for event in events[1:30]:
        seat = event.get("seat")
        if seat is None:
            client.tell(match, event)
            continue
        headers, address = tokens[seat], f"/v1/matches/{match}/events"
        own = {name: value for name, value in event.items() if event["type"] != "draw" or name != "card"}
        before = everything(services)
        dry = client.post(address, json=own, params=DRY, headers=headers)
        same(before, everything(services))
        real = client.post(address, json=own, headers=headers)
        if real.status_code == 201:
            assert agrees(dry.json(), real.json())
            assert dry.json()["view"] is None
            [entry] = dry.json()["events"]
            assert {name for name, value in entry.items() if value is not None} <= {"version", "recorded_by", *own}
        else:
            assert dry.json() == real.json()
            client.tell(match, event)


# Championships

PLAYERS = TEN[:5]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_a_championship_is_tried_decision_by_decision(here: tuple[Caller, AppContext], seed: int) -> None:
    client, chance = here[0], Random(seed)
    made_up = try_and_write(here, "POST", "/v1/championships", json={"name": "Fiestas", "players": list(PLAYERS)})
    assert made_up == {"$.id", "$.players[].id", "$.general[].player.id"}
    championship = client.post("/v1/championships", json={"name": "Verbena", "players": list(PLAYERS)}).json()["id"]
    path = f"/v1/championships/{championship}"
    try_and_write(here, "POST", f"{path}/players", json={"players": [{"name": "Fito", "birth_date": "1990-01-01"}]})
    try_and_write(here, "POST", f"{path}/sanctions", json={"player": "Ana", "card": "yellow", "reason": "llegó tarde"})
    options = {"ruleset": "hearts.castillar", "format": "castillar", "entrants": list(PLAYERS)}
    by_chance = try_and_write(here, "POST", f"{path}/contests", json=options)
    assert {"$.draw.seed", "$.draw.order[].id", "$.fixtures[].entrants[].id"} <= by_chance
    by_seed = try_and_write(here, "POST", f"{path}/contests", json=options | {"seed": "bombo"})
    assert by_seed == {"$.id", "$.fixtures[].id", "$.fixtures[].contest", "$.pending[].fixture"}
    contest = Contest(client, *PLAYERS)
    again = f"/v1/contests/{contest.id}/draw"
    try_and_write(here, "POST", again, by_accident=BY_ACCIDENT, json={"reason": "faltaba una bola"})
    for fixture in chance.sample(contest.fixtures(), 10):
        result = f"/v1/fixtures/{fixture['id']}/result"
        points = chance.choice(((40, 64), (30, 74), (64, 40)))
        kind = chance.choice(("result", "result", "corrected", "walkover", "impossible"))
        if kind == "walkover":
            absent = [fixture["entrants"][0]["name"]]
            try_and_write(
                here, "POST", f"/v1/fixtures/{fixture['id']}/walkover", json={"absent": absent, "reason": "no vino"}
            )
            continue
        if kind == "impossible":
            try_and_write(here, "POST", result, json={"points": [1, 2]})
        try_and_write(here, "POST", result, json={"points": points})
        if kind == "corrected":
            try_and_write(here, "PUT", result, json={"points": points[::-1], "reason": "al revés"})
    waiting = [pending for pending in contest.view()["pending"] if pending["kind"] == "ruling"]
    for pending in waiting:
        tie = [one["id"] for one in pending["tied"]]
        order = [[one] for one in tie]
        try_and_write(
            here, "POST", f"/v1/contests/{contest.id}/rulings", json={"tie": tie, "order": order, "reason": "sorteo"}
        )
    out = {"out": chance.choice(PLAYERS), "reason": "se puso mala"}
    try_and_write(here, "POST", f"/v1/contests/{contest.id}/substitutions", json=out)
    withdrawal = {"player": chance.choice(PLAYERS), "reason": "se fue"}
    try_and_write(here, "POST", f"/v1/contests/{contest.id}/withdrawals", json=withdrawal)


def test_a_fixture_played_on_the_log_is_tried(here: tuple[Caller, AppContext]) -> None:
    """The end of the match brings the contest the result; a retract takes it back."""
    client, _ = here
    contest = Contest(client, "Ana", "Beto", params={"rounds": 1})
    fixture = contest.fixtures()[0]["id"]
    assert try_and_write(here, "POST", "/v1/matches", json={"fixture": fixture, "first_dealer": 0}) == {"$.id"}
    match = contest.fixtures()[0]["match"]
    address = f"/v1/matches/{match}/events"
    for batch in (HAND[:10], HAND[10:-1], HAND[-1:]):
        try_and_write(here, "POST", address, json=batch)
    assert contest.fixtures()[0]["result"] is not None
    try_and_write(here, "POST", address, json={"type": "retract", "to": len(HAND), "reason": "no era"})
