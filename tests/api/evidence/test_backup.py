"""A copy of the whole service: after a restore, it is the same service."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import main
from referee.log.address import is_postgres
from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of, start

SEEN = ("/v1/matches", "/v1/championships", "/v1/players", "/v1/tokens", "/v1/webhooks", "/v1/log/key")
"""Addresses with the same answers after a restore."""


def take_copy(client: Caller, folder: Path) -> Path:
    """The copy that the service sends, stored as the database of a new service."""
    answer = client.get("/v1/backup")
    assert answer.status_code == 200, answer.text
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert answer.headers["cache-control"] == "no-store"
    file = folder / "referee.sqlite"
    file.write_bytes(answer.content)
    return file


def answers_about(client: Caller, match: str) -> list[object]:
    """The answers of a service about a match, and its lists."""
    paths = [*SEEN[:-1], f"/v1/matches/{match}", f"/v1/matches/{match}/events", f"/v1/matches/{match}/audit"]
    return [client.get(path).json() for path in paths]


def restore(copy: Path, database: str, status: int = 0) -> str:
    """Restores a copy into a database with the command, and returns its output."""
    result = CliRunner().invoke(main, ["restore", str(copy), "--database", database], env={"LANG": "en_GB.UTF-8"})
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind, as a copy is put into."""
    if request.param == "sqlite":
        return str(tmp_path / "log.sqlite")
    return str(request.getfixturevalue("postgres_database"))


def test_a_restored_copy_is_the_same_service(
    either_service: Running, head: Caller, database: str, tmp_path: Path
) -> None:
    contest = Contest(head, "Ana", "Beto")
    match = head.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"], "first_dealer": 0}).json()["id"]
    head.tell(match, [{"type": "deal"}, {"type": "play", "seat": 0, "card": "2C"}])
    assert head.post("/v1/webhooks", json={"url": "http://93.184.216.34/x", "kinds": ["match.finished"]}).is_success
    referee = head.bearer("referee", match=match)
    checkpoint = head.get("/v1/log/checkpoint").json()
    before = answers_about(head, match)
    output = restore(take_copy(head, tmp_path), database)
    assert "Go on with `referee serve`" in output
    assert "postgres:" not in output, "the address of a server may hold a password"
    with start(tmp_path, database=database) as copy, copy.client() as client:
        assert answers_about(client, match) == before
        ready = client.get("/v1/health/ready").json()
        assert ready["position"] == head.get("/v1/health/ready").json()["position"]
        again = client.get("/v1/log/checkpoint", params={"size": checkpoint["size"]}).json()
        assert again["root"] == checkpoint["root"]
        # It goes on from the state of the other: the same tokens record, and positions count on.
        assert client.say(match, {"type": "play", "seat": 1, "card": "3C"}, **referee).status_code == 201
        assert client.get("/v1/health/ready").json()["position"] == ready["position"] + 1


def test_a_copy_is_not_put_over_what_is_there(organizer: Caller, database: str, tmp_path: Path) -> None:
    organizer.open()
    copy = take_copy(organizer, tmp_path)
    # The first start makes a token and acts of administration: nothing that a copy could overwrite.
    with start(tmp_path, database=database):
        pass
    restore(copy, database)
    assert "already has matches or people" in restore(copy, database, status=1)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"Dear referee", "not a whole copy"),
        (b"PGDMP\1\16", "pg_restore"),
        (b"SQLite format 3\0" * 40, "not a whole copy"),
    ],
)
def test_what_is_no_copy_is_refused_and_leaves_nothing(content: bytes, why: str, database: str, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_bytes(content)
    assert why in restore(file, database, status=1)
    assert is_postgres(database) or not Path(database).exists()


def test_a_copy_that_was_cut_is_refused(organizer: Caller, database: str, tmp_path: Path) -> None:
    copy = take_copy(organizer, tmp_path)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    assert "not a whole copy" in restore(copy, database, status=1)


def test_a_copy_of_a_newer_release_is_refused(organizer: Caller, database: str, tmp_path: Path) -> None:
    copy = take_copy(organizer, tmp_path)
    with closing(sqlite3.connect(copy)) as newer:
        newer.execute("UPDATE people_version SET version_num = '9999'")
        newer.commit()
    assert "newer release" in restore(copy, database, status=1)


def test_the_copy_is_whole_while_the_service_writes(running: Running, organizer: Caller, tmp_path: Path) -> None:
    match = organizer.open()
    with organizer.stream("GET", "/v1/backup") as answer:
        parts = answer.iter_raw()
        first = next(parts)
        # Writes during the sending of the copy are not in it, and do not wait.
        organizer_too = running.client()
        organizer_too.tell(match, {"type": "note", "text": "later"})
        organizer_too.close()
        whole = first + b"".join(parts)
    file = tmp_path / "copy.sqlite"
    file.write_bytes(whole)
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        versions = copy.execute("SELECT max(originator_version) FROM stored_events WHERE originator_id = ?", (match,))
        assert versions.fetchone() == (1,)


def test_nothing_of_a_copy_stays_on_the_machine(either_service: Running, head: Caller) -> None:
    before = sorted(either_service.database.parent.iterdir()) if either_service.database.exists() else []
    with head.stream("GET", "/v1/backup") as answer:
        assert next(answer.iter_raw())[:15] == b"SQLite format 3"
    assert head.head("/v1/backup").status_code == 200
    left = [path for path in either_service.database.parent.iterdir() if path.name.startswith(".backup-")]
    assert left == []
    assert not before or sorted(either_service.database.parent.iterdir()) == before


@pytest.mark.parametrize("role", ["organizer", "referee", "auditor"])
def test_nobody_else_takes_a_copy(organizer: Caller, public: Caller, role: str) -> None:
    championship = Contest(organizer, "Ana", "Beto").championship
    refusal_of(public.get("/v1/backup"), 401, "unauthenticated")
    told_no = public.get("/v1/backup", headers=organizer.bearer(role, championship=championship))
    assert refusal_of(told_no, 403, "forbidden")["detail"]


def test_it_is_written_down_who_took_a_copy(running: Running, organizer: Caller) -> None:
    token = organizer.post("/v1/tokens", json={"role": "organizer"}).json()
    bearer = {"Authorization": f"Bearer {token['token']}"}
    assert running.get("/v1/backup", headers=bearer).status_code == 200
    assert f"taken by organizer:{token['id']}" in running.output_text()
