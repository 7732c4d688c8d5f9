"""Paths and names that the documents of the project give: each path exists, and each name is in a file of its row."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.wording import ROOT

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "DECISIONS.md",
    "client/README.md",
    "openapi/README.md",
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "deploy").glob("*.md")),
)
CODE = re.compile(r"^```[^\n]*\n(.*?)^```|^    (.*)$|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
"""Blocks between fences, indented lines, and code within a sentence."""
TOKEN = re.compile(r"[^\s,;()\"'=]+")
PATH = re.compile(r"(?:\.?[\w*-]+/)*\.?[\w*-]+(?:\.\w+)+|(?:\.?[\w*-]+/)+(?:[\w*-]+)?")
SOURCE = re.compile(r"\.(?:py|js|mjs|css|html|md|toml)$|/$")
"""Endings of a path that may begin in any folder of the project; other paths begin at its root."""
ROOTS = frozenset(path.name for path in ROOT.iterdir() if path.is_dir() and (path.name == ".ci" or path.name[0] != "."))
TO_MAKE = {"cluster/.env", "tests/data/"}
"""Files that the reader of a document makes."""
LINK = re.compile(r"\]\(([^)#\s]+)")
NAME = re.compile(r"`((?:\w+\.)*(\w+))`")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_in_a_document_exists(document: str) -> None:
    text = (ROOT / document).read_text()
    assert [path for path in paths(text) if path not in TO_MAKE and not exists(path)] == []


def test_every_name_that_the_readme_looks_up_is_in_a_file_beside_it() -> None:
    missing = []
    for row in lookup_rows():
        sources = [file.read_text() for file in files_of(row)]
        for name, last in NAME.findall(row):
            if not re.search(r"\.(?:py|md|js)$", name) and not any(last in source for source in sources):
                missing.append(name)
    assert missing == []


@pytest.mark.parametrize("package", ["referee", "api"])
def test_the_readme_says_what_each_folder_holds(package: str) -> None:
    _, _, section = (ROOT / "README.md").read_text().partition("## Where things are\n")
    links = LINK.findall(section.partition("What people look for first")[0])
    folders = [f"{package}/{path.parent.name}/" for path in (ROOT / package).glob("*/__init__.py")]
    assert folders
    assert [folder for folder in folders if folder not in links] == []


def test_paths_are_told_from_other_code() -> None:
    text = """
`referee/games/<game>/rules.py` and `handlers/`, `undo.py`; `a/b` and `text/plain` and `GET /v1/players` are no paths.

    .venv/bin/pytest tests/rules/hearts/test_play.py -n 0     # one file

```
referee/cards.py  text.py
```
"""
    assert [*paths(text)] == [
        "referee/games/*/rules.py",
        "handlers/",
        "undo.py",
        "tests/rules/hearts/test_play.py",
        "referee/cards.py",
        "text.py",
    ]


@pytest.mark.parametrize(
    "path", ["referee/cards.py", "referee/games/*/rules.py", "handlers/", "matches/commands.py", "referee/match"]
)
def test_paths_of_the_project_exist(path: str) -> None:
    assert exists(path)


@pytest.mark.parametrize("path", ["referee/nothing.py", "referee/games/*/nothing.py", "nothings/", "cards/commands.py"])
def test_other_paths_do_not_exist(path: str) -> None:
    assert not exists(path)


def paths(text: str) -> Iterator[str]:
    """The paths in the code of a document, with `*` for a placeholder."""
    for match in CODE.finditer(text):
        code = re.sub(r"<\w+>", "*", next(filter(None, match.groups()), ""))
        for token in TOKEN.findall(code):
            if PATH.fullmatch(token) and (token.partition("/")[0] in ROOTS or SOURCE.search(token)):
                yield token


def exists(path: str) -> bool:
    """True if a path is in the project: at its root, or, for a path that does not begin there, in any folder."""
    if path.partition("/")[0] in ROOTS:
        return any(ROOT.glob(path.rstrip("/")))
    return any(f"/{one}".endswith(f"/{path.removeprefix('../').rstrip('/')}") for one in project())


@cache
def project() -> frozenset[str]:
    """The folders and files of the project, from its root."""
    entries: set[str] = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name != "node_modules" and not name.startswith((".", "__pycache__"))]
        entries.update(str(Path(folder, name).relative_to(ROOT)) for name in [*folders, *files])
    return frozenset(entries)


def lookup_rows() -> list[str]:
    """The rows of README's tables of what people look for first, by subject."""
    _, _, section = (ROOT / "README.md").read_text().partition("What people look for first")
    lines = section.partition("\n## ")[0].splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith(("| what |", "| --- |"))]
    assert len(rows) > 50
    return rows


def files_of(row: str) -> Iterator[Path]:
    """The modules that a row of the table names, and those in the folders that it names."""
    places = [*LINK.findall(row), *(path for path in paths(row) if path.partition("/")[0] in ROOTS)]
    for place in (match for one in places for match in ROOT.glob(one.rstrip("/"))):
        yield from place.rglob("*.py") if place.is_dir() else [place]
