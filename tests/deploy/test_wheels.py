"""The wheels, built and installed into environments that hold only their declared requirements."""

import os
import subprocess
import tomllib
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

import referee
from tests.support.empty_environment import EmptyEnvironment, build, install, requirement_names, requirements
from tests.support.service import Running, free_port
from tests.support.waiting import DEADLOCK_SECONDS, eventually

ROOT = Path(__file__).parents[2]
HEAVY = {"litestar", "sqlalchemy", "eventsourcing", "uvicorn", "psycopg", "cryptography"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the service."""
    return build(ROOT, tmp_path_factory.mktemp("service-wheel"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the client."""
    return build(ROOT / "client", tmp_path_factory.mktemp("client-wheel"))


@pytest.fixture(scope="module")
def service(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> EmptyEnvironment:
    return install(whole, tmp_path_factory.mktemp("service-environment") / "env")


def test_the_wheel_serves_its_demonstration(service: EmptyEnvironment, tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with (tmp_path / "output.txt").open("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [service.bin / "referee", "demo", "--port", str(port)],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            eventually(Running(url, tmp_path, tmp_path / "output.txt", process).is_ready)
            with httpx.Client(base_url=url, timeout=DEADLOCK_SECONDS) as browser:
                matches = browser.get("/v1/matches").json()["items"]
                assert matches
                for path in (
                    "/v1/docs",
                    "/v1/docs/openapi.d.ts",
                    "/v1/openapi.json",
                    f"/v1/matches/{matches[0]['id']}/audit",
                ):
                    assert browser.get(path).status_code == 200, path
        finally:
            process.terminate()
            process.wait(DEADLOCK_SECONDS)


def test_the_wheel_says_its_version_in_both_languages(service: EmptyEnvironment, tmp_path: Path) -> None:
    assert referee.__version__ in service.run("referee", "--version")
    assert "Opciones" in service.run("referee", "--help", LANG="es_ES.UTF-8")


def test_the_client_needs_one_http_library(client: Path) -> None:
    assert {one.name for one in requirements(client)} == {"httpx", "msgspec"}
    assert requirement_names(requirements(client)) & HEAVY == set()


def test_the_client_by_itself_opens_plays_and_audits(client: Path, running: Running, tmp_path: Path) -> None:
    environment = install(client, tmp_path / "env")
    example = (
        (ROOT / "client" / "README.md").read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    )
    script = example.replace("http://127.0.0.1:8000", running.url).replace(
        '"secret"', f'"{"an-organizer-token-for-tests"}"'
    )
    output = environment.run("python", "-c", script)
    assert output == "hearts.follow-suit in event 4 proven by event 8\n"
    rest = (
        "from referee.match.registry import rulesets; from referee.client import calls, Referee;"
        "print(len(rulesets()), Referee.audit.__name__)"
    )
    assert environment.run("python", "-c", rest).endswith("audit\n")


def test_the_two_wheels_are_of_one_version(whole: Path, client: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert version == referee.__version__
    assert whole.name.split("-")[1] == client.name.split("-")[1] == version


def test_the_client_is_the_services_own_files(whole: Path, client: Path) -> None:
    with ZipFile(whole) as of_service, ZipFile(client) as of_client:
        modules = [name for name in of_client.namelist() if name.endswith(".py")]
        assert modules
        assert [name for name in modules if of_client.read(name) != of_service.read(name)] == []
        assert not any(name.endswith(".pyc") for name in of_client.namelist())
