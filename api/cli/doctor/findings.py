"""What a look at one thing came to, in words for whoever keeps the service: how it is, and what to do about it."""

from typing import Literal

from msgspec import Struct

from referee.text import Text

Level = Literal["ok", "warning", "wrong"]


class Finding(Struct, frozen=True):
    """How one thing is. Whatever is not `ok` has an `advice`."""

    check: str
    level: Level
    what: Text
    advice: Text | None = None


def good(check: str, es: str, en: str) -> Finding:
    """Something that is as it should be."""
    return Finding(check, "ok", Text(es=es, en=en))


def warning(check: str, what: Text, advice: Text) -> Finding:
    """Something that works, and will not for long, or not as whoever keeps the service expects."""
    return Finding(check, "warning", what, advice)


def wrong(check: str, what: Text, advice: Text) -> Finding:
    """Something that does not work, or of which no more can be relied on."""
    return Finding(check, "wrong", what, advice)


RESTORE = Text(
    es="para el servicio, guarda una copia de los ficheros tal como están y restaura la última copia de seguridad buena",
    en="stop the service, keep a copy of the files as they are, and restore the last good backup",
)

NAMES = {
    "file": Text(es="fichero", en="file"),
    "disk": Text(es="disco", en="disk"),
    "wal": Text(es="diario de escritura", en="write-ahead log"),
    "integrity": Text(es="integridad", en="integrity"),
    "server": Text(es="servidor", en="server"),
    "connections": Text(es="conexiones", en="connections"),
    "transactions": Text(es="transacciones", en="transactions"),
    "schema": Text(es="tablas", en="tables"),
    "read_models": Text(es="modelos de lectura", en="read models"),
    "webhooks": Text(es="webhooks", en="webhooks"),
    "signing_key": Text(es="clave que firma", en="signing key"),
    "log": Text(es="registro", en="log"),
    "tree": Text(es="árbol", en="tree"),
    "whole_log": Text(es="registro entero", en="whole log"),
    "clock": Text(es="reloj", en="clock"),
    "service": Text(es="servicio", en="service"),
    "token": Text(es="token", en="token"),
    "work": Text(es="trabajo propio", en="work of its own"),
}
"""What each check is called, by the name that programs know it by."""
