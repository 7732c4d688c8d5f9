"""The file of proofs beside a record: a signed checkpoint, where the record's streams end, and a proof for each line."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from referee.decoding import unreadable
from referee.errors import UNREADABLE, Explained
from referee.evidence.heads import SignedHeads, StreamHead, opened_heads
from referee.evidence.keys import Verifier
from referee.evidence.notary import Inclusion, Notary
from referee.evidence.notes import BadNote, Checkpoint, opened
from referee.evidence.signing.rotations import key_ring
from referee.evidence.witnesses.cosignatures import NOBODY, Cosignature, WitnessPolicy
from referee.text import Text

FORMAT = 2
"""The version of proof files. The first did not say where streams end: such a file is to be made again."""
ENDLESS = Text(
    es="formato 1, que no dice dónde acaba cada cadena: haga el fichero de pruebas otra vez",
    en="format 1, which does not say where each chain ends: make the proof file again",
)
ANOTHER = Text(
    es="la lista de finales es de otro punto de control", en="the list of ends belongs to another checkpoint"
)


class ProofHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a proof file: the signed checkpoint that the proofs lead to, and where the streams end there.

    `keys` are the changes of keys that lead from the first key of the log to the one that signed.
    """

    proofs: int
    checkpoint: str
    heads: str = ""
    keys: tuple[str, ...] = ()


class BadProofFile(Explained):
    """A proof file that cannot be used: which line, and why."""


class ProofLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of one line of the record; they come in the same order."""

    stream: str
    version: int
    index: int
    seal: str
    path: tuple[str, ...]


class Proofs(Struct, frozen=True):
    """A proof file whose checkpoint and ends were found signed."""

    checkpoint: Checkpoint
    heads: tuple[StreamHead, ...]
    lines: tuple[ProofLine, ...]
    witnesses: tuple[Cosignature, ...] = ()
    """Who else signed the checkpoint, of the witnesses that were asked for."""

    @property
    def root(self) -> bytes:
        """The signed root."""
        return bytes.fromhex(self.checkpoint.root)


class Proven(Struct, frozen=True):
    """What is proven of a record: where its streams end at the checkpoint, and the lines of the file that says so."""

    heads: tuple[StreamHead, ...]
    lines: tuple[bytes, ...]

    @property
    def file(self) -> bytes:
        """The proof file."""
        return b"".join(line + b"\n" for line in self.lines)


def prove(notary: Notary, checkpoint: Checkpoint, streams: Sequence[str]) -> Proven:
    """The proofs of these streams, as they were at this checkpoint of this log. Raises what the notary does."""
    lines, heads = [], []
    for stream in streams:
        last = None
        for last in notary.inclusions(stream, checkpoint.size):
            lines.append(msgspec.json.encode(_line(last)))
        if last is not None:
            heads.append(StreamHead(stream, last.leaf.version, last.leaf.hash or ""))
    head = ProofHead(FORMAT, checkpoint.note, notary.heads(checkpoint, heads), notary.rotations.notes())
    return Proven(tuple(heads), (msgspec.json.encode(head), *lines))


def read_proofs(text: bytes, verifiers: Iterable[Verifier], policy: WitnessPolicy = NOBODY) -> Proofs:
    """The proofs of a file whose checkpoint and ends one of these keys, or one to which they lead, signed.

    As many witnesses as the policy wants have signed the checkpoint too.

    Raises BadProofFile.
    """
    lines, verifiers = text.splitlines(), list(verifiers)
    try:
        head = msgspec.json.decode(lines[0] if lines else b"", type=ProofHead)
        if head.proofs != FORMAT:
            unknown = Text(es=f"formato desconocido, {head.proofs}", en=f"unknown format, {head.proofs}")
            raise _bad_line(1, ENDLESS if head.proofs == 1 else unknown)
        verifiers = key_ring(verifiers, head.keys)
        checkpoint, heads = opened(head.checkpoint, verifiers), opened_heads(head.heads, verifiers)
        witnesses = policy.check(head.checkpoint)
    except UNREADABLE as error:
        raise _bad_line(1, unreadable(error)[0]) from error
    except BadNote as bad:
        raise _bad_line(1, bad.text) from bad
    if not _same(checkpoint, heads):
        raise _bad_line(1, ANOTHER)
    proofs = []
    for number, line in enumerate(lines[1:], 2):
        try:
            proofs.append(msgspec.json.decode(line, type=ProofLine))
        except UNREADABLE as error:
            raise _bad_line(number, unreadable(error)[0]) from error
    return Proofs(checkpoint, heads.streams, tuple(proofs), witnesses)


def _same(checkpoint: Checkpoint, heads: SignedHeads) -> bool:
    """Whether the ends are those of this checkpoint."""
    return heads.checkpoint == msgspec.structs.replace(checkpoint, note=heads.checkpoint.note)


def _line(proof: Inclusion) -> ProofLine:
    return ProofLine(proof.leaf.stream, proof.leaf.version, proof.index, proof.leaf.seal, proof.path)


def _bad_line(number: int, why: Text) -> BadProofFile:
    return BadProofFile(Text(es=f"línea {number}: {why.es}", en=f"line {number}: {why.en}"))
