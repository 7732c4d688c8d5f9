"""The rounds of a contest as far as they are played, and the field of the next."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from referee.contests.contest import Bye, Contest, Fixture, PairedRound, Pending
from referee.contests.duplicate.marks import total
from referee.contests.duplicate.scoring import Number, hundredths
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.ledger import ContestLedger, FixtureStatus, Stage
from referee.contests.partners import members_of, seats_at
from referee.contests.rounds.costs import Field
from referee.contests.rounds.movement import first_round, lines_of
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.order import Ranking, rank
from referee.contests.rounds.same_deals import ComparedRounds
from referee.contests.rounds.scoring import NOT_PAIRED, NOT_THERE, ON_THE_TABLE, RESTED, RoundScore, Scoring
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
    duplicate: DuplicateTerms | None = None

    def scores(self, options: RoundsOptions) -> dict[str, Number]:
        """The score of each, by place: the worst rounds are struck once all are over (rounds.strike).

        With the same deals at every table it is the mean percent of all hands, or their differences.
        """
        if self.duplicate is not None:
            return {place: _of_marks(record, self.duplicate) for place, record in self.records.items()}
        strike = options.strike if self.is_over else 0
        return {place: score_of(record, strike) for place, record in self.records.items()}

    def ranking(self, ledger: ContestLedger) -> Ranking:
        """The order by score and the contest's own tie-breaks, of the places of the draw (rounds.order)."""
        scoring = scoring_of(ledger)
        return rank(self.records, self.scores(scoring.options), scoring, lambda place: ledger.names(self.rows[place]))

    def order(self, ledger: ContestLedger) -> list[Tie]:
        """The same as ties."""
        return self.ranking(ledger).ties()


def options_of(contest: Contest) -> RoundsOptions:
    """The choices of a contest in rounds."""
    options: RoundsOptions = contest.options or RoundsOptions()
    return options


def scoring_of(ledger: ContestLedger) -> Scoring:
    """The scores of a contest's rounds; where partners change, a match has two rivals for each, and among four three."""
    contest = ledger.contest
    rivals = 3 if contest.is_each_alone else 2 if contest.partners else 1
    return Scoring(options_of(contest), ledger.rules, rivals, contest.teams)


def play_rounds(ledger: ContestLedger) -> RoundsPlayed:
    """The rounds of a contest, all that are no drafts, with what its log tells of each match."""
    contest = ledger.contest
    scoring = scoring_of(ledger)
    rounds = [one for one in contest.pairings if not one.is_draft]
    fixtures = [fixture for one in rounds for fixture in _fixtures(ledger, one)]
    statuses = tuple(map(ledger.status_of, fixtures))
    places = places_by_entrant(contest)
    compared = None if contest.duplicate is None else ComparedRounds(ledger, contest.duplicate, scoring, statuses)
    scores: dict[str, dict[int, RoundScore]] = {place: {} for place in contest.places}
    for status in statuses:
        own = compared.of_match(status, places) if compared else scores_of(status, ledger, scoring, places)
        for member, score in own:
            scores[places[member]][status.fixture.round] = score
    for round_ in rounds:
        for place in round_.rests:
            rest = compared.rest(round_.round) if compared else scoring.rest(round_.round, "bye")
            scores[place][round_.round] = rest
    for entry in contest.late:
        # By the time of its pairing, not by its number: a round that is taken away and paired again has the newcomer.
        for number in (one.round for one in rounds if one.at < entry.at):
            scores[entry.entrant][number] = (
                compared.missed_round(number) if compared else scoring.away(number, "missed")
            )
    rows = {place: _holder(contest, place) for place in contest.places}
    in_play = tuple(place for place in contest.places if rows[place] not in ledger.withdrawal_of)
    is_decided = all(status.over for status in statuses)
    return RoundsPlayed(
        statuses=statuses,
        records={place: tuple(own[number] for number in sorted(own)) for place, own in scores.items()},
        rows=rows,
        in_play=in_play,
        byes=tuple(Bye(one.round, _holder(contest, place), "round") for one in rounds for place in one.rests),
        is_over=is_decided and is_last_round(contest, in_play),
        duplicate=contest.duplicate,
    )


def is_last_round(contest: Contest, in_play: Collection[str]) -> bool:
    """True if no further round is played after those that are no drafts: there are enough, or too few are left to pair."""
    rounds = sum(not one.is_draft for one in contest.pairings)
    return rounds >= options_of(contest).round_count or len(in_play) < fewest(contest)


def fewest(contest: Contest) -> int:
    """The fewest entrants of a round: those of one match."""
    return 4 if contest.partners or contest.is_each_alone else 2


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
    meetings, in_turn = _meetings(play.records), contest.is_each_alone or contest.partners is not None
    table = [
        place for tie in play.order(ledger) for place in sorted(tie.members, key=draw.__getitem__) if place in present
    ]
    return Field(
        entrants=tuple(table),
        scores={place: _in_whole(scores[place]) for place in table},
        meetings=meetings,
        rests={place: count for place, record in play.records.items() if (count := _rests(record, in_turn))},
        order=contest.places,
        seed=seed,
        apart=tuple(map(tuple, apart)),
        partnerships=meetings if contest.is_each_alone else _partnerships(play.records),
    )


def _fixtures(ledger: ContestLedger, round_: PairedRound) -> Iterator[Fixture]:
    """The matches of a round, by its pairs: each at the next table, or where one of two sits all the time (rounds.mitchell)."""
    options = options_of(ledger.contest)
    has_lines = options.has_lines and round_ is not first_round(ledger.contest)
    seats = lines_of(ledger.contest, options.round_count) if has_lines else None
    for number, pair in enumerate(round_.pairs, start=1):
        fixture = fixture_at(ledger, round_, number)
        yield replace(fixture, table=seats.table_of(pair, number)) if seats else fixture


def fixture_at(ledger: ContestLedger, round_: PairedRound, table: int) -> Fixture:
    """The match of a round at this table, counted from 1 in the order of its pairs, as it was paired."""
    return Fixture(
        key=f"round-{round_.round}-{table}",
        kind="round",
        round=round_.round,
        order=table,
        entrants=entrants_at(ledger.contest, round_, table),
        lines=(1,) if ledger.rules.extra_rounds else (),
        table=table,
        params=ledger.contest.params,
    )


def entrants_at(contest: Contest, round_: PairedRound, table: int) -> tuple[str, ...]:
    """The entrants at a table, in the order of the seats: a pair of the round, or four that play alone (duplicate.seats)."""
    pair = round_.pairs[table - 1]
    return seats_at(pair, round_.round, table) if contest.is_each_alone else pair


def entrants_of_pair(contest: Contest, pair: tuple[str, str]) -> tuple[str, ...]:
    """The same of a pair without a table: of four that play alone, those across from each other one after the other."""
    return tuple(one for entrant in pair for one in members_of(entrant)) if contest.is_each_alone else pair


def places_by_entrant(contest: Contest) -> dict[str, str]:
    """The place of the draw that each entrant has or had."""
    if not contest.substitutions:
        return dict(zip(contest.places, contest.places, strict=True))
    return {one: place for place in contest.places for one in contest.line(place, late=False)}


def places_of(contest: Contest, entrants: Collection[str]) -> Mapping[str, str]:
    """The places of the draw of these entrants, at least: all of a thousand are not needed for a match."""
    return places_by_entrant(contest) if contest.substitutions else dict(zip(entrants, entrants, strict=True))


def _holder(contest: Contest, place: str) -> str:
    return contest.line(place, late=False)[-1]


def _of_marks(record: Record, terms: DuplicateTerms) -> Number:
    """The score of a record by the marks of its hands."""
    return total((mark for one in record for mark in one.marks), terms.scoring)


def _in_whole(score: Number) -> int:
    """A score as a whole number, by which rounds are paired: of percents and differences the hundredths."""
    return hundredths(score) if isinstance(score, Fraction) else score


def score_of(record: Record, strike: int) -> Number:
    """The score of a record without its worst rounds; what was lost by not being there is never struck."""
    strikeable = sorted(one.score for one in record if one.way not in NOT_THERE)
    return sum(one.score for one in record) - sum(strikeable[:strike])


def _rests(record: Record, in_turn: bool) -> int:
    """The byes of an entrant; a walkover won counts as one.

    Where persons rest `in_turn`, the rounds that one was not paired in: rests, and those before a late entry (partners.rotating).
    """
    return sum(one.way in (NOT_PAIRED if in_turn else RESTED) for one in record)


def _meetings(records: Mapping[str, Record]) -> dict[frozenset[str], tuple[int, ...]]:
    """The rounds in which two met on the table."""
    meetings: dict[frozenset[str], tuple[int, ...]] = {}
    for place, record in records.items():
        for one in record:
            for rival in one.rivals if one.way in ON_THE_TABLE else ():
                # Each of the two has the match; the one with the lesser id tells it.
                if place < rival:
                    pair = frozenset((place, rival))
                    meetings[pair] = (*meetings.get(pair, ()), one.round)
    return meetings


def _partnerships(records: Mapping[str, Record]) -> dict[frozenset[str], tuple[int, ...]]:
    """The rounds in which two played as partners."""
    partnerships: dict[frozenset[str], tuple[int, ...]] = {}
    for place, record in records.items():
        for one in record:
            if one.partner is not None and place < one.partner:
                pair = frozenset((place, one.partner))
                partnerships[pair] = (*partnerships.get(pair, ()), one.round)
    return partnerships


def scores_of(
    status: FixtureStatus, ledger: ContestLedger, scoring: Scoring, places: Mapping[str, str]
) -> Iterator[tuple[str, RoundScore]]:
    """The scores of a match, of everybody in it; none while it is open."""
    fixture, bout = status.fixture, ledger.bout(status)
    if bout is None and fixture.state != "void":
        return
    missing = status.outcome.missing if status.outcome else ()
    for entrant, other in (fixture.entrants, fixture.entrants[::-1]):
        rivals = tuple(places[one] for one in members_of(other))
        for member in members_of(entrant):
            partner = next((places[one] for one in members_of(entrant) if one != member), None)
            if missing and entrant != member and member not in missing and (bout is None or bout.winner != entrant):
                # The partner did not come: without fault of this one (partners.rotating).
                yield member, scoring.rest(fixture.round, "walkover", rivals)
            elif bout is None:
                yield member, scoring.away(fixture.round, "absent", rivals)
            else:
                yield member, scoring.of_match(fixture.round, bout, entrant, rivals, partner)
