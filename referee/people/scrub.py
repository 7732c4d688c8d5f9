"""The removal of copies of deleted rows from an SQLite file."""

import sqlalchemy as sa


def rewrite_table(connection: sa.Connection, table: sa.Table) -> None:
    """Writes a table of an SQLite file again, in order of id, on pages filled with zeros.

    A deleted row leaves zeros in its place (`secure_delete`), but pages from which rows were moved before may have copies.
    """
    # Locked before it is read: a row that is inserted meanwhile waits, and is not lost.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    rows = [dict(row) for row in connection.execute(table.select().order_by(table.c.id)).mappings()]
    connection.execute(table.delete())
    if rows:
        connection.execute(table.insert(), rows)
