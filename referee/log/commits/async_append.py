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

from referee.log.commits.group import store_together
from referee.log.log import Log
from referee.log.postgres.async_connection import AsyncConnection, InThread
from referee.log.postgres.recorder import MOST_PREPARED, PostgresRecorder
from referee.log.records import Commit, Write
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

    async def store(self, writes: Sequence[Write], in_thread: InThread) -> Sequence[int | Exception]:
        """Stores writes, and returns the outcome of each, like `store_together`."""
        commit = self._recorder.prepare(writes)
        is_statement = len(commit.records) <= MOST_PREPARED and not commit.rows
        positions = await self.first_try(commit, in_thread) if is_statement else None
        return positions or await in_thread(partial(store_together, self._log, writes, commit))

    async def first_try(self, commit: Commit, in_thread: InThread = asyncio.to_thread) -> list[int] | None:
        """Stores a commit that is a single statement, and returns the position of the last record of each write.

        Returns None if the server refused it or did not answer. Then `is_sent` says whether it may be stored.
        """
        start, health = perf_counter(), self._log.health
        try:
            # In a writing thread: reads must not wait for this.
            await self._connection.open(in_thread)
            commit.is_sent = True
            result = await self._connection.ask(*self._recorder.in_libpq(commit.records), budget.ANSWER_SECONDS)
        except (psycopg.Error, OSError):
            health.mark_down()
            return None
        finally:
            commit.seconds = perf_counter() - start
        health.mark_up()
        if result.status != ExecStatus.TUPLES_OK:
            # One statement is a transaction of its own: a refused one stored nothing.
            commit.is_sent = False
            if result.error_field(DiagnosticField.SQLSTATE) != TAKEN:
                # The server may take no writes any more, and a new connection may lead to another server.
                self._connection.close()
            return None
        positions = [int(result.get_value(row, 0) or 0) for row in range(result.ntuples)]
        return self._log.note_stored(commit, positions, commit.seconds)
