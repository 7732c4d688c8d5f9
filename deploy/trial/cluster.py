"""A whole cluster on this machine: started, looked at, ended, and member by member broken on purpose."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psycopg
from msgspec import Struct
from psycopg import sql

from deploy.trial import files
from deploy.trial.machines import Machines
from deploy.trial.member import Member
from deploy.trial.plan import DOORS, KEEPERS, NODES, SERVERS, Plan, make_plan
from deploy.trial.programs import Programs
from referee.evidence.keys import signing_key

PROXY = "haproxy"
MEMBERS = (*KEEPERS, *SERVERS, PROXY, *NODES)
ASK_SECONDS = 5.0
LOOK_SECONDS = 0.2


class NotReady(Exception):
    """The cluster did not become what was waited for in time: what, and what each member said last is in its file."""


class ServerState(Struct, frozen=True):
    """One server as Patroni sees it: `leader`, `quorum_standby`, ...; `running`, `streaming`, `stopped`, ..."""

    name: str
    role: str
    state: str


class _Members(Struct, frozen=True):
    members: list[ServerState]


class Cluster:
    """The cluster of one folder, which is made where it is missing."""

    def __init__(self, folder: Path, programs: Programs, ports: Sequence[int] = (), network: int = 0) -> None:
        """With the number of a `network` the servers are apart, as on three machines (see deploy/trial/machines.py)."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder.resolve()
        self.plan: Plan = make_plan(self.folder, ports, network)
        self.machines = Machines(self.folder, self.plan) if self.plan.network else None
        self._programs = programs
        servers = {name: self.folder / name / "data" / "postmaster.pid" for name in SERVERS}
        self._members = {name: Member(name, self.folder, servers.get(name)) for name in MEMBERS}

    def up(self, seconds: float) -> None:
        """Starts what does not run, and returns when a node of the service answers. Raises NotReady after so many seconds."""
        until = time.monotonic() + seconds
        if self.machines:
            self.machines.make()
        for name in (*KEEPERS, *SERVERS, PROXY):
            self.start(name)
        self.wait("a primary with a standby that has all it writes", self.is_safe, until)
        self.wait("the way to the primary", self._made_database, until)
        for name in NODES:
            self.start(name)
        self.wait("the nodes of the service", lambda: all(map(self.is_ready, (*NODES, "service"))), until)

    def down(self) -> list[str]:
        """Ends everything, from the outside in. Returns the names of those that had to be killed."""
        killed_names: list[str] = []
        for group in (NODES, (PROXY,), SERVERS, KEEPERS):
            for name in group:
                self._members[name].end()
            killed_names += [name for name in group if not self._members[name].wait_for_end()]
        return killed_names

    def start(self, name: str) -> None:
        """Starts one member, where it does not run."""
        if self.member(name).pid() is None:
            command, environment = self._command_of(name)
            where = self.machines.inside(name) if self.machines else []
            self.member(name).start([*where, *command], environment)

    def member(self, name: str) -> Member:
        """One member by its name."""
        return self._members[name]

    def servers(self) -> Mapping[str, ServerState]:
        """The servers by name, as the first Patroni that answers sees them; none where none does."""
        for name in SERVERS:
            answer = _answer_of(self.plan.url(f"{name}.patroni") + "/cluster")
            if answer:
                return {one.name: one for one in msgspec.json.decode(answer, type=_Members).members}
        return {}

    def primary(self) -> str | None:
        """The server that writes now, as it says itself; None where there is none."""
        return next((name for name in SERVERS if _answer_of(self.plan.url(f"{name}.patroni") + "/primary")), None)

    @contextmanager
    def connect(self, server: str) -> Iterator[psycopg.Connection]:
        """Opens a connection to one server itself, as its superuser. Raises psycopg.OperationalError."""
        address = f"postgresql://postgres:{self.plan.password}@{self.plan.at(f'{server}.postgresql')}/postgres"
        with psycopg.connect(address, autocommit=True, connect_timeout=int(ASK_SECONDS)) as connection:
            yield connection

    def is_safe(self) -> bool:
        """True if there is a primary, and a standby that could take its place without losing anything."""
        states = self.servers().values()
        roles = {one.role for one in states if one.state in {"running", "streaming"}}
        return "leader" in roles and bool(roles & {"quorum_standby", "sync_standby"})

    def is_whole(self) -> bool:
        """True if every server takes part: one leads, all others follow it."""
        states = self.servers().values()
        return (
            len(states) == len(SERVERS)
            and all(one.state == ("running" if one.role == "leader" else "streaming") for one in states)
            and self.is_safe()
        )

    def is_ready(self, name: str) -> bool:
        """True if a node of the service can work; with `service`, if any of them can."""
        return _answer_of(self.plan.url(name) + "/v1/health/ready") is not None

    def switchover(self, to: str | None = None) -> str:
        """Has another server write from now on, this one or any, without loss. Returns what Patroni says. Raises NotReady."""
        primary = self.primary()
        if primary is None:
            raise NotReady("there is no primary to take the place of")
        request = json.dumps({"leader": primary, "candidate": to}).encode()
        answer = _answer_of(self.plan.url(f"{primary}.patroni") + "/switchover", request, seconds=60)
        if answer is None:
            raise NotReady(f"{primary} did not give its place away: {self.member(primary).output}")
        return answer.decode()

    def wait(self, description: str, is_done: Callable[[], bool], until: float) -> None:
        """Returns once it has happened. Raises NotReady at `until`."""
        while not is_done():
            if time.monotonic() > until:
                raise NotReady(f"{description}: not there in time; each member's own words are in {self.folder}/*.txt")
            time.sleep(LOOK_SECONDS)

    def _command_of(self, name: str) -> tuple[list[str], dict[str, str]]:
        """The command of a member, and its environment. Writes the files that it reads."""
        own = self.folder / name
        own.mkdir(mode=0o700, exist_ok=True)
        if name in KEEPERS:
            return [self._programs.etcd, *files.etcd_arguments(self.plan, name, own)], {}
        if name in SERVERS:
            path = self.folder / f"{name}.yaml"
            _write(path, msgspec.json.encode(files.patroni_file(self.plan, name, own, self._programs.postgresql)))
            return [*self._programs.not_as_root, self._programs.patroni, str(path)], {}
        if name == PROXY:
            path = self.folder / "haproxy.cfg"
            _write(path, files.haproxy_file(self.plan).encode())
            return [self._programs.haproxy, "-db", "-f", str(path)], {}
        command = [self._programs.python, "-m", "api.cli", *files.node_arguments(self.plan, name)]
        return command, files.node_environment(self.plan, own, self._key())

    def _key(self) -> Path:
        """The key that signs checkpoints, the same for all nodes."""
        key = self.folder / "signing-key.pem"
        signing_key(None, key)
        return key

    def _made_database(self) -> bool:
        """Creates the service's user and database through HAProxy if they are missing. Returns True if both are there."""
        address = f"postgresql://postgres:{self.plan.password}@{self.plan.at(DOORS[0])}/postgres?connect_timeout=5"
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                role, password = sql.Identifier("referee"), sql.Literal(self.plan.password)
                if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'referee'").fetchone():
                    connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(role, password))
                if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'referee'").fetchone():
                    connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(role, role))
        except psycopg.OperationalError:
            return False
        return True


def _write(file: Path, content: bytes) -> None:
    """Writes a file that only its owner may read."""
    file.touch(mode=0o600)
    file.write_bytes(content)


def _answer_of(url: str, body: bytes | None = None, seconds: float = ASK_SECONDS) -> bytes | None:
    """The body of a successful answer of an address; None without one."""
    request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError):
        return None
