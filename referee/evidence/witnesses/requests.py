"""The request of a log to a witness, `POST /add-checkpoint` of C2SP's tlog-witness.

    old 20852014
    PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
    jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=

    example.com/behind-the-sofa
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=

The size that the witness signed last, the consistency proof from there in Base64, an empty line, and the checkpoint.
"""

import base64
from collections.abc import Sequence

from msgspec import Struct

from referee.evidence.merkle import HASH
from referee.evidence.notes import BadNote, decode_base64, whole_number
from referee.text import Text

PATH = "/add-checkpoint"
KEY_PATH = "/follow-key"
"""The path by which a log tells a witness its new key: the body is a note of `referee.evidence.signing.rotations`. The path is
no part of tlog-witness: other implementations answer 404, and their operators enter the new key by hand.
"""
SIZE_TYPE = "text/x.tlog.size"
"""The media type of a response with the size of the last tree that the witness signed."""
MOST_HASHES = 63
"""The most lines of a proof."""
OLD = "old "


class AddCheckpoint(Struct, frozen=True):
    """The size that the witness signed last, the consistency proof from there, and the checkpoint to sign."""

    old: int
    proof: tuple[bytes, ...]
    note: str


def format_request(old: int, proof: Sequence[bytes], note: str) -> bytes:
    """The body of a request."""
    lines = [f"{OLD}{old}", *(base64.b64encode(hash_).decode() for hash_ in proof), "", note]
    return "\n".join(lines).encode()


def read_request(body: bytes) -> AddCheckpoint:
    """Parses the body of a request. Raises BadNote for a malformed body."""
    try:
        head, empty, note = body.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise BadNote(Text(es="no está en UTF-8", en="it is not UTF-8")) from None
    first, *lines = head.split("\n")
    old = whole_number(first.removeprefix(OLD))
    if not empty or not first.startswith(OLD) or old is None:
        raise BadNote(
            Text(
                es="la primera línea debe ser «old» y un tamaño, y una línea vacía va antes del punto de control",
                en="the first line must be `old` and a size, and an empty line comes before the checkpoint",
            )
        )
    if len(lines) > MOST_HASHES:
        raise BadNote(
            Text(
                es=f"la prueba tiene {len(lines)} líneas, y caben {MOST_HASHES}",
                en=f"the proof has {len(lines)} lines, and {MOST_HASHES} are allowed",
            )
        )
    proof = tuple(decode_base64(line) for line in lines)
    if any(len(hash_) != HASH for hash_ in proof):
        raise BadNote(
            Text(es=f"una línea de la prueba no tiene {HASH} bytes", en=f"a line of the proof is not {HASH} bytes")
        )
    if any(ord(sign) < 0x20 and sign != "\n" for sign in note):
        raise BadNote(Text(es="lleva un carácter de control", en="it has a control character"))
    return AddCheckpoint(old, proof, note)
