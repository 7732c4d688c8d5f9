"""Tests that only a demonstration's own pages, and programs, may act in it or read it: no other web page may."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.routes import HTTPRoute

from api import compose, opening, settings
from api.cli.demo.tables import lay, own_names
from api.context import AppContext
from tests.support.application import create_app
from tests.support.quiet import call_app, everything
from tests.support.service import Caller, refusal_of

READS = ("GET", "HEAD", "OPTIONS")
OPENED = {"ruleset": "guinote", "seats": [{"name": "Ana"}, {"name": "Beto"}]}
NAMES = ("localhost:8000", "localhost", "127.0.0.1:8000", "127.8.9.1", "[::1]:8000", "LOCALHOST:65535")
OTHERS = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.1.20:8000",
    "[::2]:8000",
    "user@localhost",
    "localhost/",
    "",
)
FOREIGN = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:3000"},
    {"Origin": "http://127.0.0.1:8000"},
    {"Origin": "http://localhost"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "cross-site"},
)
"""Headers of a page from another site, sent to a demonstration that is called localhost:8000."""
PREFLIGHT = {
    "Origin": "https://evil.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type",
    "Access-Control-Request-Private-Network": "true",
}


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppContext]:
    """The parts of a demonstration on this machine."""
    services = compose.open_services(str(tmp_path_factory.mktemp("demo") / "demo.sqlite"), open_table=True)
    yield services
    compose.close(services)


@pytest.fixture(scope="module")
def demo(services: AppContext) -> Iterator[Caller]:
    with call_app(create_app(services), "http://localhost:8000") as client:
        yield client


@pytest.fixture
def on_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Caller, dict[str, str]]]:
    """A demonstration that tablets reach, and the headers of the tablet at its first table."""
    for name in (settings.OPEN_TABLE, settings.OWN_PAGES):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv(settings.DATABASE, database := str(tmp_path / "demo.sqlite"))
    with opening.closing(opening.open_service(database)) as service:
        table = lay(service, with_tokens=True)[0]
    settings.demonstrate(own_names("mesa.example"))
    with call_app(compose.app_from_environment(), "http://192.168.1.20:8000") as client:
        assert table.token
        yield client, {"Authorization": f"Bearer {table.token}"}


def every_route(services: AppContext) -> list[tuple[str, str]]:
    routes = [route for route in create_app(services).routes if isinstance(route, HTTPRoute)]
    paths = [(route.path, str(method)) for route in routes for method in route.methods]
    return [(method, re.sub("{[^}]*}", "x", path)) for path, method in paths] + [("GET", "/nowhere"), ("POST", "/no")]


def require_refused(answer: httpx.Response) -> None:
    refusal_of(answer, 403, "forbidden")
    require_unread(answer)


def require_unread(answer: httpx.Response) -> None:
    """Fails if a page of another site could read or embed the answer."""
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["x-frame-options"] == "DENY"


def test_no_route_answers_by_a_name_that_may_be_of_another_site(services: AppContext, demo: Caller) -> None:
    before = everything(services)
    for method, path in every_route(services):
        require_refused(demo.request(method, path, json=OPENED, headers={"Host": "evil.example:8000"}))
    assert everything(services) == before


@pytest.mark.parametrize("host", OTHERS)
def test_only_names_of_this_machine_are_its_own(demo: Caller, host: str) -> None:
    require_refused(demo.get("/", headers={"Host": host}))


def test_two_names_are_none(demo: Caller) -> None:
    require_refused(demo.get("/", headers=[("Host", "localhost:8000"), ("Host", "evil.example")]))


@pytest.mark.parametrize("host", NAMES)
def test_its_own_pages_write_by_each_name_of_this_machine(demo: Caller, host: str) -> None:
    for own in ({}, {"Origin": f"http://{host.lower()}", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}):
        assert demo.post("/v1/matches", json=OPENED, headers={"Host": host, **own}).status_code == 201


@pytest.mark.parametrize("foreign", FOREIGN, ids=str)
def test_no_route_takes_a_write_from_another_page(services: AppContext, demo: Caller, foreign: dict[str, str]) -> None:
    before = everything(services)
    for method, path in every_route(services):
        if method not in READS:
            # A form of another site sends a request without a preflight.
            require_refused(
                demo.request(method, path, content=b"{}", headers={"Content-Type": "text/plain", **foreign})
            )
            require_refused(demo.request(method, path, json=OPENED, headers=foreign))
    assert everything(services) == before


def test_nothing_that_it_answers_can_be_read_by_another_page(services: AppContext, demo: Caller) -> None:
    for method, path in every_route(services):
        require_unread(demo.options(path, headers=PREFLIGHT))
        if method == "GET" and not path.endswith("/backup"):
            once = {"once": "true"} if path.endswith("/stream") else {}
            require_unread(demo.get(path, params=once, headers={"Origin": "https://evil.example"}))
    require_unread(demo.post("/v1/matches", json=OPENED))


def test_a_link_leads_to_it_and_nothing_of_it_is_embedded(demo: Caller) -> None:
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert demo.get("/", headers=elsewhere | {"Sec-Fetch-Mode": "navigate"}).status_code == 200
    for mode in ("no-cors", "cors"):
        require_refused(demo.get("/v1/backup", headers=elsewhere | {"Sec-Fetch-Mode": mode}))
    assert demo.get("/", headers={"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}).status_code == 200


def test_it_says_why_in_both_languages(demo: Caller) -> None:
    for language, name, page in (
        ("es", "esta demostración no se llama 'evil.example'", "no una página de 'https://evil.example'"),
        ("en", "this demonstration is not called 'evil.example'", "not a page of 'https://evil.example'"),
    ):
        headers = {"Accept-Language": language}
        assert name in demo.get("/", headers=headers | {"Host": "evil.example"}).json()["detail"]
        answer = demo.post("/v1/matches", headers=headers | {"Origin": "https://evil.example"})
        assert page in answer.json()["detail"]
        assert answer.headers["content-language"] == language


@pytest.mark.parametrize(
    "host", ["192.168.1.20:8000", "[fd00::20]:8000", "localhost:8000", "mesa.example:8000", socket.gethostname()]
)
def test_on_a_network_a_token_decides_whatever_its_address(
    on_network: tuple[Caller, dict[str, str]], host: str
) -> None:
    client, tablet = on_network
    called_so = {"Host": host, "Origin": f"http://{host}"}
    [match] = client.get("/v1/matches?limit=1", headers=called_so).json()["items"]
    refusal_of(client.post("/v1/matches", json=OPENED, headers=called_so), 401, "unauthenticated")
    note = {"type": "note", "text": "hola"}
    path = f"/v1/matches/{match['id']}/events"
    refusal_of(client.post(path, json=note, headers=called_so), 401, "unauthenticated")
    refusal_of(client.post("/v1/matches", json=OPENED, headers=called_so | tablet), 403, "forbidden")


def test_on_a_network_no_other_page_acts_either(on_network: tuple[Caller, dict[str, str]]) -> None:
    client, tablet = on_network
    require_refused(client.get("/", headers={"Host": "evil.example:8000"}))
    require_refused(client.post("/v1/matches", json=OPENED, headers=tablet | {"Origin": "https://evil.example"}))
    require_unread(client.get("/v1/matches", headers={"Origin": "https://evil.example"}))


def test_the_tablet_of_a_table_records_there(on_network: tuple[Caller, dict[str, str]]) -> None:
    client, tablet = on_network
    for match in client.get("/v1/matches").json()["items"]:
        note = client.post(f"/v1/matches/{match['id']}/events", json={"type": "note", "text": "hola"}, headers=tablet)
        if note.status_code == 201:
            return
    pytest.fail("the token records at no table")


def test_a_service_with_tokens_is_open_to_apps_of_other_sites(public: Caller) -> None:
    answer = public.get("/v1/matches", headers={"Origin": "https://app.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
