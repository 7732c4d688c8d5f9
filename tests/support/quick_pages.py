"""Selects the tests of `make pages-quick`: `-p tests.support.quick_pages`.

`tests/browser/sampled.txt` names what costs most and how many of its cases run; 0 leaves all of them to `make pages`. All other
tests run whole. The cases of a test are of as many games as possible, where those of `make test` are of as many rulesets: a page
looks alike in all rulesets of a game.
"""

from collections.abc import Hashable
from functools import partial
from pathlib import Path

import pytest

from referee.match.registry import GAMES, rulesets
from tests.support.quick import Selection, case_counts, cases_by_function, representatives, values_of

LIST = Path(__file__).parents[1] / "browser" / "sampled.txt"
REMARK = (
    "{left_out} of {all} tests of the pages, nearly all of them further cases of what ran (tests/browser/sampled.txt): "
    "make pages"
)


def game_of(name: str) -> str:
    """Returns the folder with the rules of this ruleset."""
    return rulesets()[name].game.state.__module__.removeprefix(f"{GAMES}.").partition(".")[0]


def values_with_game(item: pytest.Item) -> set[tuple[str, Hashable]]:
    """Returns the values of a case, and the game of its ruleset."""
    values = values_of(item)
    return values | {("game", game_of(str(value))) for _, value in values if value in rulesets()}


def quick_pages(items: list[pytest.Item]) -> list[pytest.Item]:
    """Returns the items that run, in their order."""
    counts = case_counts(LIST)
    choose = partial(representatives, values_of_case=values_with_game)
    selection = {
        item.nodeid
        for name, cases in cases_by_function(items).items()
        for item in choose(cases, counts.get(name, len(cases)))
    }
    return [item for item in items if item.nodeid in selection]


def pytest_configure(config: pytest.Config) -> None:
    """Begins."""
    config.pluginmanager.register(Selection(quick_pages, REMARK), "quick-selection")
