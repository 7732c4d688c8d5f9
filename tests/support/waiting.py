"""Waiting for what another thread or process does by itself."""

import time
from collections.abc import Callable

DEADLOCK_SECONDS = 300.0
"""Seconds after which a client gives up. Far above any answer: only a deadlock gets there."""
LOOK_SECONDS = 0.02
"""How long to leave the processor to others between two looks."""


def eventually(condition: Callable[[], bool]) -> None:
    """Returns once it has happened, however slow the machine is. What never happens ends with the timeout of the test."""
    while not condition():
        time.sleep(LOOK_SECONDS)
