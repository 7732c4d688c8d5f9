"""A proxy before a PostgreSQL server that loses the answer to a commit, or the commit itself, of a chosen write."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Literal
from urllib.parse import parse_qs, urlsplit

from referee.log.postgres.notify import CHANNEL

Loses = Literal["the answer", "the commit", "the server"]
"""The kinds of loss. `the server`: the answer, and from then on every connection, until `heal`."""
CHUNK = 65536
READY = b"Z\0\0\0\5I"
"""The message of the server that a transaction is over:

https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-READYFORQUERY
"""


class Lossy:
    """Forwards bytes between a TCP port and the server's socket. `lose` arms it for the next transaction with a word in it."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._lock = Lock()
        self._word: bytes | None = None
        self._loses: Loses = "the answer"
        self._dark = False
        self._open: set[socket.socket] = set()
        self.lost = 0
        self._flows = Event()
        self._flows.set()
        Thread(target=self._accept, daemon=True).start()

    def lose(self, part: Loses, word: str) -> None:
        """Loses this part of the next transaction that holds the word."""
        with self._lock:
            self._word, self._loses = word.encode(), part

    def cut_off(self) -> None:
        """Loses every connection, until `heal`."""
        self._dark = True
        self._cut_all()

    def heal(self) -> None:
        """Lets everything through, also the data that it has kept back."""
        with self._lock:
            self._word, self._dark = None, False
        self._flows.set()

    def stall(self) -> None:
        """Keeps everything back from now on, like a paused server: connections are made, and nothing is answered."""
        self._flows.clear()

    def close(self) -> None:
        self._listening.close()
        self._cut_all()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                if self._dark:
                    client.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._open |= {client, server}
                if self._dark:
                    # Everything was cut off while this one was made.
                    _cut(client, server)
                    continue
                swallowing = _Flag()
                Thread(target=self._up, args=(client, server, swallowing), daemon=True).start()
                Thread(target=self._down, args=(client, server, swallowing), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket, swallowing: "_Flag") -> None:
        """Forwards data from the client: keeps the content of the transaction, and looks for its commit."""
        buffer = b""
        with suppress(OSError):
            while chunk := client.recv(CHUNK):
                # Earlier requests of the same connection belong to another transaction.
                buffer = chunk if b"BEGIN" in chunk or _is_append(chunk) else buffer + chunk
                if b"COMMIT" in chunk or _is_append(chunk):
                    loses = self._hit(buffer)
                    buffer = b""
                    if loses == "the commit":
                        break
                    if loses:
                        swallowing.up = True
                self._flows.wait()
                if self._dark:
                    # The connections are cut one after the other: one that is still open must not tell what became of the write.
                    break
                server.sendall(chunk)
        _cut(client, server)

    def _down(self, client: socket.socket, server: socket.socket, swallowing: "_Flag") -> None:
        """Forwards data from the server. The answer to a commit that is to be lost goes no further."""
        answer = b""
        with suppress(OSError):
            while chunk := server.recv(CHUNK):
                self._flows.wait()
                if not swallowing.up:
                    if self._dark:
                        break
                    client.sendall(chunk)
                    continue
                answer += chunk
                if READY in answer:
                    if self._loses == "the server":
                        self.cut_off()
                    break
        _cut(client, server)

    def _hit(self, data: bytes) -> Loses | None:
        with self._lock:
            if self._word is None or not (self._word in data or self._word.hex().encode() in data):
                return None
            self._word = None
            self.lost += 1
            return self._loses

    def _cut_all(self) -> None:
        _cut(*self._open)
        self._open.clear()


def _is_append(chunk: bytes) -> bool:
    """True if this is an append in one statement, a transaction of its own with an announcement and the entries."""
    return CHANNEL.encode() in chunk and b"LISTEN" not in chunk


class _Flag:
    """A flag: `up` is True while answers are swallowed."""

    up = False


def _cut(*sockets: socket.socket) -> None:
    for one in list(sockets):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def lossy(database: str) -> Iterator[tuple[Lossy, str]]:
    """A proxy before the server of this database, and the address that goes through it."""
    parts = urlsplit(database)
    [folder] = parse_qs(parts.query)["host"]
    [server] = [path for path in Path(folder).glob(".s.PGSQL.*") if re.fullmatch(r"\.s\.PGSQL\.\d+", path.name)]
    proxy = Lossy(server)
    try:
        yield proxy, f"postgresql://postgres:postgres@127.0.0.1:{proxy.port}{parts.path}?sslmode=disable"
    finally:
        proxy.close()
