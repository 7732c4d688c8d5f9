"""Rooms by subject: a folder of the product holds few modules, and a module is no longer than one reads."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRODUCT = ("referee", "api", "projections")
MODULES = 25
"""In one folder, its `__init__` aside. A lower number had modules cut where the ruler lay, and not by their subjects."""
LINES = 600


def folders() -> list[Path]:
    return sorted({path.parent for place in PRODUCT for path in (ROOT / place).rglob("*.py")})


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folder_holds_few_modules(folder: Path) -> None:
    assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= MODULES


def test_no_module_is_too_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for place in (*PRODUCT, "tests")
        for path in (ROOT / place).rglob("*.py")
    }
    assert {path: lines for path, lines in lengths.items() if lines > LINES} == {}
