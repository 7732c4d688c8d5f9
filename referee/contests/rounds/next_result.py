"""The state of a contest in rounds after other outcomes of a few matches, made of the state before.

An outcome changes the records of those in its match; the figures of these and, as they go by the scores of rivals, of all that
met them; and the order where their places are now. All else is as it was, and is taken over: matches, rounds, and the rows of
the table with the same figures and place. After the last result, and where there are rulings, the state is computed from all
that was recorded: the podium depends on every match. So is an order by `progress` once another round is the last.
"""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Pending
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.rounds.order import (
    Figures,
    Ranking,
    figures_before_direct,
    figures_of,
    may_have_met,
    with_direct,
)
from referee.contests.rounds.play import (
    Record,
    RoundsPlayed,
    fixture_at,
    is_last_round,
    options_of,
    places_by_entrant,
    score_of,
    scores_of,
    scoring_of,
    waits_for_pairing,
)
from referee.contests.rounds.table import sanctions_of, table_row
from referee.contests.standings.tables import LeagueRow, MatchRow, Table
from referee.contests.standings.ties import RankedEntrant

Item = TypeVar("Item")
FIXED = ("bye", "missed")
"""Ways of a round that no match gives."""


_WORK = "rounds"
"""The name under which a state carries what it was made of; no field, since states are the same without regard to it."""


class RoundsWork(Struct, frozen=True):
    """The rounds as they are played and the order of their table: a state is made of these, and the next goes on from them."""

    play: RoundsPlayed
    ranking: Ranking


def with_work(state: ContestState, work: RoundsWork) -> ContestState:
    """The state, from which the next can go on by this work."""
    vars(state)[_WORK] = work
    return state


def work_of(state: ContestState) -> RoundsWork | None:
    """The work that a state was made of; None where the next cannot go on from it."""
    work: RoundsWork | None = vars(state).get(_WORK)
    return work


def state_after(contest: Contest, before: ContestState, matches: Collection[str]) -> ContestState | None:
    """The state of a contest in which the matches of these keys have other outcomes than in the state before.

    None where more may change than the figures of those in them and of their rivals: with the same deals at every table a
    result changes the scores of all that held the same cards.
    """
    work = work_of(before)
    if work is None or work.play.is_over or contest.rulings or contest.duplicate is not None or len(before.tables) > 1:
        return None
    outcomes = tuple(outcome for key in matches for outcome in contest.outcomes_of(key))
    ledger = ContestLedger(replace(contest, outcomes=outcomes))
    statuses = _statuses_after(ledger, before, matches)
    records = _records_after(ledger, work.play, statuses)
    play = replace(
        work.play,
        statuses=_with_items(work.play.statuses, statuses),
        records={**work.play.records, **records},
    )
    pending = _pending_after(before, statuses)
    if not pending:
        if is_last_round(contest, play.in_play):
            return None
        pending = waits_for_pairing(play, contest)
    if "progress" in options_of(contest).tie_breaks and _last_round(play.records) != _last_round(work.play.records):
        return None
    ranking, figures_of_others = _ranking_after(ledger, work, play, records)
    cards = sanctions_of(ledger, statuses.values())
    cards.subtract(sanctions_of(ledger, [work.play.statuses[n] for n in statuses]))
    [table] = before.tables
    after = replace(
        before,
        fixtures=_with_items(before.fixtures, {n: status.fixture for n, status in statuses.items()}),
        tables=(replace(table, rows=_rows_after(ledger, work, play, ranking, figures_of_others, cards, table)),),
        pending=pending,
    )
    # The matches are the same, so their positions are.
    vars(after)["positions"] = before.positions
    return with_work(after, RoundsWork(play, ranking))


def _with_items(items: tuple[Item, ...], changes: Mapping[int, Item]) -> tuple[Item, ...]:
    """These items with others in some positions."""
    after = [*items]
    for number, item in changes.items():
        after[number] = item
    return tuple(after)


def _statuses_after(ledger: ContestLedger, before: ContestState, matches: Collection[str]) -> dict[int, FixtureStatus]:
    """The matches of these keys as they stand now, by their positions."""
    rounds = {one.round: one for one in ledger.contest.pairings}
    numbers = (before.positions.get(key) for key in matches)
    fixtures = {number: before.fixtures[number] for number in numbers if number is not None}
    return {
        number: ledger.status_of(fixture_at(ledger, rounds[fixture.round], fixture.order))
        for number, fixture in fixtures.items()
    }


def _pending_after(before: ContestState, statuses: Mapping[int, FixtureStatus]) -> tuple[Pending, ...]:
    """The matches that the contest waits for, in their order."""
    keys = {None, *(status.fixture.key for status in statuses.values())}
    others = [one for one in before.pending if one.fixture not in keys]
    own = [one for status in statuses.values() for one in status.pending]
    return tuple(sorted([*others, *own], key=lambda one: before.positions[one.fixture or ""]) if own else others)


def _records_after(
    ledger: ContestLedger, before: RoundsPlayed, statuses: Mapping[int, FixtureStatus]
) -> dict[str, Record]:
    """The records of all that are or were in these matches."""
    scoring, places = scoring_of(ledger), places_by_entrant(ledger.contest)
    records: dict[str, Record] = {}
    for number, status in statuses.items():
        scores = {places[member]: score for member, score in scores_of(status, ledger, scoring, places)}
        for place in {places[one] for one in (*before.statuses[number].fixture.members, *status.fixture.members)}:
            record = records.get(place, before.records[place])
            same_round = [one for one in record if one.round == status.fixture.round]
            if any(one.way in FIXED for one in same_round):
                continue
            others = (one for one in record if one.round != status.fixture.round)
            own = [scores[place]] if place in scores else []
            records[place] = tuple(sorted([*others, *own], key=lambda one: one.round))
    return records


def _last_round(records: Mapping[str, Record]) -> int:
    """The last round in which anybody has a score."""
    return max((record[-1].round for record in records.values() if record), default=0)


def _ranking_after(
    ledger: ContestLedger, before: RoundsWork, play: RoundsPlayed, changed_records: Mapping[str, Record]
) -> tuple[Ranking, set[str]]:
    """The order with these records changed, and all places of the draw that have other figures in it, or may have."""
    scoring, ranking = scoring_of(ledger), before.ranking
    figures = {**ranking.figures}
    scores = ranking.scores() | {place: score_of(record, 0) for place, record in changed_records.items()}
    records = (record for place in changed_records for record in (before.play.records[place], play.records[place]))
    others = {*changed_records, *(rival for record in records for one in record for rival in one.rivals)}
    figures |= {place: figures_of(place, play.records, scores, scoring) for place in others}
    if (end := figures_before_direct(scoring)) is not None:
        order = [place for place in ranking.order if place not in others]
        for level in {own[place][:end] for own in (ranking.figures, figures) for place in others}:
            same = _level(order, figures, level)
            if not same or may_have_met(same, play.records, scoring):
                same += [place for place in others if figures[place][:end] == level]
                figures |= with_direct(same, figures, play.records, scoring)
        others |= {place for place in order if figures[place] is not ranking.figures[place]}
    order = [place for place in ranking.order if place not in others]

    def key(place: str) -> tuple[Figures, Any]:
        return figures[place], ledger.names(play.rows[place])

    for place in others:
        insort(order, place, key=key)
    return Ranking(tuple(order), figures, ranking.steps), others


def _level(order: Sequence[str], figures: Mapping[str, Figures], level: Figures) -> list[str]:
    """The places in an order that have these first figures."""

    def key(place: str) -> Figures:
        return figures[place][: len(level)]

    return [*order[bisect_left(order, level, key=key) : bisect_right(order, level, key=key)]]


def _rows_after(
    ledger: ContestLedger,
    before: RoundsWork,
    play: RoundsPlayed,
    ranking: Ranking,
    others: Collection[str],
    cards: Counter[str],
    table: Table,
) -> tuple[LeagueRow | MatchRow, ...]:
    """The rows in this order, of which those of `others` have other figures than in the `table` before.

    `cards` are those given since.
    """
    order, then = ranking.order, before.ranking.order
    row_of = dict(zip(then, table.rows, strict=True))
    beside = {place for one in (order, then) for place in _neighbours(one, others)}
    pairs = enumerate(zip(order, then, strict=True))
    numbers = [n for n, (place, place_then) in pairs if place != place_then or place in beside]
    scores, scoring = ranking.scores(), scoring_of(ledger)
    rows, end = [*table.rows], 0
    for number in numbers:
        # All that share the place of one have another with it: their rows follow.
        for n in range(max(number, end), len(order)):
            place = order[n]
            row = earlier = row_of[place]
            decided_by, above_by = ranking.steps_at(n) if place in beside else (row.decided_by, row.above_by)
            if n > number and above_by != "open":
                break
            rank = RankedEntrant(row.player, rows[n - 1].place if above_by == "open" else n + 1, decided_by, above_by)
            if place in others:
                line = ledger.contest.line(place, late=False)
                own = Counter({row.player: row.sanctions + sum(cards[one] for one in line)})
                row = table_row(rank, place, ledger.contest, play, scores, scoring, own)
            elif (row.place, row.decided_by, row.above_by) != (rank.place, decided_by, above_by):
                row = replace(row, place=rank.place, decided_by=decided_by, above_by=above_by)
            # A row that is the same stays the very one: readers pass over those first.
            rows[n], end = earlier if row == earlier else row, n + 1
    return tuple(rows)


def _neighbours(order: Sequence[str], places: Collection[str]) -> Iterator[str]:
    """These places, and those beside them in an order: what parts them may be another figure."""
    for number, place in enumerate(order):
        if place in places:
            yield from order[max(number - 1, 0) : number + 2]
