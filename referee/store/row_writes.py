"""Rows of the tables beside the log that are written, changed or deleted in the transaction of an append."""

from collections.abc import Callable, Mapping

from msgspec import Struct

Value = str | int | None


class InsertRow(Struct, frozen=True):
    """A row to insert. Table and columns are named in the code, never by who asks."""

    table: str
    values: Mapping[str, Value]

    def sql(self, mark: Callable[[str], str]) -> str:
        """The statement; `mark` says how a driver writes the parameter of a column."""
        columns = ", ".join(f'"{column}"' for column in self.values)
        marks = ", ".join(map(mark, self.values))
        return f'INSERT INTO "{self.table}" ({columns}) VALUES ({marks})'


class DeleteRow(Struct, frozen=True):
    """Rows to delete: those with these values."""

    table: str
    values: Mapping[str, Value]

    def sql(self, mark: Callable[[str], str]) -> str:
        """The statement; `mark` says how a driver writes the parameter of a column."""
        where = " AND ".join(f'"{column}" = {mark(column)}' for column in self.values)
        return f'DELETE FROM "{self.table}" WHERE {where}'


class UpdateRow(Struct, frozen=True):
    """Other values for the rows that have those of `key`."""

    table: str
    change: Mapping[str, Value]
    key: Mapping[str, Value]

    @property
    def values(self) -> Mapping[str, Value]:
        """The values in the order of the statement's parameters."""
        return {**self.change, **self.key}

    def sql(self, mark: Callable[[str], str]) -> str:
        """The statement; `mark` says how a driver writes the parameter of a column."""
        change = ", ".join(f'"{column}" = {mark(column)}' for column in self.change)
        where = " AND ".join(f'"{column}" = {mark(column)}' for column in self.key)
        return f'UPDATE "{self.table}" SET {change} WHERE {where}'


class IncrementColumn(Struct, frozen=True):
    """One more in a column of every row, whatever it is by then."""

    table: str
    column: str

    @property
    def values(self) -> Mapping[str, Value]:
        """No parameter."""
        return {}

    def sql(self, mark: Callable[[str], str]) -> str:
        """The statement."""
        return f'UPDATE "{self.table}" SET "{self.column}" = "{self.column}" + 1'


RowWrite = InsertRow | DeleteRow | UpdateRow | IncrementColumn
