"""The number of times that a dry run answers a request: once, unless chance decides something."""

import pytest

from api.context import AppContext
from api.middleware.dry_run import RUNS_WITH_CHANCE
from tests.support.dry_runs import DRY
from tests.support.quiet import quiet
from tests.support.service import BEARER


def test_a_request_is_answered_once_where_chance_decides_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        match, fresh = client.open("guinote", 2), client.open("guinote", 2)
        client.told(match, {"type": "deal", "shuffle": True, "seed": "rehearsed"})
        play = client.get(f"/v1/matches/{match}/legal").json()["events"][0]
        runs: list[int] = []
        make = AppContext.dry_run

        def counted(parts: AppContext, run: int = 0) -> AppContext:
            runs.append(run)
            return make(parts, run)

        monkeypatch.setattr(AppContext, "dry_run", counted)
        monkeypatch.setattr(services.service, "chance", lambda: pytest.fail("a dry run must not reveal a seed to come"))
        for event in ({"type": "note", "text": "a"}, play):
            runs.clear()
            assert client.post(f"/v1/matches/{match}/events", json=event, params=DRY).status_code == 200
            assert runs == [0]
        runs.clear()
        deal = {"type": "deal", "shuffle": True}
        assert client.post(f"/v1/matches/{fresh}/events", json=deal, params=DRY).status_code == 200
        assert runs == [*range(RUNS_WITH_CHANCE)]
