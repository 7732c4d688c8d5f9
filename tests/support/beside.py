"""Rows beside the log, stored directly, as no command of the service stores them."""

from collections.abc import Sequence
from datetime import date

import sqlalchemy as sa

from referee.log.row_writes import RowWrite
from referee.log.unit_of_work import unit_of_work
from referee.people.register import People


def store_rows(store: sa.Engine, rows: Sequence[RowWrite]) -> None:
    """Writes, changes or deletes rows, all or none. Raises Unavailable."""
    with unit_of_work(store) as connection:
        for row in rows:
            connection.execute(sa.text(row.sql(lambda column: f":{column}")), row.values)


def enter(people: People, spellings: Sequence[tuple[str, date | None]], at: str) -> list[str]:
    """Enters people by name and birth date, without a record in the log, and returns their ids."""
    newcomers = people.newcomers(spellings, at)
    store_rows(people.store, [one.row() for one in newcomers])
    return [one.person.id for one in newcomers]
