"""A rehearsal is long work: the event loop answers other requests meanwhile. See also `test_dry_run.py`."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import httpx
import pytest

from api.compose import close
from api.context import AppContext
from referee.championship.dry_run import DryRunChampionships
from tests.support.application import create_app
from tests.support.dry_runs import DRY
from tests.support.inside import Clock, services_on
from tests.support.service import BEARER

PLAYERS = [f"Jugador {n}" for n in range(64)]
LEAGUE = {"ruleset": "hearts.castillar", "format": "league"}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[AppContext]:
    context = services_on(str(tmp_path / "log.sqlite"), Clock())
    yield context
    close(context)


def hold_back(call: Callable[..., Any], start: Event, release: Event) -> Callable[..., Any]:
    """The call, which waits to begin until it is released."""

    def later(*args: Any, **more: Any) -> Any:
        assert current_thread() is not main_thread(), "this would hold up every other request"
        start.set()
        release.wait()
        return call(*args, **more)

    return later


def test_others_are_answered_while_a_draw_of_64_is_tried(services: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    start, release = Event(), Event()

    async def scene() -> httpx.Response:
        app: Any = create_app(services)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table.example", headers=BEARER) as client:
            response = await client.post(
                "/v1/championships", json={"name": "Fiestas", "players": PLAYERS, "distinct": True}
            )
            decide = hold_back(DryRunChampionships.decide, start, release)
            monkeypatch.setattr(DryRunChampionships, "decide", decide)
            draw = f"/v1/championships/{response.json()['id']}/contests"
            trying = asyncio.create_task(client.post(draw, json=LEAGUE, params=DRY))
            await asyncio.to_thread(start.wait)
            other = await client.post("/v1/players", json={"name": "Ana"})
            assert (other.status_code, trying.done()) == (201, False)
            release.set()
            return await trying

    answer = asyncio.run(scene())
    assert answer.status_code == 200
    assert len(answer.json()["fixtures"]) == 64 * 63 // 2
