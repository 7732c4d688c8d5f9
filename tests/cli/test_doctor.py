"""Diagnoses of `referee doctor`: a sound database passes; each real fault is found, with its remedy; nothing is changed."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from api.cli.doctor import file, service, tables
from api.cli.main import main
from referee.evidence import keys
from referee.log.opening.engine import engine
from tests.support import postgres
from tests.support.commands import RECORD
from tests.support.service import TOKEN, Running, free_port

WEBHOOK = "01920000-0000-7000-8000-000000000001"
LONG_AGO = "2020-01-01T00:00:00.000+00:00"


class DoctorReport(NamedTuple):
    """The result of the command: its exit status, and its findings by their level."""

    status: int
    findings: list[dict[str, Any]]

    def checks(self, level: str) -> set[str]:
        return {one["check"] for one in self.findings if one["level"] == level}


def look(*arguments: str) -> DoctorReport:
    result = CliRunner().invoke(main, ["doctor", "--json", *arguments])
    assert result.exit_code in {0, 1}, result.output
    findings = json.loads(result.stdout)
    assert all(one["what"] and bool(one["advice"]) == (one["level"] != "ok") for one in findings)
    return DoctorReport(result.exit_code, findings)


def do(*arguments: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a match, read models, a checkpoint and its key beside it. It is copied."""
    folder = tmp_path_factory.mktemp("prepared")
    fill(str(folder / "club.sqlite"), folder)
    return folder / "club.sqlite"


@pytest.fixture(scope="module")
def prepared_server(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The same on a server, and its key."""
    folder = tmp_path_factory.mktemp("prepared")
    with postgres.database(postgres_url) as database:
        fill(database, folder)
        yield database, folder / "referee" / "signing-key.pem"


def fill(database: str, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_DATA_HOME", str(folder))
        environment.delenv("REFEREE_SIGNING_KEY", raising=False)
        for command in (["import", str(RECORD)], ["checkpoint"], ["rebuild"]):
            do(*command, "--database", database)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def sound(request: pytest.FixtureRequest) -> Iterator[str]:
    """A sound database of either kind, of this test's own."""
    if request.param == "sqlite":
        yield str(request.getfixturevalue("sound_file"))
        return
    server, key = request.getfixturevalue("prepared_server")
    home = at_home(request)
    with postgres.database(request.getfixturevalue("postgres_url"), server) as database:
        (home / "referee").mkdir()
        shutil.copy(key, home / "referee")
        os.environ["REFEREE_DATABASE"] = database
        yield database


@pytest.fixture
def sound_file(request: pytest.FixtureRequest, prepared_file: Path) -> Path:
    """A sound file."""
    path = at_home(request) / prepared_file.name
    for one in (path, key_of(str(path))):
        shutil.copy(prepared_file.parent / one.name, one)
    os.environ["REFEREE_DATABASE"] = str(path)
    return path


def at_home(request: pytest.FixtureRequest) -> Path:
    """A data folder of a test's own, without the other settings of the machine."""
    environment, home = request.getfixturevalue("monkeypatch"), request.getfixturevalue("tmp_path")
    environment.setenv("XDG_DATA_HOME", str(home))
    environment.setenv("REFEREE_DATABASE", "")
    environment.delenv("REFEREE_SIGNING_KEY", raising=False)
    return Path(home)


def change_rows(database: str, *statements: str) -> None:
    store = engine(database)
    with store.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    store.dispose()


def log_of(database: str) -> tuple[str, str]:
    """The table of the log and its column of positions."""
    return ("referee_events", "notification_id") if database.startswith("postgres") else ("stored_events", "rowid")


@pytest.mark.parametrize("whole", [[], ["--whole"]], ids=["quick", "whole"])
def test_a_sound_database_is_said_to_be_sound(sound: str, whole: list[str]) -> None:
    report = look(*whole)
    assert (report.status, report.checks("wrong"), report.checks("warning")) == (0, set(), set())
    assert {"schema", "read_models", "webhooks", "signing_key", "log", "tree", "clock"} < report.checks("ok")
    assert ("whole_log" in report.checks("ok")) == bool(whole)


def test_not_a_byte_of_a_file_is_changed_and_none_is_left_beside_it(sound_file: Path) -> None:
    def files() -> dict[str, tuple[bytes, int]]:
        paths = [path for path in sound_file.parent.iterdir() if path.is_file()]
        return {path.name: (sha256(path.read_bytes()).digest(), path.stat().st_mtime_ns) for path in paths}

    before = files()
    assert look("--whole").status == 0
    assert files() == before


def no_tables(database: str) -> None:
    change_rows(database, "UPDATE people_version SET version_num = '0011'")


def tables_of_tomorrow(database: str) -> None:
    change_rows(database, "UPDATE people_version SET version_num = '9999'")


def behind(database: str) -> None:
    change_rows(database, "UPDATE projection_position SET position = 1")


def ahead(database: str) -> None:
    change_rows(database, "UPDATE projection_position SET position = 100000")


def shape_of_another_release(database: str) -> None:
    change_rows(database, "DELETE FROM projection_shape")


def cut(database: str) -> None:
    table, position = log_of(database)
    change_rows(
        database, f"DELETE FROM {table} WHERE {position} > 200", "UPDATE projection_position SET position = 200"
    )


def drop_row(database: str) -> None:
    table, position = log_of(database)
    change_rows(database, f"DELETE FROM {table} WHERE {position} = 100")


def another_checkpoint(database: str) -> None:
    change_rows(database, "DELETE FROM log_tree_tile")


def no_key(database: str) -> None:
    key_of(database).unlink()


def another_key(database: str) -> None:
    key_of(database).unlink()
    keys.signing_key(None, key_of(database))


def no_sound_key(database: str) -> None:
    key_of(database).write_bytes(b"no key at all")


def key_of(database: str) -> Path:
    if database.startswith("postgres"):
        return Path(os.environ["XDG_DATA_HOME"]) / "referee" / "signing-key.pem"
    return Path(f"{database}.signing-key.pem")


def disable_webhook(database: str) -> None:
    webhook(database, f"'{LONG_AGO}', '{LONG_AGO}', 'it is gone'")


def failing(database: str) -> None:
    webhook(database, f"'{LONG_AGO}', NULL, NULL")


def stuck(database: str) -> None:
    webhook(database, "NULL, NULL, NULL")
    change_rows(
        database,
        "INSERT INTO webhook_deliveries (id, webhook, kind, stream, version, body, status, attempts, next_at, queued_at) "
        f"VALUES ('d', '{WEBHOOK}', 'match.opened', 's', 1, '', 'pending', 0, '{LONG_AGO}', '{LONG_AGO}')",
    )


def webhook(database: str, rest: str) -> None:
    columns = "id, url, kinds, secret, position, created_at, failing_since, disabled_at, disabled_for"
    values = f"'{WEBHOOK}', 'https://club.example/', 'match.opened', 'whsec_', 0, '{LONG_AGO}', {rest}"
    change_rows(database, f"INSERT INTO webhooks ({columns}) VALUES ({values})")


@pytest.mark.parametrize(
    ("fault", "level", "check"),
    [
        (no_tables, "warning", "schema"),
        (tables_of_tomorrow, "wrong", "schema"),
        (ahead, "wrong", "read_models"),
        (shape_of_another_release, "warning", "read_models"),
        (cut, "wrong", "log"),
        (drop_row, "wrong", "log"),
        (another_checkpoint, "wrong", "tree"),
        (no_key, "wrong", "signing_key"),
        (another_key, "wrong", "signing_key"),
        (no_sound_key, "wrong", "signing_key"),
        (disable_webhook, "warning", "webhooks"),
        (failing, "warning", "webhooks"),
        (stuck, "warning", "webhooks"),
    ],
)
def test_a_fault_is_found_and_nothing_else(sound: str, fault: Callable[[str], None], level: str, check: str) -> None:
    fault(sound)
    report = look()
    assert report.checks(level) == {check}
    assert report.checks({"wrong": "warning", "warning": "wrong"}[level]) == set()
    assert report.status == (1 if level == "wrong" else 0)


def test_read_models_that_are_behind_are_said_to_be(sound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    behind(sound)
    monkeypatch.setattr(tables, "BATCH", 10)
    assert look().checks("warning") == {"read_models"}


def test_what_only_the_whole_look_finds(sound: str) -> None:
    # The tree no longer has the record at its leaf; its chain is as it was.
    table, position = log_of(sound)
    state = "CAST(state || ' ' AS BLOB)" if table == "stored_events" else "state || ' '::bytea"
    change_rows(sound, f"UPDATE {table} SET state = {state} WHERE {position} = 100")
    assert look().status == 0
    assert look("--whole").checks("wrong") == {"whole_log"}


@pytest.mark.parametrize("time", ["1999-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"])
def test_a_clock_that_was_wrong_is_found(sound_file: Path, time: str) -> None:
    with closing(sqlite3.connect(sound_file)) as connection:
        last = "rowid = (SELECT max(rowid) FROM stored_events)"
        connection.execute(
            f"UPDATE stored_events SET state = CAST(json_set(state, '$.recorded_at', ?) AS BLOB) WHERE {last}", (time,)
        )
        connection.commit()
    assert "clock" in look().checks("warning")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    report = look("--database", str(tmp_path / "none.sqlite"))
    assert (report.status, report.checks("wrong")) == (1, {"file"})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"no database" * 1000, None], ids=["empty", "text", "another program's"])
def test_a_file_of_another_program(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other.sqlite"
    if content is None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE songs (title)")
    else:
        path.write_bytes(content)
    path.chmod(0o600)
    report = look("--database", str(path))
    assert (report.status, report.checks("wrong")) == (1, {"file"})
    assert "not a database of referee" in str(report.findings)


def test_a_file_that_this_user_cannot_write(sound_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The system is asked by its own means, since the tests may run as root, and root can write everywhere.
    monkeypatch.setattr(file, "access", lambda *_: False)
    assert look().checks("wrong") == {"file"}


def test_a_file_that_others_can_read(sound_file: Path) -> None:
    sound_file.chmod(0o644)
    assert look().checks("warning") == {"file"}


@pytest.mark.parametrize(("free", "level"), [(49, "wrong"), (499, "warning"), (501, "ok")])
def test_a_disk_that_is_nearly_full(sound_file: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    real = shutil.disk_usage(sound_file.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: real._replace(free=free * file.MB))
    assert "disk" in look().checks(level)


def test_a_write_ahead_log_that_somebody_keeps_back(sound_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "LONG_WAL", 0)
    with closing(sqlite3.connect(sound_file)) as reading, closing(sqlite3.connect(sound_file)) as writing:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM people_version").fetchone()
        writing.execute("UPDATE people_version SET version_num = version_num")
        writing.commit()
        report = look()
    assert report.checks("warning") == {"wal"}


def test_a_file_that_another_program_has_locked(sound_file: Path) -> None:
    with closing(sqlite3.connect(sound_file)) as greedy:
        greedy.execute("PRAGMA locking_mode = EXCLUSIVE")
        greedy.execute("UPDATE people_version SET version_num = version_num")
        greedy.commit()
        report = look()
    assert report.checks("wrong") == {"file"}
    assert "has locked" in str(report.findings)


def test_a_damaged_file(sound_file: Path) -> None:
    content = bytearray(sound_file.read_bytes())
    for page in range(4096 * 3, len(content), 4096 * 2):
        content[page : page + 200] = b"\xff" * 200
    sound_file.write_bytes(content)
    assert "integrity" in look().checks("wrong")


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_person_reads_it_in_their_language(sound_file: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    no_key(str(sound_file))
    monkeypatch.setenv("LANGUAGE", language)
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 1
    word, name, count = {"es": ("mal", "clave que firma", "mal: 1"), "en": ("wrong", "signing key", "wrong: 1")}[
        language
    ]
    assert f"{word:8} {name}: " in result.stdout
    assert result.stdout.splitlines()[-1].startswith(count)


def test_a_newer_database_is_refused_by_the_service_in_one_line(sound: str) -> None:
    tables_of_tomorrow(sound)
    result = CliRunner().invoke(main, ["checkpoint"])
    assert result.exit_code == 1
    assert "a newer release of referee has changed this database (9999)" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.postgres
def test_a_server_that_does_not_answer_or_has_nothing_of_ours(postgres_database: str) -> None:
    report = look("--database", postgres_database)
    assert (report.status, report.checks("wrong")) == (1, {"server"})
    report = look("--database", f"postgresql://user:hunter2@127.0.0.1:{free_port()}/none")
    assert (report.status, report.checks("wrong")) == (1, {"server"})
    assert "hunter2" not in str(report)


@pytest.mark.postgres
def test_a_server_that_takes_no_writes(postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    do("import", "--database", postgres_database, str(RECORD))
    readonly = f"{postgres_database}&options=-c%20default_transaction_read_only%3Don"
    assert look("--database", readonly).checks("wrong") == {"server"}


def test_a_running_service(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_TOKEN", TOKEN)
    report = look(running.url)
    assert (report.status, report.checks("wrong")) == (0, set())
    assert {"service", "work", "clock"} <= report.checks("ok")
    monkeypatch.delenv("REFEREE_TOKEN")
    assert look(running.url).checks("warning") == {"token"}
    monkeypatch.setenv("REFEREE_TOKEN", "another's")
    assert look(running.url).checks("wrong") == {"service"}


@pytest.mark.parametrize(
    ("link", "level"), [("https://cards.example", "ok"), ("http://127.0.0.1:8000", "warning"), (None, None)]
)
@pytest.mark.parametrize("address", ["https://cards.example", "https://Cards.example:443/"])
def test_a_service_whose_links_lead_elsewhere(
    monkeypatch: pytest.MonkeyPatch, address: str, link: str | None, level: str | None
) -> None:
    answer = {"status": "ready", "position": 1, "url": link}
    monkeypatch.setattr(service, "_ask", lambda *_: service._ServiceAnswer(200, json.dumps(answer).encode(), None))
    report = look(address)
    assert [one for one in ("ok", "warning", "wrong") if "addresses" in report.checks(one)] == (
        [level] if level else []
    )


def test_a_service_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    report = look(f"http://127.0.0.1:{free_port()}")
    assert (report.status, report.checks("wrong")) == (1, {"service"})


def test_an_address_that_is_none_is_bad_use() -> None:
    result = CliRunner().invoke(main, ["doctor", "club.example"])
    assert result.exit_code == 2
