"""What a check did not look at: a verdict that is silent about it would be taken for more than it is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from projections.comparison import TablesVerdict
    from referee.evidence.database import DatabaseVerdict
    from referee.evidence.records import Verdict

RULES = Text(
    es="si se siguieron las reglas: véase `referee audit`", en="whether the rules were kept: see `referee audit`"
)
NAMES = Text(es="nombres de personas: quedan fuera de las huellas", en="people's names: they are outside the hashes")
UNSIGNED = Text(
    es="si esto es lo que se firmó, y si faltan las últimas entradas: lo dicen --proofs y --key",
    en="whether this is what was signed, and whether the last entries are missing: --proofs and --key tell",
)
BESIDE = Text(
    es="nombres, y las tablas de tokens, PIN y webhooks: el registro solo tiene quién los puso y quitó",
    en="names, and the tables of tokens, PINs and webhooks: the log only has who made and removed them",
)
NO_TABLES = Text(es="las tablas de lectura: no hay ninguna todavía", en="the read models: none was made yet")
ELSEWHERE = Text(
    es="si alguien lo reescribió todo, puntos de control incluidos: solo lo dice un --checkpoint guardado en otra parte",
    en="whether somebody rewrote everything, checkpoints too: only a --checkpoint that was kept elsewhere tells",
)


def of_record(verdict: "Verdict") -> list[Text]:
    """What the check of a record did not look at."""
    signed = verdict.checkpoint
    later = (
        UNSIGNED
        if signed is None
        else Text(es=f"lo que se anotó después del {signed.time}", en=f"what was recorded after {signed.time}")
    )
    return [later, NAMES, RULES]


def of_database(verdict: "DatabaseVerdict", served: "TablesVerdict | None", *, saved: bool) -> list[Text]:
    """What the check of a database did not look at; `saved`: whether a checkpoint was brought from elsewhere."""
    unsigned = verdict.records - verdict.signed
    tail = Text(
        es=f"los {unsigned} registros posteriores al último punto de control, salvo por sus cadenas",
        en=f"the {unsigned} records after the last checkpoint, but for their chains",
    )
    found = {tail: unsigned > 0, ELSEWHERE: not saved, NO_TABLES: served is None}
    return [*(one for one, left in found.items() if left), BESIDE, RULES]


def with_unchecked(words: Text, unchecked: Sequence[Text]) -> Text:
    """A verdict, and below it what it does not speak of."""
    return Text(
        es="\n".join([words.es, *(f"No se ha comprobado: {one.es}." for one in unchecked)]),
        en="\n".join([words.en, *(f"Not checked: {one.en}." for one in unchecked)]),
    )


def told(unchecked: Sequence[Text]) -> list[str]:
    """The same for programs, in the language of the terminal."""
    return [say(one) for one in unchecked]
