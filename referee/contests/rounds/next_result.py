"""The state of a contest in rounds after other outcomes of a few matches, made of the state before.

An outcome changes the records of those in its match; the figures of these and, as they go by the scores of rivals, of all that
met them; and the order where their places are now. All else is as it was, and is taken over: matches, rounds, and the rows of
the table with the same figures and place. After the last result, and where there are rulings, the state is computed from all
that was recorded: the podium depends on every match. So is an order by `progress` once another round is the last.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Pending, note_step
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.rounds.order import (
    Comparison,
    Figures,
    Ranking,
    figures_before_direct,
    figures_of,
    last_round,
    may_have_met,
    with_direct,
)
from referee.contests.rounds.play import (
    Record,
    RoundsPlayed,
    fixture_at,
    is_last_round,
    options_of,
    places_of,
    score_of,
    scores_of,
    scoring_of,
    waits_for_pairing,
)
from referee.contests.rounds.table import sanctions_of, table_row
from referee.contests.standings.alphabet import Place
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
    if "progress" in options_of(contest).tie_breaks and last_round(play.records) != last_round(work.play.records):
        return None
    order = _order_after(ledger, work, play, records)
    cards = sanctions_of(ledger, statuses.values())
    cards.subtract(sanctions_of(ledger, [work.play.statuses[n] for n in statuses]))
    [table] = before.tables
    rows, numbers = _rows_after(ledger, work, play, order, cards, table)
    after = replace(
        before,
        fixtures=_with_items(before.fixtures, {n: status.fixture for n, status in statuses.items()}),
        tables=(replace(table, rows=rows),),
        pending=pending,
    )
    # The matches are the same, so their positions are.
    vars(after)["positions"] = before.positions
    note_step(before, after, statuses, numbers)
    return with_work(after, RoundsWork(play, order.ranking))


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
    scoring = scoring_of(ledger)
    entrants = {one for status in statuses.values() for one in status.fixture.members}
    entrants.update(one for number in statuses for one in before.statuses[number].fixture.members)
    places = places_of(ledger.contest, entrants)
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


class OrderAfter(Struct, frozen=True):
    """The order with other records of some: its `ranking`, the places of the draw that have `others` figures, and where.

    `numbers` of the order are those where another place stands than before, or one that may be parted by another figure from
    those beside it: one of the others, or beside one of them now or before (`beside`).
    """

    ranking: Ranking
    others: set[str]
    beside: set[str]
    numbers: list[int]


def _order_after(
    ledger: ContestLedger, before: RoundsWork, play: RoundsPlayed, changed_records: Mapping[str, Record]
) -> OrderAfter:
    """The order with these records changed."""
    scoring, ranking = scoring_of(ledger), before.ranking
    figures = {**ranking.figures}
    records = (record for place in changed_records for record in (before.play.records[place], play.records[place]))
    others = {*changed_records, *(rival for record in records for one in record for rival in one.rivals)}
    rivals = {rival for place in others for one in play.records[place] for rival in one.rivals}
    scores = ranking.scores_of(others | rivals)
    scores |= {place: score_of(record, 0) for place, record in changed_records.items()}
    comparison = Comparison(play.records, scores, scoring)
    figures |= {place: figures_of(place, comparison) for place in others}
    if (end := figures_before_direct(scoring)) is not None:
        most = len(ledger.contest.pairings) * scoring.rival_count + 1 + len(others)
        for level in {own[place][:end] for own in (ranking.figures, figures) for place in [*others]}:
            start, stop = _level(ranking, level)
            # Of more than can have met each other nobody has a direct score, and nobody had one.
            if stop - start > most:
                continue
            same = [place for place in ranking.order[start:stop] if place not in others]
            if not same or may_have_met(same, play.records, scoring):
                same += [place for place in others if figures[place][:end] == level]
                direct = with_direct(same, figures, play.records, scoring)
                figures |= direct
                others |= {place for place, own in direct.items() if own != ranking.figures[place]}

    def name_of(place: str) -> tuple[Place, str]:
        return ledger.names(play.rows[place])

    order, key = [*ranking.order], figures.__getitem__
    numbers_then = _numbers_of(others, order, ranking.figures)
    for number in reversed(numbers_then):
        del order[number]
    for place in others:
        own_figures = figures[place]
        first = bisect_left(order, own_figures, key=key)
        last = bisect_right(order, own_figures, first, key=key)
        order.insert(bisect_left(order, name_of(place), first, last, key=name_of), place)
    numbers_now = _numbers_of(others, order, figures)
    beside, numbers = {*others}, _changed_numbers(numbers_then, numbers_now)
    for own, own_numbers in ((ranking.order, numbers_then), (order, numbers_now)):
        for number in own_numbers:
            near = range(max(number - 1, 0), min(number + 2, len(own)))
            beside.update([own[n] for n in near])
            numbers.update(near)
    return OrderAfter(Ranking(tuple(order), figures, ranking.steps), others, beside, sorted(numbers))


def _numbers_of(places: Iterable[str], order: Sequence[str], figures: Mapping[str, Figures]) -> list[int]:
    """The numbers of an order by these figures at which these stand, the first first."""
    key = figures.__getitem__
    return sorted([order.index(place, bisect_left(order, figures[place], key=key)) for place in places])


def _level(ranking: Ranking, level: Figures) -> tuple[int, int]:
    """The part of an order that has these first figures: the number at which it starts, and that at which it stops."""
    key = ranking.figures.__getitem__
    start = bisect_left(ranking.order, level, key=key)
    return start, bisect_left(ranking.order, (*level, inf), start, key=key)


def _changed_numbers(then: Sequence[int], now: Sequence[int]) -> set[int]:
    """The numbers of an order at which another stands once those at the numbers `then` stand at the numbers `now`."""
    steps = Counter(then)
    steps.subtract(now)
    numbers = {*then, *now}
    start, shift = 0, 0
    for number in sorted(steps):
        # Where as many were taken out before it as put in, everybody stands where they stood.
        if shift:
            numbers.update(range(start, number))
        start, shift = number, shift + steps[number]
    return numbers


def _rows_after(
    ledger: ContestLedger,
    before: RoundsWork,
    play: RoundsPlayed,
    after: OrderAfter,
    cards: Counter[str],
    table: Table,
) -> tuple[tuple[LeagueRow | MatchRow, ...], list[int]]:
    """The rows in this order, and the numbers of those that are not the very same as in the `table` before.

    `cards` are those given since.
    """
    ranking, then, scoring = after.ranking, before.ranking.order, scoring_of(ledger)
    order = ranking.order
    # Those that stand at other numbers now stood at these.
    rows_then, others, beside = table.rows, after.others, after.beside
    row_of = {then[n]: rows_then[n] for n in after.numbers}
    rows, changed_numbers, end = [*rows_then], list[int](), 0
    for number in after.numbers:
        # All that share the place of one have another with it: their rows follow.
        for n in range(max(number, end), len(order)):
            place = order[n]
            row = earlier = row_of.get(place, rows_then[n])
            decided_by, above_by = ranking.steps_at(n) if place in beside else (row.decided_by, row.above_by)
            is_shared = above_by == "open"
            if n > number and not is_shared:
                break
            own_place = rows[n - 1].place if is_shared else n + 1
            if place in others:
                rank = RankedEntrant(row.player, own_place, decided_by, above_by)
                line = ledger.contest.line(place, late=False)
                own = Counter({row.player: row.sanctions + sum(cards[one] for one in line)})
                row = table_row(rank, place, ledger.contest, play, ranking.figures[place], scoring, own)
            elif row.place != own_place or row.decided_by != decided_by or row.above_by != above_by:
                row = replace(row, place=own_place, decided_by=decided_by, above_by=above_by)
            # A row that is the same stays the very one: readers pass over those first.
            rows[n], end = earlier if row == earlier else row, n + 1
            if rows[n] is not rows_then[n]:
                changed_numbers.append(n)
    return tuple(rows), changed_numbers
