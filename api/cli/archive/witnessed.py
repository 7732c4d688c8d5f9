"""What `referee verify --witness` demands: that others have signed the checkpoints too."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from api.cli.archive.key_param import KeyParam
from api.cli.commands import bad_use, option
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
    """What the two options ask. Raises a usage error for more witnesses than keys."""
    from referee.evidence.witnesses.cosignatures import policy_of

    try:
        return policy_of(witnesses, least)
    except Inconsistent as refused:
        raise bad_use(refused.text.es, refused.text.en) from refused


class WitnessesSeen(Struct, frozen=True):
    """Who signed the newest checkpoint that satisfies a policy, and how many records that stands for; or what is wrong."""

    signed: "tuple[Cosignature, ...]" = ()
    size: int = 0
    flaw: EvidenceFlaw | None = None

    def unchecked(self, records: int) -> list[Text]:
        """What the witnesses have not signed, of so many records."""
        later = records - self.size
        text = Text(
            es=f"los {later} registros posteriores al último punto de control que firmaron los testigos",
            en=f"the {later} records after the last checkpoint that the witnesses signed",
        )
        return [text] if self.signed and later > 0 else []


def demanded(notary: "Notary", saved: "Sequence[Checkpoint]", policy: "WitnessPolicy") -> WitnessesSeen:
    """Whether as many witnesses signed as the policy wants: each checkpoint that was saved elsewhere, and one on record."""
    from referee.evidence.notes import BadNote
    from referee.evidence.witnesses.asking import newest_witnessed

    if not policy.witnesses:
        return WitnessesSeen()
    try:
        for one in saved:
            policy.check(one.note)
    except BadNote as bad:
        return WitnessesSeen(flaw=EvidenceFlaw("signature", leaf=one.size, found=bad.text))
    newest = max([*saved, *filter(None, [newest_witnessed(notary, policy)])], key=lambda one: one.size, default=None)
    if newest is None:
        return WitnessesSeen(flaw=EvidenceFlaw("signature", found=NONE))
    return WitnessesSeen(policy.check(newest.note), newest.size)


def with_witnesses(words: Text, signed: "Sequence[Cosignature]") -> Text:
    """A verdict, and who else signed."""
    if not signed:
        return words
    names = ", ".join(f"{one.witness} ({_time(one.time)})" for one in signed)
    return Text(es=f"{words.es}; testigos: {names}", en=f"{words.en}; witnesses: {names}")


def _time(seconds: int) -> str:
    """A witness's time; one that no calendar has, as it is written."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
    except (ValueError, OverflowError, OSError):
        return str(seconds)
