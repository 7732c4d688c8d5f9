"""The tables of a bracket: a match is played at one of the tables from which its players come.

Two matches can be in play together unless one leads to the other, whatever their rounds: an early winner plays early. So a
table is a path through the bracket, from a first match up to the round in which its winner moves to another table.
"""

from collections.abc import Collection, Iterable

Match = tuple[int, int]
"""A match by its round and its place in the round, both from 1."""
Path = list[Match]
"""The matches that are played at one table, first to last."""


def bracket_tables(matches: Collection[Match]) -> dict[Match, int]:
    """The number of the table of each of these matches, from 1 on, without a gap in any round of a bracket with byes.

    A match that is missing lacks a rival, or both: the entrant present goes on. The paths that reach furthest have the lowest
    numbers, and of these those that begin first.
    """
    paths: list[Path] = []
    open_paths: dict[int, Path] = {}
    for number in range(1, max((number for number, _ in matches), default=0) + 1):
        places = {-(-place // 2) for place in open_paths} | {place for round_, place in matches if round_ == number}
        above: dict[int, Path] = {}
        for place in sorted(places):
            below = [path for side in (2 * place - 1, 2 * place) if (path := open_paths.get(side))]
            path = _heir(below)
            if not below:
                paths.append(path)
            if (number, place) in matches:
                path.append((number, place))
            above[place] = path
        open_paths = above
    paths.sort(key=lambda path: (-path[-1][0], path[0]))
    return {match: number for number, path in enumerate(paths, start=1) for match in path}


def _heir(below: Iterable[Path]) -> Path:
    """The path that goes on: the one that was played at last and, of several, that began first. Without any, a new one."""
    return min(below, key=lambda path: (-path[-1][0], path[0]), default=[])
