"""Lists on paper: the corrections of a contest, and the cards of a championship."""

from collections.abc import Callable, Iterable
from itertools import chain

from litestar import Response
from msgspec import Struct

from api.pages.figures import score
from api.pages.naming import ERASED, contest_name, display_name, join_names
from api.pages.print import page
from api.pages.print.paper.ladder import PENALTY, in_words, step_of
from api.pages.times import HallClock
from api.pages.words import CONTESTS, MATCHES
from projections.sanctions import GivenCard
from referee.championship.changes import Correction
from referee.championship.presenters import ContestPresenter
from referee.championship.undoing.ways import WAYS
from referee.championship.views import ResultView, Somebody
from referee.match.registry import contest_tallies, tag

WORDS = {
    "es": {
        "corrections": CONTESTS["es"].corrections,
        "cards": CONTESTS["es"].cards,
        "no_corrections": "No se ha corregido nada.",
        "no_cards": MATCHES["es"].no_cards,
        "yellow": MATCHES["es"].cards.yellow,
        "black": MATCHES["es"].cards.black,
        "no_points": "Los puntos del encuentro no cambian. {changed}",
        "what": "Lo que cambia: {what}.",
    },
    "en": {
        "corrections": CONTESTS["en"].corrections,
        "cards": CONTESTS["en"].cards,
        "no_corrections": "Nothing was corrected.",
        "no_cards": MATCHES["en"].no_cards,
        "yellow": MATCHES["en"].cards.yellow,
        "black": MATCHES["en"].cards.black,
        "no_points": "The points of the match stay. {changed}",
        "what": "What changes: {what}.",
    },
}
CORRECTED = {
    "es": ("Cuándo", "Qué", "De quién", "Antes", "Después", "Motivo"),
    "en": ("When", "What", "Whose", "Before", "After", "Reason"),
}
SCORES = (3,)
GIVEN = {
    "es": ("Jugador/a", "Tarjeta", "Motivo", "Encuentro", "Cuándo"),
    "en": ("Player", "Card", "Reason", "Match", "When"),
}
KINDS = {
    language: {tag(kind): way.title.in_language(language) for kind, way in WAYS.items()} for language in ("es", "en")
}
"""Titles of corrections, by the type of their event."""


class Listing(Struct, frozen=True):
    """A list: its subject, its columns, its rows, and the sentence if there are no rows.

    Texts of the columns in `whole`, counted from 0, are not broken into lines.
    """

    subtitle: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    none: str
    whole: tuple[int, ...] = ()


def corrections(contest: ContestPresenter, items: Iterable[Correction], clock: HallClock) -> Response[bytes]:
    """The corrections of a contest, first to last."""
    words = WORDS[clock.language]
    rows = tuple(
        (
            clock.format_stored(one.recorded_at),
            KINDS[clock.language].get(one.type, one.type),
            _names(one.concerns, clock.language),
            _points(one.result_before),
            _after(one, clock.language),
            one.reason or "",
        )
        for one in items
    )
    subtitle = f"{contest_name(contest.recorded_contest, clock.language)} · {words['corrections']}"
    listing = Listing(subtitle, CORRECTED[clock.language], rows, words["no_corrections"], SCORES)
    return _as_page(contest.championship.name, listing, clock)


def cards(
    title: str,
    contests: Iterable[ContestPresenter],
    items: Iterable[GivenCard],
    name: Callable[[str], str | None],
    clock: HallClock,
) -> Response[bytes]:
    """The cards of a championship, the latest first."""
    words = WORDS[clock.language]
    fixtures = list(chain.from_iterable(contest.fixtures() for contest in contests))
    where = {id_: one for one in fixtures for id_ in (one.id, one.match) if id_}
    items = list(items)
    has_ladder = any(one.penalty for one in items)
    rows = tuple(
        (
            name(one.player) or ERASED[clock.language],
            words[one.card],
            one.reason,
            _names(where[at].entrants if (at := one.fixture or one.match or "") in where else (), clock.language),
            clock.format_stored(one.recorded_at),
            *([in_words(step_of(one), clock.language)] if has_ladder else []),
        )
        for one in items
    )
    columns = (*GIVEN[clock.language], *([PENALTY[clock.language]] if has_ladder else []))
    return _as_page(title, Listing(words["cards"], columns, rows, words["no_cards"]), clock)


def _as_page(title: str, listing: Listing, clock: HallClock) -> Response[bytes]:
    return page("paper/listing.html", clock.language, title=title, listing=listing)


def _names(people: Iterable[Somebody], language: str) -> str:
    return " – ".join(display_name(one, language) for one in people)


def _after(one: Correction, language: str) -> str:
    """The points after a correction. If they stay, a sentence that says so and names the other changes."""
    before, after = one.result_before, one.result_after
    if before is None or after is None or before.points is None or before.points != after.points:
        return _points(after)
    words = WORDS[language]
    tallies = {tally.name: tally.title.in_language(language).lower() for tally in contest_tallies()}
    titles = tallies | CONTESTS[language].result_parts
    differences = [title for name, title in titles.items() if getattr(before, name) != getattr(after, name)]
    what = words["what"].format(what=join_names(differences, language)) if differences else ""
    return words["no_points"].format(changed=what).rstrip()


def _points(result: ResultView | None) -> str:
    return score(result.headline if result else None)
