"""What a look at one thing came to, in words for whoever keeps the service: how it is, and what to do about it."""

from typing import Literal

from msgspec import Struct

from referee.text import Text

Level = Literal["ok", "warning", "wrong"]


class Diagnosis(Struct, frozen=True):
    """How one thing is. Whatever is not `ok` has an `advice`."""

    check: str
    level: Level
    what: Text
    advice: Text | None = None


def good(check: str, es: str, en: str) -> Diagnosis:
    """Something that is as it should be."""
    return Diagnosis(check, "ok", Text(es=es, en=en))


def warning(check: str, what: Text, advice: Text) -> Diagnosis:
    """Something that works, and will not for long, or not as whoever keeps the service expects."""
    return Diagnosis(check, "warning", what, advice)


def wrong(check: str, what: Text, advice: Text) -> Diagnosis:
    """Something that does not work, or of which no more can be relied on."""
    return Diagnosis(check, "wrong", what, advice)


RESTORE = Text(
    es="para el servicio, guarda una copia de los ficheros tal como están y restaura la última copia de seguridad buena",
    en="stop the service, keep a copy of the files as they are, and restore the last good backup",
)

NAMES = {
    name: Text(es=es, en=en)
    for name, es, en in (
        ("file", "fichero", "file"),
        ("disk", "disco", "disk"),
        ("wal", "diario de escritura", "write-ahead log"),
        ("integrity", "integridad", "integrity"),
        ("server", "servidor", "server"),
        ("connections", "conexiones", "connections"),
        ("transactions", "transacciones", "transactions"),
        ("schema", "tablas", "tables"),
        ("read_models", "modelos de lectura", "read models"),
        ("webhooks", "webhooks", "webhooks"),
        ("signing_key", "clave que firma", "signing key"),
        ("log", "registro", "log"),
        ("tree", "árbol", "tree"),
        ("witness", "testigo", "witness"),
        ("whole_log", "registro entero", "whole log"),
        ("clock", "reloj", "clock"),
        ("service", "servicio", "service"),
        ("token", "token", "token"),
        ("work", "trabajo propio", "work of its own"),
    )
}
"""What each check is called, by the name that programs know it by."""
