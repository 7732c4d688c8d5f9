"""People and contests as they are read on paper and in chats.

An erased person has no name any more, and no id stands for it. A contest without a name of its own goes by its game.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from api.pages.words import CONTESTS
from api.pages.words.translations import every_language, term
from referee.championship.views import Somebody
from referee.match.registry import ruleset

AND_BEFORE_I = re.compile(r"h?[ií](?![aeouáéóú])", re.IGNORECASE)


class TitledContest(Protocol):
    """A contest as the log, a read model or an answer has it."""

    @property
    def name(self) -> str | None: ...

    @property
    def ruleset(self) -> str: ...


AND = every_language("names", {"es": {"and": "y"}, "en": {"and": "and"}})
ERASED = {language: words.erased for language, words in CONTESTS.items()}


def display_name(person: Somebody, language: str) -> str:
    """The name of a person, a pair or a team, or that it was erased."""
    if person.players and not person.team:
        return " / ".join(display_name(one, language) for one in person.players)
    return person.name or ERASED[language]


def contest_name(contest: TitledContest, language: str) -> str:
    """Its own name, or else that of its game."""
    return contest.name or term(ruleset(contest.ruleset).title, language)


def contest_and_game(contest: TitledContest, language: str) -> str:
    """Its own name and that of its game, where a paper has to say which game is played."""
    return " · ".join(dict.fromkeys((contest_name(contest, language), term(ruleset(contest.ruleset).title, language))))


def join_names(names: Sequence[str], language: str) -> str:
    """Several names in one phrase: «Gala e Inés», "Gala and Inés"."""
    *before, last = names
    if not before:
        return last
    word = "e" if language == "es" and AND_BEFORE_I.match(last) else AND[language]["and"]
    return f"{', '.join(before)} {word} {last}"
