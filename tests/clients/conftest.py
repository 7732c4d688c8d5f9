"""The workshop of the clients: skipped with a message if it cannot be had, but never if CI is set."""

import os

import pytest

from tests.clients.workshop import NotHere, Workshop, require_programs


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    try:
        require_programs()
    except NotHere as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"SKIPPED: the generators and linters cannot be had here: {reason}")
    return Workshop(tmp_path_factory.mktemp("clients"))
