"""An auditor without trust in others, in an empty folder: `referee verify` on the given files, and its output."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from projections.rows import META
from referee.championship.chance_in_logs import chance_of
from referee.commitments.committed_rows import KEYS
from referee.evidence.chains import opened_by
from referee.match.entries import GENESIS, link
from tests.log.test_every_row import EVIDENCE, FREE, FREE_TABLES, HOOK
from tests.support.commands import invoke
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER

LOOKED_AT = {"stored_events", *META.tables, *EVIDENCE, *KEYS}
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")
Lines = list[dict[str, Any]]


class ClubFiles:
    """The club's files for the auditor: the record of a championship with two matches, its proofs, the key; and its database."""

    def __init__(self, club: Path, championship: str) -> None:
        self.database = club / "club.sqlite"
        self.record, self.proofs, self.key = (club / name for name in ("all.jsonl", "all.proofs.jsonl", "club.key"))
        export = self.run("export", championship, "--proofs", self.proofs, "--database", self.database)
        self.record.write_text(export.stdout, encoding="utf-8")
        self.key.write_text(self.run("key", "--database", self.database).stdout, encoding="utf-8")

    @staticmethod
    def run(*arguments: object, status: int = 0) -> Result:
        return invoke(*arguments, status=status)

    def lines(self) -> Lines:
        return [json.loads(line) for line in self.record.read_text(encoding="utf-8").splitlines()]

    def proof_lines(self) -> Lines:
        return [json.loads(line) for line in self.proofs.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubFiles]:
    club = tmp_path_factory.mktemp("club")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"LANG": "en", "XDG_DATA_HOME": str(club), "REFEREE_ORIGIN": "club.example/log"}.items():
            patch.setenv(name, value)
        with quiet(str(club / "club.sqlite")) as (client, services):
            client.headers.update(BEARER)
            assert client.post("/v1/webhooks", json=HOOK).status_code == 201
            assert client.post("/v1/tokens", json={"role": "referee"}).status_code == 201
            contest = Contest(client, "Ana", "Beto", "Carla", format="league", order=None, seed="verbena")
            for fixture in contest.fixtures()[:2]:
                match = client.post("/v1/matches", json={"fixture": fixture["id"], "confirm": "sides"}).json()["id"]
                assert client.put(f"/v1/matches/{match}/pins/0", json={"pin": "2718"}).is_success
                for event in ({"type": "shuffle_commitment"}, {"type": "deal", "shuffle": True}):
                    client.tell(match, event)
            services.notary.checkpoint()
            services.follower.catch_up()
        yield ClubFiles(club, contest.championship)


class Auditor:
    """An auditor in an empty folder, with the given files."""

    def __init__(self, folder: Path, files: ClubFiles) -> None:
        self.folder, self.files = folder, files

    def says(self, lines: Lines, proofs: Lines | None = None, *, status: int = 1, bare: bool = False) -> str:
        """The words of `verify` about these lines and these proofs, in one line for each thing, with `ID` for each id."""
        record, file = self.folder / "record.jsonl", self.folder / "record.proofs.jsonl"
        record.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        proof_lines = self.files.proof_lines() if proofs is None else proofs
        file.write_text("".join(json.dumps(line) + "\n" for line in proof_lines), encoding="utf-8")
        options = () if bare else ("--proofs", file, "--key", self.files.key)
        output = invoke("verify", record, *options, status=status).output
        assert not re.search("Traceback|None|Text\\(", output)
        return ID.sub("ID", output)


@pytest.fixture
def auditor(tmp_path: Path, files: ClubFiles, monkeypatch: pytest.MonkeyPatch) -> Auditor:
    monkeypatch.chdir(tmp_path)
    return Auditor(tmp_path, files)


def chain_again(lines: Lines) -> Lines:
    """The lines with versions and hashes that follow from one another again."""
    heads = dict[str, tuple[int, bytes]]()
    stream, lines_made = "", []
    for line in lines:
        stream = opened_by(line) or stream
        version, head = heads.get(stream, (0, GENESIS))
        whole = line | {"version": version + 1}
        head = link(head, whole)
        heads[stream] = version + 1, head
        lines_made.append(whole | {"hash": head.hex()})
    return lines_made


def streams(lines: Lines) -> list[list[int]]:
    """The lines of each log, by their index."""
    indexes: list[list[int]] = []
    for at, line in enumerate(lines):
        if line["version"] == 1:
            indexes.append([])
        indexes[-1].append(at)
    return indexes


def but(these: Lines, *indices: int) -> Lines:
    return [one for at, one in enumerate(these) if at not in indices]


def test_what_was_given_is_whole(auditor: Auditor) -> None:
    lines = auditor.files.lines()
    assert auditor.says(lines, status=0).startswith("record.jsonl: ")
    output = auditor.says(lines, status=0)
    assert (
        f"{len(lines)} entries in 3 chains, every chain whole; all in the log club.example/log as signed at " in output
    )
    assert "; 3 names are what it committed to; 5 seeds give what came, 2 with a commitment before" in output
    assert "Not checked: what was recorded after " in output


def test_each_way_of_leaving_something_out_is_said_as_such(auditor: Auditor) -> None:
    lines, (head, *proofs) = auditor.files.lines(), auditor.files.proof_lines()
    championship, match, last = streams(lines)
    for at in range(len(lines)):
        output = auditor.says(but(lines, at))
        assert ("begins with its opening" if at == 0 else "missing") in output, output
        assert auditor.says(but(lines, at), [head, *but(proofs, at)])
        assert auditor.says(chain_again(but(lines, at)), [head, *but(proofs, at)])
    for missing_lines in (match, last, [*match, *last]):
        output = auditor.says(but(lines, *missing_lines), [head, *but(proofs, *missing_lines)])
        assert "it names match ID, which is not in the file" in output
        assert "it names match ID, which is not in the file" in auditor.says(but(lines, *missing_lines), bare=True)
    for cut in (championship[1:], match[1:], last[1:], last[-1:]):
        output = auditor.says(but(lines, *cut), [head, *but(proofs, *cut)])
        assert "records are missing at the end" in output or "it is missing: in its place stands" in output
    output = auditor.says(but(lines, *championship), [head, *but(proofs, *championship)])
    assert f"ID version 1: it is missing altogether, with its {len(championship)} entries" in output
    assert "the proof file ends before it" in auditor.says(lines, [head, *but(proofs, *range(2, len(proofs)))])
    assert "line 1" in auditor.says(lines, proofs)


def test_without_proofs_it_says_what_it_cannot_know(auditor: Auditor) -> None:
    lines = auditor.files.lines()
    output = auditor.says(lines[:-1], bare=True, status=0)
    assert "Not checked: whether this is what was signed, and whether the last entries are missing" in output


def test_a_seed_that_was_changed_is_found_without_proofs_or_a_key(auditor: Auditor) -> None:
    whole = auditor.files.lines()
    for at, line in enumerate(whole):
        event = json.loads(json.dumps(line))
        draw = event.get("draw", event)
        if not draw.get("seed"):
            continue
        # A seed that gives another result, for any ids.
        for seed in map(str, range(100)):
            draw["seed"] = seed
            lines = chain_again([*whole[:at], event, *whole[at + 1 :]])
            if chance_of("".join(json.dumps(one) + "\n" for one in lines).encode()).flaw:
                break
        output = auditor.says(lines, bare=True)
        assert f"line {at + 1}, ID version {line['version']}: " in output
        assert f"the seed “{seed}”" in output
        assert "Not checked" not in output


def test_a_row_of_every_table_that_is_changed_is_found_in_words(auditor: Auditor, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(auditor.files.database)) as club:
        club.execute("VACUUM INTO ?", (str(copy),))
    command = ("verify", "--database", copy, "--key", auditor.files.key)
    whole = invoke(*command).output
    assert "; 5 seeds give what came, 2 with a commitment before" in whole
    assert re.search(r"; \d+ people, 1 token, 2 PINs and 1 webhook are what it committed to", whole), whole
    with closing(sqlite3.connect(copy, isolation_level=None)) as intruder:
        tables = {name for (name,) in intruder.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables - LOOKED_AT - set(FREE_TABLES) == {"merged_people"}
        for table in sorted(tables & LOOKED_AT):
            column, verdict_after = changed_unseen(intruder, table, lambda: invoke(*command, status=1).output)
            assert verdict_after.count("\n") <= 1, verdict_after
            if column and table in {*META.tables, *KEYS}:
                assert f"table {table}, row " in verdict_after
                assert column in verdict_after or "this person" in verdict_after
    assert invoke(*command).output == whole


def changed_unseen(intruder: sqlite3.Connection, table: str, verdict: Callable[[], str]) -> tuple[str, str]:
    """Changes the last value of the newest row of a table, and back: the column, and the verdict meanwhile."""
    columns = [row[1] for row in intruder.execute(f"PRAGMA table_info({table})") if not row[5]]
    column = next((one for one in reversed(columns) if one not in FREE.get(table, ())), None)
    row = column and intruder.execute(f'SELECT rowid, "{column}" FROM {table} ORDER BY rowid DESC LIMIT 1').fetchone()
    if not column or not row:
        return "", ""
    rowid, was = row
    if isinstance(was, int | float):
        now: object = 0 if was == 1 else was + 1
    else:
        now = was[:-1] + b"~" if isinstance(was, bytes) else f"~{was or ''}"
    intruder.execute(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', (now, rowid))
    text = verdict()
    intruder.execute(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', (was, rowid))
    return column, text
