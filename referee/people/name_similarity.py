"""Names that look alike: two names that readers confuse have the same skeleton (UTS 39).

Readers see Spanish accents, «Pena» is not «Peña», and capitals. A name without both (`normalize_name`) is the same for two people
that write it in a hurry.
"""

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pkgutil import get_data
from unicodedata import category, combining, normalize

from msgspec import Raw, Struct
from msgspec.json import decode

UNSEEN_CATEGORIES = frozenset({"Cc", "Cf"})
"""Controls and format characters: joiners, marks of direction, soft hyphens."""
UNSEEN = frozenset(
    {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u3164", "\uffa0", *map(chr, range(0xFE00, 0xFE10))}
)
"""Invisible letters and marks, and variation selectors."""


def skeleton(name: str) -> str:
    """The look of a name: without invisible characters, with single spaces, each character as its prototype."""
    visible = "".join(
        char for char in normalize("NFKD", name) if category(char) not in UNSEEN_CATEGORIES or char in "\t\n"
    )
    visible = " ".join("".join(char for char in visible if char not in UNSEEN).split())
    return normalize("NFD", "".join(map(_prototypes().of, visible)))


def skeleton_digest(name: str) -> str:
    """The digest of a name's skeleton, by which names are looked up: 64 hexadecimal digits."""
    return sha256(skeleton(name).encode()).hexdigest()


def normalize_name(name: str) -> str:
    """A name in small letters, without accents and invisible characters, with single spaces."""
    small = name.casefold()
    if not small.isascii():
        small = "".join(char for char in normalize("NFKD", small) if not combining(char) and char not in UNSEEN)
        small = "".join(char for char in small if category(char) != "Cf")
    return " ".join(small.split())


class _Alike(Struct):
    """A character, or some, in the file of the library."""

    c: str


class _Prototypes(Struct, frozen=True):
    """The prototypes of all characters that have another: in all some 60 kB, a hundredth of the file as objects."""

    chars: str
    """The characters, in order."""
    ends: "array[int]"
    """The end of the prototype of each in `prototypes`."""
    prototypes: str

    def of(self, char: str) -> str:
        """The prototype of a character: itself if it has no other."""
        at = bisect_left(self.chars, char)
        if self.chars[at : at + 1] != char:
            return char
        return self.prototypes[self.ends[at - 1] if at else 0 : self.ends[at]]


@cache
def _prototypes() -> _Prototypes:
    """Reads the file of the library.

    It lists all characters that look like a prototype, and for any other character its prototype alone.
    """
    file = decode(get_data("confusable_homoglyphs", "confusables.json") or b"{}", type=dict[str, Raw])
    alone: dict[str, str] = {}
    for chars, raw in file.items():
        alike = decode(raw, type=list[_Alike])
        if len(alike) == 1:
            alone[chars] = _bare(alike[0].c)
    pairs = [(char, _one_of(char, alone)) for char in sorted(alone) if len(char) == 1 and char >= " "]
    pairs = [(char, prototype) for char, prototype in pairs if char != prototype]
    return _Prototypes(
        "".join(char for char, _ in pairs),
        array("H", accumulate(len(prototype) for _, prototype in pairs)),
        "".join(prototype for _, prototype in pairs),
    )


def _one_of(char: str, alone: Mapping[str, str]) -> str:
    """The prototype of a character. Of two that only look like each other it is the first one."""
    prototype = alone[char]
    return min(char, prototype) if alone.get(prototype) == char else prototype


def _bare(text: str) -> str:
    return "".join(char for char in text if category(char) != "Cf")
