"""The service as one file (`make pyz`): it runs where nothing but Python is, from any folder, with all its processes."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

import referee
from api.workers.projection_process import cores
from tests.support.organizing import Contest
from tests.support.service import PLAIN, TOKEN, Running, free_port
from tests.support.waiting import DEADLOCK_SECONDS, eventually

ROOT = Path(__file__).parents[2]
PREAMBLE = ROOT / "deploy" / "fitting_python.py"
UNREACHED = re.compile(r"No matching distribution|Could not find a version|Connection|Temporary failure|timed out")
"""Words of pip where it cannot reach the packages."""


def make_file(folder: Path) -> Path:
    """The file, made in this folder by `make pyz`. Without CI it skips the test where the packages cannot be reached."""
    file = folder / "referee.pyz"
    variables = (f"PYTHON={sys.executable}", f"VENV={sys.prefix}", f"PYZ={file}", f"PYZ_BUILD={folder / 'build'}")
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL"}}
    process = subprocess.run(
        ["make", "--no-print-directory", "pyz", *variables],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if process.returncode and UNREACHED.search(process.stdout) and not os.environ.get("CI"):
        pytest.skip(f"SKIPPED: the packages for `make pyz` cannot be reached here: {process.stdout[-400:]}")
    assert process.returncode == 0, process.stdout
    return file


@dataclass
class BareMachine:
    """A Python without any package, an empty folder and an empty home: what a newcomer has beside the file."""

    python: Path
    file: Path
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its processes, and no others."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder / "home"), "REFEREE_TOKEN": TOKEN}

    def run(self, *arguments: str) -> str:
        """The output of a command of the file."""
        command = [str(self.python), str(self.file), *arguments]
        process = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stderr
        return process.stdout

    @contextmanager
    def serve(self) -> Iterator[Running]:
        """The service of the file on a new database, until the block ends."""
        port, database, output = str(free_port()), self.folder / "referee.sqlite", self.folder / "output.txt"
        command = [str(self.python), str(self.file), "serve", "--port", port, "--database", str(database)]
        with output.open("w", encoding="utf-8") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running = Running(f"http://127.0.0.1:{port}", database, output, process, PLAIN)
        try:
            eventually(running.is_ready)
            yield running
        finally:
            process.terminate()
            process.wait(DEADLOCK_SECONDS)


def bare_machine(file: Path, folder: Path) -> BareMachine:
    """A machine with nothing but Python and this file. Fails if its Python finds the project."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "python")], check=True)
    (folder / "home").mkdir()
    machine = BareMachine(folder / "python" / "bin" / "python", file, folder)
    for module in ("referee", "msgspec"):
        command = [str(machine.python), "-c", f"import {module}"]
        process = subprocess.run(command, cwd=folder, env=machine.environment, stderr=subprocess.PIPE, check=False)
        assert b"ModuleNotFoundError" in process.stderr
    return machine


def processes_of(group: int) -> int:
    """The processes of a service: the one that was started, its workers, and those that keep read models."""
    command = ["ps", "-A", "-ww", "-o", "pgid=,args="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    # Python's own process, which cleans up after the others where they are spawned.
    return sum(line.split()[0] == str(group) and "resource_tracker" not in line for line in lines)


def test_one_file_serves_and_verifies_where_nothing_else_is_installed(tmp_path: Path) -> None:
    machine = bare_machine(make_file(tmp_path), tmp_path)
    assert not (tmp_path / "build").exists()
    assert referee.__version__ in machine.run("--version")
    with machine.serve() as running, running.client() as organizer:
        match = organizer.open()
        organizer.tell(match, {"type": "note", "text": "the first word in the log"})
        contest = Contest(organizer, "Ana", "Beto", "Carla")
        contest.report({"Ana": 40, "Beto": 64})
        assert contest.rows("ptos")[0] == (1, "Ana", 1)
        # The read models have a process of their own where there is a core for it.
        eventually(lambda: processes_of(running.process.pid) >= min(3, 1 + cores()))
        contest.report({"Ana": 40, "Carla": 64})
        assert contest.rows("ptos")[0] == (1, "Ana", 2)
        pages = {
            "/organize": "text/html",
            "/v1/docs": "text/html",
            "/v1/docs/openapi.d.ts": "text/plain",
            "/v1/openapi.json": "application/json",
            f"/v1/contests/{contest.id}/standings?format=html": "text/html",
            f"/share/{match}.png": "image/png",
        }
        answers = {path: organizer.get(path) for path in pages}
        assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(pages, 200)
        for path, answer in answers.items():
            assert answer.headers["content-type"].startswith(pages[path]), path
    assert running.process.returncode == 0, running.output_text()
    assert "Traceback" not in running.output_text()
    database = ("--database", str(running.database))
    record, proofs, key = (machine.folder / name for name in ("match.jsonl", "match.proofs.jsonl", "club.key"))
    record.write_text(machine.run("export", match, "--proofs", str(proofs), *database), encoding="utf-8")
    key.write_text(machine.run("key", *database), encoding="utf-8")
    machine.run("verify", str(record), "--proofs", str(proofs), "--key", str(key))
    machine.run("verify", *database, "--key", str(key))
    assert "the first word in the log" in record.read_text(encoding="utf-8")
    # Some 200 MB, which pytest would keep.
    machine.file.unlink()
    shutil.rmtree(machine.folder / "home")


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("cpython-27-sparc-linux-gnu.so", "this file was made for cpython-27-sparc-linux-gnu"),
        ("cp399-win_amd64.pyd", "this file was made for cp399-win_amd64"),
        (None, ""),
    ],
)
def test_the_file_says_which_python_it_is_for(ending: str | None, words: str, tmp_path: Path) -> None:
    preamble = tmp_path / "bin" / PREAMBLE.name
    preamble.parent.mkdir()
    shutil.copy(PREAMBLE, preamble)
    (tmp_path / "msgspec").mkdir()
    (own,) = (path.name for path in Path(msgspec.__file__).parent.glob("_core.*") if path.suffix != ".pyi")
    (tmp_path / "msgspec" / (f"_core.{ending}" if ending else own)).touch()
    process = subprocess.run([sys.executable, preamble], capture_output=True, text=True, check=False)
    assert process.returncode == bool(words)
    assert words in process.stderr
    assert bool(words) == bool(process.stderr)
