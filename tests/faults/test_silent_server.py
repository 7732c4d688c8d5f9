"""Every route while PostgreSQL stands still, and while it is gone: an answer, never a hang, never a fault of the service."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from api.http.parameter_validation import READS
from tests.api.access.test_access import Ground, Line, table
from tests.support import postgres
from tests.support.service import TOKEN, Caller, refusal_of, start
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
AT_ONCE = 24
ROLE = "organizer of all"


class Site(NamedTuple):
    """A service on a server of its own, and a request for every line of the table of routes, with its requisites made."""

    data: Path
    anybody: Caller
    requests: list[tuple[Line, httpx.Request]]

    def answers(self) -> list[tuple[Line, httpx.Response]]:
        """The answer to every request. A missing answer would block this."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = pool.map(self.anybody.send, [request for _, request in self.requests])
            return [(line, answer) for (line, _), answer in zip(self.requests, answers, strict=True)]

    def is_ready(self) -> bool:
        return self.anybody.get("/v1/health/ready").status_code == 200


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with (
        postgres.folder() as folder,
        postgres.server_in(folder / "data") as database,
        start(tmp_path, database=database) as running,
        _callers(running.url) as (organizer, anybody),
    ):
        ground = Ground(organizer, anybody)
        yield Site(folder / "data", anybody, [(line, ground.prepare(line, ROLE)) for line in table()])


@contextmanager
def _callers(url: str) -> Iterator[tuple[Caller, Caller]]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with Caller(base_url=url, headers=headers) as organizer, Caller(base_url=url) as anybody:
        yield organizer, anybody


def require_sound(answers: list[tuple[Line, httpx.Response]]) -> None:
    """Fails unless each read is answered from memory, and each other answer says that the database is away."""
    for line, answer in answers:
        if answer.status_code < 500:
            assert line.method in READS or answer.status_code >= 400, (line, answer.text)
            continue
        problem = refusal_of(answer, 503, "unavailable")
        assert problem["stored"] in {"no", "unknown"}, (line, problem)
        assert line.method not in READS or problem["stored"] == "no", (line, problem)
        assert answer.headers["retry-after"] == str(problem["retry_after"])


def test_every_route_answers_while_the_server_stands_still(site: Site) -> None:
    with postgres.pause_server(site.data):
        require_sound(site.answers())
        assert not site.is_ready()
    eventually(site.is_ready)


def test_every_route_answers_while_the_server_is_gone(site: Site) -> None:
    # It ends with all its processes, at once.
    postgres.kill_server(site.data)
    require_sound(site.answers())
    assert not site.is_ready()
