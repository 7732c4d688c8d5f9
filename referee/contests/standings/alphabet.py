"""The Spanish alphabet: the order of names wherever a table goes by it.

Tables refer to people by their places in the alphabet, not by their names: the places are recorded when people enter, so
that a table stays the same after a name is erased.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any
from unicodedata import combining, normalize

Spelling = tuple[tuple[tuple[str, bool], ...], tuple[str, ...], str]
"""Letters (ñ apart from n), accents, the name as written."""
Place = tuple[int, ...]
"""The place of an entrant in the alphabet: one number a person of it; people of the same name have the same."""
Alphabet = Mapping[str, Place]
"""The places of entrants by their ids."""
ByName = Callable[[str], tuple[Place, str]]
"""A sort key of ids by the alphabet; equal names by the id."""
NOWHERE: Place = (1 << 62,)
"""The place of all that are not in the alphabet: after everyone else."""


LETTERS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
    "ĸ": "k",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
}
"""Letters of other alphabets that Unicode does not take apart, as Spanish lists file them."""


def spanish(name: str) -> Spelling:
    """The sort key of a name: accents and case ignored, ñ after n, Ø as O and Æ as AE; of the same letters, unaccented first."""
    letters: list[tuple[str, bool]] = []
    accents: list[str] = []
    for char in normalize("NFC", name.casefold()):
        if combining(char):
            continue
        plain = normalize("NFD", char)
        base = LETTERS.get(plain[0], plain[0])
        letters += [("n", True)] if char == "ñ" else [(letter, False) for letter in base]
        accents.append("" if char == "ñ" else plain[base == plain[0] :])
    return tuple(letters), tuple(accents), name


def in_alphabet(names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Ids in the order of their names; those of the same name stand together."""
    ids = sorted(names, key=lambda id_: (spanish(names[id_]), id_))
    return tuple(tuple(same) for _, same in groupby(ids, key=names.__getitem__))


def insert_names(alphabet: Sequence[Sequence[str]], names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """An order of ids with the new ones of `names` in their places. Ids without a name in `names` stay in their places."""
    order = [[*same] for same in alphabet]
    present = {id_ for same in order for id_ in same}
    same_of: dict[str, list[str]] = {}
    # The last spelling of all up to each, in the order of names: a new one comes before the first that is after it.
    last_spellings: list[tuple[Any, ...]] = []
    for same in order:
        name = next((names[id_] for id_ in same if id_ in names), None)
        last = last_spellings[-1] if last_spellings else ()
        last_spellings.append(last if name is None else max(last, spanish(name)))
        if name is not None:
            same_of.setdefault(name, same)
    for new in in_alphabet({id_: name for id_, name in names.items() if id_ not in present}):
        name = names[new[0]]
        if name in same_of:
            same_of[name].extend(new)
            continue
        spelling = spanish(name)
        number = bisect_right(last_spellings, spelling)
        same_of[name] = [*new]
        order.insert(number, same_of[name])
        last_spellings.insert(number, spelling)
    return tuple(map(tuple, order))


def move_name(alphabet: Sequence[Sequence[str]], id_: str, names: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """An order of ids with one of them in the place of its current name in `names`; all others stay in their places."""
    before = tuple(tuple(same) for same in alphabet)
    if not any(id_ in same for same in before):
        return before
    others = [rest for same in before if (rest := tuple(one for one in same if one != id_))]
    after = insert_names(others, names)
    return before if [{*same} for same in after] == [{*same} for same in before] else after


def places(order: Iterable[Iterable[str]]) -> dict[str, Place]:
    """The alphabet of ids in this order."""
    return {id_: (n,) for n, same in enumerate(order) for id_ in same}


def by_place(alphabet: Alphabet) -> ByName:
    """Orders ids by their places."""
    return lambda id_: (alphabet.get(id_, NOWHERE), id_)
