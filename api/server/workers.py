"""The processes of a service: a supervisor, and workers that answer.

Uvicorn with `uvloop` and `httptools` reads and writes in the event loop itself: no request waits for a thread of the server. A
table notices that, since its taps come one after the other.
"""

import socket
import sys
from pathlib import Path
from typing import Final

from msgspec import Struct
from uvicorn import Config
from uvicorn.supervisors import Multiprocess

from api.observing import Format
from api.observing.lines import server_log
from api.server.connection import Connection

BESIDE_STREAMS: Final = 2_000
"""Connections of one worker beside its streams."""
BACKLOG: Final = 1_024
FILES: Final = 512
"""Files that a worker has open beside its connections: databases, logs, libraries."""
IDLE_SECONDS: Final = 75
"""Seconds for which a connection without requests stays open."""
LEAVE_SECONDS: Final = 3
"""Seconds that a stopping worker waits for its answers. Its background work then has as long (`api.runtime.process_end`): it
stops within eight seconds, and container runtimes kill after ten."""
START_SECONDS: Final = 60
"""Seconds that a worker has to start, and to show that it is alive."""


class Listening(Struct, frozen=True):
    """The address of a service; with a certificate and its key it speaks HTTPS."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None

    def open(self) -> socket.socket:
        """Opens the socket from which all workers accept connections. Another one reserves its address (`api.cli.listening`)."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            # On Windows it would take the port from another service.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((self.host, self.port))
        listener.set_inheritable(True)
        return listener


def work(app: str, listening: Listening, workers: int, streams: int, log_level: str, log_format: Format) -> None:
    """Serves an application (`module:function`) until the process is told to stop. SIGHUP starts the workers again.

    `streams` is the limit of open streams of one worker.
    """
    most = streams + BESIDE_STREAMS
    _raise_open_files(most)
    config = Config(
        app,
        factory=True,
        workers=workers,
        loop="auto",
        http=Connection,
        ws="none",
        lifespan="on",
        log_level=log_level,
        log_config=server_log(log_format),
        access_log=False,
        server_header=False,
        # The address of the client is that of its connection: any client can send the header.
        proxy_headers=False,
        # Above the limit of open streams, so that other requests have a place when all streams are taken.
        limit_concurrency=most,
        backlog=max(BACKLOG, most),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=LEAVE_SECONDS,
        timeout_worker_healthcheck=START_SECONDS,
        ssl_certfile=listening.certificate,
        ssl_keyfile=listening.key,
    )
    with listening.open() as listener:
        Multiprocess(config, sockets=[listener]).run()


def _raise_open_files(connections: int) -> None:
    """Lets this process and its workers have so many connections and files open, as far as the system allows."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = connections + FILES
    if soft != resource.RLIM_INFINITY and soft < files:
        most = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
