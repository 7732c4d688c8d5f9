"""Clients that the usual generators make of the API's document: without a warning, and their code type-checks strictly."""

import pytest

from tests.clients import typescript
from tests.clients.workshop import DOCUMENT, Workshop, quiet, succeed

pytestmark = pytest.mark.long


def test_openapi_python_client(workshop: Workshop) -> None:
    made = ["--output-path", "made/python", "--overwrite", "--config", "openapi-python-client.yaml"]
    quiet(workshop.run("openapi-python-client", "generate", "--path", DOCUMENT.name, *made))
    succeed(workshop.run("mypy", "--strict", "made/python/referee_client"))


def test_datamodel_code_generator(workshop: Workshop) -> None:
    read = ["--input", DOCUMENT.name, "--input-file-type", "openapi", "--target-python-version", "3.11"]
    made = ["--output", "made/models.py", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    quiet(workshop.run("datamodel-codegen", *read, *made))
    succeed(workshop.run("python", "-m", "py_compile", "made/models.py"))


def test_openapi_typescript(workshop: Workshop) -> None:
    """Its types ship with the service."""
    made = typescript.make(workshop)
    succeed(workshop.node("tsc", "--project", "tsconfig.json"))
    assert made == typescript.SHIPPED.read_text(encoding="utf-8"), "run: make types"


def test_hey_api(workshop: Workshop) -> None:
    quiet(workshop.node("openapi-ts", "-i", DOCUMENT.name, "-o", "made/hey"))
    succeed(workshop.node("tsc", "--project", "tsconfig.json"))


def test_redocly(workshop: Workshop) -> None:
    done = workshop.node("redocly", "lint", DOCUMENT.name, "--format", "stylish")
    succeed(done)
    assert "warning" not in done.stdout, done.stdout[-4000:]
