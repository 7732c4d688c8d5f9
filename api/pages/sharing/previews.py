"""What a chat shows of a link before anybody opens it: the words of Open Graph, from what the public may see."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from api.pages.naming import ERASED, joined, named
from referee.championship.views import ChampionshipView
from referee.match.registry import ruleset
from referee.match.views.match import MatchView

MOST_LINES = 4
"""Sides or people that a picture has room for."""
WORDS = {
    "es": {
        "status": {"open": "En juego", "finished": "Terminado", "abandoned": "Abandonado"},
        "claim": "Reclamación pendiente",
        "turn": "Le toca a {name}",
        "players": "{n} jugadores",
    },
    "en": {
        "status": {"open": "In play", "finished": "Finished", "abandoned": "Abandoned"},
        "claim": "A claim is pending",
        "turn": "{name} to play",
        "players": "{n} players",
    },
}
LOCALES = {"es": "es_ES", "en": "en_GB"}


class Line(Struct, frozen=True):
    """A line of a score: who, and how much."""

    name: str
    figure: str


class Preview(Struct, frozen=True):
    """What is said of a link: its title, what it is about, and the lines of its picture. `version` changes with it."""

    title: str
    about: str
    lines: tuple[Line, ...]
    version: int


def of_match(view: MatchView, totals: Sequence[int], language: str, *, no_results: bool = False) -> Preview:
    """A match in words. `totals` are what its sides have, as people count it; with `no_results` they are not told."""
    words = WORDS[language]
    lines = []
    for side, total in enumerate(totals):
        names = [seat.name or ERASED[language] for seat in view.seats if seat.side == side]
        lines.append(Line(joined(names, language), "" if no_results else str(total)))
    disputed = any(claim.status == "pending" for claim in view.claims)
    status = words["claim"] if disputed else words["status"][view.status]  # type: ignore[index]
    about = [ruleset(view.ruleset).title.in_language(language), str(status)]
    if view.status == "open" and view.turn is not None and not disputed:
        about.append(str(words["turn"]).format(name=view.seats[view.turn].name or ERASED[language]))
    return Preview(_title(lines), " · ".join(about), tuple(lines), view.version)


def _title(lines: Sequence[Line]) -> str:
    if len(lines) == 2:
        one, other = lines
        return f"{_said(one.name, one.figure)} – {_said(other.figure, other.name)}"
    return " · ".join(_said(line.name, line.figure) for line in lines)


def _said(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def of_championship(view: ChampionshipView, language: str, *, no_results: bool = False) -> Preview:
    """A championship in words: who leads its general table, unless `no_results`."""
    words = WORDS[language]
    general = [] if no_results else view.general
    lines = tuple(
        Line(f"{row.place}. {named(row.player, language)}", str(row.points)) for row in general if row.points > 0
    )
    games = dict.fromkeys(ruleset(contest.ruleset).title.in_language(language) for contest in view.contests)
    about = [*games, str(words["players"]).format(n=len(view.players))]
    return Preview(view.name, " · ".join(about), lines[:MOST_LINES], view.version)


def tags(preview: Preview, language: str, address: str, picture: str) -> str:
    """The `meta` elements of a page's document. `address` is where it opens, `picture` where its picture is: both absolute."""
    said = {
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:url": address,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{preview.title}. {preview.about}",
        "og:locale": LOCALES[language],
    }
    named = {"description": preview.about, "twitter:card": "summary_large_image"}
    return "\n".join(
        [f'<meta property="{name}" content="{escape(value)}">' for name, value in said.items()]
        + [f'<meta name="{name}" content="{escape(value)}">' for name, value in named.items()]
    )
