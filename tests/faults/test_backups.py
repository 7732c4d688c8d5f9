"""Every backup that `deploy/README.md` names: made under load, restored, and compared with a checkpoint stored elsewhere."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from referee.log.address import is_postgres
from tests.faults.test_kill import everything
from tests.support import postgres
from tests.support.service import BEARER, Running, start
from tests.support.tablet import Tablet, open_one
from tests.support.waiting import eventually

SCRIPT = Path(__file__).parents[2] / "deploy" / "backup.sh"
VENV = Path(sys.executable).parent


class Promises(NamedTuple):
    """Copies made elsewhere before a backup: a checkpoint, and the notes that tablets had been answered for by then."""

    checkpoint: Path
    answered: frozenset[str]


@contextmanager
def busy(running: Running) -> Iterator[list[Tablet]]:
    """Three tablets that write to two matches until the block ends."""
    matches = [open_one(running), open_one(running)]
    tablets = [Tablet(match, f"{name}") for match, name in zip((*matches, matches[0]), "ABC", strict=True)]
    for tablet in tablets:
        tablet.url = running.url
        tablet.start()
    try:
        yield tablets
    finally:
        for tablet in tablets:
            tablet.stop.set()
        for tablet in tablets:
            tablet.join()


def write_on(tablets: list[Tablet], more: int = 4) -> None:
    for has in [tablet.has_had(more) for tablet in tablets]:
        eventually(has)


def keep(running: Running, tablets: list[Tablet], folder: Path) -> Promises:
    """Stores a checkpoint of every answer before it."""
    write_on(tablets)
    acknowledgements = frozenset(text for tablet in tablets for text, _ in tablet.answered)
    file = folder / "kept.checkpoint"
    file.write_text(running.get("/v1/log/checkpoint", headers=BEARER | {"Accept": "text/plain"}).text, encoding="utf-8")
    return Promises(file, acknowledgements)


def referee(*arguments: str | Path, **environment: str) -> str:
    """The result of a writing command, which must succeed."""
    command = [sys.executable, "-m", "api.cli", *map(str, arguments)]
    process = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def run_script(database: str, folder: Path) -> Path:
    """The file that the script for backups makes."""
    here = [VENV, *([postgres.programs()] if is_postgres(database) else [])]
    programs = ":".join([*map(str, here), os.environ["PATH"]])
    environment = {"PATH": programs, "REFEREE_DATABASE": database, "XDG_DATA_HOME": str(folder)}
    subprocess.run(["bash", str(SCRIPT), str(folder / "backups")], env=environment, check=True)
    [file] = (folder / "backups").iterdir()
    return file


def require_restored(database: str, promises: Promises, key: Path, folder: Path) -> set[str]:
    """The notes of a restored database, which include every note answered before the backup.

    It agrees with the checkpoint, nothing in it is wrong or twice, its read models are those of its log, and a service goes on.
    """
    settings = {"REFEREE_DATABASE": database, "REFEREE_SIGNING_KEY": str(key), "XDG_DATA_HOME": str(folder)}
    referee("verify", "--checkpoint", promises.checkpoint, **settings)
    with start(folder, database=database, REFEREE_SIGNING_KEY=str(key)) as running:
        notes = [
            entry["text"]
            for match in running.get("/v1/matches", headers=BEARER).json()["items"]
            for entry in everything(running, match["id"])
            if entry["type"] == "note"
        ]
        again = open_one(running)
        assert running.get(f"/v1/matches/{again}/audit", headers=BEARER).json()["chain"]["intact"]
    assert promises.answered <= set(notes)
    assert len(set(notes)) == len(notes)
    referee("doctor", "--whole", **settings)
    assert "differs" not in referee("rebuild", **settings)
    return set(notes)


def from_the_page(running: Running, database: str, folder: Path) -> Path:
    file = folder / "page.sqlite"
    file.write_bytes(running.get("/v1/backup", headers=BEARER).content)
    return file


def by_command(running: Running, database: str, folder: Path) -> Path:
    referee("backup", folder / "copy.sqlite", REFEREE_DATABASE=database)
    return folder / "copy.sqlite"


def by_script(running: Running, database: str, folder: Path) -> Path:
    return run_script(database, folder)


Way = Callable[[Running, str, Path], Path]


@pytest.mark.parametrize(
    "way",
    [pytest.param(from_the_page, marks=pytest.mark.long), by_command, pytest.param(by_script, marks=pytest.mark.long)],
)
def test_a_copy_of_a_file(way: Way, tmp_path: Path) -> None:
    (tmp_path / "back").mkdir()
    with start(tmp_path) as running:
        database = str(running.database)
        with busy(running) as tablets:
            promises = keep(running, tablets, tmp_path)
            copy = way(running, database, tmp_path)
            write_on(tablets)
    database_back = shutil.copy(copy, tmp_path / "back" / "club.sqlite")
    require_restored(str(database_back), promises, Path(f"{database}.signing-key.pem"), tmp_path / "back")


@pytest.mark.postgres
@pytest.mark.parametrize("way", [pytest.param(from_the_page, marks=pytest.mark.long), by_script])
def test_a_copy_of_a_server(way: Way, tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / "back").mkdir()
    with postgres.database(postgres_url) as database, postgres.database(postgres_url) as empty:
        with start(tmp_path, database=database) as running, busy(running) as tablets:
            promises = keep(running, tablets, tmp_path)
            copy = way(running, database, tmp_path)
            write_on(tablets)
        if copy.suffix == ".dump":
            restoring = [str(postgres.programs() / "pg_restore"), "--clean", "--if-exists", "--no-owner"]
            subprocess.run([*restoring, f"--dbname={empty}", str(copy)], check=True)
        else:
            referee("restore", copy, REFEREE_DATABASE=empty)
        require_restored(empty, promises, tmp_path / "referee" / "signing-key.pem", tmp_path / "back")


@pytest.mark.long
@pytest.mark.postgres
def test_a_server_at_a_point_in_time(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (tmp_path / "back").mkdir()
    with postgres.folder() as folder:
        archive, base = folder / "archive", folder / "base"
        archive.mkdir(mode=0o777)
        archive.chmod(0o777)
        with postgres.server_in(folder / "data", archive_mode="on", archive_command=f"cp %p {archive}/%f") as database:
            with start(tmp_path, database=database) as running, busy(running) as tablets:
                backup = [str(postgres.programs() / "pg_basebackup"), f"--dbname={database}", f"--pgdata={base}"]
                subprocess.run([*backup, "--checkpoint=fast"], check=True)
                promises = keep(running, tablets, tmp_path)
                with psycopg.connect(database, autocommit=True) as connection:
                    [moment] = connection.execute("SELECT clock_timestamp()").fetchone() or [None]
                write_on(tablets)
                mistake = tablets[0].answered[-1][0]
            with closing(psycopg.connect(database, autocommit=True)) as connection:
                [last] = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or [None]
                query = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
                eventually(lambda: connection.execute(query, (last,)).fetchone() == (True,))
        # The first server's socket is in its data folder, and its lock was copied with everything else.
        for lock in base.glob(".s.PGSQL.*"):
            lock.unlink()
        (base / "recovery.signal").touch()
        recovery = {
            "restore_command": f"cp {archive}/%f %p",
            "recovery_target_time": str(moment),
            "recovery_target_action": "promote",
            "archive_mode": "off",
        }
        with postgres.server_in(base, **recovery) as server_back:
            with closing(psycopg.connect(server_back, autocommit=True)) as connection:
                eventually(lambda: connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,))
            notes = require_restored(server_back, promises, tmp_path / "referee" / "signing-key.pem", tmp_path / "back")
    assert mistake not in notes
