"""Tuning of Python's garbage collection of cycles: requests wait for each collection."""

import gc

NEW_OBJECTS = 50_000
"""New objects that start a collection of the youngest generation: about a millisecond, once in some hundred requests."""
ROUNDS = (20, 50)
"""Collections of the first generation that start one of the second, and of the second that start one of all."""


def collect_seldom() -> None:
    """Makes collections rare, and excludes all present objects: modules, routes, and the parts of the service.

    A collection of all of them was measured at 110 ms, in the middle of the requests of a hall.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *ROUNDS)
