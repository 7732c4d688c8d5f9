"""The signed list of the ends of a record's streams: without it, nothing shows that an end was left out with its proofs.

    referee heads 1
    example.org/referee
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
    2026-05-01T17:00:00.000Z
    019df0c2-7a3e-7cc1-9e2c-1d5f0a6b7c8d 57 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

    — example.org/referee Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=

A signed note as a checkpoint is, by the same key. Its first line has spaces, which no origin has, so neither note passes for the
other. The lines of the checkpoint follow, then a line for each stream of the record, in the record's order: id, last version,
and the hash of that. The list is whole: the record has these streams, and none of them went on before that checkpoint.
"""

import base64
import re
from collections.abc import Iterable, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from referee.evidence.keys import Verifier
from referee.evidence.notes import BadNote, Checkpoint, checkpoint_of, parts, require_signed, sign_text
from referee.text import Text

KIND = "referee heads 1"
LINES = 5
"""Lines before the first stream."""
MOST_BYTES = 20_000_000
"""Room for more than 100,000 streams."""
_LINE = re.compile(r"([A-Za-z0-9._-]{1,100}) ([1-9][0-9]{0,15}) ([0-9a-f]{64})", re.ASCII)


class StreamHead(Struct, frozen=True):
    """The end of one stream: its last version, and the hash of that."""

    stream: str
    version: int
    hash: str


def sign_heads(checkpoint: Checkpoint, streams: Sequence[StreamHead], key: Ed25519PrivateKey) -> str:
    """The signed note of the ends of these streams at a checkpoint."""
    root = base64.b64encode(bytes.fromhex(checkpoint.root)).decode()
    lines = [KIND, checkpoint.origin, str(checkpoint.size), root, checkpoint.time]
    lines += [f"{head.stream} {head.version} {head.hash}" for head in streams]
    return sign_text("".join(f"{line}\n" for line in lines), checkpoint.origin, key)


class SignedHeads(Struct, frozen=True):
    """The ends of the streams of a record at a checkpoint."""

    checkpoint: Checkpoint
    streams: tuple[StreamHead, ...]


def open_heads(note: str, verifiers: Iterable[Verifier]) -> SignedHeads:
    """Opens a note of ends. Raises BadNote unless at least one of these keys signed it."""
    lines, text, signatures = parts(note, MOST_BYTES)
    if lines[0] != KIND:
        raise BadNote(
            Text(es="no es una lista firmada de finales", en="it is not a signed list of where each stream ends")
        )
    require_signed(text, signatures, verifiers)
    streams = []
    for line in lines[LINES:]:
        match = _LINE.fullmatch(line)
        if match is None:
            raise BadNote(
                Text(es="una línea de la lista de finales está rota", en="a line of the list of ends is broken")
            )
        streams.append(StreamHead(match[1], int(match[2]), match[3]))
    return SignedHeads(checkpoint_of(lines[1:LINES], note), tuple(streams))
