"""The service and the bare handler with a clock at each stage of an append, for `test_stages.py`."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from time import perf_counter_ns
from typing import Any

import msgspec

MARKS = "/marks"
"""The path that returns the marks since the last time: lists of a stage and the nanosecond at which it began."""
_marks: list[tuple[str, int]] = []


def _mark(stage: str) -> None:
    _marks.append((stage, perf_counter_ns()))


def _with_clock(call: Callable[..., Any], begins: str, then: str) -> Callable[..., Any]:
    """The call, with the stage that begins with it and the one after it."""

    @wraps(call)
    async def later(*args: Any, **options: Any) -> Any:
        _mark(begins)
        try:
            return await call(*args, **options)
        finally:
            _mark(then)

    @wraps(call)
    def now(*args: Any, **options: Any) -> Any:
        _mark(begins)
        try:
            return call(*args, **options)
        finally:
            _mark(then)

    return later if iscoroutinefunction(call) else now


class StagedApp:
    """An application that notes the arrival of a request, and the beginning of its answer."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] == MARKS:
            await self._tell(send)
        else:

            async def send_and_clock(message: Any) -> None:
                if message["type"] == "http.response.start":
                    _mark("send and read")
                await send(message)

            _mark("to the body")
            await self._app(scope, receive, send_and_clock)

    async def _tell(self, send: Any) -> None:
        content = msgspec.json.encode(_marks)
        _marks.clear()
        length = str(len(content)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        await send({"type": "http.response.body", "body": content, "more_body": False})


def ours() -> StagedApp:
    """The service, by its environment."""
    from api import compose
    from api.http import bodies
    from referee.log.commits.group import GroupCommit
    from referee.log.log import Log
    from referee.log.sqlite.recorder import SQLiteRecorder

    for owner, name, begins, then in (
        (bodies, "_whole", "the body", "to the verdict"),
        (GroupCommit, "run", "verdict", "answer, headers"),
        (Log, "append_all", "to the insert", "keep, count"),
        (SQLiteRecorder, "insert_events", "insert and commit", "count, signals"),
    ):
        setattr(owner, name, _with_clock(getattr(owner, name), begins, then))
    return StagedApp(compose.app_from_environment())


def bare() -> StagedApp:
    """The bare handler."""
    from litestar import Request

    from tests.benchmarks import bare_app

    class Database:
        def __init__(self, database: sqlite3.Connection) -> None:
            self._database = database

        def execute(self, statement: str, *values: Any) -> None:
            if statement == "BEGIN":
                _mark("insert and commit")
            self._database.execute(statement, *values)
            if statement == "COMMIT":
                _mark("answer, headers")

    Request.body = _with_clock(Request.body, "the body", "to the insert")  # type: ignore[method-assign]
    bare_app._database = Database(bare_app._database)  # type: ignore[assignment]
    return StagedApp(bare_app.app)
