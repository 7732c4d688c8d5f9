"""The program in TypeScript of the documentation: it is typed by the types that the service hands out, and it runs."""

import re
import subprocess

import pytest

from api.pages.print.guide import TYPESCRIPT
from tests.clients.workshop import Workshop, require_success
from tests.support.service import TOKEN, Running

pytestmark = pytest.mark.long


def test_the_program_of_the_guide_runs(workshop: Workshop, running: Running) -> None:
    commands = "\n".join(step.commands.format() for step in TYPESCRIPT.steps)
    subprocess.run(["bash", "-euc", f"url={running.url}\n{commands}"], cwd=workshop.folder, check=True)
    check = re.search(r"`npx tsc ([^`]+)`", TYPESCRIPT.steps[-1].words.en)
    assert check is not None
    require_success(workshop.node("tsc", *check[1].split()))
    process = workshop.run("node", "table.mts", running.url, f"Authorization: Bearer {TOKEN}")
    assert process.returncode == 0, process.stdout
    match = re.fullmatch(r"Ana: ([0-2]), Beto: ([0-2])\n", process.stdout)
    assert match is not None, process.stdout
    assert sum(map(int, match.groups())) == 2
