"""Properties of every match of Escoba, Scopa and Scopone, for any plays."""

from itertools import combinations
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import SPANISH_40, bits
from referee.errors import BadRequest, Impossible
from referee.games.escoba.facts import EscobaCardsTaken, EscobaRestTaken, TableTaken
from referee.games.escoba.rules import total
from referee.games.escoba.table.sums import reachable, sets
from referee.match.aggregate import Match
from referee.match.choice import Choice
from referee.match.facts import HandScored, MatchEnded
from tests.support.escoba_playouts import EscobaPlayout, escoba_playouts
from tests.support.fishing import all_of

FEW = settings(max_examples=min(25, settings().max_examples))
LEGAL, ANY = escoba_playouts(), escoba_playouts(mischief=0.3)


@FEW
@given(ANY)
def test_every_card_is_in_one_place_at_each_step(match: EscobaPlayout) -> None:
    while match.open() and len(match.log) < 130:
        match.step()
        state = match.state
        places = [*state.knowledge.known_cards, state.table, *state.piles, *(state.stock or ())]
        lying = all_of(places)
        if state.phase != "deal":
            assert lying == SPANISH_40.all
            assert state.stock_left == len(state.stock or ())


@FEW
@given(ANY, st.integers(0, 60))
def test_legal_and_check_agree(match: EscobaPlayout, steps: int) -> None:
    if not match.go(steps):
        return
    table, at = match.table.match, match.table.match.version + 1
    *plays, count_choice = table.legal()
    assert isinstance(count_choice, Choice) and count_choice.type == "count"
    legal = {msgspec.json.encode(event) for event in plays}
    assert len(legal) == len(plays)
    for choice in plays:
        assert not isinstance(choice, Choice)
        assert table.check(choice, at) is None
    for _ in range(60):
        event = table.codec.read(msgspec.json.encode(match.any_play()))
        try:
            regular = table.check(event, at) is None
        except (Impossible, BadRequest):
            regular = False
        assert regular == (msgspec.json.encode(event) in legal)


@FEW
@given(st.sets(st.sampled_from(SPANISH_40.names), max_size=14), st.integers(1, 20))
def test_sets_are_all_that_sum_the_number(cards: set[str], number: int) -> None:
    table = SPANISH_40.mask(cards)
    every = [
        sum(some)
        for n in range(1, len(cards) + 1)
        for some in combinations(bits(table), n)
        if total(sum(some)) == number
    ]
    assert sorted(sets(table, number)) == sorted(every)
    assert bool(reachable(table) >> number & 1) == bool(every)


@FEW
@given(ANY)
def test_points_total_as_their_items_say_and_sweeps_are_what_was_swept(match: EscobaPlayout) -> None:
    match.run(200)
    ledger = match.table.match.ledger
    for side, side_total in enumerate(ledger.totals):
        assert side_total == sum(hand.points[side] for hand in ledger.hands if hand.points)
        assert side_total == sum(item.points for hand in ledger.hands for item in hand.items if item.side == side)
        swept = sum(i.points for hand in ledger.hands for i in hand.items if i.side == side and "sweep" in i.rule)
        assert ledger.tallies["sweeps"][side] == swept
    for fact in (fact for _, fact in match.table.facts):
        if isinstance(fact, HandScored):
            assert sum(item.points for item in fact.items) == sum(fact.points or ())


@FEW
@given(LEGAL)
def test_a_take_of_escoba_is_fifteen_and_a_sweep_leaves_nothing(match: EscobaPlayout) -> None:
    while match.open() and len(match.log) < 130:
        before = len(match.table.facts)
        match.step()
        for _, fact in match.table.facts[before:]:
            if isinstance(fact, EscobaCardsTaken) and match.ruleset == "escoba":
                assert total(SPANISH_40.mask(fact.cards)) == 15
            if isinstance(fact, TableTaken):
                assert total(SPANISH_40.mask(fact.cards)) == 15 * fact.sweeps


def number(card: str) -> int:
    return {"10": 8, "11": 9, "12": 10}.get(card[:-1]) or int(card[:-1])


def rules_broken(match: EscobaPlayout, event: dict[str, Any]) -> set[str]:
    """The rules that a possible play breaks, read off the rulebook another way than the rules read it."""
    params: Any = match.table.match.params
    lying = list(match.table.view()["table"]["cards"])
    debt, game = match.table.view()["table"]["owed"], "escoba" if match.ruleset == "escoba" else "scopa"
    every = [set(some) for n in range(1, len(lying) + 1) for some in combinations(lying, n)]
    if "card" not in event:
        left = [t for t in match.state.trails if SPANISH_40.name(t.card) in event["cards"]]
        theirs = bool(left) and match.state.side(left[-1].seat) != match.state.side(event["seat"])
        fits = sum(map(number, event["cards"])) == 15 and theirs
        return set() if fits else {"escoba.renuncio"}
    card, codes = event["card"], set()
    if game == "escoba":
        takes = [some for some in every if sum(map(number, some)) + number(card) == 15]
    else:
        takes = [some for some in every if sum(map(number, some)) == number(card)]
        singles = [some for some in takes if len(some) == 1]
    if debt and debt["card"] != card:
        codes.add(f"{game}.illegal-play")
    if event["type"] == "trail":
        must = game == "scopa" or params.must_take
        codes |= {f"{game}.must-take"} if must and takes else set()
    elif set(event["cards"]) not in takes:
        codes.add(f"{game}.take")
    elif game == "scopa" and singles and set(event["cards"]) not in singles:
        codes.add("scopa.single")
    return codes


@FEW
@given(ANY, st.integers(0, 25))
def test_a_play_breaks_what_the_rulebook_says(match: EscobaPlayout, steps: int) -> None:
    if not match.go(steps) or match.state.table.bit_count() > 10:
        return
    table, at = match.table.match, match.table.match.version + 1
    renuncio = getattr(table.params, "renuncio", False)
    for event in (match.any_play() for _ in range(30)):
        if "card" in event or renuncio:
            breach = table.check(table.complete(table.codec.read(msgspec.json.encode(event)), str), at)
            rules = rules_broken(match, event)
            assert breach is None or breach.rule in rules, event
            assert bool(breach) == bool(rules), event


def worth(match: EscobaPlayout, piles: list[set[str]], sweeps: list[int]) -> list[int]:
    """The points of a hand, counted another way than the rules count them."""
    params: Any = match.table.match.params
    points = sweeps[:]
    best = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "10": 10, "11": 10, "12": 10}

    def setenta(pile: set[str]) -> int:
        suits = [[best[card[:-1]] for card in pile if card[-1] == suit] for suit in "OCEB"]
        return sum(map(max, suits)) if all(suits) else 0

    def sevens(pile: set[str]) -> int:
        return len([card for card in pile if card[0] == "7"])

    by_setenta = match.ruleset != "escoba" or params.sevens == "setenta"
    for count in (len, lambda pile: len([c for c in pile if c[-1] == "O"]), setenta if by_setenta else sevens):
        figures = [count(pile) for pile in piles]
        if figures.count(max(figures)) == 1:
            points[figures.index(max(figures))] += 1
    for side, pile in enumerate(piles):
        points[side] += "7O" in pile
        if getattr(params, "all_bonus", False):
            points[side] += (len([c for c in pile if c[-1] == "O"]) == 10) + (sevens(pile) == 4)
    return points


@FEW
@given(escoba_playouts())
def test_a_hand_is_worth_what_was_taken_in_it(match: EscobaPlayout) -> None:
    match.run(250)
    sides = match.state.sides
    piles: list[set[str]] = [set() for _ in range(sides)]
    sweeps = [0] * sides
    for _, fact in match.table.facts:
        if isinstance(fact, EscobaCardsTaken | TableTaken | EscobaRestTaken):
            piles[fact.seat % sides] |= set(fact.cards)
            sweeps[fact.seat % sides] += int(getattr(fact, "sweeps", 0) or getattr(fact, "sweep", 0))
        elif isinstance(fact, HandScored):
            assert list(fact.points or ()) == worth(match, piles, sweeps)
            piles, sweeps = [set() for _ in range(sides)], [0] * sides


@FEW
@given(ANY)
def test_every_rule_that_is_named_is_a_clause_of_the_ruleset(match: EscobaPlayout) -> None:
    match.run(200)
    ledger, rules = match.table.match.ledger, match.table.match.rules
    codes = {item.rule for hand in ledger.hands for item in hand.items} | {i.code for i in ledger.infractions}
    codes |= {ledger.result.reason} if ledger.result else set()
    assert all(rules.clause(code) for code in codes), codes


@FEW
@given(LEGAL)
def test_the_winner_is_alone_at_the_top(match: EscobaPlayout) -> None:
    match.run(4000)
    [end] = [fact for _, fact in match.table.facts if isinstance(fact, MatchEnded)]
    best, *rest = sorted(match.table.match.ledger.totals, reverse=True)
    params: Any = match.table.match.params
    assert best >= params.target
    assert end.margin == best - rest[0] > 0
    assert match.table.match.ledger.totals[end.winner_sides[0]] == best


@FEW
@given(ANY)
def test_the_log_read_again_comes_to_the_same(match: EscobaPlayout) -> None:
    again = match.run(150).again(hands=True)
    assert again.view() == match.table.view()
    assert [fact for _, fact in again.facts] == [fact for _, fact in match.table.facts]


@FEW
@given(ANY)
def test_the_table_says_the_same_with_hands_unseen(match: EscobaPlayout) -> None:
    blind = match.run(150).again(hands=False)
    assert blind.proven_infractions() == match.table.proven_infractions()
    for key in ("table", "score", "phase", "turn", "result", "hand_sizes"):
        assert blind.view()[key] == match.table.view()[key], key
    events = {msgspec.json.encode(event) for event in match.table.match.legal()}
    if match.state.phase == "play":
        assert events <= {msgspec.json.encode(event) for event in blind.match.legal()}


@FEW
@given(ANY, st.integers(0, 60))
def test_no_seat_sees_another_hand_or_the_stock(match: EscobaPlayout, steps: int) -> None:
    match.go(steps)
    live_match: Match = match.table.match
    for reader in range(-1, match.seats):
        visible = 0 if reader < 0 else 1 << reader
        for seat, hand in enumerate(live_match.view(visible).hands):
            debt_after = match.state.obligation
            if seat != reader and live_match.ledger.hidden_from is not None and not match.state.knowledge.face_up[seat]:
                assert debt_after is None or debt_after.seat != seat
                assert not hand
        deals = (event for event in match.table.events if type(event).__name__ == "EscobaDeal")
        for event in deals:
            event_shown: Any = live_match.redact(event, visible)
            assert (event_shown.stock, event_shown.seed) == (None, None)
            assert all(hand is None or seat == reader for seat, hand in enumerate(event_shown.hands or ()))
