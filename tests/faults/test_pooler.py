"""PgBouncer between the service and its server: in session mode it changes nothing, in the others it does not start."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main
from referee.evidence.keys import signing_key
from tests.support import postgres
from tests.support.pooler import Mode, run_pooler
from tests.support.service import TOKEN, Caller, free_port, start

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, Path]]:
    """A server, and a folder that its user may open."""
    with postgres.folder() as folder, postgres.server_in(folder / "data") as database:
        yield database, folder


def ask_by_command(folder: Path, *arguments: str, language: str = "en") -> Result:
    return CliRunner().invoke(main, arguments, env=settings_of(folder, language))


def settings_of(folder: Path, language: str) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(folder), "REFEREE_TOKEN": TOKEN, "LANGUAGE": language, "REFEREE_SIGNING_KEY": ""}


def test_two_nodes_share_a_pooler_that_keeps_sessions(server: tuple[str, Path], tmp_path: Path) -> None:
    with run_pooler(*server, "session") as database:
        nodes = [tmp_path / name for name in ("one", "other")]
        key = str(tmp_path / "key.pem")
        signing_key(None, Path(key))
        for node in nodes:
            node.mkdir()
        with (
            start(nodes[0], database=database, REFEREE_SIGNING_KEY=key) as one,
            start(nodes[1], database=database, REFEREE_SIGNING_KEY=key) as other,
            one.client() as writer,
            other.client() as reader,
        ):
            match = writer.open()
            # More often than psycopg prepares a statement for.
            last = [writer.tell(match, {"type": "note", "text": str(n)})["version"] for n in range(12)][-1]
            assert reader.get(f"/v1/matches/{match}", params={"min_version": last}).json()["version"] == last
            assert_hears(reader, writer, match, last + 1)
        result = ask_by_command(tmp_path, "doctor", "--json", "--database", database)
        assert "wrong" not in {one["level"] for one in json.loads(result.stdout) if one["check"] == "server"}


def assert_hears(reader: Caller, writer: Caller, match: str, version: int) -> None:
    """Fails unless a stream of one node tells the writes to another."""
    with reader.stream("GET", f"/v1/matches/{match}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        writer.tell(match, {"type": "note", "text": "heard"})
        assert f"id: {version}" in lines


@pytest.mark.parametrize("round_robin", [False, True], ids=["last first", "round robin"])
@pytest.mark.parametrize(
    ("mode", "language", "word"), [("transaction", "es", "agrupador"), ("statement", "en", "pooler")]
)
def test_one_that_lends_them_is_refused(
    server: tuple[str, Path], tmp_path: Path, mode: Mode, round_robin: bool, language: str, word: str
) -> None:
    with run_pooler(*server, mode, round_robin=round_robin) as database:
        # A process of its own: its worker finds out.
        command = [sys.executable, "-m", "api.cli", "serve", "--port", str(free_port())]
        settings = os.environ | settings_of(tmp_path, language) | {"REFEREE_DATABASE": database}
        result = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
        doctor = ask_by_command(tmp_path, "doctor", "--database", database, language=language)
    assert result.returncode == 1
    assert word in result.stderr
    assert "pool_mode=session" in result.stderr
    assert doctor.exit_code == 1
    assert "pool_mode=session" in doctor.stdout
