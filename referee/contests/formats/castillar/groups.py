"""Eight players: two groups of four at one table each, and a final."""

from collections.abc import Iterable, Sequence

from referee.contests.contest import Award, ContestState, Fixture, Phase
from referee.contests.draws import groups
from referee.contests.formats.castillar.matches import FINALISTS, SHORT, by_hand, final_of
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.stages import Progress, last_match
from referee.contests.standings.podium import DIRECT, FINAL, GROUP_CHAMPION
from referee.contests.standings.tables import match_table
from referee.contests.standings.ties import Tie, keep_open

LINES = (1, 2)
"""In a group the first place matters, and the first two (group.order)."""


def hold_groups(ledger: ContestLedger) -> ContestState:
    """Two groups of four, each one match; the first two of each play the final."""
    fixtures = [_group(ledger, number, four) for number, four in enumerate(groups(ledger.contest.order, 2), start=1)]
    statuses = [ledger.status_of(fixture) for fixture in fixtures]
    champions = [_champion(ledger, group) for group in statuses if group.ties and not group.ties[0].left_open]
    pending = [pending for group in statuses for pending in group.pending]
    if pending:
        return _state(ledger, statuses, Progress.awaiting(pending, champions))
    tables = ledger.through([group.order(ledger) for group in statuses], 2)
    through = [entrant for table in tables for entrant in table.present]
    if len(through) < FINALISTS:
        return _without_final(ledger, statuses, through, champions)
    final = last_match(ledger, final_of(ledger, through, len(statuses) + 1), FINAL, "podium.final")
    return _state(ledger, statuses, final.progress(through, champions), [final.status])


def _group(ledger: ContestLedger, number: int, four: Sequence[str]) -> Fixture:
    return Fixture(
        key=f"group-{number}",
        kind="group",
        round=1,
        order=number,
        entrants=tuple(four),
        lines=LINES,
        table=number,
        group=number,
        params={**ledger.contest.params, **SHORT},
    )


def _champion(ledger: ContestLedger, group: FixtureStatus) -> Award:
    return ledger.award(group.ties[0].members[0], GROUP_CHAMPION, "podium.final", ledger.source(group))


def _without_final(
    ledger: ContestLedger, statuses: Sequence[FixtureStatus], remaining: Sequence[str], champions: Sequence[Award]
) -> ContestState:
    """Too many have left for a final of four: the organizer's order is the podium."""
    ties = by_hand(ledger, remaining)
    if waiting := [ledger.pending_tie("ruling", tie) for tie in ties if tie.left_open]:
        return _state(ledger, statuses, Progress.awaiting(waiting, champions))
    podium = ledger.podium(ties, DIRECT.get(len(remaining), DIRECT[2]), remaining[0] if len(remaining) == 1 else None)
    prizes = ledger.prizes(podium, "podium.direct", ledger.last(statuses))
    phase: Phase = "finished" if podium else "null"
    return _state(ledger, statuses, Progress(phase, podium=podium, awards=(*champions, *prizes)))


def _state(
    ledger: ContestLedger, statuses: Sequence[FixtureStatus], progress: Progress, matches: Iterable[FixtureStatus] = ()
) -> ContestState:
    blank = [(keep_open(Tie(group.fixture.entrants)),) for group in statuses]
    return ContestState(
        phase=progress.phase,
        fixtures=tuple(status.fixture for status in (*statuses, *matches)),
        tables=tuple(
            match_table(group.ties or level, group.outcome, ledger.rules, ledger.names, progress.through)
            for group, level in zip(statuses, blank, strict=True)
        ),
        pending=progress.pending,
        is_grouped=True,
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=ledger.unused_rulings,
    )
