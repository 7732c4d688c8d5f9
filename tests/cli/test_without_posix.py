"""A system without the parts of POSIX, such as Windows, runs everything but the service; the service names the missing parts."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import COMMANDS, RECORD

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
PYTHON = "Programming Language :: Python :: 3."


class Elsewhere:
    """The command line on such a system, with a database of its own."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self._process = process
        self.folder = folder
        self.ran: set[str] = set()

    def run(self, command: str, *arguments: object, status: int = 0) -> str:
        """The output of a command; `status` is the exit status expected of it."""
        self.ran.add(command)
        assert self._process.stdin
        assert self._process.stdout
        line = [*command.split(), *map(str, arguments)]
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        result: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert result["status"] == status, (line, result)
        return str(result["output"] if status < 2 else result["errors"])


@contextmanager
def elsewhere(folder: Path) -> Iterator[Elsewhere]:
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "LANG": "en"}
    command = [sys.executable, "-X", "warn_default_encoding", "-m", "tests.support.as_on_windows"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    with process:
        yield Elsewhere(process, folder)
        assert process.stdin
        process.stdin.close()
        process.wait()


def test_every_command_but_the_service_runs_where_posix_is_missing(tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "log.sqlite"))
    record, proofs, copy = tmp_path / "one.match.jsonl", tmp_path / "proofs.json", tmp_path / "copy.sqlite"
    with elsewhere(tmp_path) as here:
        match = json.loads(here.run("import", RECORD, "--json", *database))["match"]
        record.write_text(here.run("export", match, *database), encoding="utf-8")
        here.run("export", match, "--proofs", proofs, *database)
        here.run("verify", record)
        here.run("verify", *database)
        here.run("verify", RECORD, status=1)
        here.run("audit", record)
        here.run("audit", match, *database)
        here.run("checkpoint", *database)
        here.run("key", *database)
        here.run("key rotate", *database)
        token = json.loads(here.run("token create", "--role", "auditor", "--json", *database))["id"]
        here.run("token list", *database)
        here.run("token revoke", token, *database)
        here.run("backup", copy, *database)
        here.run("restore", copy, "--database", tmp_path / "restored.sqlite")
        here.run("rebuild", *database)
        here.run("doctor", *database)
        here.run("certificate", "mesa.example", "--folder", tmp_path / "certificates")
        rules = tmp_path / "house.json"
        rules.write_text(
            '{"name": "Casa", "author": "Peña", "ruleset": "hearts.castillar", "params": {"rounds": 2}}', "utf-8"
        )
        here.run("house", rules)
        nobody = "http://127.0.0.1:9"
        here.run("listen", "--url", nobody, "--forward", f"{nobody}/hook", status=1)
        here.run("openapi", "--output", tmp_path / "openapi.json")
        here.run("witness", "--log", here.run("key", *database).strip(), "--file", tmp_path / "witness.sqlite")
        for service in ("serve", "demo"):
            needs = here.run(service, status=2)
            assert "`fcntl`, `resource`" in needs
            assert "WSL 2" in needs
            here.run(service, "--help")
        # The library of `mcp` asks for the name of the system, which is not that of one without POSIX here.
        assert here.ran - {"key"} == COMMANDS.keys() - {"mcp"}


def test_what_the_package_says_of_itself_is_true() -> None:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    systems = {one for one in project["classifiers"] if one.startswith("Operating System")}
    assert systems == {"Operating System :: POSIX"}, "a service runs on no other"
    versions = [one.rpartition(" ")[2] for one in project["classifiers"] if one.startswith(PYTHON)]
    assert f">={versions[0]}" == project["requires-python"]


@pytest.mark.parametrize("arguments", [["--version"], ["audit", str(RECORD)]])
def test_the_package_is_the_command_line(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "referee", *arguments]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout


@pytest.mark.parametrize(("encoding", "language"), [("cp1252", "es"), ("ascii", "en")])
def test_what_is_printed_into_a_file_is_utf_8_whatever_the_system_writes(encoding: str, language: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "LANG": language}
    command = [sys.executable, "-m", "referee", "audit", str(RECORD), "--hand", "1"]
    process = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (process.returncode, process.stderr) == (0, b"")
    assert "♦" in process.stdout.decode("utf-8")
