"""The processes of a service: a supervisor, and workers that answer.

Uvicorn with `uvloop` and `httptools` reads and writes in the event loop itself: no request waits for a thread of the server. A
table notices that, since its taps come one after the other.

The supervisor holds no part of the service: what answers is named, and loaded by the workers. So nothing heavy is imported here.
"""

import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, Final

from msgspec import Struct
from uvicorn._subprocess import subprocess_started
from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.importer import import_from_string
from uvicorn.supervisors import multiprocess
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from api.observing import Format
from api.observing.formats import server_log
from api.runtime import forking

CONNECTION: Final = "api.server.connection:Connection"
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
LOOK_SECONDS: Final = 0.1
"""Seconds between two looks at signals and at the first worker, until that has made ready."""
STOPS: Final = frozenset({signal.SIGINT, signal.SIGTERM})


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


class First(Struct, frozen=True):
    """The application of the first worker (`module:function`), which makes ready what all workers need.

    The function takes another one, to which it gives once, when all is ready, whether the service may write. `ready` gets the
    same in the process of the supervisor. Until then no other worker starts. If the worker ends before, so does the service.
    """

    app: str
    ready: Callable[[bool], None]


def work(
    app: str,
    listening: Listening,
    workers: int,
    streams: int,
    log_level: str,
    log_format: Format,
    first: First | None = None,
    prelude: str | None = None,
) -> int:
    """Serves an application (`module:function`) until the process is told to stop. SIGHUP starts the workers again.

    With `first` this process has nothing of the service loaded or open, so that workers may be forks of it. `prelude` is a
    function (`module:function`) that each worker calls before it has threads. `streams` is the limit of open streams of one
    worker. Returns the exit status of a worker that could not make ready or start, else 0.
    """
    most = streams + BESIDE_STREAMS
    _raise_open_files(most)
    config = _Config(
        app,
        factory=True,
        workers=workers,
        loop="auto",
        http=CONNECTION,
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
    config.prelude, config.forks = prelude, first is not None
    with listening.open() as listener:
        supervisor = _Supervisor(config, [listener], first)
        try:
            supervisor.run()
        except BaseException:
            # A worker would go on, and answer, without anyone who passes it a signal.
            supervisor.terminate_all()
            supervisor.join_all()
            raise
    return supervisor.status


class _Config(Config):
    """The configuration of the workers."""

    prelude: str | None = None
    """The function (`module:function`) that each calls before it has threads."""
    forks: bool = False
    """True if they may be forks."""


class _Worker(Process):
    """A worker whose end is noticed at once. Where it can be, it is a fork, which shares the memory of its supervisor."""

    config: _Config
    handlers: ClassVar[dict[int, Any]] = {}
    """The handlers of signals that the supervisor had before it took the signals: a fork begins with them."""

    def __init__(self, config: _Config, sockets: list[socket.socket]) -> None:
        self._sockets = sockets
        super().__init__(config, sockets)

    def start(self) -> None:
        if self.config.forks and forking.can_fork():
            self.process = forking.fork(self._begin, handlers=self.handlers)  # type: ignore[assignment]
        else:
            super().start()
        # Open here too, it would leave a question to a worker that has ended without answer for START_SECONDS.
        self.child_conn.close()

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        # Before the server takes the signals for itself: a stop ends what makes ready at once.
        try:
            self._make_ready()
        except KeyboardInterrupt:
            sys.exit(1)
        super().target(sockets)

    def always_pong(self) -> None:
        # A supervisor that has told this worker to stop, or has ended, closes its end of the pipe.
        with suppress(EOFError, OSError):
            super().always_pong()

    def _make_ready(self) -> None:
        if self.config.prelude is not None:
            import_from_string(self.config.prelude)()

    def _begin(self) -> None:
        """Begins as a fork: its files are those that a new process would get."""
        forking.leave_files(but={*(one.fileno() for one in self._sockets), *(one.fileno() for one in self._ends())})
        subprocess_started(self.config, self.target, self._sockets, stdin_fileno=None)

    def _ends(self) -> list[Connection]:
        """Its ends of the pipes to the supervisor."""
        return [self.child_conn]


class _FirstWorker(_Worker):
    """The worker that makes ready. Where it is no fork, it is pickled on its way to its own process."""

    def __init__(self, config: _Config, sockets: list[socket.socket], app: str) -> None:
        self._app = app
        self.reports, self._report = Pipe(duplex=False)
        super().__init__(config, sockets)

    def _make_ready(self) -> None:
        super()._make_ready()
        app = import_from_string(self._app)(self._report.send)
        self.config.app = lambda: app

    def _ends(self) -> list[Connection]:
        return [*super()._ends(), self._report]

    def writes(self, seconds: float) -> bool | None:
        """Returns True if the service may write, once all is ready; None if that is not known after these seconds."""
        return bool(self.reports.recv()) if self.reports.poll(seconds) else None


class _Supervisor(Multiprocess):
    """Starts the first worker before the others."""

    config: _Config

    def __init__(self, config: _Config, sockets: list[socket.socket], first: First | None) -> None:
        _Worker.handlers = {number: signal.getsignal(number) for number in multiprocess.SIGNALS}
        super().__init__(config, sockets)
        # By this name uvicorn makes the workers that replace others.
        multiprocess.Process = _Worker  # type: ignore[misc, assignment]
        self._first = first
        self.status = 0
        """The exit status of a worker that could not make ready or start."""

    def init_processes(self) -> None:
        if self._first is None:
            super().init_processes()
            return
        worker = _FirstWorker(self.config, self.sockets, self._first.app)
        worker.start()
        self.processes.append(worker)
        while (writes := worker.writes(LOOK_SECONDS)) is None:
            # Other signals wait until there are workers that they can be about.
            if not STOPS.isdisjoint(self.signal_queue):
                self.should_exit.set()
                return
            if worker.exitcode is not None and (writes := worker.writes(0)) is None:
                self.status = worker.exitcode or 1
                self.should_exit.set()
                return
        self._first.ready(writes)
        for _ in range(self.processes_num - 1):
            process = _Worker(self.config, self.sockets)
            process.start()
            self.processes.append(process)

    def keep_subprocess_alive(self) -> None:
        """Notes the exit status of a worker that could not start, which ends the service."""
        super().keep_subprocess_alive()
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            self.status = STARTUP_FAILURE


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
