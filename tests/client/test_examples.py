"""The examples that people copy, run against the service."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from referee.client import Referee
from tests.support.service import TOKEN, Running
from tests.support.waiting import DEADLOCK_SECONDS

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "client" / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_an_example_of_the_client_runs(running: Running, block: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(block.replace("http://127.0.0.1:8000", running.url).replace("secret", TOKEN), names)
    if follow := names.get("follow"):
        with Referee(running.url, TOKEN, timeout=DEADLOCK_SECONDS) as referee:
            match = referee.open_match("hearts.castillar", ["Ana", "Beto"])
        asyncio.run(follow(match.id))
        assert capsys.readouterr().out.startswith("1 Opening(")
