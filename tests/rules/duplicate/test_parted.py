"""The first play of a hand at which its tables differ (duplicate.page)."""

from typing import Any

import pytest

from referee.championship.parted_plays import parting

A, B, C = ({"type": "play", "seat": 0, "card": card} for card in ("1O", "2O", "3O"))


@pytest.mark.parametrize(
    ("plays", "same", "ways"),
    [
        ({"x": [A, B], "y": [A, C], "z": [A, C]}, 1, [(C, ("y", "z")), (B, ("x",))]),
        ({"x": [A], "y": [B]}, 0, [(A, ("x",)), (B, ("y",))]),
        ({"x": [A, B], "y": [A]}, 1, [(B, ("x",)), (None, ("y",))]),
        ({"x": [A, B, C], "y": [A, B, A], "z": [A, C, C]}, 1, [(B, ("x", "y")), (C, ("z",))]),
    ],
)
def test_the_first_difference_and_who_did_what(
    plays: dict[str, list[dict[str, Any]]], same: int, ways: list[tuple[dict[str, Any] | None, tuple[str, ...]]]
) -> None:
    view = parting(plays)
    assert view is not None
    assert view.plays == same
    assert [(way.play, way.matches) for way in view.ways] == ways


@pytest.mark.parametrize("plays", [{}, {"x": [A]}, {"x": [A, B], "y": [A, B]}, {"x": [], "y": []}])
def test_one_table_or_the_same_plays_part_nowhere(plays: dict[str, list[dict[str, Any]]]) -> None:
    assert parting(plays) is None
