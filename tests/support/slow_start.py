"""A small service that makes ready for as long as a test wants, and may fail: `python -m tests.support.slow_start PORT WORKERS`.

It works in the folder `SLOW_START`: `began` is there once it makes ready, which ends when `go` is; with `fails` no worker starts,
with `refuses` the supervisor fails once all is ready. With `spawns` the workers are no forks.
"""

import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from api.runtime import forking
from api.server.workers import First, Listening, work
from tests.support.waiting import LOOK_SECONDS

FOLDER = "SLOW_START"
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


async def _answer(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] != "lifespan":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(os.getpid()).encode(), "more_body": False})
        return
    await receive()
    if _marker("fails").exists():
        await send({"type": "lifespan.startup.failed", "message": "it cannot start"})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


def app() -> App:
    """The application of any worker but the first."""
    return _answer


def first_app(tell: Callable[[bool], None]) -> App:
    """The application of the first worker, once the test lets it go on."""
    _marker("began").touch()
    while not _marker("go").exists():
        time.sleep(LOOK_SECONDS)
    tell(True)
    return _answer


def _marker(name: str) -> Path:
    return Path(os.environ[FOLDER]) / name


def _ready(writes: bool) -> None:
    if _marker("refuses").exists():
        raise OSError("the terminal is gone")
    print("ready", writes, flush=True)


if __name__ == "__main__":
    module = "tests.support.slow_start"
    if _marker("spawns").exists():
        forking.can_fork = lambda: False
    here = Listening("127.0.0.1", int(sys.argv[1]))
    sys.exit(work(f"{module}:app", here, int(sys.argv[2]), 10, "warning", "text", First(f"{module}:first_app", _ready)))
