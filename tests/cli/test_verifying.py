"""Commands of evidence: export with proofs, verify a file and a database, the key, the checkpoint."""

import json
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from referee.evidence.keys import format_key, public_bytes
from referee.log.opening.engine import engine
from referee.match.entries import GENESIS, link
from tests.support.commands import invoke
from tests.support.service import start
from tests.support.waiting import eventually

RECORDS = Path(__file__).parents[1] / "data" / "records"
RECORD = RECORDS / "hearts-openspiel-05.match.jsonl"

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on a database of this test's own; `status` is the exit status expected of it."""
    monkeypatch.setenv("REFEREE_DATABASE", str(tmp_path / "cli.sqlite"))
    monkeypatch.setenv("REFEREE_ORIGIN", "example.org/club")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return invoke


def json_of(result: Result) -> dict[str, Any]:
    return dict(json.loads(result.output))


@pytest.fixture
def record_files(run: Run, tmp_path: Path) -> tuple[Path, Path, str]:
    """A record, its proofs, and the public key."""
    match = json_of(run("import", "--json", RECORD))["match"]
    record, proofs = tmp_path / "out.match.jsonl", tmp_path / "out.proofs.jsonl"
    record.write_text(run("export", match, "--proofs", proofs).stdout, encoding="utf-8")
    return record, proofs, run("key").stdout.strip()


def tamper(database: Path, text: str) -> None:
    store = engine(str(database))
    with store.begin() as connection:
        connection.execute(sa.text(text))
    store.dispose()


def test_a_record_is_verified_against_what_was_signed(run: Run, record_files: tuple[Path, Path, str]) -> None:
    record, proofs, key = record_files
    assert key.startswith("example.org/club+")
    words = run("verify", record, "--proofs", proofs, "--key", key).output
    assert "225 entries, chain whole, head " in words
    assert "; all in the log example.org/club as signed at " in words
    answer = json_of(run("verify", record, "--proofs", proofs, "--key", key, "--json"))
    assert (answer["flaw"], answer["checkpoint"]["size"], answer["entries"]) == (None, 229, 225)


def test_the_shuffles_of_a_record_are_checked(run: Run, tmp_path: Path) -> None:
    secret = "0123456789abcdef"
    deal = {"type": "deal", "shuffle": True, "seed": f"{secret} 0:lluvia", "seed_source": "committed"}
    bare: list[dict[str, Any]] = [
        {
            "record": 1,
            "type": "open",
            "ruleset": "guinote",
            "seats": [{"name": "Ana"}, {"name": "Beto"}],
            "first_dealer": 0,
        },
        {"type": "shuffle_commitment", "sha256": sha256(secret.encode()).hexdigest()},
        {"type": "shuffle_text", "seat": 0, "text": "lluvia"},
        deal,
    ]
    file = tmp_path / "made.match.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in bare), encoding="utf-8")
    whole = run("export", json_of(run("import", "--json", file))["match"]).stdout
    record = tmp_path / "out.match.jsonl"
    record.write_text(whole, encoding="utf-8")
    assert "; 1 seed gives what came, 1 with a commitment before" in run("verify", record).output
    assert json_of(run("verify", record, "--json"))["chance"]["committed"] == 1
    lines, head = [json.loads(line) for line in whole.splitlines()], GENESIS
    lines[2]["text"] = "sol"
    for line in lines:
        head = link(head, line)
        line["hash"] = head.hex()
    record.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    words = run("verify", record, status=1).output
    assert "line 4" in words and "it is not what the seed" in words
    assert json_of(run("verify", record, "--json", status=1))["flaw"]["problem"] == "seed"


def test_a_championship_is_exported_and_verified_with_its_matches(run: Run, tmp_path: Path) -> None:
    with start(tmp_path, database=str(tmp_path / "cli.sqlite")) as running, running.client() as client:
        id_ = client.post("/v1/championships", json={"name": "Fiestas", "players": ["Eva", "Fito"]}).json()["id"]
        body = {"ruleset": "hearts.castillar", "format": "single"}
        contest = client.post(f"/v1/championships/{id_}/contests", json=body).json()
        client.post("/v1/matches", json={"fixture": contest["fixtures"][0]["id"]})
        text = client.get(f"/v1/championships/{id_}/export").text
    record, proofs = tmp_path / "all.championship.jsonl", tmp_path / "all.proofs.jsonl"
    record.write_text(run("export", id_, "--proofs", proofs).stdout, encoding="utf-8")
    assert record.read_text(encoding="utf-8") == text
    words = run("verify", record, "--proofs", proofs, "--key", run("key").stdout.strip()).output
    assert "5 entries in 2 chains, every chain whole; all in the log " in words
    record.write_text(
        text.replace('"reason"', '"razón"').replace('"version":1,"recorded_at"', '"version":1,"recorded_by"', 1)
    )
    assert json.loads(run("verify", record, "--json", status=1).output)["flaw"]["line"] == 1


def test_a_row_that_is_served_and_not_what_the_log_gives_is_named(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path
) -> None:
    run("rebuild")
    assert "rows of the tables are what the log gives" in run("verify").output
    tamper(tmp_path / "cli.sqlite", "UPDATE projection_match SET status = 'lost'")
    flaw = json_of(run("verify", "--json", status=1))["flaw"]
    assert (flaw["problem"], flaw["difference"]) == ("row", "changed")
    assert (flaw["table"], flaw["columns"]) == ("projection_match", ["status"])
    assert flaw["message"] in run("verify", status=1).output
    assert f"row {flaw['key'][0]}: status: not what the log gives" in flaw["message"]
    run("rebuild")
    assert json_of(run("verify", "--json"))["tables"]["position"] == 229


def test_it_says_what_it_did_not_look_at(run: Run, record_files: tuple[Path, Path, str]) -> None:
    record, proofs, key = record_files
    bare = run("verify", record).output.splitlines()
    assert bare[1].startswith("Not checked: whether this is what was signed, and whether the last entries are missing")
    answer = json_of(run("verify", record, "--proofs", proofs, "--key", key, "--json"))
    later, rules = answer["not_checked"]
    assert later == f"what was recorded after {answer['checkpoint']['time']}"
    assert bare[2].startswith("Not checked: people's names")
    assert answer["names"] == {"proven": 4, "unnamed": []}
    assert "`referee audit`" in rules


def test_a_match_left_out_of_a_championship_is_named(run: Run, tmp_path: Path) -> None:
    with start(tmp_path, database=str(tmp_path / "cli.sqlite")) as running, running.client() as client:
        id_ = client.post("/v1/championships", json={"name": "Fiestas", "players": ["Eva", "Fito"]}).json()["id"]
        body = {"ruleset": "hearts.castillar", "format": "single"}
        contest = client.post(f"/v1/championships/{id_}/contests", json=body).json()
        match = client.post("/v1/matches", json={"fixture": contest["fixtures"][0]["id"]}).json()["id"]
        lines = client.get(f"/v1/championships/{id_}/export").text.splitlines()
    record = tmp_path / "all.championship.jsonl"
    record.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert f"it names match {match}, which is not in the file" in run("verify", record, status=1).output


def test_a_key_may_come_as_a_file_or_as_pem(run: Run, record_files: tuple[Path, Path, str], tmp_path: Path) -> None:
    record, proofs, key = record_files
    for name, text in (("vkey", key), ("pem", run("key", "--pem").stdout)):
        file = tmp_path / name
        file.write_text(text, encoding="ascii")
        run("verify", record, "--proofs", proofs, "--key", file)
    assert json_of(run("key", "--json"))["key"] == key


def test_the_first_bad_event_is_named_with_status_1(run: Run, record_files: tuple[Path, Path, str]) -> None:
    record, proofs, key = record_files
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    run("verify", record)
    answer = json_of(run("verify", record, "--proofs", proofs, "--key", key, "--json", status=1))
    assert (answer["flaw"]["problem"], answer["flaw"]["line"], answer["flaw"]["version"]) == ("missing", 225, 225)
    lines[4] = lines[4].replace('"recorded_by":"import"', '"recorded_by":"nobody"')
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "line 5, " in run("verify", record, "--proofs", proofs, "--key", key, status=1).output


def test_proofs_of_another_key_are_refused(run: Run, record_files: tuple[Path, Path, str]) -> None:
    record, proofs, _ = record_files
    other = format_key("example.org/club", public_bytes(Ed25519PrivateKey.from_private_bytes(bytes(32))))
    assert "not signed by this key" in run("verify", record, "--proofs", proofs, "--key", other, status=1).output
    assert (
        "not an Ed25519 public key" in run("verify", record, "--proofs", proofs, "--key", "nonsense", status=2).stderr
    )


def test_bad_use_is_status_2(run: Run, record_files: tuple[Path, Path, str], tmp_path: Path) -> None:
    record, proofs, key = record_files
    run("verify", record, "--proofs", proofs, status=2)
    run("verify", "--proofs", proofs, "--key", key, status=2)
    run("verify", record, "--checkpoint", proofs, status=2)
    run("verify", "--checkpoint", proofs, "--key", key, status=2)
    run("verify", "--database", tmp_path / "nothing.sqlite", status=2)
    assert not (tmp_path / "nothing.sqlite").exists()
    run("export", "nothing", status=1)


def test_a_database_is_verified_whole(run: Run, record_files: tuple[Path, Path, str], tmp_path: Path) -> None:
    _, _, key = record_files
    checkpoint_file = tmp_path / "saved.checkpoint"
    checkpoint_file.write_text(run("checkpoint").stdout, encoding="utf-8")
    assert run("verify").output.startswith("229 records in 5 chains, every chain whole; 229 of them in the tree")
    answer = json_of(run("verify", "--json", "--key", key, "--checkpoint", checkpoint_file))
    gaps = answer.pop("not_checked")
    assert answer == {
        "records": 229,
        "chains": 5,
        "leaves": 229,
        "checkpoints": 2,
        "signed": 229,
        "chance": {
            "seeds": 0,
            "committed": 0,
            "never_opened": 0,
            "unread": 0,
            "given": 0,
            "pairings": 0,
            "lineups": 0,
            "deals": 0,
        },
        "tables": None,
        "bound": {"rows": 4, "unbound": 0, "forgotten": 0},
        "witnesses": [],
        "flaw": None,
    }
    assert [one.split(":")[0] for one in gaps] == [
        "the read models",
        "what is in passing",
        "whether the rules were kept",
    ]
    assert "only a --checkpoint that was kept elsewhere tells" in json_of(run("verify", "--json"))["not_checked"][0]
    tamper(
        tmp_path / "cli.sqlite",
        "UPDATE stored_events SET state = replace(state, '2C', '3C') WHERE originator_version = 9",
    )
    flaw = json_of(run("verify", "--json", status=1))["flaw"]
    assert flaw["version"] == 9
    assert flaw["message"] in run("verify", status=1).output
    tamper(tmp_path / "cli.sqlite", "DELETE FROM stored_events")
    for table in ("log_checkpoint", "log_tree", "log_tree_tile", "log_tree_stretch"):
        tamper(tmp_path / "cli.sqlite", f"DELETE FROM {table}")
    run("verify")
    assert "expected 229, found 0" in run("verify", "--checkpoint", checkpoint_file, status=1).output


@pytest.mark.parametrize("indent", [2, None], ids=["laid out", "as it comes"])
def test_a_checkpoint_and_a_key_are_taken_as_the_json_of_the_service_too(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path, indent: int | None
) -> None:
    _, _, key = record_files
    checkpoint_file, key_file = tmp_path / "checkpoint.json", tmp_path / "key.json"
    for file, answer in (
        (checkpoint_file, json_of(run("checkpoint", "--json"))),
        (key_file, {"origin": "x", "key": key, "pem": "", "rotations": []}),
    ):
        file.write_text(json.dumps(answer, indent=indent), encoding="utf-8")
    verdict = json_of(run("verify", "--json", "--key", key_file, "--checkpoint", checkpoint_file))
    assert (verdict["checkpoints"], verdict["flaw"]) == (2, None)


NO_CHECKPOINTS = {
    "an answer of another address": '{"origin": "example.org", "key": "x"}',
    "an answer whose note is none": '{"note": "nothing"}',
    "a broken answer": '{"note": "exam',
    "a list": "[]",
    "words": "my checkpoint\n",
    "nothing": "",
}


@pytest.mark.parametrize("content", NO_CHECKPOINTS.values(), ids=NO_CHECKPOINTS.keys())
def test_a_file_that_is_no_checkpoint_is_refused_with_the_way_to_one(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path, content: str
) -> None:
    file = tmp_path / "saved.checkpoint"
    file.write_text(content, encoding="utf-8")
    refusal = " ".join(run("verify", "--key", record_files[2], "--checkpoint", file, status=2).stderr.split())
    assert "/v1/log/checkpoint" in refusal
    assert "curl" in refusal


def test_a_checkpoint_that_another_key_signed_is_not_taken(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path
) -> None:
    file = tmp_path / "saved.checkpoint"
    file.write_text(json.dumps(json_of(run("checkpoint", "--json"))), encoding="utf-8")
    other = format_key("example.org/club", public_bytes(Ed25519PrivateKey.from_private_bytes(bytes(32))))
    refusal = " ".join(run("verify", "--key", other, "--checkpoint", file, status=2).stderr.split())
    assert "not signed by this key" in refusal
    assert "curl" not in refusal


def test_a_long_log_is_verified_by_several_processes_with_the_same_findings(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint_file = tmp_path / "saved.checkpoint"
    checkpoint_file.write_text(run("checkpoint").stdout, encoding="utf-8")
    whole = json_of(run("verify", "--json"))
    database, change = tmp_path / "cli.sqlite", "UPDATE stored_events SET state = replace(state, '2C', '3C')"
    monkeypatch.setattr("api.cli.archive.verifying.MANY_RECORDS", 100)
    monkeypatch.setattr("api.cli.archive.verifying.cores", lambda: 2)
    assert json_of(run("verify", "--json")) == whole
    tamper(database, f"{change} WHERE originator_version = 9")
    assert json_of(run("verify", "--json", status=1))["flaw"]["version"] == 9


def test_without_a_key_of_its_own_a_machine_asks_for_one(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path
) -> None:
    (tmp_path / "cli.sqlite.signing-key.pem").unlink()
    assert "--key" in run("verify", status=2).output
    run("verify", "--key", record_files[2])
    assert not (tmp_path / "cli.sqlite.signing-key.pem").exists()


def test_the_key_lies_beside_the_database_for_its_owner_only(tmp_path: Path) -> None:
    with start(tmp_path) as running:
        file = tmp_path / "referee.sqlite.signing-key.pem"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        secret = file.read_text(encoding="ascii").splitlines()[1]
        output = running.output.read_text(encoding="utf-8")
        assert str(file) in output
        assert secret not in output
        assert secret.encode() not in running.database.read_bytes()
    with start(tmp_path) as running:
        assert file.read_text(encoding="ascii").splitlines()[1] == secret
        assert "signs checkpoints" not in running.output.read_text(encoding="utf-8")
    file.unlink()
    with start(tmp_path) as running:
        assert "signed by another key" in running.output.read_text(encoding="utf-8")


def test_a_key_given_from_outside_is_not_written_anywhere(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    monkeypatch.setenv("REFEREE_SIGNING_KEY", pem)
    run("import", RECORD)
    run("checkpoint")
    run("verify")
    assert [path.name for path in tmp_path.iterdir() if "key" in path.name] == []
    monkeypatch.setenv("REFEREE_SIGNING_KEY", str(tmp_path / "nothing.pem"))
    assert "no Ed25519 key" in run("key", status=1).output
    monkeypatch.setenv("REFEREE_ORIGIN", "two words")
    assert "REFEREE_ORIGIN" in run("key", status=1).output


def test_a_lost_key_is_replaced_and_both_halves_of_the_past_verify(
    run: Run, record_files: tuple[Path, Path, str], tmp_path: Path
) -> None:
    old, last = record_files[2], tmp_path / "last.checkpoint"
    last.write_text(run("checkpoint").stdout, encoding="utf-8")
    (tmp_path / "cli.sqlite.signing-key.pem").unlink()
    run("import", RECORD)
    first = tmp_path / "first.checkpoint"
    first.write_text(run("checkpoint").stdout, encoding="utf-8")
    new = run("key").stdout.strip()
    assert new != old
    both = json_of(run("verify", "--json", "--key", old, "--key", new, "--checkpoint", last, "--checkpoint", first))
    assert both["flaw"] is None
    assert both["checkpoints"] == 4
    for one in (old, new):
        assert json_of(run("verify", "--json", "--key", one, status=1))["flaw"]["problem"] == "signature"


def test_a_service_signs_its_log_by_itself(tmp_path: Path) -> None:
    with start(tmp_path, REFEREE_CHECKPOINT_SECONDS="0.2") as running:
        headers = {"Authorization": "Bearer an-organizer-token-for-tests"}
        body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
        response = running.post("/v1/matches", json=body, headers=headers)
        assert response.status_code == 201
        # The start is on record, too, and may have been signed before.
        size = {"size": response.headers["consistency-token"]}
        eventually(lambda: running.get("/v1/log/checkpoint", params=size).status_code == 200)
        assert "Traceback" not in running.output.read_text(encoding="utf-8")


def test_a_name_is_verified_in_an_export_and_by_itself(run: Run, tmp_path: Path) -> None:
    with start(tmp_path, database=str(tmp_path / "cli.sqlite")) as running, running.client() as client:
        body = {"name": "Fiestas", "players": ["Eva", "Fito"]}
        id_ = client.post("/v1/championships", json=body).json()["id"]
        eva, fito = client.get("/v1/players").json()["items"]
        one = tmp_path / "eva.json"
        one.write_text(client.get(f"/v1/players/{eva['id']}/proof").text, encoding="utf-8")
        client.delete(f"/v1/players/{fito['id']}")
    key = run("key").stdout.strip()
    assert f"eva.json: {eva['id']} is “Eva”: the log example.org/club committed to that name" in (
        run("verify", one, "--key", key).output
    )
    assert json_of(run("verify", one, "--key", key, "--json"))["name"] == "Eva"
    assert "--key" in run("verify", one, status=2).output
    one.write_text(one.read_text(encoding="utf-8").replace('"Eva"', '"Ada"'), encoding="utf-8")
    words = run("verify", one, "--key", key, status=1).output
    assert f"the name of {eva['id']}: it is not the name that the log committed to" in words
    record, proofs = tmp_path / "all.championship.jsonl", tmp_path / "all.proofs.jsonl"
    record.write_text(run("export", id_, "--proofs", proofs).stdout, encoding="utf-8")
    words = run("verify", record, "--proofs", proofs, "--key", key).output
    assert "; 1 name is what it committed to" in words
    assert f"Not checked: the name of {fito['id']}: the file does not give it" in words
    record.write_text(record.read_text(encoding="utf-8").replace('"Eva"', '"Ada"'), encoding="utf-8")
    assert "line 1, " in run("verify", record, "--proofs", proofs, "--key", key, status=1).output
