"""The service and its document draw one line: what the document forbids is refused, and what it allows is not malformed.

Each body that the document shows is sent with one thing changed, to just inside each of its bounds and just outside. An
independent validator of JSON Schema says which of the two it is.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import httpx
import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from api.context import AppContext
from referee.canonical_json import MOST_EXACT
from referee.contests.formats import formats
from referee.match.events import CountOfHand, Event
from referee.match.registry import rulesets, structs_with_tag, tag
from tests.api.document.test_document import DOCUMENT, SCHEMAS, resolve, whole_numbers
from tests.api.document.test_examples import BODIES, GROUNDS, OPERATIONS, address_of, bodies, with_ids
from tests.support.around_bounds import Bounds, Json, Probe
from tests.support.organizing import TEN
from tests.support.quiet import everything, quiet
from tests.support.service import BEARER, Caller

BOUNDS = Bounds(DOCUMENT["components"])
JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson"}
LINES = OPERATIONS["giveQueue"][2]["requestBody"]["content"]["application/x-ndjson"]["x-lines"]
"""The shapes of the lines of a file."""
EVENTS_OF_A_MATCH = {"appendEvents", "giveQueue"}
"""The calls whose bodies are events: each type of event is tried by itself."""
OF_EXAMPLES = "hearts.castillar"
"""The ruleset of the examples of the document."""
OF_RULES = 409
"""Builds, suits and rules that no schema knows are refused as any others that are not at this table, without a place."""
IN_SCHEMA_OF_ALL: dict[tuple[str, str], Json] = {("guinote", "deal"): {"turn_up": "1O"}}
"""What an event of one game needs, though the document cannot say it of all games."""
SAID_IN_WORDS = {
    r"expected (a whole number|.* or null), got a number": "a whole number is written without a point or an exponent",
    r"nothing of that name can be seen": "of a name at least a letter, a number or a sign can be seen",
    r"unknown field `\w+`, at \$\.(house\.|teams\..*)?params": "A field whose description names games is refused in others",
    r"is a time such as .*, not '(0000-|.*:60)": "No time has a leap second or the year 0000.",
    r"it is not an RFC 3339 date, at": "No time has a leap second or the year 0000.",
    r"`distinct` says that it is somebody else and `reuse`": "Not both with `distinct`.",
    r"a draw goes by `seed` or by `order`, not both": "Not both with `seed`.",
    r"no place gets anything": "one of them is above 0",
    r"the scope of a token of role": "a player's is a `match` with a `seat`, or a `player`",
    r"`table` is missing: the four cards": "null in a later round and with `shuffle`",
    r"`seed` (comes with|and) `shuffle: true`": "with it anyone can repeat the draw",
    r"`seed` only comes with `shuffle: true`": "with it anyone can repeat the draw",
    r"the field `turn_up` is missing": "it may be null only with `shuffle`",
    r"expected text, got null, at \$\.card": "null only with `renuncio`",
    r"`card` is missing: the card that takes": "null only with `renuncio`",
    r"`figures\.\w+` needs \d numbers, got": "per seat",
    r"`reason` is one of": "one of the words that the rules of the game have for it",
    r"`seat` goes with `kind: \"call\"`": "With `call`: the seat that calls",
    r"`call` goes with `kind: \"answered\"`": "With `answered`: the version of the call",
}
"""What the document forbids in words, as no schema can: the refusals, and the words."""
IN_WORDS = re.compile("|".join(SAID_IN_WORDS))


def schema_of(operation: str) -> Json:
    [content] = OPERATIONS[operation][2]["requestBody"]["content"].values()
    return dict(content["schema"])


def of_struct(schema: Json, *kinds: type[msgspec.Struct], tag_field: str = "") -> Json:
    """A schema that games share, with the fields of one game, and those required that it needs."""
    fields = [field for kind in kinds for field in msgspec.structs.fields(kind)]
    names = {tag_field, *(field.encode_name for field in fields)}
    needed = {tag_field, *(field.encode_name for field in fields if field.required)}
    return {
        **schema,
        "properties": {name: shape for name, shape in schema["properties"].items() if name in names},
        "required": [name for name in schema["properties"] if name in needed],
    }


def bounds_of(ruleset: str) -> Bounds:
    """The schemas of the document, with the parameters of this ruleset alone."""
    params = rulesets()[ruleset].params
    options = [each.options for each in formats().values()]
    own = {
        "AnyParams": of_struct(SCHEMAS["AnyParams"], params),
        "ContestParams": of_struct(SCHEMAS["ContestParams"], params, *options),
    }
    return Bounds({**DOCUMENT["components"], "schemas": {**SCHEMAS, **own}})


class Line:
    """The line that the document draws, and the one that the service draws."""

    def __init__(self, client: Caller, method: str, address: str, statuses: tuple[int, ...] = (400, 422)) -> None:
        self._client, self._method, self._address = client, method, address
        self._statuses = statuses
        """The statuses that refuse what the document forbids."""

    def crossings(self, bounds: Bounds, schema: Json, values: list[Any]) -> Iterator[str]:
        """The bodies around these values on which the two do not agree, and why; each body is sent once.

        One that should work is sent for trial.
        """
        validator = bounds.validator(schema)
        probes: dict[str, Probe] = {}
        for value in values:
            assert validator.is_valid(value), value
            for probe in bounds.around(bounds.kind_of(schema, value), value):
                probes.setdefault(json.dumps(probe.value), probe)
        verdicts = {text: validator.is_valid(probe.value) for text, probe in probes.items()}
        for text, answer in self._answers(verdicts):
            wrong = fault_of_allowed(answer) if verdicts[text] else self._fault_of_forbidden(answer, probes[text])
            if wrong:
                yield f"{'allowed' if verdicts[text] else 'forbidden'} {probes[text].path} in {text[:300]}: {wrong}"

    def _answers(self, verdicts: dict[str, bool]) -> Iterator[tuple[str, httpx.Response]]:
        """The answer to each body; `verdicts` say which of them the document allows."""
        for text, is_valid in verdicts.items():
            query = "?dry_run=true" if is_valid else ""
            yield text, self._client.request(self._method, self._address + query, content=text, headers=JSON)

    def _fault_of_forbidden(self, answer: httpx.Response, probe: Probe) -> str | None:
        """The fault in the answer to a body that the document forbids; None if it is refused, with its place."""
        if answer.status_code not in self._statuses:
            return f"answered {answer.status_code}: {answer.text}"
        problem = answer.json()
        paths = {one["path"] for one in problem.get("errors", ())}
        above, _, name = probe.path.rpartition(".")
        is_named = any(path != "$" and probe.path.startswith(path) for path in paths) or probe.path in paths
        is_missing = "missing required field" in problem["detail"]
        if is_named or is_missing or (above in paths and name in problem["detail"]) or answer.status_code == OF_RULES:
            return None
        return f"named {paths}: {answer.text}"


class FirstLine(Line):
    """The line between first lines of a file of them that are allowed and others."""

    def _answers(self, verdicts: dict[str, bool]) -> Iterator[tuple[str, httpx.Response]]:
        for text in verdicts:
            yield text, self._client.request(self._method, self._address, content=text, headers=NDJSON)


class FurtherLine(Line):
    """The line between second lines of a file that are allowed and others. The answer is that of what became of the line."""

    def __init__(self, client: Caller, match: str, statuses: tuple[int, ...]) -> None:
        super().__init__(client, "POST", f"/v1/matches/{match}/queue", statuses)
        self._first = json.dumps({"type": "queue", "match": match, "version": 1})

    def _answers(self, verdicts: dict[str, bool]) -> Iterator[tuple[str, httpx.Response]]:
        for text, is_valid in verdicts.items():
            query = "?dry_run=true" if is_valid else ""
            content = f"{self._first}\n{text}\n"
            answer = self._client.request(self._method, self._address + query, content=content, headers=NDJSON)
            assert answer.status_code == 200, answer.text
            [item] = answer.json()["items"]
            problem = item.get("problem")
            yield text, httpx.Response(problem["status"] if problem else 200, json=problem or item)


def fault_of_allowed(answer: httpx.Response) -> str | None:
    """The fault in the answer to a body that the document allows: malformed, a failure, or a number that is not read exactly."""
    if answer.status_code == 400 or answer.status_code >= 500:
        return None if IN_WORDS.search(answer.json()["detail"]) else answer.text
    return next((f"answers {number}" for number in whole_numbers(answer.json()) if abs(number) > MOST_EXACT), None)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(str(tmp_path / "log.sqlite")) as (caller, services):
        caller.headers.update(BEARER)
        yield caller, services


@pytest.mark.parametrize("operation", [one for one in BODIES if one not in EVENTS_OF_A_MATCH])
def test_a_body_is_refused_just_where_the_document_says(service: tuple[Caller, AppContext], operation: str) -> None:
    client, services = service
    method, path, _ = OPERATIONS[operation]
    ids = GROUNDS[operation](client)
    values = [with_ids(example, ids) for example in bodies(operation).values()]
    before, line = everything(services), Line(client, method, address_of(path, ids))
    assert [*line.crossings(bounds_of(OF_EXAMPLES), schema_of(operation), values)] == []
    assert everything(services) == before


@pytest.mark.parametrize("operation", [one for one in BODIES if one not in EVENTS_OF_A_MATCH])
def test_no_body_that_the_document_allows_is_malformed(service: tuple[Caller, AppContext], operation: str) -> None:
    """Any value in any fields, beside those of an example or alone."""
    client, _ = service
    method, path, _ = OPERATIONS[operation]
    ids = GROUNDS[operation](client)
    bounds, schema = bounds_of(OF_EXAMPLES), schema_of(operation)
    examples = [with_ids(example, ids) for example in bodies(operation).values()]
    validator = bounds.validator(schema)

    @given(bounds.values(schema), st.sampled_from([{}, *examples]))
    def no_value_is_malformed(value: Json, example: Json) -> None:
        body = example | value
        # Fields that exclude each other come together where an example has others.
        assume(validator.is_valid(body))
        answer = client.request(method, f"{address_of(path, ids)}?dry_run=true", content=json.dumps(body), headers=JSON)
        assert fault_of_allowed(answer) is None

    no_value_is_malformed()


def seats_of(ruleset: str) -> list[Json]:
    return [{"name": name} for name in TEN[: min(rulesets()[ruleset].seats)]]


@pytest.mark.parametrize("ruleset", rulesets())
def test_parameters_are_refused_just_where_the_document_says(service: tuple[Caller, AppContext], ruleset: str) -> None:
    client, services = service
    body = {"ruleset": ruleset, "seats": seats_of(ruleset), "params": {}}
    schema = {**SCHEMAS["OpenByRuleset"], "properties": {name: {"const": body[name]} for name in ("ruleset", "seats")}}
    schema["properties"]["params"] = {"$ref": "#/components/schemas/AnyParams"}
    before, line = everything(services), Line(client, "POST", "/v1/matches")
    assert [*line.crossings(bounds_of(ruleset), schema, [body])] == []
    assert everything(services) == before


def kinds_of_events() -> Iterator[tuple[str, type[Event]]]:
    """Every event that a request may have, as each game has it, with a ruleset that takes it."""
    for word in SCHEMAS["AnyEvent"]["discriminator"]["mapping"]:
        for kind in structs_with_tag(word):
            yield next(rules.id for rules in rulesets().values() if kind in rules.events), kind


KINDS = [*kinds_of_events()]


def schema_of_event(kind: type[Event]) -> Json:
    """The document's schema of this type of event, as its game has it."""
    whole = SCHEMAS[SCHEMAS["AnyEvent"]["discriminator"]["mapping"][tag(kind)].rpartition("/")[2]]
    schema = of_struct(whole, kind, tag_field="type")
    schema["required"] += kind.NEEDED
    if issubclass(kind, CountOfHand):
        schema["properties"]["figures"] = of_struct(SCHEMAS["Figures"], get_type_hints(kind)["figures"])
    return schema


def example_of(schema: Json) -> Json:
    """An event with as many figures as there are sides."""
    event: Json = BOUNDS.sample(schema)
    figures = schema["properties"].get("figures", {"properties": {}})["properties"]
    for name, shape in figures.items():
        if shape.get("items", {}).get("type") == "integer":
            event["figures"][name] = [0, 0]
    return event


@pytest.mark.parametrize(("ruleset", "kind"), KINDS, ids=[f"{tag(kind)} of {id_}" for id_, kind in KINDS])
def test_an_event_is_refused_just_where_the_document_says(
    service: tuple[Caller, AppContext], ruleset: str, kind: type[Event]
) -> None:
    client, services = service
    match = client.post("/v1/matches", json={"ruleset": ruleset, "seats": seats_of(ruleset)}).json()["id"]
    schema, before = schema_of_event(kind), everything(services)
    example = example_of(schema) | IN_SCHEMA_OF_ALL.get((ruleset, tag(kind)), {})
    line = Line(client, "POST", f"/v1/matches/{match}/events", (400, OF_RULES, 422))
    assert [*line.crossings(BOUNDS, schema, [example])] == []
    assert everything(services) == before


@pytest.mark.parametrize(("ruleset", "kind"), KINDS, ids=[f"{tag(kind)} of {id_}" for id_, kind in KINDS])
def test_no_event_that_the_document_allows_is_malformed(
    service: tuple[Caller, AppContext], ruleset: str, kind: type[Event]
) -> None:
    client, _ = service
    match = client.post("/v1/matches", json={"ruleset": ruleset, "seats": seats_of(ruleset)}).json()["id"]

    @given(BOUNDS.values(schema_of_event(kind)))
    def no_event_is_malformed(event: Json) -> None:
        address = f"/v1/matches/{match}/events?dry_run=true"
        assert fault_of_allowed(client.post(address, content=json.dumps(event), headers=JSON)) is None

    no_event_is_malformed()


def with_key(schema: Json) -> Json:
    """The schema of a line with an event of this schema, which has its key beside it."""
    return {
        **schema,
        "properties": {**schema["properties"], "key": LINES["key"]},
        "required": [*schema["required"], "key"],
    }


@pytest.mark.parametrize(("ruleset", "kind"), KINDS, ids=[f"{tag(kind)} of {id_}" for id_, kind in KINDS])
def test_a_line_is_refused_just_where_the_document_says(
    service: tuple[Caller, AppContext], ruleset: str, kind: type[Event]
) -> None:
    client, services = service
    match = client.post("/v1/matches", json={"ruleset": ruleset, "seats": seats_of(ruleset)}).json()["id"]
    schema, before = with_key(schema_of_event(kind)), everything(services)
    example = example_of(schema) | IN_SCHEMA_OF_ALL.get((ruleset, tag(kind)), {})
    assert [*FurtherLine(client, match, (400, OF_RULES, 422)).crossings(BOUNDS, schema, [example])] == []
    assert everything(services) == before


def test_a_first_line_is_refused_just_where_the_document_says(service: tuple[Caller, AppContext]) -> None:
    client, services = service
    match = client.open()
    before, line = everything(services), FirstLine(client, "POST", f"/v1/matches/{match}/queue")
    assert [*line.crossings(BOUNDS, LINES["first"], [{"type": "queue", "match": match, "version": 1}])] == []
    assert everything(services) == before


def test_every_body_of_lines_says_their_shapes() -> None:
    contents = {name: OPERATIONS[name][2]["requestBody"]["content"] for name in BODIES}
    in_lines = {name: content for name, content in contents.items() if content.keys() != {"application/json"}}
    assert in_lines.keys() == {"giveQueue"}
    assert resolve(LINES["event"]) == SCHEMAS["AnyEvent"]


@pytest.mark.parametrize(("count", "status"), [(0, 400), (1, 201), (500, 201), (501, 400)])
def test_so_many_events_go_in_one_request(service: tuple[Caller, AppContext], count: int, status: int) -> None:
    client, _ = service
    note = {"type": "note", "text": "x"}
    assert BOUNDS.validator(schema_of("appendEvents")).is_valid([note] * count) is (status == 201)
    assert client.post(f"/v1/matches/{client.open()}/events", json=[note] * count).status_code == status


def test_what_is_said_in_words_is_said() -> None:
    text = " ".join(json.dumps(DOCUMENT, ensure_ascii=False).replace("\\n", " ").split())
    assert [words for words in SAID_IN_WORDS.values() if words not in text] == []
