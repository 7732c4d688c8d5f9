"""Limits on the requests of a token or an address, measured by a clock that stands still."""

import re
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from litestar.testing import transport as short_way

from api.access import costs
from api.access.costs import PAPER_COST, PICTURE_COST, PREVIEW_COST, REPORT_COST
from api.document.document import ABOUT
from api.pages.browser.site import PAGES
from api.proxy.forwarded import Proxies
from tests.support.hall import Hall
from tests.support.inside import Clock, inside
from tests.support.rounds_at_work import NAMES, ContestInRounds
from tests.support.service import BEARER, Caller, refusal_of

PER_MINUTE = 60
PROJECT = Path(__file__).parents[3]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[Caller]:
    with inside(str(tmp_path / "referee.sqlite"), clock, per_minute=PER_MINUTE) as client:
        yield client


def test_a_flood_of_made_up_tokens_is_stopped_at_its_address_and_good_tokens_go_on(
    client: Caller, clock: Clock
) -> None:
    assert client.get("/v1/matches", headers=BEARER).status_code == 200
    made_up = [{"Authorization": f"Bearer made-up-{n}"} for n in range(80)]
    statuses = [client.get("/v1/matches", headers=header).status_code for header in made_up]
    assert statuses == [401] * PER_MINUTE + [429] * (80 - PER_MINUTE)
    assert client.get("/v1/matches").status_code == 429
    assert client.get("/v1/matches", headers=BEARER).status_code == 200
    assert client.get("/v1/rulesets/hearts.castillar").status_code == 200
    clock.on(timedelta(seconds=1))
    assert [client.get("/v1/matches").status_code for _ in range(2)] == [200, 429]


def test_each_process_counts_what_it_answers_itself_and_says_so(tmp_path: Path, clock: Clock) -> None:
    database = str(tmp_path / "referee.sqlite")
    with (
        inside(database, clock, per_minute=PER_MINUTE) as one,
        inside(database, clock, per_minute=PER_MINUTE) as other,
    ):
        for _ in range(PER_MINUTE):
            assert one.get("/v1/matches", headers=BEARER).status_code == 200
        problem = refusal_of(one.get("/v1/matches", headers=BEARER), 429, "too-many")
        assert f"{PER_MINUTE} requests a minute to this process of the service" in problem["detail"]
        answer = other.get("/v1/matches", headers=BEARER)
        assert (answer.status_code, answer.headers["ratelimit"]) == (200, f'"minute";r={PER_MINUTE - 1};t=1')


def test_who_comes_through_a_proxy_has_a_quota_of_their_own_whatever_they_send(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse_request = short_way.TestClientTransport.parse_request

    def parse_request_of_proxy(transport: Any, request: httpx.Request) -> Any:
        return {**parse_request(transport, request), "client": ("127.0.0.1", 5000)}

    monkeypatch.setattr(short_way.TestClientTransport, "parse_request", parse_request_of_proxy)
    proxies = Proxies([ip_network("127.0.0.1/32")])
    with inside(str(tmp_path / "referee.sqlite"), clock, per_minute=PER_MINUTE, proxies=proxies) as client:
        quotas = [
            client.get("/v1/matches", headers={"X-Forwarded-For": f"198.51.100.{n}, {address}"}).headers["ratelimit"]
            for n, address in enumerate(("192.0.2.2", "192.0.2.3", "192.0.2.2"))
        ]
    assert [re.findall(r"r=(\d+)", quota) for quota in quotas] == [["59"], ["59"], ["58"]]


def test_what_is_refused_says_when_to_come_again_and_is_not_written(client: Caller, clock: Clock) -> None:
    client.headers.update(BEARER)
    match = client.open()
    for _ in range(PER_MINUTE - 1):
        assert client.get(f"/v1/matches/{match}").status_code == 200
    answer = client.say(match, {"type": "note", "text": "x"})
    problem = refusal_of(answer, 429, "too-many")
    assert int(answer.headers["retry-after"]) == problem["retry_after"] > 0
    clock.on(timedelta(seconds=problem["retry_after"]))
    assert client.version(match) == 1
    assert client.get("/v1/health/live").status_code == 200


def left(answer: httpx.Response) -> int:
    """The number of requests left, as an answer gives it."""
    return int(answer.headers["ratelimit"].partition("r=")[2].partition(";")[0])


def test_what_is_sent_on_counts_by_what_it_costs_and_what_is_kept_counts_once(client: Caller, clock: Clock) -> None:
    client.headers.update(BEARER)
    hall = Hall(client)
    clock.on(timedelta(minutes=1))
    match = hall.guinote()
    addresses = papers(client, hall, match)
    del client.headers["Authorization"]
    for path, cost in (
        (f"/share/{match}.png", PREVIEW_COST + PICTURE_COST - 1),
        (f"/share/{hall.championship}.png", PREVIEW_COST + PICTURE_COST - 1),
        (f"/v1/championships/{hall.championship}/calendar.ics", REPORT_COST),
        (f"/championships/{hall.championship}/results.atom", REPORT_COST),
        (f"/v1/contests/{hall.league.id}/changes", REPORT_COST),
        *((path, PAPER_COST) for path in addresses),
    ):
        clock.on(timedelta(minutes=1))
        first, again = client.get(path), client.get(path)
        assert (first.status_code, again.status_code) == (200, 200)
        assert (left(first), left(again)) == (PER_MINUTE - cost, PER_MINUTE - cost - 1), path
    for n in range(PER_MINUTE // PICTURE_COST):
        client.get(f"/share/{match}.png?step={n + 1}")
    refusal_of(client.get(f"/share/{match}.png?step=6"), 429, "too-many")


@pytest.mark.parametrize("path", [path for page in PAGES if page.has_preview for path in page.paths])
def test_a_page_counts_as_its_preview_until_that_is_kept(client: Caller, clock: Clock, path: str) -> None:
    client.headers.update(BEARER)
    hall = Hall(client)
    clock.on(timedelta(minutes=1))
    match = hall.guinote()
    del client.headers["Authorization"]
    clock.on(timedelta(minutes=1))
    address = path.replace(":str}", "}").format(match_id=match, championship_id=hall.championship)
    first, again = client.get(address), client.get(address)
    assert "og:title" in first.text
    assert (left(first), left(again)) == (PER_MINUTE - PREVIEW_COST, PER_MINUTE - PREVIEW_COST - 1)


@pytest.mark.parametrize(
    "text",
    [
        ABOUT,
        *((PROJECT / file).read_text(encoding="utf-8") for file in ("openapi/README.md", "deploy/README.md")),
    ],
    ids=["document", "openapi/README.md", "deploy/README.md"],
)
def test_every_document_says_what_costs_more(text: str) -> None:
    assert costs.ABOUT in " ".join(text.split())


def papers(client: Caller, hall: Hall, match: str) -> list[str]:
    """The address of every paper of this hall, without rulebooks, which are the same for all."""
    transport: Any = client._transport
    routes = [route for route in transport._client.app.routes if isinstance(route, HTTPRoute)]
    paths = [route.path for route in routes if route.path.startswith("/print/") and "rulebook" not in route.path]
    assert len(paths) > 10
    names = {"match_id": match, "contest_id": hall.league.id, "championship_id": hall.championship}
    in_rounds = ContestInRounds.of_pairs(client, *NAMES)
    in_rounds.pair()
    of_round = {"contest_id": in_rounds.id, "number": "1"}
    return [path.replace(":str}", "}").format(**names | (of_round if "{number" in path else {})) for path in paths]


def test_a_page_opens_for_who_may_ask_no_more_and_says_nothing_of_what_it_is_about(client: Caller) -> None:
    match = client.post(
        "/v1/matches", json={"ruleset": "guinote", "seats": [{"name": "Ana"}, {"name": "Beto"}]}, headers=BEARER
    ).json()["id"]
    assert "og:title" in client.get(f"/table/{match}").text
    while client.get("/v1/matches").status_code == 200:
        pass
    page = client.get(f"/table/{match}")
    assert page.status_code == 200 and "og:title" not in page.text
