"""Several reads as of one moment, however much is written between them."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def moment(store: Engine) -> Iterator[Connection]:
    """A connection that reads everything as of one moment."""
    with store.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()
