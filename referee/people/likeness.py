"""Which names look alike: the skeleton of UTS 39, which two names share that a reader cannot tell apart.

Spanish accents are differences that a reader sees: «Pena» is not «Peña». So are capitals. What is left of a name without them
(`unadorned`) is what two people who write it in a hurry have in common.
"""

from functools import cache
from hashlib import sha256
from unicodedata import category, combining, normalize

from confusable_homoglyphs.confusables import confusables_data

UNSEEN_CATEGORIES = frozenset({"Cc", "Cf"})
"""Controls and format characters: joiners, marks of direction, soft hyphens."""
UNSEEN = frozenset(
    {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u3164", "\uffa0", *map(chr, range(0xFE00, 0xFE10))}
)
"""Letters and marks that show nothing, and variation selectors."""


def skeleton(name: str) -> str:
    """What a name looks like: without what is unseen, blanks as one space, each character as its prototype."""
    seen = "".join(
        char for char in normalize("NFKD", name) if category(char) not in UNSEEN_CATEGORIES or char in "\t\n"
    )
    seen = " ".join("".join(char for char in seen if char not in UNSEEN).split())
    return normalize("NFD", "".join(map(_prototype, seen)))


def look(name: str) -> str:
    """The digest of a skeleton, to look names up by."""
    return sha256(skeleton(name).encode()).hexdigest()


def unadorned(name: str) -> str:
    """A name in small letters, without accents and what is unseen, blanks as one space."""
    small = name.casefold()
    if not small.isascii():
        small = "".join(char for char in normalize("NFKD", small) if not combining(char) and char not in UNSEEN)
        small = "".join(char for char in small if category(char) != "Cf")
    return " ".join(small.split())


@cache
def _prototype(char: str) -> str:
    """The character that stands for all that look like this one.

    The library lists for a prototype all that look like it, and for any other character its prototype alone.
    """
    alike = [_bare(one["c"]) for one in confusables_data.get(char, ())]
    if len(alike) != 1 or ord(char) < 0x20:
        return char
    back = [_bare(one["c"]) for one in confusables_data.get(alike[0], ())]
    return min(char, alike[0]) if back == [char] else alike[0]


def _bare(text: str) -> str:
    return "".join(char for char in text if category(char) != "Cf")
