"""The service inside the test's own process without work beside requests, and all data of its database."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx
import sqlalchemy as sa

from api.compose import close
from api.context import AppContext
from tests.support.application import create_app
from tests.support.inside import Clock, services_on
from tests.support.service import Caller

Rows = dict[str, list[str]]


class _Direct(httpx.BaseTransport):
    """The application called as a function: no lifespan, so that only a request can change anything."""

    def __init__(self, app: Any) -> None:
        self._transport = httpx.ASGITransport(app)
        self._loop = asyncio.new_event_loop()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._loop.run_until_complete(self._answer(request))

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        copy = httpx.Request(request.method, request.url, headers=request.headers, content=request.read())
        answer = await self._transport.handle_async_request(copy)
        body = b"".join([part async for part in answer.aiter_raw()])
        return httpx.Response(answer.status_code, headers=answer.headers, content=body)

    def close(self) -> None:
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


def call_app(app: Any, url: str) -> Caller:
    """A client without a token that calls an application as a function, under this address."""
    return Caller(transport=_Direct(app), base_url=url)


@contextmanager
def quiet(database: str, clock: Clock | None = None) -> Iterator[tuple[Caller, AppContext]]:
    """A client without a token of a service on this database, and the parts of the service."""
    services = services_on(database, clock or Clock())
    with call_app(create_app(services), "http://table.example") as client:
        yield client, services
    close(services)


def everything(services: AppContext) -> Rows:
    """Every row of every table of a service's database, as text."""
    services.follower.catch_up()
    with services.people.store.connect() as connection:
        tables = _tables(services.people.store).tables
        return {name: sorted(map(repr, connection.execute(table.select()))) for name, table in tables.items()}


@cache
def _tables(store: sa.Engine) -> sa.MetaData:
    """The tables of the database, from all makers."""
    metadata = sa.MetaData()
    metadata.reflect(store)
    return metadata
