"""Public addresses, and those of this machine."""

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
            # Azure's virtual machines ask it about themselves; elsewhere it is unused.
            "168.63.129.16/32",
        ),
    )
)
"""IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast with them."""
UNICAST = IPv6Network("2000::/3")
"""All assigned addresses (RFC 4291, 2.4): others are local, multicast, or unassigned."""
SPECIAL_V6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
"""IANA IPv6 Special-Purpose Address Registry, the part inside of `UNICAST`."""
WRAPPERS = tuple(map(IPv6Network, ("64:ff9b::/96", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96")))
"""IPv6 addresses whose last four bytes are an IPv4 address (RFC 6052; RFC 4291, 2.5.5; RFC 2765, 2.1)."""

UNASSIGNED: dict[int, Address] = {4: IPv4Address("203.0.113.255"), 6: IPv6Address("2001:db8:ffff::ffff")}
"""An address that no machine has, by IP version: for documentation (RFC 5737, RFC 3849)."""
DISCARD = 9
"""The port of the discard protocol (RFC 863)."""


def is_public(address: str) -> bool:
    """True if an address is public; an IPv4 address wrapped in an IPv6 one is judged as IPv4.

    Raises ValueError for any other text.
    """
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        ip = _inner_address(ip) or ip
    if isinstance(ip, IPv6Address):
        return ip in UNICAST and not any(ip in network for network in SPECIAL_V6)
    return not any(ip in network for network in SPECIAL_V4)


def is_own(address: str) -> bool:
    """True if an address is one of this machine's interfaces. It asks the system and sends nothing.

    Raises ValueError for any other text.
    """
    ip = ip_address(address.partition("%")[0])
    ipv4 = _inner_address(ip) if isinstance(ip, IPv6Address) else None
    target = ipv4 or ip
    return _sends_from(target) or (_binds(target) and not _binds(UNASSIGNED[target.version]))


def _sends_from(target: Address) -> bool:
    """True if this machine would send from the address to itself, as with the first address of each interface."""
    with suppress(OSError), _datagrams(target) as probe:
        probe.connect((str(target), DISCARD))
        return ip_address(str(probe.getsockname()[0]).partition("%")[0]) == target
    return False


def _binds(target: Address) -> bool:
    """True if a program may listen at this address: at all of this machine's, and at any other if it is configured so."""
    with suppress(OSError), _datagrams(target) as probe:
        probe.bind((str(target), 0))
        return True
    return False


def _datagrams(target: Address) -> socket.socket:
    return socket.socket(socket.AF_INET if isinstance(target, IPv4Address) else socket.AF_INET6, socket.SOCK_DGRAM)


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    if any(address in network for network in WRAPPERS):
        return IPv4Address(address.packed[-4:])
    return address.sixtofour or (address.teredo[1] if address.teredo else None)
