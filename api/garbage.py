"""How seldom Python looks for garbage that refers to itself: what it reads each time, requests wait for."""

import gc

NEW_OBJECTS = 50_000
"""So many more objects than before, and the new ones are looked through: about a millisecond, for some hundred requests."""
ROUNDS = (20, 50)
"""So many of these, and those that stayed are looked through too; so many of those, and all are."""


def look_seldom() -> None:
    """From here on what there is counts as lasting: modules, routes, and what the service is made of are not looked through.

    Counted were 110 ms for a look through all of them, in the middle of the requests of a hall.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *ROUNDS)
