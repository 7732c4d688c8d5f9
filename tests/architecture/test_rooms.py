"""Rooms of a folder: its modules and the folders in it. No two of them need each other."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.importing import PRODUCT, import_graph

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(
    file.parent.relative_to(ROOT).as_posix().replace("/", ".")
    for place in PRODUCT
    for file in (ROOT / place).rglob("__init__.py")
)
"""Found by their files: all processes of a run need the names of the tests, and few of them the graph."""


def rooms(folder: str) -> dict[str, set[str]]:
    """The rooms of a folder, each with those that it imports from."""

    def room(module: str) -> str:
        return module.removeprefix(f"{folder}.").partition(".")[0]

    inside = sorted(import_graph().find_descendants(folder))
    arrows: dict[str, set[str]] = {room(module): set() for module in inside}
    for module in inside:
        imports = import_graph().find_modules_directly_imported_by(module)
        arrows[room(module)] |= {room(other) for other in imports if other.startswith(f"{folder}.")} - {room(module)}
    return arrows


def rooms_in_knots(arrows: Mapping[str, set[str]]) -> set[str]:
    """The rooms from which arrows lead back to themselves by way of others."""
    return {room for room in arrows if room in beyond(room, arrows)}


def beyond(room: str, arrows: Mapping[str, set[str]]) -> set[str]:
    """The rooms that are reached from one by its arrows."""
    reached: set[str] = set()
    remaining = [room]
    while remaining:
        following = arrows[remaining.pop()] - reached
        reached |= following
        remaining += following
    return reached


@pytest.mark.parametrize("folder", FOLDERS)
def test_rooms_of_a_folder_need_each_other_in_one_direction(folder: str) -> None:
    assert rooms_in_knots(rooms(folder)) == set()


def test_a_knot_is_seen() -> None:
    assert rooms_in_knots({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == {"a", "b", "c"}


def test_the_folders_are_looked_at() -> None:
    assert {module.rpartition(".")[0] for module in import_graph().modules} - {""} <= set(FOLDERS)
    assert len(rooms("referee.match")) > 10
    assert "standings" in rooms("referee.contests")["contest"]
