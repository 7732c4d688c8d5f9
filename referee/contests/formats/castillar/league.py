"""Three players, or five to ten without eight: a league, and what its table asks for."""

from collections.abc import Iterable, Sequence
from typing import Literal

from referee.contests.book import Book, Judged
from referee.contests.contest import Award, ContestState, Fixture, Phase, only_rulings
from referee.contests.formats.castillar.matches import FINALISTS, SHORT, by_hand, final_of
from referee.contests.stages import LeagueStage, Progress, last_match, league_fixtures, play_league
from referee.contests.standings.league import FOUR, castillar_order, have_all_met
from referee.contests.standings.podium import DIRECT, FINAL, LEAGUE_CHAMPION, TIED_TOP, TIED_TOP_EXTRAS
from referee.contests.standings.ties import Lines, Tie, alone, members

FEWEST = 5
"""With fewer left in a league that someone has left, the organizer decides (league.withdrawal)."""

Verdict = Literal["tie_break", "tied_top", "null", "shared_top", "ruling"]


def hold_league(book: Book) -> ContestState:
    """Everyone against everyone, then whatever the table asks for: a final, a tie-break, a ruling, or nothing."""
    order = book.contest.order
    league = play_league(book, order, *league_fixtures(book, order))
    if league.left and len(league.entrants) < FEWEST:
        return _by_hand(book, league, league.entrants, league.provisional(book))
    if not league.over:
        return _state(book, league, league.provisional(book), Progress("playing", league.pending))
    lines: Lines = (1, 2) if len(order) < FOUR else (1, FINALISTS)
    ties = castillar_order(league.entrants, league.bouts, league.sanctions, book.rules, lines, book.names)
    ties = [part for tie in ties for part in _ruled(book, league, tie, lines)]
    verdicts = {_verdict(league, tie, lines): tie for tie in ties}
    if waiting := [tie for tie in ties if _verdict(league, tie, lines) == "ruling"]:
        pending = tuple(book.waiting("ruling", tie) for tie in waiting)
        return _state(book, league, ties, Progress("waiting_ruling", pending))
    if null := verdicts.get("null"):
        gain = [entrant for tie in ties if tie.place <= null.place for entrant in tie.members]
        last = book.last(league.fixtures)
        awards = tuple(book.award(entrant, LEAGUE_CHAMPION, "league.null", last) for entrant in gain)
        return _state(book, league, ties, Progress("null", awards=awards))
    if len(order) < FOUR:
        podium = book.podium(ties, DIRECT[3])
        champion = _champions(book, league, ties, "podium.direct")
        prizes = book.prizes(podium, "podium.direct", book.last(league.fixtures))
        return _state(book, league, ties, Progress("finished", podium=podium, awards=(*champion, *prizes)))
    if tie := verdicts.get("tie_break"):
        return _tie_break(book, league, ties, tie)
    return _league_final(book, league, ties, tied_top="tied_top" in verdicts)


def _ruled(book: Book, league: LeagueStage, tie: Tie, lines: Lines) -> list[Tie]:
    """The tie in the organizer's order, if it waits for one (league.studied)."""
    return book.ruled([tie], lines) if _verdict(league, tie, lines) == "ruling" else [tie]


def _verdict(league: LeagueStage, tie: Tie, lines: Lines) -> Verdict | None:
    """What becomes of a tie that the table leaves open; None where it matters to nobody."""
    if not tie.left_open or not tie.matters(lines):
        return None
    across = tie.spans(lines[-1])
    if len(tie.members) == FOUR:
        return "tie_break" if across else "tied_top"
    if not have_all_met(tie.members, league.bouts):
        return "ruling"
    return "null" if across else "shared_top"


def _champions(book: Book, league: LeagueStage, ties: Sequence[Tie], rule: str) -> list[Award]:
    """The extra points of the league's first place; all who share it have them."""
    first = ties[0].members
    rule = rule if len(first) == 1 else "league.null"
    return [book.award(entrant, LEAGUE_CHAMPION, rule, book.last(league.fixtures)) for entrant in first]


def _tie_break(book: Book, league: LeagueStage, ties: list[Tie], tie: Tie) -> ContestState:
    """Four across the line play for it (league.tie-four); the final follows."""
    fixture = Fixture(
        key="tie_break",
        kind="tie_break",
        round=1,
        order=len(league.judged) + 1,
        entrants=book.as_drawn(tie.members),
        lines=(FINALISTS - tie.place + 1,),
        params={**book.contest.params, **SHORT},
    )
    judged = book.judge(fixture)
    if not judged.over:
        phase: Phase = "waiting_ruling" if only_rulings(judged.pending) else "tie_break"
        champions = _champions(book, league, ties, "podium.final")
        return _state(book, league, ties, Progress(phase, judged.pending, awards=tuple(champions)), [judged])
    at = ties.index(tie)
    row_of = dict(zip(judged.fixture.entrants, fixture.entrants, strict=True))
    order = [row_of[entrant] for entrant in judged.order(book)]
    ties = [*ties[:at], *alone(tie, "tie_break_of_four", order), *ties[at + 1 :]]
    return _league_final(book, league, ties, before=[judged])


def _league_final(
    book: Book, league: LeagueStage, ties: Sequence[Tie], *, before: Sequence[Judged] = (), tied_top: bool = False
) -> ContestState:
    """The final of a league. `tied_top`: four who were level at its head (podium.tied-top)."""
    [through] = [table.present for table in book.through([members(ties, book.names)], FINALISTS)]
    if len(through) < FINALISTS:
        return _by_hand(book, league, through, ties)
    extras = (lambda judged: _tied_top_extras(book, judged)) if tied_top else (lambda judged: ())
    points, rule = (TIED_TOP, "podium.tied-top") if tied_top else (FINAL, "podium.final")
    final = last_match(book, final_of(book, through, len(league.judged) + len(before) + 1), points, rule, extras)
    champions = [] if tied_top else _champions(book, league, ties, "podium.final")
    return _state(book, league, ties, final.progress(through, champions), [*before, final.judged])


def _tied_top_extras(book: Book, final: Judged) -> list[Award]:
    ranks = zip(final.order(book), TIED_TOP_EXTRAS, strict=True)
    return [book.award(entrant, extra, "podium.tied-top", book.source(final)) for entrant, extra in ranks]


def _by_hand(book: Book, league: LeagueStage, stay: Sequence[str], table: Sequence[Tie]) -> ContestState:
    """Too few stay to go on as drawn: the organizer orders them, and with four there is a final (league.withdrawal)."""
    ties = by_hand(book, stay)
    if waiting := [book.waiting("ruling", tie) for tie in ties if tie.left_open]:
        return _state(book, league, table, Progress("waiting_ruling", tuple(waiting)))
    table = ties if len(stay) == len(league.entrants) else table
    if len(stay) == FINALISTS:
        return _league_final(book, league, ties)
    podium = book.podium(ties, DIRECT.get(len(stay), DIRECT[2]), stay[0] if len(stay) == 1 else None)
    champions = _champions(book, league, table, "podium.direct") if stay else []
    prizes = book.prizes(podium, "podium.direct", book.last(league.fixtures))
    phase: Phase = "finished" if podium else "null"
    return _state(book, league, table, Progress(phase, podium=podium, awards=(*champions, *prizes)))


def _state(
    book: Book, league: LeagueStage, ties: Iterable[Tie], progress: Progress, matches: Iterable[Judged] = ()
) -> ContestState:
    return ContestState(
        phase=progress.phase,
        fixtures=(*league.fixtures, *(judged.fixture for judged in matches)),
        tables=(league.table(book, ties, progress.through),),
        byes=league.byes,
        pending=progress.pending,
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=book.fallen,
    )
