"""Names that look alike have one skeleton (UTS 39), and names that a reader tells apart have two."""

import sys
from unicodedata import category

import pytest
from confusable_homoglyphs.confusables import confusables_data

from referee.people.name_similarity import _prototypes, skeleton, skeleton_digest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "\u0410na"),
        ("Ana", "An\u0430"),
        ("Ana", "A\u200bna"),
        ("Ana", "Ana\u00ad"),
        ("Ana", " Ana "),
        ("Ana Pérez", "Ana\u00a0 Pérez"),
        ("Ana", "Ana\u3164"),
        ("José", "Jose\u0301"),
        ("Peña", "Pen\u0303a"),
        ("Óscar", "\u041e\u0301scar"),
        ("Ana", "Ａｎａ"),
        ("Ana", "𝐀𝐧𝐚"),
        ("Sofia", "Sofιa"),
        ("Carmen", "Carrnen"),
        ("Ana", "Ana\ufe0f"),
    ],
)
def test_what_a_reader_cannot_tell_apart(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert skeleton_digest(one) == skeleton_digest(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Pena", "Peña"), ("Jose", "José"), ("Ana", "Anna"), ("Ana", "ana"), ("Ana Pérez", "AnaPérez"), ("Raúl", "Raül")],
)
def test_what_a_reader_tells_apart(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_skeleton_is_its_own() -> None:
    for name in ("Ana", "Íñigo", "Carmen", "Иван", "Ελένη", "10", "🃏"):
        assert skeleton(skeleton(name)) == skeleton(name)


def test_every_character_has_the_prototype_that_the_library_lists() -> None:
    for char in map(chr, range(sys.maxunicode + 1)):
        alike = _without_formats(char)
        is_alone = len(alike) == 1 and ord(char) >= 0x20
        prototype = alike[0] if is_alone else char
        if is_alone and _without_formats(prototype) == [char]:
            prototype = min(char, prototype)
        assert _prototypes().of(char) == prototype, hex(ord(char))


def _without_formats(text: str) -> list[str]:
    """All that looks like a text, without format characters."""
    alike = [one["c"] for one in confusables_data.get(text, ())]
    return ["".join(char for char in one if category(char) != "Cf") for one in alike]
