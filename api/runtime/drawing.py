"""Drawing of pictures in a process of their own, one at a time.

To draw a picture blocks the interpreter for a tenth of a second. In a worker all requests would wait for it, once for each
picture that is requested at the same time.
"""

import asyncio
import logging
import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any, Final

from referee.errors import Busy
from referee.text import Text

DRAW_SECONDS: Final = 20.0
"""Seconds that a picture may take, with the start of the process: a busy machine needs many times the usual."""
WAIT_SECONDS: Final = 20.0
"""Seconds that a request waits for its picture and those before it."""
MOST_WAITING: Final = 16
"""Different pictures that wait at the same moment."""
RETRY_SECONDS: Final = 3
LEAVE_SECONDS: Final = 2.0
_log = logging.getLogger("referee.api")


class Drawer:
    """Runs `program`, a module that makes bytes of text, in a process of its own; its argument is its end of a pipe.

    The process starts with the first picture. It ends by itself without requests, and when this process ends; if it has ended or
    was killed, the next picture starts another one.
    """

    def __init__(self, program: str, *, draw_seconds: float = DRAW_SECONDS, wait_seconds: float = WAIT_SECONDS) -> None:
        self._program = program
        self._draw_seconds, self._wait_seconds = draw_seconds, wait_seconds
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="drawer")
        self._lock = Lock()
        self._waiting: dict[str, Future[bytes]] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._is_closed = False

    async def draw(self, drawing: str) -> bytes:
        """Returns the picture of a drawing. Concurrent calls with the same drawing share one.

        Raises Busy if too many calls wait or it takes too long, ValueError if it is no drawing.
        """
        work = asyncio.wrap_future(self._begin(drawing))
        # Retrieves the exception, so that asyncio does not log it if no request waits any more.
        work.add_done_callback(lambda future: future.cancelled() or future.exception())
        try:
            return await asyncio.wait_for(asyncio.shield(work), self._wait_seconds)
        except TimeoutError:
            raise _busy() from None

    def close(self) -> None:
        """Ends the process for good, also in the middle of a picture."""
        self._is_closed = True
        if (process := self._process) is not None:
            process.kill()
        self._thread.shutdown(cancel_futures=True)
        self._end()

    def _begin(self, drawing: str) -> Future[bytes]:
        with self._lock:
            if (running := self._waiting.get(drawing)) is not None:
                return running
            if self._is_closed or len(self._waiting) >= MOST_WAITING:
                raise _busy()
            work = self._waiting[drawing] = self._thread.submit(self._draw, drawing)
        work.add_done_callback(lambda _: self._forget(drawing))
        return work

    def _forget(self, drawing: str) -> None:
        with self._lock:
            self._waiting.pop(drawing, None)

    def _draw(self, drawing: str) -> bytes:
        # A process that ended since its last picture shows by an error here: then a new one draws the picture.
        for _ in range(2):
            if self._is_closed:
                break
            try:
                pipe = self._pipe or self._start()
                pipe.send_bytes(drawing.encode())
                if not pipe.poll(self._draw_seconds):
                    _log.warning("a picture took longer than %g s; its process is ended", self._draw_seconds)
                    break
                picture = pipe.recv_bytes()
            except (EOFError, OSError):
                self._end()
                continue
            if not picture:
                raise ValueError("this drawing cannot be drawn")
            return picture
        self._end()
        raise _busy()

    def _start(self) -> "Connection[Any, Any]":
        ours, child_pipe = Pipe()
        # The process finds the same modules as this one, but none in the folder in which the service was started.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-P", "-m", self._program, str(child_pipe.fileno())]
        nowhere = subprocess.DEVNULL
        with child_pipe:
            self._process = subprocess.Popen(
                command, env=environment, pass_fds=(child_pipe.fileno(),), stdin=nowhere, stdout=nowhere
            )
        self._pipe = ours
        return ours

    def _end(self) -> None:
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.wait(LEAVE_SECONDS)


def _busy() -> Busy:
    return Busy(
        Text(
            es=f"el servicio está dibujando otras imágenes; espera {RETRY_SECONDS} s",
            en=f"the service is drawing other pictures; wait {RETRY_SECONDS} s",
        ),
        extra={"retry_after": RETRY_SECONDS},
    )
