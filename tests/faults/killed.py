"""Follows a log in processes of its own, each killed at a statement to the read models, until one comes to the end.

`python -m tests.faults.killed DATABASE STEP` prints how many were killed. Nothing of the database is opened in the parent.
"""

import os
import signal
import sys
from itertools import count

import sqlalchemy as sa

from projections.follower import Follower
from referee.log.log import open_log
from referee.log.opening.engine import engine


def follow(database: str, statements: int) -> None:
    """Follows the log to its end in small batches. The process is killed before so many statements and commits are through."""
    store, log = engine(database), open_log(database)
    left = count(statements, -1)

    def step(*_: object) -> None:
        if next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sa.event.listen(store, "before_cursor_execute", step)
    sa.event.listen(store, "commit", step)
    Follower(log, store, batch=5).catch_up()


def main(database: str, step: int) -> int:
    """The number of followers killed before one came to the end. Each gets further by a step than the one before."""
    for statement in count():
        child = os.fork()
        if child == 0:
            try:
                follow(database, statement * step)
            except BaseException:
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert os.WEXITSTATUS(status) == 0, "a follower failed by itself"
            break
    return statement


if __name__ == "__main__":
    print(main(sys.argv[1], int(sys.argv[2])))
