"""Clients that the usual generators make of the API's document: without a warning, and their code type-checks strictly."""

import re
import subprocess

import pytest

from tests.clients.workshop import Workshop

pytestmark = pytest.mark.long
TROUBLE = re.compile(r"warn|error|unable|cannot|unsupported|fail|skipp", re.IGNORECASE)


def quiet(done: "subprocess.CompletedProcess[str]") -> None:
    """Raises AssertionError where a program failed, or complained of anything."""
    assert done.returncode == 0, done.stdout[-4000:]
    assert not TROUBLE.search(done.stdout), done.stdout[-4000:]


def test_openapi_python_client(workshop: Workshop) -> None:
    made = ["--output-path", "made/python", "--overwrite", "--config", "openapi-python-client.yaml"]
    quiet(workshop.run("openapi-python-client", "generate", "--path", "openapi.json", *made))
    checked = workshop.run("mypy", "--strict", "made/python/referee_client")
    assert checked.returncode == 0, checked.stdout[-4000:]


def test_datamodel_code_generator(workshop: Workshop) -> None:
    read = ["--input", "openapi.json", "--input-file-type", "openapi", "--target-python-version", "3.11"]
    made = ["--output", "made/models.py", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    quiet(workshop.run("datamodel-codegen", *read, *made))
    checked = workshop.run("python", "-m", "py_compile", "made/models.py")
    assert checked.returncode == 0, checked.stdout[-4000:]


def test_openapi_typescript(workshop: Workshop) -> None:
    quiet(workshop.node("openapi-typescript", "openapi.json", "-o", "made/types.ts"))
    checked = workshop.node("tsc", "--project", "tsconfig.json")
    assert checked.returncode == 0, checked.stdout[-4000:]


def test_hey_api(workshop: Workshop) -> None:
    quiet(workshop.node("openapi-ts", "-i", "openapi.json", "-o", "made/hey"))
    checked = workshop.node("tsc", "--project", "tsconfig.json")
    assert checked.returncode == 0, checked.stdout[-4000:]


def test_redocly(workshop: Workshop) -> None:
    done = workshop.node("redocly", "lint", "openapi.json", "--format", "stylish")
    assert done.returncode == 0, done.stdout[-4000:]
    assert "warning" not in done.stdout, done.stdout[-4000:]
