"""Letters and their widths in a TrueType font.

Three tables are read, as OpenType 1.9 defines them: `cmap` (format 12), `hhea` and `hmtx`. Kerning is left out: it only narrows.
"""

from bisect import bisect_right
from functools import cached_property
from struct import Struct, unpack_from
from typing import Final

_TABLE: Final = Struct(">4sIII")
_ENCODING: Final = Struct(">HHI")
_GROUP: Final = Struct(">III")
_UNICODE: Final = {(0, 4), (0, 6), (3, 10)}
"""Platform and encoding of a `cmap` that has all of Unicode."""
_LEFT_OUT: Final = 0
"""The glyph that stands for whatever a font lacks."""


class Font:
    """A font from the bytes of its file. Raises ValueError if they are no font, or have no table of all of Unicode."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        (count,) = unpack_from(">H", data, 4)
        rows = (_TABLE.unpack_from(data, 12 + n * _TABLE.size) for n in range(count))
        self._tables = {name.decode("ascii"): offset for name, _, offset, _ in rows}
        if not {"cmap", "head", "hhea", "hmtx"} <= self._tables.keys():
            raise ValueError("not a TrueType font")
        (self._per_em,) = unpack_from(">H", data, self._tables["head"] + 18)
        (self._metrics,) = unpack_from(">H", data, self._tables["hhea"] + 34)

    @cached_property
    def _groups(self) -> tuple[list[int], list[tuple[int, int, int]]]:
        """Stretches of code points that have glyphs one after the other, by their first: (first, last, glyph of the first)."""
        start = self._tables["cmap"]
        (count,) = unpack_from(">H", self._data, start + 2)
        rows = (_ENCODING.unpack_from(self._data, start + 4 + n * _ENCODING.size) for n in range(count))
        offset = next((start + offset for *kind, offset in rows if tuple(kind) in _UNICODE), None)
        if offset is None or unpack_from(">H", self._data, offset) != (12,):
            raise ValueError("no cmap of format 12")
        (length,) = unpack_from(">I", self._data, offset + 12)
        groups = [_GROUP.unpack_from(self._data, offset + 16 + n * _GROUP.size) for n in range(length)]
        return [first for first, *_ in groups], groups

    def glyph(self, letter: str) -> int:
        """The number of a letter's glyph; 0 where the font lacks it."""
        firsts, groups = self._groups
        place = bisect_right(firsts, ord(letter)) - 1
        first, last, glyph = groups[place] if place >= 0 else (1, 0, 0)
        return glyph + ord(letter) - first if ord(letter) <= last else _LEFT_OUT

    def has(self, letter: str) -> bool:
        """True if the font can draw a letter."""
        return self.glyph(letter) != _LEFT_OUT

    def width(self, text: str) -> float:
        """The width of a line of text, as a multiple of the size of its letters."""
        units = sum(self._advance(self.glyph(letter)) for letter in text)
        return units / int(self._per_em)

    def _advance(self, glyph: int) -> int:
        # The last metric stands for all glyphs after it.
        place = self._tables["hmtx"] + 4 * min(glyph, self._metrics - 1)
        advance: int = unpack_from(">H", self._data, place)[0]
        return advance
