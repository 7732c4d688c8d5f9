"""The migrations of the tables beside the log: runs them, and tells if a database is older or newer than this release.

A new one is a numbered file in `migrations/versions/`, and its column or table in `referee.log.tables`. It runs when a database
is opened for writing (`open_people` in `referee.people.register`).
"""

from functools import cache
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from referee.errors import Inconsistent
from referee.log.tables import BESIDE_LOG, ERASURES
from referee.text import Text

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION_TABLE = "people_version"
Age = Literal["current", "older", "newer"]


def bring_up_to_date(connection: sa.Connection) -> None:
    """Makes and changes the tables. Raises Inconsistent if a newer release has changed them: this one would damage them."""
    tables_age = age(connection)
    if tables_age == "newer":
        raise Inconsistent(
            Text(
                es=f"una versión más nueva de referee ha cambiado esta base de datos ({last_migration(connection)}): "
                "instala esa versión o una posterior, o restaura la copia de seguridad de antes",
                en=f"a newer release of referee has changed this database ({last_migration(connection)}): install "
                "that release or a later one, or restore the backup from before",
            )
        )
    if tables_age == "older":
        migrate(connection)


def make_tables(connection: sa.Connection) -> None:
    """Makes the tables of this release in an empty database that is thrown away: migrations take as long as an audit."""
    BESIDE_LOG.create_all(connection)
    connection.execute(ERASURES.insert().values(count=0))


def require_current(connection: sa.Connection) -> None:
    """Raises Inconsistent if the tables of a database that takes no writes are of another release."""
    if age(connection) != "current":
        raise require_upgrade()


def require_upgrade() -> Inconsistent:
    """The refusal of a database that takes no writes, and has tables of another release."""
    return Inconsistent(
        Text(
            es="la base de datos no admite escrituras y sus tablas son de otra versión de referee: arranca antes esta versión "
            "en el servidor que escribe",
            en="the database takes no writes, and its tables are of another release of referee: start this release on the server "
            "that writes first",
        )
    )


def last_migration(connection: sa.Connection) -> str | None:
    """The last migration of a database; None before the first."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    version: str | None = connection.scalar(sa.select(sa.column("version_num")).select_from(sa.table(VERSION_TABLE)))
    return version


def age(connection: sa.Connection) -> Age:
    """The age of the tables: of this release, of an earlier or of a later one."""
    head, *before = revisions()
    last = last_migration(connection)
    if last == head:
        return "current"
    return "older" if last is None or last in before else "newer"


@cache
def revisions() -> tuple[str, ...]:
    """Every migration that this release knows, the last one first: each is a file whose name begins with its number."""
    files = (MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted((file.name.partition("_")[0] for file in files), reverse=True))


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Makes and changes the tables as far as this migration."""
    # A start reads faster than Alembic is imported: it is for new databases and older ones alone.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
