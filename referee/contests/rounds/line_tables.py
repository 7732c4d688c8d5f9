"""The tables of two lines, and the last match of their first (rounds.mitchell)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.contest import Award, Fixture, Pending, Phase, PodiumPlace, only_rulings
from referee.contests.ledger import ContestLedger, FixtureStatus
from referee.contests.rounds.movement import lines_of
from referee.contests.rounds.order import Ranking, figures_before_direct
from referee.contests.rounds.play import RoundsPlayed, options_of, scoring_of
from referee.contests.rounds.table import by_holder, rounds_table
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import LineName, Table, with_qualified
from referee.contests.standings.ties import Tie

PODIUM = "format.podium"


class LinesPlayed(Struct, frozen=True):
    """The order of each line, of the holders, and those of each that go on, the first first, where some do."""

    orders: Mapping[LineName, list[Tie]]
    pending: tuple[Pending, ...] = ()
    through: Mapping[LineName, tuple[str, ...]] = {}

    @property
    def in_turn(self) -> tuple[str, ...]:
        """All that go on: the first of each line, then the second of each, and so on."""
        entrants_by_turn = [(n, one) for own in self.through.values() for n, one in enumerate(own)]
        return tuple(one for _, one in sorted(entrants_by_turn, key=lambda pair: pair[0]))

    def tables(self, ledger: ContestLedger, play: RoundsPlayed) -> dict[LineName, Table]:
        """The table of each line."""
        place_of = {holder: place for place, holder in play.rows.items()}
        return {
            name: with_qualified(
                rounds_table(
                    ledger,
                    play,
                    [replace(tie, members=tuple(place_of[one] for one in tie.members)) for tie in order],
                    options_of(ledger.contest),
                ),
                self.through.get(name, ()),
            )
            for name, order in self.orders.items()
        }


class LastOfLines(Struct, frozen=True):
    """The end of a contest of two lines: a last match of the first of each, if one is played, and the podium."""

    statuses: tuple[FixtureStatus, ...]
    pending: tuple[Pending, ...]
    phase: Phase
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()


def play_lines(ledger: ContestLedger, play: RoundsPlayed, cut: int | None) -> LinesPlayed:
    """The lines as far as they are played. `cut`: so many of each go on once all rounds are over."""
    members = lines_of(ledger.contest, options_of(ledger.contest).round_count).members
    orders = {name: by_holder(_order(ledger, play, own), play) for name, own in members.items() if own}
    if cut is None or not play.is_over:
        return LinesPlayed(orders)
    parts: dict[LineName, list[Tie]] = {}
    pending: list[Pending] = []
    for name, order in orders.items():
        parts[name], waits = ledger.part_at(order, cut)
        pending += waits
    through = {} if pending else {name: ledger.first_of(ties, cut) for name, ties in parts.items()}
    return LinesPlayed(parts, tuple(pending), through)


def _order(ledger: ContestLedger, play: RoundsPlayed, places: Sequence[str]) -> list[Tie]:
    """The order of a line by the figures of all. No two of it have met, so that the direct score parts nobody."""
    ranking, direct = play.ranking(ledger), figures_before_direct(scoring_of(ledger))
    figures = {place: ranking.figures[place] for place in places}
    if direct is not None:
        figures = {place: (*own[:direct], 0, *own[direct + 1 :]) for place, own in figures.items()}
    order = sorted(places, key=lambda place: (figures[place], ledger.names(play.rows[place])))
    return Ranking(tuple(order), figures, ranking.steps).ties()


def play_last(ledger: ContestLedger, play: RoundsPlayed, lines: LinesPlayed, ties: Sequence[Tie]) -> LastOfLines:
    """The last match of the first of each line. `ties`: the order of all. Without a rival the first of the other has won."""
    if lines.pending:
        phase: Phase = "waiting_ruling" if only_rulings(lines.pending) else "playing"
        return LastOfLines((), lines.pending, phase)
    finalists = lines.in_turn
    statuses: tuple[FixtureStatus, ...] = ()
    front, source = [Tie((one,)) for one in finalists], ledger.last(play.statuses)
    if len(finalists) > 1:
        status = ledger.status_of(_final(ledger, play, finalists))
        if not status.over:
            return LastOfLines((status,), status.pending, "final")
        if status.nobody_won:
            return LastOfLines((status,), (), "null")
        statuses, front, source = (status,), [*status.ties], ledger.source(status)
    alone = finalists[0] if len(finalists) == 1 else None
    podium = ledger.podium([*front, *_behind(ties, finalists)], GENERAL, alone)
    return LastOfLines(statuses, (), "finished" if podium else "null", podium, ledger.prizes(podium, PODIUM, source))


def _final(ledger: ContestLedger, play: RoundsPlayed, finalists: Sequence[str]) -> Fixture:
    return Fixture(
        key="final",
        kind="final",
        round=max(one.round for one in ledger.contest.pairings) + 1,
        order=len(play.statuses) + 1,
        entrants=ledger.as_drawn(finalists),
        lines=(1,),
        params=ledger.contest.params,
        stage="final",
    )


def _behind(ties: Iterable[Tie], finalists: Sequence[str]) -> list[Tie]:
    """The order of all others, behind the finalists."""
    parts: list[Tie] = []
    place = len(finalists) + 1
    for tie in ties:
        members = tuple(one for one in tie.members if one not in finalists)
        if members:
            parts.append(Tie(members, place))
            place += len(members)
    return parts
