"""Selects the tests of `make test`, and with `--rest` those that it leaves out: `-p tests.support.quick`.

`tests/sampled.txt` names what costs most and how many of its cases `make test` runs; 0 leaves all of them to `make rest`.
Properties try fewer examples, and a test on either
database runs on one. All other tests run whole. A test that needs more CPU than `LIMIT` fails, so that the
selection stays quick.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any
from zlib import crc32

import hypothesis
import pytest

from tests.support.cost import cpu_seconds
from tests.support.pace import pace

LIST = Path(__file__).parents[1] / "sampled.txt"
DATABASES = ("sqlite", "postgres")
LIMIT = 5.0
"""CPU seconds of a test, with the processes that it starts and without what it shares with others, at the usual pace."""
CORES = os.cpu_count() or 1


def case_counts(path: Path | None = None) -> dict[str, int]:
    """Returns the number of cases that a quick run takes of each test that it does not run whole, by the list in this file."""
    lines = (path or LIST).read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: int(count) for count, name in words}


def function_of(item: pytest.Item) -> str:
    """Returns the id of the item's function, which all its cases share."""
    return item.nodeid.partition("[")[0]


def values_of(item: pytest.Item) -> set[tuple[str, Hashable]]:
    """Returns the values of a case by parameter: words and numbers as they are, others by their place in the list."""
    spec = getattr(item, "callspec", None)
    if spec is None:
        return set()
    return {
        (name, value if isinstance(value, str | int) else spec.indices[name]) for name, value in spec.params.items()
    }


def representatives(
    cases: list[pytest.Item],
    count: int,
    values_of_case: Callable[[pytest.Item], set[tuple[str, Hashable]]] = values_of,
) -> list[pytest.Item]:
    """Returns so many of the cases: each time the one with most values that no earlier one has.

    The sum of its name decides between equals, so that other tests take other cases, and every run the same.
    """
    if count >= len(cases):
        return cases
    rest = sorted(cases, key=lambda case: crc32(case.nodeid.encode()))
    values = {case.nodeid: values_of_case(case) for case in rest}
    choice: list[pytest.Item] = []
    covered_values = set[tuple[str, Hashable]]()
    while rest and len(choice) < count:
        case = max(rest, key=lambda one: len(values[one.nodeid] - covered_values))
        covered_values |= values[case.nodeid]
        rest.remove(case)
        choice.append(case)
    return choice


def database_of(case: pytest.Item) -> str | None:
    """Returns the kind of database that a case is about, if it is about one."""
    spec = getattr(case, "callspec", None)
    values = [] if spec is None else [value for value in spec.params.values() if isinstance(value, str)]
    return next((kind for kind in DATABASES if kind in values), None)


def on_one_database(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Returns the cases on one kind of database, where a test has cases on both: the same kind for all tests of a file.

    So what they share is made once. A third of the files has PostgreSQL, by the sums of their names.
    """
    kinds = {case.nodeid: database_of(case) for case in cases}
    if not set(DATABASES) <= set(kinds.values()):
        return cases
    path = cases[0].nodeid.partition("::")[0]
    kind = DATABASES[crc32(path.encode()) % 3 == 0]
    return [case for case in cases if kinds[case.nodeid] in {kind, None}]


def cases_by_function(items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """Returns all cases of each test, in their order."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        cases[function_of(item)].append(item)
    return cases


def quick_selection(items: list[pytest.Item]) -> set[str]:
    """Returns the ids of the items that a quick run takes."""
    counts = case_counts()
    return {
        item.nodeid
        for name, cases in cases_by_function(items).items()
        for item in representatives(on_one_database(cases), counts.get(name, len(cases)))
    }


def quick_items(items: list[pytest.Item]) -> list[pytest.Item]:
    """Returns the items of a quick run."""
    quick = quick_selection(items)
    return [item for item in items if item.nodeid in quick]


def other_items(items: list[pytest.Item]) -> list[pytest.Item]:
    """Returns the items that a quick run leaves out, and those of which it tries fewer examples."""
    quick = quick_selection(items)
    return [item for item in items if item.nodeid not in quick or tries_fewer(item)]


def tries_fewer(item: pytest.Item) -> bool:
    """True if the test tries less in a quick run: it is or has a property, or its module asks the profile how many to make."""
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return True
    if not isinstance(item, pytest.Function):
        return False
    return "given" in item.function.__code__.co_names or takes_number(item.module)


@cache
def takes_number(module: ModuleType) -> bool:
    """True if the module has no property, and still asks Hypothesis how many examples it shall try."""
    values = list(vars(module).values())
    return any(one is hypothesis.settings for one in values) and not any(one is hypothesis.given for one in values)


class Selection:
    """Leaves out what this run does not take, and says how much that is."""

    def __init__(self, select: Callable[[list[pytest.Item]], list[pytest.Item]], remark: str) -> None:
        """Takes what selects of all tests, and the line at the end: `{left_out}` of `{all}`."""
        self._select, self._remark = select, remark
        self._size = self._left_out = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Selects."""
        selection = self._select(items)
        ids = {item.nodeid for item in selection}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in ids])
        self._size, self._left_out = len(selection), len(items) - len(selection)
        items[:] = selection

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hands the numbers of a worker to the process that prints them."""
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["selection"] = [self._size, self._left_out]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Takes the numbers of a worker: all of them collect the same."""
        self._size, self._left_out = getattr(node, "workeroutput", {}).get("selection", [self._size, self._left_out])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says what was left out, and how to run it."""
        terminalreporter.section("left out")
        terminalreporter.line(self._remark.format(left_out=self._left_out, all=self._left_out + self._size))


class Limit:
    """Fails each test that needs more CPU seconds than `LIMIT`."""

    def __init__(self) -> None:
        self._shared_seconds = 0.0
        self._began = 0.0
        self._began_at = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Counts what several tests share for none of them."""
        if fixturedef.scope == "function":
            return (yield)
        began, before = cpu_seconds(), self._shared_seconds
        try:
            return (yield)
        finally:
            # A shared fixture that asks for another one has its cost in its own.
            self._shared_seconds = before + cpu_seconds() - began

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        """Begins to count."""
        self._began, self._shared_seconds, self._began_at = cpu_seconds(), 0.0, monotonic()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Fails a test that passed, but was too dear."""
        result = yield
        if (monotonic() - self._began_at) * CORES <= LIMIT:
            # So short that all cores together could not do as much: nobody needs to be asked.
            return result
        seconds = cpu_seconds() - self._began - self._shared_seconds
        if seconds > LIMIT and seconds > LIMIT * pace():
            pytest.fail(
                f"It took {seconds / pace():.1f} s of CPU, and {LIMIT:g} are allowed in make test: give it less to do, or "
                f"leave it or some of its cases to make rest (tests/sampled.txt)",
                pytrace=False,
            )
        return result


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--rest`."""
    parser.addoption(
        "--rest", action="store_true", help="run what a quick run leaves out, and what it tries with fewer examples"
    )


QUICK_REMARK = (
    "{left_out} of {all} tests, most of them further cases of those that ran (tests/sampled.txt), and most examples of "
    "properties: make rest. With them, clients made of the API's document, the pages in a browser and a broken cluster: make "
    "test-all"
)
REST_REMARK = "{left_out} tests that make test runs the same."


def pytest_configure(config: pytest.Config) -> None:
    """Begins. The profile of Hypothesis is another one before the first test is imported."""
    rest = bool(config.getoption("--rest"))
    selection = Selection(other_items, REST_REMARK) if rest else Selection(quick_items, QUICK_REMARK)
    config.pluginmanager.register(selection, "quick-selection")
    if not rest:
        hypothesis.settings.load_profile("quick")
        config.pluginmanager.register(Limit(), "quick-limit")
