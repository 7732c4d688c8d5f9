"""Reserves the address of a service from before it starts until it ends.

The server shares its port among its workers (SO_REUSEPORT), and the system would let another service of the same user share
it too: clients would then reach one database or the other by chance. A socket that does not share finds the port taken; one
that is bound and does not listen keeps it reserved, also while the service makes ready and does not listen yet.
"""

import errno
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from referee.errors import Inconsistent
from referee.text import Text

NEEDED = ("fcntl", "resource")
"""Modules of POSIX systems that a service needs, to reserve its port and to raise its limit of open streams."""
ALONE = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""The option of a socket that shares its port with no other. On Windows SO_REUSEADDR would take it from another service."""
ASK_SECONDS = 1.0
"""Seconds that the holder of a port has to answer as another `referee` service."""


def require_posix() -> None:
    """Raises Inconsistent if this system lacks the modules that a service needs."""
    if missing := ", ".join(f"`{name}`" for name in NEEDED if find_spec(name) is None):
        raise Inconsistent(
            Text(
                es=f"el servicio necesita un sistema POSIX (Linux, macOS): a este Python le falta {missing}. En Windows, use"
                " WSL 2 o un contenedor (deploy/README.md); las demás órdenes funcionan aquí",
                en=f"the service needs a POSIX system (Linux, macOS): this Python has no {missing}. On Windows, start it in WSL 2"
                " or in a container (deploy/README.md); all other commands work here",
            )
        )


@contextmanager
def reserve(host: str, port: int) -> Iterator[str]:
    """Reserves an address until the block ends. Yields the address as a number.

    Raises Inconsistent if no service can listen there: the port is in use or for the administrator only, the host is not this
    machine. Of services that start at the same moment exactly one succeeds.
    """
    family, kind, protocol, _, address = _resolve(host, port)
    with socket.socket(family, kind, protocol) as place:
        try:
            with _in_turn(), _alone(family, kind, protocol, address) as probe:
                if sys.platform == "linux":
                    _share(place, probe)
        except OSError as error:
            raise Inconsistent(_why(error, host, port)) from error
        yield str(address[0])


@contextmanager
def _in_turn() -> Iterator[None]:
    """Lets one process in at a time: the system may refuse both of two that begin to listen at the same moment."""
    try:
        import fcntl
    except ImportError:
        # Windows, where a witness may run: an exclusive socket is enough there.
        yield
        return
    with Path(__file__).open("rb") as turn:
        # Some network disks cannot lock a file: the outcome is left to the system there.
        with suppress(OSError):
            fcntl.flock(turn, fcntl.LOCK_EX)
        yield


@contextmanager
def _alone(family: int, kind: int, protocol: int, address: Any) -> Iterator[socket.socket]:
    """Yields a socket that listens there and does not share. Raises OSError if another one has the address."""
    with socket.socket(family, kind, protocol) as probe:
        # With this option, as in servers, closing connections of an earlier service are no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, ALONE, 1)
        probe.bind(address)
        probe.listen(1)
        yield probe


def _share(place: socket.socket, probe: socket.socket) -> None:
    """Binds a socket beside the probe. It admits workers and, without SO_REUSEADDR, no other probe."""
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(probe.getsockname())
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)


def _resolve(host: str, port: int) -> Any:
    """The first address of a host, of IPv4 if it has one. Raises Inconsistent for an unknown name."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM) if host.strip() else []
    except (OSError, UnicodeError):
        addresses = []
    if not addresses:
        raise Inconsistent(
            Text(es=f"no hay ninguna dirección llamada {host!r}", en=f"there is no address named {host!r}")
        )
    return min(addresses, key=lambda one: one[0] != socket.AF_INET)


def _why(error: OSError, host: str, port: int) -> Text:
    if error.errno == errno.EADDRINUSE:
        return _in_use(host, port)
    if error.errno == errno.EACCES:
        return Text(
            es=f"el puerto {port} es solo para el administrador: elige uno desde 1024",
            en=f"port {port} is for the administrator only: choose one from 1024 up",
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return Text(es=f"{host} no es una dirección de esta máquina", en=f"{host} is not an address of this machine")
    return Text(
        es=f"no se puede escuchar en {host}, puerto {port}: {error.strerror}",
        en=f"cannot listen on {host}, port {port}: {error.strerror}",
    )


def _in_use(host: str, port: int) -> Text:
    who = (
        Text(es="por otro servicio `referee`", en="by another `referee` service")
        if _is_ours(host, port)
        else Text(es="por otro programa", en="by another program")
    )
    return Text(
        es=f"el puerto {port} de {host} ya está ocupado {who.es}: ciérralo (`ss -ltnp` dice cuál es) o elige otro --port",
        en=f"port {port} of {host} is in use {who.en}: stop it (`ss -ltnp` says which it is) or choose another --port",
    )


def _is_ours(host: str, port: int) -> bool:
    """True if another `referee` service answers there."""
    # Only a port that is taken is asked.
    import http.client
    import json

    connection = http.client.HTTPConnection(host, port, timeout=ASK_SECONDS)
    try:
        connection.request("GET", "/v1/health/live")
        answer = json.loads(connection.getresponse().read(1000))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return bool(answer == {"status": "live"})
