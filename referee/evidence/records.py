"""The offline check of a portable record: a match, or a championship with its matches; with its proofs, against a signed tree.

It needs only the files and the public key. The chain alone shows a change after which the later hashes were not computed again,
and a match that was left out of its championship; the proofs show every change and every omission.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.decoding import json_lines, strict_object
from referee.errors import ExplainedError
from referee.evidence.chains import Chains, opened_by
from referee.evidence.completeness import ChainPlace, Completeness, gap, gone_at
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.leaves import Leaf
from referee.evidence.merkle import HASH, BadProof, leaf_hash, root_by_inclusion
from referee.evidence.names.in_records import NamesOfRecord, NamesVerdict
from referee.evidence.notes import Checkpoint
from referee.evidence.proof_files import Proofs
from referee.text import Text

A_CHAIN = Text(es="la de un encuentro o un campeonato", en="that of a match or a championship")
TWICE = Text(es="el fichero de pruebas la da dos veces", en="the proof file has it twice")
UNPROVEN = Text(es="el fichero de pruebas no tiene la suya", en="the proof file has none of it")
TELL = 1_000
"""Lines between two reports of progress."""


class ChainSeen(Struct, frozen=True):
    """One chain of a record: its stream, the number of its entries, its last hash."""

    stream: str
    entries: int
    head: str


class Verdict(Struct, frozen=True, rename={"has_chains": "chained"}):
    """The result of checking a record. `has_chains` is False without any hashes; `names` is None without proofs of names."""

    entries: int
    has_chains: bool
    chains: list[ChainSeen]
    checkpoint: Checkpoint | None
    flaw: EvidenceFlaw | None
    names: NamesVerdict | None = None


def check(text: bytes, proofs: Proofs | None = None, tell: Callable[[int, int], None] = lambda *_: None) -> Verdict:
    """Checks a record line by line, up to the first flaw.

    Calls `tell` every 1,000 lines with the number of lines checked and of all lines.
    """
    lines = json_lines(text)
    rows = [raw for _, raw in lines]
    if proofs is None and _bare(rows):
        return Verdict(len(rows), False, [], None, None)
    verdict = _RecordsCheck(proofs).run(rows, tell)
    return msgspec.structs.replace(verdict, flaw=_in_file(verdict.flaw, [number for number, _ in lines]))


class _RecordsCheck:
    def __init__(self, proofs: Proofs | None) -> None:
        self.proofs = proofs
        self.chains = Chains()
        self.completeness = Completeness()
        self.names = NamesOfRecord()
        self.stream = ""
        self.good = 0

    def run(self, rows: Sequence[bytes], tell: Callable[[int, int], None]) -> Verdict:
        flaw = None
        for number, raw in enumerate(rows, 1):
            flaw = self._row(raw)
            if flaw:
                flaw = msgspec.structs.replace(self._cause(flaw, rows, number), line=number)
                break
            self.good += 1
            if number % TELL == 0:
                tell(number, len(rows))
        flaw = flaw or self._end_flaw()
        chains = [ChainSeen(id_, head.version, head.hash.hex()) for id_, head in self.chains.heads.items()]
        proofs = self.proofs
        names = self.names.result(proofs.names) if proofs and proofs.names is not None and not flaw else None
        return Verdict(self.good, True, chains, proofs.checkpoint if proofs else None, flaw, names)

    def _cause(self, flaw: EvidenceFlaw, rows: Sequence[bytes], number: int) -> EvidenceFlaw:
        """The flaw of a line, or that of an entry missing before it if this is the cause."""
        if flaw.problem == "order":
            proof_entries = [(proof.stream, proof.version) for proof in self.proofs.lines] if self.proofs else None
            return gap(_places(rows), number - 1, proof_entries) or flaw
        if flaw.problem != "proof" or self.proofs is None or number > len(self.proofs.lines):
            return flaw
        places, proof = _places(rows), self.proofs.lines[number - 1]
        here, instead = places[number - 1], (proof.stream, proof.version)
        if instead == here[:2]:
            return flaw
        if instead not in {place[:2] for place in places}:
            return gone_at(instead, here)
        if any((one.stream, one.version) == here[:2] for one in self.proofs.lines):
            return flaw
        return msgspec.structs.replace(flaw, found=UNPROVEN)

    def _row(self, raw: bytes) -> EvidenceFlaw | None:
        line = _read(raw)
        if isinstance(line, EvidenceFlaw):
            return line
        begins = opened_by(line)
        if begins in self.chains.heads:
            return EvidenceFlaw("twice", stream=begins, version=1)
        self.stream = begins or self.stream
        if not self.stream:
            return EvidenceFlaw("opening", expected=A_CHAIN, found=str(line.get("type")))
        flaw = self.chains.follow(self.stream, line)
        if flaw is None:
            self.completeness.take(self.good + 1, self.stream, line)
            self.names.take(self.good + 1, self.stream, line)
        return flaw or (_proof_flaw(self.proofs, self.good, self.stream, line) if self.proofs else None)

    def _end_flaw(self) -> EvidenceFlaw | None:
        if not self.good:
            return EvidenceFlaw("opening", line=1, expected=A_CHAIN, found=Text(es="nada", en="nothing"))
        if self.proofs and self.good < len(self.proofs.lines):
            missing, proof_count = self.proofs.lines[self.good], len(self.proofs.lines)
            head = self.chains.heads.get(missing.stream)
            if head and missing.version <= head.version:
                return EvidenceFlaw(
                    "proof", line=self.good, stream=missing.stream, version=missing.version, found=TWICE
                )
            return EvidenceFlaw(
                "missing",
                line=self.good + 1,
                stream=missing.stream,
                version=missing.version,
                expected=proof_count,
                found=self.good,
            )
        if self.proofs is None:
            return self.completeness.flaw(self.chains.heads, None)
        flaw = self.completeness.flaw(self.chains.heads, self.proofs.record_heads)
        return flaw or self.names.flaw(self.proofs.names, self.proofs.heads, self.proofs.checkpoint)


def _in_file(flaw: EvidenceFlaw | None, numbers: Sequence[int]) -> EvidenceFlaw | None:
    """The flaw with the number of its line in the file, where blank lines count."""
    if flaw is None or flaw.line is None or not numbers:
        return flaw
    line = numbers[flaw.line - 1] if flaw.line <= len(numbers) else numbers[-1] + flaw.line - len(numbers)
    return msgspec.structs.replace(flaw, line=line)


def _places(rows: Sequence[bytes]) -> list[ChainPlace]:
    """The places of the lines, up to the first that cannot be read."""
    places, stream = list[ChainPlace](), ""
    for raw in rows:
        line = _read(raw)
        if isinstance(line, EvidenceFlaw):
            break
        stream = opened_by(line) or stream
        version, hash_ = (
            value if isinstance(value, str | int) else None for value in map(line.get, ("version", "hash"))
        )
        places.append(ChainPlace(stream, version, hash_))
    return places


def _read(raw: bytes) -> dict[str, Any] | EvidenceFlaw:
    """Parses a line strictly."""
    try:
        return strict_object(raw)
    except ExplainedError as error:
        return EvidenceFlaw("unreadable", found=error.text)


def _bare(rows: Sequence[bytes]) -> bool:
    """True if no line of a record has a hash: another program made it."""
    lines = [_read(raw) for raw in rows]
    return bool(lines) and all(isinstance(line, dict) and "hash" not in line for line in lines)


def _proof_flaw(proofs: Proofs, at: int, stream: str, line: dict[str, Any]) -> EvidenceFlaw | None:
    """The flaw in the proof of a line; None if it is sound. The chain was checked before."""
    version = line["version"]
    if at >= len(proofs.lines):
        short = Text(es="el fichero de pruebas se acaba antes", en="the proof file ends before it")
        return EvidenceFlaw("proof", stream=stream, version=version, found=short)
    proof = proofs.lines[at]
    if (proof.stream, proof.version) != (stream, version):
        other = Text(
            es=f"la prueba en su lugar es de {proof.stream} versión {proof.version}",
            en=f"the proof in its place is of {proof.stream} version {proof.version}",
        )
        return EvidenceFlaw("proof", stream=stream, version=version, found=other)
    leaf = Leaf(line["hash"], proof.seal, stream, str(line.get("type")), version)
    try:
        path = [_hash(text) for text in proof.path]
        root = root_by_inclusion(leaf_hash(leaf.data), proof.index, proofs.checkpoint.size, path)
    except BadProof as bad:
        return EvidenceFlaw("proof", stream=stream, version=version, found=bad.text)
    if root == proofs.root:
        return None
    elsewhere = Text(
        es=f"su prueba lleva a otra raíz, {root.hex()}", en=f"its proof leads to another root, {root.hex()}"
    )
    return EvidenceFlaw("proof", stream=stream, version=version, expected=proofs.checkpoint.root, found=elsewhere)


def _hash(text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise BadProof(
            Text(es="una huella del camino no es hexadecimal", en="a hash of the path is not hexadecimal")
        ) from None
    if len(value) != HASH or value.hex() != text:
        raise BadProof(
            Text(
                es="una huella del camino no tiene 64 cifras hexadecimales",
                en="a hash of the path is not 64 hexadecimal digits",
            )
        )
    return value
