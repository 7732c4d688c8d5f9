"""Words for players and spectators in other languages; where one has none, its reader gets Spanish.

A language is a folder of its own: `language.json`, the files that every language has, `papers.json` for what is printed or shared
with others, and one file in `pages/` for each page in a browser (CONTRIBUTING.md). Each holds what is translated so far.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from api.http.describe import FALLBACK, TRANSLATIONS
from referee.text import Text

LANGUAGES = ("es", "en")
"""The languages in which everything can be read."""
EVERY_LANGUAGE = (*LANGUAGES, *TRANSLATIONS)
NAMES = {"es": "Español", "en": "English"}
Words = TypeVar("Words", bound=Mapping[str, Any])


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """A language: its own name, how its dates and numbers are written (BCP 47), and its plural forms (CLDR)."""

    name: str
    locale: str
    plurals: frozenset[str]
    ordinals: frozenset[str]

    def forms(self) -> dict[str, frozenset[str]]:
        """The plural forms by the kinds of choices."""
        return {"plural": self.plurals, "selectordinal": self.ordinals}


@cache
def translation(language: str, file: str) -> Any:
    """A file of a translation, by its path without the ending; empty where there is none."""
    place = files("api.pages.words") / language / f"{file}.json"
    return msgspec.json.decode(place.read_bytes()) if place.is_file() else {}


@cache
def language_of(language: str) -> Language:
    """A language, by the word of its translation."""
    return msgspec.convert(translation(language, "language"), Language)


def name_of(language: str) -> str:
    """A language by its own name."""
    return NAMES.get(language) or language_of(language).name


def flat(words: Any, above: str = "") -> Iterator[tuple[str, str]]:
    """The texts in a file, by their paths, such as `figures.j.short`."""
    if isinstance(words, str):
        yield above, words
    elif isinstance(words, Mapping | list | tuple):
        entries = words.items() if isinstance(words, Mapping) else enumerate(words)
        for name, value in entries:
            yield from flat(value, f"{above}.{name}" if above else str(name))


def merge(original: Any, more: Any) -> Any:
    """The original, with the words of a translation in place of its own."""
    if isinstance(original, Mapping):
        return {name: merge(value, more.get(name)) if more else value for name, value in original.items()}
    if isinstance(original, tuple) and more:
        return tuple(merge(value, other) for value, other in zip(original, more, strict=True))
    return more or original


ORIGINALS: dict[str, Mapping[str, Any]] = {}
"""The Spanish words of papers and shared forms, by the subjects that `papers.json` has."""


def every_language(subject: str, words: Mapping[str, Words]) -> dict[str, Words]:
    """Words of papers in Spanish and English, and in every other language as far as it has them."""
    original = words[FALLBACK]
    ORIGINALS[subject] = original
    return {
        language: words.get(language) or merge(original, translation(language, "papers").get(subject))
        for language in EVERY_LANGUAGE
    }


def term(text: Text, language: str) -> str:
    """A short term of the service, such as the name of a game, in any language."""
    own = translation(language, "terms").get(text.es) if language in TRANSLATIONS else None
    return own or text.in_language(language)
