"""The check that the witnesses of the settings have signed the checkpoints."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from api import settings
from api.cli.doctor.findings import Diagnosis, good, warning, wrong
from referee.errors import Inconsistent
from referee.evidence.notary import Notary
from referee.evidence.witnesses.asking import WitnessAddress, unsigned_since
from referee.text import Text

LATE = timedelta(minutes=10)
"""The time that a checkpoint may wait for a witness without a warning."""


def look_at_witnesses(notary: Notary, now: datetime) -> Iterator[Diagnosis]:
    """Yields a finding for each witness of the settings."""
    try:
        witnesses = settings.witnesses()
    except Inconsistent as refused:
        yield wrong("witness", refused.text, _SETTING)
        return
    for witness in witnesses:
        yield _of(notary, witness, now)


def _of(notary: Notary, witness: WitnessAddress, now: datetime) -> Diagnosis:
    name, first = witness.key.name, unsigned_since(notary, witness)
    if first is None or now - datetime.fromisoformat(first.time) < LATE:
        return good("witness", f"{name} firma lo que se publica", f"{name} signs what is published")
    what = Text(
        es=f"{name} no firma desde el {first.time}; el primer punto de control sin su firma es de {first.size} registros",
        en=f"{name} has not signed since {first.time}; the first checkpoint without its signature is of {first.size} records",
    )
    return warning("witness", what, _BEHIND)


_BEHIND = Text(
    es="mira si contesta en su dirección y si conoce la clave de este registro (`referee key`); si dice que el registro no "
    "continúa el que firmó, compara los dos: alguien ha reescrito el pasado, o se devolvió una copia antigua",
    en="see whether it answers at its address, and knows this log's key (`referee key`); if it says that this log does not "
    "continue the one it signed, compare the two: somebody rewrote the past, or an old backup was put back",
)
_SETTING = Text(
    es="pon en REFEREE_WITNESSES la dirección y la clave de cada testigo, separadas por un espacio",
    en="put into REFEREE_WITNESSES the address and the key of each witness, with a space between them",
)
