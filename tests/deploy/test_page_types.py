"""The types of the pages are checked before every change; if they cannot be, the check says so and fails CI alone."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / ".ci" / "page_types.py"
LOCKS = sorted(path for path in ROOT.glob("tests/*/package-lock.json"))


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_where_node_is_missing_it_is_said_and_fails_in_ci_only(ci: str, status: int) -> None:
    # Without its packages: -I leaves out those of the user, -S those of the environment.
    command = [sys.executable, "-I", "-S", str(PROGRAM)]
    process = subprocess.run(command, env=os.environ | {"CI": ci}, capture_output=True, text=True, check=False)
    assert "SKIPPED" in process.stdout
    assert process.returncode == status, process.stderr


def test_make_lint_checks_them() -> None:
    recipe = re.search(r"^lint:.*\n(?:\t.*\n)+", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    assert "page_types.py" in recipe[0]
    options = json.loads((ROOT / "tests/browser/tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
    assert options["strict"] and options["checkJs"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.parent.name)
def test_no_lock_of_npm_names_an_address(lock: Path) -> None:
    assert (lock.parent / ".npmrc").read_text(encoding="utf-8") == "omit-lockfile-registry-resolved=true\n"
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    assert [name for name, one in packages.items() if "resolved" in one] == []
    assert all("integrity" in one for name, one in packages.items() if name)


def test_there_are_such_locks() -> None:
    assert {lock.parent.name for lock in LOCKS} >= {"browser", "clients"}
