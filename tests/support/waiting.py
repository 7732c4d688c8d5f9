"""Waits for the work of another thread or process."""

import time
from collections.abc import Callable

DEADLOCK_SECONDS = 300.0
"""Seconds after which a client gives up. Far above any answer: only a deadlock gets there."""
LOOK_SECONDS = 0.02
"""Seconds between two looks, which leave the processor to others."""


def eventually(condition: Callable[[], bool]) -> None:
    """Returns once the condition holds, on any slow machine. A condition that never holds ends with the timeout of the test."""
    while not condition():
        time.sleep(LOOK_SECONDS)
