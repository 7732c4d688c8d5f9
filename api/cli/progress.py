"""How far a long command is, on a terminal: nothing when its output is piped, and nothing for what is done soon."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from api.cli.language import say
from referee.text import Text

PATIENCE_SECONDS = 2.0
"""What is done within this shows nothing."""
REFRESH_SECONDS = 0.1
"""Drawn no oftener than this, however often it is told."""


class Tell(Protocol):
    """Says how many are done; and of how many, where that is known only now."""

    def __call__(self, done: int, total: int | None = None, /) -> None: ...


@contextmanager
def progress(
    what: Text, total: int | None = None, *, console: Console | None = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Tell]:
    """Yields what to call with how many are done. It draws on standard error, if that is a terminal."""
    console = console or Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,
    )
    due = clock() + PATIENCE_SECONDS
    shown: list[TaskID] = []

    def tell(done: int, of: int | None = None, /) -> None:
        nonlocal due
        if not console.is_terminal or (now := clock()) < due:
            return
        due = now + REFRESH_SECONDS
        if not shown:
            bar.start()
            shown.append(bar.add_task(say(what), total=of or total))
        bar.update(shown[0], completed=done, refresh=True)

    try:
        yield tell
    finally:
        if shown:
            bar.stop()
