"""What an SQLite file keeps of rows that were deleted, and how to be rid of it."""

import sqlalchemy as sa


def write_again(connection: sa.Connection, table: sa.Table) -> None:
    """Writes a table of an SQLite file again, in order of id, on pages filled with zeros.

    A row deleted there leaves zeros, but the pages to which rows were moved before, as others came and went, have copies.
    """
    # Locked before it is read: who is entered meanwhile waits, and is not lost.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    kept = [dict(row) for row in connection.execute(table.select().order_by(table.c.id)).mappings()]
    connection.execute(table.delete())
    if kept:
        connection.execute(table.insert(), kept)
