"""CPU time of a result in a contest of pairs in rounds, at its seventh round, by the number of pairs; and of parts of it.

`pytest tests/benchmarks/test_rounds_that_grow.py --benchmark-only -s`; REFEREE_BENCH_PAIRS sets the numbers ("16,128,1024" unless
given). The command is that of the service, without the log and the network: the decision is judged and entered
with its consequences, and the answer is made of it. The read models follow it in a log of their own.
"""

import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from api.runtime.gc_tuning import collect_seldom
from projections import standing_parts, standings
from projections.follower import Follower
from projections.standing_parts import PartChoice
from referee.championship.decided import fixture_decided
from referee.championship.decisions import CorrectResult, ReportResult, correct, report
from referee.championship.events import (
    AnyDecision,
    ChampionshipOpened,
    ContestDrawn,
    PlayersEntered,
    ResultReported,
)
from referee.championship.presenters import ContestPresenter
from referee.championship.round_views import round_view
from referee.championship.rounds import PairRound, pair_next
from referee.championship.service import CommandResult
from referee.championship.state import Championship, DecisionEntry, decoder
from referee.contests.contest import Entrant
from referee.contests.draws import draw
from referee.contests.tallies import RecordedResult
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.match.entries import chain
from tests.support.prepared import prepare
from tests.support.process import Process

SIZES = [int(size) for size in os.environ.get("REFEREE_BENCH_PAIRS", "16,128,1024").split(",")]
ROUNDS = 7
REPEATED = 7
"""Samples of each act. The contest of 16 pairs has no more results to report."""
CONTEST = "contest"
RESULTS = [(3, 0), (3, 2), (1, 3), (2, 3)]
"""Results of a match of Guiñote, in partidas."""


class ReadModels:
    """The read models of a championship, in a database of their own."""

    def __init__(self, tournament: "Tournament", folder: Path) -> None:
        self.tournament, self.stored = tournament, 0
        database = str(folder / f"{len(tournament.entries)}.sqlite")
        prepare(database)
        self.log = open_log(database)
        self.follower = Follower(self.log, engine(database))
        self.follow()

    def follow(self) -> None:
        """Stores what was decided since, and brings the read models to it."""
        self.store()
        self.follower.catch_up()

    def store(self) -> None:
        tournament = self.tournament
        records = tournament.championships.records(tournament.now.id, tournament.entries[self.stored :])
        for start in range(0, len(records), 400):
            self.log.append(records[start : start + 400])
        self.stored = len(tournament.entries)

    def read(self, look: Callable[[Connection], object]) -> None:
        """Answers a question from the read models, as JSON."""
        with self.follower.store.connect() as connection:
            msgspec.json.encode(look(connection))

    def acts(self) -> dict[str, Callable[[], None]]:
        """What is read of the standings: all, parts in the middle, and the part around somebody far down."""
        names, pairs = self.tournament.names, len(self.tournament.contest.contest.entrants)
        last = self.tournament.contest.state.tables[0].rows[-2].player

        def part(limit: int, **choice: Any) -> Callable[[], None]:
            return lambda: self.read(lambda c: standing_parts.part(c, CONTEST, names, PartChoice(limit, **choice)))

        return {
            "the standings, from the read models": lambda: self.read(
                lambda c: getattr(standings.board(c, CONTEST, names), "standings", None)
            ),
            "a part of the standings, 16 rows": part(16, start=(pairs - 16) // 2),
            "a part of the standings, 50 rows": part(50, start=max(0, (pairs - 50) // 2)),
            "the 16 rows around somebody": part(16, entrants=(last,)),
        }

    def close(self) -> None:
        self.log.close()
        self.follower.store.dispose()


class Tournament:
    """A championship of so many pairs, of which six rounds are played and the seventh is paired."""

    def __init__(self, process: Process, pairs: int) -> None:
        self.championships = process.championships
        self.chance = Random(pairs)
        players = [f"player-{n:04}" for n in range(2 * pairs)]
        self.names = {player: f"Participante {player[-4:]}" for player in players}.get
        entrants = tuple(Entrant(f"pair-{n:04}", tuple(players[2 * n : 2 * n + 2])) for n in range(pairs))
        self.now, self.entries = Championship("championship"), list[DecisionEntry]()
        self.row_counts: list[int] = []
        self.entered_at = 0.0
        order = draw([one.id for one in entrants], "a seed")
        self.store(ChampionshipOpened(self.now.id, "Feria"))
        self.store(PlayersEntered(tuple(players), tuple((player,) for player in players)))
        options = {"round_count": ROUNDS}
        self.store(ContestDrawn(CONTEST, "guinote", "rounds", entrants, order, {}, options))
        for number in range(1, ROUNDS + 1):
            self.store(pair_next(PairRound(), self.now, self.contest, self.names, lambda: "a seed"))
            self.open = [one for one in self.contest.fixtures.values() if one.key.startswith(f"round-{number}-")]
            if number < ROUNDS:
                self.play()

    @property
    def contest(self) -> Any:
        return self.now.contests[CONTEST]

    def store(self, event: AnyDecision) -> None:
        """Enters a decision with its consequences."""
        work = self.now.copy()
        self.entries += self.championships.enter(work, [event], "bench")
        self.now = work

    def play(self) -> None:
        """Enters a result of every match of the round. Before the last of a contest none of them has consequences."""
        work = self.now.copy()
        for record in self.open:
            event = ResultReported(CONTEST, record.id, RecordedResult.of(self.result().result))
            work.enter(event, work.version + 1)
            self.entries.append(chain(work.head, work.version, event, (), "2026-11-30T00:00:00Z", "bench", None))
            work.head = bytes.fromhex(self.entries[-1].hash)
        self.now = work

    def result(self) -> ReportResult:
        return ReportResult(self.chance.choice(RESULTS))

    def decide(self, judge: Callable[[], AnyDecision], fixture: str) -> bytes:
        """Enters a decision about a fixture, and makes its answer."""
        before, work = self.now, self.now.copy()
        entries = self.championships.enter(work, [judge()], "bench")
        self.entries += entries
        self.entered_at = process_time()
        self.now, result = work, CommandResult(work, entries, 0, before)
        answer = fixture_decided(result, fixture, self.names, "en")
        self.row_counts.append(len(answer.difference.rows))
        return msgspec.json.encode(answer)

    def report(self) -> bytes:
        """Reports the next result."""
        self.last = record = self.open.pop(0)
        return self.decide(lambda: report(self.result(), self.contest, record, None), record.id)

    def correct(self) -> bytes:
        """Corrects the result reported last."""
        record = self.contest.fixtures[self.last.id]
        body = CorrectResult(self.chance.choice(RESULTS), reason="al revés")
        return self.decide(lambda: correct(body, self.contest, record, None), record.id)

    def presenter(self) -> ContestPresenter:
        return ContestPresenter(self.now, self.contest, self.names)

    def acts(self) -> dict[str, Callable[[], object]]:
        """All that is measured."""
        return {
            "a result": self.report,
            "a correction": self.correct,
            "the standings": lambda: msgspec.json.encode(self.presenter().standings()),
            "the contest": lambda: msgspec.json.encode(self.presenter().view()),
            "a round": lambda: msgspec.json.encode(round_view(self.presenter(), ROUNDS)),
        }

    def megabytes(self) -> float:
        """The memory of the championship, folded from its log as it is stored."""
        log = [msgspec.json.encode(entry) for entry in self.entries]
        tracemalloc.start()
        championship = Championship.fold(self.now.id, map(decoder.decode, log))
        assert championship.contests[CONTEST].state.tables
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size / 1e6


def milliseconds(tournament: Tournament, folder: Path) -> dict[str, float]:
    """The CPU time of each act, the median of several."""
    tournament.report()
    read_models = ReadModels(tournament, folder)
    # As the service does once it has started.
    collect_seldom()
    times: dict[str, list[float]] = {}
    for _ in range(min(REPEATED, len(tournament.open))):
        read_models.follow()
        for name, act in (*tournament.acts().items(), *read_models.acts().items()):
            begin = process_time()
            act()
            times.setdefault(name, []).append((process_time() - begin) * 1000)
            if name == "a result":
                times.setdefault("a result, without its answer", []).append((tournament.entered_at - begin) * 1000)
                read_models.store()
                begin = process_time()
                read_models.follower.catch_up()
                times.setdefault("the read models after a result", []).append((process_time() - begin) * 1000)
            elif name == "a correction":
                read_models.follow()
    read_models.close()
    return {name: median(samples) for name, samples in times.items()}


@pytest.mark.timeout(3600)
def test_a_result_by_pairs(benchmark: Any, tmp_path: Path) -> None:
    process = Process(str(tmp_path / "log.sqlite"))
    tournaments = [Tournament(process, size) for size in SIZES]
    figures = benchmark.pedantic(lambda: [milliseconds(one, tmp_path) for one in tournaments], rounds=1, iterations=1)
    print(f"\nms of CPU, by pairs {SIZES}")
    for name, first in figures[0].items():
        values = [one[name] for one in figures]
        benchmark.extra_info[name] = [round(one, 2) for one in values]
        print(f"{name}: " + ", ".join(f"{one:.1f}" for one in values) + f"; {values[-1] / first:.0f} times")
    rows = [median(one.row_counts) for one in tournaments]
    benchmark.extra_info["rows"] = rows
    print("rows that an answer tells: " + ", ".join(f"{one:.0f}" for one in rows))
    sizes = [one.megabytes() for one in tournaments]
    benchmark.extra_info["MB"] = [round(one, 1) for one in sizes]
    print("MB of the championship: " + ", ".join(f"{one:.1f}" for one in sizes))
    process.close()
    assert json.loads(tournaments[-1].correct())["difference"] is not None
