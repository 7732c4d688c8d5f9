"""A bar on a terminal that shows how far a command is."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from api.cli.language import say
from referee.text import Text


class ProgressBar:
    """A bar for a task, on this console or standard error. It draws nothing if that is no terminal."""

    def __init__(self, task: Text, console: Console | None = None) -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console or Console(stderr=True),
            transient=True,
            auto_refresh=False,
        )
        self._task = self._bar.add_task(say(task), total=None)
        self._is_on_terminal = self._bar.console.is_terminal
        if self._is_on_terminal:
            self._bar.start()

    def draw(self, count: int, total: int | None) -> None:
        """Shows that so many of all are done."""
        if self._is_on_terminal:
            self._bar.update(self._task, completed=count, total=total, refresh=True)

    def close(self) -> None:
        """Removes the bar."""
        if self._is_on_terminal:
            self._bar.stop()
