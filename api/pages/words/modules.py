"""The words of a page as they are written in Spanish, a module of JavaScript, and the same in another language.

A module exports `words`: texts, functions that return one, and objects and lists of them. What a translation says of a path
replaces the text or the body of the function there; all else stays as it is, so that a page falls back to Spanish sentence by
sentence. A regular expression in a module may have no quotation mark and no open bracket.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from api.pages.words.messages import as_script, parse

_START = "export const words = {"
_BLANK = re.compile(r"(?:\s|/\*.*?\*/|//[^\n]*)*", re.DOTALL)
_KEY = re.compile(r'(\w+)|"([^"]*)"')
_PRELUDE = re.compile(r"^(?:const|function) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/\s?", re.DOTALL)
_ARROW = re.compile(r"\s*=>\s*")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_LETTER = re.compile(r"[^\W\d_]")


class Sentence(Struct, frozen=True):
    """A text of a module, or the body of a function that returns one: its place in the source, and the names of its values."""

    start: int
    end: int
    source: str
    names: tuple[str, ...] | None
    """None for a text that is no function."""
    has_text: bool
    """False if it only puts together what stands elsewhere."""


def sentences(module: str) -> dict[str, Sentence]:
    """The sentences of a module, by their paths, such as `rating.known.0.text`."""
    reading = _Reading(module)
    reading.contents(module.index(_START) + len(_START), "}", "")
    return reading.sentences


def translate(module: str, texts: Mapping[str, str], locale: str) -> str:
    """A module with the sentences of a translation, by their paths. Raises KeyError and ValueError for a wrong one."""
    places = sentences(module)
    scripts = {path: as_script(parse(text)) for path, text in texts.items()}
    for path in sorted(scripts, key=lambda path: -places[path].start):
        module = module[: places[path].start] + scripts[path] + module[places[path].end :]
    text = "".join(scripts.values())
    helpers = {"$plural": "", "$ordinal": ', { type: "ordinal" }'}
    lines = [
        f'const {name} = new Intl.PluralRules("{locale}"{options});\n'
        for name, options in helpers.items()
        if name in text
    ]
    at = module.index(_START)
    return module[:at] + "".join(lines) + module[at:]


class _Reading:
    """One reading of a module from its beginning to its end."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.prelude = set(_PRELUDE.findall(module))
        self.sentences: dict[str, Sentence] = {}

    def contents(self, at: int, closing: str, above: str) -> int:
        """Reads what an object or a list has, from after its opening bracket to after its closing one."""
        number = 0
        while True:
            at = self.skip(at)
            if self.module.startswith(closing, at):
                return at + 1
            if closing == "]":
                at, number = self.value(at, f"{above}{number}"), number + 1
            else:
                at = self.entry(at, above)
            at = self.skip(at)
            at += self.module.startswith(",", at)

    def entry(self, at: int, above: str) -> int:
        key = _KEY.match(self.module, at)
        if key is None:
            return self.expression(at)
        after = self.skip(key.end())
        # A value under its own name, or a method, is made by the module itself.
        return (
            self.value(self.skip(after + 1), f"{above}{key[1] or key[2]}")
            if self.module[after] == ":"
            else self.expression(at)
        )

    def value(self, at: int, path: str) -> int:
        at = self.skip(at)
        opening = self.module[at]
        if opening in "{[":
            return self.contents(at + 1, _PAIRS[opening], f"{path}.")
        if opening == "(":
            end = self.bracket(at)
            if arrow := _ARROW.match(self.module, end):
                start = self.skip(arrow.end())
                names = re.findall(r"\w+", _COMMENT.sub("", self.module[at:end]))
                return self.add(path, start, tuple(names))
            return self.skip(self.value(at + 1, path)) + 1
        return self.add(path, at, None)

    def add(self, path: str, start: int, names: tuple[str, ...] | None) -> int:
        end = self.expression(start)
        source = self.module[start:end].rstrip()
        bare = _COMMENT.sub("", source)
        texts = " ".join(_literals(bare))
        uses = set(re.findall(r"\w+", bare)) & self.prelude
        has_text = bool(_LETTER.search(texts)) or bool(uses)
        self.sentences[path] = Sentence(start, start + len(source), bare, names, has_text)
        return end

    def skip(self, at: int) -> int:
        blank = _BLANK.match(self.module, at)
        return blank.end() if blank else at

    def expression(self, at: int) -> int:
        """The end of an expression: the comma after it, or the bracket in which it stands."""
        while (one := self.module[at]) not in ",)]}":
            if one in _PAIRS:
                at = self.bracket(at)
            elif one in "\"'":
                at = _string_end(self.module, at)
            elif one == "`":
                at = self.template(at)
            elif self.module.startswith("/*", at):
                at = self.module.index("*/", at) + 2
            else:
                at += 1
        return at

    def bracket(self, at: int) -> int:
        closing = _PAIRS[self.module[at]]
        at = self.expression(at + 1)
        while self.module[at] != closing:
            at = self.expression(at + 1)
        return at + 1

    def template(self, at: int) -> int:
        at += 1
        while self.module[at] != "`":
            if self.module.startswith("${", at):
                at = self.bracket(at + 1)
            else:
                at += 2 if self.module[at] == "\\" else 1
        return at + 1


def _string_end(text: str, at: int) -> int:
    quote = text[at]
    at += 1
    while text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _literals(source: str) -> list[str]:
    """The texts in an expression, without what is inserted into them."""
    texts, at = [], 0
    while at < len(source):
        if source[at] in "\"'":
            end = _string_end(source, at)
            texts.append(source[at + 1 : end - 1])
            at = end
        elif source[at] == "`":
            end = _Reading(source).template(at)
            inside, expressions = _parts(source[at + 1 : end - 1])
            texts += [inside, *(text for one in expressions for text in _literals(one))]
            at = end
        else:
            at += 1
    return texts


def _parts(template: str) -> tuple[str, list[str]]:
    """The text of a template, and the expressions that are inserted into it."""
    text, expressions, at = "", [], 0
    while at < len(template):
        if template.startswith("${", at):
            end = _Reading(template).bracket(at + 1)
            expressions.append(template[at + 2 : end - 1])
            at = end
        else:
            text, at = text + template[at], at + 1
    return text, expressions
