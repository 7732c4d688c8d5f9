"""Tuning of Python's garbage collection of cycles: starts and requests wait for each collection."""

import atexit
import gc

NEW_OBJECTS = 10_000
"""New objects that start a collection of the youngest generation: a fifth of a millisecond, once in some twenty requests. More
would be kept for longer: with five times as many, a service with 200 matches in play held 4 MB of garbage."""
ROUNDS = (100, 50)
"""Collections of the first generation that start one of the second, and of the second that start one of all."""
NEW_OBJECTS_OF_START = 300_000
"""New objects that start a collection in a process that starts: more than a worker makes until it answers (250,000)."""


def start_without_collections() -> None:
    """Makes collections rare in a process that starts, and leaves out the one of all objects with which it would end.

    What a start makes stays: modules, their functions and types. To look through them time and again, and once more before the
    system takes back all memory, was a quarter of the CPU time of `referee export`.
    """
    gc.set_threshold(NEW_OBJECTS_OF_START, *ROUNDS)
    atexit.register(gc.freeze)


def collect_seldom() -> None:
    """Makes collections rare, and excludes all present objects: modules, routes, and the parts of a service.

    A collection of all of them was measured at 110 ms, in the middle of the requests of a hall. Nor is there one before they are
    excluded: of 245,000 objects after a start it would free 6,000, and take as long.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *ROUNDS)
