"""Whether a connection to PostgreSQL keeps its session, as what lies between the service and the server decides.

A pooler that lends a session for one transaction (PgBouncer with `pool_mode=transaction` or `statement`) takes away what the
service has set in it: LISTEN, prepared statements and time limits. It would work, hear nothing, and fail now and then.
"""

from typing import Any

import psycopg

from referee.errors import Inconsistent
from referee.text import Text

_SESSION = b"SELECT pg_backend_pid(), pg_postmaster_start_time()"
_ORDER = (0, 1, 1, 0, 0, 1, 0)
"""Which of two connections asks: whether a pooler lends the session that was given back last, or first, one of them meets the
other's, or another one than before.
"""


def require_session(address: str) -> None:
    """Raises Inconsistent where connections to this address do not keep a session each; psycopg.Error where there are none."""
    if not keeps_session(address):
        raise Inconsistent(
            Text(es=f"REFEREE_DATABASE {LENT.es}: {ADVICE.es}", en=f"REFEREE_DATABASE {LENT.en}: {ADVICE.en}")
        )


def keeps_session(address: str) -> bool:
    """Whether connections to this address, as libpq takes it, keep a session each. Raises psycopg.Error where there are none."""
    with psycopg.connect(address, autocommit=True) as one, psycopg.connect(address, autocommit=True) as other:
        return _keep_one_each(one, other)


def _keep_one_each(one: psycopg.Connection[Any], other: psycopg.Connection[Any]) -> bool:
    seen: dict[int, set[tuple[Any, ...]]] = {0: set(), 1: set()}
    for which in _ORDER:
        row = (one, other)[which].execute(_SESSION, prepare=False).fetchone()
        assert row is not None
        seen[which].add(tuple(row))
    return len(seen[0]) == len(seen[1]) == 1 and seen[0] != seen[1]


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
