"""A service that stops is gone within eight seconds, even if other servers that it must leave do not answer."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

from api.app import create_app
from api.compose import close
from api.context import AppContext
from api.observing import tracing
from api.observing.tracing import Tracing
from api.runtime import process_end
from api.runtime.process_end import process_end_lifespan
from api.server import workers
from api.webhooks import deliverer as deliverer_module
from api.webhooks.deliverer import Deliverer
from referee.evidence.witnesses.cosignatures import witness_key
from tests.evidence.test_witnesses import NAME, OWN
from tests.support.inside import Clock, services_on
from tests.support.receiver import Reply, receiving
from tests.support.service import start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

STOP_SECONDS = 8
"""Seconds to stop. Tools that run containers kill after ten."""
GRACE_SECONDS = 15
"""Seconds of `stop_grace_period` in the compose files."""
SHORT = 0.01


class Silence:
    """A callable that blocks until the test is over. `request` is set after the first call."""

    def __init__(self) -> None:
        self.request = Event()
        self.over = Event()

    def __call__(self, *_: Any) -> None:
        self.request.set()
        self.over.wait(DEADLOCK_SECONDS)


@pytest.fixture
def silence() -> Iterator[Silence]:
    silent = Silence()
    yield silent
    silent.over.set()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[AppContext]:
    services = services_on(str(tmp_path / "log.sqlite"), Clock())
    yield services
    close(services)


def test_the_times_of_all_are_less_than_the_service_promises() -> None:
    """A second is left for the processes themselves."""
    assert workers.LEAVE_SECONDS + process_end.SECONDS + 1 < STOP_SECONDS
    assert 2 * deliverer_module.LEAVE_SECONDS + tracing.LEAVE_SECONDS <= process_end.SECONDS


def test_a_collector_that_does_not_answer_is_left(silence: Silence) -> None:
    class Exporting(SpanProcessor):
        def shutdown(self) -> None:
            silence()

    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(Exporting())
    Tracing(provider).close(SHORT)
    assert silence.request.is_set()
    assert not silence.over.is_set()


@pytest.mark.parametrize("is_sending", [True, False], ids=["a receiver", "a database"])
def test_a_webhook_that_does_not_answer_is_left(
    services: AppContext, silence: Silence, is_sending: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliverer_module, "LEAVE_SECONDS", SHORT)

    async def stop() -> None:
        deliverer = Deliverer(services, lambda *_: asyncio.Future())
        if is_sending:
            waiting: asyncio.Task[None] = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]
            deliverer._sending.add(waiting)
        else:
            monkeypatch.setattr(deliverer._turn, "leave", silence)
        await deliverer.stop()

    asyncio.run(stop())
    assert silence.request.is_set() != is_sending
    assert not silence.over.is_set()


@pytest.mark.parametrize("kind", ["cancelled", "in time"])
def test_a_worker_whose_end_takes_too_long_is_ended(kind: str) -> None:
    given_up = Event()

    async def end() -> None:
        async with process_end_lifespan(SHORT, given_up.set)(None):  # type: ignore[arg-type]
            if kind == "cancelled":
                raise asyncio.CancelledError

    try:
        asyncio.run(end())
    except asyncio.CancelledError:
        assert kind == "cancelled"
    assert given_up.wait(DEADLOCK_SECONDS)


@pytest.mark.parametrize("ends_process", [True, False])
def test_its_time_begins_before_anything_else_ends(services: AppContext, ends_process: bool) -> None:
    """Lifespans end in reverse order. A process that goes on after its application is not ended with it."""
    app: Any = create_app(services, ends_process=ends_process)
    last = app._lifespan_managers[-1]
    assert (last.__module__ == process_end.__name__) == ends_process


@pytest.mark.parametrize("workers", [1, 2])
def test_a_service_ends_in_time_whose_collector_receiver_and_witness_take_its_connection_and_never_answer(
    workers: int, tmp_path: Path
) -> None:
    over = Event()
    with receiving() as pit:
        pit.answer = lambda _: Reply(after=over)
        root = f"http://127.0.0.1:{pit.port}"
        settings = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": root,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
            "REFEREE_CHECKPOINT_SECONDS": "0.2",
            "REFEREE_WEBHOOKS_PRIVATE": "1",
            "REFEREE_WITNESSES": f"{root} {witness_key(NAME, OWN).text}",
        }
        with start(tmp_path, "--workers", str(workers), **settings) as running, running.client() as organizer:
            response = organizer.post("/v1/webhooks", json={"url": pit.url, "kinds": ["match.event"]})
            assert response.status_code == 201, response.text
            organizer.tell(organizer.open(), {"type": "note", "text": "sigue"})
            paths = {"/v1/traces", "/hook", "/add-checkpoint"}
            eventually(lambda: paths <= {request.path for request in pit.requests})
            running.process.terminate()
            # On a busy machine it has the time of a container.
            assert running.process.wait(GRACE_SECONDS) == 0, running.output_text()
        over.set()
