"""A check that connections to PostgreSQL keep their sessions. A pooler before the server may take them away.

A pooler that lends a session for one transaction (PgBouncer with `pool_mode=transaction` or `statement`) loses the service's
settings of it: LISTEN, prepared statements and timeouts. The service would work, miss notifications, and fail now and then.
"""

from typing import Any

import psycopg

from referee.errors import Inconsistent
from referee.text import Text

_SESSION = b"SELECT pg_backend_pid(), pg_postmaster_start_time()"
_ORDER = (0, 1, 1, 0, 0, 1, 0)
"""The order in which two connections ask. In it one of them meets the session of the other, or a new one, whether a pooler lends
the session returned last or first.
"""


def require_session(address: str) -> None:
    """Raises Inconsistent if connections to this address do not keep a session each, psycopg.Error if none can be made."""
    if not keeps_session(address):
        raise Inconsistent(
            Text(es=f"REFEREE_DATABASE {LENT.es}: {ADVICE.es}", en=f"REFEREE_DATABASE {LENT.en}: {ADVICE.en}")
        )


def keeps_session(address: str) -> bool:
    """True if connections to this libpq address keep a session each. Raises psycopg.Error if none can be made."""
    with psycopg.connect(address, autocommit=True) as one, psycopg.connect(address, autocommit=True) as other:
        return _keep_one_each(one, other)


def _keep_one_each(one: psycopg.Connection[Any], other: psycopg.Connection[Any]) -> bool:
    sessions: dict[int, set[tuple[Any, ...]]] = {0: set(), 1: set()}
    for index in _ORDER:
        row = (one, other)[index].execute(_SESSION, prepare=False).fetchone()
        assert row is not None
        sessions[index].add(tuple(row))
    return len(sessions[0]) == len(sessions[1]) == 1 and sessions[0] != sessions[1]


LENT = Text(
    es="lleva a un agrupador de conexiones que presta una sesión del servidor por transacción, y el servicio necesita una para "
    "cada conexión",
    en="leads to a connection pooler that lends a session of the server for one transaction, and the service needs one for each "
    "connection",
)
ADVICE = Text(
    es="pon pool_mode=session en PgBouncer para esta base de datos, o la dirección del servidor mismo",
    en="set pool_mode=session for this database in PgBouncer, or give the address of the server itself",
)
