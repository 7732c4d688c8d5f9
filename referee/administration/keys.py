"""The change of the key that signs: a new key, signed by the old one, on record before it is in use."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from referee.administration.acts import KeyRotated
from referee.administration.record import ActsDecided, Administration
from referee.administration.tokens import MACHINE
from referee.errors import Inconsistent
from referee.evidence.keys import keep_key, public_bytes, signing_key, written
from referee.evidence.notary import Notary
from referee.evidence.signing.rotations import sign_rotation
from referee.text import Text


class KeyChange(Struct, frozen=True):
    """A key that took the place of another: both public keys, and the note that both signed."""

    before: str
    key: str
    note: str


def rotate_key(administration: Administration, notary: Notary, path: Path) -> KeyChange:
    """Puts a new key in the file at `path`, where the old one may be, after the old key has signed it on the log.

    The new key waits in a file of its own until it is on record: a change that was interrupted is finished by the next one.
    Raises Inconsistent where the key cannot be read or is not the one that signs this log, and what a checkpoint raises.
    """
    waiting = path.with_name(f"{path.name}.next")
    if waiting.exists() and (begun := _begun(administration, waiting)):
        return _finished(notary, begun, signing_key(str(waiting), waiting), waiting, path)
    checkpoint, old, new = notary.checkpoint(), notary.key, Ed25519PrivateKey.generate()
    waiting.unlink(missing_ok=True)
    keep_key(waiting, new)
    origin = checkpoint.origin
    before, key = (written(origin, public_bytes(one)) for one in (old, new))
    change = KeyChange(before, key, sign_rotation(checkpoint, old, new))

    def decide() -> tuple[None, ActsDecided]:
        last = administration.last(KeyRotated)
        if last is not None and last.key != before:
            raise Inconsistent(
                Text(
                    es="otra persona ha cambiado la clave a la vez", en="somebody else changed the key at the same time"
                )
            )
        return None, ActsDecided([KeyRotated(before, key, change.note)])

    administration.record(MACHINE, decide)
    return _finished(notary, change, new, waiting, path)


def _begun(administration: Administration, waiting: Path) -> KeyChange | None:
    """The change that put the waiting key on record, where it was interrupted then."""
    last = administration.last(KeyRotated)
    key = public_bytes(signing_key(str(waiting), waiting))
    if last is None or written(last.key.split("+")[0], key) != last.key:
        return None
    return KeyChange(last.before, last.key, last.note)


def _finished(notary: Notary, change: KeyChange, new: Ed25519PrivateKey, waiting: Path, path: Path) -> KeyChange:
    waiting.replace(path)
    Notary(notary.tree, lambda: new, notary.clock).checkpoint(new_key=True)
    return change
