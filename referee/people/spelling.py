"""The stored form of a person's name, the same for all ways of typing it: «Ana » is «Ana»."""

from unicodedata import category, normalize

from referee.errors import BadRequest, Flaw
from referee.people.name_similarity import UNSEEN, UNSEEN_CATEGORIES
from referee.text import Text

BLANK = UNSEEN | {"\u2800"}
"""Letters, marks and signs that show nothing."""


def normalized_name(name: str) -> str:
    """A name in composed letters (NFC), with single spaces, without invisible characters around it."""
    words = normalize("NFC", name).split()
    while words and not is_seen(words[-1]):
        words.pop()
    while words and not is_seen(words[0]):
        words.pop(0)
    return " ".join(words).strip("".join({char for char in name if category(char) in UNSEEN_CATEGORIES}))


def require_name(name: str, path: str) -> str:
    """The stored form of a name. Raises BadRequest for a name without visible characters."""
    if is_seen(name):
        return normalized_name(name)
    text = Text(
        es="de ese nombre no se ve nada: escriba al menos una letra o un número",
        en="nothing of that name can be seen: write at least one letter or number",
    )
    raise BadRequest(text, flaws=(Flaw(path, text),))


def disambiguation(text: str | None) -> str | None:
    """The stored form of a disambiguation: as of a name, without brackets around it. None without visible characters."""
    words = normalized_name(text or "")
    if words.startswith("(") and words.endswith(")"):
        words = normalized_name(words[1:-1])
    return words if is_seen(words) else None


def with_disambiguation(name: str, words: str) -> str:
    """A name with its disambiguation in brackets."""
    return f"{name} ({words})"


def readings(name: str, words: str | None) -> tuple[str, ...]:
    """The readings of a name: alone and, if there is one, with its disambiguation."""
    return (name, with_disambiguation(name, words)) if words else (name,)


def possible_names(reading: str) -> list[str]:
    """The names that a reading may mean: itself, and the part before each of its brackets."""
    return [reading, *(reading[:at].rstrip() for at, char in enumerate(reading) if char == "(")]


def is_seen(text: str) -> bool:
    """True if any character of a text is visible by itself: a letter, number or sign, not just marks on nothing."""
    return any(category(char)[0] in "LNPS" and char not in BLANK for char in text)
