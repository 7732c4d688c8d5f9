"""Linters find nothing in the API's document, not even a warning: none is excepted."""

import pytest

from tests.clients.workshop import DOCUMENT, OLDER, Workshop, require_success

pytestmark = pytest.mark.long


def test_redocly(workshop: Workshop) -> None:
    process = workshop.node("redocly", "lint", DOCUMENT.name, "--format", "stylish")
    require_success(process)
    assert "warning" not in process.stdout, process.stdout[-4000:]


def test_spectral(workshop: Workshop) -> None:
    """All rules of `spectral:oas`. Two of them hold every example against its schema, which takes most of the time."""
    require_success(
        workshop.node("spectral", "lint", DOCUMENT.name, "--ruleset", "spectral.yaml", "--fail-severity", "hint")
    )


def test_the_document_in_openapi_3_0_is_valid(workshop: Workshop) -> None:
    """By the schema of that edition. Redocly wants a `type` beside each `nullable`, which generators do not need."""
    require_success(workshop.run("openapi-spec-validator", "--schema", "3.0", OLDER))
