"""Tablets and a board that go on through any fault of a cluster, and their answers."""

import time
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import httpx

from tests.support.service import PLAIN
from tests.support.waiting import DEADLOCK_SECONDS, LOOK_SECONDS

PAUSE_SECONDS = 0.1
"""Between two notes of a tablet."""


class ClusterTablet(Thread):
    """Writes notes to a match one after the other, and reads the match after each.

    With keys it sends again the unanswered notes; without, the next.
    """

    def __init__(self, url: str, token: str, match: str, name: str, *, with_keys: bool) -> None:
        super().__init__(name=name)
        self.url, self.token, self.match, self.with_keys = url, token, match, with_keys
        self.stop = Event()
        self.sent_count = 0
        self.answered: dict[str, int] = {}
        """The version of each note that was acknowledged."""
        self.position = 0
        """Position of the last acknowledged note in the log."""
        self.refused: set[str] = set()
        """Notes that the service reported as not stored."""
        self.surprises: list[str] = []
        """Answers that are never permitted."""
        self.longest = 0.0
        """Seconds that it waited for an answer, or until its connection broke, at most."""

    def run(self) -> None:
        while not self.stop.is_set():
            text = f"{self.name} {self.sent_count}"
            if self._send(text) or not self.with_keys:
                self.sent_count += 1
            self._look()
            # A match has an end: a tablet without pauses would reach it.
            time.sleep(PAUSE_SECONDS)

    def _send(self, text: str) -> bool:
        headers = {"Idempotency-Key": text.replace(" ", "-")} if self.with_keys else {}
        answer = self._ask("POST", "/events", json={"type": "note", "text": text}, headers=headers)
        if answer is not None and answer.status_code == 201:
            self.answered[text] = int(answer.json()["events"][0]["version"])
            self.position = int(answer.headers["Consistency-Token"])
            return True
        if answer is not None and self._is_expected(answer) and "problem" in answer.headers["content-type"]:
            self.refused |= {text} if answer.json()["stored"] == "no" else set()
        return False

    def _look(self) -> None:
        """Reads the match."""
        answer = self._ask("GET", "")
        if answer is not None and answer.status_code != 200:
            self._is_expected(answer)

    def _ask(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **more: Any
    ) -> httpx.Response | None:
        """The answer; None if the connection breaks."""
        url, start = f"{self.url}/v1/matches/{self.match}{path}", time.monotonic()
        bearer = {"Authorization": f"Bearer {self.token}"} | dict(headers or {})
        try:
            return httpx.request(method, url, headers=bearer, timeout=DEADLOCK_SECONDS, verify=PLAIN, **more)
        except httpx.TransportError:
            return None
        finally:
            self.longest = max(self.longest, time.monotonic() - start)

    def _is_expected(self, answer: httpx.Response) -> bool:
        """True if a client may be answered so meanwhile; answers that are never permitted are noted."""
        if "problem" not in answer.headers.get("content-type", ""):
            # HAProxy answers by itself where no node does, or one broke off: then no node knows the outcome.
            is_by_proxy = answer.status_code in {502, 503}
        else:
            is_by_proxy = _is_told(answer)
        if not is_by_proxy:
            self.surprises.append(f"{answer.status_code} {answer.text}")
        return is_by_proxy


def _is_told(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and answer.json()["code"] == "unavailable" and "retry-after" in answer.headers


class Board(Thread):
    """Follows a match by its stream, and continues from its place after a break."""

    def __init__(self, url: str, match: str) -> None:
        super().__init__(name="board")
        self.url, self.match = url, match
        self.stop = Event()
        self.versions: list[int] = []

    def run(self) -> None:
        while not self.stop.is_set():
            headers = {"Last-Event-ID": str(self.versions[-1])} if self.versions else {}
            path = f"{self.url}/v1/matches/{self.match}/stream"
            try:
                with httpx.stream("GET", path, headers=headers, timeout=5.0, verify=PLAIN) as answer:
                    for line in answer.iter_lines() if answer.status_code == 200 else ():
                        if line.startswith("id: "):
                            self.versions.append(int(line[4:]))
                        if self.stop.is_set():
                            break
            except httpx.TransportError:
                pass
            time.sleep(LOOK_SECONDS)


class Reader(Thread):
    """Reads a match and the list of matches in turns, each time with the position that the last answer stood for."""

    def __init__(self, url: str, match: str) -> None:
        super().__init__(name="reader")
        self.url, self.match = url, match
        self.stop = Event()
        self.position, self.version = 0, 0
        self.answered = 0
        self.surprises: list[str] = []
        """Answers that are never permitted."""

    def run(self) -> None:
        while not self.stop.is_set():
            for path in (f"/v1/matches/{self.match}", "/v1/matches?limit=1"):
                with suppress(httpx.TransportError):
                    self._read(path)
            time.sleep(PAUSE_SECONDS)

    def _read(self, path: str) -> None:
        headers = {"Consistency-Token": str(self.position)}
        answer = httpx.get(f"{self.url}{path}", headers=headers, timeout=DEADLOCK_SECONDS, verify=PLAIN)
        if answer.status_code == 200:
            self.answered += 1
            position = int(answer.headers["Log-Position"])
            version = int(answer.json().get("version", self.version))
            if position < self.position or version < self.version:
                self.surprises.append(f"{path}: {position} after {self.position}, {version} after {self.version}")
            self.position, self.version = position, version
        elif answer.status_code not in {409, 502, 503}:
            # A log that is behind in time says so; HAProxy answers by itself where no node does.
            self.surprises.append(f"{answer.status_code} {answer.text}")
