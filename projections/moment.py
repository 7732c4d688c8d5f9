"""Reads as of one moment, also while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def moment(store: Engine) -> Iterator[Connection]:
    """Opens a connection whose reads are all as of one moment."""
    with store.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            # The driver opens no transaction for reads alone.
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()
