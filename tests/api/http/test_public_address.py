"""A service behind another address than its own: every address that it writes is the public one."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from api.pages.print.codes import code_of
from tests.api.access.test_access import Ground
from tests.api.http.test_every_route import READS, address
from tests.support.hall import Hall
from tests.support.service import Running, refusal_of, start
from tests.support.waiting import eventually

PUBLIC = "https://cards.example"
PROXIED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example", "X-Forwarded-For": "203.0.113.7"}
"""The headers of a proxy that speaks HTTPS."""
MEDIA = ("application/json", "text/html", "text/csv")
WITH_ADDRESSES = {
    "/v1/championships/{championship_id}/calendar.ics",
    "/v1/docs",
    "/v1/health/ready",
    "/v1/matches/{match_id}/claims/{claim}",
    "/v1/contests/{contest_id}/rounds/{number}",
    "/print/championships/{championship_id}/general",
    "/print/championships/{championship_id}/overlay",
    "/print/contests/{contest_id}/fixtures",
    "/print/contests/{contest_id}/rounds/{number}",
    "/table/{match_id}",
    "/replay/{match_id}",
    "/board/{championship_id}",
    "/championships/{championship_id}",
    "/championships/{championship_id}/results.atom",
}
"""Routes with absolute addresses of the service in their answers."""


class ProxiedService(NamedTuple):
    """A service, the headers that its proxy adds to every request, and its log."""

    service: Running
    headers: dict[str, str]
    ground: Ground


@contextmanager
def start_service(folder: Path, headers: dict[str, str], *settings: str) -> Iterator[ProxiedService]:
    """The settings are arguments of `referee serve`."""
    with start(folder, *settings) as service, service.client() as organizer, service.client(token=None) as anybody:
        ground = Ground(organizer, anybody)
        when = {"starts_at": "2027-01-09T17:00:00+01:00"}
        assert organizer.put(ground.path_with_ids("/v1/fixtures/{fixture_id}/schedule"), json=when).is_success
        yield ProxiedService(service, headers, ground)


@pytest.fixture(scope="module")
def proxied_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProxiedService]:
    """A service that trusts any proxy on this machine."""
    with start_service(tmp_path_factory.mktemp("proxied"), PROXIED, "--proxies", "127.0.0.0/8") as one:
        yield one


@pytest.fixture(scope="module")
def public_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProxiedService]:
    """A service with a public address, which trusts no proxy."""
    settings = ("--url", "https://Cards.example:443/", "--proxies", "10.0.0.0/8, ::1")
    with start_service(tmp_path_factory.mktemp("public"), {}, *settings) as one:
        yield one


@pytest.fixture(params=["proxied_service", "public_url"])
def either(request: pytest.FixtureRequest) -> ProxiedService:
    """Each of the two services."""
    one: ProxiedService = request.getfixturevalue(request.param)
    return one


def addresses(text: str) -> list[str]:
    """The absolute addresses in a text. Folded lines of calendars are joined."""
    return re.findall(r"https?://[^\s\"'<>\\)]+", text.replace("\r\n ", ""))


def own(answer: httpx.Response, service: Running) -> list[str]:
    """The service's addresses in an answer and its headers. Fails if one is not the public one."""
    texts = [*answer.headers.values(), "" if answer.headers.get("content-type") == "image/png" else answer.text]
    urls = [one for text in texts for one in addresses(text)]
    for one in urls:
        assert not one.startswith(("http://cards.example", "http://127.0.0.1", "https://127.0.0.1")), one
    assert not any(f":{service.port}" in text for text in texts)
    return [one for one in urls if one.startswith(PUBLIC)]


def test_every_read_writes_the_public_address(either: ProxiedService) -> None:
    paths = set()
    for line in READS:
        path, query = address(either.ground, line)
        for media in MEDIA:
            answer = either.ground.organizer.get(path, params=query, headers={**either.headers, "Accept": media})
            assert answer.status_code == 200, answer.text
            if own(answer, either.service):
                paths.add(line.path)
    # A page names the public address if it is set, for the links that it draws itself.
    assert paths >= WITH_ADDRESSES
    assert not either.headers or paths == WITH_ADDRESSES


def test_every_code_on_paper_leads_to_the_public_address(either: ProxiedService) -> None:
    hall = Hall(either.ground.organizer)
    match = hall.guinote()
    event = {"type": "sanction", "seat": 0, "card": "yellow", "reason": "tarde"}
    version = hall.client.tell(match, event)["version"]
    board = f"{PUBLIC}/board/{hall.championship}"
    codes = {
        f"/print/contests/{hall.league.id}/fixtures": f"{board}?only={hall.league.id}",
        f"/print/championships/{hall.championship}/general": board,
        f"/print/matches/{match}/sanctions": f"{PUBLIC}/replay/{match}?step={version}",
        f"/v1/matches/{either.ground.match}/claims/c1?format=html": f"{PUBLIC}/replay/{either.ground.match}?step=3",
    }
    for path, leads in codes.items():
        assert str(code_of(leads)) in hall.client.get(path, headers=either.headers).text, path


def test_pages_know_the_public_address_for_the_codes_that_they_draw(
    public_url: ProxiedService, running: Running
) -> None:
    for page in ("/organize", "/table/any", "/replay/any"):
        assert f'<meta name="public-address" content="{PUBLIC}">' in public_url.service.get(page).text
        assert "public-address" not in running.get(page).text


@pytest.mark.parametrize("headers", [PROXIED, {"Forwarded": "for=203.0.113.7;proto=https;host=cards.example"}])
def test_who_is_not_named_changes_no_address(running: Running, headers: dict[str, str]) -> None:
    text = running.get("/v1/docs", headers=headers).text
    assert f"url={running.url}\n" in text
    assert "cards.example" not in text


def test_by_either_kind_of_header(proxied_service: ProxiedService) -> None:
    for headers in (PROXIED, {"Forwarded": 'for=203.0.113.7;proto=https;host="cards.example"'}):
        assert f"url={PUBLIC}\n" in proxied_service.service.get("/v1/docs", headers=headers).text


def test_what_is_remembered_for_one_name_is_not_told_at_another(proxied_service: ProxiedService) -> None:
    client = proxied_service.ground.anybody
    for path in ("results.atom", ""):
        for host in ("cards.example", "other.example", "cards.example"):
            address = f"/championships/{proxied_service.ground.championship}/{path}".rstrip("/")
            text = client.get(address, headers=PROXIED | {"X-Forwarded-Host": host}).text
            assert {one.split("/")[2] for one in addresses(text)} - {"www.w3.org"} == {host}


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[Running]:
    """A service behind a proxy, with a log of clients. Each address may make three requests a minute and open one stream."""
    limits = {"REFEREE_RATE": "3", "REFEREE_STREAMS_PER_ADDRESS": "1", "REFEREE_LOG_FORMAT": "json"}
    with start(tmp_path, "--log-level", "info", "--access-log", REFEREE_PROXIES="127.0.0.1", **limits) as service:
        yield service


def test_each_client_behind_a_proxy_has_its_own_share_and_its_own_line(counting: Running) -> None:
    with counting.client() as organizer, counting.client(token=None) as client:

        def asks(last: str, *before: str) -> int:
            headers = {"X-Forwarded-For": ", ".join([*before, last]), "X-Request-Id": f"for-{last}"}
            return client.get("/v1/matches", headers=headers).status_code

        # Only the address that the proxy adds is counted, with any addresses before it.
        assert [asks("203.0.113.7", f"198.51.100.{n}") for n in range(4)] == [200, 200, 200, 429]
        assert [asks("198.51.100.1") for _ in range(4)] == [200, 200, 200, 429]

        path = f"/v1/matches/{organizer.open()}/stream"
        first, other = ({"X-Forwarded-For": f"198.51.100.{n}"} for n in (2, 3))
        with client.stream("GET", path, headers=first) as one, client.stream("GET", path, headers=other) as two:
            assert (one.status_code, two.status_code) == (200, 200)
            assert "198.51.100.2" not in refusal_of(client.get(path, headers=first), 429, "too-many")["detail"]

    def clients() -> set[str]:
        lines = [json.loads(line) for line in counting.output_text().splitlines() if line.startswith("{")]
        access = [line for line in lines if line["logger"] == "referee.access"]
        return {line["client"] for line in access if line["request_id"].startswith("for-")}

    eventually(lambda: clients() == {"203.0.113.7", "198.51.100.1"})


def test_both_settings_are_on_record(public_url: ProxiedService) -> None:
    acts = public_url.ground.organizer.get("/v1/administration/events", params={"type": "settings_in_effect"})
    [act] = acts.json()["items"]
    assert (act["url"], act["proxies"]) == (PUBLIC, ["10.0.0.0/8", "::1/128"])
    eventually(lambda: f"{PUBLIC}/v1/docs" in public_url.service.output_text())
