"""The metrics of one process, for Prometheus.

A library that counts in its middleware would miss the requests that are answered before routing. Labels are routes, methods
and outcomes, which have few values: never an id, a name or an address.
"""

import os
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Literal, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram

from api.observing.request_info import NOWHERE
from referee.log.records import AppendOutcome

SECONDS = (0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 5.0)
"""Bounds of the histograms of times. The last is the longest wait of a request for a silent database."""
MEMBERS = (1, 2, 4, 8, 16, 32, 64)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
MOST_NOTED = 256
"""The most values that wait to be counted."""
_UNANSWERED = "none"
FAILED = "5xx"
SendOutcome = Literal["arrived", "failed"]


def kind_of(status: int) -> str:
    """The class of a status, such as `2xx`; 0 is no answer."""
    return f"{status // 100}xx" if status else _UNANSWERED


class Figures:
    """The counts and times of one process.

    Each has the label `process`: each of several workers answers with its own metrics, and without the label Prometheus would
    take the counts of another one for a restart.

    Values are queued when they are measured, and sorted into the histograms while the process waits for the disk: sorting is
    slower than queueing, and a table would wait for it at every card.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.process = str(os.getpid())
        """The value of the label `process`."""
        self._requests = self._histogram(
            "referee_http_request_seconds",
            "Seconds until the answer to a request began, by its route.",
            ("route", "method", "status"),
        )
        self._commits = self._histogram(
            "referee_commit_seconds", "Seconds until the log had, or refused, what was to be stored.", ("outcome",)
        )
        self._failures = self._counter(
            "referee_http_failures", "Requests that the service failed to answer (5xx), by their route.", ("route",)
        )
        self._records = self._counter("referee_commit_records", "Records that this process stored in the log.")
        self._members = self._histogram(
            "referee_group_commands", "Commands that were stored together.", buckets=MEMBERS
        )
        self._groups = self._histogram("referee_group_seconds", "Seconds that a group of commands took, in all.")
        self._attempts = self._counter(
            "referee_webhook_attempts", "Messages to webhooks that were sent, by what came of it.", ("outcome",)
        )
        # Counters of alerts begin at 0 before the first event: Prometheus sees no growth in a counter that begins at 1.
        for outcome in get_args(AppendOutcome):
            self._commits.labels(self.process, outcome)
        for outcome in get_args(SendOutcome):
            self._attempts.labels(self.process, outcome)
        self.expect_routes([NOWHERE])
        self._by_request: dict[tuple[str, str, int], Histogram] = {}
        self._by_outcome: dict[str, Histogram] = {}
        self._here = [one.labels(self.process) for one in (self._members, self._groups)]
        self._stored_records = self._records.labels(self.process)
        self._notes = deque[tuple[Histogram, float]]()

    def expect_routes(self, routes: Iterable[str]) -> None:
        """Begins the count of failures of these routes at 0."""
        for route in routes:
            self._failures.labels(self.process, route)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Records an answered request; `status` 0: its client left before the answer."""
        key = (route, method, status)
        timing = self._by_request.get(key)
        if timing is None:
            label = method if method in _METHODS else "other"
            timing = self._requests.labels(self.process, route, label, kind_of(status))
            if label == method:
                self._by_request[key] = timing
        self._note(timing, seconds)
        if kind_of(status) == FAILED:
            self._failures.labels(self.process, route).inc()

    def commit(self, outcome: AppendOutcome, records: int, seconds: float) -> None:
        """Records an append of so many records to the log: `stored`, `clash` or `unavailable`."""
        timing = self._by_outcome.get(outcome)
        if timing is None:
            timing = self._by_outcome[outcome] = self._commits.labels(self.process, outcome)
        self._note(timing, seconds)
        if outcome == "stored":
            self._stored_records.inc(records)

    def group(self, members: int, seconds: float) -> None:
        """Records a group of so many commands that were stored together."""
        sizes, times = self._here
        self._note(sizes, members)
        self._note(times, seconds)

    def attempt(self, *, has_arrived: bool) -> None:
        """Records an attempt to send a message to a webhook."""
        outcome: SendOutcome = "arrived" if has_arrived else "failed"
        self._attempts.labels(self.process, outcome).inc()

    def count(self) -> None:
        """Sorts the queued values into the histograms. Call it before the metrics are read."""
        with suppress(IndexError):
            while True:
                timing, value = self._notes.popleft()
                timing.observe(value)

    def _note(self, timing: Histogram, value: float) -> None:
        self._notes.append((timing, value))
        if len(self._notes) > MOST_NOTED:
            self.count()

    def _histogram(
        self, name: str, about: str, labels: tuple[str, ...] = (), buckets: tuple[float, ...] = SECONDS
    ) -> Histogram:
        return Histogram(name, about, ("process", *labels), registry=self.registry, buckets=buckets)

    def _counter(self, name: str, about: str, labels: tuple[str, ...] = ()) -> Counter:
        return Counter(name, about, ("process", *labels), registry=self.registry)
