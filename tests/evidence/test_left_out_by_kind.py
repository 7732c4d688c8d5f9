"""Attacks on every kind of entry in an export, of matches, championships and administration, are found.

The attacker has the record and its proof file, and no key: lines may be taken out, moved, doubled and chained anew, with their
proofs or without. The messages fit: they name the missing lines and their places.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from referee.championship.events import DECISIONS
from referee.evidence import records
from referee.evidence.chains import opened_by
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier
from referee.evidence.notary import Notary
from referee.evidence.proof_files import BadProofFile, Proofs, prove, read_proofs
from referee.evidence.tree import Tree
from referee.match.entries import GENESIS, link, stored_line
from referee.match.registry import ruleset, rulesets, tag
from tests.evidence.conftest import AT, KEY
from tests.support import acts, stored, stored_championship
from tests.support.processes import processes
from tests.support.quiet import quiet
from tests.support.service import BEARER

MISSING = ("it is missing: in its place stands ", "records are missing at the end", "a chain begins with its opening")
"""Messages for an entry that was left out."""


class Export:
    """A record and its proofs, by lines; of each line its owner, its type, and True if it is the last of its chain."""

    def __init__(self, record: bytes, proof_file: bytes, verifier: Verifier) -> None:
        self.verifier = verifier
        self.lines = record.splitlines()
        self.head, *rest = proof_file.splitlines()
        self.proofs, self.names = rest[: len(self.lines)], rest[len(self.lines) :]
        self.at: list[tuple[str, int]] = []
        self.types: list[str] = []
        stream = ""
        for raw in self.lines:
            line = msgspec.json.decode(raw)
            stream = opened_by(line) or stream
            self.at.append((stream, line["version"]))
            self.types.append(line["type"])

    def kinds(self) -> list[int]:
        """The first and the last line of each type."""
        of = dict[str, list[int]]()
        for at, type_ in enumerate(self.types):
            of.setdefault(type_, []).append(at)
        return sorted({end for them in of.values() for end in (them[0], them[-1])})

    def ends(self) -> dict[str, list[int]]:
        """The lines of each chain."""
        of = dict[str, list[int]]()
        for at, (stream, _) in enumerate(self.at):
            of.setdefault(stream, []).append(at)
        return of

    def flaw(self, lines: Sequence[bytes], proofs: Sequence[bytes] | None = None) -> EvidenceFlaw | None:
        """The mistakes found in these lines and these proofs; the whole ones of lines unless given."""
        text = b"".join(one + b"\n" for one in [self.head, *(self.proofs if proofs is None else proofs), *self.names])
        return records.check(b"".join(line + b"\n" for line in lines), proofs_of(text, self.verifier)).flaw

    def bare(self, lines: Sequence[bytes]) -> EvidenceFlaw | None:
        """The mistakes found by a reader without proofs."""
        return records.check(b"".join(line + b"\n" for line in lines)).flaw


@lru_cache(maxsize=8)
def proofs_of(text: bytes, verifier: Verifier) -> Proofs:
    """The proofs of a file, which are read once though several records are compared with them."""
    return read_proofs(text, [verifier])


def chain_again(lines: Sequence[bytes]) -> list[bytes]:
    """The lines with versions and hashes that follow from one another again."""
    heads = dict[str, tuple[int, bytes]]()
    stream, lines_chained = "", []
    for raw in lines:
        line = msgspec.json.decode(raw)
        stream = opened_by(line) or stream
        version, head = heads.get(stream, (0, GENESIS))
        line |= {"version": version + 1}
        head = link(head, line)
        heads[stream] = version + 1, head
        lines_chained.append(msgspec.json.encode(line | {"hash": head.hex()}))
    return lines_chained


def without(these: Sequence[bytes], indexes: Sequence[int]) -> list[bytes]:
    return [one for at, one in enumerate(these) if at not in set(indexes)]


def samples() -> list[list[bytes]]:
    """Stored logs of matches and of administration, as few as contain every type of them."""
    choice, pairs = list[list[bytes]](), set[tuple[str, str]]()
    for kind in (*sorted(rulesets()), acts.FOLDER):
        logs = [stored.read(file)[1] for file in stored.files(kind)]
        for states in sorted(logs, key=len):
            types = {(kind, msgspec.json.decode(state)["event"]["type"]) for state in states}
            if types - pairs and len(states) < 100:
                pairs |= types
                choice.append(states)
    return choice


@pytest.fixture(scope="module")
def all_exports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Export]]:
    """An export of each of them, of a log with all of them."""
    with processes(str(tmp_path_factory.mktemp("samples") / "log.sqlite"), lambda: lambda: AT) as another:
        service = another()
        logs = {stream: states for states in samples() if (stream := opened_by(stored_line(states[0])))}
        for stream, states in logs.items():
            lines = map(stored_line, states)
            events = [StoredEvent(stream, n, line["type"], states[n - 1]) for n, line in enumerate(lines, 1)]
            service.log.append(events)
        notary = Notary(Tree(service.log, service.people.store, "example.org/log"), lambda: KEY, lambda: AT)
        checkpoint = notary.checkpoint()
        yield [
            Export(
                b"".join(msgspec.json.encode(stored_line(state)) + b"\n" for state in states),
                prove(notary, checkpoint, [stream]).file,
                notary.verifier(),
            )
            for stream, states in logs.items()
        ]


@pytest.fixture(scope="module")
def championships(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Export]]:
    """Championships in which everything happens, with their matches and names, in the served form."""
    folder = tmp_path_factory.mktemp("championships")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        with quiet(str(folder / "log.sqlite")) as (client, services):
            client.headers.update(BEARER)
            ids = stored_championship.play_all(client)
            yield [
                Export(
                    client.get(f"/v1/championships/{id_}/export").content,
                    client.get("/v1/log/proofs/record", params={"of": id_}).content,
                    services.notary.verifier(),
                )
                for id_ in ids
            ]


@pytest.fixture(scope="module")
def exports(all_exports: list[Export], championships: list[Export]) -> list[Export]:
    return [*all_exports, *championships]


def test_every_kind_of_entry_is_there_and_nothing_is_wrong(
    exports: list[Export], all_exports: list[Export], championships: list[Export]
) -> None:
    assert {type_ for one in championships for type_ in one.types} >= {tag(type_) for type_ in DECISIONS}
    assert {type_ for one in all_exports for type_ in one.types} >= {
        *(tag(type_) for type_ in acts.types()),
        *(tag(type_) for name in rulesets() for type_ in ruleset(name).events),
    }
    assert any(one.names for one in championships)
    for one in exports:
        assert one.flaw(one.lines) is None
        assert one.bare(one.lines) is None


def test_an_entry_of_any_kind_that_is_left_out_is_missing(exports: list[Export]) -> None:
    for one in exports:
        for at in one.kinds():
            stream, version = one.at[at]
            left, place = without(one.lines, [at]), f"{stream} version {version}: "
            flaw = one.flaw(left)
            assert flaw and flaw.line == at + 1, one.types[at]
            opening = "a chain begins with its opening: " if at == 0 else "it is missing: "
            text = "records are missing at the end: " if 0 < at == len(left) else opening
            assert (place if at else "") + text in flaw.words, (one.types[at], flaw.words)


def test_so_it_is_with_its_proof(exports: list[Export]) -> None:
    for one in exports:
        for at in one.kinds():
            flaw = one.flaw(without(one.lines, [at]), without(one.proofs, [at]))
            assert flaw and any(words in flaw.words for words in MISSING), (one.types[at], flaw and flaw.words)


def test_and_so_it_is_where_the_chain_is_made_whole_again(exports: list[Export]) -> None:
    for one in exports:
        for at in one.kinds():
            left = chain_again(without(one.lines, [at]))
            assert one.flaw(left), one.types[at]
            assert one.flaw(left, without(one.proofs, [at])), one.types[at]
            assert one.flaw(left, one.proofs[: len(left)]), one.types[at]


def test_the_last_entries_of_any_chain_are_missing(exports: list[Export]) -> None:
    for one in exports:
        for stream, mine in one.ends().items():
            indexes = mine[1:][-10:] or mine
            left, proofs = without(one.lines, indexes), without(one.proofs, indexes)
            if not left:
                continue
            flaw = one.flaw(left, proofs)
            assert flaw and stream in {flaw.stream, flaw.expected}, (stream, flaw and flaw.words)
            assert one.flaw(left), stream
            assert one.flaw(chain_again(left), proofs), stream


def test_a_whole_chain_is_missing(exports: list[Export]) -> None:
    for one in exports:
        for stream, mine in one.ends().items():
            flaw = one.flaw(without(one.lines, mine), without(one.proofs, mine))
            assert flaw and flaw.words, stream
            if one.names and mine[0]:
                assert f"it names match {stream}, which is not in the file" in flaw.words


def test_what_is_moved_or_doubled_is_found(exports: list[Export]) -> None:
    def swap_two(these: list[bytes], at: int) -> list[bytes]:
        return [*these[:at], these[at + 1], these[at], *these[at + 2 :]]

    def double_one(these: list[bytes], at: int) -> list[bytes]:
        return [*these[: at + 1], *these[at:]]

    for one in exports:
        for at in one.kinds():
            here, after = one.at[at], next(iter(one.at[at + 1 :]), one.at[at])
            # An opening that is moved takes its chain from the lines that it no longer stands before.
            within = here[1] > 1 and here[0] == after[0]
            for change in (swap_two, double_one) if at + 1 < len(one.lines) else (double_one,):
                lines, proofs = change(one.lines, at), change(one.proofs, at)
                for flaw in (one.flaw(lines), one.flaw(lines, proofs), one.flaw(one.lines, proofs), one.bare(lines)):
                    assert flaw, (one.types[at], change.__name__)
                    assert not within or "missing" not in flaw.words or flaw.problem == "headless", flaw.words
                if lines != chain_again(lines):
                    assert one.flaw(chain_again(lines)) and one.flaw(chain_again(lines), proofs), one.types[at]


def test_a_proof_that_is_left_out_is_missing(exports: list[Export]) -> None:
    for one in exports:
        for at in one.kinds():
            flaw = one.flaw(one.lines, without(one.proofs, [at]))
            assert flaw and flaw.line == at + 1
            assert "the proof file " in flaw.words, flaw.words
        for at, _ in enumerate(one.names):
            whole = one.names
            for names in (without(whole, [at]), [*whole, whole[at]]):
                one.names = names
                flaw = one.flaw(one.lines)
                one.names = whole
                assert flaw
        with pytest.raises(BadProofFile):
            read_proofs(b"\n".join(one.proofs), [one.verifier])


def test_without_proofs_whatever_is_left_out_before_the_end_of_a_chain_is_missing(exports: list[Export]) -> None:
    for one in exports:
        last = {mine[-1] for mine in one.ends().values()}
        for at in one.kinds():
            flaw = one.bare(without(one.lines, [at]))
            if at in last:
                continue
            assert flaw and any(words in flaw.words for words in (*MISSING, "whose opening is missing")), one.types[at]
