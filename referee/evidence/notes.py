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

from referee.errors import Explained
from referee.evidence.keys import Verifier, key_id, public_bytes
from referee.evidence.merkle import HASH
from referee.text import Text

MOST_BYTES = 100_000
"""How long a note may be: room for the signatures of many witnesses."""
DASH = "— "
Signature = tuple[str, bytes, bytes]
"""Of a note: the name of the key, its id, and what it signed with."""
UNSIGNED = Text(es="no es un punto de control firmado", en="it is not a signed checkpoint")
OTHER_KIND = Text(es="no es un punto de control de esta clase", en="it is not a checkpoint of this kind")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", re.ASCII)


class Vouching(Protocol):
    """A public key of any kind."""

    def vouches(self, name: str, id_: bytes, signature: bytes, text: bytes) -> bool | None:
        """Whether this key made a signature of a note; None where the note names another key."""


class BadNote(Explained):
    """A text that is no checkpoint, or not signed by the key that is asked for."""


class Checkpoint(Struct, frozen=True):
    """What was published: the log had `size` records and this root (64 hexadecimal digits) at this time. `note` is signed."""

    origin: str
    size: int
    root: str
    time: str
    note: str


class TreeHead(Struct, frozen=True):
    """What any checkpoint says of a log: its origin, its size, its root."""

    origin: str
    size: int
    root: bytes


def sign(origin: str, size: int, root: bytes, time: str, key: Ed25519PrivateKey) -> Checkpoint:
    """A checkpoint signed under the name of its origin."""
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n{time}\n"
    return Checkpoint(origin, size, root.hex(), time, signed(text, origin, key))


def signed(text: str, name: str, key: Ed25519PrivateKey) -> str:
    """A text, which ends with a newline, as a note that this key signed under this name."""
    return f"{text}\n{_signature_line(text, name, key)}"


def countersigned(note: str, name: str, key: Ed25519PrivateKey) -> str:
    """A note with the signature of one more key under those that it bears."""
    text = note.rpartition("\n\n")[0] + "\n"
    return note + _signature_line(text, name, key)


def _signature_line(text: str, name: str, key: Ed25519PrivateKey) -> str:
    return signature_line(name, key_id(name, public_bytes(key)) + key.sign(text.encode()))


def signature_line(name: str, signature: bytes) -> str:
    """The line of a note that bears a signature, which begins with the id of its key, under this name."""
    return f"{DASH}{name} {base64.b64encode(signature).decode()}\n"


def opened(note: str, verifiers: Iterable[Verifier]) -> Checkpoint:
    """The checkpoint that a note holds, signed by at least one of these keys. Raises BadNote."""
    checkpoint, text, signatures = _parsed(note)
    need_signed(text, signatures, verifiers)
    return checkpoint


def last_signer(note: str, verifiers: Sequence[Verifier]) -> int:
    """The place of the last of these keys that signed a note; -1 where none did. Raises BadNote."""
    _, text, signatures = parts(note)
    signed = [at for at, key in enumerate(verifiers) for one in signatures if key.vouches(*one, text)]
    return max(signed, default=-1)


def need_signed(text: bytes, signatures: Iterable[Signature], verifiers: Iterable[Vouching]) -> None:
    """Raises BadNote for a text that none of these keys signed, or that bears a false signature of one of them."""
    signatures = list(signatures)
    found = [verifier.vouches(*signature, text) for verifier in verifiers for signature in signatures]
    if False in found:
        raise BadNote(Text(es="la firma es falsa", en="the signature is wrong"))
    if True not in found:
        raise BadNote(Text(es="no está firmado con esta clave", en="it is not signed by this key"))


def unverified(note: str) -> Checkpoint:
    """What a note says, whoever signed it. Raises BadNote."""
    return _parsed(note)[0]


def good_origin(name: str) -> bool:
    """Whether a name may be an origin: not empty, no spaces, no plus, no control characters."""
    return bool(name) and len(name) <= 200 and "+" not in name and name.isprintable() and not re.search(r"\s", name)


def parts(note: str, most: int = MOST_BYTES) -> tuple[list[str], bytes, list[Signature]]:
    """The lines of a note, the bytes that are signed, and its signatures. Raises BadNote."""
    text, empty, tail = note.rpartition("\n\n")
    if not empty or not tail.endswith("\n") or len(note) > most:
        raise BadNote(UNSIGNED)
    return text.split("\n"), (text + "\n").encode(), [_signature(line) for line in tail[:-1].split("\n")]


def checkpoint_of(lines: list[str], note: str) -> Checkpoint:
    """What four lines of a note say of a log. Raises BadNote."""
    if len(lines) != 4:
        raise BadNote(UNSIGNED)
    head = head_of(lines)
    if not good_origin(head.origin) or not _TIME.fullmatch(lines[3]):
        raise BadNote(OTHER_KIND)
    return Checkpoint(head.origin, head.size, head.root.hex(), lines[3], note)


def head_of(lines: list[str]) -> TreeHead:
    """What the lines of any checkpoint say of a log; lines that extend it are passed over. Raises BadNote."""
    if len(lines) < 3 or "" in lines:
        raise BadNote(UNSIGNED)
    origin, size, root, *_ = lines
    hash_, leaves = decoded(root), whole_number(size)
    if leaves is None or len(hash_) != HASH:
        raise BadNote(OTHER_KIND)
    return TreeHead(origin, leaves, hash_)


def whole_number(text: str) -> int | None:
    """A number as ASCII digits without leading zeros; None for anything else, or for more than any log has."""
    good = len(text) < 20 and text.isascii() and text.isdigit() and str(int(text)) == text
    return int(text) if good else None


def _parsed(note: str) -> tuple[Checkpoint, bytes, list[Signature]]:
    lines, text, signatures = parts(note)
    return checkpoint_of(lines, note), text, signatures


def _signature(line: str) -> Signature:
    name, space, encoded = line.removeprefix(DASH).partition(" ")
    signed = decoded(encoded)
    if not line.startswith(DASH) or not space or len(signed) < 5:
        raise BadNote(Text(es="una línea de firma está rota", en="a signature line is broken"))
    return name, signed[:4], signed[4:]


def decoded(text: str) -> bytes:
    """What Base64 stands for, with nothing to spare: one text for each value. Raises BadNote."""
    try:
        value = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        raise BadNote(Text(es="no está en Base64", en="it is not Base64")) from None
    if base64.b64encode(value).decode() != text:
        raise BadNote(Text(es="no está en Base64 tal como se escribe", en="it is not Base64 as it is written"))
    return value
