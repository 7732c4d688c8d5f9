"""A match in memory can be read by new readers while the database is silent, on every route that reads it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import httpx
import pytest

from api.access.bearers import TOKEN_TRUSTED_SECONDS
from api.context import AppContext
from tests.api.access.test_access import table
from tests.support.inside import Clock
from tests.support.lossy import Lossy, lossy
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
OF_A_MATCH = "/v1/matches/{match_id}"
ANOTHER = {"Accept-Language": "en-GB"}
"""Headers that make a request different from every request before."""
MADE_ANEW = {OF_A_MATCH, f"{OF_A_MATCH}/legal"}
"""Answers made from the match in memory: every reader gets one."""
MADE_BEFORE = {f"{OF_A_MATCH}/replay", f"{OF_A_MATCH}/audit"}
"""Answers made from the whole log of a match: a reader gets one only if a reader with the same view got it before."""
NOT_IN_MEMORY = {
    f"{OF_A_MATCH}/events": "the entries are in the log",
    f"{OF_A_MATCH}/stream": "it goes on with the log",
    f"{OF_A_MATCH}/claims/{{claim}}": "the play and its proof are in the log",
    f"{OF_A_MATCH}/whatif": "standings may change with any entry of the log",
    f"{OF_A_MATCH}/house-rules": "404 where nobody brought any",
    f"{OF_A_MATCH}/presence": "tablets say every ten seconds that they are there",
}


class Hall(NamedTuple):
    """A match in play, two readers, and the way to its database, which can be cut."""

    proxy: Lossy
    clock: Clock
    services: AppContext
    client: Caller
    match: str
    player: dict[str, str]

    def get(self, path: str, reader: dict[str, str], **query: int) -> httpx.Response:
        return self.client.get(path.format(match_id=self.match), headers=reader, params=query)

    def recognize(self, reader: dict[str, str]) -> None:
        """Sends a request of the reader, so that their token is looked up."""
        assert self.get("/v1/matches", reader).status_code == 200

    def position(self) -> int:
        return int(self.get(OF_A_MATCH, {}).headers["Log-Position"])


@pytest.fixture
def hall(postgres_database: str) -> Iterator[Hall]:
    clock = Clock()
    with lossy(postgres_database) as (proxy, address), quiet(address, clock) as (client, services):
        client.auth = _unless_read
        match = client.open()
        client.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
        player = client.bearer("player", match=match, seat=0)
        yield Hall(proxy, clock, services, client, match, player)
        proxy.heal()
        eventually(lambda: client.get("/v1/matches", params={"limit": 1}).status_code == 200)


def _unless_read(request: httpx.Request) -> httpx.Request:
    if request.method != "GET":
        request.headers["Authorization"] = BEARER["Authorization"]
    return request


def require_from_memory(answer: httpx.Response, position: int) -> None:
    """Checks that the answer names its position, its age and its reason."""
    assert answer.status_code == 200, answer.text
    assert int(answer.headers["Log-Position"]) == position
    assert int(answer.headers["Age"]) >= 0
    assert "does not answer" in answer.headers["Cache-Status"]


def test_every_read_of_a_match_is_told_apart() -> None:
    reads = {line.path for line in table() if line.method == "GET" and line.path.startswith(OF_A_MATCH)}
    assert reads == MADE_ANEW | MADE_BEFORE | set(NOT_IN_MEMORY)


def test_who_did_not_ask_before_is_answered_of_what_is_in_memory(hall: Hall) -> None:
    readers: tuple[dict[str, str], ...] = ({}, BEARER, hall.player)
    for reader in readers:
        hall.recognize(reader)
    requests = [(path, reader) for path in sorted(MADE_ANEW | MADE_BEFORE) for reader in readers]
    before = [hall.get(path, reader) for path, reader in requests if path in MADE_BEFORE]
    position = hall.position()
    hall.proxy.cut_off()
    responses = {}
    for path, reader in requests:
        answer = hall.get(path, {**ANOTHER, **reader})
        require_from_memory(answer, position)
        responses[path, str(reader)] = answer
    hands = [responses[OF_A_MATCH, str(reader)].json()["hands"] for reader in readers]
    assert hands[0] != hands[1] != hands[2] != hands[0]
    assert {answer.content for answer in before} == {responses[at].content for at in responses if at[0] in MADE_BEFORE}
    # Readers get its current data after it answers again.
    hall.proxy.heal()
    eventually(lambda: "Age" not in hall.get(OF_A_MATCH, ANOTHER).headers)
    for path, reader in requests:
        again = hall.get(path, {**ANOTHER, **reader})
        assert (again.content, "Age" in again.headers) == (responses[path, str(reader)].content, False)


def test_nobody_is_told_less_than_they_know_of(hall: Hall) -> None:
    hall.recognize({})
    position = hall.position()
    hall.proxy.cut_off()
    require_from_memory(hall.get(OF_A_MATCH, {"Consistency-Token": str(position)}), position)
    require_from_memory(hall.get(OF_A_MATCH, ANOTHER, min_version=2), position)
    refusal_of(hall.get(OF_A_MATCH, {"Consistency-Token": str(position + 1)}), 503, "unavailable")
    refusal_of(hall.get(OF_A_MATCH, ANOTHER, at=1), 503, "unavailable")
    refusal_of(hall.get(OF_A_MATCH, ANOTHER, unknown=1), 400, "malformed")


def test_only_a_token_that_was_looked_up_is_trusted_and_not_for_long(hall: Hall) -> None:
    hall.recognize({})
    hall.recognize(BEARER)
    hall.get(OF_A_MATCH, {})
    hall.proxy.cut_off()
    assert hall.get(OF_A_MATCH, BEARER).status_code == 200
    refusal_of(hall.get(OF_A_MATCH, hall.player), 503, "unavailable")
    hall.clock.on(timedelta(seconds=TOKEN_TRUSTED_SECONDS))
    refusal_of(hall.get(OF_A_MATCH, BEARER), 503, "unavailable")
    assert hall.get(OF_A_MATCH, ANOTHER).status_code == 200


def test_who_is_known_to_be_erased_is_not_named(hall: Hall) -> None:
    player = hall.get(OF_A_MATCH, {}).json()["seats"][0]["player"]
    assert hall.client.delete(f"/v1/players/{player}").status_code == 204
    hall.proxy.cut_off()
    refusal_of(hall.get(OF_A_MATCH, ANOTHER), 503, "unavailable")


def test_what_this_process_wrote_is_in_memory(hall: Hall) -> None:
    hall.recognize({})
    hall.get(OF_A_MATCH, {})
    response = hall.client.say(hall.match, {"type": "note", "text": "aquí"})
    hall.proxy.cut_off()
    answer = hall.get(OF_A_MATCH, ANOTHER)
    require_from_memory(answer, int(response.headers["Consistency-Token"]))
    assert answer.json()["version"] == 3
