"""Names that look alike have one skeleton (UTS 39), and names that a reader tells apart have two."""

import pytest

from referee.people.name_similarity import skeleton, skeleton_digest


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
