"""The table of a contest in rounds as readers see it: the columns of a league, the score, the figures of the tie-breaks."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from referee.contests.contest import Contest
from referee.contests.duplicate.scoring import Number, two_decimals
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.partners import members_of
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.order import Comparison, Figures, figures_of, shown_figures
from referee.contests.rounds.play import RoundsPlayed, scoring_of
from referee.contests.rounds.same_deals import hands_of, matchpoints_of
from referee.contests.rounds.scoring import NOT_THERE, RESTED, RoundScore, Scoring
from referee.contests.standings.tables import LeagueRow, Table
from referee.contests.standings.ties import RankedEntrant, Tie, in_order

WON = ("won", *RESTED)
LOST = ("lost", *NOT_THERE)


def by_holder(ties: Iterable[Tie], play: RoundsPlayed) -> list[Tie]:
    """An order of the places of the draw as one of their holders."""
    return [replace(tie, members=tuple(play.rows[place] for place in tie.members)) for tie in ties]


def rounds_table(ledger: ContestLedger, play: RoundsPlayed, ties: Sequence[Tie], options: RoundsOptions) -> Table:
    """The table in this order of the places of the draw."""
    scores, scoring = play.scores(options), scoring_of(ledger)
    place_of = {holder: place for place, holder in play.rows.items()}
    sanctions = sanctions_of(ledger, play.statuses)
    ranks = in_order(by_holder(ties, play), ledger.names)
    comparison = Comparison(play.records, scores, scoring)
    rows = [
        table_row(rank, place, ledger.contest, play, figures_of(place, comparison), scoring, sanctions)
        for rank in ranks
        for place in [place_of[rank.entrant]]
    ]
    return Table(tuple(rows), not play.is_over)


def sanctions_of(ledger: ContestLedger, statuses: Iterable[FixtureStatus]) -> Counter[str]:
    """The cards given in these matches; of pairs of one round, to each of the two."""
    sanctions = Counter[str]()
    for entrant, count in ledger.sanctions(statuses).items():
        sanctions.update(dict.fromkeys(members_of(entrant), count))
    return sanctions


def table_row(
    rank: RankedEntrant,
    place: str,
    contest: Contest,
    play: RoundsPlayed,
    figures: Figures,
    scoring: Scoring,
    sanctions: Counter[str],
) -> LeagueRow:
    """The row of a place of the draw with its rank; `figures` are its score and its tie-breaks."""
    record = play.records[place]
    own, other = sum(one.own for one in record), sum(one.other for one in record)
    return LeagueRow(
        place=rank.place,
        player=rank.entrant,
        j=len(record),
        g=_count(record, WON),
        p=_count(record, LOST),
        f=own,
        c=other,
        ptos=_figure(-figures[0]),
        diff=own - other,
        sanctions=sum(sanctions[entrant] for entrant in contest.line(place, late=False)),
        decided_by=rank.decided_by,
        above_by=rank.above_by,
        qualified=False,
        tie_breaks=shown_figures(figures, scoring) | _figures_of_hands(record, play),
    )


def _figure(score: Number) -> float:
    """A score as readers see it: percents and differences with two decimals."""
    return score if isinstance(score, int) else two_decimals(score)


def _figures_of_hands(record: Sequence[RoundScore], play: RoundsPlayed) -> dict[str, float]:
    """The hands of an entrant that count, and its matchpoints, where every table plays the same deals."""
    if play.duplicate is None:
        return {}
    hands: dict[str, float] = {"hands": hands_of(record)}
    return hands | ({"matchpoints": matchpoints_of(record)} if play.duplicate.scoring == "matchpoints" else {})


def _count(record: Iterable[RoundScore], ways: Sequence[str]) -> int:
    return sum(one.way in ways for one in record)
