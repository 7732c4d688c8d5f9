"""Files of the command line are for their owner only, for any umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import main
from tests.support.commands import RECORD


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o477], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """A umask for the length of a test."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "share"))
    monkeypatch.delenv("REFEREE_DATABASE", raising=False)
    monkeypatch.delenv("REFEREE_SIGNING_KEY", raising=False)


def run(*arguments: object) -> None:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output


def test_the_data_folder_is_closed_to_others(umask: int, tmp_path: Path) -> None:
    run("import", RECORD)
    run("key")
    folder = tmp_path / "home" / "share" / "referee"
    assert {mode(one) for one in (folder, folder.parent, folder.parent.parent)} == {0o700}
    files = {file.name: mode(file) for file in folder.iterdir()}
    assert {"referee.sqlite", "referee.sqlite.signing-key.pem"} <= set(files)
    assert not any(bits & 0o077 for bits in files.values()), files


def test_a_data_folder_that_was_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "share" / "referee"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    run("import", RECORD)
    assert mode(folder) == 0o700
    assert mode(folder.parent) != 0o700, "what was there before is not ours to close"


def test_a_folder_of_somebody_else_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o750)
    run("import", RECORD, "--database", folder / "made" / "log.sqlite")
    assert (mode(folder), mode(folder / "made")) == (0o750, 0o700)
