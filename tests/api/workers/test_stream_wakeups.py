"""The log itself wakes the waiting readers of a stream, once after each commit, and only for the streams of that commit."""

import ast
import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from api import compose
from api.context import AppContext
from referee.followers.signal import Signal
from referee.log.records import Record
from tests.api.access.test_access import JSON, Ground, Line
from tests.api.http.test_dry_run import WRITES, line_name
from tests.support import postgres
from tests.support.inserts import watch_inserts
from tests.support.inside import Clock, services_on
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

ROOT = Path(__file__).parents[3]
WAKERS = {"referee/followers/signal.py", "referee/followers/watch.py"}
"""The modules that give the signal: for the entries of this process, and for those of others."""


class Woken:
    """The streams of each commit of a service, and those of each signal."""

    def __init__(self, services: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stored: list[set[str]] = []
        self.woken: list[set[str]] = []
        notify = services.append_signal.notify

        def note_commit(records: Sequence[Record]) -> None:
            self.stored.append({str(record.originator_id) for record in records})

        def notifying(*streams: str) -> None:
            self.woken.append({*streams})
            notify(*streams)

        watch_inserts(services.service.log, monkeypatch, after=note_commit)
        monkeypatch.setattr(services.append_signal, "notify", notifying)


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def ground(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Ground, AppContext]]:
    with ExitStack() as stack:
        if request.param == "sqlite":
            database = str(tmp_path_factory.mktemp("woken") / "log.sqlite")
        else:
            database = stack.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
        client, services = stack.enter_context(quiet(database))
        organizer = Caller(transport=client._transport, base_url=client.base_url, headers=BEARER)
        yield Ground(organizer, client), services


@pytest.mark.parametrize("line", WRITES, ids=line_name)
def test_every_write_wakes_once_a_commit_what_it_wrote_to(
    ground: tuple[Ground, AppContext], line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, services = ground
    path, body = here.path_with_ids(line.path), here.fill_in(line.body).encode()
    watch = Woken(services, monkeypatch)
    headers = JSON | here.tokens["organizer of all"]
    for params in ({"dry_run": "true"}, {}):
        here.anybody.request(line.method, path, params=params, content=body, headers=headers)
    assert watch.woken == watch.stored
    assert all(watch.woken)


def test_nobody_gives_the_signal_of_the_log_by_hand() -> None:
    paths = set()
    for folder in ("api", "referee", "projections"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in ("notify", "notify_threadsafe"):
                    signal = ast.unparse(node.value)
                    if signal.endswith(("appended", "signal")) or (signal == "self" and path.name == "signal.py"):
                        paths.add(str(path.relative_to(ROOT)))
    assert paths == WAKERS | {"api/compose.py"}


def test_a_thread_wakes_who_waits_in_the_loop() -> None:
    signal = Signal()

    async def go() -> list[bool]:
        with signal.listen("one") as one, signal.listen("other") as other:
            await asyncio.to_thread(signal.notify_threadsafe, {"one"})
            await one.wait()
            return [one.event.is_set(), other.event.is_set()]

    assert asyncio.run(go()) == [True, False]
    # That loop is over, and no reader is left to be woken.
    signal.notify_threadsafe({"one"})


def test_what_a_test_stores_beside_the_application_wakes_too(database: str) -> None:
    services = services_on(database, Clock())

    async def go() -> None:
        with services.append_signal.listen("one") as one:
            await asyncio.to_thread(services.service.log.append, [Record("one", 1, "note", b"{}")])
            await one.wait()

    asyncio.run(go())
    compose.close(services)
