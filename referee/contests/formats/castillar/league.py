"""Three players, or five to ten without eight: a league, and the matches or rulings that its table asks for."""

from collections.abc import Iterable, Sequence
from typing import Literal

from referee.contests.contest import Award, ContestState, Fixture, Phase, only_rulings
from referee.contests.draws import circle
from referee.contests.formats.castillar.matches import FINALISTS, SHORT, by_hand, final_of
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.stages import LeagueStage, Progress, last_match, league_fixtures, play_league
from referee.contests.standings.league import FOUR, castillar_order, have_all_met
from referee.contests.standings.podium import DIRECT, FINAL, LEAGUE_CHAMPION, TIED_TOP, TIED_TOP_EXTRAS
from referee.contests.standings.ties import Lines, Tie, alone, members

FEWEST = 5
"""With fewer left in a league after a withdrawal, the organizer decides (league.withdrawal)."""

Verdict = Literal["tie_break", "tied_top", "null", "shared_top", "ruling"]


def hold_league(ledger: ContestLedger) -> ContestState:
    """Everyone against everyone, then whatever the table asks for: a final, a tie-break, a ruling, or nothing."""
    order = ledger.contest.order
    league = play_league(ledger, order, *league_fixtures(ledger, circle(order)))
    if league.left and len(league.entrants) < FEWEST:
        return _by_hand(ledger, league, league.entrants, league.provisional(ledger))
    if not league.over:
        return _state(ledger, league, league.provisional(ledger), Progress("playing", league.pending))
    lines: Lines = (1, 2) if len(order) < FOUR else (1, FINALISTS)
    ties = castillar_order(league.entrants, league.bouts, league.sanctions, ledger.rules, lines, ledger.names)
    ties = [part for tie in ties for part in _apply_ruling(ledger, league, tie, lines)]
    verdicts = {_verdict(league, tie, lines): tie for tie in ties}
    if waiting := [tie for tie in ties if _verdict(league, tie, lines) == "ruling"]:
        pending = tuple(ledger.pending_tie("ruling", tie) for tie in waiting)
        return _state(ledger, league, ties, Progress("waiting_ruling", pending))
    if null := verdicts.get("null"):
        gain = [entrant for tie in ties if tie.place <= null.place for entrant in tie.members]
        last = ledger.last(league.statuses)
        awards = tuple(ledger.award(entrant, LEAGUE_CHAMPION, "league.null", last) for entrant in gain)
        return _state(ledger, league, ties, Progress("null", awards=awards))
    if len(order) < FOUR:
        podium = ledger.podium(ties, DIRECT[3])
        champion = _champions(ledger, league, ties, "podium.direct")
        prizes = ledger.prizes(podium, "podium.direct", ledger.last(league.statuses))
        return _state(ledger, league, ties, Progress("finished", podium=podium, awards=(*champion, *prizes)))
    if tie := verdicts.get("tie_break"):
        return _tie_break(ledger, league, ties, tie)
    return _league_final(ledger, league, ties, tied_top="tied_top" in verdicts)


def _apply_ruling(ledger: ContestLedger, league: LeagueStage, tie: Tie, lines: Lines) -> list[Tie]:
    """The tie in the organizer's order, if it waits for one (league.studied)."""
    return ledger.apply_rulings([tie], lines) if _verdict(league, tie, lines) == "ruling" else [tie]


def _verdict(league: LeagueStage, tie: Tie, lines: Lines) -> Verdict | None:
    """The consequence of a tie that the table leaves open; None where it does not matter."""
    if not tie.left_open or not tie.matters(lines):
        return None
    across = tie.spans(lines[-1])
    if len(tie.members) == FOUR:
        return "tie_break" if across else "tied_top"
    if not have_all_met(tie.members, league.bouts):
        return "ruling"
    return "null" if across else "shared_top"


def _champions(ledger: ContestLedger, league: LeagueStage, ties: Sequence[Tie], rule: str) -> list[Award]:
    """The extra points of the league's first place; all that share it have them."""
    first = ties[0].members
    rule = rule if len(first) == 1 else "league.null"
    return [ledger.award(entrant, LEAGUE_CHAMPION, rule, ledger.last(league.statuses)) for entrant in first]


def _tie_break(ledger: ContestLedger, league: LeagueStage, ties: list[Tie], tie: Tie) -> ContestState:
    """Four across the line play for it (league.tie-four); the final follows."""
    fixture = Fixture(
        key="tie_break",
        kind="tie_break",
        round=1,
        order=len(league.statuses) + 1,
        entrants=ledger.as_drawn(tie.members),
        lines=(FINALISTS - tie.place + 1,),
        params={**ledger.contest.params, **SHORT},
    )
    status = ledger.status_of(fixture)
    if not status.over:
        phase: Phase = "waiting_ruling" if only_rulings(status.pending) else "tie_break"
        champions = _champions(ledger, league, ties, "podium.final")
        return _state(ledger, league, ties, Progress(phase, status.pending, awards=tuple(champions)), [status])
    at = ties.index(tie)
    row_of = dict(zip(status.fixture.entrants, fixture.entrants, strict=True))
    order = [row_of[entrant] for entrant in status.order(ledger)]
    ties = [*ties[:at], *alone(tie, "tie_break_of_four", order), *ties[at + 1 :]]
    return _league_final(ledger, league, ties, before=[status])


def _league_final(
    ledger: ContestLedger,
    league: LeagueStage,
    ties: Sequence[Tie],
    *,
    before: Sequence[FixtureStatus] = (),
    tied_top: bool = False,
) -> ContestState:
    """The final of a league. `tied_top`: four that were level at its head (podium.tied-top)."""
    [through] = [table.present for table in ledger.through([members(ties, ledger.names)], FINALISTS)]
    if len(through) < FINALISTS:
        return _by_hand(ledger, league, through, ties)
    extras = (lambda status: _tied_top_extras(ledger, status)) if tied_top else (lambda _: ())
    points, rule = (TIED_TOP, "podium.tied-top") if tied_top else (FINAL, "podium.final")
    final = last_match(ledger, final_of(ledger, through, len(league.statuses) + len(before) + 1), points, rule, extras)
    champions = [] if tied_top else _champions(ledger, league, ties, "podium.final")
    return _state(ledger, league, ties, final.progress(through, champions), [*before, final.status])


def _tied_top_extras(ledger: ContestLedger, final: FixtureStatus) -> list[Award]:
    ranks = zip(final.order(ledger), TIED_TOP_EXTRAS, strict=True)
    return [ledger.award(entrant, extra, "podium.tied-top", ledger.source(final)) for entrant, extra in ranks]


def _by_hand(
    ledger: ContestLedger, league: LeagueStage, remaining: Sequence[str], table: Sequence[Tie]
) -> ContestState:
    """Too few stay to go on as drawn: the organizer orders them, and with four there is a final (league.withdrawal)."""
    ties = by_hand(ledger, remaining)
    if waiting := [ledger.pending_tie("ruling", tie) for tie in ties if tie.left_open]:
        return _state(ledger, league, table, Progress("waiting_ruling", tuple(waiting)))
    table = ties if len(remaining) == len(league.entrants) else table
    if len(remaining) == FINALISTS:
        return _league_final(ledger, league, ties)
    podium = ledger.podium(ties, DIRECT.get(len(remaining), DIRECT[2]), remaining[0] if len(remaining) == 1 else None)
    champions = _champions(ledger, league, table, "podium.direct") if remaining else []
    prizes = ledger.prizes(podium, "podium.direct", ledger.last(league.statuses))
    phase: Phase = "finished" if podium else "null"
    return _state(ledger, league, table, Progress(phase, podium=podium, awards=(*champions, *prizes)))


def _state(
    ledger: ContestLedger,
    league: LeagueStage,
    ties: Iterable[Tie],
    progress: Progress,
    matches: Iterable[FixtureStatus] = (),
) -> ContestState:
    return ContestState(
        phase=progress.phase,
        fixtures=(*league.fixtures, *(status.fixture for status in matches)),
        tables=(league.table(ledger, ties, progress.through),),
        byes=league.byes,
        pending=progress.pending,
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=ledger.unused_rulings,
    )
