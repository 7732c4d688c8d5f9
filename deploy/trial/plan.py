"""The plan of a cluster on one machine: its members, their addresses and its secrets, in a file of its folder."""

import socket
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_urlsafe

import msgspec
from msgspec import Struct

KEEPERS = ("etcd1", "etcd2", "etcd3")
SERVERS = ("db1", "db2", "db3")
NODES = ("node1", "node2")
DOORS = ("primary", "standbys", "service")
"""Addresses of HAProxy: for the server that writes, for those that only read, and for the nodes of the service."""
PORTS = (
    *(f"{name}.{port}" for name in KEEPERS for port in ("clients", "peers")),
    *(f"{name}.{port}" for name in SERVERS for port in ("postgresql", "patroni")),
    *DOORS,
    *NODES,
)
HOST = "127.0.0.1"
_FILE = "cluster.json"


class Plan(Struct, frozen=True):
    """Ports by name, and the secrets that the members share. `network` is 0 where all of them are on the loopback."""

    ports: Mapping[str, int]
    password: str
    token: str
    network: int = 0

    @property
    def gateway(self) -> str:
        """This machine in the network of the trial. Its addresses are reserved for tests of networks (RFC 2544)."""
        return f"198.18.{self.network}.1"

    def host(self, name: str) -> str:
        """The host of a member, or of one of its ports."""
        member = name.partition(".")[0]
        if not self.network or member not in {*SERVERS, *KEEPERS}:
            return HOST
        machine = (SERVERS if member in SERVERS else KEEPERS).index(member)
        return f"198.18.{self.network}.{11 + machine}"

    def at(self, name: str) -> str:
        """Host and port of a name."""
        return f"{self.host(name)}:{self.ports[name]}"

    def url(self, name: str) -> str:
        """The address of what speaks HTTP under a name."""
        return f"http://{self.at(name)}"

    def database(self, door: str = "primary") -> str:
        """The address of the database as the service takes it, through HAProxy."""
        return f"postgresql://referee:{self.password}@{self.at(door)}/referee"


def make_plan(folder: Path, ports: Sequence[int] = (), network: int = 0) -> Plan:
    """The plan of this folder; a new one, with these ports or free ones, where there is none.

    Raises ValueError where ports are given that are not enough.
    """
    file = folder / _FILE
    if file.exists():
        return msgspec.json.decode(file.read_bytes(), type=Plan)
    numbers = dict(zip(PORTS, ports or _free(len(PORTS)), strict=True))
    plan = Plan(numbers, password=token_urlsafe(24), token=token_urlsafe(24), network=network)
    file.touch(mode=0o600)
    file.write_bytes(msgspec.json.encode(plan))
    return plan


def is_planned(folder: Path) -> bool:
    """True if there is a cluster in this folder, running or not."""
    return (folder / _FILE).exists()


def _free(count: int) -> list[int]:
    """Ports on which no program listens now."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server((HOST, 0))) for _ in range(count)]
        return [int(probe.getsockname()[1]) for probe in probes]
