"""Names that look alike: two names that readers confuse have the same skeleton (UTS 39).

Readers see Spanish accents, «Pena» is not «Peña», and capitals. A name without both (`normalize_name`) is the same for two people
that write it in a hurry.
"""

from functools import cache
from hashlib import sha256
from unicodedata import category, combining, normalize

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
    return normalize("NFD", "".join(map(_prototype, visible)))


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


@cache
def _prototype(char: str) -> str:
    """The character that stands for all that look like this one.

    The library lists all characters that look like a prototype, and for any other character its prototype alone.
    """
    # Loaded with the first name that is compared: the table is large.
    from confusable_homoglyphs.confusables import confusables_data

    alike = [_bare(one["c"]) for one in confusables_data.get(char, ())]
    if len(alike) != 1 or ord(char) < 0x20:
        return char
    back = [_bare(one["c"]) for one in confusables_data.get(alike[0], ())]
    return min(char, alike[0]) if back == [char] else alike[0]


def _bare(text: str) -> str:
    return "".join(char for char in text if category(char) != "Cf")
