"""The rounds of a contest as far as they are played, and the field of the next."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.contests.contest import Bye, Contest, Fixture, PairedRound, Pending
from referee.contests.ledger import ContestLedger, Stage
from referee.contests.rounds.costs import Field
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.order import table_order
from referee.contests.rounds.scoring import NOT_THERE, ON_THE_TABLE, RESTED, RoundScore, Scoring
from referee.contests.standings.ties import Tie

Record = tuple[RoundScore, ...]
"""The scores of an entrant round by round, the first first."""


class RoundsPlayed(Stage, frozen=True):
    """The rounds as far as they are play. `records` are by the places of the draw, as are `in_play`, those that have not left.

    `is_over`: every round is paired and decided, or too few are left to pair.
    """

    records: Mapping[str, Record]
    rows: Mapping[str, str]
    in_play: tuple[str, ...]
    byes: tuple[Bye, ...]
    is_over: bool

    def scores(self, options: RoundsOptions) -> dict[str, int]:
        """The score of each, by place: the worst rounds are struck once all are over (rounds.strike)."""
        strike = options.strike if self.is_over else 0
        return {place: _sum(record, strike) for place, record in self.records.items()}

    def order(self, ledger: ContestLedger) -> list[Tie]:
        """The order by score and the contest's own tie-breaks, of the places of the draw (rounds.order)."""
        options = options_of(ledger.contest)
        return table_order(self.records, self.scores(options), options, ledger.rules)


def options_of(contest: Contest) -> RoundsOptions:
    """The choices of a contest in rounds."""
    options: RoundsOptions = contest.options or RoundsOptions()
    return options


def play_rounds(ledger: ContestLedger) -> RoundsPlayed:
    """The rounds of a contest, all that are no drafts, with what its log tells of each match."""
    contest, options = ledger.contest, options_of(ledger.contest)
    scoring = Scoring(options, ledger.rules)
    rounds = [one for one in contest.pairings if not one.is_draft]
    fixtures = [fixture for one in rounds for fixture in _fixtures(ledger, one)]
    statuses = tuple(map(ledger.status_of, fixtures))
    places = _places_by_entrant(contest)
    scores: dict[str, dict[int, RoundScore]] = {place: {} for place in contest.places}
    for status in statuses:
        fixture = status.fixture
        if bout := ledger.bout(status):
            own = bout.between(places)
            for place in own.entrants:
                scores[place][fixture.round] = scoring.of_match(fixture.round, place, own)
        elif fixture.state == "void":
            one, other = (places[entrant] for entrant in fixture.entrants)
            scores[one][fixture.round] = scoring.away(fixture.round, "absent", other)
            scores[other][fixture.round] = scoring.away(fixture.round, "absent", one)
    for round_ in rounds:
        for place in round_.rests:
            scores[place][round_.round] = scoring.rest(round_.round, "bye")
    for entry in contest.late:
        # By the time of its pairing, not by its number: a round that is taken away and paired again has the newcomer.
        for number in (one.round for one in rounds if one.at < entry.at):
            scores[entry.entrant][number] = scoring.away(number, "missed")
    rows = {place: _holder(contest, place) for place in contest.places}
    in_play = tuple(place for place in contest.places if rows[place] not in ledger.withdrawal_of)
    is_decided = all(status.over for status in statuses)
    return RoundsPlayed(
        statuses=statuses,
        records={place: tuple(own[number] for number in sorted(own)) for place, own in scores.items()},
        rows=rows,
        in_play=in_play,
        byes=tuple(Bye(one.round, _holder(contest, place), "round") for one in rounds for place in one.rests),
        is_over=is_decided and (len(rounds) >= options.round_count or len(in_play) < 2),
    )


def waits_for_pairing(play: RoundsPlayed, contest: Contest) -> tuple[Pending, ...]:
    """The pending item of a contest with a round to be paired, or published."""
    if play.is_over or play.pending:
        return ()
    return (Pending("pairing"),) if len(contest.pairings) <= options_of(contest).round_count else ()


def field_of(
    contest: Contest,
    number: int,
    seed: str,
    apart: Sequence[Sequence[str]] = (),
    entrants: Collection[str] | None = None,
) -> Field:
    """The field of this round, by the table after the rounds before it: all that have not left, or these `entrants`."""
    before = replace(contest, pairings=tuple(one for one in contest.pairings if one.round < number))
    ledger = ContestLedger(before)
    play = play_rounds(ledger)
    scores = play.scores(replace(options_of(contest), strike=0))
    present = {*play.in_play} if entrants is None else {*entrants}
    draw = {place: n for n, place in enumerate(contest.places)}
    table = [
        place for tie in play.order(ledger) for place in sorted(tie.members, key=draw.__getitem__) if place in present
    ]
    return Field(
        entrants=tuple(table),
        scores={place: scores[place] for place in table},
        meetings=_meetings(play.records),
        rests={place: count for place, record in play.records.items() if (count := _rests(record))},
        order=contest.places,
        seed=seed,
        apart=tuple(map(tuple, apart)),
    )


def _fixtures(ledger: ContestLedger, round_: PairedRound) -> Iterable[Fixture]:
    """The matches of a round, by the tables of its pairs."""
    for table, pair in enumerate(round_.pairs, start=1):
        yield Fixture(
            key=f"round-{round_.round}-{table}",
            kind="round",
            round=round_.round,
            order=table,
            entrants=pair,
            lines=(1,) if ledger.rules.extra_rounds else (),
            table=table,
            params=ledger.contest.params,
        )


def _places_by_entrant(contest: Contest) -> dict[str, str]:
    """The place of the draw that each entrant has or had."""
    return {one: place for place in contest.places for one in contest.line(place, late=False)}


def _holder(contest: Contest, place: str) -> str:
    return contest.line(place, late=False)[-1]


def _sum(record: Record, strike: int) -> int:
    """The score of a record without its worst rounds; what was lost by not being there is never struck."""
    strikeable = sorted(one.score for one in record if one.way not in NOT_THERE)
    return sum(one.score for one in record) - sum(strikeable[:strike])


def _rests(record: Record) -> int:
    """The byes of an entrant; a walkover won counts as one."""
    return sum(one.way in RESTED for one in record)


def _meetings(records: Mapping[str, Record]) -> dict[frozenset[str], tuple[int, ...]]:
    """The rounds in which two met on the table."""
    meetings: dict[frozenset[str], tuple[int, ...]] = {}
    for place, record in records.items():
        for one in record:
            # Each of the two has the match; the one with the lesser id tells it.
            if one.way in ON_THE_TABLE and one.rival is not None and place < one.rival:
                pair = frozenset((place, one.rival))
                meetings[pair] = (*meetings.get(pair, ()), one.round)
    return meetings
