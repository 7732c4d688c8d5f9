"""Requests in disguise: paths in another spelling, keys that come twice, lines that forge a log entry."""

import http.client
import json
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.api.access.test_access import Ground, Line, ground, table
from tests.support.service import Caller, refusal_of, start

__all__ = ["ground"]

ROUTES = sorted({(line.method, line.path) for line in table() if line.path.startswith("/v1/")})


def ask_exactly(client: Caller, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """The answer to a path that is sent exactly as written. Other clients would correct it."""
    connection = http.client.HTTPConnection(urlsplit(str(client.base_url)).netloc)
    headers = {name: client.headers[name] for name in ("authorization",) if name in client.headers}
    connection.putrequest(method, path)
    for name, value in (
        headers | {"Content-Type": "application/json", "Content-Length": str(len(body or b""))}
    ).items():
        connection.putheader(name, value)
    connection.endheaders(body)
    with closing(connection), connection.getresponse() as answer:
        return answer.status, answer.read()


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=str)
def test_what_only_looks_like_a_route_is_not_found(ground: Ground, organizer: Caller, method: str, path: str) -> None:
    address = ground.path_with_ids(path)
    in_percent = f"/v1/%{ord(address[4]):02x}{address[5:]}"
    for disguise in (
        "/" + address,
        address.replace("/v1/", "/v1//"),
        address + "/",
        address.replace("/v1/", "/v1%2f"),
        in_percent,
        address.replace("/v1/", "/v1/./"),
        address.replace("/v1/", "/v1/x/../"),
        address + "%0a",
    ):
        status, answer = ask_exactly(organizer, method, disguise, b"{}")
        assert (status, json.loads(answer)["code"]) == (404, "not-found"), disguise


BODIES = [
    line
    for line in table()
    if line.method in {"POST", "PUT"} and line.answers["organizer of all"] == "ok" and line.body
]


@pytest.mark.parametrize("line", BODIES, ids=lambda line: f"{line.method} {line.path} {line.body}")
def test_a_key_that_comes_twice_is_malformed_everywhere(ground: Ground, line: Line) -> None:
    path, body = ground.path_with_ids(line.path), ground.fill_in(line.body)
    if body == "{}":
        body = '{"name": "Ana"}'
    name = next(iter(json.loads(body)))
    media = "application/x-ndjson" if path.endswith("/queue") else "application/json"
    headers = ground.tokens["organizer of all"] | {"Content-Type": media}
    for twice in (
        body[:-1] + f', "{name}": {json.dumps(json.loads(body)[name])}}}',
        body[:-1] + ', "deep": [{"a": 1, "a": 1}]}',
        body[:-1] + f', "\\u{ord(name[0]):04x}{name[1:]}": 0}}',
    ):
        answer = ground.anybody.request(line.method, path, content=twice, headers=headers)
        assert refusal_of(answer, 400, "malformed")["errors"][0]["message"].endswith("comes twice"), twice


def test_no_request_writes_a_line_of_its_own_into_the_log(tmp_path: Path) -> None:
    forgery = "[INFO] referee: token revoked"
    with start(tmp_path, "--log-level", "debug", "--access-log") as running, running.client() as client:
        for path in (f"/v1/matches/%0a{forgery.replace(' ', '%20')}", f"/x%0d%0a{forgery.replace(' ', '%20')}%1b[2J"):
            assert ask_exactly(client, "GET", path)[0] == 404
    lines = running.output_text().splitlines()
    assert any(forgery in line for line in lines)
    assert not any(line.startswith(forgery) for line in lines)
    assert "\x1b" not in running.output_text()
