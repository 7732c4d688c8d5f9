"""Whom a demonstration answers: programs of this machine, and its own pages. No other page that a browser shows may act here.

Everyone is an organizer of a demonstration without a token, so where a request comes from is all there is to tell who acts. A
page of another site can send a request to this machine, or have its own name lead here (DNS rebinding). It cannot choose the
`Host`, `Origin` and `Sec-Fetch-Site` that its browser writes.
"""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from litestar.types import HTTPScope

from referee.errors import Forbidden
from referee.text import Text

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES: Final = frozenset({b"same-origin", b"none"})
"""What `Sec-Fetch-Site` is of a page of this service, and of an address that somebody typed."""
LONGEST_SHOWN: Final = 100


class OwnPages:
    """Refuses what did not come from a page of this service, or from a program.

    `names` are those by which it may be called beside the loopback ones. On a network it may be called by the number of any
    address too, as no name leads there but by the number itself.
    """

    def __init__(self, names: Collection[str] = (), *, on_network: bool = False) -> None:
        self._names = frozenset(name.lower() for name in names)
        self._on_network = on_network

    def refusal(self, scope: HTTPScope) -> Forbidden | None:
        """The refusal of a request from elsewhere; None for all others."""
        headers = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not self._is_own_name(hosts[0]):
            return _by_another_name(", ".join(hosts))
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        sites = {value for name, value in headers if name == b"sec-fetch-site"}
        is_elsewhere = not sites <= OWN_SITES
        if scope["method"] not in READS:
            foreign = next((origin for origin in origins if not _is_of(origin, hosts[0])), None)
            return _from_elsewhere(foreign) if is_elsewhere or foreign is not None else None
        # A link leads here from anywhere. A page of another site has nothing to embed, and no stream to hold.
        is_link = {value for name, value in headers if name == b"sec-fetch-mode"} == {b"navigate"}
        return _from_elsewhere(next(iter(origins), None)) if is_elsewhere and not is_link else None

    def _is_own_name(self, host: str) -> bool:
        """Whether a `Host`, with its port, is one of this service."""
        try:
            parts = urlsplit(f"//{host}")
            name = (parts.hostname or "").lower()
            is_host = parts.netloc == host and parts.username is None and (parts.port is None or parts.port > 0)
        except ValueError:
            return False
        if not is_host:
            return False
        if name == "localhost" or name in self._names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self._on_network


def _is_of(origin: str, host: str) -> bool:
    """Whether an `Origin` is that of the pages at this host and port. `null` is of none."""
    scheme, _, place = origin.lower().partition("://")
    return scheme in {"http", "https"} and place == host.lower()


def _by_another_name(host: str) -> Forbidden:
    shown = host[:LONGEST_SHOWN]
    return Forbidden(
        Text(
            es=f"esta demostración no se llama {shown!r}: abra la dirección que escribió al arrancar. Otra página del navegador"
            " podría usar ese nombre para actuar aquí",
            en=f"this demonstration is not called {shown!r}: open the address that it printed at its start. Another page of the"
            " browser could use that name to act here",
        )
    )


def _from_elsewhere(origin: str | None) -> Forbidden:
    shown = (origin or "").strip()[:LONGEST_SHOWN]
    return Forbidden(
        Text(
            es="en esta demostración solo actúan sus propias páginas y los programas de esta máquina, y no una página de "
            + (repr(shown) if shown else "otro sitio"),
            en="only its own pages and programs of this machine act in this demonstration, not a page of "
            + (repr(shown) if shown else "another site"),
        )
    )
