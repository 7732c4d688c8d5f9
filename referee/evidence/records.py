"""The offline check of a portable record: a match, or a championship with its matches; with its proofs, against a signed tree.

Nothing is needed but the files and the public key. The chain alone shows a change that its author did not carry on through all
later hashes; the proofs show that too, and an end that was cut off.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.errors import UNREADABLE
from referee.evidence.chains import Chains, opened_by
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier
from referee.evidence.leaves import Leaf
from referee.evidence.merkle import HASH, BadProof, leaf_hash, root_by_inclusion
from referee.evidence.notary import Inclusion, Notary
from referee.evidence.notes import BadNote, Checkpoint, opened

FORMAT = 1
"""The version of proof files."""
TELL = 1_000
"""Lines between one word on how far the check is and the next."""


class ProofHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a proof file: the signed checkpoint that the proofs lead to."""

    proofs: int
    checkpoint: str


class ProofLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of one line of the record; they come in the same order."""

    stream: str
    version: int
    index: int
    seal: str
    path: tuple[str, ...]


class Proofs(Struct, frozen=True):
    """A proof file whose checkpoint was found signed."""

    checkpoint: Checkpoint
    lines: tuple[ProofLine, ...]

    @property
    def root(self) -> bytes:
        """The signed root."""
        return bytes.fromhex(self.checkpoint.root)


class ChainSeen(Struct, frozen=True):
    """One chain of a record: whose, how many entries, its last hash."""

    stream: str
    entries: int
    head: str


class Verdict(Struct, frozen=True):
    """What the check of a record came to. `chained`: whether it has hashes at all."""

    entries: int
    chained: bool
    chains: list[ChainSeen]
    checkpoint: Checkpoint | None
    flaw: EvidenceFlaw | None


class BadProofFile(Exception):
    """A proof file that cannot be used: which line, and why."""


def prove(notary: Notary, lengths: Mapping[str, int]) -> Iterator[bytes]:
    """The lines of a proof file, against the checkpoint of now: of each stream the records up to this version.

    Raises what the notary does.
    """
    checkpoint = notary.checkpoint()
    yield msgspec.json.encode(ProofHead(FORMAT, checkpoint.note))
    for stream, upto in lengths.items():
        yield from (msgspec.json.encode(_line(proof)) for proof in notary.inclusions(stream, upto, checkpoint.size))


def read_proofs(text: bytes, verifiers: Iterable[Verifier]) -> Proofs:
    """The proofs of a file whose checkpoint one of these keys signed. Raises BadProofFile."""
    lines = text.splitlines()
    try:
        head = msgspec.json.decode(lines[0] if lines else b"", type=ProofHead)
        if head.proofs != FORMAT:
            raise BadProofFile(f"line 1: proofs of format {head.proofs} are not known")
        checkpoint = opened(head.checkpoint, verifiers)
    except (*UNREADABLE, BadNote) as error:
        raise BadProofFile(f"line 1: {error}") from error
    proofs = []
    for number, line in enumerate(lines[1:], 2):
        try:
            proofs.append(msgspec.json.decode(line, type=ProofLine))
        except UNREADABLE as error:
            raise BadProofFile(f"line {number}: {error}") from error
    return Proofs(checkpoint, tuple(proofs))


def check(text: bytes, proofs: Proofs | None = None, tell: Callable[[int, int], None] = lambda *_: None) -> Verdict:
    """Checks a record line by line, up to the first that is wrong.

    `tell` is called now and then with how many lines are checked, of how many.
    """
    rows = _rows(text)
    if proofs is None and _bare(rows):
        return Verdict(len(rows), False, [], None, None)
    return _RecordsCheck(proofs).run(rows, tell)


class _RecordsCheck:
    def __init__(self, proofs: Proofs | None) -> None:
        self.proofs = proofs
        self.chains = Chains()
        self.stream = ""
        self.good = 0

    def run(self, rows: Sequence[bytes], tell: Callable[[int, int], None]) -> Verdict:
        flaw = None
        for number, raw in enumerate(rows, 1):
            flaw = self._row(raw)
            if flaw:
                flaw = msgspec.structs.replace(flaw, line=number)
                break
            self.good += 1
            if number % TELL == 0:
                tell(number, len(rows))
        flaw = flaw or self._ended()
        seen = [ChainSeen(id_, head.version, head.hash.hex()) for id_, head in self.chains.heads.items()]
        return Verdict(self.good, True, seen, self.proofs.checkpoint if self.proofs else None, flaw)

    def _row(self, raw: bytes) -> EvidenceFlaw | None:
        line = _read(raw)
        if isinstance(line, EvidenceFlaw):
            return line
        begins = opened_by(line)
        if begins in self.chains.heads:
            return EvidenceFlaw("twice", stream=begins, version=1)
        self.stream = begins or self.stream
        if not self.stream:
            return EvidenceFlaw("opening", expected="one", found=str(line.get("type")))
        flaw = self.chains.follow(self.stream, line)
        return flaw or (_proven(self.proofs, self.good, self.stream, line) if self.proofs else None)

    def _ended(self) -> EvidenceFlaw | None:
        if not self.good:
            return EvidenceFlaw("opening", line=1, expected="one", found="nothing")
        if self.proofs is None or self.good >= len(self.proofs.lines):
            return None
        gone, expected = self.proofs.lines[self.good], len(self.proofs.lines)
        return EvidenceFlaw(
            "missing", line=self.good + 1, stream=gone.stream, version=gone.version, expected=expected, found=self.good
        )


def _line(proof: Inclusion) -> ProofLine:
    return ProofLine(proof.leaf.stream, proof.leaf.version, proof.index, proof.leaf.seal, proof.path)


def _rows(text: bytes) -> list[bytes]:
    return text.removesuffix(b"\n").split(b"\n") if text else []


def _read(raw: bytes) -> dict[str, Any] | EvidenceFlaw:
    """A line, read strictly: no name twice in one object, so that no other reader can take it for something else."""
    try:
        line = json.loads(raw, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        return EvidenceFlaw("unreadable", found=str(error))
    return line if isinstance(line, dict) else EvidenceFlaw("unreadable", found="it is no JSON object")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name comes twice in one object")
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _bare(rows: Sequence[bytes]) -> bool:
    """Whether a record has no hash anywhere: it was made elsewhere."""
    lines = [_read(raw) for raw in rows]
    return bool(lines) and all(isinstance(line, dict) and "hash" not in line for line in lines)


def _proven(proofs: Proofs, at: int, stream: str, line: dict[str, Any]) -> EvidenceFlaw | None:
    """What is wrong with the proof of a line whose chain holds."""
    version = line["version"]
    if at >= len(proofs.lines):
        return EvidenceFlaw("proof", stream=stream, version=version, found="the proof file ends before it")
    proof = proofs.lines[at]
    if (proof.stream, proof.version) != (stream, version):
        found = f"the proof in its place is of {proof.stream} version {proof.version}"
        return EvidenceFlaw("proof", stream=stream, version=version, found=found)
    leaf = Leaf(line["hash"], proof.seal, stream, str(line.get("type")), version)
    try:
        path = [_hash(text) for text in proof.path]
        led = root_by_inclusion(leaf_hash(leaf.data), proof.index, proofs.checkpoint.size, path)
    except BadProof as error:
        return EvidenceFlaw("proof", stream=stream, version=version, found=str(error))
    if led == proofs.root:
        return None
    return EvidenceFlaw(
        "proof", stream=stream, version=version, expected=proofs.checkpoint.root, found=f"it leads to {led.hex()}"
    )


def _hash(text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise BadProof("a hash of the path is not hexadecimal") from None
    if len(value) != HASH or value.hex() != text:
        raise BadProof("a hash of the path is not 64 hexadecimal digits")
    return value
