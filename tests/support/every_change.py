"""Tries chance half as often, which is enough for every change: `-p tests.support.every_change`, in `make test-all`.

Properties try half of their examples. Of cases that differ by the number of their `seed` alone, or by a `part` of the seeds,
every other one runs. All other tests run whole; `make rest` has the other half.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator

import hypothesis
import pytest

from tests.support.quick import Selection, cases_by_function, values_of

CHANCE = ("seed", "part")
"""Parameters whose numbers stand for nothing but chance."""
REMARK = (
    "{left_out} of {all} tests, which differ from those that ran by their seeds alone, and half of the examples of properties: "
    "make rest"
)


def chance_names(item: pytest.Item) -> list[str]:
    """Returns the parameters of a case that number its seeds."""
    spec = getattr(item, "callspec", None)
    return [] if spec is None else [name for name in CHANCE if type(spec.params.get(name)) is int]


def other_values(item: pytest.Item) -> frozenset[tuple[str, Hashable]]:
    """Returns the values of a case without the numbers of its seeds."""
    names = chance_names(item)
    return frozenset((name, value) for name, value in values_of(item) if name not in names)


def half_of_chance(items: list[pytest.Item]) -> list[pytest.Item]:
    """Returns the items that run, in their order: of those that differ by seeds alone the first, the third and so on."""
    selection = {item.nodeid for cases in cases_by_function(items).values() for item in every_other(cases)}
    return [item for item in items if item.nodeid in selection]


def every_other(cases: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yields the cases of a test that run."""
    alike = defaultdict[Hashable, list[pytest.Item]](list)
    for case in cases:
        alike[other_values(case) if chance_names(case) else case.nodeid].append(case)
    for some in alike.values():
        yield from some[::2]


def pytest_configure(config: pytest.Config) -> None:
    """Begins. The profile of Hypothesis is another one before the first test is imported."""
    hypothesis.settings.load_profile("change")
    config.pluginmanager.register(Selection(half_of_chance, REMARK), "quick-selection")
