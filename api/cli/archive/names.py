"""The verdict of `referee verify` on the proof of one name, as `GET /v1/players/{id}/proof` gives it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from api.cli.decorators import bad_use
from referee.evidence.flaws import EvidenceFlaw
from referee.text import Text

if TYPE_CHECKING:
    from referee.evidence.keys import Verifier
    from referee.evidence.names.name_proofs import NameDocument
    from referee.evidence.witnesses.cosignatures import WitnessPolicy

RIGHT = Text(
    es="si la persona se llama así: solo que es el nombre con que se la inscribió",
    en="whether the person is called so: only that it is the name that was entered",
)


class NameVerdict(msgspec.Struct, frozen=True):
    """The verdict for programs and as a sentence, and what was not checked."""

    whole: dict[str, Any]
    flaw: EvidenceFlaw | None
    words: Text
    left: list[Text]
    witnesses: Any = ()


def document(file: Path) -> "NameDocument | EvidenceFlaw | None":
    """The proof of one name in a file; None for a file of another kind."""
    from referee.evidence.names.name_proofs import BadName, read_document

    try:
        return read_document(file.read_bytes())
    except BadName as bad:
        return EvidenceFlaw("unreadable", found=bad.text)


def verdict(one: "NameDocument | EvidenceFlaw", verifiers: "list[Verifier]", policy: "WitnessPolicy") -> NameVerdict:
    """Checks the proof of a name. Raises a usage error without a key to check it with."""
    from referee.evidence.names.name_proofs import BadName, check_document
    from referee.evidence.notes import BadNote

    if not verifiers:
        raise bad_use(
            "la prueba de un nombre necesita la clave pública que la firmó: --key",
            "the proof of a name needs the public key that signed it: --key",
        )
    try:
        result = one if isinstance(one, EvidenceFlaw) else check_document(one, verifiers, policy)
    except BadNote as bad:
        result = EvidenceFlaw("signature", found=bad.text)
    except BadName as bad:
        assert not isinstance(one, EvidenceFlaw)
        result = EvidenceFlaw("name", expected=one.proof.person, found=bad.text)
    if isinstance(result, EvidenceFlaw):
        return NameVerdict({}, result, result.text, [])
    checkpoint = result.checkpoint
    words = Text(
        es=f"{result.person} es «{result.name}»: a ese nombre se comprometió el registro {checkpoint.origin}, "
        f"tal como se firmó el {checkpoint.time}, {checkpoint.size} registros",
        en=f"{result.person} is “{result.name}”: the log {checkpoint.origin} committed to that name, "
        f"as signed at {checkpoint.time}, {checkpoint.size} records",
    )
    later = Text(
        es=f"si se corrigió o se borró después del {checkpoint.time}",
        en=f"whether it was corrected or erased after {checkpoint.time}",
    )
    return NameVerdict(msgspec.to_builtins(result), None, words, [later, RIGHT], result.witnesses)
