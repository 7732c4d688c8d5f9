"""Tablets and a board that go on whatever happens to a cluster, and what each of them was told."""

import time
from threading import Event, Thread

import httpx

from tests.support.service import PLAIN
from tests.support.waiting import DEADLOCK_SECONDS, LOOK_SECONDS

PAUSE_SECONDS = 0.1
"""Between two notes of a tablet."""


class ClusterTablet(Thread):
    """Writes notes to a match one after the other. With keys it sends again what was not answered; without, the next."""

    def __init__(self, url: str, token: str, match: str, name: str, *, keyed: bool) -> None:
        super().__init__(name=name)
        self.url, self.token, self.match, self.keyed = url, token, match, keyed
        self.stop = Event()
        self.sent = 0
        self.answered: dict[str, int] = {}
        """The version of each note that was acknowledged."""
        self.refused: set[str] = set()
        """Those of which the service said that they are not stored."""
        self.surprises: list[str] = []
        """Answers that nobody may get."""

    def run(self) -> None:
        while not self.stop.is_set():
            text = f"{self.name} {self.sent}"
            if self._send(text) or not self.keyed:
                self.sent += 1
            # A match has an end: who never paused would come to it.
            time.sleep(PAUSE_SECONDS)

    def _send(self, text: str) -> bool:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.keyed:
            headers["Idempotency-Key"] = text.replace(" ", "-")
        path = f"{self.url}/v1/matches/{self.match}/events"
        try:
            body = {"type": "note", "text": text}
            answer = httpx.post(path, json=body, headers=headers, timeout=DEADLOCK_SECONDS, verify=PLAIN)
        except httpx.TransportError:
            return False
        if answer.status_code == 201:
            self.answered[text] = int(answer.json()["events"][0]["version"])
            return True
        if "problem" not in answer.headers.get("content-type", ""):
            # HAProxy answers by itself where no node does, or one broke off: then no node says what became of it.
            expected = answer.status_code in {502, 503}
        elif expected := _is_told(answer):
            self.refused |= {text} if answer.json()["stored"] == "no" else set()
        if not expected:
            self.surprises.append(f"{answer.status_code} {answer.text}")
        return False


def _is_told(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and answer.json()["code"] == "unavailable" and "retry-after" in answer.headers


class Board(Thread):
    """Follows a match by its stream, and takes it up where it was when it breaks."""

    def __init__(self, url: str, match: str) -> None:
        super().__init__(name="board")
        self.url, self.match = url, match
        self.stop = Event()
        self.seen: list[int] = []

    def run(self) -> None:
        while not self.stop.is_set():
            headers = {"Last-Event-ID": str(self.seen[-1])} if self.seen else {}
            path = f"{self.url}/v1/matches/{self.match}/stream"
            try:
                with httpx.stream("GET", path, headers=headers, timeout=5.0, verify=PLAIN) as answer:
                    for line in answer.iter_lines() if answer.status_code == 200 else ():
                        if line.startswith("id: "):
                            self.seen.append(int(line[4:]))
                        if self.stop.is_set():
                            break
            except httpx.TransportError:
                pass
            time.sleep(LOOK_SECONDS)
