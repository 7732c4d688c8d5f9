"""Follows a log in processes of its own, each killed after a moment, until one has come to the end.

`python -m tests.faults.killed DATABASE SEED` prints how many were killed. Nothing of the database is opened in the parent.
"""

import os
import signal
import sys
import time
from random import Random

from projections.follower import Follower
from referee.people.register import engine
from referee.store.log import open_log

LONGER_SECONDS = 0.03
"""By how much more the next may live: the first die before they begin, and the last comes to the end on any machine."""


def follow(database: str) -> None:
    """Takes the log to its end, in batches small enough to be killed between any two, and within them."""
    Follower(open_log(database), engine(database), batch=5).catch_up()


def main(database: str, seed: str) -> int:
    """How many followers were killed before one came to the end."""
    dice, killed = Random(seed), 0
    while True:
        child = os.fork()
        if child == 0:
            try:
                follow(database)
            except BaseException:
                os._exit(1)
            os._exit(0)
        time.sleep(dice.random() * LONGER_SECONDS * (killed + 1))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert os.WEXITSTATUS(status) == 0, "a follower failed by itself"
            return killed
        killed += 1


if __name__ == "__main__":
    print(main(sys.argv[1], sys.argv[2]))
