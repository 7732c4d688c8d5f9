"""An evening at a site: a match with tablets, a board and a listening program; and the requirements at its end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec

from projections.rebuild import rebuild
from tests.faults.cluster.hall import Board, ClusterTablet, Reader
from tests.support.process import Process
from tests.support.receiver import Receiver
from tests.support.service import Caller
from tests.support.waiting import eventually

NOT_YET = {409, 502, 503}
"""Statuses of answers to a question that can be answered later."""
HANGING_SECONDS = 15.0
"""Seconds, three times the promise: a machine that runs a whole cluster is slow. A hanging request takes longer."""


class Site(msgspec.Struct, frozen=True):
    """A service as the outside knows it, and as its operator does: its database, and the key that signs for it."""

    url: str
    token: str
    database: str
    key: Path

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer to the organizer, once its database is there: a client that is told of a missing database, or of one behind
        its last acknowledged write, asks again.
        """
        answers: list[httpx.Response] = []

        def is_there() -> bool:
            with suppress(httpx.TransportError):
                answers.append(caller.request(method, path, **more))
            return bool(answers) and answers[-1].status_code not in NOT_YET

        with Caller(base_url=self.url, headers={"Authorization": f"Bearer {self.token}"}) as caller:
            eventually(is_there)
        assert answers[-1].is_success, answers[-1].text
        return answers[-1]

    def checkpoint(self, folder: Path) -> None:
        """Stores a checkpoint, as a witness does elsewhere."""
        answer = self.ask("GET", "/v1/log/checkpoint", headers={"Accept": "text/plain"})
        file = folder / f"{len([*folder.glob('*.checkpoint')])}.checkpoint"
        file.write_text(answer.text, encoding="utf-8")

    def require_sound(self, folder: Path) -> None:
        """Fails unless chains, tree and every checkpoint in the folder verify, and the read models equal those of the log."""
        options = [word for file in sorted(folder.glob("*.checkpoint")) for word in ("--checkpoint", str(file))]
        settings = os.environ | {"REFEREE_DATABASE": self.database, "REFEREE_SIGNING_KEY": str(self.key)}
        command = [sys.executable, "-m", "api.cli", "verify", *options]
        verified = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
        assert verified.returncode == 0, verified.stdout + verified.stderr
        here = Process(self.database)
        try:
            assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
        finally:
            here.close()


class Evening:
    """A match of a site, with a tablet without keys, two with keys, a board, and a listening program."""

    def __init__(self, site: Site, name: str, receiver: Receiver) -> None:
        self.site, self._receiver = site, receiver
        opening = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}], "first_dealer": 0}
        self.match = str(site.ask("POST", "/v1/matches", json=opening).json()["id"])
        body = {"url": receiver.url, "kinds": ["match.event"], "match": self.match}
        self._webhook = str(site.ask("POST", "/v1/webhooks", json=body).json()["id"])
        self.tablets = [
            ClusterTablet(site.url, site.token, self.match, f"{name}{n}", with_keys=n != 0) for n in range(3)
        ]
        self._board = Board(site.url, self.match)
        self._reader = Reader(site.url, self.match)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Runs everybody at work for as long as the block runs."""
        everybody: tuple[ClusterTablet | Board | Reader, ...] = (*self.tablets, self._board, self._reader)
        for one in everybody:
            one.start()
        try:
            yield
        finally:
            for one in everybody:
                one.stop.set()
            for one in everybody:
                one.join()

    def goes_on(self, more: int = 5) -> None:
        """Waits until every tablet was acknowledged so many more, and the reader was answered so often."""
        targets = {tablet: len(tablet.answered) + more for tablet in self.tablets}
        reads = self._reader.answered + more
        eventually(lambda: all(len(tablet.answered) >= count for tablet, count in targets.items()))
        eventually(lambda: self._reader.answered >= reads)

    def is_heard(self) -> None:
        """Stops the tablets, and waits until the board and the program have received every acknowledged note."""
        for tablet in self.tablets:
            tablet.stop.set()
        for tablet in self.tablets:
            tablet.join()
        last = max(version for tablet in self.tablets for version in tablet.answered.values())
        eventually(lambda: bool(self._board.versions) and self._board.versions[-1] >= last)
        messages = self._receiver.requests
        eventually(lambda: bool(messages) and messages[-1].version >= last)

    def require_whole(self) -> None:
        """Fails unless every acknowledged note is there once, no refused one is there, and all listeners received all notes."""
        notes = self._notes()
        versions = {entry["text"]: entry["version"] for entry in notes}
        assert len(versions) == len(notes), "something is there twice"
        for tablet in self.tablets:
            assert not tablet.surprises, tablet.surprises[:3]
            losses = {
                text: (version, versions.get(text)) for text, version in tablet.answered.items() - versions.items()
            }
            assert not losses, f"acknowledged with one version, there with another or not at all: {losses}"
            # A tablet with keys sends the same again.
            assert tablet.with_keys or not tablet.refused & set(versions), "something is there that was said not to be"
        assert not self._reader.surprises, self._reader.surprises[:3]
        versions_seen = self._board.versions
        assert versions_seen == list(range(versions_seen[0], versions_seen[-1] + 1))
        # Each at least once; and the first of each in the order of the match.
        versions_heard = [*dict.fromkeys(self._receiver.versions(self.match))]
        assert versions_heard == list(range(2, max(versions_heard) + 1))

    def longest_answer(self) -> float:
        """Seconds that a tablet waited for an answer, at most: none hung."""
        longest = max(tablet.longest for tablet in self.tablets)
        assert longest < HANGING_SECONDS, f"an answer took {longest:.1f} s"
        return longest

    def end(self) -> None:
        """Ends every listener's stream of the match."""
        self.site.ask("DELETE", f"/v1/webhooks/{self._webhook}")

    def _notes(self) -> list[dict[str, Any]]:
        """The notes of the match, in the answer to a client that knows every acknowledged note. A node that does not reach the
        server that writes sends its last state of it, and its age (`Age`).
        """
        position = max(tablet.position for tablet in self.tablets)
        headers = {"Accept": "application/x-ndjson", "Consistency-Token": str(position)}
        answer = self.site.ask("GET", f"/v1/matches/{self.match}/events", headers=headers)
        return [entry for entry in map(msgspec.json.decode, answer.text.splitlines()) if entry["type"] == "note"]
