"""The unit and the image, tested as far as this machine allows: systemd reads the unit, and the image's commands work."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.cli.serving import serve
from tests.support.empty_environment import build
from tests.support.service import Running, free_port

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "referee.service"
ANALYZE = shutil.which("systemd-analyze")
MOST_EXPOSED = 20
"""Tenths of systemd's own measure, from 0 for closed to 100 for open."""
IMAGE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE
    return subprocess.run([ANALYZE, *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with an existing program."""
    text = UNIT.read_text(encoding="utf-8").replace("/opt/referee/.venv/bin/referee", sys.executable)
    file = tmp_path / "referee.service"
    file.write_text(
        text.replace("file:///opt/referee/deploy/README.md", f"file://{ROOT}/deploy/README.md"), encoding="utf-8"
    )
    return file


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_systemd_has_nothing_to_say_against_the_unit(unit: Path) -> None:
    process = analyze("verify", "--man=no", str(unit))
    assert (process.returncode, [line for line in process.stderr.splitlines() if unit.name in line]) == (0, [])


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_systemd_finds_the_unit_closed(unit: Path) -> None:
    process = analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(unit))
    if "unrecognized option" in process.stderr:
        pytest.skip("this systemd looks at loaded units only")
    assert process.returncode == 0, process.stdout


def instructions(name: str) -> list[str]:
    """The words after an instruction in the image's file, in its order."""
    return re.findall(rf"^{name} (.*)$", IMAGE, re.MULTILINE)


def test_what_the_image_starts_is_a_command_of_the_service() -> None:
    (command_line,) = [json.loads(one) for one in instructions("CMD")]
    (start_line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    for arguments in (command_line[1:], shlex.split(start_line)[1:]):
        assert arguments[0] == serve.name
        serve.make_context("serve", [*arguments[1:]])


def image_files() -> list[str]:
    """The files of this project that the image copies."""
    return [
        path
        for instruction in instructions("COPY")
        if not instruction.startswith("--from")
        for path in instruction.split()[:-1]
    ]


def test_everything_that_the_image_copies_is_there_and_not_left_out() -> None:
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in let_in
    assert {f"!{path}" for path in image_files()} == {line for line in let_in if line.startswith("!")}
    assert [path for path in image_files() if not (ROOT / path).exists()] == []


def test_the_wheel_can_be_made_of_what_the_image_copies(tmp_path: Path) -> None:
    project = tmp_path / "src"
    project.mkdir()
    for path in image_files():
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, project / path, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / path, project / path)
    assert build(project, tmp_path).stat().st_size


@pytest.mark.parametrize("answers", [True, False])
def test_the_image_knows_whether_the_service_is_healthy(running: Running, answers: bool) -> None:
    (check,) = re.findall(r"HEALTHCHECK.*?CMD (\[.*?\])$", IMAGE, re.MULTILINE)
    program, *arguments = json.loads(check)
    assert program == "python"
    port = running.port if answers else str(free_port())
    command = [sys.executable, *(one.replace("8000", port) for one in arguments)]
    process = subprocess.run(command, capture_output=True, check=False, env={**os.environ, "no_proxy": "127.0.0.1"})
    assert (process.returncode == 0) == answers
