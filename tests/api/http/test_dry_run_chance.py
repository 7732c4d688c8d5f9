"""The number of runs of a dry run: several only if chance decides something."""

import pytest

from tests.support.quiet import quiet
from tests.support.service import BEARER

DRY = {"dry_run": "true"}


def test_chance_is_asked_only_where_it_decides(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        match, fresh = client.open("guinote", 2), client.open("guinote", 2)
        client.told(match, {"type": "deal", "shuffle": True, "seed": "rehearsed"})
        draws: list[str] = []

        def chance() -> str:
            draws.append("once")
            return "seed"

        monkeypatch.setattr(services.service, "chance", chance)
        play = client.get(f"/v1/matches/{match}/legal").json()["events"][0]
        for event in ({"type": "note", "text": "a"}, play):
            assert client.post(f"/v1/matches/{match}/events", json=event, params=DRY).status_code == 200
        assert draws == []
        deal = {"type": "deal", "shuffle": True}
        assert client.post(f"/v1/matches/{fresh}/events", json=deal, params=DRY).status_code == 200
        assert draws
