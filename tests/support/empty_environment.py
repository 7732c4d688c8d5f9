"""An environment with one wheel and its requirements, taken from the packages that are installed here."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution, requires
from pathlib import Path
from zipfile import ZipFile

from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def build(project: Path, folder: Path) -> Path:
    """The wheel of a project, built without the network."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--disable-pip-version-check", "--wheel-dir", str(folder), str(project)], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@dataclass
class EmptyEnvironment:
    """A virtual environment of its own. `bin` holds its commands."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "bin"

    def run(self, *command: str, **environment: str) -> str:
        """The output of a command of the environment."""
        path = str(self.bin / command[0])
        process = subprocess.run(
            [path, *command[1:]], env=environment, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stderr
        return process.stdout


def install(wheel: Path, folder: Path) -> EmptyEnvironment:
    """Installs this wheel and its requirements into the environment, without extras."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in requirement_names(requirements(wheel)):
        link(name, packages)
    environment = EmptyEnvironment(folder)
    command = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--python",
        str(environment.bin / "python"),
        "install",
        "--no-index",
    ]
    subprocess.run([*command, "--no-deps", "--disable-pip-version-check", str(wheel)], check=True)
    return environment


def requirements(wheel: Path) -> list[Requirement]:
    """The requirements of a wheel, without extras."""
    with ZipFile(wheel) as archive:
        (file,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = Metadata.from_email(archive.read(file)).requires_dist or []
    return [one for one in lines if one.marker is None or one.marker.evaluate({"extra": ""})]


def requirement_names(requirements: list[Requirement]) -> set[str]:
    """The names of these packages, and of all their requirements in turn."""
    names: set[str] = set()
    seen_keys: set[tuple[str, frozenset[str]]] = set()
    while requirements:
        one = requirements.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in seen_keys:
            continue
        seen_keys.add(key)
        names.add(key[0])
        requirements += list(_required_by(one))
    return names


def _required_by(one: Requirement) -> Iterator[Requirement]:
    for text in requires(one.name) or ():
        inner = Requirement(text)
        if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in ("", *one.extras)):
            yield inner


def link(name: str, packages: Path) -> None:
    """Makes an installed package visible among `packages`."""
    package = distribution(name)
    tops = {path.parts[0] for path in package.files or () if path.parts[0] not in {"..", "__pycache__"}}
    for top in tops:
        target = packages / top
        if not target.exists():
            target.symlink_to(Path(str(package.locate_file(top))))
