"""Linters find nothing in the API's document, not even a warning: none is excepted."""

import pytest

from tests.clients.workshop import DOCUMENT, Workshop, require_success

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
