"""Forks of a process, which share its memory until one of both changes a page.

Only Linux forks here, and only a process with one thread, before it has an event loop or a database open: a lock that another
thread held would stay locked in the fork, and a connection would have two users. Elsewhere processes are spawned.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess
    from multiprocessing.process import BaseProcess

_STANDARD: Final = 3
"""The number of standard files: input, output and errors."""
_NONE: Final[Mapping[int, Any]] = {}
_LOOK_SECONDS: Final = 0.01
"""Seconds between two looks at a process that is to end."""


def can_fork() -> bool:
    """True if this process can be forked: it has one thread, those of compiled modules counted, on Linux."""
    if sys.platform != "linux":
        return False
    try:
        return len([*Path("/proc/self/task").iterdir()]) == 1
    except OSError:
        return False


def fork(
    target: Callable[..., object],
    *arguments: Any,
    handlers: Mapping[int, Any] = _NONE,
    name: str | None = None,
    daemon: bool = False,
) -> "ForkProcess":
    """Starts a fork of this process, which calls `target`. Before any signal reaches it, it has these handlers of signals.

    The garbage collections of both leave the objects alone that they have in common.
    """
    gc.freeze()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        process = get_context("fork").Process(
            target=_run, args=(mask, handlers, target, arguments), name=name, daemon=daemon
        )
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return process


def leave_files(but: Collection[int]) -> None:
    """Closes the files that a fork got from its parent, except the standard ones and these.

    Their numbers stay taken, by the null device: objects from the parent that close their file would close another one. With them
    goes the file by whose end the parent would notice that of the fork: for it, `join` with a limit waits without one. Use
    `ends_within`.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for number in [int(one.name) for one in Path("/proc/self/fd").iterdir()]:
        if number >= _STANDARD and number != null and number not in but:
            # The folder that is listed has a number too, closed by now.
            with suppress(OSError):
                os.fstat(number)
                os.dup2(null, number, inheritable=False)


def ends_within(process: "BaseProcess", seconds: float) -> bool:
    """Waits until a process has ended, but no longer than these seconds. Returns True if it has."""
    deadline = monotonic() + seconds
    while process.is_alive():
        if monotonic() >= deadline:
            return False
        sleep(_LOOK_SECONDS)
    return True


def _run(
    mask: Iterable[int], handlers: Mapping[int, Any], target: Callable[..., object], arguments: tuple[Any, ...]
) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    target(*arguments)
