"""Commands that wait at the same moment go to the log together."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from time import perf_counter
from typing import Any, TypeVar

from api.background.scribe import Scribe
from api.threads import in_time, writing_off_loop
from referee.errors import Unavailable
from referee.store.log import Log
from referee.store.outage.patience import REQUEST_SECONDS, waiting
from referee.store.writing import Member, Writing, alone, together

T = TypeVar("T")
MOST_MEMBERS = 64
"""Commands in one group: those that come after them wait for the next."""
OnGroup = Callable[[int, float], None]
"""Told how many commands a group had, and the seconds that it took."""
LOOK_AROUND = 8
"""After so many commands that came alone the next do not wait for others, but for one in so many."""
Waiting = tuple[Member[Any], "asyncio.Future[Any]"]


class Grouping:
    """Carries out the commands of one process, those that came while others were being stored in one transaction.

    They are carried out in a thread, one group at a time: reads go on while the disk or the server is waited for. Where the
    database is a file it is the thread of all who write to it.
    """

    def __init__(
        self, log: Log, on_group: OnGroup = lambda _members, _seconds: None, scribe: Scribe | None = None
    ) -> None:
        self._log = log
        self._on_group = on_group
        self._scribe = scribe or Scribe()
        self._waiting: list[Waiting] = []
        self._working: asyncio.Task[None] | None = None
        self._single = 0
        """Commands in a row that nobody came together with."""

    async def run(self, writing: Writing[T]) -> T:
        """Carries a command out. Raises what it raises, and Unavailable where the database is silent."""
        if self._is_alone():
            self._single += 1
            return await self._scribe.run(self._by_itself, writing)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        waiting: Waiting = (Member(writing), done)
        self._waiting.append(waiting)
        if self._working is None:
            # In no request's context: it serves all of them.
            self._working = loop.create_task(self._work(), context=Context())
        if self._log.is_file:
            return await done
        try:
            return await in_time(done)
        except Unavailable:
            if waiting not in self._waiting:
                raise
            self._waiting.remove(waiting)
            raise Unavailable(stored="no") from None

    def _is_alone(self) -> bool:
        """Whether this command need not wait for others: nobody came with those before it.

        Now and then it waits all the same, and so it is noticed when there are others again.
        """
        return (
            self._log.is_file
            and self._working is None
            and self._scribe.is_free
            and self._single % LOOK_AROUND > 0
            and self._single > LOOK_AROUND
        )

    def _by_itself(self, writing: Writing[T]) -> T:
        began = perf_counter()
        try:
            return alone(self._log, writing)
        finally:
            self._on_group(1, perf_counter() - began)

    async def _work(self) -> None:
        try:
            while self._waiting:
                group = self._next()
                if self._log.is_file:
                    await self._scribe.run(self._carry_out, group)
                else:
                    await writing_off_loop(self._carry_out_in_time, group)
                self._answer(group)
                # Those who were answered, and others that came meanwhile, have their turn.
                await asyncio.sleep(0)
        finally:
            self._working = None

    def _answer(self, group: list[Waiting]) -> None:
        for member, done in group:
            if done.cancelled():
                continue
            try:
                done.set_result(member.result())
            except Exception as error:
                done.set_exception(error)

    def _next(self) -> list[Waiting]:
        group, self._waiting = self._waiting[:MOST_MEMBERS], self._waiting[MOST_MEMBERS:]
        self._single = self._single + 1 if len(group) == 1 else 0
        return group

    def _carry_out_in_time(self, group: list[Waiting]) -> None:
        """In a thread: what a group reads of a silent database has the time of a request too."""
        with waiting(REQUEST_SECONDS):
            self._carry_out(group)

    def _carry_out(self, group: list[Waiting]) -> None:
        """Brings every command of a group to its end: those who wait for it are answered in any case."""
        members, began = [member for member, _ in group], perf_counter()
        try:
            together(self._log, members)
        except Exception as error:
            for member in members:
                member.broke_off(error)
        self._on_group(len(group), perf_counter() - began)
