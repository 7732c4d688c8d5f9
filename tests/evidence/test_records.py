"""A portable record, checked with nothing but the file, its proofs and the public key."""

from pathlib import Path

import msgspec
import pytest

from referee.audit import portable
from referee.evidence import records
from referee.evidence.chains import opened_by
from referee.evidence.proof_files import BadProofFile, ProofHead, read_proofs
from referee.match.entries import GENESIS, link
from tests.evidence.conftest import Site
from tests.evidence.exporting import VERIFIERS, Fiestas, RecordFiles, export_with_proofs

RECORDS = Path(__file__).parents[1] / "data" / "records"
NAMES = ("Ana", "Beto", "Carla", "Dani")


@pytest.fixture
def small(site: Site) -> RecordFiles:
    """A match of an opening and two notes, in a log with others."""
    site.open()
    match = site.open()
    for text in ("mesa 3", "sin luz"):
        site.say(match, {"type": "note", "text": text})
    site.open()
    return export_with_proofs(site, portable.export(site.service, match, site.service.people.name))


@pytest.fixture
def championship(site: Site) -> RecordFiles:
    """A championship of two, and the match they play."""
    fiestas = Fiestas(site)
    site.say(fiestas.begin(), {"type": "deal"}, {"type": "note", "text": "mesa 3"})
    return fiestas.export()


def test_a_whole_record_is_good(small: RecordFiles) -> None:
    for proofs in (None, small.proofs):
        verdict = records.check(small.record, proofs)
        assert verdict.flaw is None
        assert (verdict.entries, verdict.has_chains, len(verdict.chains)) == (3, True, 1)
    assert small.proofs.checkpoint.size == 5


def test_any_byte_of_a_record_that_changes_or_goes_is_found(small: RecordFiles) -> None:
    """Changes are found everywhere but in the names in its first line, which are outside the hashes, and the last newline."""
    offsets = set[int]()
    for name in NAMES:
        at = small.record.index(f'"name":"{name}"'.encode()) + len('"name":"')
        offsets |= set(range(at, at + len(name)))
    proofs = small.proofs
    for at in set(range(len(small.record) - 1)) - offsets:
        before, after = small.record[:at], small.record[at + 1 :]
        changes = [before + after, *(before + bytes([small.record[at] ^ bit]) + after for bit in (1, 32, 128))]
        for forgery in changes:
            assert records.check(forgery).flaw, (at, forgery)
            assert records.check(forgery, proofs).flaw, (at, forgery)
    for at in offsets:
        assert records.check(small.record[:at] + b"x" + small.record[at + 1 :], proofs).flaw is None


def test_any_byte_of_a_proof_file_that_changes_or_goes_is_found(small: RecordFiles) -> None:
    for at in range(len(small.proof_file) - 1):
        before, after = small.proof_file[:at], small.proof_file[at + 1 :]
        for forgery in (before + after, before + bytes([small.proof_file[at] ^ 1]) + after):
            try:
                proofs = read_proofs(forgery, VERIFIERS)
            except BadProofFile:
                continue
            assert records.check(small.record, proofs).flaw, (at, forgery)


def test_the_first_bad_line_is_named(small: RecordFiles) -> None:
    lines = small.lines
    forgery = [lines[0], lines[1].replace(b"mesa 3", b"mesa 4"), lines[2]]
    flaw = records.check(b"\n".join(forgery)).flaw
    assert flaw
    assert (flaw.problem, flaw.line, flaw.version) == ("chain", 2, 2)
    assert flaw.words.startswith(f"line 2, {flaw.stream} version 2: the chain breaks at version 2: expected ")


@pytest.mark.parametrize(
    ("order", "problem", "line"),
    [
        ((0, 2, 1), "order", 2),
        ((1, 0, 2), "opening", 1),
        ((0, 2), "gone", 2),
        ((1, 2), "opening", 1),
        ((0, 1), "missing", 3),
        ((0, 1, 1, 2), "order", 3),
        ((0, 0, 1, 2), "twice", 2),
        ((0, 1, 2, 2), "order", 4),
        ((0, 1, 2, 0, 1, 2), "twice", 4),
        ((), "opening", 1),
    ],
)
def test_lines_swapped_taken_out_or_doubled_are_found(
    small: RecordFiles, order: tuple[int, ...], problem: str, line: int
) -> None:
    flaw = small.flaw_of(small.lines[n] for n in order)
    assert (flaw.problem, flaw.line) == (problem, line)


def rewritten(lines: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    """The record with a change, and every hash made anew."""
    heads: dict[str, bytes] = {}
    stream, lines_out = "", []
    for raw in lines:
        line = msgspec.json.decode(raw.replace(old, new))
        stream = opened_by(line) or stream
        heads[stream] = link(heads.get(stream, GENESIS), line)
        lines_out.append(msgspec.json.encode(line | {"hash": heads[stream].hex()}))
    return lines_out


def test_who_carries_a_change_on_through_the_chain_is_found_by_the_proofs(small: RecordFiles) -> None:
    forgery = rewritten(small.lines, b"mesa 3", b"mesa 4")
    assert records.check(b"\n".join(forgery)).flaw is None
    flaw = small.flaw_of(forgery)
    assert (flaw.problem, flaw.line, flaw.version) == ("proof", 2, 2)


def test_a_forged_proof_file_needs_the_key(small: RecordFiles, site: Site) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.evidence.notes import sign

    head, *rest = small.proof_file.splitlines()
    forgery = sign("example.org/log", 5, bytes(32), "2026-05-01T10:00:00.000Z", Ed25519PrivateKey.generate())
    head = msgspec.json.encode(
        ProofHead(2, forgery.note, msgspec.json.decode(small.proof_file.splitlines()[0])["heads"])
    )
    with pytest.raises(BadProofFile, match="not signed by this key"):
        read_proofs(b"\n".join([head, *rest]), VERIFIERS)


def test_a_line_that_two_readers_would_read_differently_is_refused(small: RecordFiles) -> None:
    lines = small.lines
    lines[1] = lines[1].replace(b'"text":"mesa 3"', b'"text":"mesa 4","text":"mesa 3"')
    flaw = small.flaw_of(lines)
    assert (flaw.problem, flaw.line) == ("unreadable", 2)
    assert flaw.text.en == "line 2: it cannot be read: a name comes twice in one object"
    assert flaw.text.es == "línea 2: no se puede leer: un nombre sale dos veces en un objeto"


@pytest.mark.parametrize(
    "line", ["[]", "7", "\xff", '{"a": NaN}', '{"type": ["open"]}', "[" * 100_000, '{"version": 1e999}']
)
def test_whatever_a_line_is_it_is_judged(line: str) -> None:
    assert records.check(line.encode("latin-1")).flaw or not records.check(line.encode("latin-1")).has_chains


def test_an_opening_of_another_shape_is_judged(small: RecordFiles) -> None:
    for seats in (b'"seats":7', b'"seats":[7]', b'"seats":{"name":1}', b'"seats":["\\ud800"]'):
        text = b'{"type":"open","match":"m","version":1,' + seats + b',"hash":"00"}'
        assert records.check(text).flaw


def test_a_record_made_elsewhere_has_nothing_to_verify() -> None:
    verdict = records.check((RECORDS / "hearts-openspiel-05.match.jsonl").read_bytes())
    assert (verdict.has_chains, verdict.entries, verdict.flaw) == (False, 225, None)


def test_hashes_taken_off_a_record_are_missed(small: RecordFiles) -> None:
    bare = [
        msgspec.json.encode({k: v for k, v in msgspec.json.decode(raw).items() if k != "hash"}) for raw in small.lines
    ]
    assert not records.check(b"\n".join(bare)).has_chains
    assert small.flaw_of(bare).line == 1
    assert small.flaw_of([*small.lines[:2], bare[2]]).line == 3


def test_a_championship_and_its_matches_are_verified_each_chain(championship: RecordFiles) -> None:
    verdict = records.check(championship.record, championship.proofs)
    assert verdict.flaw is None
    assert [chain.entries for chain in verdict.chains] == [4, 3]
    assert verdict.entries == len(championship.lines)


def test_the_first_bad_line_of_a_championship_is_named(championship: RecordFiles) -> None:
    lines = championship.lines
    for at, raw in enumerate(lines):
        line = msgspec.json.decode(raw)
        lines[at] = raw.replace(b'"recorded_by":"organizer"', b'"recorded_by":"somebody!"')
        for proofs in (None, championship.proofs):
            flaw = records.check(b"\n".join(lines), proofs).flaw
            assert flaw
            assert (flaw.problem, flaw.line, flaw.version) == ("chain", at + 1, line["version"])
        lines[at] = raw


def test_a_match_taken_out_of_a_championship_is_found_by_the_proofs(championship: RecordFiles) -> None:
    assert championship.flaw_of(championship.lines[:4]).problem == "missing"
    assert championship.flaw_of(championship.lines[4:]).line == 1
    forgery = rewritten(championship.lines, b"mesa 3", b"mesa 4")
    flaw = championship.flaw_of(forgery)
    assert (flaw.problem, flaw.line, flaw.version) == ("proof", 7, 3)
