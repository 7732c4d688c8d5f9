"""The check of a PostgreSQL server: its answer, the database, writes, spare connections, long transactions."""

from collections.abc import Iterator
from typing import Any

import psycopg

from api.cli.doctor.findings import Diagnosis, good, warning, wrong
from referee.log.opening.probe import DatabaseAccessError, database_exists
from referee.log.postgres.connections import connection_string
from referee.log.postgres.pooler_check import ADVICE, LENT, keeps_session
from referee.text import Text

CROWDED = 0.8
"""The part of a server's connections in use from which few are left."""
LONG_SECONDS = 300
"""Seconds from which a transaction is long. While one is open, VACUUM frees nothing deleted after its start."""


def look_at_server(database: str) -> Iterator[Diagnosis]:
    """Yields the findings about the server. The last one is `wrong` if its content cannot be checked. Changes nothing."""
    address = connection_string(database)
    try:
        keeps = keeps_session(address)
        there = keeps and database_exists(database)
    except (DatabaseAccessError, psycopg.Error) as error:
        yield _no_answer(error)
        return
    if not keeps:
        es, en = f"REFEREE_DATABASE {LENT.es}", f"REFEREE_DATABASE {LENT.en}"
        yield wrong("server", Text(es=es, en=en), ADVICE)
        return
    if not there:
        yield wrong(
            "server",
            Text(
                es="el servidor contesta, y en esta base de datos no hay nada de referee",
                en="the server answers, and there is nothing of referee in this database",
            ),
            Text(
                es="comprueba el nombre que va al final de REFEREE_DATABASE; `referee serve` crea las tablas",
                en="check the name at the end of REFEREE_DATABASE; `referee serve` creates the tables",
            ),
        )
        return
    with psycopg.connect(address, autocommit=True) as connection:
        yield from _state(connection)


def _state(connection: "psycopg.Connection[tuple[Any, ...]]") -> Iterator[Diagnosis]:
    version = connection.info.server_version // 10_000
    takes_writes = connection.execute("SHOW transaction_read_only").fetchone() == ("off",)
    if takes_writes:
        yield good("server", f"PostgreSQL {version} contesta y admite escrituras", f"PostgreSQL {version} takes writes")
    else:
        yield wrong(
            "server",
            Text(es="el servidor contesta, pero no admite escrituras", en="the server answers, but takes no writes"),
            Text(
                es="es una réplica o está en solo lectura: pon en REFEREE_DATABASE la dirección del primario, o todas con "
                "target_session_attrs=read-write",
                en="it is a standby, or set to read-only: put the primary's address into REFEREE_DATABASE, or all of them "
                "with target_session_attrs=read-write",
            ),
        )
    yield _connections(connection)
    yield _transactions(connection)


def _connections(connection: "psycopg.Connection[tuple[Any, ...]]") -> Diagnosis:
    count, most = _row(
        connection, "SELECT (SELECT count(*) FROM pg_stat_activity), current_setting('max_connections')::int"
    )
    if count < CROWDED * most:
        return good("connections", f"{count} conexiones de {most}", f"{count} connections of {most}")
    return warning(
        "connections",
        Text(es=f"quedan pocas conexiones: {count} de {most}", en=f"few connections are left: {count} of {most}"),
        Text(
            es="sube max_connections en postgresql.conf, o arranca menos procesos del servicio",
            en="raise max_connections in postgresql.conf, or run fewer processes of the service",
        ),
    )


def _transactions(connection: "psycopg.Connection[tuple[Any, ...]]") -> Diagnosis:
    [oldest] = _row(
        connection,
        "SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::int FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
    )
    if oldest < LONG_SECONDS:
        return good("transactions", "ninguna transacción lleva mucho abierta", "no transaction has been open for long")
    return warning(
        "transactions",
        Text(es=f"hay una transacción abierta desde hace {oldest} s", en=f"a transaction has been open for {oldest} s"),
        Text(
            es="mira cuál es en pg_stat_activity y ciérrala con pg_terminate_backend; el servicio no tiene ninguna tan larga",
            en="see which it is in pg_stat_activity and end it with pg_terminate_backend; the service has none that long",
        ),
    )


def _row(connection: "psycopg.Connection[tuple[Any, ...]]", query: str) -> list[int]:
    row = connection.execute(query.encode()).fetchone()
    return [int(value) for value in row or ()]


def _no_answer(error: Exception) -> Diagnosis:
    # The driver's own message: it names the server and the user, never the password.
    message = str(error).splitlines()[0]
    return wrong(
        "server",
        Text(
            es=f"el servidor no abre la base de datos: {message}",
            en=f"the server does not open the database: {message}",
        ),
        Text(
            es="mira si PostgreSQL está en marcha y si la dirección, el usuario y la contraseña de REFEREE_DATABASE son esos; "
            "el servicio sigue solo en cuanto conteste",
            en="see whether PostgreSQL runs, and whether address, user and password in REFEREE_DATABASE are right; "
            "the service goes on by itself as soon as it answers",
        ),
    )
