"""What `referee verify` says of the tables that are served, held against the log."""

from typing import TYPE_CHECKING, Any

import msgspec

from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from projections.comparison import RowFlaw, TablesVerdict

PROBLEMS = {
    "changed": Text(
        es="{columns}: no es lo que da el registro",
        en="{columns}: not what the log gives",
    ),
    "missing": Text(es="falta: el registro la da", en="missing: the log gives it"),
    "extra": Text(es="sobra: el registro no la da", en="put in: the log does not give it"),
}


def told(tables: "TablesVerdict | None") -> dict[str, Any] | None:
    """The verdict for programs."""
    return None if tables is None else {"rows": tables.rows, "position": tables.position}


def flaw_of(tables: "TablesVerdict | None") -> dict[str, Any] | None:
    """The first row that is not as it should be, for programs."""
    if tables is None or tables.flaw is None:
        return None
    flaw = tables.flaw
    whole = {**msgspec.to_builtins(flaw), "problem": "row", "difference": flaw.problem}
    return {**whole, "message": say(flaw_words(flaw))}


def flaw_words(flaw: "RowFlaw") -> Text:
    """Which row it is and what is wrong with it; `referee rebuild` makes the tables again."""
    key = " · ".join(str(part) for part in flaw.key)
    problem, columns = PROBLEMS[flaw.problem], ", ".join(flaw.columns)
    return Text(
        es=f"tabla {flaw.table}, fila {key}: {problem.es.format(columns=columns)}",
        en=f"table {flaw.table}, row {key}: {problem.en.format(columns=columns)}",
    )


def words(tables: "TablesVerdict | None") -> Text:
    """That every row agrees, as the end of a sentence."""
    if tables is None:
        return Text(es="", en="")
    return Text(
        es=f"; las {tables.rows} filas de las tablas son las que da el registro",
        en=f"; all {tables.rows} rows of the tables are what the log gives",
    )
