"""Writes to the tables beside the log, in the transaction of an append."""

from collections.abc import Callable, Mapping

from msgspec import Struct

Value = str | int | None


class InsertRow(Struct, frozen=True):
    """Inserts a row. Table and columns come from the code, never from a request."""

    table: str
    values: Mapping[str, Value]

    def sql(self, mark: Callable[[str], str]) -> str:
        """Returns the SQL. `mark` gives the driver's placeholder for a column."""
        columns = ", ".join(f'"{column}"' for column in self.values)
        marks = ", ".join(map(mark, self.values))
        return f'INSERT INTO "{self.table}" ({columns}) VALUES ({marks})'


class DeleteRow(Struct, frozen=True):
    """Deletes the rows with these values."""

    table: str
    values: Mapping[str, Value]

    def sql(self, mark: Callable[[str], str]) -> str:
        """Returns the SQL. `mark` gives the driver's placeholder for a column."""
        where = " AND ".join(f'"{column}" = {mark(column)}' for column in self.values)
        return f'DELETE FROM "{self.table}" WHERE {where}'


class UpdateRow(Struct, frozen=True):
    """Changes values of the rows with the values of `key`."""

    table: str
    change: Mapping[str, Value]
    key: Mapping[str, Value]

    @property
    def values(self) -> Mapping[str, Value]:
        """The values in the order of the statement's placeholders."""
        return {**self.change, **self.key}

    def sql(self, mark: Callable[[str], str]) -> str:
        """Returns the SQL. `mark` gives the driver's placeholder for a column."""
        change = ", ".join(f'"{column}" = {mark(column)}' for column in self.change)
        where = " AND ".join(f'"{column}" = {mark(column)}' for column in self.key)
        return f'UPDATE "{self.table}" SET {change} WHERE {where}'


class IncrementColumn(Struct, frozen=True):
    """Adds one to a column of every row."""

    table: str
    column: str

    @property
    def values(self) -> Mapping[str, Value]:
        """No values: the statement has no placeholder."""
        return {}

    def sql(self, mark: Callable[[str], str]) -> str:
        """Returns the SQL."""
        return f'UPDATE "{self.table}" SET "{self.column}" = "{self.column}" + 1'


RowWrite = InsertRow | DeleteRow | UpdateRow | IncrementColumn
