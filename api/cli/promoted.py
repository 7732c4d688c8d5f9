"""A node whose server took no writes when it started, and takes them from now on: a standby that was promoted.

The process that started the workers looks now and then. Once its server takes writes it makes ready what a node that writes
needs, and has the workers start again: those that end have answered what they were asked.
"""

import os
import signal
from collections.abc import Callable
from threading import Thread
from time import sleep

import click
import psycopg

from api.cli.language import say
from referee.errors import Explained, Refused, Unavailable
from referee.store.outage.silence import FAILURES
from referee.store.servers.standby import takes_writes
from referee.text import Text

FIRST_SECONDS = 5.0
"""Before the first look: the workers are made meanwhile, which must not happen in the middle of one."""
LOOK_SECONDS = 1.0
"""Between two looks."""
_NOT_NOW: tuple[type[Exception], ...] = (*FAILURES, psycopg.Error, OSError, Unavailable)
_WRITES = Text(
    es="la base de datos admite escrituras: este nodo escribe desde ahora",
    en="the database takes writes: this node writes from now on",
)
_MAY_NOT = Text(
    es="la base de datos admite escrituras, pero este nodo solo lee",
    en="the database takes writes, but this node only reads",
)


def watch_for_writes(database: str, make_ready: Callable[[], bool]) -> None:
    """Has the workers of this process start again once its database takes writes. `make_ready` tells whether it found it so,
    and raises Refused where this node may not write, which is said once.
    """
    Thread(target=_until_promoted, args=(database, make_ready), name="promoted", daemon=True).start()


def _until_promoted(database: str, make_ready: Callable[[], bool]) -> None:
    sleep(FIRST_SECONDS)
    refused: str | None = None
    while True:
        try:
            if takes_writes(database) and make_ready():
                click.echo(say(_WRITES), err=True)
                os.kill(os.getpid(), signal.SIGHUP)
                return
        except (Refused, Explained) as why:
            if str(why) != refused:
                refused = str(why)
                click.echo(f"{say(_MAY_NOT)}: {say(why.text)}", err=True)
        except _NOT_NOW:
            # A server that is being promoted may let nobody in.
            pass
        sleep(LOOK_SECONDS)
