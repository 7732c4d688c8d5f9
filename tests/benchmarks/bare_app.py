"""The yardstick of the benchmarks over HTTP: Litestar handlers that insert one row, or give bytes back, and do nothing else."""

import os
import sqlite3

from litestar import Litestar, Request, Response, get, post
from litestar.params import FromPath

_database = sqlite3.connect(os.environ["BARE_DATABASE"], check_same_thread=False, isolation_level=None)
_database.execute("PRAGMA journal_mode=WAL")
_database.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, state BLOB)")


@post("/append")
async def append(request: Request) -> Response[bytes]:  # type: ignore[type-arg]
    """Inserts the body as a row, in a transaction of its own."""
    body = await request.body()
    _database.execute("BEGIN")
    _database.execute("INSERT INTO bare (state) VALUES (?)", (body,))
    _database.execute("COMMIT")
    return Response(b'{"version":1}', status_code=201, media_type="application/json")


_bodies: dict[str, bytes] = {}


@post("/keep/{name:str}")
async def keep(request: Request, name: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """Stores the body under a name."""
    _bodies[name] = await request.body()
    return Response(b"{}", media_type="application/json")


@get("/same/{name:str}")
async def same(name: FromPath[str]) -> Response[bytes]:
    """Returns the body that is stored under this name."""
    return Response(_bodies[name], media_type="application/json")


app = Litestar([append, keep, same], openapi_config=None)
