"""Where a message may go: out into the world, and into networks of one's own only where that was allowed.

A name is looked up when the connection is made, and the connection goes to the very address that was looked at: a name that
means something else a moment later (DNS rebinding) gains nothing.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore

from referee.errors import Flaw, Malformed
from referee.text import Text

WRAPPERS = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
"""IPv6 addresses whose last four bytes are an IPv4 address (RFC 6052; RFC 4291, 2.5.5.1)."""
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host, as text."""


class NotAllowed(Exception):
    """A host that is in a network of one's own; its name is the argument."""


def is_public(address: str) -> bool:
    """Whether an address is out in the world; for an IPv4 address wrapped in an IPv6 one, whether that is."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = _wrapped(found) or found
    return found.is_global and not found.is_multicast


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    if any(address in network for network in WRAPPERS):
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])


def check_url(url: str, *, private: bool) -> None:
    """Raises Malformed for an address that no message could go to. Names are not looked up here, but when one is sent."""
    try:
        # It drops line breaks and tabs, which the address is sent with.
        parts = urlsplit(url if url.isprintable() else "")
        host, _ = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host = None
    if host is None or parts.scheme not in {"http", "https"}:
        raise _flawed(
            Text(
                es="tiene que ser una dirección http o https con un host",
                en="must be an http or https address with a host",
            )
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _flawed(
            Text(
                es="no puede llevar usuario, contraseña ni fragmento", en="must not carry a user, password or fragment"
            )
        )
    if not private and _surely_private(host):
        raise _flawed(Text(es=f"«{host}» está en una red privada", en=f"{host!r} is in a private network"))


def _surely_private(host: str) -> bool:
    try:
        return not is_public(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _flawed(what: Text) -> Malformed:
    return Malformed(Text(es=f"`url` {what.es}", en=f"`url` {what.en}"), flaws=(Flaw("$.url", what),))


class Resolver:
    """Looks names up in threads of its own, so that a slow name server holds up nothing but messages."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="names")

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _look_up, host, port)
        return list(dict.fromkeys(found))

    def close(self) -> None:
        """Lets go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[str]:
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Guarded(httpcore.AsyncNetworkBackend):
    """Connects to addresses that are allowed, and to no other."""

    def __init__(self, resolve: Resolve, *, private: bool) -> None:
        self._resolve = resolve
        self._private = private
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first of the host's addresses that answers. Raises NotAllowed, OSError, ConnectError."""
        found = await self._resolve(host, port)
        allowed = [address for address in found if self._private or is_public(address)]
        if not allowed:
            raise NotAllowed(host)
        for address in allowed[:-1]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._network.connect_tcp(allowed[-1], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
