"""The demands of `referee verify --witness`: witnesses must have signed the checkpoints too."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from api.cli.archive.key_param import KeyParam
from api.cli.decorators import bad_use, option
from referee.errors import Inconsistent
from referee.evidence.flaws import EvidenceFlaw
from referee.text import Text

if TYPE_CHECKING:
    from referee.evidence.notary import Notary
    from referee.evidence.notes import Checkpoint
    from referee.evidence.witnesses.cosignatures import Cosignature, WitnessKey, WitnessPolicy

NONE = Text(es="ninguno lo firmaron los testigos que se piden", en="the witnesses that are asked for signed none")


def _witness(text: str) -> "WitnessKey":
    from referee.evidence.witnesses.cosignatures import read_witness

    return read_witness(text)


WITNESS = option(
    "--witness",
    "witnesses",
    metavar="KEY",
    multiple=True,
    type=KeyParam(_witness),
    es="La clave de un testigo que tiene que haber firmado también, o un fichero con ella. Se puede repetir.",
    en="The key of a witness that must have signed too, or a file of it. Can be repeated.",
)
LEAST = option(
    "--witnesses",
    "least",
    es="Cuántos de esos testigos bastan; si no se da, hacen falta todos.",
    en="How many of those witnesses are enough; by default all of them.",
    type=click.IntRange(min=1),
    metavar="N",
)


def policy(witnesses: "Sequence[WitnessKey]", least: int | None) -> "WitnessPolicy":
    """The policy of the two options. Raises a usage error for more witnesses than keys."""
    from referee.evidence.witnesses.cosignatures import policy_of

    try:
        return policy_of(witnesses, least)
    except Inconsistent as refused:
        raise bad_use(refused.text.es, refused.text.en) from refused


class WitnessCheck(Struct, frozen=True):
    """The signatures of the newest checkpoint that satisfies a policy, and its size in records; or the flaw."""

    cosignatures: "tuple[Cosignature, ...]" = ()
    size: int = 0
    flaw: EvidenceFlaw | None = None

    def gaps(self, records: int) -> list[Text]:
        """The records, of so many, that the witnesses have not signed."""
        later = records - self.size
        text = Text(
            es=f"los {later} registros posteriores al último punto de control que firmaron los testigos",
            en=f"the {later} records after the last checkpoint that the witnesses signed",
        )
        return [text] if self.cosignatures and later > 0 else []


def check_witnesses(notary: "Notary", checkpoints: "Sequence[Checkpoint]", policy: "WitnessPolicy") -> WitnessCheck:
    """Checks that enough witnesses for the policy signed every saved checkpoint, and one on record."""
    from referee.evidence.notes import BadNote
    from referee.evidence.witnesses.asking import newest_witnessed

    if not policy.witnesses:
        return WitnessCheck()
    try:
        for one in checkpoints:
            policy.check(one.note)
    except BadNote as bad:
        return WitnessCheck(flaw=EvidenceFlaw("signature", leaf=one.size, found=bad.text))
    newest = max(
        [*checkpoints, *filter(None, [newest_witnessed(notary, policy)])], key=lambda one: one.size, default=None
    )
    if newest is None:
        return WitnessCheck(flaw=EvidenceFlaw("signature", found=NONE))
    return WitnessCheck(policy.check(newest.note), newest.size)


def with_witnesses(words: Text, signatures: "Sequence[Cosignature]") -> Text:
    """Adds the witnesses' signatures to a verdict."""
    if not signatures:
        return words
    names = ", ".join(f"{one.witness} ({_time(one.time)})" for one in signatures)
    return Text(es=f"{words.es}; testigos: {names}", en=f"{words.en}; witnesses: {names}")


def _time(seconds: int) -> str:
    """A witness's time, RFC 3339; in seconds if it is beyond the calendar."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
    except (ValueError, OverflowError, OSError):
        return str(seconds)
