"""The verdict of `referee verify` on the served tables, compared with the log."""

from typing import TYPE_CHECKING, Any

import msgspec

from api.cli.archive import counted
from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from projections.commitment_comparison import CommitmentVerdict
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


def for_programs(tables: "TablesVerdict | None") -> dict[str, Any] | None:
    """The verdict for programs."""
    return None if tables is None else {"rows": tables.rows, "position": tables.position}


def commitments_for_programs(commitments: "CommitmentVerdict | None") -> dict[str, Any] | None:
    """The verdict on people, tokens, PINs and webhooks for programs."""
    return (
        None
        if commitments is None
        else {"rows": commitments.rows, "unbound": commitments.pending, "forgotten": commitments.erased_people}
    )


def first_flaw(tables: "TablesVerdict | None", commitments: "CommitmentVerdict | None") -> "RowFlaw | None":
    """The first wrong row of the tables that are made from the log or bound by it; None if all rows are right."""
    return (tables.flaw if tables else None) or (commitments.flaw if commitments else None)


def flaw_of(flaw: "RowFlaw | None") -> dict[str, Any] | None:
    """A wrong row, for programs."""
    if flaw is None:
        return None
    whole = {**msgspec.to_builtins(flaw), "problem": "row", "difference": flaw.problem}
    return {**whole, "message": say(flaw_words(flaw))}


def flaw_words(flaw: "RowFlaw") -> Text:
    """Names a wrong row and its fault. `referee rebuild` makes the tables again."""
    key = " · ".join(str(part) for part in flaw.key)
    problem, columns = PROBLEMS[flaw.problem], ", ".join(flaw.columns)
    return Text(
        es=f"tabla {flaw.table}, fila {key}: {problem.es.format(columns=columns)}",
        en=f"table {flaw.table}, row {key}: {problem.en.format(columns=columns)}",
    )


def words(tables: "TablesVerdict | None", commitments: "CommitmentVerdict | None") -> Text:
    """The statement that every row agrees, as the end of a sentence."""
    es = f"; las {tables.rows} filas de las tablas son las que da el registro" if tables else ""
    en = f"; all {tables.rows} rows of the tables are what the log gives" if tables else ""
    if commitments and commitments.rows:
        counts, one = counted.rows(commitments.committed_rows), commitments.rows == 1
        es += f"; {counts.es} {'concuerda' if one else 'concuerdan'} con lo que anotó"
        en += f"; {counts.en} {'is' if one else 'are'} what it committed to"
    return Text(es=es, en=en)
