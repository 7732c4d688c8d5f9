"""The change of the signing key: the old key signs the new one, and the change is on record before the new key is used."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from referee.errors import Inconsistent
from referee.evidence.keys import format_key, keep_key, public_bytes, signing_key
from referee.evidence.notary import Notary
from referee.evidence.signing.rotations import sign_rotation
from referee.operations.acts import KeyRotated
from referee.operations.record import ActDecision, Administration
from referee.operations.tokens import MACHINE
from referee.text import Text


class KeyChange(Struct, frozen=True):
    """A change of the signing key: both public keys, and the note that both signed."""

    before: str
    key: str
    note: str


def rotate_key(administration: Administration, notary: Notary, path: Path) -> KeyChange:
    """Puts a new key in the file at `path`, in place of the old one, after the old key has signed it on the log.

    The new key is kept in a file of its own until it is on record: the next change finishes one that was interrupted.
    Raises Inconsistent if the key cannot be read or is not the one that signs this log, and the errors of a checkpoint.
    """
    next_path = path.with_name(f"{path.name}.next")
    if next_path.exists() and (interrupted_change := _interrupted_change(administration, next_path)):
        return _finish(notary, interrupted_change, signing_key(str(next_path), next_path), next_path, path)
    checkpoint, old, new = notary.checkpoint(), notary.key, Ed25519PrivateKey.generate()
    # A file that is here belongs to a change that never came on record, so its key is not in use.
    next_path.unlink(missing_ok=True)
    keep_key(next_path, new)
    origin = checkpoint.origin
    before, key = (format_key(origin, public_bytes(one)) for one in (old, new))
    change = KeyChange(before, key, sign_rotation(checkpoint, old, new))

    def decide() -> tuple[None, ActDecision]:
        last = administration.last(KeyRotated)
        if last is not None and last.key != before:
            raise Inconsistent(
                Text(
                    es="otra persona ha cambiado la clave a la vez", en="somebody else changed the key at the same time"
                )
            )
        return None, ActDecision([KeyRotated(before, key, change.note)])

    administration.record(MACHINE, decide)
    return _finish(notary, change, new, next_path, path)


def _interrupted_change(administration: Administration, next_path: Path) -> KeyChange | None:
    """The recorded change to the key in this file, which was interrupted afterwards; None if that key is not on record."""
    last = administration.last(KeyRotated)
    key = public_bytes(signing_key(str(next_path), next_path))
    if last is None or format_key(last.key.split("+")[0], key) != last.key:
        return None
    return KeyChange(last.before, last.key, last.note)


def _finish(notary: Notary, change: KeyChange, new: Ed25519PrivateKey, next_path: Path, path: Path) -> KeyChange:
    next_path.replace(path)
    Notary(notary.tree, lambda: new, notary.clock).checkpoint(new_key=True)
    return change
