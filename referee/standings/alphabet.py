"""The Spanish alphabet: the order of names wherever a table goes by it."""

from collections.abc import Callable, Mapping
from unicodedata import combining, normalize

Key = tuple[tuple[tuple[str, bool], ...], tuple[str, ...], str, str]
"""Letters (ñ apart from n), accents, the name as written, the id: names that look alike keep a fixed order."""
ByName = Callable[[str], Key]
"""The place of an entrant in the alphabet, by id."""


def spanish(name: str, id_: str = "") -> Key:
    """The place of a name: accents and case ignored, ñ after n; names of the same letters, unaccented first."""
    letters: list[tuple[str, bool]] = []
    accents: list[str] = []
    for char in normalize("NFC", name.casefold()):
        if combining(char):
            continue
        plain = normalize("NFD", char)
        letters.append(("n", True) if char == "ñ" else (plain[0], False))
        accents.append("" if char == "ñ" else plain[1:])
    return tuple(letters), tuple(accents), name, id_


def by_name(names: Mapping[str, str]) -> ByName:
    """Orders ids by their names; who has no name stands by the id."""
    return lambda id_: spanish(names.get(id_, id_), id_)
