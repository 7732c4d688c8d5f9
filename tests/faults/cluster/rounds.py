"""One round: people at work, a fault at some moment, its repair, and work again; then every requirement must hold."""

import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

from deploy.trial.cluster import Cluster
from deploy.trial.plan import NODES
from tests.faults.cluster.breaking import Fault
from tests.faults.cluster.evening import Evening, Site
from tests.support.receiver import receiving
from tests.support.service import TOKEN, start
from tests.support.waiting import eventually

MOST_ANSWERS, MOST_SECONDS = 15, 0.05
"""Limits: a fault comes after so many answers to each tablet at most, and so much later at most."""


def cluster_round(cluster: Cluster, fault: Fault, dice: Random, folder: Path) -> float:
    """A round with a cluster. The folder stores the checkpoints of all rounds. Returns the seconds of the longest answer."""
    plan = cluster.plan
    site = Site(plan.url("service"), plan.token, plan.database(), cluster.folder / "signing-key.pem")
    with receiving() as receiver:
        table = Evening(site, _name(fault.__name__, dice), receiver)
        with table.at_work():
            _at_some_moment(table, folder, dice)
            fault(cluster, dice)()
            table.goes_on()
            eventually(lambda: cluster.is_whole() and all(map(cluster.is_ready, NODES)))
            table.goes_on()
            table.is_heard()
        table.require_whole()
        table.end()
    site.require_sound(folder)
    return table.longest_answer()


def file_round(folder: Path, port: str, dice: Random) -> float:
    """A round with one service on a file, which is killed without warning while everybody is at work, and started again.

    The folder stores the file and the checkpoints of all rounds. Returns the seconds of the longest answer.
    """
    file = folder / "referee.sqlite"
    site = Site(f"http://127.0.0.1:{port}", TOKEN, str(file), file.with_suffix(".sqlite.signing-key.pem"))
    with receiving() as receiver, ExitStack() as stack:
        serve = partial(start, folder, port=port, REFEREE_WEBHOOKS_PRIVATE="1")
        running = stack.enter_context(serve())
        table = Evening(site, _name("killed", dice), receiver)
        with table.at_work():
            _at_some_moment(table, folder, dice)
            running.kill()
            stack.enter_context(serve())
            table.goes_on()
            table.is_heard()
        table.require_whole()
        table.end()
    site.require_sound(folder)
    return table.longest_answer()


def _name(fault: str, dice: Random) -> str:
    return f"{fault}-{dice.getrandbits(32):08x}-"


def _at_some_moment(table: Evening, folder: Path, dice: Random) -> None:
    """Returns while everybody is at work, with a checkpoint stored."""
    table.goes_on(dice.randrange(1, MOST_ANSWERS))
    table.site.checkpoint(folder)
    table.goes_on(1)
    time.sleep(dice.random() * MOST_SECONDS)
