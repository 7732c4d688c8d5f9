"""Names in a phrase, as Spanish says them."""

import pytest

from api.pages.naming import join_names


@pytest.mark.parametrize(
    ("names", "es", "en"),
    [
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Beto"], "Ana y Beto", "Ana and Beto"),
        (["Ana", "Beto", "Inés"], "Ana, Beto e Inés", "Ana, Beto and Inés"),
        (["Ana", "Íñigo"], "Ana e Íñigo", "Ana and Íñigo"),
        (["Ana", "Hilario"], "Ana e Hilario", "Ana and Hilario"),
        # No sound of an i, but of a consonant.
        (["Ana", "Iago"], "Ana y Iago", "Ana and Iago"),
        (["Ana", "Yolanda"], "Ana y Yolanda", "Ana and Yolanda"),
    ],
)
def test_names_are_joined(names: list[str], es: str, en: str) -> None:
    assert (join_names(names, "es"), join_names(names, "en")) == (es, en)
