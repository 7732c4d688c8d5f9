"""Properties of every match of Casino, for any plays."""

from contextlib import suppress
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import FRENCH
from referee.errors import Impossible, ServiceRefusal
from referee.games.casino.facts import CardsTaken, RestTaken
from referee.match.aggregate import Match
from referee.match.choice import Choice
from referee.match.facts import HandScored, MatchEnded
from referee.match.ledger import Item
from tests.support.casino_playouts import Playout, on_the_table, playouts, spades_of
from tests.support.fishing import all_of, unseen
from tests.support.table import Table

FEW = settings(max_examples=min(25, settings().max_examples))
SPADES = FRENCH.suits["S"]


@FEW
@given(playouts())
def test_every_card_is_in_one_place_at_each_step(match: Playout) -> None:
    while match.open() and len(match.log) < 130:
        match.step()
        state = match.state
        assert all_of(on_the_table(state)).bit_count() + state.stock.left == (
            52 if state.phase != "deal" else all_of(state.takings.piles).bit_count()
        )


@FEW
@given(playouts(mischief=0.3))
def test_every_card_is_in_one_place_whatever_is_played(match: Playout) -> None:
    while match.open() and len(match.log) < 130:
        match.step()
        state = match.state
        assert state.phase == "deal" or all_of(on_the_table(state)).bit_count() + state.stock.left == 52


@FEW
@given(playouts(mischief=0.3), st.integers(0, 40))
def test_legal_and_check_agree(match: Playout, steps: int) -> None:
    if not match.go(steps):
        return
    at = match.table.match.version + 1
    *plays, count = match.table.match.legal()
    assert isinstance(count, Choice) and count.type == "count"
    legal = {msgspec.json.encode(event) for event in plays}
    assert len(legal) == len(plays)
    for choice in plays[:300]:
        assert not isinstance(choice, Choice)
        assert match.table.match.check(choice, at) is None
    for _ in range(60):
        event = match.table.match.complete(match.table.match.codec.read(msgspec.json.encode(match.any_event())), str)
        try:
            regular = match.table.match.check(event, at) is None
        except Impossible:
            regular = False
        assert regular == (msgspec.json.encode(event) in legal)


def worth(piles: list[int], swept: list[int], match: Playout) -> list[int]:
    """The points of a deal, counted another way than the rules count them."""
    params: Any = match.table.match.params
    points = [0] * len(piles)
    for count, n in ((lambda pile: pile.bit_count(), 3), (spades_of, 0 if match.state.options.each_spade else 1)):
        most = sorted(((count(pile), side) for side, pile in enumerate(piles)), reverse=True)
        if most[0][0] > most[1][0]:
            points[most[0][1]] += n
    for side, pile in enumerate(piles):
        names = set(FRENCH.cards(pile))
        points[side] += 2 * ("TD" in names) + len(names & {"AS", "AC", "AH", "AD"})
        if match.state.options.each_spade:
            points[side] += spades_of(pile) + len(names & {"2S", "JS"})
        else:
            points[side] += "2S" in names
        points[side] += swept[side] * params.sweeps
        points[side] += max(0, len(names) - 30) * params.surplus
        points[side] += max(0, spades_of(pile) - 8) * params.surplus_spades
    return points


@FEW
@given(playouts(mischief=0.15))
def test_points_are_those_of_the_piles(match: Playout) -> None:
    match.run(250)
    state = match.state
    piles, swept = [0] * state.sides, [0] * state.sides
    for _, fact in match.table.facts:
        if isinstance(fact, CardsTaken | RestTaken):
            piles[state.side(fact.seat)] |= FRENCH.mask(fact.cards)
            swept[state.side(fact.seat)] += isinstance(fact, CardsTaken) and fact.sweep
        if isinstance(fact, HandScored):
            assert list(fact.points or ()) == worth(piles, swept, match)
            assert sum(item.points for item in fact.items) == sum(fact.points or ())
            assert within_a_deal(fact.items, 24 if state.options.each_spade else 11)
            piles, swept = [0] * state.sides, [0] * state.sides


def within_a_deal(items: tuple[Item, ...], whole: int) -> bool:
    """True if the deal is worth the expected points, less only the level items and the cards that no seat took."""
    extra = {"casino.sweep", "casino.surplus"}
    points = sum(item.points for item in items if item.rule not in extra)
    rules = {item.rule for item in items}
    level = 3 * ("casino.most-cards" not in rules) + ("casino.most-spades" not in rules) * (whole == 11)
    return points == whole - level or not items


@FEW
@given(playouts(mischief=0.25))
def test_known_and_unseen_hands_are_judged_alike(match: Playout) -> None:
    match.run(200)
    last = max((i for i, event in enumerate(match.log) if event["type"] == "deal"), default=0)
    del match.log[last:]
    with_hands, without_hands = match.again(hands=True), match.again(hands=False)
    codes_seen = {proof[:3] for proof in with_hands.proven_infractions()}
    unseen_ = {proof[:3] for proof in without_hands.proven_infractions()}
    if not match.state.options.draws:
        assert codes_seen == unseen_
        assert with_hands.match.ledger.totals == without_hands.match.ledger.totals
    # The time of an unseen draw is unknown, so less is proven of such a hand, and never more.
    assert unseen_ <= codes_seen
    assert {rule for rule, *_ in codes_seen - unseen_} <= {"casino.improper-build", "casino.own-build"}


@FEW
@given(playouts(mischief=0.25))
def test_a_reader_learns_nothing_of_hidden_hands(match: Playout) -> None:
    """The public sees of known hands the same as a referee that knows none."""
    public_table = Table(match.ruleset, match.seats, **match.opening)
    while match.open() and len(match.log) < 60:
        match.step()
        public_table.tell(unseen(match.log[-1]))
        if match.state.phase != "play" or not match.open():
            continue
        ours, theirs = match.table.view(0), public_table.view()
        assert not any(ours["hands"])
        assert [ours[key] for key in ("table", "turn", "phase")] == [theirs[key] for key in ("table", "turn", "phase")]
        if len(ours["table"]["loose"]) < 6:
            # The figures of a hand follow its proofs, and a known hand proves more.
            assert match.table.moves(0) == public_table.moves()


@FEW
@given(playouts(mischief=0.25))
def test_a_fold_of_the_log_stands_as_the_match_does(match: Playout) -> None:
    """A play taken back is included, an illegal one if there is any."""
    match.run(120)
    illegal = [version for _, _, version, proven_at in match.table.proven_infractions() if version == proven_at]
    back = match.random.choice(illegal or range(3, len(match.log)))
    log = [*match.log[: back - 1], {"type": "retract", "to": back - 1, "reason": "prueba"}]
    work = Match("match", match.table.match.opening)
    entries = [work.record(work.opening, (), "2026-01-01T00:00:00Z", "test")]
    states = [work.copy()]
    while log:
        read = work.codec.read(msgspec.json.encode(log.pop(0)))
        facts = work.decide(read, lambda version: states[version - 1])
        entries.append(work.record(read, facts, "2026-01-01T00:00:00Z", "test"))
        states.append(work.copy())
        fold = Match.fold("match", entries) if not log else work
        assert fold.view() == work.view()
        assert fold.legal() == work.legal()
        plays = [event for event in work.legal() if not isinstance(event, Choice)]
        if not log and len(entries) < back + 4 and plays:
            event = msgspec.to_builtins(match.random.choice(plays))
            log.append(event if event["type"] != "deal" else {"type": "note", "text": "reparto"})


@FEW
@given(playouts(target=1, mischief=0.1))
def test_nothing_is_legal_once_it_is_over(match: Playout) -> None:
    match.run(2000)
    ends = [fact for _, fact in match.table.facts if isinstance(fact, MatchEnded)]
    assert len(ends) == (not match.open())
    assert match.open() or match.table.legal() == []


@FEW
@given(playouts(mischief=0.3, seats=2, single_deal=True))
def test_a_single_deal_of_two_ends_with_the_first_irregularity_that_loses(match: Playout) -> None:
    match.run(2000)
    codes = {proof[0] for proof in match.table.proven_infractions()}
    is_lost = match.table.view()["result"]["reason"] == "casino.loses"
    assert is_lost == bool(codes & {"casino.improper-build", "casino.last-round", "casino.take"})


def anything(match: Playout) -> dict[str, Any]:
    """Any event that a referee may send, valid or not."""
    random, state = match.random, match.state
    seat = random.randrange(match.seats)
    card = random.choice(FRENCH.names)
    hand_cards = FRENCH.cards(state.knowledge.known_cards[seat]) or (card,)
    return random.choice(
        [
            match.any_event(),
            match.any_event(),
            {"type": "expose", "card": random.choice((card, *hand_cards))},
            {"type": "expose", "card": random.choice(hand_cards), "seat": seat},
            {
                "type": "short_hand",
                "seat": seat,
                "cards": random.randrange(3),
                "cause": random.choice((None, "dealt_too_many", "out_of_turn", "played_two", "pack_short")),
            },
            {"type": "looked", "seat": seat},
            {"type": "redeal", "reason": random.choice(("wrong_pack", "no_cut"))},
            {"type": "reveal", "seat": seat, "cards": list(hand_cards)},
            {"type": "announce_last", "seat": seat},
            {
                "type": "claim",
                "by": seat,
                "against": (seat + 1) % match.seats,
                "kind": "improper-build",
                "at": random.randint(1, match.table.match.version),
            },
            {"type": "ruling", "claim": "c1", "upheld": random.random() < 0.5, "reason": "visto"},
            {"type": "retract", "to": max(1, match.table.match.version - random.randrange(3)), "reason": "error"},
        ]
    )


@FEW
@given(playouts(mischief=0.2), st.booleans())
def test_whatever_comes_is_taken_or_refused_and_the_table_stays_whole(match: Playout, is_hidden: bool) -> None:
    blind = Table(match.ruleset, match.seats, **match.opening)
    for _ in range(120):
        if not match.open():
            break
        before = len(match.log)
        if match.random.random() < 0.35:
            with suppress(ServiceRefusal):
                match.say(anything(match))
        else:
            match.step()
        state = match.state
        if state.phase != "deal":
            assert all_of(on_the_table(state)).bit_count() <= 52
        assert all(0 <= size <= 4 for size in state.knowledge.size)
        # A hand that was dealt a card too many may show it (casino.wrong-hand): its room counts it.
        assert all(state.knowledge.room(seat) >= 0 for seat in range(state.seats))
        assert state.phase != "play" or state.knowledge.size[state.turn or 0] > 0
        # As many cards are left as the hands need: a deal fits.
        assert state.phase != "play" or state.knowledge.surplus() >= 0
        if is_hidden and len(match.log) > before:
            with suppress(ServiceRefusal):
                blind.tell(unseen(match.log[-1]))
            blind.legal()
