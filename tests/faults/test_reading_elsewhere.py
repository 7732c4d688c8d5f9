"""Reads go on from the standby while the server that writes is away: every route, with the position that they stand for."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.api.access.test_access import Ground, table
from tests.support import postgres
from tests.support.replicated import Server, run_replicated
from tests.support.service import Caller, Running, refusal_of, start
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
ROLE = "organizer of all"
UNAVAILABLE = 503
OPEN = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}], "first_dealer": 0}


class Site(NamedTuple):
    """A service that knows a standby, which it reads from where the first one is away."""

    primary: Server
    standby: Server
    running: Running
    organizer: Caller

    def reads_on(self) -> bool:
        """True if the service has opened the standby."""
        return (
            re.search(r"^referee_standby_open\{.*\} 1\.0$", self.organizer.get("/metrics").text, re.MULTILINE)
            is not None
        )

    def is_caught_up(self) -> bool:
        """True if the standby has every write."""
        head = self.primary.ask("SELECT coalesce(max(notification_id), 0) FROM referee_events")
        return head == self.standby.ask("SELECT min(position) FROM projection_position")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with (
        run_replicated() as (primary, standby),
        start(tmp_path, database=primary.address, REFEREE_DATABASE_READ=standby.address) as running,
        running.client() as organizer,
    ):
        whole_site = Site(primary, standby, running, organizer)
        eventually(whole_site.reads_on)
        yield whole_site


@contextmanager
def away(site: Site, *, has_ended: bool) -> Iterator[None]:
    """The server that writes is away: gone at once with all its processes, or standing still until the block ends."""
    if has_ended:
        postgres.kill_server(site.primary.data)
        eventually(lambda: not site.primary.answers())
        yield
    else:
        with postgres.pause_server(site.primary.data):
            yield


def is_told_elsewhere(answer: httpx.Response) -> bool:
    """True if the standby gave this answer and the answer says so."""
    status = answer.headers.get("Cache-Status", "")
    return answer.status_code == 200 and "its standby does" in status and int(answer.headers["Age"]) >= 0


def read_again(reader: Caller, request: httpx.Request) -> httpx.Response:
    """The answer to a reader that asks again where a busy machine did not answer in time."""
    while (answer := reader.send(request)).status_code == UNAVAILABLE:
        pass
    return answer


def require_every_read(site: Site, *, is_gone: bool) -> None:
    """Fails unless the standby answers, to a new reader, every read of the log that was answered before."""
    ground = Ground(site.organizer, site.organizer)
    responses = []
    for line in table():
        if line.method == "GET":
            request = ground.prepare(line, ROLE)
            answer = site.organizer.send(request)
            if answer.status_code == 200 and "Log-Position" in answer.headers:
                responses.append((line, request, int(answer.headers["Log-Position"])))
    eventually(site.is_caught_up)
    with away(site, has_ended=is_gone):
        again = []
        for line, request, position in responses:
            request.headers["Accept-Language"] = "en-GB"
            again.append((line, position, read_again(site.organizer, request)))
        silent = {line.path: answer.status_code for line, _, answer in again if not is_told_elsewhere(answer)}
        assert silent == {}, site.running.output_text()
        assert all(int(answer.headers["Log-Position"]) >= position for _, position, answer in again)
    assert len(again) > 10


def test_every_read_goes_on_while_the_server_that_writes_is_gone(site: Site) -> None:
    require_every_read(site, is_gone=True)
    problem = refusal_of(site.organizer.post("/v1/matches", json=OPEN), 503, "unavailable")
    assert problem["stored"] == "no"


def test_reads_go_elsewhere_and_come_back(site: Site) -> None:
    match = site.organizer.open()
    eventually(site.is_caught_up)
    with site.running.client(token=None) as reader:
        with ExitStack() as stack:
            stack.enter_context(away(site, has_ended=False))
            answer = read_again(reader, reader.build_request("GET", f"/v1/matches/{match}"))
            assert is_told_elsewhere(answer)
            # A reader that has seen more than the standby has is not told less.
            headers = {"Consistency-Token": str(int(answer.headers["Log-Position"]) + 1)}
            assert reader.get("/v1/matches", headers=headers).status_code in {409, 503}
            with reader.stream("GET", f"/v1/matches/{match}/stream") as stream:
                assert is_told_elsewhere(stream)
                lines = stream.iter_lines()
                assert "id: 1" in lines
                stack.close()
                # It ends, and the reader goes on from its place.
                assert [line for line in lines if line.startswith("id: 1")] == []
        eventually(lambda: "Age" not in reader.get(f"/v1/matches/{match}").headers)
        assert site.organizer.tell(match, {"type": "note", "text": "on"})["version"] > 1


def test_a_standby_that_knows_less_than_this_node_answers_nothing(site: Site) -> None:
    eventually(site.is_caught_up)
    site.standby.ask("SELECT pg_wal_replay_pause()")
    match = site.organizer.open()
    with away(site, has_ended=True), site.running.client(token=None) as reader:
        refusal_of(reader.get("/v1/championships"), 503, "unavailable")
        refusal_of(reader.get(f"/v1/matches/{match}/audit"), 503, "unavailable")
