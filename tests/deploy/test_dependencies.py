"""Packages of the service: one consistent set, pinned to the byte, under licences that let anybody use it."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import distributions, files, metadata, packages_distributions, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-build.txt", "requirements-test.txt", "requirements-bench.txt")
PRODUCT = ("referee", "api", "projections")
ALLOWED = {
    "MIT",
    "MIT-0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "PSF-2.0",
    # Parts of numpy: they ask for less than MIT does.
    "0BSD",
    "Zlib",
    "CC0-1.0",
    # Copyleft by the file, or of the library itself: used as they come, they ask nothing of their users.
    "MPL-2.0",
    "LGPL-3.0-only",
    # Letters: they may be sent on with any program, and texts drawn with them are free of their licence.
    "OFL-1.1",
}
IN_WORDS = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "SIL Open Font License 1.1 (OFL-1.1)": "OFL-1.1",
}
"""Licences as older packages name them."""
OPTIONAL = {
    ("api/observing/tracing.py", "opentelemetry"): "otel",
    ("api/cli/assistant/server.py", "mcp"): "mcp",
    ("api/cli/assistant/reading.py", "mcp"): "mcp",
    ("api/cli/assistant/reading.py", "pydantic"): "mcp",
    ("api/cli/assistant/texts.py", "pydantic"): "mcp",
    ("api/cli/assistant/writing.py", "pydantic"): "mcp",
}
"""Optional packages that one module uses, and the extra that installs each."""
INSTALLED = {canonicalize_name(one.name) for one in distributions()}
MIT_GRANT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"


@cache
def locked_requirements(lock: str) -> tuple[Requirement, ...]:
    """The requirements of a lock file; one that differs by Python or platform is there more than once."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return tuple(Requirement(line.partition(" --hash")[0].strip()) for line in text.splitlines() if line.strip())


def installed_packages() -> dict[str, Requirement]:
    """The packages installed to serve on this machine, by name, without this project itself."""
    here = [one for one in locked_requirements("requirements.txt") if not one.marker or one.marker.evaluate()]
    return {canonicalize_name(one.name): one for one in here}


def names(lock: str) -> set[str]:
    return {canonicalize_name(one.name) for one in locked_requirements(lock)}


def pinned_version(requirement: Requirement) -> str:
    [pin] = requirement.specifier
    assert pin.operator == "=="
    return pin.version


def test_what_is_installed_fits_together() -> None:
    process = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout


def test_what_is_installed_to_serve_is_what_is_locked() -> None:
    assert {name: version(name) for name in installed_packages()} == {
        name: pinned_version(one) for name, one in installed_packages().items()
    }


@pytest.mark.parametrize("lock", (*LOCKS, "requirements-pyz.txt"))
def test_every_requirement_is_pinned_with_its_hashes_and_without_an_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted|-e |git\+", text)
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert len(blocks) == len(locked_requirements(lock)) > 0
    for block in blocks:
        first, *hashes = block.replace("\\", "").split("\n")
        assert re.fullmatch(r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9, ]+\])?==\S+( ; [^#]+)?", first.strip()), first
        assert hashes
        for hash_ in hashes:
            assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64} ?", hash_), hash_


def test_the_locks_agree() -> None:
    largest = {(one.name, pinned_version(one)) for one in locked_requirements("requirements-bench.txt")}
    for lock in LOCKS:
        assert {(one.name, pinned_version(one)) for one in locked_requirements(lock)} <= largest


@pytest.mark.parametrize("lock", LOCKS)
def test_an_extra_that_a_package_asks_for_stands_at_the_pin(lock: str) -> None:
    """Pip of Python 3.11 otherwise asks for the newest release with that extra, and refuses it, as it has no hash."""
    pins = {
        canonicalize_name(one.name): one for one in locked_requirements(lock) if not one.marker or one.marker.evaluate()
    }
    extras: dict[NormalizedName, set[str]] = {}
    for name, pin in pins.items():
        for text in (requires(name) or ()) if name in INSTALLED else ():
            requirement = Requirement(text)
            if requirement.extras and any(
                not requirement.marker or requirement.marker.evaluate({"extra": one}) for one in ("", *pin.extras)
            ):
                extras.setdefault(canonicalize_name(requirement.name), set()).update(requirement.extras)
    assert {name: extras[name] - pins[name].extras for name in extras if name in pins} == {
        name: set() for name in extras
    }
    assert extras or lock == "requirements-build.txt"


def test_what_the_project_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for text in project["dependencies"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(pinned_version(installed_packages()[canonicalize_name(requirement.name)]))


def licence(name: str) -> str:
    """The licence of an installed package, as SPDX writes it."""
    about = metadata(name)

    def metadata_fields(field: str) -> list[str]:
        return [str(value) for value in about.get_all(field) or ()]

    if expression := metadata_fields("License-Expression"):
        return expression[0]
    told = [line.rpartition(" :: ")[2] for line in metadata_fields("Classifier") if line.startswith("License :: ")]
    told = told or [text.partition("\n")[0].strip() for text in metadata_fields("License")]
    return " OR ".join(IN_WORDS.get(one, one) for one in told) or by_its_file(name)


def by_its_file(name: str) -> str:
    """The licence of a package that names none: by the words of the file that it ships."""
    licence_files = [file for file in files(name) or () if file.name == "LICENSE"]
    return "MIT" if any(MIT_GRANT in " ".join(file.read_text().split()) for file in licence_files) else ""


def is_allowed(expression: str) -> bool:
    """True if a licence, or one of those to choose from, is on the list."""
    return any(all(part.strip(" ()") in ALLOWED for part in one.split(" AND ")) for one in expression.split(" OR "))


def test_everything_that_serves_has_a_licence_on_the_list() -> None:
    licences = {name: licence(name) for name in installed_packages()}
    assert {name: licence_name for name, licence_name in licences.items() if not is_allowed(licence_name)} == {}


def test_what_asks_for_more_is_found_and_only_tests_have_it() -> None:
    assert not is_allowed(licence("pymerkle"))
    assert not is_allowed("Apache-2.0 AND GPL-3.0-only")
    assert "pymerkle" in names("requirements-test.txt")
    assert "pymerkle" not in names("requirements.txt")


def product_imports() -> Iterator[tuple[Path, str]]:
    """Every module that the product imports, by its first name."""
    for folder in PRODUCT:
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_bytes())):
                if isinstance(node, ast.Import):
                    yield from ((file, alias.name.partition(".")[0]) for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield file, node.module.partition(".")[0]


def test_the_product_imports_only_what_is_installed_to_serve() -> None:
    owners, packages_there = packages_distributions(), {*installed_packages()}
    for file, module in product_imports():
        if module in sys.stdlib_module_names or module in PRODUCT:
            continue
        packages = {canonicalize_name(name) for name in owners.get(module, ())}
        if (str(file.relative_to(ROOT)), module) in OPTIONAL:
            assert not packages & packages_there, f"{module} is not optional any more"
            continue
        assert packages & packages_there, f"{file.relative_to(ROOT)} imports {module}"


# The report that `make audit` makes from pip-audit's


def audit_packages(*packages: Mapping[str, object]) -> tuple[str, int]:
    return report_audit(json.dumps({"dependencies": packages}))


def report_audit(report: str) -> tuple[str, int]:
    command = [sys.executable, str(ROOT / ".ci" / "known_vulnerabilities.py")]
    process = subprocess.run(command, input=report, capture_output=True, text=True, check=False)
    return process.stdout, process.returncode


def test_a_known_vulnerability_fails_and_what_was_not_looked_up_is_no_good_news() -> None:
    sound = {"name": "a", "version": "1", "vulns": []}
    unknown = {"name": "b", "skip_reason": "not found"}
    flaw = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"], "aliases": []}]}
    assert audit_packages(sound) == ("known vulnerabilities: none in 1 packages\n", 0)
    assert audit_packages(sound, flaw, unknown) == ("known vulnerabilities: 1\n  c 2: PYSEC-1, mended in 3\n", 1)
    assert "SKIPPED" in audit_packages(sound, unknown)[0]
    for words, status in (audit_packages(unknown), report_audit(""), report_audit("no JSON"), report_audit("[]")):
        assert words.startswith("known vulnerabilities: SKIPPED")
        assert status == 0
