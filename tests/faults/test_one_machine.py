"""One machine and one SQLite file, with its faults: a full disk, a lock, a torn log, clients that say nothing.

Nothing that was answered is lost and nothing is there twice; an impossible request is answered with a problem document; and the
service goes on by itself as soon as it can.
"""

import resource
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.test_kill import everything
from tests.support.family import FROM_PROC, descendants_of
from tests.support.service import TOKEN, Running, refusal_of, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

SILENT = 1_000
"""Connections that say nothing."""
HEAD = f"POST /v1/matches/{{}}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"

TWO = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}


def note(text: str) -> dict[str, str]:
    return {"type": "note", "text": text}


def texts(running: Running, match: str) -> list[str]:
    """The notes of a match, in their order."""
    return [entry["text"] for entry in everything(running, match) if entry["type"] == "note"]


def require_unavailable(answer: httpx.Response) -> None:
    """Fails unless the answer says that nothing was stored, and when to ask again."""
    problem = refusal_of(answer, 503, "unavailable")
    assert problem["stored"] == "no"
    assert int(answer.headers["retry-after"]) > 0


@contextmanager
def no_room(running: Running) -> Iterator[None]:
    """The files of the service can become no larger than its write-ahead log is now, as on a full disk, until the block ends."""
    largest = max(path.stat().st_size for path in running.database.parent.iterdir() if path.is_file())
    before = resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE)

    def limit(soft: int) -> None:
        for process in (running.process.pid, *descendants_of(running.process.pid)):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, before[1]))

    limit(largest)
    try:
        yield
    finally:
        limit(before[0])


@FROM_PROC
def test_a_full_disk(tmp_path: Path) -> None:
    with start(tmp_path) as running, running.client() as client:
        match = client.open()
        numbers = []
        with no_room(running):
            for n in range(2_000):
                answer = client.say(match, note(f"full {n} " + "x" * 900))
                if answer.status_code != 201:
                    break
                numbers.append(n)
            require_unavailable(answer)
            # Present data is still read, and other requests are answered too.
            assert client.get(f"/v1/matches/{match}").status_code == 200
            require_unavailable(
                client.post(
                    "/v1/matches", json={"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
                )
            )
        client.tell(match, note("again"))
        assert [text.split()[:2] for text in texts(running, match)] == [*(["full", str(n)] for n in numbers), ["again"]]
        assert client.get(f"/v1/matches/{match}/audit").json()["chain"]["intact"]
        eventually(lambda: client.get("/v1/health/ready").json()["failing"] == {})


def test_a_file_that_another_program_writes_to_without_end(tmp_path: Path) -> None:
    with start(tmp_path) as running, running.client() as client:
        match = client.open()
        with closing(sqlite3.connect(running.database, isolation_level=None)) as greedy:
            greedy.execute("BEGIN IMMEDIATE")
            require_unavailable(client.say(match, note("locked"), **{"Idempotency-Key": "one"}))
            assert client.get(f"/v1/matches/{match}").json()["version"] == 1
        client.tell(match, note("locked"), **{"Idempotency-Key": "one"})
        assert texts(running, match) == ["locked"]


def killed_after_notes(folder: Path) -> str:
    """A match with twenty notes and a service that was killed right after."""
    with start(folder) as running:
        with running.client() as client:
            match = client.open()
            for n in range(20):
                client.tell(match, note(str(n)))
        running.kill()
    return match


@pytest.mark.parametrize("left", [0.5, *(pytest.param(part, marks=pytest.mark.long) for part in (0.1, 0.9))])
def test_the_last_write_is_torn(tmp_path: Path, left: float) -> None:
    match = killed_after_notes(tmp_path)
    log = tmp_path / "referee.sqlite-wal"
    whole = log.read_bytes()
    page = 4096 + 24
    # The tail after the answered frames is a valid frame that a power cut left unfinished.
    log.write_bytes(whole + whole[-page:][: int(page * left)])
    with start(tmp_path) as running, running.client() as client:
        assert texts(running, match) == [str(n) for n in range(20)]
        client.tell(match, note("20"))
        assert client.get(f"/v1/matches/{match}/audit").json()["chain"]["intact"]


def test_killed_while_the_write_ahead_log_is_brought_into_the_file(tmp_path: Path) -> None:
    match = killed_after_notes(tmp_path)
    file, log = tmp_path / "referee.sqlite", tmp_path / "referee.sqlite-wal"
    before, frames = file.read_bytes(), log.read_bytes()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    after = file.read_bytes()
    pages = [at for at in range(0, len(after), 4096) if after[at : at + 4096] != before[at : at + 4096]]
    assert len(pages) > 1
    # Half of the pages had been written when it ended, the last of them in part; the log was whole, as it is until all are.
    half = bytearray(before.ljust(len(after), b"\0"))
    for at in pages[: len(pages) // 2]:
        half[at : at + 4096] = after[at : at + 4096]
    offset = pages[len(pages) // 2]
    half[offset : offset + 1000] = after[offset : offset + 1000]
    file.write_bytes(half)
    log.write_bytes(frames)
    (tmp_path / "referee.sqlite-shm").unlink(missing_ok=True)
    with start(tmp_path) as running, running.client() as client:
        assert texts(running, match) == [str(n) for n in range(20)]
        assert client.get(f"/v1/matches/{match}/audit").json()["chain"]["intact"]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def connect(stack: ExitStack, running: Running, data: bytes = b"") -> socket.socket:
    line = stack.enter_context(socket.create_connection(("127.0.0.1", int(running.port)), timeout=DEADLOCK_SECONDS))
    line.sendall(data)
    return line


@contextmanager
def many_files(limit: int) -> Iterator[None]:
    """Raises the limit of open files of this process to so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(limit, hard)), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    "data", [*(pytest.param(data, marks=pytest.mark.long) for data in (b"", b"GET /v1/heal")), HEAD.encode()]
)
def test_a_thousand_connections_that_say_no_more(running: Running, data: bytes) -> None:
    with running.client() as client:
        match = client.open()
    with many_files(SILENT + 200), ExitStack() as stack:
        for _ in range(SILENT):
            connect(stack, running, data)
        with running.client() as client:
            client.tell(match, note("heard"))
        assert running.get("/v1/health/live").status_code == 200
    assert texts(running, match) == ["heard"]


@pytest.mark.parametrize("length", [0, 1, 20])
def test_a_body_that_is_cut_off_stores_nothing(running: Running, length: int) -> None:
    with running.client() as client:
        match = client.open()
    body = b'{"type": "note", "text": "cut off"}'
    with ExitStack() as stack:
        head = HEAD.format(match) + f"Content-Length: {len(body) + 1}\r\n\r\n"
        for half in (body[:length], body):
            connect(stack, running, head.encode() + half).shutdown(socket.SHUT_WR)
    with running.client() as client:
        client.tell(match, note("whole"))
    assert texts(running, match) == ["whole"]


def test_a_body_that_comes_one_byte_at_a_time(running: Running) -> None:
    with running.client() as client, ExitStack() as stack:
        match = client.open()
        body = b'{"type": "note", "text": "slow"}'
        line = connect(stack, running, (HEAD.format(match) + f"Content-Length: {len(body)}\r\n\r\n").encode())
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for n, byte in enumerate(body):
            line.sendall(bytes([byte]))
            if n % 10 == 0:
                # Others are answered between two bytes.
                client.tell(match, note(f"meanwhile {n}"))
        assert line.recv(65536).startswith(b"HTTP/1.1 201 ")
        assert texts(running, match) == ["meanwhile 0", "meanwhile 10", "meanwhile 20", "meanwhile 30", "slow"]
