"""The check of an SQLite file: its presence, its format, its permissions, the free room, its integrity."""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from os import W_OK, access
from pathlib import Path

from api.cli.doctor.findings import RESTORE, Diagnosis, good, warning, wrong
from referee.log.opening.readonly import read_only_uri
from referee.log.queries import LOG_TABLE
from referee.text import Text

MB = 1_000_000
LITTLE, HARDLY = 500 * MB, 50 * MB
"""Free bytes below which there is little room, and below which the next evening may not fit."""
LONG_WAL = 64 * MB
"""Bytes of a write-ahead log that some reader keeps out of the file: it is about 16 MB otherwise."""
FLAWS = 5
"""The most flaws that SQLite reports of a damaged file."""


def look_at_file(path: Path, *, whole: bool) -> Iterator[Diagnosis]:
    """Yields the findings about the file. The last one is `wrong` if its content cannot be checked further."""
    if not path.is_file():
        yield _missing(path)
        return
    content = _content(path, whole=whole)
    if content.check == "integrity":
        yield from _writable(path)
        yield _room(path)
        yield _write_ahead_log(path)
    yield content


def _missing(path: Path) -> Diagnosis:
    return wrong(
        "file",
        Text(es=f"no existe el fichero {path}", en=f"there is no file {path}"),
        Text(
            es="comprueba REFEREE_DATABASE y --database; si el fichero se ha perdido, restaura una copia de seguridad. "
            "`referee serve` crea uno vacío",
            en="check REFEREE_DATABASE and --database; if the file is lost, restore a backup. "
            "`referee serve` creates an empty one",
        ),
    )


def _writable(path: Path) -> Iterator[Diagnosis]:
    for place in (path, path.parent):
        if not access(place, W_OK):
            yield wrong(
                "file",
                Text(es=f"este usuario no puede escribir en {place}", en=f"this user cannot write to {place}"),
                Text(
                    es="el usuario del servicio tiene que ser el dueño del fichero y de su carpeta: `chown`; si el disco está "
                    "montado de solo lectura, mira por qué (`dmesg`)",
                    en="the user of the service must own the file and its folder: `chown`; if the disk is mounted "
                    "read-only, see why (`dmesg`)",
                ),
            )
            return
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield warning(
            "file",
            Text(es=f"otros usuarios pueden leer {path}", en=f"other users can read {path}"),
            Text(
                es=f"tiene nombres y manos en juego: `chmod 600 {path}`",
                en=f"it holds names and hands in play: `chmod 600 {path}`",
            ),
        )
        return
    yield good("file", f"{path} está y se puede escribir en él", f"{path} is there and can be written to")


def _room(path: Path) -> Diagnosis:
    free, size = shutil.disk_usage(path.parent).free, path.stat().st_size
    left = Text(
        es=f"quedan {free // MB} MB libres en el disco de {path.parent}",
        en=f"{free // MB} MB are free on the disk of {path.parent}",
    )
    if free >= max(LITTLE, size):
        return Diagnosis("disk", "ok", left)
    advice = Text(
        es="libera sitio o muda la base de datos: con el disco lleno no se anota nada, y una copia de seguridad hecha al lado "
        "necesita tanto sitio como el fichero",
        en="free some room or move the database: on a full disk nothing is recorded, and a backup made beside the file "
        "needs as much room as the file",
    )
    return Diagnosis("disk", "wrong" if free < HARDLY else "warning", left, advice)


def _write_ahead_log(path: Path) -> Diagnosis:
    beside = path.with_name(f"{path.name}-wal")
    size = beside.stat().st_size if beside.exists() else 0
    if size <= LONG_WAL:
        return good("wal", "lo escrito está casi todo en el fichero", "nearly all that was written is in the file")
    return warning(
        "wal",
        Text(
            es=f"hay {size // MB} MB escritos que aún no están en el fichero, sino en {beside}",
            en=f"{size // MB} MB that were written are not in the file yet, but in {beside}",
        ),
        Text(
            es="no se ha perdido nada. Algún programa lee el fichero sin terminar: ciérralo (`lsof` dice cuál es), o "
            "reinicia el servicio. No borres ese fichero",
            en="nothing is lost. Some program reads the file without end: close it (`lsof` says which it is), or "
            "restart the service. Do not delete that file",
        ),
    )


def _content(path: Path, *, whole: bool) -> Diagnosis:
    """The finding about the content; about the `file` if it is of another program, or cannot be read now."""
    ask = "integrity_check" if whole else "quick_check"
    try:
        with closing(sqlite3.connect(read_only_uri(path), uri=True)) as connection:
            flaws = [str(row[0]) for row in connection.execute(f"PRAGMA {ask}({FLAWS})")]
            ours = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (LOG_TABLE,)).fetchone()
    except sqlite3.DatabaseError as error:
        return _unreadable(path, error)
    if flaws != ["ok"]:
        return wrong(
            "integrity",
            Text(es=f"SQLite dice que el fichero está dañado: {flaws[0]}", en=f"SQLite says it is damaged: {flaws[0]}"),
            RESTORE,
        )
    if ours:
        return good("integrity", "SQLite dice que el fichero está íntegro", "SQLite says that the file is whole")
    return _not_ours(path)


def _unreadable(path: Path, error: sqlite3.DatabaseError) -> Diagnosis:
    if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
        return _not_ours(path)
    if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return wrong(
            "file",
            Text(es=f"otro programa tiene bloqueado {path}", en=f"another program has locked {path}"),
            Text(
                es="ciérralo: `lsof` dice cuál es. El servicio sigue solo en cuanto quede libre",
                en="close it: `lsof` says which it is. The service goes on by itself as soon as the file is free",
            ),
        )
    return wrong("integrity", Text(es=f"no se puede leer: {error}", en=f"it cannot be read: {error}"), RESTORE)


def _not_ours(path: Path) -> Diagnosis:
    return wrong(
        "file",
        Text(es=f"{path} no es una base de datos de referee", en=f"{path} is not a database of referee"),
        Text(
            es="comprueba REFEREE_DATABASE y --database; referee no toca ficheros de otros programas",
            en="check REFEREE_DATABASE and --database; referee does not touch files of other programs",
        ),
    )
