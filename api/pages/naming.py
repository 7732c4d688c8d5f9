"""People as they are read on paper and in chats: an erased person has no name any more, and no id stands for it."""

import re
from collections.abc import Sequence

from referee.championship.views import Somebody

AND_BEFORE_I = re.compile(r"h?[ií](?![aeouáéóú])", re.IGNORECASE)
ERASED = {"es": "Nombre borrado", "en": "Name erased"}


def named(who: Somebody, language: str) -> str:
    """The name of a person or a pair, or that it was erased."""
    if who.players:
        return " / ".join(named(one, language) for one in who.players)
    return who.name or ERASED[language]


def joined(names: Sequence[str], language: str) -> str:
    """Several names in one phrase: «Gala e Inés», "Gala and Inés"."""
    *before, last = names
    if not before:
        return last
    word = "and" if language == "en" else "e" if AND_BEFORE_I.match(last) else "y"
    return f"{', '.join(before)} {word} {last}"
