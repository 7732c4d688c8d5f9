"""A reader gets the same answer again while the database is silent, marked with its age."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import httpx
import pytest

from api.access.bearers import TOKEN_TRUSTED_SECONDS
from tests.api.http.test_response_cache import KEPT, LASTING
from tests.support.inside import Clock
from tests.support.lossy import Lossy, lossy
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
READERS: tuple[dict[str, str], ...] = ({}, BEARER)
LATER = timedelta(seconds=3)


class Table(NamedTuple):
    """A match in play, and the way to its database, which can be stalled."""

    proxy: Lossy
    clock: Clock
    client: Caller
    match: str

    def get(self, path: str, reader: dict[str, str]) -> httpx.Response:
        return self.client.get(path.format(self.match), headers=reader)

    def told_before(self, *readers: dict[str, str]) -> list[tuple[str, dict[str, str], httpx.Response]]:
        """The answers to these readers on everything that is cached."""
        responses = [(path, reader, self.get(path, reader)) for path in (*KEPT, *LASTING) for reader in readers]
        assert {answer.status_code for _, _, answer in responses} == {200}
        return responses

    def falls_silent(self) -> None:
        self.proxy.stall()
        self.clock.on(LATER)

    def speaks_again(self) -> None:
        """Ends the silence, and returns once the service has noticed."""
        self.proxy.heal()
        eventually(lambda: self.client.get("/v1/matches", params={"limit": 1}).status_code == 200)


@pytest.fixture
def table(postgres_database: str) -> Iterator[Table]:
    clock = Clock()
    with lossy(postgres_database) as (proxy, address), quiet(address, clock) as (client, _):
        client.auth = _unless_read
        match = client.open()
        client.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
        table = Table(proxy, clock, client, match)
        yield table
        table.speaks_again()


def _unless_read(request: httpx.Request) -> httpx.Request:
    if request.method != "GET":
        request.headers["Authorization"] = BEARER["Authorization"]
    return request


def test_what_was_told_is_told_again_with_its_age_and_position(table: Table) -> None:
    responses = table.told_before(*READERS)
    table.falls_silent()
    for path, reader, before in responses:
        again = table.get(path, reader)
        assert (path, again.status_code, again.content) == (path, 200, before.content)
        assert again.headers.get("log-position") == before.headers.get("log-position")
        # An answer that never changes has no age.
        assert again.headers.get("age") == (None if path in LASTING else str(LATER.seconds))
        assert ("cache-status" in again.headers) == (path not in LASTING)
    table.speaks_again()
    for path, reader, before in responses:
        again = table.get(path, reader)
        assert (again.status_code, again.content) == (200, before.content)
        assert "age" not in again.headers


def test_who_was_told_nothing_before_is_told_nothing(table: Table) -> None:
    table.told_before({})
    newcomer = table.client.bearer("auditor")
    table.falls_silent()
    answer = refusal_of(table.get(KEPT[0], newcomer), 503, "unavailable")
    assert answer["stored"] == "no"


def test_a_token_is_trusted_for_a_minute(table: Table) -> None:
    table.told_before(*READERS)
    table.falls_silent()
    table.clock.on(timedelta(seconds=TOKEN_TRUSTED_SECONDS))
    assert table.get(KEPT[0], {}).headers["age"] == str(LATER.seconds + int(TOKEN_TRUSTED_SECONDS))
    refusal_of(table.get(KEPT[0], BEARER), 503, "unavailable")


def test_what_is_known_to_have_changed_is_not_told_again(table: Table) -> None:
    record = table.client.post("/v1/tokens", json={"role": "auditor"}).json()
    headers = {"Authorization": f"Bearer {record['token']}"}
    table.told_before({}, headers)
    assert table.client.delete(f"/v1/tokens/{record['id']}").status_code == 204
    table.client.tell(table.match, {"type": "note", "text": "aquí"})
    table.falls_silent()
    refusal_of(table.get(KEPT[-1], headers), 503, "unavailable")
    assert table.get(KEPT[0], {}).json()["version"] == 3
    assert table.get(KEPT[-1], {}).headers["age"] == str(LATER.seconds)


def test_no_name_of_before_a_change_is_told_again(table: Table) -> None:
    table.told_before({})
    player = table.get(KEPT[0], {}).json()["seats"][0]["player"]
    assert table.client.delete(f"/v1/players/{player}").status_code == 204
    table.falls_silent()
    for path in (KEPT[0], KEPT[-1]):
        refusal_of(table.get(path, {}), 503, "unavailable")
