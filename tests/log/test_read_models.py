"""Read models against the fold that the rules make of the log: the same tables, for any way of following the log."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from projections import general, standings
from projections.comparison import compare
from projections.follower import PROJECTIONS, Follower
from projections.rating import projection as rating
from projections.rebuild import rebuild
from projections.rows import Batch, RowTable, count_rows
from referee.championship.decisions import (
    CorrectResult,
    GiveSanction,
    GiveWalkover,
    LeaveContest,
    contest_of,
    correct,
    sanction,
    walkover,
    withdrawal,
)
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.rounds import PairRound, pair_next
from referee.championship.service import OpenChampionship, new_id
from referee.championship.state import Championship
from referee.errors import ServiceRefusal
from tests.support.administering import erase_player
from tests.support.process import FIVE, Process

EIGHT = (*FIVE, "Fito", "Gala", "Ñico")


class Organizer:
    """An organizer that acts by chance; acts that the rules refuse are not stored."""

    def __init__(self, here: Process, seed: str) -> None:
        self.here, self.random = here, Random(seed)
        self.id = here.championships.open(OpenChampionship("Fiestas", EIGHT), "organizer").championship.id
        self.names = here.matches.people.name

    def decide(self, decide: Callable[[Championship], Any], *, reopen: bool = True) -> None:
        self.here.championships.decide(self.id, lambda now: [decide(now)], "organizer", reopen=reopen)

    def draw(self, ruleset: str, format_: str, entrants: tuple[Any, ...], **params: Any) -> None:
        command = DrawContest(ruleset, format_, entrants=entrants, params=params, seed=str(self.random.random()))
        self.decide(lambda now: draw_contest(command, now, self.names, new_id, lambda: "seed"))

    def pair(self) -> bool:
        """Pairs the next round of each contest that waits for it; False if none does."""
        now, dice = self.here.championships.championship(self.id), self.random
        waiting = [one for one in now.contests.values() if any(item.kind == "pairing" for item in one.state.pending)]
        for contest in waiting:
            request = PairRound(seed=str(dice.random()))
            self.decide(lambda now: pair_next(request, now, contest_of(now, contest.id), self.names, lambda: "seed"))  # noqa: B023
        return bool(waiting)

    def step(self) -> None:
        if self.pair():
            return
        now, dice = self.here.championships.championship(self.id), self.random
        contest = dice.choice(list(now.contests.values()))
        record = dice.choice(list(contest.fixtures.values()))
        points: tuple[int, ...] = dice.choice([(40, 64), (64, 40), (52, 52), (30, 74), (103, 1)])
        if len(record.entrants) == 4:
            points = dice.choice([(101, 20, 30, 5), (100, 100, 40, 20)])
        if contest.ruleset == "guinote":
            points = dice.choice([(3, 0), (2, 3), (3, 1)])
        try:
            match dice.randrange(12):
                case 0:
                    self.decide(lambda now: sanction(GiveSanction(dice.choice(EIGHT), "black", "x"), now, self.names))
                case 1:
                    absent = GiveWalkover((record.entrants[0],), "x")
                    self.decide(lambda now: walkover(absent, now, *self.of(now, record), self.names, None))
                case 2 if dice.random() < 0.3:
                    left = LeaveContest(dice.choice(contest.contest.order), "x")
                    self.decide(lambda now: withdrawal(left, now, contest_of(now, contest.id), self.names))
                case 3 | 4:
                    better = CorrectResult(points, reason="x")
                    self.decide(lambda now: correct(better, *self.of(now, record), None))
                case _:
                    cards = tuple((dice.randrange(2), dice.randrange(2)) for _ in points)
                    self.here.tell(self.id, contest.id, record.id, points, cards)
        except ServiceRefusal:
            return

    @staticmethod
    def of(now: Championship, record: RecordedFixture) -> tuple[RecordedContest, RecordedFixture]:
        on_record = contest_of(now, record.contest)
        return on_record, on_record.fixtures[record.id]


def hold(here: Process, seed: str, steps: int = 40) -> Organizer:
    """Records a championship of several contests with many events."""
    organizer = Organizer(here, seed)
    organizer.draw("hearts.castillar", "castillar", FIVE)
    organizer.draw("hearts.castillar", "castillar", EIGHT)
    organizer.draw("hearts.castillar", "knockout", EIGHT[:4], third_place=True)
    pairs = (EIGHT[0:2], EIGHT[2:4], EIGHT[4:6])
    organizer.draw("guinote", "league", pairs)
    organizer.draw("hearts.castillar", "rounds", EIGHT, round_count=4)
    for _ in range(steps):
        organizer.step()
    return organizer


def by_the_rules(here: Process, championship: str) -> bytes:
    now, names = here.championships.championship(championship), here.matches.people.name
    pages = [ContestPresenter(now, contest, names) for contest in now.contests.values()]
    return msgspec.json.encode([view_championship(now, names), [(page.standings(), page.podium()) for page in pages]])


def as_read(here: Process, follower: Follower, championship: str) -> bytes:
    follower.catch_up()
    names = here.matches.people.name
    with follower.store.connect() as connection:
        view = general.view(connection, championship, names)
        assert view
        boards = [standings.board(connection, contest.id, names) for contest in view.contests]
    return msgspec.json.encode([view, [(board.standings, board.podium) for board in boards if board]])


def phases(here: Process, championship: str) -> set[str]:
    return {contest.state.phase for contest in here.championships.championship(championship).contests.values()}


@pytest.mark.parametrize("seed", "abcde")
def test_read_models_say_what_the_rules_say(start: Callable[[], Process], seed: str) -> None:
    here = start()
    organizer = hold(here, seed, steps=0)
    follower = Follower(here.matches.log, here.matches.people.store)
    for _ in range(12):
        for _ in range(5):
            organizer.step()
        assert as_read(here, follower, organizer.id) == by_the_rules(here, organizer.id)
    while "finished" not in phases(here, organizer.id):
        organizer.step()
    assert as_read(here, follower, organizer.id) == by_the_rules(here, organizer.id)


def test_a_result_of_a_round_changes_rows_that_are_not_read(
    start: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables compared above are made in two ways, and not all of them anew."""
    here, changes, exchange = start(), list[tuple[Any, Any]](), Batch.exchange
    organizer = hold(here, "exchange", steps=0)
    follower = Follower(here.matches.log, here.matches.people.store)

    def note(self: Batch, row_table: RowTable[Any], changes_of_one: Iterable[tuple[Any, Any]]) -> None:
        own = [*changes_of_one]
        changes.extend(own)
        exchange(self, row_table, own)

    monkeypatch.setattr(Batch, "exchange", note)
    organizer.pair()
    rounds = list(here.championships.championship(organizer.id).contests.values())[-1]
    for record in rounds.fixtures.values():
        follower.catch_up()
        here.tell(organizer.id, rounds.id, record.id, (40, 64))
    assert as_read(here, follower, organizer.id) == by_the_rules(here, organizer.id)
    assert any(was != now for was, now in changes)


def test_batches_of_any_size_come_to_the_same_rows(start: Callable[[], Process], tmp_path: Path) -> None:
    here = start()
    hold(here, "batches")
    digests = []
    for size in (1, 7, 10_000):
        store = sa.create_engine(f"sqlite:///{tmp_path / str(size)}.sqlite")
        follower = Follower(here.matches.log, store, batch=size)
        follower.catch_up()
        progress = follower.progress()
        with store.connect() as connection:
            for name, projection in PROJECTIONS.items():
                count = count_rows(connection, projection.tables)
                assert (count.rows, count.digest) == (progress[name].rows, progress[name].digest)
        digests.append([(one.position, one.rows, one.digest) for one in progress.values()])
        store.dispose()
    assert digests[0] == digests[1] == digests[2]


def test_what_is_left_to_rate_is_no_difference_and_other_read_models_go_on(
    start: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service that is stopped between two slices goes on with the next; a comparison does the rest in a copy."""
    here = start()
    hold(here, "slices")
    log, store = here.matches.log, here.matches.people.store
    monkeypatch.setattr(rating, "SLICE", 1)
    head, at = log.position(), 0
    while at < head:
        at = Follower(log, store, batch=20).step(head)
    left = Follower(log, store).progress()
    assert left["ratings"].rest is not None
    assert {one.position for one in left.values()} == {head}
    verdict = compare(log, store)
    assert verdict
    assert (verdict.flaw, verdict.position) == (None, head)
    assert Follower(log, store).progress() == left, "nothing is written to the live tables"
    Follower(log, store).catch_up()
    assert all(one.rest is None for one in Follower(log, store).progress().values())
    assert [result.same for result in rebuild(log, store)] == [True] * len(PROJECTIONS)


def test_a_rebuild_is_the_same_after_somebody_was_erased(start: Callable[[], Process]) -> None:
    here = start()
    organizer = hold(here, "erased")
    store = here.matches.people.store
    before = as_read(here, Follower(here.matches.log, store), organizer.id)
    for player in here.championships.championship(organizer.id).players[:3]:
        erase_player(here.matches.people, player)
    assert all(one.same for one in rebuild(here.matches.log, store))
    after = as_read(here, Follower(here.matches.log, store), organizer.id)

    def nameless(board: bytes) -> Any:
        def bare(value: Any) -> Any:
            if isinstance(value, dict):
                return {key: bare(inner) for key, inner in value.items() if key != "name"}
            return [bare(inner) for inner in value] if isinstance(value, list) else value

        return bare(msgspec.json.decode(board))

    assert nameless(after) == nameless(before)
    assert after != before


def test_the_order_in_which_results_arrive_changes_no_row(start: Callable[[], Process]) -> None:
    tables = []
    for seed in ("one", "two", "three"):
        here = start()
        championship, contest = here.league()
        fixtures = list(here.championships.contest(contest)[1].fixtures)
        points = {fixture: ((40, 64), (64, 40), (30, 74))[n % 3] for n, fixture in enumerate(fixtures)}
        Random(seed).shuffle(fixtures)
        for fixture in fixtures:
            here.tell(championship, contest, fixture, points[fixture])
        follower = Follower(here.matches.log, here.matches.people.store)
        follower.catch_up()
        with follower.store.connect() as connection:
            board = standings.board(connection, contest, here.matches.people.name)
        assert board
        rows = board.standings.rows or ()
        tables.append([(row.place, row.player.name, row.ptos, row.diff, row.decided_by, row.above_by) for row in rows])
    assert tables[0] == tables[1] == tables[2]
