"""The workshop of the clients: skipped with a word where it cannot be had, but never where CI is set."""

import os
import shutil
from pathlib import Path

import pytest

from tests.clients.workshop import HERE, ROOT, NotHere, Workshop, need_programs


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    try:
        need_programs()
    except NotHere as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the generators and linters cannot be had here: {reason}")
    folder = tmp_path_factory.mktemp("clients")
    for file in (ROOT / "openapi" / "openapi.json", *HERE.glob("*.yaml"), HERE / "tsconfig.json"):
        shutil.copy(file, folder / Path(file).name)
    (folder / "made").mkdir()
    return Workshop(folder)
