"""Sentences of a translation: a subset of ICU MessageFormat, and what a browser makes of them.

`{name}` is a placeholder. `{n, plural, =0 {none} one {1 match} other {# matches}}` chooses by a number, `selectordinal` by its
ordinal, and `{more, select, true {yes} other {no}}` by a value as text; its choice `empty`, which ICU does not have, is that of
no value. `#` is the number. No brace is literal.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

_CHOICES = {"plural", "selectordinal", "select"}
_NAME = re.compile(r"\s*(\w+)\s*")
_OPTION = re.compile(r"\s*(=-?\d+|\w+)\s*\{")
_SELECTOR = {"plural": "$plural", "selectordinal": "$ordinal"}


class Placeholder(Struct, frozen=True):
    """A value that is inserted."""

    name: str


class Selection(Struct, frozen=True):
    """A part that a value chooses; `kind` is that of ICU."""

    name: str
    kind: str
    options: Mapping[str, "Message"]


Message = tuple[str | Placeholder | Selection, ...]


def parse(text: str) -> Message:
    """The parts of a sentence. Raises ValueError for one that is not well formed."""
    message, end = _parts(text, 0, None)
    if end != len(text):
        raise ValueError("a brace is closed that was not opened")
    return message


def _parts(text: str, at: int, number: str | None) -> tuple[Message, int]:
    """The parts from a position to the end, or to the brace that closes them; `number` is the value of `#`."""
    parts: list[str | Placeholder | Selection] = []
    plain = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            part, at = _part(text, at + 1, number)
        elif text[at] == "#" and number is not None:
            part, at = Placeholder(number), at + 1
        else:
            plain, at = plain + text[at], at + 1
            continue
        parts += [*([plain] if plain else []), part]
        plain = ""
    return (*parts, *([plain] if plain else [])), at


def _part(text: str, at: int, number: str | None) -> tuple[Placeholder | Selection, int]:
    name = _NAME.match(text, at)
    if name is None:
        raise ValueError("a brace has no name after it")
    at = name.end()
    if text[at : at + 1] == "}":
        return Placeholder(name[1]), at + 1
    kind = _NAME.match(text, at + 1)
    if text[at : at + 1] != "," or kind is None or kind[1] not in _CHOICES or text[kind.end() : kind.end() + 1] != ",":
        raise ValueError(f"`{name[1]}` is followed neither by a closing brace nor by a choice")
    at, options = kind.end() + 1, dict[str, Message]()
    while option := _OPTION.match(text, at):
        inner = number if kind[1] == "select" else name[1]
        options[option[1]], at = _parts(text, option.end(), inner)
        at += 1
    at += len(text[at:]) - len(text[at:].lstrip())
    if text[at : at + 1] != "}":
        raise ValueError(f"the choice of `{name[1]}` is not closed")
    if "other" not in options:
        raise ValueError(f"the choice of `{name[1]}` has no `other`")
    return Selection(name[1], kind[1], options), at + 1


def placeholders(message: Message) -> set[str]:
    """The names that a sentence uses."""
    return {part.name for part in _each(message) if not isinstance(part, str)}


def _each(message: Message) -> Iterator[str | Placeholder | Selection]:
    for part in message:
        yield part
        if isinstance(part, Selection):
            for option in part.options.values():
                yield from _each(option)


def wrong_forms(message: Message, forms: Mapping[str, frozenset[str]]) -> list[str]:
    """The plural forms that the language does not have, or that a choice lacks; `forms` are those of the language, by kind.

    A choice may leave out the forms of large numbers (`many`), which no score reaches, and those that `=1` and the like replace.
    """
    wrong = []
    for part in _each(message):
        if isinstance(part, Selection) and part.kind in forms:
            own = {option for option in part.options if not option.startswith("=")}
            exact = any(option.startswith("=") for option in part.options)
            lacking = set() if exact else forms[part.kind] - own - {"many"}
            wrong += [f"`{part.name}` has no form `{form}`" for form in sorted(lacking)]
            wrong += [f"`{part.name}` has a form `{form}`" for form in sorted(own - forms[part.kind])]
    return wrong


def as_script(message: Message) -> str:
    """A sentence as an expression of JavaScript, with its placeholders as variables."""
    if all(isinstance(part, str) for part in message):
        return json.dumps("".join(map(str, message)), ensure_ascii=False)
    return f"`{''.join(_inside(part) for part in message)}`"


def _inside(part: str | Placeholder | Selection) -> str:
    if isinstance(part, str):
        return re.sub(r"([`\\]|\$\{)", r"\\\1", part)
    return f"${{{part.name if isinstance(part, Placeholder) else _choice(part)}}}"


def _choice(choice: Selection) -> str:
    condition = _condition(choice)
    others = {option: message for option, message in choice.options.items() if option != "other"}
    # A number as it is comes before the form that it has.
    options = sorted(others, key=lambda option: not option.startswith("="))
    tests = "".join(f"{condition(option)} ? {as_script(others[option])} : " for option in options)
    return tests + as_script(choice.options["other"])


def _condition(choice: Selection) -> Callable[[str], str]:
    def condition(option: str) -> str:
        if option.startswith("="):
            return f"{choice.name} === {option[1:]}"
        if choice.kind == "select" and option == "empty":
            return f"!{choice.name}"
        if choice.kind == "select":
            return f"String({choice.name}) === {json.dumps(option)}"
        return f"{_SELECTOR[choice.kind]}.select({choice.name}) === {json.dumps(option)}"

    return condition
