"""The findings of `referee doctor`, in words for the operator of the service: a state, and what to do about it."""

from typing import Literal

from msgspec import Struct

from referee.text import Text

Level = Literal["ok", "warning", "wrong"]


class Diagnosis(Struct, frozen=True):
    """The state of one thing. A finding that is not `ok` has an `advice`."""

    check: str
    level: Level
    what: Text
    advice: Text | None = None


def good(check: str, es: str, en: str) -> Diagnosis:
    """A finding that all is as it should be."""
    return Diagnosis(check, "ok", Text(es=es, en=en))


def warning(check: str, problem: Text, advice: Text) -> Diagnosis:
    """A finding of something that works now, but may stop, or does not work as its operator expects."""
    return Diagnosis(check, "warning", problem, advice)


def wrong(check: str, problem: Text, advice: Text) -> Diagnosis:
    """A finding of something that does not work, or that cannot be relied on any more."""
    return Diagnosis(check, "wrong", problem, advice)


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
"""The names of the checks in words, by their names for programs."""
