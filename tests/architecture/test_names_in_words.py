"""Dotted names of the product in docstrings, comments and documents: each names a module that exists, or a part of one."""

import ast
import inspect
import io
import os
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.wording import ROOT, docstrings

PACKAGES = ("referee", "api", "projections", "tests")
DOTTED = re.compile(rf"(?<![\w./@-])(?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+")
IMPORT = re.compile(r"^ *(?:from|import) .*$", re.MULTILINE)
MEMBER = re.compile(r"`([A-Z]\w+)\.([a-z_]\w*)(?:\(\))?`")
CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
EXAMPLES = {"Struct.field"}
"""Members of no class in particular."""
DOCUMENTS = ("README.md", "DECISIONS.md", "CONTRIBUTING.md", "client/README.md")
"""Documents of the present state. The changelog has names of before."""


@pytest.mark.parametrize("package", PACKAGES)
def test_names_in_docstrings_and_comments_resolve(package: str) -> None:
    stale = []
    for path in modules(package):
        source = path.read_text()
        if DOTTED.search(IMPORT.sub("", source)):
            stale += [
                f"{path.relative_to(ROOT)}:{line}: {name}" for name, line in mentions(source) if not resolves(name)
            ]
    assert stale == []


def test_members_in_docstrings_and_comments_are_of_their_classes() -> None:
    sources = {path: path.read_text() for package in PACKAGES for path in modules(package)}
    homes: dict[str, list[str]] = {}
    for source in sources.values():
        for class_ in CLASS.findall(source):
            homes.setdefault(class_, []).append(source)
    stale = []
    for path, source in sources.items():
        for class_, member in MEMBER.findall(source):
            is_known = any(re.search(rf"\b{member}\b", home) for home in homes.get(class_, ()))
            if not is_known and f"{class_}.{member}" not in EXAMPLES:
                stale.append(f"{path.relative_to(ROOT)}: {class_}.{member}")
    assert stale == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_names_in_documents_resolve(document: str) -> None:
    text = (ROOT / document).read_text()
    names = [code for code in re.findall(r"`([^`\n]+)`", text) if DOTTED.fullmatch(code)]
    assert [name for name in names if not resolves(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "referee.match",
        "referee.errors",
        "referee.errors.ServiceRefusal",
        "referee.cards.Pack.mask",
        "tests.support.wording.Figures.words",
    ],
)
def test_modules_classes_functions_and_attributes_resolve(name: str) -> None:
    assert resolves(name)


@pytest.mark.parametrize(
    "name",
    [
        "referee.tokens",
        "api.bodies",
        "referee.match.nothing",
        "referee.errors.Nothing",
        "referee.errors.ServiceRefusal.nothing",
    ],
)
def test_other_names_do_not_resolve(name: str) -> None:
    assert not resolves(name)


def test_code_is_no_mention() -> None:
    example = '"""See `api.app`.\n\n    referee.play(1)\n\nThe end.\n"""'
    code = 'import api.http  # as api.settings says\nPLACE = "referee.sqlite"'
    assert list(mentions(f"{example}\n{code}\n")) == [("api.app", 1), ("api.settings", 7)]


def modules(package: str) -> Iterator[Path]:
    """The modules of a package."""
    for folder, folders, files in os.walk(ROOT / package):
        # The browser tests have packages of npm beside them: thousands of folders without a module of ours.
        folders[:] = sorted(name for name in folders if name != "node_modules")
        yield from (Path(folder, name) for name in sorted(files) if name.endswith(".py"))


def mentions(source: str) -> Iterator[tuple[str, int]]:
    """The dotted names in the docstrings and comments of a module, with the lines of these. Examples of code are left out."""
    for text, line in docstrings(ast.walk(ast.parse(source))):
        prose = [one for one in inspect.cleandoc(text).splitlines() if not one.startswith("    ")]
        yield from ((name, line) for name in DOTTED.findall("\n".join(prose)))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from ((name, token.start[0]) for name in DOTTED.findall(token.string))


@cache
def resolves(name: str) -> bool:
    """True if a dotted name is that of a package, of a module, or of something that a module binds."""
    place, *parts = name.split(".")
    folder = ROOT / place
    while parts and (folder / parts[0]).is_dir():
        folder /= parts.pop(0)
    if not parts:
        return True
    file = folder / f"{parts[0]}.py"
    if file.is_file():
        del parts[0]
    else:
        file = folder / "__init__.py"
    return file.is_file() and _binds(ast.parse(file.read_text()).body, parts)


def _binds(body: list[ast.stmt], parts: list[str]) -> bool:
    if not parts:
        return True
    for statement in body:
        if isinstance(statement, ast.ClassDef) and statement.name == parts[0]:
            return _binds(statement.body, parts[1:])
    return len(parts) == 1 and any(parts[0] in _names(statement) for statement in body)


def _names(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return {name}
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return {alias.asname or alias.name for alias in aliases}
        case _:
            return {
                node.id
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
