"""Checkpoints: the size and root of the tree at a time, signed, in the text form of C2SP's tlog-checkpoint and signed-note.

    example.org/referee
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
    2026-05-01T17:00:00.000Z

    — example.org/referee Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=

Origin, number of leaves, root in Base64, and as an extension line the time (RFC 3339, UTC); after an empty line the signature.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from referee.errors import ExplainedError
from referee.evidence.keys import Verifier, key_id, public_bytes
from referee.evidence.merkle import HASH
from referee.text import Text

MOST_BYTES = 100_000
"""The most bytes of a note: room for the signatures of many witnesses."""
DASH = "— "
Signature = tuple[str, bytes, bytes]
"""A signature of a note: the name of the key, its id, and the signature's bytes."""
UNSIGNED = Text(es="no es un punto de control firmado", en="it is not a signed checkpoint")
OTHER_KIND = Text(es="no es un punto de control de esta clase", en="it is not a checkpoint of this kind")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", re.ASCII)


class Vouching(Protocol):
    """A public key of any kind."""

    def vouches(self, name: str, id_: bytes, signature: bytes, text: bytes) -> bool | None:
        """True if this key made a signature of a note, False if it is wrong; None if the note names another key."""


class BadNote(ExplainedError):
    """A text that is no checkpoint, or not signed by the right key."""


class Checkpoint(Struct, frozen=True):
    """What was published: the log had `size` records and this root (64 hexadecimal digits) at this time. `note` is signed."""

    origin: str
    size: int
    root: str
    time: str
    note: str


class TreeHead(Struct, frozen=True):
    """The part that all checkpoints have: the log's origin, its size, its root."""

    origin: str
    size: int
    root: bytes


def sign(origin: str, size: int, root: bytes, time: str, key: Ed25519PrivateKey) -> Checkpoint:
    """A checkpoint signed under the name of its origin."""
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n{time}\n"
    return Checkpoint(origin, size, root.hex(), time, sign_text(text, origin, key))


def sign_text(text: str, name: str, key: Ed25519PrivateKey) -> str:
    """Makes a note of a text, which ends with a newline, signed with this key under this name."""
    return f"{text}\n{_signature_line(text, name, key)}"


def countersign(note: str, name: str, key: Ed25519PrivateKey) -> str:
    """A note with the signature of one more key below its other signatures."""
    text = note.rpartition("\n\n")[0] + "\n"
    return note + _signature_line(text, name, key)


def _signature_line(text: str, name: str, key: Ed25519PrivateKey) -> str:
    return signature_line(name, key_id(name, public_bytes(key)) + key.sign(text.encode()))


def signature_line(name: str, signature: bytes) -> str:
    """The line of a note with a signature under this name. The signature begins with the id of its key."""
    return f"{DASH}{name} {base64.b64encode(signature).decode()}\n"


def open_checkpoint(note: str, verifiers: Iterable[Verifier]) -> Checkpoint:
    """The checkpoint that a note holds, signed by at least one of these keys. Raises BadNote."""
    checkpoint, text, signatures = _parse(note)
    require_signed(text, signatures, verifiers)
    return checkpoint


def last_signer(note: str, verifiers: Sequence[Verifier]) -> int:
    """The index of the last of these keys that signed a note; -1 if none did. Raises BadNote."""
    _, text, signatures = parts(note)
    places = [at for at, key in enumerate(verifiers) for one in signatures if key.vouches(*one, text)]
    return max(places, default=-1)


def require_signed(text: bytes, signatures: Iterable[Signature], verifiers: Iterable[Vouching]) -> None:
    """Raises BadNote for a text that none of these keys signed, or that has a wrong signature of one of them."""
    signatures = list(signatures)
    results = [verifier.vouches(*signature, text) for verifier in verifiers for signature in signatures]
    if False in results:
        raise BadNote(Text(es="la firma es falsa", en="the signature is wrong"))
    if True not in results:
        raise BadNote(Text(es="no está firmado con esta clave", en="it is not signed by this key"))


def parse_checkpoint(note: str) -> Checkpoint:
    """The checkpoint in a note. Signatures are not verified. Raises BadNote."""
    return _parse(note)[0]


def good_origin(name: str) -> bool:
    """True if a name may be an origin: not empty, no spaces, no plus, no control characters."""
    return bool(name) and len(name) <= 200 and "+" not in name and name.isprintable() and not re.search(r"\s", name)


def parts(note: str, most: int = MOST_BYTES) -> tuple[list[str], bytes, list[Signature]]:
    """The lines of a note, the bytes that are signed, and its signatures. Raises BadNote."""
    # The last empty line ends the text: signed-note allows others within it.
    text, empty, tail = note.rpartition("\n\n")
    if not empty or not tail.endswith("\n") or len(note) > most:
        raise BadNote(UNSIGNED)
    return text.split("\n"), (text + "\n").encode(), [_signature(line) for line in tail[:-1].split("\n")]


def checkpoint_of(lines: list[str], note: str) -> Checkpoint:
    """The checkpoint in four lines of a note. Raises BadNote."""
    if len(lines) != 4:
        raise BadNote(UNSIGNED)
    head = head_of(lines)
    if not good_origin(head.origin) or not _TIME.fullmatch(lines[3]):
        raise BadNote(OTHER_KIND)
    return Checkpoint(head.origin, head.size, head.root.hex(), lines[3], note)


def head_of(lines: list[str]) -> TreeHead:
    """The head in the lines of any checkpoint. Extension lines are ignored. Raises BadNote."""
    if len(lines) < 3 or "" in lines:
        raise BadNote(UNSIGNED)
    origin, size, root, *_ = lines
    hash_, leaves = decode_base64(root), whole_number(size)
    if leaves is None or len(hash_) != HASH:
        raise BadNote(OTHER_KIND)
    return TreeHead(origin, leaves, hash_)


def whole_number(text: str) -> int | None:
    """A number in ASCII digits without leading zeros, of at most 19 digits; None for anything else."""
    good = len(text) < 20 and text.isascii() and text.isdigit() and str(int(text)) == text
    return int(text) if good else None


def _parse(note: str) -> tuple[Checkpoint, bytes, list[Signature]]:
    lines, text, signatures = parts(note)
    return checkpoint_of(lines, note), text, signatures


def _signature(line: str) -> Signature:
    name, space, base64_text = line.removeprefix(DASH).partition(" ")
    signature = decode_base64(base64_text)
    if not line.startswith(DASH) or not space or len(signature) < 5:
        raise BadNote(Text(es="una línea de firma está rota", en="a signature line is broken"))
    return name, signature[:4], signature[4:]


def decode_base64(text: str) -> bytes:
    """Decodes canonical Base64: each value has exactly one text. Raises BadNote."""
    try:
        value = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        raise BadNote(Text(es="no está en Base64", en="it is not Base64")) from None
    if base64.b64encode(value).decode() != text:
        raise BadNote(Text(es="no está en Base64 tal como se escribe", en="it is not Base64 as it is written"))
    return value
