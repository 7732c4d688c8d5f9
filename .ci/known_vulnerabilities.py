"""Reads what pip-audit found (JSON on standard input) and says what that is worth: it calls unknown packages sound."""

import json
import sys
from typing import Any


def verdict(text: str) -> tuple[str, int]:
    """The words to print, and the exit status: 1 for a known vulnerability."""
    try:
        packages: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return "known vulnerabilities: SKIPPED, no advisory service was reached", 0
    vulnerabilities = [
        f"  {package['name']} {package['version']}: {flaw['id']}, mended in {', '.join(flaw['fix_versions']) or 'no version'}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if vulnerabilities:
        return "\n".join([f"known vulnerabilities: {len(vulnerabilities)}", *vulnerabilities]), 1
    if len(unknown) == len(packages):
        return f"known vulnerabilities: SKIPPED, no advisory service knew any of the {len(packages)} packages", 0
    looked_up = f"known vulnerabilities: none in {len(packages) - len(unknown)} packages"
    return (f"{looked_up}; SKIPPED, since unknown: {', '.join(unknown)}" if unknown else looked_up), 0


if __name__ == "__main__":
    words, status = verdict(sys.stdin.read())
    print(words)
    sys.exit(status)
