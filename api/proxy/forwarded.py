"""A request as its client sent it, from the proxies' headers `Forwarded` (RFC 7239) or `X-Forwarded-*`.

Any client can send these headers. Only values that a proxy named by the operator wrote are trusted: the list of addresses is
read from its end, where the nearest proxy wrote, up to the first address that is not a named proxy's. That is the client; all
before it may be forged.

A proxy that writes one kind of header passes the other kind on as the client sent it. If both are present, only values that
agree are trusted.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from msgspec import Struct

from api.proxy.public import HOST, SCHEMES, Network

FORWARDED: Final = b"forwarded"
FOR: Final = b"x-forwarded-for"
PROTO: Final = b"x-forwarded-proto"
X_HOST: Final = b"x-forwarded-host"
READ: Final = frozenset({FORWARDED, FOR, PROTO, X_HOST})
_MOST_PEERS: Final = 4_096
"""Addresses for which the answer of `Proxies.has` is cached."""
_PART: Final = re.compile(r'[ \t]*+(?:([^\s;,="]+)=([^\s;,"]*|"(?:[^"\\]|\\.)*"))?[ \t]*+([;,]|$)')
"""A parameter of `Forwarded` and what ends it (RFC 7239, 4). Addresses with colons are often written without quotes."""
_NODE: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([0-9.]+)(?::[0-9]{1,5})?|([0-9A-Fa-f:.]+)")
"""An address with or without a port; one of IPv6 with a port is in brackets."""


class Hop(Struct, frozen=True):
    """A request as one proxy received it; None for a value that it does not give."""

    client: str | None = None
    """The address that sent it, in the form in which addresses are compared."""
    scheme: str | None = None
    host: str | None = None


class Proxies:
    """The proxies that an operator names, by their networks."""

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self.networks = tuple(networks)
        self.has: Callable[[str], bool] = lru_cache(_MOST_PEERS)(self._has)
        """True if an address is that of a named proxy."""

    def _has(self, host: str) -> bool:
        address = _plain(host)
        return address is not None and any(ip_address(address) in network for network in self.networks)

    def restore(self, scope: Any) -> None:
        """Restores the client, scheme and host of a request that a named proxy passed on.

        The proxies' headers are removed, so that cached responses are the same for all clients.
        """
        peer = scope.get("client")
        if not self.networks or peer is None or not self.has(peer[0]):
            return
        headers = _read(scope["headers"])
        if not headers:
            return
        hop = self._trusted_hop(headers)
        if hop.client is not None:
            scope["client"] = (hop.client, 0)
        if hop.scheme is not None:
            scope["scheme"] = hop.scheme
        remaining = [pair for pair in scope["headers"] if pair[0] not in READ]
        if hop.host is not None:
            remaining = [pair for pair in remaining if pair[0] != b"host"] + [(b"host", hop.host.encode())]
        scope["headers"] = remaining

    def _trusted_hop(self, headers: Mapping[bytes, Sequence[str]]) -> Hop:
        """The trusted values of all headers."""
        by_rfc = self._by_forwarded(headers[FORWARDED]) if FORWARDED in headers else None
        by_x = self._by_x_forwarded(headers) if headers.keys() - {FORWARDED} else None
        if by_rfc is None or by_x is None:
            return by_rfc or by_x or Hop()
        return Hop(
            _if_same(by_rfc.client, by_x.client),
            _if_same(by_rfc.scheme, by_x.scheme),
            _if_same(by_rfc.host, by_x.host),
        )

    def _by_x_forwarded(self, headers: Mapping[bytes, Sequence[str]]) -> Hop:
        """Reads `X-Forwarded-*`: scheme and host from the nearest proxy, since some append to the values of the client."""
        client, _ = self._walk([_node(word) for line in headers.get(FOR, ()) for word in line.split(",")])
        return Hop(client, _scheme(_last(headers.get(PROTO))), _host(_last(headers.get(X_HOST))))

    def _by_forwarded(self, lines: Sequence[str]) -> Hop:
        """Reads `Forwarded`: scheme and host from the proxy nearest to the client, else from one behind it."""
        hops = [hop for line in lines for hop in _hops(line)]
        client, first = self._walk([hop.client for hop in hops])
        proxy_hops = hops[first:]
        scheme = next((hop.scheme for hop in proxy_hops if hop.scheme), None)
        return Hop(client, scheme, next((hop.host for hop in proxy_hops if hop.host), None))

    def _walk(self, addresses: Sequence[str | None]) -> tuple[str | None, int]:
        """The client, and the place of the first address that a named proxy wrote.

        A missing or hidden address ends the walk: the client is then the last known proxy.
        """
        client, first = None, len(addresses)
        for address in reversed(addresses):
            first -= 1
            client = address or client
            if address is None or not self.has(address):
                break
        return client, first


def _read(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, list[str]]:
    """The headers that proxies write, each with its lines in their order."""
    lines: dict[bytes, list[str]] = {}
    for name, value in headers:
        if name in READ:
            lines.setdefault(name, []).append(value.decode("latin-1"))
    return lines


def _hops(line: str) -> list[Hop]:
    """The elements of a line of `Forwarded`; one empty element if the line is malformed."""
    hops: list[Hop] = []
    pairs: dict[str, str] = {}
    at, end = 0, ";"
    while end:
        part = _PART.match(line, at)
        if part is None:
            return [Hop()]
        name, value, end = part.groups()
        at = part.end()
        if name:
            pairs[name.lower()] = _unquote(value)
        if end != ";" and pairs:
            hops.append(Hop(_node(pairs.get("for", "")), _scheme(pairs.get("proto")), _host(pairs.get("host"))))
            pairs = {}
    return hops


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _node(text: str) -> str | None:
    """The address that an element names, without its port; None for `unknown`, a hidden name and anything else."""
    node = _NODE.fullmatch(text.strip())
    return None if node is None else _plain(next(filter(None, node.groups())))


def _plain(host: str) -> str | None:
    """An address in its canonical form: without a zone, and IPv4 as such if it is mapped into IPv6."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    ipv4 = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(ipv4 or address)


def _scheme(text: str | None) -> str | None:
    scheme = (text or "").strip().lower()
    return scheme if scheme in SCHEMES else None


def _host(text: str | None) -> str | None:
    host = (text or "").strip()
    return host if HOST.fullmatch(host) else None


def _last(lines: Sequence[str] | None) -> str | None:
    return lines[-1].rpartition(",")[2] if lines else None


def _if_same(one: str | None, other: str | None) -> str | None:
    return one if one == other else None
