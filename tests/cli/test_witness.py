"""Command `referee witness`, asked by a service over HTTP; a log that forks between two witnesses; `referee verify --witness`."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from litestar.testing import TestClient

from api import opening
from api.cli.witness_app import create_witness_app, open_witness
from referee.errors import Inconsistent
from referee.evidence.keys import read_verifier
from referee.evidence.notary import Notary
from referee.evidence.witnesses.asking import AskedWitness, WitnessAddress, WitnessAnswer
from referee.evidence.witnesses.cosignatures import cosignatures, read_witness, witness_key
from referee.evidence.witnesses.requests import SIZE_TYPE
from referee.evidence.witnesses.witness import Witness, WitnessRefusal
from tests.evidence.test_witnesses import NAME, OWN, REAL_LOG
from tests.support.commands import RECORD, invoke
from tests.support.service import BEARER, Running, free_port, start, start_witness
from tests.support.waiting import eventually

NOWHERE = "http://nobody.example"
SOON = "0.2"
"""Seconds between two checkpoints."""
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command; `status` is the exit status expected of it."""
    monkeypatch.setenv("LANG", "en")
    monkeypatch.delenv("REFEREE_SIGNING_KEY", raising=False)
    return invoke


class Club:
    """The database of a log, with a match, and its key."""

    def __init__(self, run: Run, folder: Path) -> None:
        self.run = run
        self.folder = folder
        self.database = folder / "referee.sqlite"
        self.key = run("key", "--database", self.database).stdout.strip()

    def fork(self, folder: Path) -> "Club":
        """The same log and its key in another folder, where it will go on by itself."""
        folder.mkdir()
        for one in (self.database, self.database.with_name(f"{self.database.name}.signing-key.pem")):
            shutil.copy(one, folder / one.name)
        return Club(self.run, folder)

    def serve(self, *witnesses: tuple[str, str]) -> AbstractContextManager[Running]:
        """A service with these witnesses, by their address and key."""
        witness_list = " ".join(f"{url} {key}" for url, key in witnesses)
        settings = {"REFEREE_CHECKPOINT_SECONDS": SOON, "REFEREE_WITNESSES": witness_list}
        return start(self.folder, "--log-level", "info", **settings)

    def export(self, match: str, monkeypatch: pytest.MonkeyPatch, *keys: str) -> tuple[Path, ...]:
        """The record of a match and its proofs, as its operator with these witnesses exports them."""
        record, proofs = self.folder / "out.match.jsonl", self.folder / "out.proofs.jsonl"
        monkeypatch.setenv("REFEREE_WITNESSES", " ".join(f"{NOWHERE} {key}" for key in keys))
        result = self.run("export", match, "--proofs", proofs, "--database", self.database)
        record.write_text(result.stdout, encoding="utf-8")
        return record, proofs

    def signed_by(self, *witnesses: Witness) -> str:
        """Makes these witnesses sign the log as it is now, without a network. Returns the checkpoint."""
        with opening.closing(opening.open_service(str(self.database))) as service:
            notary = opening.notary_of(service, str(self.database))
            notary.checkpoint()
            for witness in witnesses:
                sign_by(notary, witness)
            return notary.last_note() or ""


def sign_by(notary: Notary, witness: Witness) -> None:
    asking = AskedWitness(notary, WitnessAddress(NOWHERE, witness.key))
    checkpoint = asking.due()
    assert checkpoint
    answer = WitnessAnswer(0, "", "")
    while answer.status != 200:
        try:
            answer = WitnessAnswer(200, "text/plain", witness.add(asking.request(checkpoint)))
        except WitnessRefusal as refused:
            answer = WitnessAnswer(refused.status, SIZE_TYPE, f"{refused.size}\n")
        asking.take_response(checkpoint, answer)


def opened_match(running: Running) -> str:
    with running.client() as client:
        return client.open()


def wait_for_witnesses(running: Running, least: int) -> str:
    """The checkpoint of the log as it is now, once so many witnesses signed it."""
    now = running.get("/v1/log/checkpoint").json()["size"]

    def newest() -> dict[str, Any]:
        answer = running.get("/v1/log/checkpoint", params={"witnesses": least})
        return dict(answer.json()) if answer.status_code == 200 else {"size": 0}

    eventually(lambda: newest()["size"] == now)
    return str(newest()["note"])


@pytest.fixture
def club(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setenv("REFEREE_ORIGIN", "club.example/log")
    folder = tmp_path / "club"
    run("import", RECORD, "--database", folder / "referee.sqlite")
    return Club(run, folder)


@pytest.fixture
def pair(club: Club, tmp_path: Path) -> Iterator[list[Witness]]:
    """Two witnesses of the club's log."""
    both = [opened_witness(tmp_path, name, club) for name in ("w1.example", "w2.example")]
    yield both
    for one in both:
        one.memory.close()


def opened_witness(folder: Path, name: str, club: Club) -> Witness:
    return open_witness(folder / f"{name}.sqlite", name, (read_verifier(club.key),))


def failing(running: Running) -> dict[str, str]:
    """The failures of its own work."""
    return dict(running.get("/v1/health/ready", headers=BEARER).json()["failing"])


def last_size_of(witness: Running) -> int:
    """The size of the log that it signed last."""
    return int(witness.get("/").text.splitlines()[1].removeprefix("club.example/log "))


def key_of(witness: Running) -> str:
    """The key that it printed."""
    match = re.search(r"\S+\+[0-9a-f]{8}\+\S+", witness.output_text())
    assert match
    assert witness.get("/").text.splitlines()[0] == match[0]
    return match[0]


def test_a_log_that_forks_is_signed_by_each_witness_on_one_side_only(
    club: Club, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = club.fork(tmp_path / "fork")
    with ExitStack() as running:
        witnesses = [running.enter_context(start_witness(tmp_path, f"w{n}.example", club.key)) for n in (1, 2)]
        one, two = ((witness.url, key_of(witness)) for witness in witnesses)
        keys = [read_witness(one[1]), read_witness(two[1])]
        first = running.enter_context(club.serve(one))
        opened_match(first)
        note = wait_for_witnesses(first, 1)
        assert first.get("/v1/log/checkpoint").json()["note"] == note
        assert [signature.witness for signature in cosignatures(note, keys)] == ["w1.example"]
        assert 'referee_witness_behind_seconds{witness="w1.example"} 0.0' in first.get("/metrics", headers=BEARER).text

        second = running.enter_context(other.serve(two, one))
        opened_match(second)
        match = opened_match(second)
        note = wait_for_witnesses(second, 1)
        # The first witness has signed the other side, which is shorter by a match.
        eventually(lambda: "not signed: club.example/log" in witnesses[0].output_text())
        eventually(lambda: failing(second) == {"witnesses": "NoCosignature"})
        assert second.get("/v1/log/checkpoint", params={"witnesses": 2}).status_code == 404
        assert [signature.witness for signature in cosignatures(note, keys)] == ["w2.example"]
        sizes = [one.get("/v1/log/checkpoint").json()["size"] for one in (first, second)]
        assert [last_size_of(witness) for witness in witnesses] == sizes

    record, proofs_file = other.export(match, monkeypatch, two[1])
    command = ("verify", record, "--proofs", proofs_file, "--key", other.key)
    both = ("--witness", one[1], "--witness", two[1])
    assert "1 of the 2 witnesses that are needed signed it (w2.example)" in run(*command, *both, status=1).output
    assert "witnesses: w2.example" in run(*command, *both, "--witnesses", 1).output
    assert "0 of the 1 witnesses" in run(*command, "--witness", one[1], status=1).output


def test_a_witness_follows_a_key_that_is_changed_twice(club: Club, run: Run, tmp_path: Path) -> None:
    """The witness was given the first key only, and each one signs the next."""
    with ExitStack() as running:
        witness = running.enter_context(start_witness(tmp_path, "w1.example", club.key))
        first = running.enter_context(club.serve((witness.url, key_of(witness))))
        before = wait_for_witnesses(first, 1)
        for _ in "ab":
            run("key", "rotate", "--database", club.database)
            opened_match(first)
            after = wait_for_witnesses(first, 1)
        assert last_size_of(witness) == first.get("/v1/log/checkpoint").json()["size"]
        assert "not signed" not in witness.output_text()
        keys = [read_witness(key_of(witness))]
        assert [len(cosignatures(note, keys)) for note in (before, after)] == [1, 1]


def test_a_record_is_proven_by_the_newest_checkpoint_that_all_witnesses_signed(
    club: Club, pair: list[Witness], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [one.key.text for one in pair]
    both = ("--witness", keys[0], "--witness", keys[1])
    match = json.loads(run("import", "--json", RECORD, "--database", club.database).output)["match"]
    note = club.signed_by(*pair)
    run("import", RECORD, "--database", club.database)
    record, proofs = club.export(match, monkeypatch, *keys)
    assert json.loads(proofs.read_text(encoding="utf-8").splitlines()[0])["checkpoint"] == note
    command = ("verify", record, "--proofs", proofs, "--key", club.key)
    assert "; witnesses: w1.example (" in run(*command, *both).output
    assert "--witness needs --proofs" in run("verify", record, *both, status=2).output
    assert "3 witnesses are asked for" in run(*command, *both, "--witnesses", 3, status=2).output


def test_the_whole_database_is_verified_with_its_witnesses(
    club: Club, pair: list[Witness], run: Run, tmp_path: Path
) -> None:
    one, two = (("--witness", witness.key.text) for witness in pair)
    database = ("--database", club.database)
    checkpoint_file = tmp_path / "kept.checkpoint"
    checkpoint_file.write_text(club.signed_by(pair[0]), encoding="utf-8")
    checkpoints = json.loads(run("verify", "--json", *one, *database).output)
    assert [one["witness"] for one in checkpoints["witnesses"]] == ["w1.example"]
    run("verify", *one, "--checkpoint", checkpoint_file, *database)
    assert "the witnesses that are asked for signed none" in run("verify", *two, *database, status=1).output
    few = run("verify", *one, *two, "--checkpoint", checkpoint_file, *database, status=1).output
    assert "1 of the 2 witnesses" in few
    run("import", RECORD, *database)
    later = json.loads(run("verify", "--json", *one, *database).output)["not_checked"]
    assert "the 229 records after the last checkpoint that the witnesses signed" in later


def test_no_write_waits_for_a_witness_that_does_not_answer(club: Club, tmp_path: Path) -> None:
    witness = opened_witness(tmp_path, "w3.example", club)
    witness.memory.close()
    port = str(free_port())
    with club.serve((f"http://127.0.0.1:{port}", witness.key.text)) as running:
        opened_match(running)
        eventually(lambda: "the witness w3.example did not sign" in running.output_text())
        opened_match(running)
        assert running.get("/v1/log/checkpoint", params={"witnesses": 1}).status_code == 404
        # It comes back, and signs the log of that time.
        with start_witness(tmp_path, "w3.example", club.key, port=port) as back:
            assert key_of(back) == witness.key.text
            opened_match(running)
            wait_for_witnesses(running, 1)


def test_doctor_says_who_is_behind(club: Club, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    look = ("doctor", "--json", "--database", club.database)
    run("checkpoint", "--database", club.database)
    monkeypatch.setenv("REFEREE_WITNESSES", f"{NOWHERE} {witness_key(NAME, OWN).text}")
    by_check = {one["check"]: one for one in json.loads(run(*look).output)}
    assert (by_check["witness"]["level"], NAME in by_check["witness"]["what"]) == ("ok", True)
    monkeypatch.setattr("api.cli.doctor.witnesses.LATE", timedelta(days=-1))
    by_check = {one["check"]: one for one in json.loads(run(*look).output)}
    assert (by_check["witness"]["level"], "has not signed since" in by_check["witness"]["what"]) == ("warning", True)


def test_the_protocol_over_http(club: Club, pair: list[Witness]) -> None:
    note = club.run("checkpoint", "--database", club.database).stdout
    with TestClient(create_witness_app(pair[0])) as client:

        def add(body: str, **more: Any) -> tuple[int, str, str]:
            answer = client.post("/add-checkpoint", content=body.encode(), **more)
            return answer.status_code, answer.headers["content-type"], answer.text

        assert add("old 700\n\n" + note)[0] == 400
        assert add("old 0\n\n" + note.replace("club.example", "other.example"))[0] == 404
        assert add("old 0\n\n" + note.replace("\n229\n", "\n230\n"))[0] == 403
        status, media, line = add("old 0\n\n" + note)
        assert (status, media) == (200, "text/plain; charset=utf-8")
        assert cosignatures(note + line, [pair[0].key])
        assert add("old 0\n\n" + note) == (409, "text/x.tlog.size", "229\n")
        status, _, text = add("old 229\n" + "A" * 43 + "=\n\n" + note, headers={"Accept-Language": "es"})
        assert (status, "raíces" in text) == (422, True)
        assert add("x" * 500_000)[0] == 413
        assert client.get("/add-checkpoint").status_code == 405
        assert client.get("/").text.splitlines() == [pair[0].key.text, "club.example/log 229"]


def test_a_witness_keeps_its_name_and_key(club: Club, tmp_path: Path, pair: list[Witness]) -> None:
    again = opened_witness(tmp_path, "w1.example", club)
    assert again.key == pair[0].key
    again.memory.close()
    with pytest.raises(Inconsistent, match=r"has been called w1\.example"):
        open_witness(tmp_path / "w1.example.sqlite", "w9.example", (read_verifier(club.key),))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "the key of at least one log is needed"),
        (("--log", "nonsense"), "not an Ed25519 public key"),
        (("--name", "two words"), "no spaces"),
    ],
)
def test_a_witness_that_cannot_be_is_bad_use(
    arguments: tuple[str, ...], words: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    options = ("--log", REAL_LOG) if "--name" in arguments else ()
    assert words in run("witness", *arguments, *options, status=2).output
    assert list(tmp_path.rglob("*.sqlite")) == []
