"""The modules of a page one after the other in one answer, so that a browser does not ask for sixty files in turns.

A module stays as it was written, in a function of its own that is called once. Only its `import` and `export` change: it takes
what it imports from those before it, and returns what it exports. What it asks for with `import("./other.js")` is in an answer of
its own, which a browser reads when it is first needed.

Forms that no page needs are refused: modules that import each other, `export let`, `import * as`. So is `await` outside
functions: WebKit runs a module before what it imports is there, if that waits and is imported twice (bug 242740).

Comments on lines of their own, types of expressions, indentation and empty lines stay where each module is served by itself:
they were a quarter of what a phone reads before the first tap. Blanks at the beginning of a line mean nothing between the
elements of a template (htm), and no other text of a page goes on over several lines. A library keeps its licence and its lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from posixpath import dirname, join, normpath

_FROM = r"""\s*from\s*["']([^"']+)["'];?"""
# Each begins with its word and then looks at what is before that: a search for a word skips most of a text.
_IMPORT_STARTS = r"import(?<![^;}\n]import)"
_EXPORT_STARTS = r"export(?<![^;}\n]export)"
_IMPORT = re.compile(rf"{_IMPORT_STARTS}\s*(\{{[^}}]*\}}|\w+){_FROM}")
_PASSED_ON = re.compile(rf"{_EXPORT_STARTS}\s*\{{([^}}]*)\}}{_FROM}")
_LISTED = re.compile(rf"{_EXPORT_STARTS}\s*\{{([^}}]*)\}};?")
_DECLARED = re.compile(rf"{_EXPORT_STARTS}\s+((?:async\s+)?function\*?|class|const)\s+(\w+)")
_DEFAULT = re.compile(rf"{_EXPORT_STARTS}\s+default\s+")
_LEFT = (
    re.compile(rf"{_IMPORT_STARTS}\s*[\w{{*\"'][^\n]{{0,60}}"),
    re.compile(rf"{_EXPORT_STARTS}\s*[\w{{*][^\n]{{0,60}}"),
)
_LATER = re.compile(r"import(?<!\wimport)\(([\"'])(\.{1,2}/[^\"']*)\1\)")
_WAITS = re.compile(r"^(?![^\n]*\basync\b)[^\s/*][^\n]*\bawait\b[^\n]{0,60}|^await\b[^\n]{0,60}", re.MULTILINE)
"""An `await` outside functions, which stands at the beginning of its line."""
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
"""A comment with lines of its own."""
_TYPE = re.compile(r"/\*\* @type (?:(?!\*/).)*\*/ ?")
"""The type of an expression (JSDoc), which no browser reads."""
_BLANKS = re.compile(r"^\s+", re.MULTILINE)
"""Indentation, and empty lines."""
_AS = re.compile(r"\s+as\s+")
Sources = Mapping[str, str]
"""Sources of modules, by path."""


def imports_of(sources: Sources, libraries: Mapping[str, str], path: str) -> Iterator[str]:
    """The paths of what a module imports, in its order. `libraries` has the paths of what is imported by a bare name."""
    for address in _addresses(sources[path])[0]:
        yield _place(libraries, path, address)


def asked_later(sources: Sources, path: str) -> Iterator[str]:
    """The paths of what a module asks for when it is first needed."""
    for address in _addresses(sources[path])[1]:
        yield _below(path, address)


@cache
def _addresses(text: str) -> tuple[list[str], list[str]]:
    """The addresses that a source imports at once, and those that it asks for later, as they are written there."""
    at_once = [statement[2] for pattern in (_IMPORT, _PASSED_ON) for statement in pattern.finditer(text)]
    return at_once, [statement[2] for statement in _LATER.finditer(_bare(text))]


def order_modules(sources: Sources, libraries: Mapping[str, str], entry: str) -> list[str]:
    """A module after all that it imports. Raises ValueError where modules import each other."""
    order: list[str] = []

    def visit(path: str, above: Sequence[str]) -> None:
        if path in above:
            raise ValueError(f"modules import each other: {' -> '.join([*above, path])}")
        if path in order:
            return
        for other in imports_of(sources, libraries, path):
            visit(other, [*above, path])
        order.append(path)

    visit(entry, [])
    return order


def join_modules(
    sources: Sources, libraries: Mapping[str, str], paths: Sequence[str], bundles: Mapping[str, str]
) -> str:
    """Modules as one, each after what it imports. It is to be served from the folder in which the paths begin.

    `bundles` has the modules that come in other answers, with the path of each answer, and may have these. All answers of a page
    get the same one. Raises ValueError if a module has a form that cannot be joined.
    """
    names = {path: f"$module{number}" for number, path in enumerate(dict.fromkeys([*bundles, *paths]))}
    imported = {other for path in paths for other in imports_of(sources, libraries, path)}
    lines = [
        f'import {{ {names[path]} }} from "./{bundle}";'
        for path, bundle in bundles.items()
        if path in imported and path not in paths
    ]
    for path in paths:
        lines += [
            f"// {path}",
            f"export const {names[path]} = (() => {{",
            _body(path, sources[path], _imports(sources, libraries, path, names, bundles), path in libraries.values()),
            "})();",
        ]
    return "\n".join(lines) + "\n"


@cache
def _bare(text: str) -> str:
    """A source without what is left out of a bundle."""
    return _BLANKS.sub("", _TYPE.sub("", _COMMENT.sub("", text)))


def forget() -> None:
    """Gives back the memory of what was worked out for all bundles together: pages share most of their modules."""
    _addresses.cache_clear()
    _bare.cache_clear()
    _body.cache_clear()


def _imports(
    sources: Sources, libraries: Mapping[str, str], path: str, names: Mapping[str, str], bundles: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """The names of the modules that a module imports, by the addresses in it."""
    at_once, later = _addresses(sources[path])
    places = {address: _below(path, address) for address in later}
    return (
        *((address, names[_place(libraries, path, address)]) for address in at_once),
        *(
            (address, f'import("./{bundles[place]}").then((bundle) => bundle.{names[place]})')
            for address, place in places.items()
        ),
    )


@cache
def _body(path: str, text: str, imports: tuple[tuple[str, str], ...], is_library: bool) -> str:
    """The body of a module's function. Bundles of other pages and languages have many of the same."""
    if waits := _WAITS.search(text):
        raise ValueError(f"{path} waits outside its functions: {waits[0]}")
    return _Joining(path, dict(imports)).body(text if is_library else _bare(text))


class _Joining:
    """A module in a function: what it imports is taken from the others, and what it exports is returned."""

    def __init__(self, path: str, imports: Mapping[str, str]) -> None:
        self.path, self.imports = path, imports
        self.exports: list[str] = []

    def body(self, text: str) -> str:
        """The body of the function. Raises ValueError if the module has a form that cannot be joined."""
        for pattern, change in (
            (_IMPORT, self._takes),
            (_PASSED_ON, self._passes_on),
            (_LISTED, self._lists),
            (_DECLARED, self._declares),
            (_DEFAULT, self._is_default),
            (_LATER, self._asks_later),
        ):
            text = pattern.sub(change, text)
        if left := _LEFT[0].search(text) or _LEFT[1].search(text):
            raise ValueError(f"{self.path} has a form that cannot be joined: {left[0]}")
        return f"{text}\nreturn {{ {', '.join(self.exports)} }};"

    def _takes(self, statement: re.Match[str]) -> str:
        what = statement[1] if statement[1].startswith("{") else f"{{ default: {statement[1]} }}"
        return f"const {_AS.sub(': ', what)} = {self.imports[statement[2]]};"

    def _passes_on(self, statement: re.Match[str]) -> str:
        self.exports += [
            f"{outside}: {self.imports[statement[2]]}.{inside}" for inside, outside in _pairs(statement[1])
        ]
        return ""

    def _lists(self, statement: re.Match[str]) -> str:
        self.exports += [f"{outside}: {inside}" for inside, outside in _pairs(statement[1])]
        return ""

    def _declares(self, statement: re.Match[str]) -> str:
        self.exports.append(statement[2])
        return f"{statement[1]} {statement[2]}"

    def _is_default(self, _: re.Match[str]) -> str:
        self.exports.append("default: $default")
        return "const $default = "

    def _asks_later(self, statement: re.Match[str]) -> str:
        return self.imports[statement[2]]


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """Pairs (name inside, name outside) of a list such as `a as b, c`."""
    for one in filter(None, (part.strip() for part in names.split(","))):
        inside, _, outside = one.partition(" as ")
        yield inside.strip(), (outside or inside).strip()


def _place(libraries: Mapping[str, str], path: str, address: str) -> str:
    return libraries[address] if address in libraries else _below(path, address)


def _below(path: str, address: str) -> str:
    """A relative address in a module, from the folder in which the paths begin."""
    return normpath(join(dirname(path), address))
