"""A number that readers of JSON round is refused wherever it stands, before anything is stored."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.document.document import handlers
from api.http.describe import Lines
from api.http.parameter_validation import parameters
from api.http.parameters import MOST
from referee.audit.portable import BrokenRecord, read
from referee.canonical_json import MOST_EXACT
from referee.errors import BadRequest
from referee.exact_numbers import TOO_LARGE, require_exact
from referee.match.events import CountOfHand, Event
from tests.api.document.test_document import request_schemas
from tests.api.document.test_just_outside import KINDS, example_of, schema_of_event, seats_of
from tests.api.http.test_hostile_text import body_routes, create_app_of
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

MOST_SUMMANDS = MOST
"""More entries than any log has."""
NAMES = {"Seat", "Side", "Version", "NoteEvent.seat", "NoteEvent.call", "ConfirmEvent.hand", "ConfirmEvent.version"}
"""The whole numbers of requests that name something that is there, and count nothing."""
OF_RULES = {"CombatEvent.draw", "DefendEvent.draw"} | {
    f"Figures.{name}.items" for name in ("cards", "spades", "sweeps", "penalties", "oros", "sevens", "tricks", "points")
}
"""Those that the rules hold to the cards of a pack."""
LARGE = [2**53, -(2**53), 2**64, 10**18, int("9" * 400)]


@pytest.mark.parametrize("number", LARGE)
@pytest.mark.parametrize("indent", [None, 1])
def test_a_large_number_is_seen_wherever_it_stands(number: int, indent: int | None) -> None:
    body = json.dumps({"a": [{"b": [1, number]}], "c": 3}, indent=indent).encode()
    with pytest.raises(BadRequest) as error:
        require_exact(body)
    assert [flaw.path for flaw in error.value.flaws] == ["$.a[0].b[1]"]
    for text in (error.value.text.es, error.value.text.en):
        assert str(MOST_EXACT) in text
        assert "$.a[0].b[1]" in text
    with pytest.raises(BrokenRecord):
        read(b'{"type": "open"}\n' + json.dumps({"a": number}).encode())


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"a": MOST_EXACT, "b": -MOST_EXACT}),
        json.dumps({"text": "12345678901234567890", "12345678901234567890": 1}),
        '{"a": 0.12345678901234567, "b": 1e300}',
        '{"a": 12345678901234567890',
        "[" * 100_000 + "12345678901234567890",
        "",
    ],
)
def test_everything_else_is_left_to_its_reader(body: str) -> None:
    require_exact(body.encode())


def test_the_longest_number_takes_no_time() -> None:
    with pytest.raises(BadRequest):
        require_exact(b'{"a": ' + b"1" * 900_000 + b"}")


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_body_refuses_it(organizer: Caller, tmp_path: Path, language: str) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    ids = {
        "match_id": organizer.open(),
        "number": "1",
        "board": "1",
        "team": contest.fixtures()[0]["entrants"][0]["id"],
        "championship_id": contest.championship,
        "contest_id": contest.id,
        "fixture_id": contest.fixtures()[0]["id"],
        "side": "0",
        "player_id": contest.fixtures()[0]["entrants"][0]["id"],
        "series_id": organizer.post("/v1/series", json={"name": f"Liga {language}"}).json()["id"],
    }
    before = organizer.get("/v1/health/ready").json()["position"]
    count = 0
    for path, method, doc in body_routes(tmp_path):
        if isinstance(doc.body, Lines):  # each line of a file is a body of its own
            continue
        body: dict[str, Any] = {"type": "note", "text": "x", "of": {"seats": [1, 2**53]}}
        answer = organizer.request(method.upper(), path.format(**ids), json=body, headers={"Accept-Language": language})
        problem = refusal_of(answer, 400, "malformed")
        assert problem["errors"] == [{"path": "$.of.seats[1]", "message": TOO_LARGE.in_language(language)}]
        count += 1
    assert count > 20
    assert organizer.get("/v1/health/ready").json()["position"] == before


def test_every_number_of_a_query_is_below(tmp_path: Path) -> None:
    most = [
        param.schema()["maximum"]
        for path, method, doc in handlers(create_app_of(tmp_path))
        for param in parameters(path, method, doc)
        if param.schema().get("type") == "integer"
    ]
    assert most
    assert max(most) <= MOST_EXACT


def test_no_sum_of_what_requests_tell_is_inexact() -> None:
    """What is added up is so small that as many as a log has entries make no number that is read otherwise than it is sent."""
    bodies = ((path, schema) for path, schema in request_schemas() if path[0].isupper() and "Choice" not in path)
    numbers = {
        path.replace("/properties/", ".").replace("/", "."): max(abs(schema["minimum"]), abs(schema["maximum"]))
        for path, schema in bodies
        if "integer" in schema.get("type", ()) and "enum" not in schema
    }
    large = {path for path, most in numbers.items() if most * MOST_SUMMANDS > MOST_EXACT}
    assert large == NAMES | OF_RULES | {"Figures.last", "Present.last_saved"}


@pytest.mark.parametrize(("ruleset", "kind"), [(id_, kind) for id_, kind in KINDS if issubclass(kind, CountOfHand)])
def test_the_rules_bound_every_figure_of_a_hand(tmp_path: Path, ruleset: str, kind: type[Event]) -> None:
    schema = schema_of_event(kind)
    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        match = client.post("/v1/matches", json={"ruleset": ruleset, "seats": seats_of(ruleset)}).json()["id"]
        event = example_of(schema)
        figures = [name for name, value in event["figures"].items() if value == [0, 0]]
        for name in figures:
            changed = event | {"figures": event["figures"] | {name: [MOST_EXACT, 0]}}
            refusal_of(client.post(f"/v1/matches/{match}/events", json=changed), 409, "impossible")


def test_the_document_bounds_every_whole_number_of_a_request(organizer: Caller) -> None:
    document = organizer.get("/v1/openapi.json").json()
    calls = [call for path in document["paths"].values() for call in path.values()]
    remaining: list[Any] = [part for call in calls for part in (call.get("requestBody"), call.get("parameters"))]
    references, integers = set[str](), 0
    while remaining:
        part = remaining.pop()
        if isinstance(part, list):
            remaining += part
        elif isinstance(part, dict):
            remaining += part.values()
            types = part.get("type")
            if types == "integer" or (isinstance(types, list) and "integer" in types):
                integers += 1
                assert "enum" in part or -MOST_EXACT <= part["minimum"] <= part["maximum"] <= MOST_EXACT, part
        elif isinstance(part, str) and part.startswith("#/") and part not in references:
            references.add(part)
            _, _, kind, name = part.split("/")
            remaining.append(document["components"][kind][name])
    assert integers > 50
