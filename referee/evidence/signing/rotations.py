"""Key rotation: the old key signs the new one, so that a reader with the first key can follow to the last without help.

    referee key 1
    example.org/referee
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
    2026-05-01T17:00:00.000Z
    example.org/referee+f1a2b3c4+AZ...
    example.org/referee+0a1b2c3d+AY...

    — example.org/referee 8aKzxA...
    — example.org/referee Chs8PQ...

A signed note as a checkpoint is. Its first line has spaces, which no origin has, so neither passes for the other. The lines of
the last checkpoint before the change follow, then the old public key and the new one. Both sign: the old key names its
successor, and the new key names its predecessor and shows that its private half exists.
"""

import base64
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from referee.errors import Inconsistent
from referee.evidence.keys import Verifier, format_key, public_bytes, read_verifier
from referee.evidence.notes import BadNote, Checkpoint, checkpoint_of, countersign, parts, require_signed, sign_text
from referee.text import Text

if TYPE_CHECKING:
    from referee.log.log import Log

KIND = "referee key 1"
LINES = 7
ADMINISTRATION = "administration"
"""The stream in which rotations are recorded."""
KEY_ROTATED = "key_rotated"
"""The topic of their records."""
BROKEN = Text(es="no es un cambio de clave", en="it is not a change of keys")
APART = Text(es="un cambio de clave no sigue al anterior", en="a change of keys does not follow from the one before")


REPLACED = Text(
    es="esta clave ya no firma este registro: `referee key rotate` puso otra en su lugar. Copie aquí la nueva; si el cambio se "
    "interrumpió, repita la orden",
    en="this key no longer signs this log: `referee key rotate` put another in its place. Copy the new one here; if the change "
    "was interrupted, run it again",
)


class Rotation(Struct, frozen=True):
    """A change of keys: the checkpoint after which it came, the key that signed until then, and the one that signs since."""

    checkpoint: Checkpoint
    before: Verifier
    key: Verifier


class _RotationEvent(Struct):
    note: str


class _RotationEntry(Struct):
    event: _RotationEvent


_decoder = msgspec.json.Decoder(_RotationEntry)


def sign_rotation(checkpoint: Checkpoint, old: Ed25519PrivateKey, new: Ed25519PrivateKey) -> str:
    """The note by which a key takes the place of another after this checkpoint."""
    origin = checkpoint.origin
    root = base64.b64encode(bytes.fromhex(checkpoint.root)).decode()
    keys = [format_key(origin, public_bytes(key)) for key in (old, new)]
    lines = [KIND, origin, str(checkpoint.size), root, checkpoint.time, *keys]
    note = sign_text("".join(f"{line}\n" for line in lines), origin, old)
    return countersign(note, origin, new)


def open_rotation(note: str) -> Rotation:
    """Returns the change of keys in a note. Raises BadNote unless both keys that it names signed it."""
    lines, text, signatures = parts(note)
    if len(lines) != LINES or lines[0] != KIND:
        raise BadNote(BROKEN)
    try:
        before, key = read_verifier(lines[5]), read_verifier(lines[6])
    except Inconsistent as refused:
        raise BadNote(refused.text) from refused
    for one in (before, key):
        require_signed(text, signatures, [one])
    return Rotation(checkpoint_of(lines[1:5], note), before, key)


def key_ring(verifiers: Iterable[Verifier], notes: Sequence[str]) -> list[Verifier]:
    """The keys to which these changes of keys lead from the `verifiers`, forward and back, in order; then the `verifiers`.

    Raises BadNote for a change that is not signed, or does not follow from the one before it.
    """
    verifiers = list(verifiers)
    rotations = [open_rotation(note) for note in notes]
    for earlier, later in pairwise(rotations):
        if earlier.key != later.before:
            raise BadNote(APART)
    chain = [*(one.before for one in rotations[:1]), *(one.key for one in rotations)]
    verifier_keys = {verifier.key for verifier in verifiers}
    if not any(one.key in verifier_keys for one in chain):
        return verifiers
    return [*chain, *(one for one in verifiers if one.key not in {other.key for other in chain})]


class Rotations:
    """The changes of keys that are on record in a log. Each record is read once."""

    def __init__(self, log: "Log") -> None:
        self._log = log
        self._notes: tuple[str, ...] = ()
        self._opened_rotations: list[Rotation] = []
        self._version = 0

    def notes(self) -> tuple[str, ...]:
        """The notes, first to last. Raises BadNote for a record that has none."""
        for record in self._log.read(ADMINISTRATION, self._version):
            if record.topic == KEY_ROTATED:
                self._notes = (*self._notes, _note(bytes(record.state)))
            self._version = record.originator_version
        return self._notes

    def keys(self) -> list[bytes]:
        """The public keys from the first that was replaced to the one that signs now; none without a change. Raises BadNote."""
        for note in self.notes()[len(self._opened_rotations) :]:
            self._opened_rotations.append(open_rotation(note))
        return [
            *(one.before.key for one in self._opened_rotations[:1]),
            *(one.key.key for one in self._opened_rotations),
        ]


def _note(state: bytes) -> str:
    try:
        return _decoder.decode(state).event.note
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadNote(BROKEN) from error


def is_replaced(rotations: Rotations, key: Ed25519PrivateKey) -> bool:
    """True if another key took the place of this one. Raises BadNote."""
    return public_bytes(key) in rotations.keys()[:-1]
