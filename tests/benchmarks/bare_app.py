"""The yardstick of the append benchmark: a Litestar handler that inserts one row and does nothing else."""

import os
import sqlite3

from litestar import Litestar, Request, Response, post

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


app = Litestar([append], openapi_config=None)
