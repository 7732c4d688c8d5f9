"""What goes wrong with a cluster, each with what makes it right again where nothing does so by itself."""

import signal
from collections.abc import Callable
from random import Random

from deploy.trial.cluster import Cluster
from deploy.trial.plan import KEEPERS, NODES
from tests.support.waiting import eventually

Repair = Callable[[], None]
Fault = Callable[[Cluster, Random], Repair]


def primary_killed(cluster: Cluster, _: Random) -> Repair:
    """The machine of the server that writes is gone, Patroni and all, until another one writes."""
    primary = _primary(cluster)
    start = _killed(cluster, primary)

    def repair() -> None:
        eventually(lambda: cluster.primary() not in {None, primary})
        start()

    return repair


def node_killed(cluster: Cluster, dice: Random) -> Repair:
    """A node of the service is gone."""
    return _killed(cluster, dice.choice(NODES))


def both_killed(cluster: Cluster, dice: Random) -> Repair:
    """The server that writes and a node are gone at once."""
    return _all(primary_killed(cluster, dice), node_killed(cluster, dice))


def switched_over(cluster: Cluster, _: Random) -> Repair:
    """Another server is asked to write."""
    eventually(cluster.is_safe)
    cluster.switchover()
    return lambda: None


def primary_paused(cluster: Cluster, _: Random) -> Repair:
    """The server that writes says nothing until another one writes, and then goes on as if it still did."""
    return _paused(cluster, [_primary(cluster)], until_another_writes=True)


def node_paused(cluster: Cluster, dice: Random) -> Repair:
    """A node of the service stands still, and goes on."""
    return _paused(cluster, [dice.choice(NODES)])


def no_majority(cluster: Cluster, dice: Random) -> Repair:
    """Of those who remember who writes, two of three are gone."""
    return _all(*[_killed(cluster, name) for name in dice.sample(KEEPERS, 2)])


FAULTS: tuple[Fault, ...] = (
    primary_killed,
    node_killed,
    both_killed,
    switched_over,
    primary_paused,
    node_paused,
    no_majority,
)


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


def _killed(cluster: Cluster, name: str) -> Repair:
    member = cluster.member(name)
    member.signal(signal.SIGKILL)
    eventually(lambda: member.pid() is None)
    return lambda: cluster.start(name)


def _paused(cluster: Cluster, names: list[str], *, until_another_writes: bool = False) -> Repair:
    for name in names:
        cluster.member(name).signal(signal.SIGSTOP)

    def go_on() -> None:
        if until_another_writes:
            eventually(lambda: cluster.primary() not in {None, *names})
        for name in names:
            cluster.member(name).signal(signal.SIGCONT)

    return go_on
