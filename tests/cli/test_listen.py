"""`referee listen`: what a webhook would get arrives at a local address, signed, once, also over a service that dies."""

import base64
import importlib.util
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

from api.routes.whole_stream import id_of_position
from api.webhooks.payloads import KINDS
from tests.support.commands import invoke
from tests.support.hands import FOUR
from tests.support.receiver import Receiver, Reply, receiving
from tests.support.service import Running, free_port, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually
from tests.support.webhooks import NOTE

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
DISPUTE: list[dict[str, Any]] = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "9D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
]
"""A claim at a table of two."""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "REFEREE_URL", "REFEREE_WEBHOOK_SECRET"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


class Table:
    """A match on a running service, and the place of the stream before it."""

    def __init__(self, running: Running, *events: dict[str, Any], seats: int = 2) -> None:
        with running.client() as caller:
            self.begin = id_of_position(caller.get("/v1/log/checkpoint").json()["size"])
            self.match = caller.open(seats=seats)
            caller.tell(self.match, list(events))
        self.url = running.url

    def listen(self, receiver: Receiver, *more: object) -> str:
        """Runs the command until it has all that is there. Returns its output."""
        where = ("--url", self.url, "--forward", receiver.url, "--match", self.match)
        return invoke("listen", *where, "--after", self.begin, "--once", *more).output


def test_messages_arrive_as_a_webhook_gets_them_and_their_signatures_are_good(
    running: Running, receiver: Receiver
) -> None:
    table = Table(running, *DISPUTE)
    output = table.listen(receiver)
    [secret] = re.findall(r"whsec_\S+", output)
    for request in receiver.requests:
        assert Webhook(secret).verify(request.body, request.headers) == request.payload
        assert request.headers["content-type"] == "application/json"
    kinds = [request.payload["type"] for request in receiver.requests]
    assert kinds == ["match.opened", *["match.event"] * 5, "claim.made"]
    assert receiver.versions(table.match) == [1, 2, 3, 4, 5]
    lines = output.splitlines()[2:]
    assert [line.split()[2] for line in lines] == kinds
    assert all(
        line.endswith(f"{table.match} {request.version} → 204")
        for line, request in zip(lines, receiver.requests, strict=True)
    )


def test_another_run_goes_on_where_the_first_one_was_and_ids_are_the_same(running: Running, receiver: Receiver) -> None:
    table = Table(running, NOTE, NOTE)
    first, *_ = table.listen(receiver, "--kind", "match.event").splitlines()[2:]
    ids = [request.id for request in receiver.requests]
    assert len(set(ids)) == 3
    table.listen(receiver, "--kind", "match.event", "--after", first.split()[0])
    assert [request.id for request in receiver.requests[3:]] == ids[1:]


def test_the_secret_may_be_brought(running: Running, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_WEBHOOK_SECRET", SECRET)
    Table(running, NOTE).listen(receiver)
    request = receiver.requests[0]
    assert Webhook(SECRET).verify(request.body, request.headers) == request.payload


@pytest.mark.parametrize("secret", ["whsec_", "whsec_é", SECRET[:-1], SECRET.removeprefix("whsec_"), "whsec_QUJD"])
def test_what_is_no_secret_is_refused_and_not_repeated(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_WEBHOOK_SECRET", secret)
    result = invoke("listen", "--forward", "http://127.0.0.1:1", status=2)
    assert "REFEREE_WEBHOOK_SECRET is `whsec_` and at least 24 bytes in base64" in result.stderr
    assert secret == "whsec_" or secret not in result.output


def test_hidden_hands_stay_hidden_whatever_token_is_at_hand(
    running: Running, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_TOKEN", "the organizer's, for all we know")
    Table(running, {"type": "deal", "hands": FOUR}, seats=4).listen(receiver, "--kind", "match.event")
    assert receiver.requests[-1].payload["data"]["event"]["hands"] is None


def test_a_receiver_that_refuses_or_is_not_there_is_told_and_the_next_message_comes(
    running: Running, receiver: Receiver
) -> None:
    receiver.answer = lambda request: Reply(500 if request.version == 1 else 302)
    table = Table(running, NOTE)
    lines = table.listen(receiver, "--kind", "match.event").splitlines()[2:]
    assert [line.partition(" → ")[2] for line in lines] == ["500", "302"]
    nowhere = f"http://127.0.0.1:{free_port()}"
    lines = table.listen(receiver, "--kind", "match.event", "--forward", nowhere).splitlines()[2:]
    assert [line.partition(" → ")[2].startswith("does not arrive: ") for line in lines] == [True, True]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--forward", "127.0.0.1:3000"), 2, "'127.0.0.1:3000' is no http or https address"),
        (("--forward", "http://[::1/"), 2, "is no http or https address"),
        (("--forward", "http://127.0.0.1:3000", "--match", "nothing"), 1, "refused: "),
        (("--forward", "http://127.0.0.1:3000", "--kind", "ping"), 2, KINDS[0]),
    ],
)
def test_what_cannot_be_is_said_in_words(running: Running, arguments: tuple[str, ...], status: int, words: str) -> None:
    result = invoke("listen", "--url", running.url, *arguments, status=status)
    assert words in result.stderr
    assert "Traceback" not in result.output


def test_a_service_that_is_not_there_is_said_at_once() -> None:
    result = invoke("listen", "--url", f"http://127.0.0.1:{free_port()}", "--forward", "http://127.0.0.1:1", status=1)
    assert "the service does not answer" in result.stderr


def test_without_the_parts_that_it_needs_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    result = invoke("listen", "--forward", "http://127.0.0.1:1", status=2)
    assert "pip install 'card-referee[client]'" in result.stderr


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Has children hear SIGINT: shells start what runs in the background deaf to it, and that is inherited."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_over_a_service_that_dies_no_message_is_lost_and_none_comes_twice(
    tmp_path: Path, database: str, receiver: Receiver, workers: str
) -> None:
    command = [sys.executable, "-m", "api.cli", "listen", "--forward", receiver.url, "--kind", "match.event"]
    how = ("--workers", workers)
    with start(tmp_path, *how, database=database) as running, running.client() as caller:
        match = caller.open()
        process = subprocess.Popen(
            [*command, "--url", running.url],
            env=os.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            # The stream begins at some time after its start: notes come until the first one is heard.
            def is_heard() -> bool:
                caller.tell(match, NOTE)
                return bool(receiver.requests)

            eventually(is_heard)
            running.kill()
            with start(tmp_path, *how, database=database, port=running.port) as again, again.client() as writer:
                writer.tell(match, [NOTE] * 3)
                last = writer.version(match)
                eventually(lambda: last in receiver.versions(match))
                process.send_signal(signal.SIGINT)
                output, _ = process.communicate(timeout=DEADLOCK_SECONDS)
        finally:
            process.kill()
            process.wait()
    versions = receiver.versions(match)
    assert versions == list(range(versions[0], last + 1))
    *_, line, farewell = output.splitlines()
    assert farewell == f"goes on where it was with --after {line.split()[0]}"
    assert process.returncode == 0
