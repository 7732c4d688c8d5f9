"""What `referee verify` says of the tables that are served, held against the log."""

from typing import TYPE_CHECKING, Any

import msgspec

from api.cli.archive import counted
from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from projections.bound_rows import BoundVerdict
    from projections.comparison import RowFlaw, TablesVerdict

PROBLEMS = {
    "changed": Text(
        es="{columns}: no es lo que da el registro",
        en="{columns}: not what the log gives",
    ),
    "renamed": Text(
        es="el nombre de esta persona se cambió a espaldas del registro",
        en="the name of this person was changed behind the log's back",
    ),
    "missing": Text(es="falta: el registro la da", en="missing: the log gives it"),
    "extra": Text(es="sobra: el registro no la da", en="put in: the log does not give it"),
}


def told(tables: "TablesVerdict | None") -> dict[str, Any] | None:
    """The verdict for programs."""
    return None if tables is None else {"rows": tables.rows, "position": tables.position}


def told_bound(bound: "BoundVerdict | None") -> dict[str, Any] | None:
    """The verdict on people, tokens, PINs and webhooks for programs."""
    return None if bound is None else {"rows": bound.rows, "unbound": bound.unbound, "forgotten": bound.forgotten}


def first_flaw(served: "TablesVerdict | None", bound: "BoundVerdict | None") -> "RowFlaw | None":
    """The first row that is not as it should be, in tables that are made from the log or bound by it."""
    return (served.flaw if served else None) or (bound.flaw if bound else None)


def flaw_of(flaw: "RowFlaw | None") -> dict[str, Any] | None:
    """A row that is not as it should be, for programs."""
    if flaw is None:
        return None
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


def words(served: "TablesVerdict | None", bound: "BoundVerdict | None") -> Text:
    """That every row agrees, as the end of a sentence."""
    es = f"; las {served.rows} filas de las tablas son las que da el registro" if served else ""
    en = f"; all {served.rows} rows of the tables are what the log gives" if served else ""
    if bound and bound.rows:
        found, one = counted.rows(bound.bound), bound.rows == 1
        es += f"; {found.es} {'concuerda' if one else 'concuerdan'} con lo que anotó"
        en += f"; {found.en} {'is' if one else 'are'} what it committed to"
    return Text(es=es, en=en)
