"""Limits on the number of webhooks: of one match, of one championship, of everything, and in all."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.context import AppContext
from api.routes import webhooks
from tests.support.administering import grant
from tests.support.application import create_app
from tests.support.service import BEARER, TOKEN, refusal_of

ALIKE, MOST = 2, 5
Client = TestClient[Litestar]


@pytest.fixture
def organizer(open_services: Callable[[], AppContext], monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """An organizer of a service with room for few."""
    monkeypatch.setattr(webhooks, "MOST_ALIKE", ALIKE)
    monkeypatch.setattr(webhooks, "MOST", MOST)
    services = open_services()
    grant(services.people, "organizer", secret=TOKEN)
    with TestClient(create_app(services)) as client:
        client.headers.update(BEARER)
        yield client


def make(client: Client, headers: dict[str, str] | None = None, **of: str) -> httpx.Response:
    body: dict[str, Any] = {"url": "https://board.example/hooks", "kinds": ["match.event"], **of}
    return client.post("/v1/webhooks", json=body, headers=headers)


def test_each_match_and_championship_has_room_for_its_own(organizer: Client) -> None:
    every: dict[str, str] = {}
    championship = {"championship": organizer.post("/v1/championships", json={"name": "Fiestas"}).json()["id"]}
    opening = {"ruleset": "casino.classic", "seats": [{"name": "Ana"}, {"name": "Beto"}]}
    match = {"match": organizer.post("/v1/matches", json=opening).json()["id"]}
    first = make(organizer, {"Idempotency-Key": "first"}, **every)
    assert {make(organizer, **of).status_code for of in (every, championship, championship)} == {201}
    for of, what in ((every, "of everything"), (championship, "of the championship")):
        detail = refusal_of(make(organizer, **of), 409, "impossible")["detail"]
        assert detail == f"there are {ALIKE} webhooks {what} already: delete one of them first"
    again = make(organizer, {"Idempotency-Key": "first"}, **every)
    assert (again.status_code, again.json()) == (201, first.json())
    assert make(organizer, **match).status_code == 201
    detail = refusal_of(make(organizer, {"Accept-Language": "es"}, **match), 409, "impossible")["detail"]
    assert detail == f"hay ya {MOST} webhooks: borra antes alguno"


def test_one_that_is_deleted_makes_room(organizer: Client) -> None:
    ids = [make(organizer).json()["id"] for _ in range(ALIKE)]
    refusal_of(make(organizer), 409, "impossible")
    assert organizer.delete(f"/v1/webhooks/{ids[0]}").status_code == 204
    assert make(organizer).status_code == 201
