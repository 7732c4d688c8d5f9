"""The inserts of a log into its database, made by any way."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.log.commits.async_append import AsyncAppend
from referee.log.log import Log
from referee.log.records import Commit, Record

InsertListener = Callable[[Sequence[Record]], object]


def _nobody(_: Sequence[Record]) -> None:
    pass


def watch_inserts(
    log: Log, monkeypatch: pytest.MonkeyPatch, *, before: InsertListener = _nobody, after: InsertListener = _nobody
) -> None:
    """Calls `before` (in a thread that may wait) and `after` with the records of each insert of a log."""
    insert, first_try = log.recorder.insert_events, AsyncAppend.first_try

    def inserting(records: Sequence[Record], **options: Any) -> Any:
        before(records)
        positions = insert(records, **options)
        after(records)
        return positions

    async def trying(append: AsyncAppend, commit: Commit, *more: Any) -> list[int] | None:
        await asyncio.to_thread(before, commit.records)
        positions = await first_try(append, commit, *more)
        if positions is not None:
            after(commit.records)
        return positions

    monkeypatch.setattr(log.recorder, "insert_events", inserting)
    monkeypatch.setattr(AsyncAppend, "first_try", trying)


def never_from_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every first try from an event loop fail before anything is sent."""

    async def failing(*_: object) -> None:
        return None

    monkeypatch.setattr(AsyncAppend, "first_try", failing)
