"""People as they are read on paper and in chats: an erased person has no name any more, and no id stands for it."""

from referee.championship.views import Somebody

ERASED = {"es": "Nombre borrado", "en": "Name erased"}


def named(who: Somebody, language: str) -> str:
    """The name of a person or a pair, or that it was erased."""
    if who.players:
        return " / ".join(named(one, language) for one in who.players)
    return who.name or ERASED[language]
