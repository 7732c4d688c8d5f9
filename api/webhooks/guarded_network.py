"""Connections to allowed destinations only (`api.webhooks.addresses`).

A name is looked up when the connection is made, and the connection goes to the address that was checked: a name that resolves
to another address a moment later (DNS rebinding) gains nothing.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpcore

from api.webhooks.networks import is_public

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host, as text. Raises OSError if it has none."""
IsOwn = Callable[[str], bool]
"""True if an address is one of this machine's."""


class NotAllowed(Exception):
    """A host without an address that is allowed; its name is the argument.

    It is the same for an unknown name and for one in a private network: otherwise the error would tell which names exist there.
    """


class Resolver:
    """Looks names up in threads of its own, so that a slow name server delays nothing but messages."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="names")

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        addresses = await loop.run_in_executor(self._threads, _look_up, host, port)
        return list(dict.fromkeys(addresses))

    def close(self) -> None:
        """Stops the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[str]:
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class GuardedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to allowed addresses only."""

    def __init__(
        self,
        resolve: Resolve,
        is_own: IsOwn,
        network: httpcore.AsyncNetworkBackend | None = None,
        *,
        private: bool,
    ) -> None:
        self._resolve = resolve
        self._is_own = is_own
        self._private = private
        self._network = network or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connects to the first address of the host that answers. Raises NotAllowed, OSError, ConnectError."""
        addresses = await self._allowed_addresses(host, port)
        if not addresses:
            raise NotAllowed(host)
        for address in addresses[:-1]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._network.connect_tcp(addresses[-1], port, timeout, local_address, socket_options)

    async def _allowed_addresses(self, host: str, port: int) -> list[str]:
        if self._private:
            return [*await self._resolve(host, port)]
        try:
            addresses = await self._resolve(host, port)
        except OSError as error:
            raise NotAllowed(host) from error
        return [address for address in addresses if is_public(address) and not self._is_own(address)]

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
