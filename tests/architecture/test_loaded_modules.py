"""The packages that each process and command loads: those that it needs, when it needs them.

A start is mostly imports, and what is loaded stays in memory. Whoever adds a package to a list here says what needs it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from api.cli.commands import COMMANDS
from tests.support.service import free_port

RECORD = Path(__file__).parents[1] / "data" / "records" / "hearts-openspiel-05.match.jsonl"
COMMAND = "import atexit\natexit.register({look})\nfrom api.cli.main import main\nmain()"
SUPERVISOR = """
from api.server import workers
workers._Supervisor.run = {look}
from api.cli.main import main
main()
"""
WORKER = """
import asyncio
from api.server import connection
from api.cli.readiness import app_from_environment
app = app_from_environment(lambda _: None)
async def begin():
    async with app.lifespan():
        ({look})()
asyncio.run(begin())
"""
LOOK = "lambda *_: __import__('pathlib').Path(__import__('os').environ['LOADED']).write_text(' '.join(__import__('sys').modules))"
"""Writes the names of all loaded modules."""
HELP = {"click", "msgspec", "typing_extensions"}
"""Words, structs and options."""
DATABASE = HELP | {"cachetools", "eventsourcing", "sqlalchemy", "cryptography"}
SERVICE = DATABASE | {"uuid_utils"}
"""The modules that open a log with its people and read its matches."""
WORKS = SERVICE | {
    "anyio",
    "httptools",
    "litestar",
    "markupsafe",
    "multidict",
    "multipart",
    "prometheus_client",
    "sniffio",
    "uvicorn",
    "yaml",
}
"""The modules that a worker loads before its first request. `yaml` comes with Litestar."""
CASES: dict[str, tuple[tuple[str, ...], str, set[str]]] = {
    "referee --help": (("--help",), COMMAND, HELP),
    "referee audit FILE": (("audit", "FILE"), COMMAND, SERVICE | {"rich"}),
    "referee verify FILE": (("verify", "FILE"), COMMAND, HELP | {"cryptography"}),
    "referee export": (("export", "MATCH"), COMMAND, SERVICE),
    "the supervisor of serve": (("serve", "--port", "PORT"), SUPERVISOR, HELP | {"uvicorn"}),
    "a worker before its first request": ((), WORKER, WORKS),
}
OURS = {"api", "projections", "referee"}
HEAVY = (
    "api.app",
    "api.compose",
    "api.http",
    "projections",
    "referee.games",
    "referee.log.log",
    "referee.match",
    "sqlite3",
)
"""Our own rooms, and what stands for them, that a process without a database does without."""
EXTRAS = {
    *("coverage", "a1_coverage", "cython_runtime", "opentelemetry", "sitecustomize"),
    *("attr", "attrs", "annotated_types", "pydantic", "pydantic_core", "starlette", "typing_inspection"),
}
"""Modules that measure, where installed, those that compiled modules bring, and those that Litestar takes where they are."""


class Site(NamedTuple):
    """A database with one match, and a file with the record of that."""

    database: Path
    match: str
    record: Path

    def loads(self, name: str) -> set[str]:
        """Runs a process to its end, and returns the names of the modules that it has loaded."""
        arguments, script = CASES[name][:2]
        loaded = self.record.with_name("loaded.txt")
        words = {"MATCH": self.match, "FILE": str(self.record), "PORT": str(free_port())}
        program = [sys.executable, "-c", script.format(look=LOOK), *(words.get(word, word) for word in arguments)]
        result = subprocess.run(program, env=self.settings | {"LOADED": str(loaded)}, capture_output=True, check=False)
        assert result.returncode == 0, result.stderr.decode()
        return set(loaded.read_text(encoding="utf-8").split())

    @property
    def settings(self) -> dict[str, str]:
        """The environment of its processes. They are not measured: `make coverage` would load what measures into them."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
        return own | {"REFEREE_DATABASE": str(self.database), "XDG_DATA_HOME": str(self.database.parent)}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with a match that was imported."""
    folder = tmp_path_factory.mktemp("loaded")
    new = Site(folder / "referee.sqlite", "", folder / "record.jsonl")
    referee = [sys.executable, "-m", "api.cli"]
    match = json.loads(subprocess.check_output([*referee, "import", str(RECORD), "--json"], env=new.settings))["match"]
    new.record.write_bytes(subprocess.check_output([*referee, "export", match], env=new.settings))
    return new._replace(match=match)


@pytest.mark.parametrize("name", CASES)
def test_a_process_loads_the_packages_that_it_needs(name: str, site: Site) -> None:
    packages = {module.partition(".")[0] for module in site.loads(name)} - sys.stdlib_module_names
    foreign = {one for one in packages if not one.startswith("_")} - OURS - EXTRAS
    assert foreign == CASES[name][2]


@pytest.mark.parametrize("name", ["referee --help", "the supervisor of serve"])
def test_help_and_the_supervisor_load_neither_rules_nor_the_service(name: str, site: Site) -> None:
    modules = site.loads(name)
    assert not [one for one in modules if one.startswith(HEAVY)]


def test_a_command_loads_no_other_one_and_help_loads_none(site: Site) -> None:
    places = {entry.place.partition(":")[0] for entry in COMMANDS.values()}
    assert site.loads("referee --help") & places == set()
    assert site.loads("referee verify FILE") & places == {"api.cli.archive.verifying"}


def test_a_worker_loads_what_makes_the_document_and_feeds_once_they_are_asked_for(site: Site) -> None:
    assert not site.loads("a worker before its first request") & {"api.document.document", "xml.etree.ElementTree"}


def test_the_export_of_a_match_loads_no_game(site: Site) -> None:
    assert not [one for one in site.loads("referee export") if one.startswith(("referee.games.", "referee.contests"))]
