"""The words that papers, spreadsheets and the pages in a browser have in common: one file for each subject and language.

The browser's modules import them by their path, such as `words/es/contests.json`. Words of one page alone stand beside that page,
and those of a translation in its folder here.
"""

from importlib.resources import files
from typing import TypeVar

import msgspec
from msgspec import Struct

from api.http.describe import FALLBACK, TRANSLATIONS
from api.pages.words.translations import EVERY_LANGUAGE, LANGUAGES, merge, translation


class FigureWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a figure: `short` heads a narrow column."""

    short: str
    long: str


class ContestWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of championships and contests. `player` is one person; `player_of_row` heads a column of several."""

    erased: str
    standings: str
    podium: str
    group: str
    stage: str
    lines: dict[str, str]
    """The two lines of a contest (rounds.mitchell), and both together."""
    repesca: str
    persons: str
    """The table of the persons of a contest of teams (teams.persons)."""
    team: str
    round: str
    table: str
    place: str
    player: str
    player_of_row: str
    points: str
    cards: str
    through: str
    result: str
    corrections: str
    matches: str
    editions: str
    titles: str
    golds: str
    silvers: str
    bronzes: str
    level_for_now: str
    share_place: str
    edition: str
    no_matches: str
    provisional: str
    longest_run: str
    deals: dict[str, str]
    """Parts of a hand that every table plays, on its sheet."""
    figures: dict[str, FigureWords]
    """By the names of the API's fields."""
    kinds: dict[str, str]
    """Kinds of fixtures, and the stages that have a name."""
    states: dict[str, str]
    result_parts: dict[str, str]
    """Parts of a result beside its points, as a sentence names them, by the names of the API's fields."""


class CardWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of cards that a referee gives."""

    yellow: str
    black: str


class StatusWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The statuses of a match."""

    open: str
    finished: str
    abandoned: str


class StakeWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Stakes and their settlement. `winner` and `returned` are sentences."""

    title: str
    winner: str
    returned: str
    share: str
    net: str


class MatchWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of a match and of what is recorded at its table. `unfinished` and `infractions` head columns of a record."""

    game: str
    match: str
    hand: str
    total: str
    referee: str
    result: str
    card: str
    cards: CardWords
    reason: str
    claim: str
    claim_pending: str
    not_known_yet: str
    seen: str
    no_winner: str
    no_cards: str
    yellow_card: str
    black_card: str
    replay: str
    unfinished: str
    infractions: str
    status: StatusWords
    house_rules: str
    stakes: StakeWords


Words = TypeVar("Words", ContestWords, MatchWords)


def catalogue() -> dict[str, str]:
    """The texts of all files, by their path, as the browser's modules import them."""
    folders = ((language, files(__name__) / language) for language in LANGUAGES)
    texts = {
        f"words/{language}/{entry.name}": entry.read_text(encoding="utf-8")
        for language, folder in folders
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
    }
    subjects = [path.split("/")[-1] for path in texts if path.startswith(f"words/{FALLBACK}/")]
    return texts | {
        f"words/{language}/{subject}": _in_language(language, subject)
        for language in TRANSLATIONS
        for subject in subjects
    }


def _in_language(language: str, subject: str) -> str:
    """A file in a language: in another one with the Spanish words where it has none. The terms have no original of their own."""
    if language in LANGUAGES:
        return (files(__name__) / language / subject).read_text(encoding="utf-8")
    original = msgspec.json.decode((files(__name__) / FALLBACK / subject).read_bytes())
    own = translation(language, subject.removesuffix(".json"))
    return msgspec.json.encode(merge(original, own) if original else own).decode()


def _by_language(subject: str, type_: type[Words]) -> dict[str, Words]:
    """The words of a subject. Raises ValidationError if a language lacks one, or has one too many."""
    return {
        language: msgspec.json.decode(_in_language(language, f"{subject}.json"), type=type_)
        for language in EVERY_LANGUAGE
    }


CONTESTS = _by_language("contests", ContestWords)
MATCHES = _by_language("matches", MatchWords)
