"""The assignment of all cards to places by a maximum flow: each place has a size, and each card some possible places.

The question is about a whole deal: the places are hands at a moment, draws, piles. Cards with the same possible places are one
kind. A kind is moved along augmenting paths until it has found room, or no path is left (Ford and Fulkerson, 1956).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def fits(room: Mapping[Place, int], choices: Iterable[frozenset[Place]]) -> bool:
    """True if every card finds a place. `allowed` has, for each card, its possible places."""
    kinds = Counter(choices)
    if any(count < 0 for count in room.values()) or sum(kinds.values()) > sum(room.values()):
        return False
    left = dict(room)
    lies: dict[frozenset[Place], Counter[Place]] = {kind: Counter() for kind in kinds}
    for kind, count in kinds.items():
        for _ in range(count):
            if not _place(kind, left, lies):
                return False
    return True


def _place(kind: frozenset[Place], left: dict[Place, int], lies: dict[frozenset[Place], Counter[Place]]) -> bool:
    """Puts one more card of this kind somewhere, and moves others if that makes room. Returns True on success."""
    came_from: dict[Place, tuple[frozenset[Place], Place | None]] = {}
    front: list[tuple[frozenset[Place], Place | None]] = [(kind, None)]
    while front:
        mover, origin = front.pop()
        places = [place for place in mover if place in left and place not in came_from]
        came_from |= dict.fromkeys(places, (mover, origin))
        for place in places:
            if left[place] > 0:
                left[place] -= 1
                _move(place, came_from, lies)
                return True
        front += [(other, place) for place in places for other, where in lies.items() if where.get(place)]
    return False


def _move(
    end: Place,
    came_from: Mapping[Place, tuple[frozenset[Place], Place | None]],
    lies: Mapping[frozenset[Place], Counter[Place]],
) -> None:
    """Moves one card of each kind along the path that ends in this place."""
    place: Place | None = end
    while place is not None:
        mover, origin = came_from[place]
        lies[mover][place] += 1
        if origin is not None:
            lies[mover][origin] -= 1
        place = origin
