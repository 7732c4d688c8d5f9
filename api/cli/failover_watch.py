"""Watches the server of a node that started on a standby: it may be promoted, and may follow another server again.

The process that started the workers checks its server from time to time. Once it takes writes, the process prepares the node
for writing and restarts the workers, which first answer their open requests. Once it takes none any more, they restart to read.
"""

import os
import signal
from collections.abc import Callable
from threading import Thread
from time import sleep

import click
import psycopg

from api.cli.language import say
from referee.errors import ExplainedError, ServiceRefusal, Unavailable
from referee.log.opening.replica import takes_writes
from referee.log.timeouts.failures import FAILURES
from referee.text import Text

FIRST_SECONDS = 5.0
"""Seconds before the first check and after a restart of the workers: they are made in that time, and must not be restarted
again during it.
"""
LOOK_SECONDS = 1.0
"""Seconds between two checks."""
LOOKS = 2
"""Checks in a row that must find a change: an address of standbys can lead for a moment to one that was promoted."""
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
    """Restarts the workers of this process whenever its database changes between a standby, which takes no writes, and a primary.

    Call it on a node that began on a standby.

    `make_ready` returns True if the database takes writes. It raises ServiceRefusal if this node may not write: that is printed
    once.
    """
    Thread(target=_Promotions(database, make_ready).watch, name="failover-watch", daemon=True).start()


class _Promotions:
    """The state of the server of a node that started on a standby."""

    def __init__(self, database: str, make_ready: Callable[[], bool]) -> None:
        self._database, self._make_ready = database, make_ready
        self._writes = False
        """True while the workers run to write."""
        self._other = 0
        """Number of checks in a row that contradict `_writes`."""
        self._refusal: str | None = None

    def watch(self) -> None:
        """Checks for ever."""
        sleep(FIRST_SECONDS)
        while True:
            sleep(FIRST_SECONDS if self.look() else LOOK_SECONDS)

    def look(self) -> bool:
        """Restarts the workers if the server has changed. Returns True if it has."""
        try:
            writes = takes_writes(self._database)
            self._other = 0 if writes == self._writes else self._other + 1
            if self._other < LOOKS or (writes and not self._make_ready()):
                return False
        except (ServiceRefusal, ExplainedError) as why:
            if str(why) != self._refusal:
                self._refusal = str(why)
                click.echo(f"{say(_MAY_NOT)}: {say(why.text)}", err=True)
            return False
        except _NOT_NOW:
            # A server that is being promoted, or begins to follow another, may refuse all connections.
            return False
        self._writes, self._other = writes, 0
        click.echo(say(_WRITES if writes else _READS), err=True)
        os.kill(os.getpid(), signal.SIGHUP)
        return True
