"""Limits on the requests of one reader, for any table and any number of claims. The work ends when the reader leaves."""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import segno.encoder
from litestar.routes import HTTPRoute

from api.context import AppContext
from api.http.paging import MOST_BYTES
from api.pages.print.paper import incidents
from api.runtime.disconnects import CLOSED_REQUEST
from referee.contests.format import MOST as MOST_ENTRANTS
from referee.match.aggregate import Match
from referee.matches.preconditions import MOST_SANCTIONS
from tests.support.application import create_app
from tests.support.crowded import TABLES, WIDEST, sums, trailing
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.waiting import DEADLOCK_SECONDS

MOST_STEP = 500_000
"""Bytes of one item of a page. An item is never split."""
NOTES = [{"type": "note", "text": "sigue"}] * 4
MOST_OF_CONTEST = 2_500_000
"""Bytes of an answer about the largest league, with all of its matches."""
MOST_ON_PAPER = 10_000_000
"""Bytes of a score sheet for each of its matches."""
FIELD = re.compile(r"\{(\w+)\}")
LEFT = 26
"""Events after which the number of legal moves is greatest, on a table of trailed cards only."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(str(tmp_path_factory.mktemp("bounds") / "log.sqlite")) as (client, services):
        yield client, services


@pytest.fixture(scope="module")
def public(service: tuple[Caller, AppContext]) -> Caller:
    return service[0]


@pytest.fixture(scope="module")
def organizer(public: Caller) -> Caller:
    return of_organizer(public)


def of_organizer(public: Caller) -> Caller:
    """A client of the same service with the organizer's token. Its writes do not return the view."""
    return Caller(transport=public._transport, base_url=public.base_url, headers=BEARER | {"Prefer": "return=minimal"})


@pytest.fixture(scope="module")
def paths(service: tuple[Caller, AppContext]) -> list[str]:
    """Every path that reads a part of a match, without streams."""
    routes = [route for route in create_app(service[1]).routes if isinstance(route, HTTPRoute)]
    paths = [route.path.replace(":str}", "}") for route in routes if "GET" in route.methods]
    return [path for path in paths if "{match_id}" in path and not path.endswith("/stream")]


def play_crowded(organizer: Caller, name: str, seats: int, **opening: Any) -> str:
    tables = islice(trailing(name, seats), LEFT, None)
    table = next(table for table in tables if table.match.turn() is not None)
    match = organizer.open(name, seats, params=WIDEST.get(name, {}), first_dealer=seats - 1, **opening)
    organizer.tell(match, [msgspec.to_builtins(event) for event in table.events])
    return match


def wordy(organizer: Caller) -> str:
    match = organizer.open()
    organizer.tell(match, [{"type": "sanction", "seat": 0, "card": "yellow", "reason": "ñ" * 500}] * MOST_SANCTIONS)
    organizer.tell(match, [{"type": "note", "text": "ñ" * 2_000}] * 60)
    return match


def pages(client: Caller, path: str) -> Iterator[dict[str, Any]]:
    """The pages of a list by the `Link` of each."""
    while path:
        answer = client.get(path)
        assert answer.status_code == 200, answer.text
        assert len(answer.content) < MOST_BYTES + MOST_STEP
        yield answer.json()
        path = answer.links.get("next", {}).get("url", "")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_read_of_a_crowded_table_is_bounded(
    organizer: Caller, public: Caller, paths: list[str], name: str, seats: int
) -> None:
    match = play_crowded(organizer, name, seats)
    for path in paths:
        answer = public.get(path.format(match_id=match, claim="c1"))
        assert answer.status_code < 500
        assert len(answer.content) < MOST_STEP, path
    steps = [step for page in pages(public, f"/v1/matches/{match}/replay?legal=true") for step in page["steps"]]
    assert [step["version"] for step in steps] == list(range(1, organizer.version(match) + 1))
    assert all("legal" not in step for step in public.get(f"/v1/matches/{match}/replay").json()["steps"])
    assert steps[-1]["legal"] == public.get(f"/v1/matches/{match}/legal").json()["events"]


def test_every_read_of_the_largest_league_is_bounded(service: tuple[Caller, AppContext], organizer: Caller) -> None:
    names = [f"Jugadora de nombre largo {n}" for n in range(MOST_ENTRANTS)]
    contest = Contest(organizer, *names, format="league", params={"legs": 2})
    first = contest.fixtures()[0]
    one, other = (entrant["id"] for entrant in first["entrants"])
    ids = {
        "championship_id": contest.championship,
        "contest_id": contest.id,
        "fixture_id": first["id"],
        "player_id": one,
        "other_id": other,
    }
    routes = [
        route for route in create_app(service[1]).routes if isinstance(route, HTTPRoute) and "GET" in route.methods
    ]
    reads = [path for path in (route.path.replace(":str}", "}") for route in routes) if not path.endswith("/stream")]
    of_contest = [path for path in reads if (fields := FIELD.findall(path)) and {*fields} <= ids.keys()]
    assert len(of_contest) > 30
    for path in of_contest:
        answer = organizer.get(path.format(**ids))
        assert answer.status_code < 500, path
        assert len(answer.content) < (MOST_ON_PAPER if path.endswith("/sheets") else MOST_OF_CONTEST), path


def test_the_alternatives_of_a_refusal_are_from_the_same_list(organizer: Caller) -> None:
    match = play_crowded(organizer, "casino.classic", 2, enforcement="strict")
    legal = organizer.get(f"/v1/matches/{match}/legal").json()
    table = organizer.get(f"/v1/matches/{match}").json()["table"]
    card = next(event["card"] for event in legal["events"] if event["type"] == "trail")
    take = {"type": "take", "seat": legal["turn"], "card": card, "cards": table["loose"]}
    problem = refusal_of(organizer.say(match, take), 409, "irregular")
    own = [event for event in legal["events"] if event.get("seat") == legal["turn"]]
    assert sums(own)
    assert problem["alternatives"] == own


def test_what_was_said_at_a_table_comes_in_bounded_pages(organizer: Caller, public: Caller, paths: list[str]) -> None:
    match = wordy(organizer)
    for path in paths:
        answer = public.get(path.format(match_id=match, claim="c1"))
        assert len(answer.content) < MOST_BYTES, path
    steps = [step for page in pages(public, f"/v1/matches/{match}/replay") for step in page["steps"]]
    assert len(steps) == MOST_SANCTIONS + 61
    listing = list(pages(public, f"/v1/matches/{match}/events?limit=500"))
    entries = [entry for page in listing for entry in page["items"]]
    assert entries == [step["event"] for step in steps]
    ndjson = public.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    assert [msgspec.json.decode(line) for line in ndjson.content.splitlines()] == entries


@pytest.mark.parametrize("limit", [1, 7, 1_000])
def test_the_pages_of_an_audit_are_the_whole_of_it(organizer: Caller, public: Caller, limit: int) -> None:
    match = organizer.open("guinote", 2, first_dealer=0)
    organizer.tell(match, [{"type": "deal", "turn_up": "7O"}, {"type": "play", "seat": 1, "card": "1C"}])
    organizer.tell(match, [{"type": "note", "text": "sigue"}, {"type": "play", "seat": 0, "card": "3C"}])
    organizer.tell(match, {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"})
    whole = public.get(f"/v1/matches/{match}/audit").json()
    assert whole["next"] is None
    assert whole["sanctions"]
    assert [len(sheet["rows"]) for sheet in whole["hands"]] == [3]
    listing = list(pages(public, f"/v1/matches/{match}/audit?limit={limit}"))
    assert len(listing) == -(-whole["version"] // limit)
    assert join_pages(listing) == whole


def test_an_audit_with_many_words_comes_in_bounded_pages(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    for _ in range(3):
        organizer.tell(match, [{"type": "note", "text": "ñ" * 2_000}] * 150)
    page_list = list(pages(public, f"/v1/matches/{match}/audit"))
    assert len(page_list) == 2
    rows = [row for sheet in join_pages(page_list)["hands"] for row in sheet["rows"]]
    assert [row["note"]["version"] for row in rows] == list(range(2, 452))
    assert {row["note"]["text"] for row in rows} == {"ñ" * 2_000}


def join_pages(page_list: list[dict[str, Any]]) -> dict[str, Any]:
    """An audit of its pages."""
    lists = {name for name, value in page_list[0].items() if isinstance(value, list)} - {"hands"}
    sheets: dict[int, dict[str, Any]] = {}
    for page in page_list:
        for sheet in page["hands"]:
            sheets[sheet["version"]] = sheet | {
                "rows": sheets.get(sheet["version"], {"rows": []})["rows"] + sheet["rows"]
            }
    return (
        page_list[-1]
        | {name: [item for page in page_list for item in page[name]] for name in lists}
        | {"hands": list(sheets.values())}
    )


@pytest.mark.parametrize(
    ("path", "module", "step"),
    [("/v1/matches/{}/legal", Match, "legal"), ("/print/matches/{}/sanctions", incidents, "code_of")],
    ids=["legal", "sanctions"],
)
def test_what_takes_long_for_a_match_keeps_nobody_waiting(
    organizer: Caller, public: Caller, monkeypatch: pytest.MonkeyPatch, path: str, module: Any, step: str
) -> None:
    match, make, threads = wordy(organizer), getattr(module, step), set()

    def note_call(*args: Any) -> Any:
        threads.add(threading.current_thread())
        return make(*args)

    monkeypatch.setattr(module, step, note_call)
    assert public.get(path.format(match)).status_code == 200
    assert threads
    assert threading.main_thread() not in threads


def test_a_page_of_the_log_is_bounded(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    for _ in range(2):
        organizer.tell(match, [{"type": "note", "text": "ñ" * 2_000}] * 150)
    listing = list(pages(public, f"/v1/matches/{match}/events?limit=500"))
    assert len(listing) > 1
    assert [entry["version"] for page in listing for entry in page["items"]] == list(range(1, 302))


class Leaving:
    """A client that leaves once its answer is being made. `status` is the status of an answer that was sent anyway."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.departure = asyncio.Event()
        self.status = 0
        self._has_request = False

    async def receive(self) -> dict[str, Any]:
        if not self._has_request:
            self._has_request = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.departure.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.status = message.get("status", self.status)

    @property
    def scope(self) -> dict[str, Any]:
        url = httpx.URL(self.path)
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": url.path,
            "raw_path": url.raw_path,
            "query_string": url.query,
            "root_path": "",
            "headers": [(b"host", b"table.example"), (b"authorization", BEARER["Authorization"].encode())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }


@pytest.mark.parametrize(
    ("path", "step"),
    [("replay", "view"), ("audit", "today"), ("whatif?without=6", "derive"), ("claims/c1", "_enter")],
)
def test_work_ends_at_its_next_step_when_its_client_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, step: str
) -> None:
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        organizer = of_organizer(client)
        match = organizer.open()
        organizer.tell(match, {"type": "deal"})
        organizer.tell(match, [{"type": "play", "seat": n % 2, "card": card} for n, card in enumerate(("2C", "9D"), 1)])
        organizer.tell(match, [{"type": "claim", "by": 1, "against": 0, "kind": "revoke", "at": 4}, *NOTES])
        steps, may_go_on = _told_of_steps(monkeypatch, step)

        async def ask() -> int:
            leaving, loop = Leaving(f"/v1/matches/{match}/{path}"), asyncio.get_running_loop()
            steps.then = partial(loop.call_soon_threadsafe, leaving.departure.set)
            await asyncio.wait_for(create_app(services)(leaving.scope, leaving.receive, leaving.send), DEADLOCK_SECONDS)  # type: ignore[arg-type]
            return leaving.status

        assert asyncio.run(ask()) == CLOSED_REQUEST
        may_go_on.set()
        services.worker_cache.close()
        assert steps.count == 1


class _Steps:
    """Counts steps, and does something at each."""

    def __init__(self) -> None:
        self.count = 0
        self.then: Callable[[], object] = lambda: None

    def note(self) -> None:
        self.count += 1
        self.then()


def _told_of_steps(monkeypatch: pytest.MonkeyPatch, step: str) -> tuple[_Steps, threading.Event]:
    """Counts the steps outside the event loop. The first step waits until it is released."""
    steps, may_go_on = _Steps(), threading.Event()
    make = getattr(Match, step)

    def note_call(self: Match, *args: Any, **options: Any) -> Any:
        if threading.current_thread().name.startswith("worker_cache"):
            steps.note()
            assert may_go_on.wait(DEADLOCK_SECONDS)
        return make(self, *args, **options)

    monkeypatch.setattr(Match, step, note_call)
    return steps, may_go_on


def test_the_masks_of_a_code_are_not_tried_for_each_card(
    organizer: Caller, public: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_if_tried(*_: Any) -> int:
        raise AssertionError("a mask is scored")

    match = wordy(organizer)
    monkeypatch.setattr(segno.encoder, "evaluate_mask", fail_if_tried)
    paper = public.get(f"/print/matches/{match}/sanctions")
    assert paper.text.count("<svg") == MOST_SANCTIONS
