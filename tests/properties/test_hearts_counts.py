"""A round of Hearts recorded by its figures has the points of the same round recorded by its cards, for any record before it."""

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadRequest, Impossible, ServiceRefusal
from referee.games.hearts.rules import ALL_POINTS, points_in
from referee.match.facts import HandDealt, HandScored, TrickTaken
from tests.support.logged import LoggedTable
from tests.support.playouts import dim, round_of

Figures = dict[str, Any]


@st.composite
def twins(draw: st.DrawFn) -> tuple[LoggedTable, LoggedTable, Random]:
    """The same match twice, and chance."""
    ruleset, seats = draw(st.sampled_from([("hearts.castillar", 2), ("hearts.castillar", 4), ("hearts.yppedia", 4)]))
    limit = draw(st.integers(1, 120))
    params = {"limit": limit, "rounds": 2} if ruleset == "hearts.castillar" else {"closing_score": limit}
    fields: dict[str, Any] = {"params": params, "first_dealer": draw(st.integers(0, seats - 1))}
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return LoggedTable(ruleset, seats, **fields), LoggedTable(ruleset, seats, **fields), rng


def one_round(rng: Random, table: LoggedTable) -> tuple[list[dict[str, Any]], Figures]:
    """A round by its cards: its events, and the points of each seat in it."""
    fact_count = len(table.facts)
    events = []
    for event in round_of(rng, table, irregular=0.1):
        table.tell(event)
        events.append(event)
    points = [0] * table.match.state.seats
    for _, fact in table.facts[fact_count:]:
        if isinstance(fact, TrickTaken):
            points[fact.seat] += points_in(table.match.state.pack.mask(fact.cards))
    return events, {"points": points}


def comes_to(table: LoggedTable) -> tuple[Any, ...]:
    """The totals and tallies of a match, its hands, and its next steps."""
    view, ledger = table.view(), table.match.ledger
    scores = [(hand.hand, hand.points, hand.extra) for hand in ledger.hands]
    deals = [(fact.hand, fact.dealer) for _, fact in table.facts if isinstance(fact, HandDealt)]
    return ledger.totals, ledger.tallies, scores, view["dealer"], view["phase"], view["hand"], ledger.result, deals


@given(twins(), st.booleans())
def test_a_round_told_by_its_figures_is_worth_what_its_cards_are(
    both: tuple[LoggedTable, LoggedTable, Random], cut: bool
) -> None:
    by_cards, by_figures, rng = both
    for _ in range(6):
        if by_cards.match.ledger.status != "open":
            break
        events, figures = one_round(rng, by_cards)
        if rng.random() < 0.3:
            for event in events:
                by_figures.tell(event)
        else:
            seats_seen = rng.sample(range(4), rng.randint(0, 4))
            for event in events[: rng.randrange(len(events)) if cut else 0]:
                by_figures.tell(dim(event, seats_seen, seats_seen))
            by_figures.say("count", figures=figures)
            assert by_figures.match.ledger.hands[-1].counted
        assert comes_to(by_figures) == comes_to(by_cards)
        assert by_figures.fold().view() == by_figures.match.view()


@given(twins())
def test_figures_made_wrong_in_one_place_are_refused_with_the_place_named(
    both: tuple[LoggedTable, LoggedTable, Random],
) -> None:
    by_cards, by_figures, rng = both
    events, figures = one_round(rng, by_cards)
    for event in events[: rng.randrange(len(events))]:
        by_figures.tell(event)
    seat = rng.randrange(by_cards.match.state.seats)
    for wrong in ({seat: -1}, {seat: ALL_POINTS + 1}, {seat: figures["points"][seat] + 1}):
        points = [wrong.get(s, n) for s, n in enumerate(figures["points"])]
        refusal = by_figures.refusal("count", figures={"points": points})
        assert isinstance(refusal, Impossible | BadRequest)
        assert refusal.flaws[0].path in {"$.figures.points", f"$.figures.points[{seat}]"}


def move_point(points: list[int], giver: int, taker: int) -> list[int]:
    """The points, one of the giver's with the taker."""
    return [n - (seat == giver) + (seat == taker) for seat, n in enumerate(points)]


@given(twins())
def test_nobody_took_less_than_the_tricks_on_record_show(both: tuple[LoggedTable, LoggedTable, Random]) -> None:
    by_cards, by_figures, rng = both
    events, figures = one_round(rng, by_cards)
    for event in events[:-1]:
        by_figures.tell(event)
    so_far: list[int] = by_figures.view()["table"]["points_taken"]
    for giver, taker in permutations(range(by_cards.match.state.seats), 2):
        if figures["points"][giver] == so_far[giver] > 0:
            points = move_point(figures["points"], giver, taker)
            refusal = by_figures.refusal("count", figures={"points": points})
            assert isinstance(refusal, Impossible)
            assert (refusal.rule, refusal.flaws[0].path) == ("hearts.points", f"$.figures.points[{giver}]")


@pytest.mark.parametrize(
    ("figures", "code", "path"),
    [
        ({"points": [26, 0, 0]}, BadRequest, "$.figures.points"),
        ({"points": [26, 0, 0, 0, 0]}, BadRequest, "$.figures.points"),
        ({"points": [25, 0, 0, 0]}, Impossible, "$.figures.points"),
        ({"points": [7, 7, 6, 6]}, Impossible, "$.figures.points"),
        ({"points": [27, -1, 0, 0]}, BadRequest, "$.figures.points[1]"),
        ({"points": [26, 0, 0, 0.0]}, BadRequest, "$.figures.points[3]"),
        ({"tricks": [26, 0, 0, 0]}, BadRequest, "$.figures"),
        ({}, BadRequest, "$.figures"),
    ],
)
def test_the_refusal_names_the_figure(figures: Figures, code: type[ServiceRefusal], path: str) -> None:
    for ruleset in ("hearts.castillar", "hearts.yppedia"):
        refusal = LoggedTable(ruleset, 4).refusal("count", figures=figures)
        assert (type(refusal), refusal.flaws[0].path) == (code, path)


def test_the_facts_are_those_of_a_round_that_was_played() -> None:
    table = LoggedTable("hearts.castillar", 4)
    facts = table.say("count", figures={"points": [0, 13, 13, 0]})
    assert facts[0] == HandDealt(1, 0)
    assert isinstance(facts[1], HandScored)
    assert facts[1].counted and facts[1].points == (0, 13, 13, 0)
    assert [(item.side, item.points, item.rule) for item in facts[1].items] == [
        (1, 13, "hearts.points"),
        (2, 13, "hearts.points"),
    ]
