"""Clients that the usual generators make of the API's document: without a warning, type-checked strictly, and at work.

With two of them, one in Python and one in TypeScript, a whole hand of Hearts is played against the running service.
"""

import shutil
from pathlib import Path

import pytest

from tests.clients import typescript
from tests.clients.workshop import DOCUMENT, HERE, Workshop, quiet, require_success
from tests.support.service import TOKEN, Running

pytestmark = pytest.mark.long
HAND = "52 plays, seat 2 yellow, c1 rejected\n"
"""The output of both programs about the hand that they played, from the audit."""


def put(workshop: Workshop, program: str, place: str) -> None:
    """Copies a program that uses a generated client to the place of that client."""
    shutil.copy(HERE / "programs" / program, workshop.folder / place)


@pytest.fixture(scope="module")
def python_client(workshop: Workshop) -> Path:
    """The client of openapi-python-client, and beside it a program."""
    options = ["--output-path", "made/python", "--overwrite", "--config", "openapi-python-client.yaml"]
    quiet(workshop.run("openapi-python-client", "generate", "--path", DOCUMENT.name, *options))
    put(workshop, "hearts.py", "made/python")
    return workshop.folder / "made" / "python"


def test_the_python_client_and_its_program_are_typed(workshop: Workshop, python_client: Path) -> None:
    require_success(workshop.run("mypy", "--strict", "hearts.py", "referee_client", within=python_client))


def test_a_whole_hand_by_the_python_client(workshop: Workshop, python_client: Path, running: Running) -> None:
    process = workshop.run("python", "hearts.py", running.url, TOKEN, within=python_client)
    assert (process.returncode, process.stdout) == (0, HAND)


@pytest.fixture(scope="module")
def typescript_client(workshop: Workshop) -> Path:
    """The client of @hey-api/openapi-ts, and beside it a program."""
    quiet(workshop.node("openapi-ts", "-i", DOCUMENT.name, "-o", "made/hey"))
    put(workshop, "hearts.ts", "made")
    return workshop.folder / "made"


def test_the_typescript_client_and_its_program_are_typed(workshop: Workshop, typescript_client: Path) -> None:
    require_success(workshop.node("tsc", "--project", "tsconfig.json"))


def test_a_whole_hand_by_the_typescript_client(workshop: Workshop, typescript_client: Path, running: Running) -> None:
    require_success(workshop.node("tsc", "--project", "tsconfig.run.json"))
    process = workshop.run("node", "ran/hearts.js", running.url, TOKEN, within=typescript_client.parent)
    assert (process.returncode, process.stdout) == (0, HAND)


def test_the_types_that_ship_are_those_of_the_document(workshop: Workshop) -> None:
    types = typescript.make(workshop)
    require_success(workshop.node("tsc", "--project", "tsconfig.json"))
    assert types == typescript.SHIPPED.read_text(encoding="utf-8"), "run: make types"


def test_the_models_of_datamodel_code_generator_read_every_example(workshop: Workshop) -> None:
    read = ["--input", DOCUMENT.name, "--input-file-type", "openapi", "--target-python-version", "3.11"]
    options = ["--output", "made/models.py", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin"]
    # Options set by hand: types that a type checker takes, in place of calls and of enums with a text for a default.
    options += ["--use-annotated", "--enum-field-as-literal", "all"]
    quiet(workshop.run("datamodel-codegen", *read, *options))
    put(workshop, "read_examples.py", "made")
    within = workshop.folder / "made"
    require_success(workshop.run("mypy", "--strict", "models.py", "read_examples.py", within=within))
    require_success(workshop.run("python", "read_examples.py", f"../{DOCUMENT.name}", within=within))
