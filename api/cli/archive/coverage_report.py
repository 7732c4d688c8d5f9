"""The limits of a check: a verdict that is silent about them promises more than was checked."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from api.cli.archive import counted
from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from projections.commitment_comparison import CommitmentVerdict
    from projections.comparison import TablesVerdict
    from referee.evidence.database import DatabaseVerdict
    from referee.evidence.records import Verdict

RULES = Text(
    es="si se siguieron las reglas: véase `referee audit`", en="whether the rules were kept: see `referee audit`"
)
NAMES = Text(
    es="nombres de personas: quedan fuera de las huellas; los prueban --proofs y --key",
    en="people's names: they are outside the hashes; --proofs and --key prove them",
)
UNSIGNED = Text(
    es="si esto es lo que se firmó, y si faltan las últimas entradas: lo dicen --proofs y --key",
    en="whether this is what was signed, and whether the last entries are missing: --proofs and --key tell",
)
MOST_NAMED = 5
"""The most ids of people without a name that are printed."""
BESIDE = Text(
    es="lo que está de paso: mensajes de webhooks, PIN equivocados, dispositivos y turnos",
    en="what is in passing: messages of webhooks, wrong PINs, devices and turns",
)
NO_TABLES = Text(es="las tablas de lectura: no hay ninguna todavía", en="the read models: none was made yet")
ELSEWHERE = Text(
    es="si alguien lo reescribió todo, puntos de control incluidos: solo lo dice un --checkpoint guardado en otra parte",
    en="whether somebody rewrote everything, checkpoints too: only a --checkpoint that was kept elsewhere tells",
)


def of_record(verdict: "Verdict") -> list[Text]:
    """The limits of the check of a record."""
    checkpoint = verdict.checkpoint
    later = (
        UNSIGNED
        if checkpoint is None
        else Text(es=f"lo que se anotó después del {checkpoint.time}", en=f"what was recorded after {checkpoint.time}")
    )
    return [later, *_of_names(verdict), RULES]


def _of_names(verdict: "Verdict") -> Iterator[Text]:
    """Yields the names without a proof, and the people without a name."""
    if verdict.names is None:
        yield NAMES
    elif verdict.names.unnamed_people:
        who, more = ", ".join(verdict.names.unnamed_people[:MOST_NAMED]), len(verdict.names.unnamed_people) - MOST_NAMED
        es, en = (f" y {more} más", f" and {more} more") if more > 0 else ("", "")
        yield Text(
            es=f"el nombre de {who}{es}: el fichero no lo da, y de quien se borró no queda ninguno",
            en=f"the name of {who}{en}: the file does not give it, and who was erased has none left",
        )


def of_database(
    verdict: "DatabaseVerdict",
    tables: "TablesVerdict | None",
    commitments: "CommitmentVerdict | None",
    *,
    has_saved: bool,
) -> list[Text]:
    """The limits of the check of a database. `has_saved` is True if a checkpoint from elsewhere was compared."""
    records_since = verdict.records - verdict.signed_records
    one = records_since == 1
    tail = Text(
        es=f"{'el registro posterior' if one else f'los {records_since} registros posteriores'} al último punto de control, "
        f"salvo por {'su cadena' if one else 'sus cadenas'}",
        en=f"the {'record' if one else f'{records_since} records'} after the last checkpoint, but for "
        f"{'its chain' if one else 'their chains'}",
    )
    limits = {tail: records_since > 0, ELSEWHERE: not has_saved, NO_TABLES: tables is None}
    return [*(one for one, applies in limits.items() if applies), *_of_bound(commitments), BESIDE, RULES]


def _of_bound(commitments: "CommitmentVerdict | None") -> Iterator[Text]:
    """Yields the rows that cannot be compared with the log."""
    if commitments and commitments.pending:
        left = counted.rows(commitments.pending_rows)
        yield Text(
            es=f"{left.es} de una versión anterior, que el registro ata al arrancar el servicio",
            en=f"{left.en} of an earlier release, which the log binds when the service starts",
        )
    if commitments and commitments.erased_people:
        n = commitments.erased_people
        yield Text(
            es=f"lo que se borró de {counted.many(n, 'persona', 'personas')}: olvidado, no se puede comprobar",
            en=f"what was erased of {counted.many(n, 'person', 'people')}: forgotten, it cannot be checked",
        )


def with_limits(words: Text, limits: Sequence[Text]) -> Text:
    """Adds the limits of a check below its verdict."""
    return Text(
        es="\n".join([words.es, *(f"No se ha comprobado: {one.es}." for one in limits)]),
        en="\n".join([words.en, *(f"Not checked: {one.en}." for one in limits)]),
    )


def for_programs(limits: Sequence[Text]) -> list[str]:
    """The limits for programs, in the language of the terminal."""
    return [say(one) for one in limits]
