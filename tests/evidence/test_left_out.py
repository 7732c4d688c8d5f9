"""Lines left out of a record are found: by its proofs always, and a match of a championship without them too.

The attacker has the record and its proof file, and no key.
"""

from collections.abc import Collection, Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.championship.events import DECISIONS, WalkoverGiven
from referee.evidence import records
from referee.evidence.chains import opened_by
from referee.evidence.completeness import NAMING
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.notary import Notary
from referee.evidence.proof_files import BadProofFile, ProofHead, prove, read_proofs
from referee.evidence.tree import Tree
from referee.match.registry import tag
from tests.evidence.conftest import AT, KEY, Site
from tests.evidence.exporting import VERIFIERS, Fiestas, RecordFiles
from tests.support.processes import processes


class AttackedExport:
    """The rest of a record, and of its proofs, after an attack."""

    def __init__(self, whole: RecordFiles) -> None:
        self.lines = whole.lines
        self.head, *self.proofs = whole.proof_file.splitlines()
        self.streams: list[str] = []
        for line in self.lines:
            self.streams.append(opened_by(msgspec.json.decode(line)) or self.streams[-1])

    def of(self, stream: str) -> list[int]:
        """The lines of a stream, by their number."""
        return [at for at, whose in enumerate(self.streams) if whose == stream]

    def without(
        self, lines: Collection[int] = (), proofs: Collection[int] = (), *, bare: bool = False
    ) -> EvidenceFlaw | None:
        """The mistakes found when these lines and these proofs are left out; `bare`: by a reader without proofs."""
        lines_left = [line for at, line in enumerate(self.lines) if at not in lines]
        proofs_left = [self.head, *(proof for at, proof in enumerate(self.proofs) if at not in proofs)]
        proofs_read = None if bare else read_proofs(b"\n".join(proofs_left) + b"\n", VERIFIERS)
        return records.check(b"\n".join(lines_left) + b"\n", proofs_read).flaw


@pytest.fixture(scope="module")
def fiestas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fiestas]:
    """A championship with three matches: one that ended, one in its first hand, one just opened."""
    with processes(str(tmp_path_factory.mktemp("log") / "log.sqlite"), lambda: lambda: AT) as another:
        service = another()
        tree = Tree(service.log, service.people.store, "example.org/log")
        fiestas = Fiestas(Site(service, Notary(tree, lambda: KEY, lambda: AT)))
        fiestas.site.say(fiestas.begin(), {"type": "deal"}, {"type": "note", "text": "mesa 3"})
        fiestas.begin()
        fiestas.site.say(fiestas.begin(), {"type": "deal"}, {"type": "withdraw", "seat": 0, "reason": "se va"})
        yield fiestas


@pytest.fixture(scope="module")
def export(fiestas: Fiestas) -> AttackedExport:
    return AttackedExport(fiestas.export())


@pytest.fixture(scope="module")
def matches_only(export: AttackedExport, fiestas: Fiestas) -> RecordFiles:
    """The proofs of the matches, which anybody may ask for too, of a moment later."""
    fiestas.site.open()
    notary = fiestas.site.notary
    streams = list(dict.fromkeys(export.streams))[1:]
    return RecordFiles(b"", prove(notary, notary.checkpoint(), streams).file)


def test_what_nothing_was_left_out_of_is_whole(export: AttackedExport) -> None:
    assert len(set(export.streams)) == 4
    assert export.without() is None
    assert export.without(bare=True) is None


def test_a_line_left_out_is_found_with_its_proof_or_without(export: AttackedExport) -> None:
    for at in range(len(export.lines)):
        assert export.without([at], [at]), at
        assert export.without([at]), at
        assert export.without([], [at]), at


def test_the_end_of_a_stream_left_out_with_its_proofs_is_found_however_long(export: AttackedExport) -> None:
    for stream in set(export.streams):
        mine = export.of(stream)
        for begin in range(len(mine)):
            flaw = export.without(mine[begin:], mine[begin:])
            assert flaw, (stream, begin)
            assert flaw.problem in {"missing", "absent", "left_out", "opening", "stray"}


def test_streams_left_out_with_their_proofs_are_found(export: AttackedExport) -> None:
    streams = sorted(set(export.streams))
    for choice in range(1, 1 << len(streams)):
        indexes = [at for bit, stream in enumerate(streams) if choice >> bit & 1 for at in export.of(stream)]
        assert export.without(indexes, indexes), choice


@given(data=st.data())
def test_whatever_lines_are_left_out_with_whatever_proofs_it_is_found(
    export: AttackedExport, data: st.DataObject
) -> None:
    numbers = st.sets(st.integers(0, len(export.lines) - 1))
    lines = data.draw(numbers.filter(bool), "lines")
    assert export.without(lines, data.draw(st.just(lines) | numbers, "proofs"))


def test_without_proofs_the_championships_log_tells_that_a_match_was_left_out(export: AttackedExport) -> None:
    championship = export.streams[0]
    for match in set(export.streams) - {championship}:
        flaw = export.without(export.of(match), bare=True)
        assert flaw
        assert (flaw.problem, flaw.stream, flaw.expected) == ("left_out", championship, match)
        assert f"it names match {match}, which is not in the file" in flaw.words


def test_without_proofs_it_tells_how_far_a_match_was_that_gave_a_result(export: AttackedExport) -> None:
    result_entry = next(line for line in map(msgspec.json.decode, export.lines) if line["type"] == "match_finished")
    mine = export.of(result_entry["match"])
    flaw = export.without(mine[result_entry["match_version"] - 1 :], bare=True)
    assert flaw
    assert (flaw.problem, flaw.stream) == ("missing", result_entry["match"])
    assert (flaw.expected, flaw.found) == (result_entry["match_version"], result_entry["match_version"] - 1)


def test_without_proofs_a_match_that_the_championship_does_not_name_is_found(export: AttackedExport) -> None:
    """The end of the championship's log was left out."""
    openings = [at for at, line in enumerate(export.lines) if msgspec.json.decode(line)["type"] == "match_opened"]
    flaw = export.without([at for at in export.of(export.streams[0]) if at >= openings[-1]], bare=True)
    assert flaw
    assert flaw.problem == "stray"


def test_every_event_that_names_a_match_is_looked_at() -> None:
    assert {tag(one) for one in DECISIONS if "match" in one.__struct_fields__} == set(NAMING)


def test_proofs_that_do_not_say_where_streams_end_serve_no_more(export: AttackedExport) -> None:
    head = msgspec.json.decode(export.head, type=ProofHead)
    bare = msgspec.json.encode({"proofs": 1, "checkpoint": head.checkpoint})
    with pytest.raises(BadProofFile, match="make the proof file again"):
        read_proofs(b"\n".join([bare, *export.proofs]), VERIFIERS)


def test_ends_are_those_of_the_checkpoint_beside_them(export: AttackedExport, matches_only: RecordFiles) -> None:
    head, other = (
        msgspec.json.decode(one, type=ProofHead) for one in (export.head, matches_only.proof_file.splitlines()[0])
    )
    for checkpoint, heads in ((head.checkpoint, other.heads), (other.checkpoint, head.heads), (head.heads, head.heads)):
        with pytest.raises(BadProofFile):
            read_proofs(msgspec.json.encode(ProofHead(2, checkpoint, heads)) + b"\n", VERIFIERS)


def test_the_ends_of_another_record_do_not_serve(export: AttackedExport, matches_only: RecordFiles) -> None:
    """The proofs in the file are those of the championship's matches only."""
    proofs = read_proofs(matches_only.proof_file, VERIFIERS)
    assert records.check(b"\n".join(export.lines) + b"\n", proofs).flaw


# RecordFiles files


def test_a_match_that_counts_no_more_is_exported_too(site: Site) -> None:
    fiestas = Fiestas(site)
    match = fiestas.begin()
    [contest] = fiestas.held.championship(fiestas.id).contests.values()
    [fixture] = contest.fixtures.values()
    fiestas.held.decide(
        fiestas.id,
        lambda _: [WalkoverGiven(contest.id, fixture.id, fixture.entrants[:1], "no vino", None)],
        "organizer",
    )
    assert match in {opened_by(msgspec.json.decode(line)) for line in fiestas.export().lines}


def test_proofs_are_of_what_there_was_at_the_checkpoint(site: Site) -> None:
    match = site.open()
    checkpoint = site.notary.checkpoint()
    site.say(match, {"type": "note", "text": "tarde"})
    later = site.open()
    proof_lines = prove(site.notary, checkpoint, [match, later])
    assert [(head.stream, head.version) for head in proof_lines.heads] == [(match, 1)]
    assert len(proof_lines.lines) == 2
