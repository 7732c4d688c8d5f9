"""A hand of Guiñote recorded by its figures has the points of the same hand recorded by its cards, for any record before it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadRequest, Impossible, ServiceRefusal
from referee.games.guinote.facts import PartidaBegun
from referee.games.guinote.params import LAST_TRICK
from referee.games.guinote.rules import TARGET
from referee.games.guinote.state import GuinoteState
from referee.match.events import Event
from referee.match.facts import HandDealt
from tests.support.guinote_table import PlayOut, house
from tests.support.logged import LoggedTable
from tests.support.table import Table

Figures = dict[str, Any]
SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from([4, 4, 4, 2])
HANDS = 14


def state(table: Table) -> GuinoteState:
    game_state = table.match.state
    assert isinstance(game_state, GuinoteState)
    return game_state


def shift_versions(event: dict[str, Any], by: int) -> dict[str, Any]:
    """The event in a log that has so many entries more before this hand."""
    return {**event, "at": event["at"] + by} if "at" in event else event


def play_hand(out: PlayOut, claims: float) -> tuple[list[dict[str, Any]], Figures]:
    """A hand by its cards: its events, and its figures."""
    table = out.truth
    event_count, version = len(table.events), table.match.version
    out.deal()
    renuncio = None
    while table.match.state.in_hand():
        out.step()
        proofs = [i for i in table.match.ledger.infractions if i.code.startswith("guinote.arrastre")]
        if proofs and table.match.state.in_hand() and out.random.random() < claims:
            mine = next((i for i in proofs if i.version > version), None)
            if mine is not None:
                by = (mine.seat + 1) % table.match.state.seats
                out.tell({"type": "claim", "by": by, "against": mine.seat, "kind": "renuncio", "at": mine.version})
                renuncio = mine.seat % 2
    events = [as_spoken(event) for event in table.events[event_count:]]
    return events, figures_of(table, renuncio)


def as_spoken(event: Event) -> dict[str, Any]:
    """The event in the form of JSON."""
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields


def figures_of(table: Table, renuncio: int | None) -> Figures:
    """The figures of the hand just played."""
    now = state(table)
    last = now.last_trick.seat if now.last_trick else now.dealer
    cantes = [cante for cante in now.cantes if cante.hand == now.hand and cante.points]
    figures: Figures = {
        "tricks": [now.deck.points_in(pile) for pile in now.piles],
        "last": last,
        "cantes": [{"seat": c.seat, "value": c.value} | ({"suit": c.suit} if c.suit else {}) for c in cantes],
    }
    if renuncio is not None:
        figures["renuncio"] = renuncio
    elif sum(now.knowledge.size):
        figures["said"] = next(side for side in range(2) if table.match.ledger.totals[side] >= TARGET)
    return figures


def comes_to(table: Table) -> tuple[Any, ...]:
    """The totals and tallies of a match, its hands, and its next steps."""
    view, ledger = table.view(), table.match.ledger
    scores = [(hand.hand, hand.points) for hand in ledger.hands]
    beginnings = [fact for _, fact in table.facts if isinstance(fact, HandDealt | PartidaBegun)]
    return ledger.totals, ledger.tallies, scores, view["dealer"], view["phase"], view["hand"], ledger.result, beginnings


@given(SEEDS, SEATS, st.booleans(), st.sampled_from([3, 4]))
def test_a_hand_told_by_its_figures_is_worth_what_its_cards_are(seed: int, seats: int, cut: bool, wins: int) -> None:
    out = PlayOut(seed, seats=seats, irregular=0.1, params={"wins": wins, **house(seed)})
    by_figures = LoggedTable("guinote", seats, **out.opening[1])
    for _ in range(HANDS):
        if out.over:
            break
        later = by_figures.match.version - out.truth.match.version
        events, figures = play_hand(out, claims=0.2)
        if out.random.random() < 0.3:
            for event in events:
                by_figures.tell(shift_versions(event, later))
        else:
            unseen = out.random.random() < 0.5
            for event in events[: out.random.randrange(len(events)) if cut else 0]:
                whole = event["type"] != "deal" or not unseen
                by_figures.tell(shift_versions(event, later) if whole else {**event, "hands": None, "stock": None})
            by_figures.say("count", figures=figures)
            assert by_figures.match.ledger.hands[-1].counted
        assert comes_to(by_figures) == comes_to(out.truth)
        assert by_figures.fold().view() == by_figures.match.view()


@given(SEEDS, SEATS)
def test_figures_made_wrong_in_one_place_are_refused_with_the_place_named(seed: int, seats: int) -> None:
    out = PlayOut(seed, seats=seats, params=house(seed))
    by_figures = LoggedTable("guinote", seats, **out.opening[1])
    events, figures = play_hand(out, claims=0)
    for event in events[: out.random.randrange(len(events))]:
        by_figures.tell(event)
    tricks = figures["tricks"]
    wrong: list[tuple[Figures, set[str]]] = [
        ({"tricks": [tricks[0] + 2, tricks[1]]}, {"tricks", "tricks[0]"}),
        ({"tricks": [*tricks, 0]}, {"tricks"}),
        ({"last": seats}, {"last"}),
        ({"said": 0}, {"said"}),
        ({"renuncio": 2}, {"renuncio"}),
        ({"cantes": [{"seat": seats, "value": 20}, *figures["cantes"]]}, {"cantes[0].seat"}),
        ({"cantes": [{"seat": 0, "value": 40}] * 2}, {"cantes[1]", "cantes"}),
    ]
    if by_figures.match.state.in_hand() and state(by_figures).counting_cantes():
        wrong.append(({"cantes": []}, {"cantes"}))
    so_far = (
        [state(by_figures).deck.points_in(pile) for pile in state(by_figures).piles]
        if by_figures.match.state.in_hand()
        else [0, 0]
    )
    for side in range(2):
        if so_far[side]:
            less = [so_far[side] - 1 if side == s else 120 - so_far[side] + 1 for s in range(2)]
            wrong.append(({"tricks": less}, {f"tricks[{side}]"}))
    for change, places in wrong:
        refusal = by_figures.refusal("count", figures={**figures, **change})
        assert isinstance(refusal, Impossible | BadRequest)
        assert refusal.flaws[0].path in {f"$.figures.{place}" for place in places}


FAIR: Figures = {"tricks": [80, 40], "last": 0, "cantes": []}
"""An ida that neither side wins."""


def told_ida(**changes: Any) -> LoggedTable:
    table = LoggedTable("guinote", 4, first_dealer=0)
    table.say("count", figures={**FAIR, **changes})
    return table


@pytest.mark.parametrize(
    ("changes", "code", "path", "rule"),
    [
        ({"tricks": [80, 41]}, Impossible, "tricks", "guinote.points"),
        ({"tricks": [119, 1]}, Impossible, "tricks[0]", "guinote.points"),
        ({"tricks": [121, 0], "renuncio": 1}, Impossible, "tricks[0]", "guinote.points"),
        ({"tricks": [80]}, BadRequest, "tricks", None),
        ({"said": 0}, Impossible, "said", "guinote.vueltas"),
        ({"cantes": [{"seat": 0, "value": 20, "suit": "O"}] * 2}, Impossible, "cantes[1]", "guinote.cante"),
        (
            {"cantes": [{"seat": 0, "value": 40, "suit": "O"}, {"seat": 1, "value": 20, "suit": "O"}]},
            Impossible,
            "cantes[1]",
            "guinote.cante",
        ),
        ({"cantes": [{"seat": 0, "value": 20}] * 4}, Impossible, "cantes[3]", "guinote.cante"),
        ({"cantes": [{"seat": 0, "value": 30}]}, BadRequest, "cantes[0].value", None),
    ],
)
def test_the_refusal_names_the_figure(
    changes: Figures, code: type[ServiceRefusal], path: str, rule: str | None
) -> None:
    refusal = LoggedTable("guinote", 4).refusal("count", figures={**FAIR, **changes})
    assert (type(refusal), refusal.flaws[0].path, refusal.rule) == (code, f"$.figures.{path}", rule)


def test_in_the_vueltas_both_at_101_have_to_say_who_said_it_first() -> None:
    table = told_ida(tricks=[60, 60])
    assert (table.match.ledger.totals, table.match.state.phase) == ([70, 60], "deal")
    both = {**FAIR, "tricks": [60, 60]}
    refusal = table.refusal("count", figures=both)
    assert (refusal.rule, refusal.flaws[0].path) == ("guinote.vueltas", "$.figures.said")
    assert isinstance(table.refusal("count", figures={**FAIR, "tricks": [90, 30], "said": 1}), Impossible)
    table.say("count", figures={**both, "said": 1})
    assert table.match.ledger.tallies["partidas"] == [0, 1]


def test_the_last_tricks_10_counts_with_101_said_only_where_they_are_needed() -> None:
    table = told_ida(tricks=[60, 60], last=1)
    table.say("count", figures={"tricks": [35, 85], "last": 0, "cantes": [], "said": 0})
    assert table.match.ledger.totals == [60 + 35 + LAST_TRICK, 70 + 85]
    assert table.match.ledger.tallies["partidas"] == [1, 0]


def test_101_with_fewer_than_30_in_cards_loses_the_partida() -> None:
    cantes = [{"seat": 0, "value": 40}, {"seat": 0, "value": 20}, {"seat": 2, "value": 20}]
    table = told_ida(tricks=[11, 109], cantes=cantes, last=0)
    assert table.match.ledger.totals == [101, 109]
    assert table.match.ledger.tallies["partidas"] == [0, 1]


def test_a_renuncio_gives_the_partida_to_the_other_side() -> None:
    table = told_ida(tricks=[30, 20], renuncio=0, last=3)
    assert table.match.ledger.tallies["partidas"] == [0, 1]
    assert table.view()["score"]["hands"][0]["points"] is None
    assert table.view()["dealer"] == 3
