"""The key that signs, changed twice while the service runs: a reader with the first key verifies everything."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main
from tests.support.service import start


def run(*arguments: object, status: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == status, result.output
    return result


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "referee.sqlite"
    monkeypatch.setenv("REFEREE_DATABASE", str(path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return path


def test_a_key_changed_twice_is_followed_from_the_first(tmp_path: Path, database: Path) -> None:
    record, proofs, kept_file = (tmp_path / name for name in ("record.jsonl", "record.proofs.jsonl", "kept.txt"))
    with start(tmp_path) as running, running.client() as client:
        first = client.get("/v1/log/key").json()
        kept_file.write_text(client.get("/v1/log/checkpoint", headers={"Accept": "text/plain"}).text, encoding="utf-8")
        changes = []
        for _ in "12":
            changes.append(json.loads(run("key", "rotate", "--json").stdout))
            match = client.open()
            now = client.get("/v1/log/key").json()
            assert (now["key"], now["rotations"]) == (changes[-1]["key"], [one["note"] for one in changes])
        acts = client.get("/v1/administration/events", params={"type": "key_rotated"}).json()["items"]
        assert [(one["before"], one["key"], one["recorded_by"]) for one in acts] == [
            (one["before"], one["key"], "machine") for one in reversed(changes)
        ]
        headers = {"Accept": "application/x-ndjson"}
        record.write_bytes(client.get(f"/v1/matches/{match}/events", headers=headers).content)
        proofs.write_bytes(client.get("/v1/log/proofs/record", params={"of": match}).content)
    for key in (first["key"], first["pem"], changes[0]["key"], changes[1]["key"]):
        run("verify", "--key", key, "--checkpoint", kept_file)
        run("verify", record, "--proofs", proofs, "--key", key)
    run("verify")
    assert run("key").stdout.strip() == changes[1]["key"]

    head, *lines = proofs.read_text(encoding="utf-8").splitlines()
    for keys in ([], [changes[0]["note"]], [changes[1]["note"]], [changes[1]["note"], changes[0]["note"]]):
        head_without_key = json.dumps(json.loads(head) | {"keys": keys})
        proofs.write_text("\n".join([head_without_key, *lines]) + "\n", encoding="utf-8")
        run("verify", record, "--proofs", proofs, "--key", first["key"], status=1)


def test_a_key_that_is_in_no_file_is_changed_with_a_file_for_the_new_one(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start(tmp_path):
        pass
    old = (tmp_path / "referee.sqlite.signing-key.pem").read_text(encoding="utf-8")
    monkeypatch.setenv("REFEREE_SIGNING_KEY", old)
    assert "--to" in run("key", "rotate", status=2).output
    answer = json.loads(run("key", "rotate", "--to", tmp_path / "new.pem", "--json").stdout)
    assert "another in its place" in run("key", status=1).output
    monkeypatch.setenv("REFEREE_SIGNING_KEY", str(tmp_path / "new.pem"))
    assert run("key").stdout.strip() == answer["key"]
    assert (tmp_path / "new.pem").stat().st_mode & 0o777 == 0o600
    assert "PRIVATE" not in json.dumps(answer)
