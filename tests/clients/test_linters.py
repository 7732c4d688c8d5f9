"""Linters find nothing in the API's document, not even a warning: none is excepted."""

import pytest

from tests.clients.workshop import DOCUMENT, Workshop, succeed

pytestmark = pytest.mark.long


def test_redocly(workshop: Workshop) -> None:
    process = workshop.node("redocly", "lint", DOCUMENT.name, "--format", "stylish")
    succeed(process)
    assert "warning" not in process.stdout, process.stdout[-4000:]


def test_spectral(workshop: Workshop) -> None:
    """All rules of `spectral:oas`. Two of them hold every example against its schema, which takes most of the time."""
    succeed(workshop.node("spectral", "lint", DOCUMENT.name, "--ruleset", "spectral.yaml", "--fail-severity", "hint"))
