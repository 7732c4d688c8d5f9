"""A tablet that goes on writing through all failures of the service."""

import time
from collections.abc import Callable
from threading import Event, Thread

import httpx

from tests.support.service import PLAIN, TOKEN, Running
from tests.support.waiting import DEADLOCK_SECONDS, LOOK_SECONDS


class Tablet(Thread):
    """Writes notes to a match, one after the other, and repeats unanswered ones with the same key."""

    def __init__(self, match: str, name: str) -> None:
        super().__init__()
        self.match, self.name = match, name
        self.url = ""
        self.stop = Event()
        self.answered: list[tuple[str, int]] = []

    def run(self) -> None:
        n = 0
        while not self.stop.is_set():
            text = f"{self.name} {n}"
            version = self._send(text)
            if version:
                self.answered.append((text, version))
                n += 1
            else:
                time.sleep(LOOK_SECONDS)

    def has_had(self, more: int) -> Callable[[], bool]:
        """True if this number of notes was answered since the last call."""
        target = len(self.answered) + more

        def has() -> bool:
            assert self.is_alive(), "the tablet was answered what it does not expect"
            return len(self.answered) >= target

        return has

    def _send(self, text: str) -> int | None:
        headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": text.replace(" ", "-")}
        try:
            answer = httpx.post(
                f"{self.url}/v1/matches/{self.match}/events",
                json={"type": "note", "text": text},
                headers=headers,
                timeout=DEADLOCK_SECONDS,
                verify=PLAIN,
            )
        except httpx.TransportError:
            return None
        assert answer.status_code == 201, answer.text
        return int(answer.json()["events"][0]["version"])


def open_one(running: Running) -> str:
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
    answer = running.post("/v1/matches", json=body, headers={"Authorization": f"Bearer {TOKEN}"})
    return str(answer.json()["id"])
