"""Faults of a cluster, each with its repair where the cluster does not recover by itself."""

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

import psycopg

from deploy.trial.cluster import Cluster
from deploy.trial.machines import Machines
from deploy.trial.plan import KEEPERS, NODES, SERVERS
from tests.support.waiting import eventually

Repair = Callable[[], None]
Fault = Callable[[Cluster, Random], Repair]
AWAY_SECONDS = 60.0
"""Seconds longer than any turn, lock or transaction is held."""
KILOBYTES_BEHIND = 64
"""Kilobytes that a standby is left behind: the notes of some seconds."""


def primary_killed(cluster: Cluster, _: Random) -> Repair:
    """The machine of the server that writes is gone, Patroni included, until another one writes."""
    primary = _primary(cluster)
    start = _kill(cluster, primary)

    def repair() -> None:
        eventually(lambda: cluster.primary() not in {None, primary})
        start()

    return repair


def node_killed(cluster: Cluster, dice: Random) -> Repair:
    """A node of the service is gone."""
    return _kill(cluster, dice.choice(NODES))


def both_killed(cluster: Cluster, dice: Random) -> Repair:
    """The server that writes and a node are gone at once."""
    return _all(primary_killed(cluster, dice), node_killed(cluster, dice))


def switched_over(cluster: Cluster, _: Random) -> Repair:
    """Another server is asked to become the writer."""
    eventually(cluster.is_safe)
    cluster.switchover()
    return lambda: None


def primary_paused(cluster: Cluster, _: Random) -> Repair:
    """The server that writes says nothing until another one writes, and then goes on as if it still did."""
    return _pause(cluster, [_primary(cluster)], until_another_writes=True)


def node_paused(cluster: Cluster, dice: Random) -> Repair:
    """A node of the service stands still until HAProxy leads no client to it any more, and goes on."""
    go_on = _pause(cluster, [dice.choice(NODES)])

    def repair() -> None:
        # Twice as many requests as nodes would have met each of them.
        eventually(lambda: all(cluster.is_ready("service") for _ in range(2 * len(NODES))))
        go_on()

    return repair


def node_away(cluster: Cluster, dice: Random) -> Repair:
    """A node of the service stands still for a minute, so that others have taken all its turns, and goes on."""
    go_on = node_paused(cluster, dice)
    # The minute itself is tested: nothing is waited for.
    time.sleep(AWAY_SECONDS)
    return go_on


def node_late(cluster: Cluster, dice: Random) -> Repair:
    """A node of the service is gone, and comes back a minute later to all that was written meanwhile."""
    start = node_killed(cluster, dice)
    time.sleep(AWAY_SECONDS)
    return start


def no_majority(cluster: Cluster, dice: Random) -> Repair:
    """Two of the three members that remember the writer are gone."""
    return _all(*[_kill(cluster, name) for name in dice.sample(KEEPERS, 2)])


def primary_cut_off(cluster: Cluster, _: Random) -> Repair:
    """The machine of the server that writes is cut off from every other until another one writes; then it is back."""
    primary, machines = _primary(cluster), _machines(cluster)
    machines.cut(primary)

    def repair() -> None:
        eventually(lambda: cluster.primary() not in {None, primary})
        machines.plug_in(primary)

    return repair


def disk_full(cluster: Cluster, _: Random) -> Repair:
    """The disk of the server that writes is full, until the server breaks and another one writes; then there is room again."""
    primary, machines = _primary(cluster), _machines(cluster)

    def another_writes() -> bool:
        if cluster.primary() == primary:
            machines.fill(primary)
            # It goes on in the files that it has, and is made to need new ones. A server without connections breaks by itself.
            with suppress(psycopg.Error), cluster.connect(primary) as connection:
                connection.execute("SELECT pg_switch_wal()")
        return cluster.primary() not in {None, primary}

    def repair() -> None:
        eventually(another_writes)
        machines.make_room(primary)

    return repair


def standbys_behind(cluster: Cluster, dice: Random) -> Repair:
    """The standbys are a minute behind in visible records when the server that writes is gone."""
    primary = _primary(cluster)
    _tell_all(cluster, "ALTER SYSTEM SET recovery_min_apply_delay = '1min'")
    with cluster.connect(primary) as connection:
        _wait_for_writes(connection, KILOBYTES_BEHIND)
    repair_killed = primary_killed(cluster, dice)

    def repair() -> None:
        repair_killed()
        eventually(cluster.is_whole)
        _tell_all(cluster, "ALTER SYSTEM RESET recovery_min_apply_delay")

    return repair


def standby_left_behind(cluster: Cluster, dice: Random) -> Repair:
    """A standby that has missed much is back when the server that writes is gone: the other one must go on."""
    primary = _primary(cluster)
    standby = dice.choice([name for name in SERVERS if name != primary])
    go_on = _pause(cluster, [standby])
    with cluster.connect(primary) as connection:
        _wait_for_writes(connection, KILOBYTES_BEHIND)
    repair_killed = primary_killed(cluster, dice)
    go_on()
    return repair_killed


FAULTS: tuple[Fault, ...] = (
    primary_killed,
    node_killed,
    both_killed,
    switched_over,
    primary_paused,
    node_paused,
    no_majority,
    standbys_behind,
    standby_left_behind,
    primary_cut_off,
    disk_full,
)
LONG: tuple[Fault, ...] = (node_away, node_late)
"""Faults that take a minute by themselves."""
APART: frozenset[Fault] = frozenset({primary_cut_off, disk_full})
"""Faults that need separate servers, as on three machines."""


def _machines(cluster: Cluster) -> Machines:
    assert cluster.machines is not None
    return cluster.machines


def _tell_all(cluster: Cluster, setting: str) -> None:
    """Gives a setting to every server."""
    for server in SERVERS:
        with cluster.connect(server) as connection:
            connection.execute(setting.encode())
            connection.execute("SELECT pg_reload_conf()")


def _wait_for_writes(connection: psycopg.Connection, kilobytes: int) -> None:
    """Waits until a server that is at work has written so much to its log."""
    [start_position] = connection.execute("SELECT pg_current_wal_lsn()").fetchone() or ()
    grown = "SELECT pg_current_wal_lsn() - %s::pg_lsn > %s * 1024"
    eventually(lambda: connection.execute(grown, (start_position, kilobytes)).fetchone() == (True,))


def _all(*repairs: Repair) -> Repair:
    def repair() -> None:
        for one in repairs:
            one()

    return repair


def _primary(cluster: Cluster) -> str:
    eventually(lambda: cluster.primary() is not None and cluster.is_safe())
    name = cluster.primary()
    assert name
    return name


def _kill(cluster: Cluster, name: str) -> Repair:
    member = cluster.member(name)
    member.signal(signal.SIGKILL)
    eventually(lambda: member.pid() is None)
    return lambda: cluster.start(name)


def _pause(cluster: Cluster, names: list[str], *, until_another_writes: bool = False) -> Repair:
    for name in names:
        cluster.member(name).signal(signal.SIGSTOP)

    def go_on() -> None:
        if until_another_writes:
            eventually(lambda: cluster.primary() not in {None, *names})
        for name in names:
            cluster.member(name).signal(signal.SIGCONT)

    return go_on
