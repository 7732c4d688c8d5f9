"""Figures of the words in code: names that are bare participles, and docstrings that run backwards.

`python -m tests.support.wording projections referee/log` prints the figures of folders, and the place of each offending word.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WORD = re.compile(r"[A-Za-z][A-Za-z_'’-]*")


def words_of(text: str) -> frozenset[str]:
    """The different words of a text."""
    return frozenset(WORD.findall(text))


IRREGULAR = words_of(
    """
    become begun bought broken brought built caught chosen come cut dealt done drawn driven fallen felt forgotten fought found
    given gone got had heard held hidden kept known laid led left lent lost made meant met moved overdue paid proven put read
    reckoned said seen sent set shown spoken spent stood struck sung taken taught thought thrown told torn understood untold
    withdrawn won worn written
    """
)
"""Participles that no ending gives away."""

NOUNS = words_of(
    """
    bed bleed breed build cut deed draw feed greed indeed lead need read red reed seed set shed sled speed steed weed put left
    """
)
"""Words that look like participles and name a thing, or a side."""

BACKWARDS = words_of("what who whom whose where that how whether when whatever whoever whichever which")
"""Words with which a relative clause begins: the noun that a reader waits for comes last."""

CATALOGUE = "words"
"""The name of the folders of texts that people read. A text is named by its own words there."""

RULESETS = re.compile(r"(?:^| )In (?:`[^`]+`(?:, `[^`]+`)*)?(?:: |\.$)")
"""The rulesets that the document names before or after the text of a struct that only these have; none before formats."""

PERSONS = re.compile(r"\b(?:who|whom|whose|whoever|somebody|nobody|someone)\b", re.IGNORECASE)


def is_participle(name: str) -> bool:
    """True if a name is one word and a participle: `told`, `Kept`, but not `kept_rows` nor the event `TokenRevoked`."""
    bare = name.strip("_")
    word = bare.lower()
    is_one_word = bare[1:] == word[1:]
    return is_one_word and word not in NOUNS and (word in IRREGULAR or bool(re.fullmatch(r"[a-z]{2,}ed", word)))


def is_loose(name: str) -> bool:
    """True if a name is one word and no thing: a participle, or a word with which a question begins."""
    return is_participle(name) or name.strip("_").lower() in BACKWARDS


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document. Its names and texts are public, and none of them is counted."""
    content: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    return content


def _objects() -> Iterator[dict[str, Any]]:
    """Yields every object in the OpenAPI document."""
    remaining: list[Any] = [document()]
    while remaining:
        node = remaining.pop()
        if isinstance(node, dict):
            yield node
            remaining += node.values()
        elif isinstance(node, list):
            remaining += node


@cache
def published_names() -> frozenset[str]:
    """The names of fields and the values of constants in the OpenAPI document."""
    names: set[str] = set()
    for node in _objects():
        names.update(node.get("properties", ()))
        names.update(value for value in [node.get("const"), *node.get("enum", ())] if isinstance(value, str))
    return frozenset(names)


@cache
def published_texts() -> frozenset[str]:
    """The descriptions in the OpenAPI document, each on one line, and the texts of structs that they join."""
    texts: set[str] = set()
    for node in _objects():
        text = node.get("description")
        if isinstance(text, str):
            words = " ".join(text.split())
            texts.update([words, *RULESETS.split(words)])
    return frozenset(texts)


@dataclass
class Figures:
    """Counts over the modules of one folder, and the places of the counted words."""

    locals: int = 0
    """Different names that each function binds, its parameters included."""
    participles: list[str] = field(default_factory=list)
    functions: int = 0
    participle_functions: list[str] = field(default_factory=list)
    classes: int = 0
    participle_classes: list[str] = field(default_factory=list)
    """The participles among them, without those that the OpenAPI document names."""
    attributes: int = 0
    """Different attributes of each class: those in its body, and those that it gives to `self`."""
    loose_attributes: list[str] = field(default_factory=list)
    """The participles and question words among them, without names that are published or stored."""
    loose_parameters: list[str] = field(default_factory=list)
    """Parameters that are participles or question words, without those of `__init__` that fill published attributes."""
    loose_globals: list[str] = field(default_factory=list)
    """Names that a module binds, types and constants, that are participles or question words."""
    docstrings: int = 0
    """The number of docstrings, without those that the OpenAPI document publishes."""
    backwards: list[str] = field(default_factory=list)
    words: int = 0
    """Words of all docstrings."""
    persons: list[str] = field(default_factory=list)

    @property
    def participle_share(self) -> float:
        """Bare participles, per cent of all locals."""
        return 100 * len(self.participles) / max(self.locals, 1)

    @property
    def function_share(self) -> float:
        """Functions and methods that are bare participles, per cent of all."""
        return 100 * len(self.participle_functions) / max(self.functions, 1)

    @property
    def backwards_share(self) -> float:
        """Docstrings that open with a relative, per cent of all."""
        return 100 * len(self.backwards) / max(self.docstrings, 1)

    @property
    def persons_share(self) -> float:
        """Indefinite persons in 1,000 words of docstring."""
        return 1000 * len(self.persons) / max(self.words, 1)


def folders() -> list[str]:
    """Every folder of the project with modules, from its root: below those that mypy checks, and `.ci`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    modules = (path for top in (*project["tool"]["mypy"]["files"], ".ci") for path in (ROOT / top).rglob("*.py"))
    return sorted({str(path.parent.relative_to(ROOT)) for path in modules})


def figures(folder: str) -> Figures:
    """The figures of all modules below a folder, or of those that a pattern (`api/*.py`) names; from the project's root."""
    total = Figures()
    for path in sorted(ROOT.glob(folder) if "*" in folder else (ROOT / folder).rglob("*.py")):
        module = _figures_of(path)
        for name in Figures.__dataclass_fields__:
            setattr(total, name, getattr(total, name) + getattr(module, name))
    return total


@cache
def _figures_of(path: Path) -> Figures:
    """The figures of one module."""
    figures_of_module = Figures()
    _count(ast.parse(path.read_text()), str(path.relative_to(ROOT)), figures_of_module)
    return figures_of_module


def _count(tree: ast.Module, file: str, total: Figures) -> None:
    nodes = list(ast.walk(tree))
    columns = classes_of_rows(nodes)
    total.loose_globals += [f"{file}:{line}: {name}" for name, line in global_names(tree).items() if is_loose(name)]
    for text, line in docstrings(nodes):
        if " ".join(text.split()) in published_texts():
            continue
        total.docstrings += 1
        words = WORD.findall(text)
        total.words += len(words)
        place = f"{file}:{line}"
        if words and words[0].lower() in BACKWARDS:
            total.backwards.append(f"{place}: {text.strip().splitlines()[0]}")
        total.persons += [f"{place}: {match.group()}" for match in PERSONS.finditer(text)]
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            # What fills a published attribute has its name.
            public_names = published_names() if getattr(node, "name", "") == "__init__" else frozenset()
            total.loose_parameters += [
                f"{file}:{line}: {name}"
                for name, line in parameter_names(node).items()
                if is_loose(name) and name not in public_names
            ]
        if isinstance(node, ast.ClassDef):
            total.classes += 1
            if is_participle(node.name) and node.name not in document()["components"]["schemas"]:
                total.participle_classes.append(f"{file}:{node.lineno}: {node.name}")
            attributes = attribute_names(node)
            total.attributes += len(attributes)
            total.loose_attributes += [
                f"{file}:{line}: {name} of {node.name}"
                for name, line in attributes.items()
                if is_loose(name)
                and not (name in published_names() or node.name in columns or CATALOGUE in file.split("/"))
            ]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            total.functions += 1
            if is_participle(node.name):
                total.participle_functions.append(f"{file}:{node.lineno}: {node.name}")
            bindings = local_names(node)
            total.locals += len(bindings)
            total.participles += [
                f"{file}:{line}: {name} in {node.name}" for name, line in bindings.items() if is_participle(name)
            ]


def docstrings(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """The docstrings of the modules, classes, functions and attributes among the nodes, with their lines."""
    for node in nodes:
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for n, statement in enumerate(node.body):
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                continue
            is_of_attribute = n and isinstance(node.body[n - 1], ast.Assign | ast.AnnAssign)
            if isinstance(statement.value.value, str) and (n == 0 or is_of_attribute):
                yield statement.value.value, statement.lineno


def attribute_names(class_: ast.ClassDef) -> dict[str, int]:
    """The names that a class binds in its body, and those of `self` that its methods set, each with its first line."""
    targets: list[ast.expr] = []
    for statement in class_.body:
        targets += statement.targets if isinstance(statement, ast.Assign) else ()
        targets += [statement.target] if isinstance(statement, ast.AnnAssign) else ()
    bindings = [(node.id, node.lineno) for one in targets for node in ast.walk(one) if isinstance(node, ast.Name)]
    bindings += [
        (node.attr, node.lineno)
        for node in ast.walk(class_)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    ]
    names: dict[str, int] = {}
    for name, line in bindings:
        names[name] = min(line, names.get(name, line))
    return names


def global_names(tree: ast.Module) -> dict[str, int]:
    """The names that a module binds by assignment, each with its first line."""
    targets: list[ast.expr] = []
    for statement in tree.body:
        targets += statement.targets if isinstance(statement, ast.Assign) else ()
        targets += [statement.target] if isinstance(statement, ast.AnnAssign) else ()
    names: dict[str, int] = {}
    for node in (name for one in targets for name in ast.walk(one)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
    return names


def classes_of_rows(nodes: Iterable[ast.AST]) -> set[str]:
    """The classes of the rows of the tables that the nodes make: their fields are columns, with the names that a database has."""
    return {
        node.args[0].id
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "RowTable"
        and isinstance(node.args[0], ast.Name)
    }


def parameter_names(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> dict[str, int]:
    """The parameters of a function but `self` and `cls`, each with its line."""
    arguments = function.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {one.arg: one.lineno for one in parameters if one is not None and one.arg not in ("self", "cls")}


def local_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, int]:
    """The names that a function binds, but not those of functions within it, each with its first line."""
    names = parameter_names(function)
    remaining: list[ast.AST] = [*function.body]
    while remaining:
        node = remaining.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = min(node.lineno, names.get(node.id, node.lineno))
        remaining += ast.iter_child_nodes(node)
    return names


def main() -> None:
    for folder in sys.argv[1:] or ["referee", "api", "projections", "tests"]:
        total = figures(folder)
        lists = (
            total.participles,
            total.participle_functions,
            total.participle_classes,
            total.loose_attributes,
            total.loose_parameters,
            total.loose_globals,
            total.backwards,
            total.persons,
        )
        print(*(line for places in lists for line in places), sep="\n")
        print(
            f"{folder}: {total.participle_share:.1f} % of {total.locals} locals are participles,"
            f" {total.function_share:.1f} % of {total.functions} functions,"
            f" {len(total.participle_classes)} of {total.classes} classes,"
            f" {len(total.loose_attributes)} of {total.attributes} attributes and {len(total.loose_parameters)} parameters"
            " are participles or question words;"
            f" {total.backwards_share:.1f} % of {total.docstrings} docstrings run backwards,"
            f" {total.persons_share:.1f} persons in 1,000 words"
        )


if __name__ == "__main__":
    main()
