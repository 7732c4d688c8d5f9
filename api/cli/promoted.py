"""A node whose server took no writes when it started: a standby, which may be promoted, and may follow another one again.

The process that started the workers looks now and then. Once its server takes writes it makes ready what a node that writes
needs, and has the workers start again: those that end have answered what they were asked. Once it takes none any more they
start again to read.
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
"""Before the first look, and after the workers were told to start again: they are made meanwhile, which must not happen in the
middle of one.
"""
LOOK_SECONDS = 1.0
"""Between two looks."""
LOOKS = 2
"""How many in a row must find it changed: a door that leads to standbys leads for a moment to one that is promoted."""
_NOT_NOW: tuple[type[Exception], ...] = (*FAILURES, psycopg.Error, OSError, Unavailable)
_WRITES = Text(
    es="la base de datos admite escrituras: este nodo escribe desde ahora",
    en="the database takes writes: this node writes from now on",
)
_READS = Text(
    es="la base de datos ya no admite escrituras: este nodo solo lee desde ahora",
    en="the database takes no writes any more: from now on this node only reads",
)
_MAY_NOT = Text(
    es="la base de datos admite escrituras, pero este nodo solo lee",
    en="the database takes writes, but this node only reads",
)


def watch_for_writes(database: str, make_ready: Callable[[], bool]) -> None:
    """Has the workers of this process start again whenever its database, which takes no writes now, begins or ceases to.

    `make_ready` tells whether it found that it does, and raises Refused where this node may not write, which is said once.
    """
    Thread(target=_Promotions(database, make_ready).watch, name="promoted", daemon=True).start()


class _Promotions:
    """What is known of the server of a node that began on a standby."""

    def __init__(self, database: str, make_ready: Callable[[], bool]) -> None:
        self._database, self._make_ready = database, make_ready
        self._writes = False
        """Whether the workers were told to write."""
        self._other = 0
        """How many looks in a row have found it otherwise."""
        self._refused: str | None = None

    def watch(self) -> None:
        """Looks again and again."""
        sleep(FIRST_SECONDS)
        while True:
            sleep(FIRST_SECONDS if self.look() else LOOK_SECONDS)

    def look(self) -> bool:
        """Has the workers start again where the server has changed. Returns whether it had."""
        try:
            found = takes_writes(self._database)
            self._other = 0 if found == self._writes else self._other + 1
            if self._other < LOOKS or (found and not self._make_ready()):
                return False
        except (Refused, Explained) as why:
            if str(why) != self._refused:
                self._refused = str(why)
                click.echo(f"{say(_MAY_NOT)}: {say(why.text)}", err=True)
            return False
        except _NOT_NOW:
            # A server that is being promoted, or that begins to follow another one, may let nobody in.
            return False
        self._writes, self._other = found, 0
        click.echo(say(_WRITES if found else _READS), err=True)
        os.kill(os.getpid(), signal.SIGHUP)
        return True
