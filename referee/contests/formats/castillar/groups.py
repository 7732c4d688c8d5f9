"""Eight players: two groups of four at one table each, and a final."""

from collections.abc import Iterable, Sequence

from referee.contests.book import Book, Judged
from referee.contests.contest import Award, ContestState, Fixture, Phase
from referee.contests.draws import groups
from referee.contests.formats.castillar.matches import FINALISTS, SHORT, by_hand, final_of
from referee.contests.stages import Progress, last_match
from referee.contests.standings.league import FOUR
from referee.contests.standings.podium import DIRECT, FINAL, GROUP_CHAMPION
from referee.contests.standings.tables import match_table
from referee.contests.standings.ties import Tie, keep_open

LINES = (1, 2)
"""In a group the first place matters, and the first two (group.order)."""


def hold_groups(book: Book) -> ContestState:
    """Two groups of four, each one match; the first two of each play the final."""
    fixtures = [_group(book, number, four) for number, four in enumerate(groups(book.contest.order, FOUR), start=1)]
    played = [book.judge(fixture) for fixture in fixtures]
    champions = [_champion(book, group) for group in played if group.ties and not group.ties[0].left_open]
    pending = [pending for group in played for pending in group.pending]
    if pending:
        return _state(book, played, Progress.awaiting(pending, champions))
    tables = book.through([group.order(book) for group in played], 2)
    through = [entrant for table in tables for entrant in table.present]
    if len(through) < FINALISTS:
        return _without_final(book, played, through, champions)
    final = last_match(book, final_of(book, through, len(played) + 1), FINAL, "podium.final")
    return _state(book, played, final.progress(through, champions), [final.judged])


def _group(book: Book, number: int, four: Sequence[str]) -> Fixture:
    return Fixture(
        key=f"group-{number}",
        kind="group",
        round=1,
        order=number,
        entrants=tuple(four),
        lines=LINES,
        table=number,
        group=number,
        params={**book.contest.params, **SHORT},
    )


def _champion(book: Book, group: Judged) -> Award:
    return book.award(group.ties[0].members[0], GROUP_CHAMPION, "podium.final", book.source(group))


def _without_final(
    book: Book, played: Sequence[Judged], stay: Sequence[str], champions: Sequence[Award]
) -> ContestState:
    """Too many have left for a final of four: the organizer's order is the podium."""
    ties = by_hand(book, stay)
    if waiting := [book.waiting("ruling", tie) for tie in ties if tie.left_open]:
        return _state(book, played, Progress.awaiting(waiting, champions))
    podium = book.podium(ties, DIRECT.get(len(stay), DIRECT[2]), stay[0] if len(stay) == 1 else None)
    prizes = book.prizes(podium, "podium.direct", book.last(group.fixture for group in played))
    phase: Phase = "finished" if podium else "null"
    return _state(book, played, Progress(phase, podium=podium, awards=(*champions, *prizes)))


def _state(book: Book, played: Sequence[Judged], progress: Progress, matches: Iterable[Judged] = ()) -> ContestState:
    blank = [(keep_open(Tie(group.fixture.entrants)),) for group in played]
    return ContestState(
        phase=progress.phase,
        fixtures=tuple(judged.fixture for judged in (*played, *matches)),
        tables=tuple(
            match_table(group.ties or level, group.outcome, book.rules, book.names, progress.through)
            for group, level in zip(played, blank, strict=True)
        ),
        pending=progress.pending,
        grouped=True,
        qualified=progress.through,
        podium=progress.podium,
        awards=progress.awards,
        fallen=book.fallen,
    )
