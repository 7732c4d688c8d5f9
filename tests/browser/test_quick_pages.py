"""`make pages-quick` says what it leaves out, and still opens every page and records every game."""

import os
import re
import subprocess
import sys
from pathlib import Path

from referee.match.registry import rulesets
from tests.browser.visiting import ADDRESSES
from tests.support.quick_pages import game_of

ROOT = Path(__file__).parents[2]
FOLDERS = ["tests/browser", "--ignore", "tests/browser/engines"]


def collection(*arguments: str) -> str:
    """What pytest prints of the tests that a run would take."""
    command = [sys.executable, "-m", "pytest", *arguments, *FOLDERS, "-n", "0", "--collect-only", "-q"]
    # In a run of several processes, these belong to the run.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr
    return result.stdout


def test_a_quick_run_of_the_pages_opens_every_page_and_records_every_game() -> None:
    quick = collection("-p", "tests.support.quick_pages")
    names = [line for line in quick.splitlines() if "::" in line]
    for address in ADDRESSES:
        assert any(name.endswith(f"[{address}]") for name in names), address
    matches = [name for name in names if "test_a_whole_match_by_touch[" in name]
    names_of_rulesets = {one for one in rulesets() for name in matches if f"[{one}-" in name}
    assert {game_of(one) for one in names_of_rulesets} == {game_of(one) for one in rulesets()}
    files = {name.partition("::")[0] for name in names}
    assert files >= {f"tests/browser/{path.name}" for path in Path(__file__).parent.glob("test_*.py")}
    assert re.search(r"\d+ of \d+ tests of the pages, .* make pages$", quick, re.MULTILINE)
