"""The file of proofs beside a record: a signed checkpoint, where the record's streams end, proofs of lines and of names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.decoding import json_lines, strict_object, unreadable
from referee.errors import UNREADABLE, Explained
from referee.evidence.heads import StreamHead
from referee.evidence.keys import Verifier
from referee.evidence.names.name_proofs import NameProof, end_of, prove_names, signed_ends
from referee.evidence.notary import Inclusion, Notary
from referee.evidence.notes import BadNote, Checkpoint
from referee.evidence.witnesses.cosignatures import NOBODY, Cosignature, WitnessPolicy
from referee.text import Text

FORMAT, NAMELESS = 3, 2
"""The version of proof files, and the one without proofs of names. The first did not say where streams end: such a file is to be
made again.
"""
ENDLESS = Text(
    es="formato 1, que no dice dónde acaba cada cadena: haga el fichero de pruebas otra vez",
    en="format 1, which does not say where each chain ends: make the proof file again",
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
    """A proof file whose checkpoint and ends were found signed. `names` is None in one from before they were proven."""

    checkpoint: Checkpoint
    heads: tuple[StreamHead, ...]
    lines: tuple[ProofLine, ...]
    witnesses: tuple[Cosignature, ...] = ()
    """Who else signed the checkpoint, of the witnesses that were asked for."""
    names: tuple[NameProof, ...] | None = None

    @property
    def record_heads(self) -> tuple[StreamHead, ...]:
        """Where the streams of the record end: what is left of the signed ends without those of the people named."""
        people = {proof.person for proof in self.names or ()}
        return tuple(head for head in self.heads if head.stream not in people)

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


def prove(
    notary: Notary, checkpoint: Checkpoint, streams: Sequence[str], keys: Mapping[str, str] | None = None
) -> Proven:
    """The proofs of these streams, as they were at this checkpoint of this log. Raises what the notary does.

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
    return Proven(tuple(heads), (msgspec.json.encode(head), *lines, *map(msgspec.json.encode, names)))


def read_proofs(text: bytes, verifiers: Iterable[Verifier], policy: WitnessPolicy = NOBODY) -> Proofs:
    """The proofs of a file whose checkpoint and ends one of these keys, or one to which they lead, signed.

    As many witnesses as the policy wants have signed the checkpoint too.

    Raises BadProofFile.
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
        except Explained as bad:
            raise _bad_line(number, bad.text) from bad
    proven = tuple(names) if head.proofs == FORMAT else None
    return Proofs(ends.checkpoint, ends.heads, tuple(proofs), ends.witnesses, proven)


def _is_of_name(line: Mapping[str, Any], head: ProofHead) -> bool:
    return head.proofs == FORMAT and "person" in line


def _line(proof: Inclusion) -> ProofLine:
    return ProofLine(proof.leaf.stream, proof.leaf.version, proof.index, proof.leaf.seal, proof.path)


def _bad_line(number: int, why: Text) -> BadProofFile:
    return BadProofFile(Text(es=f"línea {number}: {why.es}", en=f"line {number}: {why.en}"))
