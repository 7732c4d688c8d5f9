"""The compose files as their tools read them: by the Compose Specification, with the settings of the example."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = ("compose.yaml", "cluster/database.yaml", "cluster/node.yaml")
TOOLS = str(Path(sys.executable).parent)
SCHEMA = shutil.which("check-jsonschema", path=TOOLS)
PODMAN = shutil.which("podman-compose", path=TOOLS)
WITH_SCHEMA = pytest.mark.skipif(SCHEMA is None, reason="check-jsonschema comes with requirements-cluster.txt")
WITH_PODMAN = pytest.mark.skipif(PODMAN is None, reason="podman-compose comes with requirements-cluster.txt")
OF_THE_IMAGE = {("compose.yaml", "referee"), ("cluster/node.yaml", "referee")}
"""Services with an image that has its own health check."""


def read_yaml(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def names_in(value: Any) -> set[str]:
    """The names in a list, or before the colons of one, or in a mapping."""
    return {str(one).partition(":")[0] for one in value or ()}


def against_the_specification(file: Path) -> int:
    assert SCHEMA
    command = [SCHEMA, "--builtin-schema", "vendor.compose-spec", str(file)]
    return subprocess.run(command, capture_output=True, check=False).returncode


@WITH_SCHEMA
@pytest.mark.parametrize("name", FILES)
def test_the_specification_has_nothing_to_say_against_a_file(name: str) -> None:
    assert against_the_specification(DEPLOY / name) == 0


@WITH_SCHEMA
def test_a_word_that_compose_does_not_know_is_found(tmp_path: Path) -> None:
    content = read_yaml("compose.yaml")
    content["services"]["referee"]["healthchek"] = {}
    (tmp_path / "compose.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    assert against_the_specification(tmp_path / "compose.yaml") == 1


def read_by_podman(name: str, settings: Path) -> subprocess.CompletedProcess[str]:
    """The reading of a file by `podman-compose`. It asks for the version of Podman and nothing else of it: none need be here."""
    assert PODMAN
    podman = settings.with_name("podman")
    podman.write_text("#!/bin/sh\necho podman version 5.0.0\n", encoding="utf-8")
    podman.chmod(0o755)
    command = [
        PODMAN,
        "--podman-path",
        str(podman),
        "--env-file",
        str(settings),
        "--file",
        str(DEPLOY / name),
        "config",
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"})


@WITH_PODMAN
@pytest.mark.parametrize("name", FILES)
def test_podman_makes_of_a_file_what_it_says_and_misses_no_setting(name: str, tmp_path: Path) -> None:
    example = (DEPLOY / "cluster" / "env.example").read_text(encoding="utf-8")
    settings = tmp_path / "env"
    settings.write_text(re.sub(r"=$", "=chosen", example, flags=re.MULTILINE), encoding="utf-8")
    process = read_by_podman(name, settings)
    assert process.returncode == 0, process.stderr
    assert set(yaml.safe_load(process.stdout)["services"]) == set(read_yaml(name)["services"])
    assert "${" not in process.stdout
    # A missing value is asked for in words, and is not left empty.
    settings.write_text(example, encoding="utf-8")
    assert "PASSWORD" in read_by_podman(name, settings).stderr


@pytest.mark.parametrize("name", FILES)
def test_what_a_service_names_is_there(name: str) -> None:
    content = read_yaml(name)
    for service in content["services"].values():
        assert names_in(service.get("depends_on")) <= set(content["services"])
        assert names_in(service.get("secrets")) <= set(content.get("secrets", ()))
        for source in names_in(service.get("volumes")):
            there = source in content.get("volumes", ()) or source.startswith("$")
            assert there or ((DEPLOY / name).parent / source).is_file(), source


@pytest.mark.parametrize("name", FILES)
def test_every_setting_is_one_that_the_service_knows(name: str) -> None:
    settings_documented = set(
        re.findall(r"^\| `(REFEREE_\w+)`", (DEPLOY / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    settings_given = {one for service in read_yaml(name)["services"].values() for one in service.get("environment", ())}
    assert {one for one in settings_given if one.startswith("REFEREE_")} <= settings_documented


@pytest.mark.parametrize("name", FILES)
def test_every_container_says_whether_it_is_healthy(name: str) -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert "HEALTHCHECK" in image
    for service, content in read_yaml(name)["services"].items():
        assert ("healthcheck" in content) != ((name, service) in OF_THE_IMAGE), service


@pytest.mark.parametrize(("name", "service"), sorted(OF_THE_IMAGE))
def test_a_service_has_time_to_end(name: str, service: str) -> None:
    """Eight seconds are needed, as `tests/api/server/test_shutdown.py` tests, and some for a machine that is busy."""
    period = read_yaml(name)["services"][service]["stop_grace_period"]
    assert int(period.removesuffix("s")) > 8


def test_a_node_reads_through_the_door_of_the_standbys() -> None:
    doors = (DEPLOY / "cluster" / "haproxy.cfg").read_text(encoding="utf-8")
    environment = read_yaml("cluster/node.yaml")["services"]["referee"]["environment"]
    for setting, suffix in (("REFEREE_DATABASE", "/primary"), ("REFEREE_DATABASE_READ", "/replica")):
        match = re.search(r"@127\.0\.0\.1:(\d+)/", environment[setting])
        assert match
        door = re.search(rf"bind 127\.0\.0\.1:{match[1]}\n(.+\n)*? +option httpchk OPTIONS {suffix}\n", doors)
        assert door, setting
