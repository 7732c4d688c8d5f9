"""Every parameter of every operation is taken just inside the limits that the document states, and refused just outside them.

A part of a path is never malformed: it names something or nothing, and outside its limits nothing.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx
import pytest

from api.http.describe import MATCHED
from api.http.path_parameters import ID
from api.routes.whole_stream import KINDS_PARAM
from api.webhooks.payloads import KINDS
from tests.api.access.test_access import JSON, NDJSON, NOBODY, Ground, table
from tests.api.document.test_document import DOCUMENT, resolve
from tests.support.around_bounds import OF_FORMAT, Bounds
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

LEAP = re.compile("^0000-|:60")
BOUNDS = Bounds(DOCUMENT["components"])
IDS = "A-Za-z0-9._-"
UNSEEN = "a\u202eb"
TEXT = (["x", "ñ " * 20], [UNSEEN])
OF_PATTERN: dict[str, tuple[list[str], list[str]]] = {
    "^[!-~]+$": (["!", "~" * 128], ["", "a b", "a\tb", "ñ", "\x7f", "~" * 129]),
    MATCHED: (
        ["*", '"0"', '"999999999"', 'W/"1"', '"1-0123456789abcdef"', '"1-lines-3"', f'"1-{"~" * 100}"'],
        ["", "x", "1", '"-1"', '"01"', '"1000000000"', '"1', 'w/"1"', '"1", "2"', "**", '"٣"', '"1-"', '"1-a b"'],
    ),
    "^[0-9]{0,18}$": (["", "0", "9" * 18], ["-1", "+1", "1_0", "٣", "9" * 19, "x", "1.0"]),
    "^[0-9]{1,18}$": (["0", "9" * 18], ["", "-1", "+1", "1_0", "٣", "9" * 19, "x", "1.0"]),
    "^[0-9]{0,9}$": (["", "0", "9" * 9], ["-1", "+1", "1_0", "٣", "9" * 10, "x"]),
    "^[0-9]{4,12}$": (["2718", "1" * 12], ["271", "1" * 13, "27a8"]),
    "^[0-9a-f-]{1,36}$": (["0", "f" * 36], ["", "f" * 37, "g"]),
    r"^-?[0-9]{1,9}\.[!-~]{1,64}$": (
        ["0.a", "-1.!", f"{'9' * 9}.{'~' * 64}"],
        ["1", "1.", ".a", f"{'9' * 10}.a", "1." + "a" * 65],
    ),
    r"^[!-?A-~]{1,32}@[0-9]{1,18}$": (
        ["!@0", f"{'~' * 32}@{'9' * 18}"],
        ["@1", "a@", "a", "a" * 33 + "@1", f"a@{'9' * 19}"],
    ),
    ID["pattern"]: (
        ["x", "-", "_", ".a", "..a", "a.", "0", "-1", "null", "A.B_C-d", NOBODY, "a" * 100],
        ["", ".", "..", "a" * 101, "a b", "ñ", "a\n", "\0", "a/b", "a:b", "a~b", "a%", "@", "*", UNSEEN],
    ),
    "^c[1-9][0-9]{0,8}$": (["c1", "c999999999"], ["c0", "c01", "c", "C1", "c1000000000", "c1_0", "c-1", "c١", "c1\n"]),
    f"^[{IDS}]{{1,100}}$": (["a", "a" * 100], ["", "a" * 101, "a b"]),
    f"^[{IDS}]{{1,100}}:[1-9][0-9]{{0,8}}$": (["a:1", "a:999999999"], ["a", "a:0", "a:1000000000", "a" * 101 + ":1"]),
    str(KINDS_PARAM.pattern): (
        ["match.event", "match.finished,standings.changed", ",".join(KINDS)],
        ["", "x", "ping", "matchxevent", "match.event,", ",".join((*KINDS, "match.event"))],
    ),
    "^c[1-9][0-9]{0,8}:(upheld|rejected)$": (["c1:upheld", "c999999999:rejected"], ["c0:upheld", "c1:maybe", "c1"]),
}
"""Values just inside and just outside each regular expression of the document."""


class ParameterValues(NamedTuple):
    """A parameter of an operation, with values that it takes and values that it refuses."""

    method: str
    path: str
    name: str
    location: str
    inside: list[str]
    outside: list[str]


def limits(schema: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Values just inside and just outside a schema."""
    match schema:
        case {"type": "integer", "minimum": int(least), "maximum": int(most)}:
            return [str(least), str(most)], [str(least - 1), str(most + 1), "", "x", "1.0"]
        case {"type": "boolean"}:
            return ["true", "false"], ["1", "TRUE", ""]
        case {"enum": words}:
            return words, ["", "x", str(words[0]).upper()]
        case {"format": "date-time"}:
            moment = BOUNDS.validator(schema)
            # No time has a leap second or the year 0000, as the document says in words.
            inside = [text for text in OF_FORMAT["date-time"] if moment.is_valid(text) and not LEAP.search(text)]
            return inside, [text for text in OF_FORMAT["date-time"] if text not in inside]
        case {"pattern": str(pattern)} if pattern in OF_PATTERN:
            inside, outside = OF_PATTERN[pattern]
            is_valid = BOUNDS.validator(schema).is_valid
            assert all(map(is_valid, inside)) and not any(map(is_valid, outside)), pattern
            return inside, outside
        case {"pattern": _, "minLength": 1}:
            return TEXT[0], ["", UNSEEN]
        case {"pattern": str(pattern)} if r"\u202a-\u202e" in pattern:
            return TEXT
    raise AssertionError(f"a kind of parameter that is not tried yet: {schema}")


def every_parameter() -> Iterator[ParameterValues]:
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            for parameter in map(resolve, operation.get("parameters", [])):
                schema = resolve(parameter["schema"])
                # Any `If-None-Match` or `Prefer` may come.
                if parameter["in"] != "path" and schema != {"type": "string"}:
                    inside, outside = limits(schema)
                    if parameter["in"] == "query" and schema.get("pattern") in OF_PATTERN:
                        outside = [*outside, f"{inside[0]}\n"]
                    yield ParameterValues(method.upper(), path, parameter["name"], parameter["in"], inside, outside)


ALL = [*every_parameter()]
WHOLE = {
    ("PUT", "/v1/championships/{championship_id}"): '{"name": "Verbena"}',
    ("PUT", "/v1/contests/{contest_id}"): '{"name": "Copa"}',
    (
        "PUT",
        "/v1/contests/{contest_id}/rounds/{number}",
    ): '{"pairs": [["Ana", "Beto"]], "rest": "Gala Tarde", "reason": "x"}',
    ("POST", "/v1/fixtures/{fixture_id}/result"): '{"points": [40, 64]}',
    ("PUT", "/v1/fixtures/{fixture_id}/result"): '{"points": [40, 64], "reason": "x"}',
    ("POST", "/v1/fixtures/{fixture_id}/walkover"): '{"absent": ["Ana"], "reason": "x"}',
    ("POST", "/v1/fixtures/{fixture_id}/boards"): '{"boards": [{"board": 1, "result": {"points": [40, 64]}}]}',
    ("POST", "/v1/fixtures/{fixture_id}/boards/{board}/result"): '{"points": [40, 64]}',
    ("PUT", "/v1/fixtures/{fixture_id}/boards/{board}/result"): '{"points": [40, 64], "reason": "x"}',
    ("POST", "/v1/fixtures/{fixture_id}/boards/{board}/walkover"): '{"absent": ["Ana"], "reason": "x"}',
    ("POST", "/v1/fixtures/{fixture_id}/boards/{board}/substitutions"): '{"out": "Ana", "in": "Beto", "reason": "x"}',
    ("PUT", "/v1/fixtures/{fixture_id}/lineups/{team}"): '{"boards": [["Ana"]]}',
    ("POST", "/v1/players"): '{"name": "Zenobia"}',
    ("PUT", "/v1/players/{player_id}"): '{"name": "Zenobia"}',
    ("PUT", "/v1/series/{series_id}"): '{"name": "Verbena"}',
    ("POST", "/v1/players/{player_id}/merge"): f'{{"into": "{NOBODY}", "reason": "x"}}',
    ("POST", "/v1/webhooks"): '{"url": "https://board.example/hooks", "kinds": ["match.event"]}',
}
"""Valid bodies, for operations that check the body before the headers."""
BODIES = {(line.method, line.path): line for line in table()}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with quiet(str(tmp_path_factory.mktemp("parameters") / "log.sqlite")) as (client, _):
        yield Ground(Caller(transport=client._transport, base_url=client.base_url, headers=BEARER), client)


REASONED = {(one.method, one.path) for one in ALL if one.name == "reason"}
"""The calls that need a reason in their query."""


@pytest.mark.parametrize("values", ALL, ids=[f"{one.method} {one.path} {one.name}" for one in ALL])
def test_limits_are_as_the_document_says(ground: Ground, values: ParameterValues) -> None:
    line = BODIES[values.method, values.path]
    path = ground.path_with_ids(values.path)
    body = ground.fill_in(WHOLE.get((values.method, values.path), line.body)).encode()
    others = dict(httpx.QueryParams(ground.fill_in(line.query)))
    if values.path.endswith("/whatif"):
        # It is asked without an entry or with a claim, not both.
        others.pop("without" if values.name == "claim" else "claim", None)
    if values.method != "GET":
        others["dry_run"] = "true"
    if (values.method, values.path) in REASONED:
        others.setdefault("reason", "error")
    if values.path.endswith("/stream"):
        others["once"] = "true"

    def ask(value: str) -> httpx.Response:
        headers, query = JSON | {"Accept": "application/json"} | BEARER, dict(others)
        (query if values.location == "query" else headers)[values.name] = value
        in_bytes = [(name.encode(), text.encode()) for name, text in headers.items()]
        return ground.anybody.request(values.method, path, params=query, content=body, headers=in_bytes)

    for value in values.inside:
        if values.name == "once" and value == "false":
            # Such a stream goes on.
            continue
        answer = ask(value)
        assert answer.status_code < 500
        assert answer.status_code != 400 or values.name not in answer.text, (value, answer.text)
    for value in values.outside:
        answer = ask(value)
        assert answer.status_code == 400, (value, answer.status_code, answer.text)
        assert values.name in answer.json()["detail"], answer.text


IN_PATHS = [
    (method.upper(), path, parameter["name"], resolve(parameter["schema"]))
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    for parameter in map(resolve, operation.get("parameters", []))
    if parameter["in"] == "path"
]
NAMED = {200, 302, 404, 409}
"""The answers to a path that could name something: it, a page elsewhere, nothing of that name, a state that forbids it."""
RESOLVED = {"", ".", ".."}
"""Parts that clients resolve before they send a path, to that of something else."""
NEVER_IN_FIGURES = ["01", "+1", "1_0", "1e1", "0x1", "\u0661", " 1", "1\n"]
"""Numbers to Python and others, though not as a document writes them."""


@pytest.mark.parametrize(
    ("method", "path", "name", "schema"),
    IN_PATHS,
    ids=[f"{method} {path} {name}" for method, path, name, _ in IN_PATHS],
)
def test_a_part_of_a_path_is_found_or_not_as_the_document_says(
    ground: Ground, method: str, path: str, name: str, schema: dict[str, Any]
) -> None:
    line = BODIES[method, path]
    whole = ground.path_with_ids(path.replace(f"{{{name}}}", "{{part}}"))
    body = ground.fill_in(WHOLE.get((method, path), line.body)).encode()
    headers = NDJSON if path.endswith("/queue") else JSON
    query = dict(httpx.QueryParams(ground.fill_in(line.query))) | ({} if method == "GET" else {"dry_run": "true"})
    if (method, path) in REASONED:
        query.setdefault("reason", "error")
    if path.endswith("/stream"):
        query["once"] = "true"

    def ask(value: str) -> httpx.Response:
        address = whole.format(part=quote(value, safe=""))
        return ground.organizer.request(method, address, params=query, content=body, headers=headers)

    no_route = ground.anybody.get("/v1/not-found").json()["detail"]
    inside, outside = limits(schema)
    if schema["type"] == "integer":
        outside = [*outside, *NEVER_IN_FIGURES]
    for value in inside:
        answer = ask(value)
        assert answer.status_code in NAMED, (value, answer.status_code, answer.text)
        if answer.status_code == 404:
            assert answer.json()["code"] == "not-found"
            assert answer.json()["detail"] != no_route, value
    for value in outside:
        if value not in RESOLVED:
            answer = ask(value)
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), (value, answer.text)
