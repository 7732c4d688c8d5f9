"""Which addresses are out in the world, and of another machine than this one."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

SPECIAL_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            # The virtual machines of Azure ask it about themselves; for all others it is nobody's.
            "168.63.129.16/32",
        ),
    )
)
"""IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast with them."""
UNICAST = IPv6Network("2000::/3")
"""All that is given out (RFC 4291, 2.4): what is outside is local, a group, or nobody's."""
SPECIAL_V6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
"""IANA IPv6 Special-Purpose Address Registry, as far as it is inside of `UNICAST`."""
WRAPPERS = tuple(map(IPv6Network, ("64:ff9b::/96", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96")))
"""IPv6 addresses whose last four bytes are an IPv4 address (RFC 6052; RFC 4291, 2.5.5; RFC 2765, 2.1)."""

NOBODYS: dict[int, Address] = {4: IPv4Address("203.0.113.255"), 6: IPv6Address("2001:db8:ffff::ffff")}
"""Addresses that no machine has, by version: for documents (RFC 5737, RFC 3849)."""
DISCARD = 9
"""The port at which whatever comes is thrown away (RFC 863)."""


def is_public(address: str) -> bool:
    """Whether an address is out in the world; for an IPv4 address wrapped in an IPv6 one, whether that is.

    Raises ValueError for what is no address.
    """
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = _wrapped(found) or found
    if isinstance(found, IPv6Address):
        return found in UNICAST and not any(found in network for network in SPECIAL_V6)
    return not any(found in network for network in SPECIAL_V4)


def is_own(address: str) -> bool:
    """Whether an address is one of this machine's interfaces. The system is asked, and nothing is sent.

    Raises ValueError for what is no address.
    """
    found = ip_address(address.partition("%")[0])
    wrapped = _wrapped(found) if isinstance(found, IPv6Address) else None
    target = wrapped or found
    return _sends_from(target) or (_binds(target) and not _binds(NOBODYS[target.version]))


def _sends_from(target: Address) -> bool:
    """Whether this machine would send to this address from itself, as it does to the first address of each interface."""
    with suppress(OSError), _datagrams(target) as probe:
        probe.connect((str(target), DISCARD))
        return ip_address(str(probe.getsockname()[0]).partition("%")[0]) == target
    return False


def _binds(target: Address) -> bool:
    """Whether this machine lets a program listen at this address: at all of its own, and where so set up at all others too."""
    with suppress(OSError), _datagrams(target) as probe:
        probe.bind((str(target), 0))
        return True
    return False


def _datagrams(target: Address) -> socket.socket:
    return socket.socket(socket.AF_INET if isinstance(target, IPv4Address) else socket.AF_INET6, socket.SOCK_DGRAM)


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    if any(address in network for network in WRAPPERS):
        return IPv4Address(address.packed[-4:])
    return address.sixtofour or (address.teredo[1] if address.teredo else None)
