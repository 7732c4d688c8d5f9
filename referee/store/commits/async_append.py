"""What commands wait for is stored on PostgreSQL from the event loop, without a thread.

The way to a thread and back, on a core that has nothing of it at hand, takes longer than the work. What does not go smoothly is
done again by a thread, which may wait, and looks for what the first try may have stored.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import perf_counter

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus

from referee.store.attempt import CommitAttempt, attempt_at
from referee.store.commits.group import CommitBatch
from referee.store.from_loop.connection import AsyncConnection, InThread
from referee.store.log import Log
from referee.store.postgres import MOST_PREPARED, PostgresRecorder
from referee.store.timeouts import budget

TAKEN = b"23505"
"""How a server refuses a version that somebody else has stored: unique_violation
(https://www.postgresql.org/docs/current/errcodes-appendix.html).
"""


class AsyncAppend:
    """Stores the rounds of a group, one after the other, on a connection of the loop's own."""

    def __init__(self, log: Log, recorder: PostgresRecorder) -> None:
        self._log = log
        self._recorder = recorder
        self._connection: AsyncConnection = recorder.datastore.async_connection  # type: ignore[attr-defined]

    async def store(self, waiting: CommitBatch, in_thread: InThread) -> Sequence[int | Exception]:
        """What came of each that waits, as `CommitBatch.store` tells it."""
        attempt = None if waiting.has_rows else attempt_at(waiting.records)
        tried = await self.first_try(attempt, in_thread) if attempt else None
        return tried or await in_thread(partial(waiting.store, self._log, attempt))

    async def first_try(self, attempt: CommitAttempt, in_thread: InThread = asyncio.to_thread) -> list[int] | None:
        """The positions of the last records of its writes, once they are stored.

        None where they were refused, or the server did not answer: the attempt says whether they may be stored all the same.
        """
        records = attempt.records
        if len(records) > MOST_PREPARED:
            return None
        began, silence = perf_counter(), self._log.health
        try:
            # Not by a thread that others wait for who only read.
            await self._connection.open(in_thread)
            attempt.progress.commit_sent = True
            result = await self._connection.ask(*self._recorder.in_libpq(records), budget.ANSWER_SECONDS)
        except (psycopg.Error, OSError):
            silence.mark_down()
            return None
        finally:
            attempt.seconds = perf_counter() - began
        silence.mark_up()
        if result.status != ExecStatus.TUPLES_OK:
            # One statement is a transaction of its own: what the server refuses it has not stored.
            attempt.progress.commit_sent = False
            if result.error_field(DiagnosticField.SQLSTATE) != TAKEN:
                # It may be a server that takes no writes any more, where the next connection leads to another.
                self._connection.close()
            return None
        positions = [int(result.get_value(row, 0) or 0) for row in range(result.ntuples)]
        return self._log.record_stored(attempt.writes, positions, attempt.seconds)


def async_append(log: Log) -> AsyncAppend | None:
    """What stores in a log from the event loop; None where the log is in a file."""
    return AsyncAppend(log, log.recorder) if isinstance(log.recorder, PostgresRecorder) else None
