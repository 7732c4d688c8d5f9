"""The fixtures of a contest on the wall: who plays whom, when and at which table, with a code that leads to the board."""

from collections.abc import Iterable

from litestar import Response
from msgspec import Struct

from api.pages import page
from api.pages.codes import code_of
from api.pages.figures import score
from api.pages.naming import named
from api.pages.sheets import WORDS as SHEETS
from api.pages.sheets import at_round
from api.pages.times import HallClock
from referee.championship.shown import ContestPage
from referee.championship.views import FixtureView
from referee.contests.contest import FixtureKind
from referee.match.registry import ruleset

WORDS = {
    "es": SHEETS["es"]
    | {
        "result": "Resultado",
        "when": "Hora",
        "who": "Jugadores",
        "absent": "Incomparecencia",
        "board": "Marcadores y clasificación, en el móvil",
    },
    "en": SHEETS["en"]
    | {
        "result": "Result",
        "when": "Time",
        "who": "Players",
        "absent": "Walkover",
        "board": "Scores and standings on your phone",
    },
}


class PostedMatch(Struct, frozen=True):
    """One line on the wall."""

    table: str
    starts_at: str
    names: tuple[str, ...]
    points: str


class PostedRound(Struct, frozen=True):
    """The matches that are played at the same time, and who rests."""

    title: str
    matches: tuple[PostedMatch, ...]
    rests: tuple[str, ...]


def as_page(contest: ContestPage, board: str, clock: HallClock) -> Response[bytes]:
    """A page for the wall. `board` is the address to which its code leads: it holds no token."""
    language = clock.language
    return page(
        "paper/posted.html",
        language,
        title=contest.championship.name,
        subtitle=ruleset(contest.on_record.ruleset).title.in_language(language),
        rounds=list(_rounds(contest, clock)),
        timed=any(fixture.starts_at for fixture in contest.fixtures()),
        code=code_of(board),
        board=board,
        words=WORDS[language],
    )


def _rounds(contest: ContestPage, clock: HallClock) -> Iterable[PostedRound]:
    """The rounds in their order; what was replaced or is void is not played, and not posted."""
    played: dict[tuple[FixtureKind, int], list[FixtureView]] = {}
    for fixture in contest.fixtures():
        if fixture.state not in {"void", "superseded"}:
            played.setdefault((fixture.kind, fixture.round), []).append(fixture)
    for (kind, number), fixtures in played.items():
        rests = tuple(
            named(contest.who(bye.player), clock.language) for bye in contest.state.byes if bye.round == number
        )
        title = at_round(kind, number, clock.language)
        yield PostedRound(title, tuple(_line(one, clock) for one in fixtures), rests if kind == "league" else ())


def _line(fixture: FixtureView, clock: HallClock) -> PostedMatch:
    result = fixture.result
    absent = WORDS[clock.language]["absent"] if fixture.state == "walkover" else ""
    return PostedMatch(
        "" if fixture.table is None else str(fixture.table),
        clock.written(fixture.starts_at),
        tuple(named(one, clock.language) for one in fixture.entrants),
        score(result.points if result else None) or absent,
    )
