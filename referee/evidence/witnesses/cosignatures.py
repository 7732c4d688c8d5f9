"""A witness's signature on a checkpoint, with its time: `cosignature/v1` of C2SP's tlog-cosignature, by an Ed25519 key.

    — witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==

It says: at that time this was the largest tree of that log that I knew, and it continues all that I signed before.
"""

from collections.abc import Iterable, Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from referee.errors import Inconsistent
from referee.evidence.keys import COSIGNATURE, key_id, public_bytes, read_written, written
from referee.evidence.notes import BadNote, need_signed, parts, signature_line
from referee.text import Text

TIME = 8
"""Bytes of the time before a signature: POSIX seconds, the highest byte first."""
LATEST = 2**63 - 1


class WitnessKey(Struct, frozen=True):
    """The public key of a witness, and the name it signs under."""

    name: str
    key: bytes

    def vouches(self, name: str, id_: bytes, signature: bytes, text: bytes) -> bool | None:
        """Whether this witness made the signature; None where the note names another key."""
        if name != self.name or id_ != key_id(name, self.key, COSIGNATURE):
            return None
        at = int.from_bytes(signature[:TIME], "big")
        if at > LATEST:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature[TIME:], _message(at, text))
        except InvalidSignature:
            return False
        return True

    @property
    def text(self) -> str:
        """The key as signed notes write it."""
        return written(self.name, self.key, COSIGNATURE)


class Cosignature(Struct, frozen=True):
    """That a witness has signed: its name, and when, in POSIX seconds."""

    witness: str
    time: int


class WitnessPolicy(Struct, frozen=True):
    """Which witnesses are trusted, and how many of them must have signed."""

    witnesses: tuple[WitnessKey, ...] = ()
    least: int = 0

    def check(self, note: str) -> tuple[Cosignature, ...]:
        """Who of them signed a checkpoint. Raises BadNote where they are too few, or a signature of one is false."""
        found = cosignatures(note, self.witnesses)
        if len(found) < self.least:
            known = ", ".join(one.witness for one in found)
            raise BadNote(
                Text(
                    es=f"lo firmaron {len(found)} testigos de los {self.least} que hacen falta ({known or 'ninguno'})",
                    en=f"{len(found)} of the {self.least} witnesses that are needed signed it ({known or 'none'})",
                )
            )
        return found


NOBODY = WitnessPolicy()
"""Asks for no witness."""


def policy_of(witnesses: Sequence[WitnessKey], least: int | None = None) -> WitnessPolicy:
    """A policy that wants so many of these witnesses; all, unless it is said. A key that comes twice is one witness.

    Raises Inconsistent for more than there are.
    """
    known = tuple({one.key: one for one in witnesses}.values())
    wanted = len(known) if least is None else least
    if not 0 <= wanted <= len(known):
        raise Inconsistent(
            Text(
                es=f"se piden {wanted} testigos y solo hay claves de {len(known)}",
                en=f"{wanted} witnesses are asked for, and there are keys of {len(known)}",
            )
        )
    return WitnessPolicy(known, wanted)


def read_witness(text: str) -> WitnessKey:
    """The public key of a witness as `referee witness` prints it. Raises Inconsistent for anything else."""
    known = read_written(text.strip(), COSIGNATURE)
    if known is None or known.name is None:
        raise Inconsistent(
            Text(
                es="no es la clave de un testigo: empieza por su nombre, y la escribe `referee witness`",
                en="this is not the key of a witness: it begins with its name, and `referee witness` prints it",
            )
        )
    return WitnessKey(known.name, known.key)


def witness_key(name: str, key: Ed25519PrivateKey) -> WitnessKey:
    """The public half of a witness's key."""
    return WitnessKey(name, public_bytes(key))


def cosign(text: bytes, at: int, name: str, key: Ed25519PrivateKey) -> str:
    """The line by which a witness signs the text of a checkpoint at a time."""
    id_ = key_id(name, public_bytes(key), COSIGNATURE)
    return signature_line(name, id_ + at.to_bytes(TIME, "big") + key.sign(_message(at, text)))


def cosignatures(note: str, witnesses: Iterable[WitnessKey]) -> tuple[Cosignature, ...]:
    """Which of these witnesses signed a checkpoint, and when. Raises BadNote for a false signature of one."""
    _, text, signatures = parts(note)
    found = []
    for witness in witnesses:
        known = [one for one in signatures if witness.vouches(*one, text) is not None]
        if known:
            need_signed(text, known, [witness])
            found.append(Cosignature(witness.name, max(int.from_bytes(one[2][:TIME], "big") for one in known)))
    return tuple(found)


def _message(at: int, text: bytes) -> bytes:
    return b"cosignature/v1\ntime %d\n" % at + text
