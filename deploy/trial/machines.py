"""Sets the three database servers of a trial apart, as on three machines: each has a network and a disk of its own.

Network namespaces and file systems in memory, which only root may make. An etcd is on the machine of the server of its number.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.trial.plan import KEEPERS, SERVERS, Plan, make_plan

DISK_MEGABYTES = 400
"""Room for a small database twice, and for what a server keeps of its log."""
BALLAST = "ballast"
TRIES = 5
"""Attempts to reach anything over a new network, of two seconds each."""
_CHUNK = bytes(1 << 20)
_REACH = "import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=2)"


def refusal() -> str | None:
    """Why it cannot be done here; None where it can, which is tried."""
    if os.geteuid() != 0:
        return "only root may make networks and file systems"
    with TemporaryDirectory(prefix="referee-machines-") as folder:
        machines = Machines(Path(folder), make_plan(Path(folder), network=free_network()))
        try:
            machines.make()
            if not any(machines.reaches_out(SERVERS[0]) for _ in range(TRIES)):
                return "this system keeps what is sent between networks that it lets be made"
        except (OSError, subprocess.CalledProcessError) as error:
            # A container may be root and may do none of it.
            return f"this system does not let it make network namespaces and mount file systems: {error}"
        finally:
            machines.remove()
    return None


def free_network() -> int:
    """A number for the networks of a trial that no other one on this machine has."""
    folders = [Path("/sys/class/net"), Path("/run/netns")]
    names = {path.name.partition("-")[0] for folder in folders if folder.exists() for path in folder.iterdir()}
    return next(number for number in count(1) if _bridge(number) not in names)


class Machines:
    """The machines of one trial, by the names of their servers. The plan has the number of their network."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder, plan

    def make(self) -> None:
        """Makes what is not there yet. Raises CalledProcessError."""
        bridge = _bridge(self._plan.network)
        if Path(f"/sys/class/net/{bridge}").exists():
            return
        _do("ip", "link", "add", bridge, "type", "bridge")
        _do("ip", "address", "add", f"{self._plan.gateway}/24", "dev", bridge)
        _do("ip", "link", "set", bridge, "up")
        for server in SERVERS:
            self._wire(server, bridge)
            disk = self._folder / server
            disk.mkdir(mode=0o700, exist_ok=True)
            _do("mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m,mode=700", "tmpfs", str(disk))

    def remove(self) -> None:
        """Takes away all that there is, with what is on the disks. Nothing may run on these machines any more."""
        _try("ip", "link", "delete", _bridge(self._plan.network))
        for server in SERVERS:
            # The system takes away what is in a namespace some time after it: the next trial of this number would meet the plug.
            _try("ip", "link", "delete", self._plug(server))
            _try("ip", "netns", "delete", self._space(server))
            _try("umount", "--lazy", str(self._folder / server))

    def inside(self, name: str) -> list[str]:
        """The words before a command that run it on the machine of this member; none for a member outside of them."""
        if name not in {*SERVERS, *KEEPERS}:
            return []
        return ["nsenter", f"--net=/run/netns/{self._space(_machine(name))}"]

    def cut(self, server: str) -> None:
        """Unplugs a machine: nothing reaches it, and nothing leaves it."""
        _do("ip", "link", "set", self._plug(server), "down")

    def plug_in(self, server: str) -> None:
        """Ends that."""
        _do("ip", "link", "set", self._plug(server), "up")

    def reaches_out(self, server: str) -> bool:
        """True if a program on a machine reaches the outside now."""
        with socket.create_server((self._plan.gateway, 0)) as door:
            host, port = door.getsockname()
            command = [*self.inside(server), sys.executable, "-c", _REACH, host, str(port)]
            return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def fill(self, server: str) -> None:
        """Takes all the room that is left on the disk of a machine."""
        with _open_file(self._folder / server / BALLAST) as ballast:
            for chunk in (_CHUNK, _CHUNK[:4096]):
                try:
                    while os.write(ballast, chunk):
                        pass
                except OSError:
                    continue

    def make_room(self, server: str) -> None:
        """Gives it back."""
        (self._folder / server / BALLAST).unlink(missing_ok=True)

    def _wire(self, server: str, bridge: str) -> None:
        space, plug = self._space(server), self._plug(server)
        _do("ip", "netns", "add", space)
        _do("ip", "link", "add", plug, "type", "veth", "peer", "name", "eth0", "netns", space)
        _do("ip", "link", "set", plug, "master", bridge, "up")
        _do("ip", "-n", space, "link", "set", "lo", "up")
        _do("ip", "-n", space, "address", "add", f"{self._plan.host(server)}/24", "dev", "eth0")
        _do("ip", "-n", space, "link", "set", "eth0", "up")

    def _space(self, server: str) -> str:
        return f"{_bridge(self._plan.network)}-{server}"

    def _plug(self, server: str) -> str:
        return f"{_bridge(self._plan.network)}{server}"


def _bridge(network: int) -> str:
    """The name of the switch between the machines: with what is put behind it, the system takes 15 letters."""
    return f"referee{network}"


def _machine(name: str) -> str:
    return SERVERS[KEEPERS.index(name)] if name in KEEPERS else name


@contextmanager
def _open_file(file: Path) -> Iterator[int]:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _do(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _try(*command: str) -> None:
    with suppress(OSError):
        subprocess.run(command, capture_output=True, check=False)
