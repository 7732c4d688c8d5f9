"""The hashes of a tree in tiles, as C2SP's tlog-tiles cuts them: 256 neighbours of height 0, 8, 16, ... to a tile.

Only the last tile of each level grows; a full one never changes. Heights in between are computed from a tile, with at most
255 hashes, so any node costs the reading of one tile.
"""

from collections.abc import Callable, Mapping, Sequence

from referee.errors import ExplainedError
from referee.evidence.merkle import HASH, Subtree, fold
from referee.text import Text

HEIGHT = 8
WIDTH = 1 << HEIGHT
"""Hashes in a full tile."""

Place = tuple[int, int]
"""The level of a tile and its number there, both from 0."""
Fetch = Callable[[Place], bytes | None]
"""Gives the hashes of a tile, one after the other; None if there is no such tile."""
RUN = 64
"""Neighbouring tiles that a reader of all tiles reads at once: at most 512 kB."""
FetchRun = Callable[[Place, int], Mapping[int, bytes]]
"""Gives the existing tiles, by number, of so many neighbours from a place on."""


class MissingTile(ExplainedError):
    """A tile that the tree must have is missing, or too short."""


def tile_name(place: Place) -> Text:
    """A tile, for people."""
    level, at = place
    return Text(es=f"la tesela {at} del nivel {level}", en=f"tile {at} of level {level}")


def edge(size: int) -> list[Place]:
    """The places of the tiles that are partly full in a tree of this size."""
    places = []
    level = 0
    while size:
        if size % WIDTH:
            places.append((level, size // WIDTH))
        size //= WIDTH
        level += 1
    return places


def tiles_of(size: int) -> int:
    """The number of tiles in a tree of this size."""
    count = 0
    while size:
        count += (size + WIDTH - 1) // WIDTH
        size //= WIDTH
    return count


def changed_tiles(size: int, partial: Mapping[Place, bytes], fresh: Sequence[bytes]) -> dict[Place, bytes]:
    """The tiles that change with `fresh` leaf hashes. `partial` are the partly full ones of a tree of this `size`."""
    tiles: dict[Place, bytes] = {}
    level = 0
    while fresh:
        number = size // WIDTH
        # A tile may be longer than the tree, if another process has written a later batch: the rest is computed again.
        tile = bytearray(partial.get((level, number), b"")[: size % WIDTH * HASH])
        full: list[bytes] = []
        for hash_ in fresh:
            tile += hash_
            if len(tile) == WIDTH * HASH:
                tiles[level, number] = bytes(tile)
                full.append(fold(split(tile)))
                tile.clear()
                number += 1
        if tile:
            tiles[level, number] = bytes(tile)
        size, fresh, level = size // WIDTH, full, level + 1
    return tiles


def split(tile: bytes | bytearray) -> list[bytes]:
    """The hashes of a tile."""
    return [bytes(tile[at : at + HASH]) for at in range(0, len(tile), HASH)]


def first_damaged(size: int, fetch: Fetch) -> Place | None:
    """The first tile that is missing, too short, or, above the leaves, not made of those below it; None if all are sound.

    The last tile of a level may be longer: the tree may have grown in the meantime.
    """
    level, nodes = 0, size
    while nodes:
        for number in range((nodes + WIDTH - 1) // WIDTH):
            tile = fetch((level, number)) or b""
            children = range(number * WIDTH, min(nodes, (number + 1) * WIDTH))
            if len(tile) < len(children) * HASH or (level and not tile.startswith(_above(fetch, level, children))):
                return level, number
        level, nodes = level + 1, nodes // WIDTH
    return None


def tile_by_tile(fetch_run: FetchRun) -> Fetch:
    """Gives single tiles, and reads a run of tiles if the requested one is not in the last run of its level."""
    runs: dict[int, tuple[int, Mapping[int, bytes]]] = {}

    def fetch(place: Place) -> bytes | None:
        level, number = place
        start = number - number % RUN
        if runs.get(level, (-1,))[0] != start:
            runs[level] = start, fetch_run((level, start), RUN)
        return runs[level][1].get(number)

    return fetch


def _above(fetch: Fetch, level: int, children: range) -> bytes:
    """The hashes made of these full tiles of the level below."""
    return b"".join(fold(split((fetch((level - 1, child)) or b"")[: WIDTH * HASH])) for child in children)


def reading(fetch: Fetch) -> Subtree:
    """Gives the nodes of a tree in tiles, and fetches each tile once. The result raises MissingTile."""
    cache: dict[Place, list[bytes]] = {}

    def subtree(height: int, index: int) -> bytes:
        level, above = divmod(height, HEIGHT)
        first = index << above
        place = (level, first // WIDTH)
        if place not in cache:
            cache[place] = split(fetch(place) or b"")
        offset = first % WIDTH
        hashes = cache[place][offset : offset + (1 << above)]
        if len(hashes) < 1 << above or len(hashes[-1]) < HASH:
            raise MissingTile(tile_name(place))
        return fold(hashes)

    return subtree
