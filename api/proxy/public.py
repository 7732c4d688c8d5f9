"""The operator's settings of the way to the service: its public address, and the networks of the proxies in front of it.

Both are read by the command line, so nothing heavy is imported here.
"""

import re
from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from referee.errors import Inconsistent
from referee.text import Text

Network: TypeAlias = IPv4Network | IPv6Network
HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
"""A host and port that can stand in a shell command, an attribute or an address as they are."""
SCHEMES: Final = {"https": 443, "http": 80}
"""The schemes of an address, and the port that each has where none is written."""
_EXAMPLE: Final = "https://referee.club.example"


def read_url(text: str, name: str) -> str:
    """A public address as it stands before every path: `https://referee.club.example`.

    `name` is the setting. Raises Inconsistent for any other text, and for an address with a path.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _no_address(text, name) from None
    if parts.scheme not in SCHEMES or not parts.hostname or parts.username is not None:
        raise _no_address(text, name)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise Inconsistent(
            Text(
                es=f"{name} no lleva ruta: las páginas y la API necesitan un nombre de servidor propio, como {_EXAMPLE}, y no"
                f" {text!r}",
                en=f"{name} has no path: the pages and the API need a host name of their own, such as {_EXAMPLE}, not {text!r}",
            )
        )
    host = _ascii_host(parts, text, name)
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != SCHEMES[parts.scheme] else "")


def is_unnamed(host: str) -> bool:
    """True if a host is an IP address, or this machine itself."""
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost"
    return True


def _ascii_host(parts: SplitResult, text: str, name: str) -> str:
    """The host in small letters, in the form that stands in a `Host` header. Raises Inconsistent."""
    host = parts.hostname or ""
    try:
        ascii_host = f"[{host}]" if ":" in host else host.encode("idna").decode()
    except UnicodeError:
        raise _no_address(text, name) from None
    if not HOST.fullmatch(ascii_host):
        raise _no_address(text, name)
    return ascii_host


def _no_address(text: str, name: str) -> Inconsistent:
    return Inconsistent(
        Text(
            es=f"{name} tiene que ser la dirección pública del servicio, como {_EXAMPLE}, y no {text!r}",
            en=f"{name} must be the public address of the service, such as {_EXAMPLE}, not {text!r}",
        )
    )


def read_networks(text: str, name: str) -> tuple[Network, ...]:
    """Addresses and networks with spaces or commas between them: `127.0.0.1 10.0.0.0/8`.

    `name` is the setting. Raises Inconsistent for anything else, and for a network that contains every address.
    """
    return tuple(dict.fromkeys(_networks(re.split(r"[\s,]+", text.strip(" \t\n,")), name)))


def _networks(words: list[str], name: str) -> Iterator[Network]:
    for word in filter(None, words):
        try:
            network = ip_network(word)
        except ValueError:
            raise _no_network(word, name) from None
        if not network.prefixlen:
            raise Inconsistent(
                Text(
                    es=f"{name}: en {word!r} está todo el mundo, y cualquiera podría decir que viene de otra dirección; pon solo"
                    " las direcciones de tus proxies",
                    en=f"{name}: everybody is in {word!r}, and anybody could claim another address; give only the addresses"
                    " of your proxies",
                )
            )
        yield network


def _no_network(word: str, name: str) -> Inconsistent:
    hint = Text(es="", en="")
    try:
        network = ip_network(word, strict=False)
    except ValueError:
        pass
    else:
        hint = Text(es=f"; la red de esa dirección es {network}", en=f"; the network of that address is {network}")
    return Inconsistent(
        Text(
            es=f"{name} son direcciones y redes en números, como 127.0.0.1 10.0.0.0/8, y no {word!r}{hint.es}",
            en=f"{name} are addresses and networks as numbers, such as 127.0.0.1 10.0.0.0/8, not {word!r}{hint.en}",
        )
    )
