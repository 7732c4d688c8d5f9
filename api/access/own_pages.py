"""Access to a demonstration: for programs of this machine and its own pages, for no other page in a browser.

Everyone is an organizer of a demonstration without a token, so only the origin of a request tells friend from foe. A page of
another site can send a request to this machine, or have its own name lead here (DNS rebinding). It cannot choose the `Host`,
`Origin` and `Sec-Fetch-Site` that its browser writes.
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
"""Values of `Sec-Fetch-Site` for a page of this service, and for an address typed into the browser."""
LONGEST_SHOWN: Final = 100


class OwnPages:
    """Refuses requests that come neither from a page of this service nor from a program.

    `names` are host names that are accepted beside the loopback ones. On a network any numeric address is accepted too, since
    DNS rebinding needs a name.
    """

    def __init__(self, names: Collection[str] = (), *, on_network: bool = False) -> None:
        self._names = frozenset(name.lower() for name in names)
        self._on_network = on_network

    def refusal(self, scope: HTTPScope) -> Forbidden | None:
        """The refusal of a request from another site; None for all others."""
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
        """True if a `Host`, with its port, is one of this service."""
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
    """True if an `Origin` is that of the pages at this host and port. `null` never is."""
    scheme, _, place = origin.lower().partition("://")
    return scheme in {"http", "https"} and place == host.lower()


def _by_another_name(host: str) -> Forbidden:
    excerpt = host[:LONGEST_SHOWN]
    return Forbidden(
        Text(
            es=f"esta demostración no se llama {excerpt!r}: abra la dirección que escribió al arrancar. Otra página del navegador"
            " podría usar ese nombre para actuar aquí",
            en=f"this demonstration is not called {excerpt!r}: open the address that it printed at its start. Another page of the"
            " browser could use that name to act here",
        )
    )


def _from_elsewhere(origin: str | None) -> Forbidden:
    excerpt = (origin or "").strip()[:LONGEST_SHOWN]
    return Forbidden(
        Text(
            es="en esta demostración solo actúan sus propias páginas y los programas de esta máquina, y no una página de "
            + (repr(excerpt) if excerpt else "otro sitio"),
            en="only its own pages and programs of this machine act in this demonstration, not a page of "
            + (repr(excerpt) if excerpt else "another site"),
        )
    )
