"""Ratings: the formulas of Weng and Lin worked out here once more, and a table that is the same for any order of its matches."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import exp, sqrt
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.rating import projection
from projections.rating.changes import CHANGES, NEW, OVERALL, ChangeRow, PoolStanding, of_finish
from projections.rating.finishes import FINISHES, Finish, FinisherRow, FinishRow
from projections.rating.projection import RATINGS, TABLES, Order
from projections.rating.queries import TableEnd, history, of_player, table
from projections.rating.weng_lin import START, Strength, outcomes, rate_match
from projections.rows import META, Batch, RowCount
from referee.people.merges import Merges

KAPPA = 0.0001
"""The least part of its variance that a match leaves to a rating."""


def by_the_paper(
    teams: Sequence[Sequence[tuple[float, float]]], places: Sequence[int]
) -> list[list[tuple[float, float]]]:
    """Algorithm 1 of Weng and Lin (2011), full pairing, of players (mu, sigma) with 5 added to each sigma first."""
    grown = [[(mu, sqrt(sigma**2 + 5**2)) for mu, sigma in team] for team in teams]
    mus = [sum(mu for mu, _ in team) for team in grown]
    variances = [sum(sigma**2 for _, sigma in team) for team in grown]
    after = []
    for i, team in enumerate(grown):
        omega = delta = 0.0
        for q in range(len(teams)):
            if q == i:
                continue
            c = sqrt(variances[i] + variances[q] + 2 * 250**2)
            p = 1 / (1 + exp((mus[q] - mus[i]) / c))
            s = 1.0 if places[q] > places[i] else 0.5 if places[q] == places[i] else 0.0
            omega += variances[i] / c * (s - p)
            delta += sqrt(variances[i]) / c * variances[i] / c**2 * p * (1 - p)
        after.append(
            [
                (
                    mu + sigma**2 / variances[i] * omega,
                    sigma * sqrt(max(1 - sigma**2 / variances[i] * delta, KAPPA)),
                )
                for mu, sigma in team
            ]
        )
    return after


strengths = st.builds(Strength, st.integers(0, 300_000), st.integers(2_000, 50_000))
sides = st.lists(st.lists(strengths, min_size=1, max_size=2), min_size=2, max_size=5)


@given(sides, st.data())
def test_a_match_moves_ratings_as_the_formulas_say(teams: list[list[Strength]], data: Any) -> None:
    places = data.draw(st.lists(st.integers(1, len(teams)), min_size=len(teams), max_size=len(teams)))
    teams_scaled = [[(one.mu / 100, one.sigma / 100) for one in team] for team in teams]
    by_formula = by_the_paper(teams_scaled, places)
    for mine, theirs in zip(rate_match(teams, places), by_formula, strict=True):
        for one, (mu, sigma) in zip(mine, theirs, strict=True):
            assert one.mu == pytest.approx(mu * 100, abs=0.51)
            assert one.sigma == pytest.approx(sigma * 100, abs=0.51)


def test_the_first_match_of_two() -> None:
    """(500² + 5²) / √(2·(500² + 5²) + 2·250²) · ½ is 158.12; the doubt falls from 500 to 483.95."""
    assert rate_match([[START], [START]], [1, 2]) == [[Strength(165812, 48395)], [Strength(134188, 48395)]]
    assert [(one.scored, one.expected) for one in outcomes([[START], [START]], [1, 2])] == [(100, 50), (0, 50)]


def test_a_tie_between_equals_moves_nobody_and_tells_something() -> None:
    [[one], [other]] = rate_match([[START], [START]], [1, 1])
    assert (one.mu, other.mu) == (START.mu, START.mu)
    assert one.sigma == other.sigma < START.sigma


def test_partners_move_together_and_the_less_known_more() -> None:
    veteran, new = Strength(150_000, 10_000), START
    [[a, b], _] = rate_match([[veteran, new], [START, START]], [1, 2])
    assert 0 < a.mu - veteran.mu < b.mu - new.mu


@given(sides)
def test_what_was_expected_adds_up(teams: list[list[Strength]]) -> None:
    outcomes_ = outcomes(teams, range(1, len(teams) + 1))
    assert sum(one.expected for one in outcomes_) == pytest.approx(50 * len(teams), abs=len(teams))
    assert [one.scored for one in outcomes_] == sorted((one.scored for one in outcomes_), reverse=True)
    assert (outcomes_[0].scored, outcomes_[-1].scored) == (100, 0)


# Orders of arrival

PEOPLE = "abcdef"
GAMES = ("guinote", "corona")
GAME = st.sampled_from(GAMES)
DAYS = st.integers(0, 8)


@st.composite
def finishes(draw: Any, n: int) -> Finish:
    """The match `n`, which was over on one of a few days: between two, three or four people, or two pairs."""
    people = draw(st.permutations(PEOPLE))
    shape = draw(st.sampled_from([(0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1)]))
    came = draw(st.lists(st.integers(1, 3), min_size=4, max_size=4))
    row = FinishRow(f"m{n}", f"2026-05-0{draw(DAYS) + 1}T10:00:00.000Z", n, draw(GAME), f"m{n}", None, None)
    return Finish(row, tuple(FinisherRow(row.id, k, people[k], side, came[side]) for k, side in enumerate(shape)))


@st.composite
def steps(draw: Any) -> list[tuple[dict[str, Finish | None], dict[str, str | None]]]:
    """Batches: matches that are new, corrected or gone, people that are merged or parted."""
    all_steps: list[tuple[dict[str, Finish | None], dict[str, str | None]]] = []
    finishes_known: dict[str, Finish] = {}
    into: dict[str, str] = {}
    for n in range(draw(st.integers(1, 7))):
        changed_finishes: dict[str, Finish | None] = {}
        for k in range(draw(st.integers(0, 3))):
            new = draw(finishes(10 * n + k))
            changed_finishes[new.row.id] = finishes_known[new.row.id] = new
        if finishes_known and draw(st.booleans()):
            old = finishes_known[draw(st.sampled_from(sorted(finishes_known)))]
            other = draw(finishes(old.row.position))
            finishes_known[old.row.id] = changed_finishes[old.row.id] = replace(
                other, row=replace(other.row, ended_at=old.row.ended_at)
            )
        if finishes_known and draw(st.integers(0, 3)) == 0:
            match_id = draw(st.sampled_from(sorted(finishes_known)))
            changed_finishes[match_id] = None
            del finishes_known[match_id]
        people: dict[str, str | None] = {}
        now = Merges(into)
        pair = sorted({now.now(one) for one in PEOPLE})[:2]
        if len(pair) == 2 and draw(st.integers(0, 3)) == 0:
            people[pair[1]] = into[pair[1]] = pair[0]
        elif into and draw(st.integers(0, 2)) == 0:
            one = draw(st.sampled_from(sorted(into)))
            people[one] = None
            del into[one]
        all_steps.append((changed_finishes, people))
    return all_steps


def at_once(
    finishes: Sequence[Finish], into: Mapping[str, str]
) -> tuple[list[ChangeRow], dict[tuple[str, str], PoolStanding]]:
    """All matches rated once, from the first to the last."""
    standings: dict[tuple[str, str], PoolStanding] = {}
    changes = []
    for finish in sorted(finishes, key=lambda finish: finish.row.order):
        rows = [*of_finish(finish, Merges(into).now, standings)]
        standings |= {(row.player, row.pool): PoolStanding(row.after, row.matches) for row in rows}
        changes += rows
    return changes, standings


class Database:
    """The tables of ratings, in memory, with the follower's count of their rows, and the matches left to rate."""

    def __init__(self) -> None:
        self.rest: Order | None = None
        self.engine = sa.create_engine("sqlite://")
        META.create_all(self.engine)
        self.count = RowCount()

    def take(self, finishes: Mapping[str, Finish | None], merges: Mapping[str, str | None]) -> None:
        """Takes a batch, and does all the work that it leaves."""
        self.store(finishes, merges)
        while self.rest is not None:
            self.rate(projection.SLICE)

    def store(self, finishes: Mapping[str, Finish | None], merges: Mapping[str, str | None]) -> None:
        """Takes a batch, and leaves the rating."""
        with self.batch() as batch:
            since = projection.store(batch, finishes, merges)
        self.rest = min((one for one in (self.rest, since) if one is not None), default=None)

    def rate(self, matches: int) -> None:
        """Rates a slice of the rest."""
        assert self.rest is not None
        with self.batch() as batch:
            self.rest = projection.rate(batch, self.rest, matches)

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        with self.engine.begin() as connection:
            batch = Batch(connection)
            yield batch
            batch.flush(self.count, TABLES)

    def holds(self) -> tuple[list[ChangeRow], dict[tuple[str, str], PoolStanding]]:
        with self.engine.connect() as connection:
            changes = [*CHANGES.every(connection)]
            return changes, {(row.player, row.pool): row.standing for row in RATINGS.every(connection)}


@given(steps(), st.sampled_from([1, 2, 7, projection.SLICE]), st.lists(st.integers(0, 2), min_size=7, max_size=7))
def test_they_are_what_rating_all_of_it_at_once_gives(
    batches: list[tuple[dict[str, Finish | None], dict[str, str | None]]], matches: int, slices: list[int]
) -> None:
    """Ratings in slices, a few after each batch, equal those of one pass; all before the next slice are right at any time."""
    here = Database()
    finishes_known: dict[str, Finish] = {}
    into: dict[str, str] = {}

    def check() -> None:
        changes, standings = at_once([*finishes_known.values()], into)
        right = sorted(changes, key=CHANGES.key_of)
        standings_held, latest = here.holds()
        if here.rest is None:
            assert (standings_held, latest) == (right, standings)
        else:
            assert [row for row in standings_held if order(row) < here.rest] == [
                row for row in right if order(row) < here.rest
            ]

    for (changed_finishes, merges), now in zip(batches, slices, strict=False):
        here.store(changed_finishes, merges)
        finishes_known = {id_: finish for id_, finish in ({**finishes_known, **changed_finishes}).items() if finish}
        into = {player: other for player, other in ({**into, **merges}).items() if other}
        for _ in range(now):
            if here.rest is not None:
                here.rate(matches)
        check()
    while (before := here.rest) is not None:
        here.rate(matches)
        after: Order | None = here.rest
        assert after is None or after > before
    check()
    again = Database()
    again.take(finishes_known, dict(into))
    assert again.count == here.count
    here.engine.dispose()
    again.engine.dispose()


def order(row: ChangeRow) -> Order:
    return row.ended_at, row.position


def test_a_place_that_was_tampered_with_loses_nothing() -> None:
    """The rest is then everything, from the first match on."""
    here = Database()
    row = FinishRow("m", "2026-05-01T10:00:00.000Z", 3, "guinote", "m", None, None)
    here.store({"m": Finish(row, tuple(FinisherRow("m", k, one, k, 1 + k) for k, one in enumerate("ab")))}, {})
    with here.batch() as batch:
        assert projection.go_on(batch, ["nonsense", "2026-05-02T10:00:00.000Z@4"]) is None
    assert [change.finish for change in here.holds()[0]] == ["m"] * 4
    here.engine.dispose()


# Every table is read at every moment, page by page: 60 examples take longer than all else here.
@settings(max_examples=settings().max_examples // 4)
@given(
    st.lists(st.integers(0, 99), min_size=1, max_size=12, unique=True).flatmap(lambda ns: st.tuples(*map(finishes, ns)))
)
def test_tables_read_in_pages_are_the_table_and_hold_what_the_changes_say(finishes: tuple[Finish, ...]) -> None:
    here = Database()
    here.take({finish.row.id: finish for finish in finishes}, {})
    changes, standings = at_once(finishes, {})
    moments = [None, *sorted({finish.row.ended_at for finish in finishes})]
    with here.engine.connect() as connection:
        for ruleset in (None, *GAMES):
            for at in moments:
                whole, end = table(connection, str.upper, ruleset=ruleset, at=at)
                assert end is None
                assert {row.player.id: row.matches for row in whole} == {
                    player: sum(
                        change.player == player
                        and change.pool == (ruleset or OVERALL)
                        and (at is None or change.ended_at <= at)
                        for change in changes
                    )
                    for player in {row.player.id for row in whole}
                }
                assert all(
                    (-a.place, a.player.id) > (-b.place, b.player.id) and a.sure >= b.sure for a, b in pairwise(whole)
                )
                assert [row.place for row in whole[:1]] == [1] * len(whole[:1])
                assert [*read_by_rows(connection, ruleset, at)] == whole
                for row in whole:
                    past, _ = history(connection, row.player.id, str.upper, ruleset=ruleset, at=at)
                    assert len(past) == row.matches
                    assert (past[0].rating, past[0].uncertainty) == (row.rating, row.uncertainty)
                    assert 1500 + sum(change.change for change in past) == row.rating
                    assert all(a.rating_before == b.rating for a, b in pairwise(past))
                    [own] = [one for one in of_player(connection, row.player.id, at) if one.ruleset == ruleset]
                    assert (own.rating, own.sure, own.matches) == (row.rating, row.sure, row.matches)
    assert {key for key, standing in standings.items() if standing != NEW} == {*standings}
    here.engine.dispose()


def read_by_rows(connection: sa.Connection, ruleset: str | None, at: str | None) -> Iterator[Any]:
    """The same table, a row a page."""
    after: TableEnd | None = None
    while True:
        page, after = table(connection, str.upper, ruleset=ruleset, at=at, after=after, limit=1)
        yield from page
        if after is None:
            return


def test_a_correction_leaves_alone_what_does_not_follow_from_it() -> None:
    """A person that met neither the corrected people nor their opponents keeps the same rows."""
    here, chance = Database(), Random("far apart")
    apart = [("a", "b"), ("c", "d")]
    for n in range(20):
        first = chance.randrange(2)
        pair = apart[n % 2]
        row = FinishRow(f"m{n}", f"2026-05-01T10:00:{n:02}.000Z", n, "guinote", f"m{n}", None, None)
        players = tuple(FinisherRow(row.id, k, one, k, 1 + (k + first) % 2) for k, one in enumerate(pair))
        here.take({row.id: Finish(row, players)}, {})
    before = {CHANGES.key_of(row): row for row in here.holds()[0]}
    with here.engine.connect() as connection:
        [first_row] = FINISHES.of_groups(connection, ["m0"])
    other = Finish(first_row, tuple(FinisherRow("m0", k, one, k, 1) for k, one in enumerate("ab")))
    here.take({"m0": other}, {})
    after = {CHANGES.key_of(row): row for row in here.holds()[0]}
    matches_moved = {key[2] for key in after if after[key] != before[key]}
    assert matches_moved == {"a", "b"}
    here.engine.dispose()
