"""An operator's view of requests: an id for each, counts by route, lines of a log, traces. None of it names a person."""

import asyncio
import json
import re
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client.parser import text_string_to_metric_families

from api import settings
from api.compose import close
from api.observing.tracing import Tracing, tracing_from_environment
from referee.errors import Inconsistent
from tests.support.application import create_app
from tests.support.inside import Clock, services_on
from tests.support.service import BEARER, TOKEN, Caller, Running, refusal_of, start
from tests.support.waiting import eventually

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
MADE = re.compile("[0-9a-f]{32}")
OPENED = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}]}
SECRET = "?access=a-secret-of-a-link"


@dataclass
class TracedService:
    """A service in this process, with the spans that it made."""

    app: Any
    spans: InMemorySpanExporter

    def ask(self, *requests: tuple[str, str, dict[str, Any]]) -> list[httpx.Response]:
        """The answers to requests, one after the other, with the organizer's token."""

        async def all_of_them() -> list[httpx.Response]:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://referee", headers=BEARER) as client:
                return [await client.request(method, path, **more) for method, path, more in requests]

        return asyncio.run(all_of_them())

    def one(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer to one request."""
        return self.ask((method, path, more))[0]

    def samples(self, metric: str) -> dict[tuple[str, ...], float]:
        """The values of a metric, by the values of its labels in the order of their names, without the process."""
        text = self.one("GET", "/metrics").text
        all_samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
        return {
            tuple(value for name, value in sorted(sample.labels.items()) if name != "process"): sample.value
            for sample in all_samples
            if sample.name == metric
        }

    def request_counts(self) -> dict[tuple[str, ...], float]:
        """The number of requests answered, by method, route and kind of status."""
        return self.samples("referee_http_request_seconds_count")

    def request_spans(self) -> list[ReadableSpan]:
        """The finished spans of requests."""
        return [span for span in self.spans.get_finished_spans() if span.kind.name == "SERVER"]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TracedService]:
    spans = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(spans))
    services = services_on(str(tmp_path / "seen.sqlite"), Clock())
    yield TracedService(create_app(services, tracing=Tracing(provider)), spans)
    close(services)


def test_whatever_way_an_answer_takes_it_has_one_id(service: TracedService) -> None:
    match = service.one("POST", "/v1/matches", json=OPENED).json()["id"]
    table = f"/v1/matches/{match}"
    note = {"json": {"type": "note", "text": "x"}}
    ways: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", f"{table}/events", note),
        ("POST", f"{table}/events", {"json": {"type": "nothing"}}),
        ("POST", f"{table}/events?dry_run=true", note),
        *[("GET", table, {})] * 3,
        ("HEAD", table, {}),
        ("GET", f"{table}/stream?once=true", {}),
        ("OPTIONS", "/v1/matches", {}),
        ("GET", "/", {}),
        ("GET", "/nowhere", {}),
        ("GET", "//v1/matches", {}),
        ("TEAPOT", "/v1/matches", {}),
    ]
    ids = [answer.headers.get_list("x-request-id") for answer in service.ask(*ways)]
    assert all(len(one) == 1 and MADE.fullmatch(one[0]) for one in ids)
    assert len({one for (one,) in ids}) == len(ids)
    assert {answer.status_code for answer in service.ask(*ways)} >= {200, 201, 404, 405}


@pytest.mark.parametrize(
    ("headers", "id_"),
    [
        ({"X-Request-Id": "proxy-7/a:b"}, "proxy-7/a:b"),
        ({"X-Request-Id": "proxy-7", "traceparent": PARENT}, "proxy-7"),
        ({"traceparent": PARENT}, TRACE),
        ({"X-Request-Id": "two words", "traceparent": PARENT}, TRACE),
        ({"X-Request-Id": "x" * 129}, None),
        ({"X-Request-Id": 'a","level":"error'}, None),
        ({"X-Request-Id": ""}, None),
        ({"traceparent": PARENT.replace(TRACE, "0" * 32)}, None),
        ({"traceparent": PARENT.upper()}, None),
    ],
)
def test_an_id_is_taken_where_it_is_well_formed(
    service: TracedService, headers: dict[str, str], id_: str | None
) -> None:
    answer = service.one("GET", "/v1/health/live", headers=headers).headers["x-request-id"]
    assert answer == id_ if id_ else MADE.fullmatch(answer)


def test_requests_are_counted_by_route_whatever_way_they_take(service: TracedService) -> None:
    match = service.one("POST", "/v1/matches", json=OPENED).json()["id"]
    table, note = f"/v1/matches/{match}", {"type": "note", "text": "x"}
    service.ask(
        *[("POST", f"{table}/events", {"json": note})] * 3,
        ("POST", f"{table}/events?dry_run=true", {"json": note}),
        ("POST", f"{table}/events", {"content": b"{"}),
        *[("GET", table, {})] * 4,
        ("HEAD", table, {}),
        ("GET", "/v1/matches/nobody", {}),
        ("GET", "/nowhere", {}),
        ("TEAPOT", table, {}),
    )
    counts = service.request_counts()
    events = "/v1/matches/{match_id}/events"
    assert counts["POST", events, "2xx"] == 4
    assert counts["POST", events, "4xx"] == 1
    assert counts["GET", "/v1/matches/{match_id}", "2xx"] == 4
    assert counts["HEAD", "/v1/matches/{match_id}", "2xx"] == 1
    assert counts["GET", "/v1/matches/{match_id}", "4xx"] == 1
    assert counts["GET", "none", "4xx"] == 1
    assert sum(value for (method, _, _), value in counts.items() if method == "other") == 1
    assert service.samples("referee_commit_seconds_count")["stored",] == 4
    # Four events, and the chains of the two players that sat down by a name.
    assert service.samples("referee_commit_records_total")[()] == 6
    # A refused command is carried out too; a rehearsal is not.
    assert service.samples("referee_group_commands_sum")[()] >= 4


def test_no_label_names_anything_but_routes_methods_and_outcomes(service: TracedService) -> None:
    routes = {route.path_format for route in service.app.routes if isinstance(route, HTTPRoute)}
    service.ask(*[("GET", f"/v1/matches/{n}", {}) for n in range(20)], ("GET", f"/v1/players/ana{SECRET}", {}))
    assert {route for _, route, _ in service.request_counts()} <= routes | {"none"}
    text = service.one("GET", "/metrics").text
    labels = {name for names in re.findall(r"^referee_\w+\{(.*)\}", text, re.MULTILINE) for name in names.split(",")}
    label_names = {name.partition("=")[0] for name in labels}
    assert label_names <= {
        "process",
        "route",
        "method",
        "status",
        "outcome",
        "projection",
        "digest",
        "work",
        "pool",
        "witness",
        "le",
    }


def test_connections_are_told_for_either_pool(service: TracedService) -> None:
    most, in_use = service.samples("referee_pool_most"), service.samples("referee_pool_in_use")
    assert most.keys() == in_use.keys() == {("log",), ("tables",)}
    assert all(0 <= in_use[pool] <= most[pool] for pool in most)
    assert service.samples("referee_pool_waiting")["tables",] == 0


def test_a_trace_goes_on_through_the_service_and_says_nothing_private(service: TracedService) -> None:
    match = service.one("POST", "/v1/matches", json=OPENED).json()["id"]
    service.spans.clear()
    note = {"json": {"type": "note", "text": "a secret"}, "headers": {"traceparent": PARENT}}
    answers = service.ask(
        ("POST", f"/v1/matches/{match}/events", note), ("GET", f"/v1/matches/{match}{SECRET}", {}), ("GET", "/no", {})
    )
    wrote, read, nowhere = service.request_spans()
    assert (wrote.name, read.name, nowhere.name) == (
        "POST /v1/matches/{match_id}/events",
        "GET /v1/matches/{match_id}",
        "GET",
    )
    assert wrote.context
    assert wrote.parent
    assert f"{wrote.context.trace_id:032x}" == TRACE
    assert f"{wrote.parent.span_id:016x}" == PARENT.split("-")[2]
    (store,) = [span for span in service.spans.get_finished_spans() if span.name == "store"]
    assert store.parent
    assert store.parent.span_id == wrote.context.span_id
    assert dict(wrote.attributes or {}) == {
        "http.route": "/v1/matches/{match_id}/events",
        "http.request.method": "POST",
        "http.response.status_code": 201,
        "referee.request_id": answers[0].headers["x-request-id"],
    }
    spans = " ".join(span.to_json() for span in service.spans.get_finished_spans())
    assert match not in spans
    assert "secret" not in spans
    assert TOKEN not in spans


@pytest.mark.parametrize(
    ("settings", "traces"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_traces_are_made_where_they_are_sent(
    settings: dict[str, str], traces: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SDK_DISABLED"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    tracing = tracing_from_environment()
    assert (tracing is not None) == traces
    if tracing:
        tracing.close()


def test_a_service_without_opentelemetry_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    for name in [name for name in sys.modules if name.startswith("opentelemetry")]:
        monkeypatch.setitem(sys.modules, name, None)
    assert tracing_from_environment() is None
    assert "card-referee[otel]" in caplog.text


def log_lines(running: Running, logger: str) -> list[dict[str, Any]]:
    """The lines of one logger, each of them JSON."""
    lines = [json.loads(line) for line in running.output_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["logger"] == logger]


def test_lines_of_a_log_in_json(tmp_path: Path) -> None:
    talkative = ("--log-level", "info", "--access-log")
    with start(tmp_path, *talkative, REFEREE_LOG_FORMAT="json") as running, running.client() as client:
        match = client.open()
        mine = {"X-Request-Id": "tablet-7"}
        problem = refusal_of(client.get(f"/v1/matches/nobody{SECRET}", headers=mine), 404, "not-found")
        client.get(f"/v1/matches/{match}", headers=mine)
        eventually(lambda: any(f"matches/{match}" in line["path"] for line in log_lines(running, "referee.access")))
    lines = [json.loads(line) for line in running.output_text().splitlines() if line.startswith("{")]
    for line in lines:
        assert {"time", "level", "logger", "message"} <= line.keys()
    (entry,) = [line for line in log_lines(running, "referee.api") if line.get("request_id") == "tablet-7"]
    assert (entry["status"], entry["code"], entry["level"]) == (404, problem["code"], "info")
    entries = [line for line in log_lines(running, "referee.access") if line.get("request_id") == "tablet-7"]
    assert [(line["route"], line["status"]) for line in entries] == [
        ("/v1/matches/{match_id}", 404),
        ("/v1/matches/{match_id}", 200),
    ]
    assert all(line["ms"] >= 0 for line in entries)
    assert "secret-of-a-link" not in running.output_text()


def test_lines_of_a_log_in_words(tmp_path: Path) -> None:
    with start(tmp_path, "--log-level", "info", "--access-log") as running, running.client() as client:
        client.get("/v1/matches/nobody", headers={"X-Request-Id": "tablet-7"})
    assert re.search(
        r"INFO - .* - referee\.api - .* - GET /v1/matches/nobody: 404 not-found \[tablet-7\]", running.output_text()
    )
    assert re.search(r'"GET /v1/matches/nobody HTTP/1\.1" 404 [\d.]+ ms \[tablet-7\]', running.output_text())


def test_no_line_is_written_for_requests_unless_it_is_asked_for(tmp_path: Path) -> None:
    with start(tmp_path) as running, running.client() as client:
        client.get("/v1/matches/nobody", headers={"X-Request-Id": "tablet-7"})
    assert "tablet-7" not in running.output_text()


def test_a_failure_is_found_by_the_id_of_its_answer(tmp_path: Path) -> None:
    with start(tmp_path, REFEREE_LOG_FORMAT="json") as running, running.client() as client:
        with sqlite3.connect(running.database) as connection:
            connection.execute("ALTER TABLE tokens RENAME TO gone")
        answer = client.get("/v1/tokens", headers={"Authorization": "Bearer ref_another"})
        assert answer.status_code == 500
    (entry,) = [
        line for line in log_lines(running, "referee.api") if line["request_id"] == answer.headers["x-request-id"]
    ]
    assert entry["level"] == "error"
    assert "no such table" in entry["exception"]


@pytest.mark.parametrize("wrong", ["xml", "JSON"])
def test_a_format_that_there_is_not_is_refused_at_the_start(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(settings.LOG_FORMAT, wrong)
    with pytest.raises(Inconsistent, match="text or json"):
        settings.require_readable()


def test_the_public_is_told_of_nothing(public: Caller) -> None:
    assert public.get("/metrics").status_code == 401
