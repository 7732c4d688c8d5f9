"""Instructions for a new contributor: every command, file and test in them is there, and every setting says the same."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
PAPERS = ("README.md", "CONTRIBUTING.md", "DECISIONS.md", "client/README.md", "openapi/README.md", "deploy/README.md")


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def anchors(path: Path) -> set[str]:
    """The anchors in a paper for links to it, as forges name them."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_link_of_a_paper_leads_somewhere(paper: str) -> None:
    here = ROOT / paper
    for target in re.findall(r"\]\(([^)\s]+)\)", read(paper)):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (here.parent / path).resolve() if path else here
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_command_of_make_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    commands = {
        name for paper in PAPERS for name in re.findall(r"\bmake ([a-z-]+)\b(?=`|\s{2,}|$)", read(paper), re.MULTILINE)
    }
    assert {"setup", "lint", "test", "rest", "test-all"} <= commands
    assert commands <= targets


def test_what_runs_on_every_change_is_what_make_test_all_runs() -> None:
    script = [line for line in read(".ci/run").splitlines() if not line.lstrip().startswith(("#", "echo"))]
    steps = re.findall(r"\bmake ([a-z-]+)", "\n".join(script))
    (targets,) = re.findall(r"^test-all: ([a-z -]+?) ##", read("Makefile"), re.MULTILINE)
    assert sorted(set(steps)) == sorted({*targets.split(), "setup"})
    (selection,) = re.findall(r"^ *make test QUICK='(.*)'$", read(".ci/run"), re.MULTILINE)
    assert f"test-all: QUICK := {selection}\n" in read("Makefile")


def test_every_test_that_contributors_are_sent_to_exists() -> None:
    for path in re.findall(r"\btests/[\w/]+\.(?:py|md)\b", read("CONTRIBUTING.md")):
        assert (ROOT / path).exists(), path


def test_the_pythons_that_are_tested_are_those_that_are_supported() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    versions = {one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)}
    (versions_tried,) = re.findall(r"^PYTHONS \?= (.*)$", read("Makefile"), re.MULTILINE)
    assert {f"python{version}" for version in versions} == set(versions_tried.split())
    assert project["requires-python"] == f">={min(versions, key=lambda one: int(one.partition('.')[2]))}"


def test_what_runs_before_a_commit_is_what_make_lint_runs() -> None:
    (repository,) = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    assert repository["repo"] == "local"
    assert [hook["entry"] for hook in repository["hooks"]] == ["make --no-print-directory lint"]


def test_changed_rules_stand_apart_in_the_changelog() -> None:
    sections = re.findall(r"^### (.*)$", read("CHANGELOG.md"), re.MULTILINE)
    assert "Rules" in sections
    assert len(sections) == len(set(sections)), "one section of each kind a version"


def test_decisions_are_numbered_in_order() -> None:
    numbers = [int(n) for n in re.findall(r"^(\d+)\. \*\*", read("DECISIONS.md"), re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
