"""Tests pass every time or never: where a service deals the cards for one, the test gives the seed."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
SERVED = ("api", "cli", "evidence", "faults", "log")
"""Folders in which a service draws. Tables without one have a seed of their own (tests/support/table.py)."""
ABOUT_CHANCE = {
    "api/evidence/test_committed_shuffles.py": "a commitment is opened by what the service deals",
    "cli/test_from_outside.py": "a seed that was changed is found, and what a commitment opened",
    "evidence/test_changed_seeds.py": "a commitment is opened by what the service deals",
    "api/http/test_dry_run.py": "what chance decides is null",
    "api/matches/test_matches.py": "the seed that was drawn is recorded",
    "api/matches/test_offline_queues.py": "a deal sent twice is one, whatever was drawn",
    "api/http/test_dry_run_chance.py": "chance is asked only where it decides",
}


def dealt_by_chance(code: str) -> Iterator[int]:
    """The lines at which an event is dealt by chance and has no seed."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Dict):
            values = {
                key.value: value
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant)
            }
            shuffle = values.get("shuffle")
            if isinstance(shuffle, ast.Constant) and shuffle.value is True and "seed" not in values:
                yield node.lineno


def test_whoever_deals_by_chance_gives_a_seed_or_tests_chance() -> None:
    files = [file for folder in SERVED for file in (TESTS / folder).rglob("test_*.py")]
    lines_by_file = {
        str(file.relative_to(TESTS)): [*dealt_by_chance(file.read_text(encoding="utf-8"))] for file in files
    }
    assert {name for name, lines in lines_by_file.items() if lines} == {*ABOUT_CHANCE}, lines_by_file
