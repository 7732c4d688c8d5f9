"""Commits to PostgreSQL from the event loop, without a thread.

A switch to a thread and back, with cold caches, takes longer than the commit. If the first try fails, a thread, which may block,
tries again and looks for records that the first try may have stored.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import cast

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus

from referee.log.commits.group import CommitBatch
from referee.log.log import Log
from referee.log.postgres.async_connection import AsyncConnection, InThread
from referee.log.postgres.recorder import MOST_PREPARED, PostgresRecorder
from referee.log.records import CommitAttempt
from referee.log.timeouts import budget

TAKEN = b"23505"
"""SQLSTATE of a version that is stored already: unique_violation
(https://www.postgresql.org/docs/current/errcodes-appendix.html).
"""


class AsyncAppend:
    """Stores the commits of a group, one after the other, on a connection that only the loop uses."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._recorder = recorder = cast(PostgresRecorder, log.recorder)
        self._connection: AsyncConnection = recorder.datastore.async_connection

    async def store(self, batch: CommitBatch, in_thread: InThread) -> Sequence[int | Exception]:
        """Stores the writes of a batch. Returns the outcome of each, like `CommitBatch.store`."""
        attempt = None if batch.has_rows else self._recorder.attempt(batch.records)
        positions = await self.first_try(attempt, in_thread) if attempt else None
        return positions or await in_thread(partial(batch.store, self._log, attempt))

    async def first_try(self, attempt: CommitAttempt, in_thread: InThread = asyncio.to_thread) -> list[int] | None:
        """Stores the writes of an attempt, and returns the position of the last record of each.

        Returns None if the server refused them or did not answer; the attempt's progress says whether they may be stored anyway.
        """
        records = attempt.records
        if len(records) > MOST_PREPARED:
            return None
        start, health = perf_counter(), self._log.health
        try:
            # In a writing thread: reads must not wait for this.
            await self._connection.open(in_thread)
            attempt.progress.commit_sent = True
            result = await self._connection.ask(*self._recorder.in_libpq(records), budget.ANSWER_SECONDS)
        except (psycopg.Error, OSError):
            health.mark_down()
            return None
        finally:
            attempt.seconds = perf_counter() - start
        health.mark_up()
        if result.status != ExecStatus.TUPLES_OK:
            # One statement is a transaction of its own: a refused one stored nothing.
            attempt.progress.commit_sent = False
            if result.error_field(DiagnosticField.SQLSTATE) != TAKEN:
                # The server may take no writes any more, and a new connection may lead to another server.
                self._connection.close()
            return None
        positions = [int(result.get_value(row, 0) or 0) for row in range(result.ntuples)]
        return self._log.record_stored(attempt.writes, positions, attempt.seconds)
