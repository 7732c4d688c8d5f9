"""The preview of a link in a chat: the words of Open Graph, made from the views of the public."""

from collections.abc import Callable, Collection, Sequence
from html import escape
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from api.pages.figures import format_figure
from api.pages.naming import ERASED, contest_name, display_name, join_names
from api.pages.print.fixture_lists import at_round, at_table
from api.pages.words import CONTESTS, MATCHES
from api.pages.words.translations import EVERY_LANGUAGE, every_language, term
from referee.championship.presenters import ContestPresenter
from referee.championship.views import (
    ChampionshipView,
    ContestSummary,
    FixtureView,
    GeneralRowView,
    RowView,
    Somebody,
    StandingsView,
)
from referee.contests.formats import formats
from referee.match.registry import ruleset
from referee.match.view import MatchView

MOST_LINES = 4
"""Sides or people that a picture has room for."""
_OWN = every_language(
    "preview",
    {
        "es": {"turn": "Le toca a {name}", "players": "{n} jugadores"},
        "en": {"turn": "{name} to play", "players": "{n} players"},
    },
)


def _words(language: str) -> dict[str, Any]:
    match = MATCHES[language]
    words = {"status": asdict(match.status), "void": CONTESTS[language].states["void"], "claim": match.claim_pending}
    return words | _OWN[language]


WORDS = {language: _words(language) for language in EVERY_LANGUAGE}
LOCALES = {"es": "es_ES", "en": "en_GB", "ca": "ca_ES", "eu": "eu_ES", "it": "it_IT", "pt": "pt_PT"}
PublicViews = Callable[[int], MatchView]
"""A match as it was at a version, as a reader without a token sees it now: all that is told of it here comes from these views."""


class Line(Struct, frozen=True):
    """A line of a score: a name and a figure. `people` are the single names in `name`, `place` the number before them."""

    name: str
    figure: str
    people: tuple[str, ...] = ()
    place: int | None = None


class Preview(Struct, frozen=True):
    """The preview of a link: its title, its subject, and the lines of its picture. `version` changes with it; `ruleset` is
    that of a match.
    """

    title: str
    about: str
    lines: tuple[Line, ...]
    version: int
    ruleset: str | None = None


def of_match(
    views: PublicViews,
    version: int,
    language: str,
    *,
    step: int | None = None,
    no_results: bool = False,
    counts: bool = True,
) -> Preview:
    """A match at its last `version`, or at an earlier `step`, in words; with `no_results` its score is not told.

    `counts`: whether it counts in its contest now; of one that does not that is said, and not how far it is.
    The score is that from before whatever is in dispute now: no ruling changes that one.
    """
    shown_version = min(step or version, version)
    claim_versions = [claim.at for claim in views(version).claims if claim.status == "pending"]
    score_version = max(min([shown_version, *(at - 1 for at in claim_versions)]), 1)
    return _of_match(views(shown_version), views(score_version), language, no_results=no_results, counts=counts)


def _of_match(view: MatchView, score_view: MatchView, language: str, *, no_results: bool, counts: bool) -> Preview:
    """A match in words, with the score of `score_view`."""
    words = WORDS[language]
    lines = []
    for side, total in enumerate(_score(score_view)):
        names = tuple(seat.name or ERASED[language] for seat in view.seats if seat.side == side)
        lines.append(Line(join_names(names, language), "" if no_results else format_figure(total), names))
    is_disputed = any(claim.status == "pending" for claim in view.claims)
    status = words["claim"] if is_disputed else words["status"][view.status]
    about = [term(ruleset(view.ruleset).title, language), str(status if counts else words["void"])]
    if counts and view.status == "open" and view.turn is not None and not is_disputed:
        about.append(str(words["turn"]).format(name=view.seats[view.turn].name or ERASED[language]))
    return Preview(_title(lines), " · ".join(about), tuple(lines), view.version, view.ruleset)


def _score(view: MatchView) -> Sequence[int]:
    """One figure per side. Once a match is over it is what a contest counts of it: partidas, and not the points of the last."""
    return view.totals(ruleset(view.ruleset).contest.points_tally if view.result else None)


def _title(lines: Sequence[Line]) -> str:
    if len(lines) == 2:
        one, other = lines
        return f"{_phrase(one.name, one.figure)} – {_phrase(other.figure, other.name)}"
    return " · ".join(_phrase(line.name, line.figure) for line in lines)


def _phrase(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def of_championship(view: ChampionshipView, language: str, *, no_results: bool = False) -> Preview:
    """A championship in words: the first rows of its general table, unless `no_results`."""
    return _of_contests(view, view.contests, [] if no_results else view.general, language)


def of_contests(view: ChampionshipView, contests: Collection[str], language: str) -> Preview:
    """Several contests of a championship, by their ids, or none of it: the general table is not theirs."""
    return _of_contests(view, [one for one in view.contests if one.id in contests], [], language)


def _of_contests(
    view: ChampionshipView, contests: Sequence[ContestSummary], general: Sequence[GeneralRowView], language: str
) -> Preview:
    words = WORDS[language]
    lines = tuple(
        _place_line(row.place, row.player, format_figure(row.points), language) for row in general if row.points > 0
    )
    titles = dict.fromkeys(contest_name(contest, language) for contest in contests)
    about = [*titles, str(words["players"]).format(n=len(view.players))]
    return Preview(view.name, " · ".join(about), lines[:MOST_LINES], view.version)


def of_contest(page: ContestPresenter, language: str, *, no_results: bool = False) -> Preview:
    """A contest in words: its podium, or the first row of each of its tables, unless `no_results`."""
    podium = page.podium()
    rows = [] if no_results or podium else _leading(page.standings())
    lines = [_place_line(row.place, row.player, format_figure(_points(row)), language) for row in rows]
    if podium and not no_results:
        lines = [_place_line(step.place, step.player, "", language) for step in podium]
    title = contest_name(page.recorded_contest, language)
    people = {id_ for one in page.contest.entrants for id_ in page.contest.people(one.id)}
    about = [term(formats()[page.contest.format].title, language)]
    about.append(str(WORDS[language]["players"]).format(n=len(people)))
    return Preview(
        f"{page.championship.name}: {title}", " · ".join(about), tuple(lines[:MOST_LINES]), page.championship.version
    )


def _place_line(place: int, person: Somebody, figure: str, language: str) -> Line:
    return Line(f"{place}. {display_name(person, language)}", figure, _people(person, language), place)


def _people(person: Somebody, language: str) -> tuple[str, ...]:
    return tuple(display_name(one, language) for one in person.players or (person,))


def _leading(view: StandingsView) -> Sequence[RowView]:
    """The first rows of a table; of several tables the first row of each."""
    return view.rows if view.rows is not None else [table.rows[0] for table in view.tables if table.rows]


def _points(row: RowView) -> float:
    """The figure by which rows are ordered first."""
    return next(figure for figure in (row.ptos, row.points) if figure is not UNSET)


def of_fixture(page: ContestPresenter, fixture: FixtureView, language: str, *, no_results: bool = False) -> Preview:
    """A match that is not recorded, or is still to come: its players, its place, and its result, unless `no_results`."""
    points = None if no_results or fixture.result is None else fixture.result.headline
    lines = tuple(
        Line(display_name(one, language), format_figure(points[at]) if points else "", _people(one, language))
        for at, one in enumerate(fixture.entrants)
    )
    about = [page.championship.name, contest_name(page.recorded_contest, language)]
    about += [at_round(fixture, language), *([] if fixture.table is None else [at_table(fixture.table, language)])]
    return Preview(_title(lines), " · ".join(about), lines, page.championship.version)


def tags(preview: Preview, language: str, address: str, picture: str) -> str:
    """The `meta` elements of a page's document. `address` is where it opens, `picture` where its picture is: both absolute.

    The page of a match asks for its rulebook by `ruleset` before it has read the match.
    """
    properties = {
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
    names = {"description": preview.about, "twitter:card": "summary_large_image"}
    if preview.ruleset:
        names["ruleset"] = preview.ruleset
    return "\n".join(
        [f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()]
        + [f'<meta name="{name}" content="{escape(value)}">' for name, value in names.items()]
    )
