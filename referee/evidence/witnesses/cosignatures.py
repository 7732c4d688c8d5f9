"""A witness's signature on a checkpoint, with its time: `cosignature/v1` of C2SP's tlog-cosignature, by an Ed25519 key.

    — witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==

It says: at that time this was the largest tree of that log that I knew, and it continues all that I signed before.
"""

from collections.abc import Iterable, Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from referee.errors import Inconsistent
from referee.evidence.keys import COSIGNATURE, format_key, key_id, parse_key, public_bytes
from referee.evidence.notes import BadNote, parts, require_signed, signature_line
from referee.text import Text

TIME = 8
"""Bytes of the time before a signature: POSIX seconds, the highest byte first."""
LATEST = 2**63 - 1


class WitnessKey(Struct, frozen=True):
    """The public key of a witness, and the name it signs under."""

    name: str
    key: bytes

    def vouches(self, name: str, id_: bytes, signature: bytes, text: bytes) -> bool | None:
        """True if this witness made the signature, False if it is wrong; None if the note names another key."""
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
        return format_key(self.name, self.key, COSIGNATURE)


class Cosignature(Struct, frozen=True):
    """The signature of a witness: its name, and the time in POSIX seconds."""

    witness: str
    time: int


class WitnessPolicy(Struct, frozen=True):
    """The trusted witnesses, and the number of them that must have signed."""

    witnesses: tuple[WitnessKey, ...] = ()
    least: int = 0

    def check(self, note: str) -> tuple[Cosignature, ...]:
        """The signatures of these witnesses on a checkpoint. Raises BadNote if they are too few, or one is wrong."""
        signatures = cosignatures(note, self.witnesses)
        if len(signatures) < self.least:
            names = ", ".join(one.witness for one in signatures)
            raise BadNote(
                Text(
                    es=f"lo firmaron {len(signatures)} testigos de los {self.least} que hacen falta ({names or 'ninguno'})",
                    en=f"{len(signatures)} of the {self.least} witnesses that are needed signed it ({names or 'none'})",
                )
            )
        return signatures


NOBODY = WitnessPolicy()
"""The policy that requires no witness."""


def policy_of(witnesses: Sequence[WitnessKey], least: int | None = None) -> WitnessPolicy:
    """A policy that requires at least `least` of these witnesses; all of them by default. A key that comes twice counts once.

    Raises Inconsistent if `least` is more than there are.
    """
    keys = tuple({one.key: one for one in witnesses}.values())
    minimum = len(keys) if least is None else least
    if not 0 <= minimum <= len(keys):
        raise Inconsistent(
            Text(
                es=f"se piden {minimum} testigos y solo hay claves de {len(keys)}",
                en=f"{minimum} witnesses are asked for, and there are keys of {len(keys)}",
            )
        )
    return WitnessPolicy(keys, minimum)


def read_witness(text: str) -> WitnessKey:
    """The public key of a witness as `referee witness` prints it. Raises Inconsistent for anything else."""
    verifier = parse_key(text.strip(), COSIGNATURE)
    if verifier is None or verifier.name is None:
        raise Inconsistent(
            Text(
                es="no es la clave de un testigo: empieza por su nombre, y la escribe `referee witness`",
                en="this is not the key of a witness: it begins with its name, and `referee witness` prints it",
            )
        )
    return WitnessKey(verifier.name, verifier.key)


def witness_key(name: str, key: Ed25519PrivateKey) -> WitnessKey:
    """The public half of a witness's key."""
    return WitnessKey(name, public_bytes(key))


def cosign(text: bytes, at: int, name: str, key: Ed25519PrivateKey) -> str:
    """The line by which a witness signs the text of a checkpoint at a time."""
    id_ = key_id(name, public_bytes(key), COSIGNATURE)
    return signature_line(name, id_ + at.to_bytes(TIME, "big") + key.sign(_message(at, text)))


def cosignatures(note: str, witnesses: Iterable[WitnessKey]) -> tuple[Cosignature, ...]:
    """The signatures of these witnesses on a checkpoint. Raises BadNote for a wrong signature of one of them."""
    _, text, signatures = parts(note)
    result = []
    for witness in witnesses:
        candidates = [one for one in signatures if witness.vouches(*one, text) is not None]
        if candidates:
            require_signed(text, candidates, [witness])
            result.append(Cosignature(witness.name, max(int.from_bytes(one[2][:TIME], "big") for one in candidates)))
    return tuple(result)


def _message(at: int, text: bytes) -> bytes:
    return b"cosignature/v1\ntime %d\n" % at + text
