"""A copy of a whole database as it is at one moment: an SQLite file that `referee serve` opens.

Of a PostgreSQL database the rows are copied, those of the log with their positions. Its read models are not: they are built from
the log where the copy is opened.
"""

from pathlib import Path

import sqlalchemy as sa

from referee.log.address import private_file
from referee.log.backend import backend_of
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.commands import MatchCommands
from referee.people.register import open_people


def copy_database(store: sa.Engine, file: Path) -> None:
    """Copies a database that may be in use to a file that only its owner may read. The file must not be there, or be empty."""
    private_file(file)
    backend_of(store).copy(store, file, tables_beside_read_models)


def tables_beside_read_models(file: Path) -> list[str]:
    """Makes a new database in a file, and names its tables: the log and all that the log does not say."""
    service = MatchCommands(open_log(str(file)), open_people(engine(str(file))))
    tables = sa.inspect(service.people.store).get_table_names()
    service.log.close()
    service.people.store.dispose()
    return tables
