"""Addresses of databases: their kind, and a check that they can be read. No message repeats one: it may hold a password."""

import re
from pathlib import Path
from urllib.parse import unquote

from referee.errors import Inconsistent
from referee.text import Text

POSTGRES = ("postgresql://", "postgres://")
_NO_FILE = re.compile(r"[a-z][a-z0-9+.-]*://|postgres[a-z0-9+]*:|.*\bpassword *=", re.IGNORECASE)
"""Addresses of other databases, or in the notation of other programs: not accepted as names of files."""


def is_postgres(database: str) -> bool:
    """True if an address is of a PostgreSQL server, and not a file."""
    return database.startswith(POSTGRES)


def without_secrets(database: str) -> str:
    """Returns the name of a database in messages: the address of a file; PostgreSQL for a server, for its password."""
    return "PostgreSQL" if is_postgres(database) else database


def require_address(database: str) -> None:
    """Raises Inconsistent for an address of no database that the service knows, or one that cannot be read."""
    if not is_postgres(database):
        if _NO_FILE.match(database) and not database.startswith("sqlite:///"):
            raise _unknown()
        return
    # The driver of servers is loaded for them alone.
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        parameters = conninfo_to_dict(database)
    except psycopg.Error:
        # The message of the driver quotes the part that it cannot read, which may be of the password.
        raise _unreadable() from None
    hosts, ports = str(parameters.get("host") or ""), str(parameters.get("port") or "")
    if "@" in hosts or not all(_is_port(port) for port in ports.split(",") if port):
        raise _unreadable()


def sqlite_path(database: str) -> Path:
    """The file that an SQLite address or a plain path names."""
    return Path(unquote(database.removeprefix("sqlite:///")) if database.startswith("sqlite:///") else database)


def private_file(path: Path) -> None:
    """Creates a missing file, for its owner only, with the folders above it. An existing file stays as it is."""
    private_folder(path.parent)
    path.touch(mode=0o600)


def private_folder(folder: Path) -> None:
    """Creates a missing folder and those above it, for their owner only. An existing folder stays as it is."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
        # The umask takes bits away, which may leave a folder into which its owner cannot look.
        one.chmod(0o700)


def _is_port(port: str) -> bool:
    return port.isascii() and port.isdigit() and 0 < int(port) < 65536


def _unknown() -> Inconsistent:
    return Inconsistent(
        Text(
            es="la base de datos es un fichero, sqlite:///FICHERO o postgresql://...",
            en="the database is a file, sqlite:///FILE or postgresql://...",
        )
    )


def _unreadable() -> Inconsistent:
    return Inconsistent(
        Text(
            es="la dirección postgresql:// de la base de datos no se entiende: ¿están codificados con % los signos de la "
            "contraseña, y son de libpq los parámetros?",
            en="the postgresql:// address of the database cannot be read: are the signs in its password percent-encoded, "
            "and are its parameters those of libpq?",
        )
    )
