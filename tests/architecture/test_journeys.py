"""Length of the way of one request through the product: a reader follows it from module to module.

Figures only go down. They are for a database in a file, in one process.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.compose import close
from api.runtime import writer_thread
from tests.support.asgi import ask
from tests.support.inside import Clock, services_on
from tests.support.journeys import Journey, Profiler, profiler
from tests.support.service import BEARER

PLAYERS = ["Ana", "Beto", "Carla", "Dani"]
KEPT = {
    "play": (49, 114, 334),
    "play, return=minimal": (44, 102, 272),
    "view": (34, 73, 236),
    "view again": (12, 9, 40),
    "result": (69, 293, 855),
    "standings": (32, 73, 266),
}
"""The most modules that each way enters, its most returns to a module that it left, its most calls."""


class Still(Clock):
    """A clock that stands still, and costs no call of the product."""

    def __call__(self) -> str:
        return "2026-10-12T12:00:00.000Z"


class Desk:
    """An organizer's client of the application that records its requests one by one."""

    def __init__(self, app: Any, profile: Profiler) -> None:
        self._app, self._profile = app, profile
        self.journeys: dict[str, Journey] = {}

    async def get(self, path: str) -> Any:
        return json.loads(await ask(self._app, "GET", path, authorization=BEARER["Authorization"]))

    async def post(self, path: str, content: Any, **headers: str) -> Any:
        body = json.dumps(content).encode()
        return json.loads(await ask(self._app, "POST", path, body, authorization=BEARER["Authorization"], **headers))

    async def record(self, name: str, request: Callable[[], Awaitable[Any]]) -> None:
        with self._profile.journey() as journey:
            await request()
        self.journeys[name] = journey


async def _match(desk: Desk) -> None:
    seats = [{"name": name} for name in PLAYERS]
    match = await desk.post("/v1/matches", {"ruleset": "guinote", "seats": seats, "first_dealer": 3})
    path = f"/v1/matches/{match['id']}"
    await desk.post(f"{path}/events", {"type": "deal", "dealer": 3, "turn_up": "7O"})
    for name, headers in (("", {}), ("play", {}), ("play, return=minimal", {"prefer": "return=minimal"})):
        legal = await desk.get(f"{path}/legal")
        card = next(event for event in legal["events"] if event["type"] == "play")
        await desk.record(name, lambda: desk.post(f"{path}/events", card, **headers))  # noqa: B023
    for name in ("view", "view again"):
        await desk.record(name, lambda: desk.get(path))


async def _contest(desk: Desk) -> None:
    """A league of four with two results recorded: the second one has some before it."""
    championship = await desk.post("/v1/championships", {"name": "Fiestas", "players": PLAYERS, "distinct": True})
    draw = {"ruleset": "hearts.castillar", "format": "league", "order": PLAYERS}
    contest = await desk.post(f"/v1/championships/{championship['id']}/contests", draw)
    path = f"/v1/contests/{contest['id']}"
    fixtures = (await desk.get(f"{path}/fixtures"))["items"]
    for name, fixture in zip(("", "result"), fixtures, strict=False):
        result = f"/v1/fixtures/{fixture['id']}/result"
        await desk.record(name, lambda: desk.post(result, {"points": [40, 64]}))  # noqa: B023
    for name in ("", "standings"):
        await desk.record(name, lambda: desk.get(f"{path}/standings"))


@pytest.fixture(scope="module")
def journeys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Journey]:
    """The way of each request on a database in a file, which the event loop waits for however slow the disk is."""

    async def journeys_recorded() -> dict[str, Journey]:
        services = services_on(str(folder / "log.sqlite"), Still())
        desk = Desk(create_app(services), profile)
        await _match(desk)
        await _contest(desk)
        close(services)
        return desk.journeys

    folder: Path = tmp_path_factory.mktemp("journeys")
    with pytest.MonkeyPatch.context() as patch, profiler() as profile:
        patch.setattr(writer_thread, "PROMPT_SECONDS", 3_600)
        return asyncio.run(journeys_recorded())


@pytest.mark.parametrize("name", KEPT)
def test_the_way_of_a_request_grows_no_longer(journeys: dict[str, Journey], name: str) -> None:
    journey = journeys[name]
    figures = journey.modules, journey.returns, journey.calls
    assert all(figure <= most for figure, most in zip(figures, KEPT[name], strict=True)), str(journey)
