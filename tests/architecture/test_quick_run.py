"""`make test` says what it leaves out, and still asks everything once."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import settings

from api.pages.browser.site import PAGES
from referee.match.registry import rulesets
from tests.conftest import without_long
from tests.support import every_change, quick, quick_pages
from tests.support.commands import COMMANDS
from tests.support.quick import case_counts, quick_selection, representatives

ROOT = Path(__file__).parents[2]
CONFTEST = """
from pathlib import Path
from hypothesis import settings
from tests.support import quick
settings.register_profile("quick", settings.get_profile("default"))
quick.LIMIT = 0.3
quick.pace = lambda: 1.0
if (Path(__file__).parent / "sampled.txt").exists():
    quick.LIST = Path(__file__).parent / "sampled.txt"
"""
PROPERTY = """
import pytest
from hypothesis import given, strategies

@pytest.mark.parametrize("number", range(3))
def test_cases(number):
    pass

def test_dear():
    pass

def test_cheap():
    pass

@given(strategies.integers())
def test_property(number):
    pass
"""
TESTS = """
import subprocess, sys, time
import pytest

def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

def test_cheap():
    pass

def test_dear():
    burn(0.4)

def test_dear_child():
    subprocess.run([sys.executable, "-c", "import time\\nwhile time.process_time() < 0.6: pass"], check=True)

@pytest.fixture(scope="module")
def shared():
    burn(0.4)

@pytest.fixture
def own():
    burn(0.4)

def test_what_is_shared(shared):
    pass

def test_what_is_its_own(own):
    pass
"""


def run(*arguments: str, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Runs pytest with the selection in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.quick", "-n", "0", "--rootdir", ".", *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)


def case(name: str, /, **params: object) -> pytest.Item:
    """A case of a test, with the place of each value in its list."""
    spec = SimpleNamespace(params=params, indices=dict.fromkeys(params, 0)) if params else None
    words = "-".join(map(str, params.values()))
    return cast(pytest.Item, SimpleNamespace(nodeid=f"{name}[{words}]" if params else name, callspec=spec))


@pytest.mark.parametrize("file", [quick.LIST, quick_pages.LIST], ids=["all", "pages"])
def test_every_test_that_is_sampled_exists_and_is_named_once(file: Path) -> None:
    lines = [line for line in file.read_text("utf-8").splitlines() if line[:1].isdigit()]
    counts = case_counts(file)
    assert len(lines) == len(counts)
    for name in counts:
        path, _, words = name.partition("::")
        *_, function = words.split("::")
        assert re.search(rf"^\s*def {function}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE), name


def test_representatives_have_every_value_before_any_comes_again() -> None:
    cases = [
        case("t.py::test_it", game=game, database=database)
        for game in ("hearts", "guinote", "escoba")
        for database in ("sqlite", "postgres")
    ]
    choice = cast(list[Any], representatives(cases, 3))
    assert {one.callspec.params["game"] for one in choice} == {"hearts", "guinote", "escoba"}
    assert {one.callspec.params["database"] for one in choice} == {"sqlite", "postgres"}
    assert representatives(cases, 3) == representatives(cases[::-1], 3)
    assert representatives(cases, 0) == []
    assert len(representatives(cases, 99)) == 6


def test_the_pages_have_every_game_before_another_ruleset_of_one() -> None:
    cases = [
        case("t.py::test_it", name=name, seats=seats) for name, rules in rulesets().items() for seats in rules.seats
    ]
    games = {quick_pages.game_of(name) for name in rulesets()}
    assert len(games) < len(rulesets())
    choice = cast(list[Any], representatives(cases, len(games), quick_pages.values_with_game))
    assert {quick_pages.game_of(one.callspec.params["name"]) for one in choice} == games


def test_every_change_has_every_value_and_half_of_the_seeds() -> None:
    seeds = [
        case("t.py::test_seeds", game=game, seed=seed) for game in ("hearts", "guinote", "escoba") for seed in range(5)
    ]
    one_each = [case("t.py::test_one_each", game=game, seed=seed) for seed, game in enumerate(("hearts", "guinote"))]
    others = [case("t.py::test_others", game="hearts", seed=word) for word in ("azar", "agosto")]
    parts = [case("t.py::test_parts", part=part) for part in range(8)]
    items = [*seeds, *one_each, *others, *parts, case("t.py::test_alone")]
    choice = every_change.half_of_chance(items)
    rest = [item for item in items if item not in choice]
    assert {cast(Any, item).callspec.params["seed"] for item in rest if item in seeds} == {1, 3}
    assert [item.nodeid for item in rest if item not in seeds] == [f"t.py::test_parts[{part}]" for part in (1, 3, 5, 7)]


def test_every_change_tries_half_of_the_examples_of_a_property() -> None:
    usual, half = (settings.get_profile(name).max_examples for name in ("default", "change"))
    assert (half * 2, half > settings.get_profile("quick").max_examples) == (usual, True)


def test_what_is_not_sampled_runs_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.support.quick.case_counts", lambda path=None: {"t.py::test_dear": 2, "t.py::test_dearest": 0}
    )
    dear = [case("t.py::test_dear", seed=seed) for seed in range(9)]
    others = [case("t.py::test_cheap", seed=seed) for seed in range(9)]
    quick = quick_selection([*dear, case("t.py::test_dearest"), *others, case("t.py::test_alone")])
    assert len(quick & {one.nodeid for one in dear}) == 2
    assert quick - {one.nodeid for one in dear} == {one.nodeid for one in others} | {"t.py::test_alone"}


def test_a_test_on_either_database_runs_on_one_and_so_do_all_of_its_file() -> None:
    kinds = set[str]()
    for file in ("a.py", "b.py", "c.py", "d.py"):
        both = [
            case(f"{file}::test_{name}", game=game, database=database)
            for name in ("one", "two")
            for game in ("hearts", "guinote")
            for database in ("sqlite", "postgres")
        ]
        only = case(f"{file}::test_of_postgres", database="postgres")
        quick = quick_selection([*both, only])
        choice = [one for one in both if one.nodeid in quick]
        assert only.nodeid in quick
        assert len(choice) == 4
        kinds_of_file = {cast(Any, one).callspec.params["database"] for one in choice}
        assert len(kinds_of_file) == 1
        kinds |= kinds_of_file
    assert kinds == {"sqlite", "postgres"}


def test_a_test_that_is_too_dear_fails_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    result = run("-p", "no:cacheprovider", "-rA", folder=tmp_path)
    verdicts = re.findall(r"^(PASSED|FAILED) test_it\.py::(\w+)", result.stdout, re.MULTILINE)
    assert {name: verdict for verdict, name in verdicts} == {
        "test_cheap": "PASSED",
        "test_dear": "FAILED",
        "test_dear_child": "FAILED",
        "test_what_is_shared": "PASSED",
        "test_what_is_its_own": "FAILED",
    }
    assert re.search(r"It took 0\.\d s of CPU, and 0\.3 are allowed in make test: give it less to do", result.stdout)
    assert re.search(r"0 of 5 tests, .*: make rest\.", result.stdout)


def test_a_slower_machine_may_take_as_much_longer(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST.replace("lambda: 1.0", "lambda: 4.0"), encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    result = run("-p", "no:cacheprovider", folder=tmp_path)
    assert "5 passed" in result.stdout


def test_the_rest_is_what_a_quick_run_leaves_out_and_all_properties(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(PROPERTY, encoding="utf-8")
    (tmp_path / "sampled.txt").write_text("1 test_it.py::test_cases\n0 test_it.py::test_dear\n", encoding="utf-8")
    quick = item_ids("-p", "no:cacheprovider", folder=tmp_path)
    rest = item_ids("-p", "no:cacheprovider", "--rest", folder=tmp_path)
    (first,) = (name for name in quick if "test_cases" in name)
    cases = {f"test_it.py::test_cases[{number}]" for number in range(3)}
    assert quick == {first, "test_it.py::test_cheap", "test_it.py::test_property"}
    assert rest == cases - {first} | {"test_it.py::test_dear", "test_it.py::test_property"}


def test_what_is_long_by_nature_is_not_even_collected() -> None:
    calls: list[tuple[object, ...]] = []
    long = pytest.param(2, marks=pytest.mark.long)
    without_long(lambda *words, **more: calls.append((*words, more)), "seed", iter([1, long, 3]), ids=["a", "b", "c"])
    without_long(lambda *words, **more: calls.append((*words, more)), "seed", [1, pytest.param(2)], ids=str)
    assert calls[0] == ("seed", [1, 3], {"ids": ["a", "c"]})
    assert calls[1] == ("seed", [1, pytest.param(2)], {"ids": str})


def item_ids(*arguments: str, folder: Path = ROOT) -> set[str]:
    """The ids that a run would take."""
    result = run("--collect-only", "-q", *arguments, folder=folder)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr
    return {line for line in result.stdout.splitlines() if "::" in line}


def test_a_quick_run_asks_everything_once() -> None:
    quick = item_ids()
    words = {word for name in quick for word in re.split(r"[\[\]\s]|(?<=[a-z])-(?=[0-9a-z])", name)}
    assert set(rulesets()) <= words
    assert {"sqlite", "postgres"} <= words
    text = "\n".join(quick)
    document = json.loads((ROOT / "openapi/openapi.json").read_text(encoding="utf-8"))
    for path, methods in document["paths"].items():
        for method in methods.keys() & {"get", "put", "post", "patch", "delete"}:
            assert f"{method.upper()} {path} " in text, (method, path)
    for page in PAGES:
        for path in page.paths:
            address = re.sub(r"\{[^}]+\}", "any", path)
            assert re.search(rf"test_a_first_visit_is_small\[{address}-[a-z][a-z]\]", text), path
    for command in COMMANDS:
        assert re.search(rf"[-\[]{re.escape(command)}\]", text), command
