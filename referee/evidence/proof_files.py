"""The file of proofs beside a record: a signed checkpoint, the ends of the record's streams, proofs of lines and of names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from referee.decoding import json_lines, strict_object, unreadable
from referee.errors import UNREADABLE, ExplainedError
from referee.evidence.keys import Verifier
from referee.evidence.leaves import Inclusion
from referee.evidence.names.name_proofs import NameProof, end_of, prove_names, signed_ends
from referee.evidence.notes import BadNote, Checkpoint
from referee.evidence.stream_ends import StreamHead
from referee.evidence.witnesses.cosignatures import NOBODY, Cosignature, WitnessPolicy
from referee.text import Text

if TYPE_CHECKING:
    from referee.evidence.notary import Notary

FORMAT, NAMELESS = 3, 2
"""The version of proof files, and the one without proofs of names. Version 1 had no ends of streams: such a file must be made
again.
"""
ENDLESS = Text(
    es="formato 1, que no dice dónde acaba cada cadena: haga el fichero de pruebas otra vez",
    en="format 1, which does not say where each chain ends: make the proof file again",
)


class ProofHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a proof file: the signed checkpoint that the proofs lead to, and the ends of the streams there.

    `keys` are the changes of keys that lead from the first key of the log to the one that signed.
    """

    proofs: int
    checkpoint: str
    heads: str = ""
    keys: tuple[str, ...] = ()


class BadProofFile(ExplainedError):
    """A proof file that cannot be used, with the line and the reason."""


class ProofLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of one line of the record. Proofs are in the order of the lines."""

    stream: str
    version: int
    index: int
    seal: str
    path: tuple[str, ...]


class Proofs(Struct, frozen=True):
    """The proofs of a file, with a checkpoint and ends that were verified. `names` is None in a file without proofs of names."""

    checkpoint: Checkpoint
    heads: tuple[StreamHead, ...]
    lines: tuple[ProofLine, ...]
    witnesses: tuple[Cosignature, ...] = ()
    """The signatures of the checkpoint by the required witnesses."""
    names: tuple[NameProof, ...] | None = None

    @property
    def record_heads(self) -> tuple[StreamHead, ...]:
        """The ends of the streams of the record: the signed ends without those of the people it names."""
        people = {proof.person for proof in self.names or ()}
        return tuple(head for head in self.heads if head.stream not in people)

    @property
    def root(self) -> bytes:
        """The signed root."""
        return bytes.fromhex(self.checkpoint.root)


class RecordProofs(Struct, frozen=True):
    """The proofs made of a record: the ends of its streams at the checkpoint, and the lines of the proof file."""

    heads: tuple[StreamHead, ...]
    lines: tuple[bytes, ...]

    @property
    def file(self) -> bytes:
        """The proof file."""
        return b"".join(line + b"\n" for line in self.lines)


def prove(
    notary: "Notary", checkpoint: Checkpoint, streams: Sequence[str], keys: Mapping[str, str] | None = None
) -> RecordProofs:
    """Proves the records of these streams up to this checkpoint of this log. Raises the errors of `Notary.inclusions`.

    With the `keys` that open the commitments to the names of people, by id, the names are proven too.
    """
    lines, heads = [], []
    for stream in streams:
        last = None
        for last in notary.inclusions(stream, checkpoint.size):
            lines.append(msgspec.json.encode(_line(last)))
        if last is not None:
            heads.append(StreamHead(stream, last.leaf.version, last.leaf.hash or ""))
    names = prove_names(notary, checkpoint, keys or {})
    ends = [*heads, *map(end_of, names)]
    form = NAMELESS if keys is None else FORMAT
    head = ProofHead(form, checkpoint.note, notary.heads(checkpoint, ends), notary.rotations.notes())
    return RecordProofs(tuple(heads), (msgspec.json.encode(head), *lines, *map(msgspec.json.encode, names)))


def read_proofs(text: bytes, verifiers: Iterable[Verifier], policy: WitnessPolicy = NOBODY) -> Proofs:
    """Reads a proof file and verifies the signatures of its checkpoint and ends.

    Raises BadProofFile for a broken file, unless one of these keys, or one to which changes of keys lead from them, signed
    both, and unless as many witnesses as the policy requires signed the checkpoint.
    """
    lines = [raw for _, raw in json_lines(text)]
    try:
        head = msgspec.json.decode(lines[0] if lines else b"", type=ProofHead)
        if head.proofs not in {FORMAT, NAMELESS}:
            unknown = Text(es=f"formato desconocido, {head.proofs}", en=f"unknown format, {head.proofs}")
            raise _bad_line(1, ENDLESS if head.proofs == 1 else unknown)
        ends = signed_ends(head.checkpoint, head.heads, head.keys, verifiers, policy)
    except UNREADABLE as error:
        raise _bad_line(1, unreadable(error)[0]) from error
    except BadNote as bad:
        raise _bad_line(1, bad.text) from bad
    proofs: list[ProofLine] = []
    names: list[NameProof] = []
    for number, raw in enumerate(lines[1:], 2):
        try:
            line = strict_object(raw)
            if _is_of_name(line, head):
                names.append(msgspec.convert(line, NameProof))
            else:
                proofs.append(msgspec.convert(line, ProofLine))
        except UNREADABLE as error:
            raise _bad_line(number, unreadable(error)[0]) from error
        except ExplainedError as bad:
            raise _bad_line(number, bad.text) from bad
    name_proofs = tuple(names) if head.proofs == FORMAT else None
    return Proofs(ends.checkpoint, ends.heads, tuple(proofs), ends.witnesses, name_proofs)


def _is_of_name(line: Mapping[str, Any], head: ProofHead) -> bool:
    return head.proofs == FORMAT and "person" in line


def _line(proof: Inclusion) -> ProofLine:
    return ProofLine(proof.leaf.stream, proof.leaf.version, proof.index, proof.leaf.seal, proof.path)


def _bad_line(number: int, why: Text) -> BadProofFile:
    return BadProofFile(Text(es=f"línea {number}: {why.es}", en=f"line {number}: {why.en}"))
