"""Properties of every battle of Por la Corona: random battles, legal and with rules broken before the referee's eyes."""

import json
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import ServiceRefusal
from referee.games.corona.rules import PACK
from referee.games.corona.state import CoronaState
from referee.match.aggregate import Match
from referee.match.events import Event
from referee.match.facts import Fact, InfractionProven
from referee.match.state import NOBODY
from tests.support.corona_battle import Json, battle, choose, corona, count, hand, in_steps, places, without_packs
from tests.support.table import Table

seeds = st.integers(0, 2**32 - 1).map(Random)
jokers = st.integers(0, 2)
abilities = st.sampled_from(["draw", "charge", "pierce", "drain"])
houses = st.fixed_dictionaries(
    {},
    optional={
        "hand": st.integers(1, 20),
        "extra_income": st.integers(0, 12),
        **dict.fromkeys(("oros", "copas", "espadas", "bastos"), abilities),
        "combats": st.just("one_by_one"),
    },
)


def check_conservation(table: Table) -> None:
    """Every seat has its whole pack, and no card in two places."""
    game = corona(table)
    for seat in (0, 1):
        masks = places(game, seat)
        assert sum(mask.bit_count() for mask in masks) == sum(masks).bit_count()
        assert not sum(masks) & ~game.whole
        assert sum(count(game, seat)) == game.whole.bit_count() if game.in_hand() else True
        assert not game.camps[seat].turned & ~game.camps[seat].army
        judge = game.knowledge
        assert judge.open_cards[seat] == masks[2] | masks[3] | masks[4]
        assert judge.unknown[seat].size + judge.known_cards[seat].bit_count() == judge.size[seat]
        assert judge.secret[seat].size + judge.visible_cards(seat, NOBODY).bit_count() == judge.size[seat]
        for cards in (judge.unknown[seat], judge.secret[seat], judge.unseen[seat]):
            assert cards.counts_left() is not None


@given(seeds, jokers, st.sampled_from([0.0, 0.2]), houses)
def test_cards_are_conserved_and_each_in_one_place(chance: Random, jokers: int, breaks: float, house: Json) -> None:
    last = None
    for table, _ in battle(chance, jokers, breaks, house):
        check_conservation(table)
        last = table
    assert last is not None
    check_conservation(last)
    view = last.view()
    assert view["status"] == "finished"
    assert sorted(view["score"]["totals"]) == [0, 1]
    assert view["table"]["lost_at"] in {"draw", "income", "damage"}


@given(seeds, st.sampled_from([0.0, 0.2]))
def test_fold_equals_what_was_played(chance: Random, breaks: float) -> None:
    steps = list(battle(chance, breaks=breaks))
    table, steps_told = steps[-1][0], [event for _, event in steps]
    by_version: dict[int, list[Fact]] = {}
    for version, fact in table.facts:
        by_version.setdefault(version, []).append(fact)
    again = Match("match", table.match.opening)
    for event in steps_told:
        at = again.version + 1
        facts = again.apply(read(again, event), at)
        assert list(facts) == by_version.get(at, [])
        again.version = at
        for fact in facts:
            fact.enter(again.ledger, at)
    assert again.view() == table.match.view()
    assert len(table.proven_infractions()) == len([event for event in steps_told if event.get("observed")])


@given(seeds)
def test_what_is_legal_is_taken_and_what_is_not_is_refused(chance: Random) -> None:
    for table, _ in battle(chance, breaks=0.1):
        if not corona(table).in_hand():
            continue
        legal = table.moves()
        for entry in chance.sample(legal, min(2, len(legal))):
            event = choose(chance, entry, corona(table)) if "choose" in entry else entry
            after(table, event)
        for event in chance.sample(strange(table, legal), 4):
            before = table.view()
            try:
                after(table, event)
            except ServiceRefusal as event_refused:
                assert event_refused.status == 409
            else:
                raise AssertionError(f"{event} was taken, and is not legal")
            assert table.view() == before


def after(table: Table, event: Json) -> tuple[Match, list[Fact]]:
    """The match after the event, and the facts that follow; the table stays as it is."""
    match = table.match.copy()
    return match, list(match.decide(read(match, event), never))


def read(match: Match, event: Json) -> Event:
    return match.complete(match.codec.read(json.dumps(event).encode()), lambda: "seed")


def never(version: int) -> Match:
    raise AssertionError(f"nobody goes back to version {version}")


def strange(table: Table, legal: list[Json]) -> list[Json]:
    """Plain events of both seats that the legal list does not have."""
    moves = {(event["type"], event["seat"], event.get("card")) for event in legal if "choose" not in event}
    kinds = {(event["type"], event["seat"]) for event in legal}
    events: list[Json] = []
    for seat in (0, 1):
        events += [{"type": "hire", "seat": seat, "card": card} for card in PACK.names]
        events += [{"type": "income", "seat": seat}, {"type": "end_turn", "seat": seat}]
    events = [event for event in events if (event["type"], event["seat"], event.get("card")) not in moves]
    for seat in (0, 1):
        subsets = [
            {"type": "attack", "seat": seat, "cards": []},
            {"type": "defend", "seat": seat, "blocks": []},
            {"type": "replica", "seat": seat, "cards": hand(corona(table), seat)},
        ]
        events += [event for event in subsets if (event["type"], seat) not in kinds]
    return events


@given(seeds, st.booleans(), st.sampled_from([0.0, 0.15]), houses)
def test_a_true_account_is_never_refused_however_little_it_names(
    chance: Random, names: bool, breaks: float, house: Json
) -> None:
    """The same battle recorded without the packs: counts agree, and the log learns only true facts."""
    blind: Table | None = None
    for table, event in battle(chance, breaks=breaks, house=house):
        if blind is None:
            blind = Table("corona", 2, params=house)
        match, facts = after(table, event)
        record = without_packs(event, facts, chance)
        if event["type"] == "deal" and chance.random() < 0.5:
            record["hands"] = [
                sorted(pack[: corona(table).first]) if chance.random() < 0.7 else None for pack in event["packs"]
            ]
        if not event.get("observed"):
            assert is_listed(blind, record), record
        blind.tell(record)
        agree(match, blind)
        if names:
            tell_more(chance, match, blind)


def is_listed(blind: Table, record: Json) -> bool:
    """True if the legal list of a log that knows less has this event too, and every event in that list can come."""
    legal = blind.moves()
    for entry in legal:
        if "choose" not in entry:
            after(blind, entry)
    plain = {(entry["type"], entry.get("seat"), entry.get("card")) for entry in legal if "choose" not in entry}
    choices = {(entry["type"], entry.get("seat")) for entry in legal if "choose" in entry}
    if record["type"] in {"start", "deal"}:
        return True
    return (record["type"], record["seat"], record.get("card")) in plain or (record["type"], record["seat"]) in choices


def agree(full: Match, blind: Table) -> None:
    check_conservation(blind)
    truth, less = full.state, corona(blind)
    assert isinstance(truth, CoronaState)
    for seat in (0, 1):
        assert count(truth, seat) == count(less, seat)
        assert not less.knowledge.known_cards[seat] & ~truth.knowledge.known_cards[seat]
        assert not truth.knowledge.known_cards[seat] & ~less.knowledge.possible(seat)
        order = truth.camps[seat].order
        if order:
            assert order[-1] & less.knowledge.may_turn(seat, less.camps[seat].size)
    assert (truth.phase, truth.turn) == (less.phase, less.turn)
    assert full.ledger.totals == blind.match.ledger.totals
    assert [i.code for i in full.ledger.infractions] == [i.code for i in blind.match.ledger.infractions]


def tell_more(chance: Random, full: Match, blind: Table) -> None:
    """Lets the referee look now and then at a card that was drawn, or at a part of a hand."""
    truth, less = full.state, corona(blind)
    assert isinstance(truth, CoronaState)
    seat = chance.randrange(2)
    known_hand = truth.hands()[seat] or ()
    drawn_cards, cards_told = truth.knowledge.last_draws[seat].cards, less.knowledge.last_draws[seat].cards
    if less.in_hand() and chance.random() < 0.1 and not drawn_cards & ~truth.knowledge.known_cards[seat]:
        for card in PACK.cards(drawn_cards & ~cards_told)[:1]:
            blind.tell({"type": "draw", "seat": seat, "card": card})
    if less.in_hand() and known_hand and chance.random() < 0.05:
        cards = chance.sample(known_hand, chance.randint(1, len(known_hand)))
        blind.tell({"type": "reveal", "seat": seat, "cards": cards})


@settings(max_examples=min(15, settings().max_examples))
@given(seeds, st.booleans(), st.sampled_from([0.0, 0.15]))
def test_a_defence_in_steps_comes_to_the_same_as_a_whole_one(chance: Random, is_known: bool, breaks: float) -> None:
    whole, steps = Table("corona", 2), Table("corona", 2, params={"combats": "one_by_one"})
    for table, event in battle(chance, breaks=breaks):
        _, follows = after(table, event)
        record = event if is_known else without_packs(event, follows, chance)
        facts = whole.tell(record)
        facts_so_far = []
        for step in in_steps(record, facts, with_losses=not is_known) if event["type"] == "defend" else [record]:
            facts_so_far += steps.tell(step)
        assert [one for one in facts_so_far if not isinstance(one, InfractionProven)] == [
            one for one in facts if not isinstance(one, InfractionProven)
        ]
        assert public_standing(whole) == public_standing(steps)
        assert places(corona(whole), 0) + places(corona(whole), 1) == places(corona(steps), 0) + places(
            corona(steps), 1
        )
    assert whole.view()["status"] == steps.view()["status"] == "finished"


def public_standing(table: Table) -> Json:
    """The open cards, the seat to act, and the score; in a battle that is over, without the opponents still to be met."""
    view = table.view()
    lying = {name: value for name, value in view["table"].items() if name != "combats"}
    if view["status"] != "open":
        lying.pop("attackers")
    same = {name: view[name] for name in ("phase", "turn", "hands", "hand_sizes", "status")}
    return {
        **same,
        "table": lying,
        "totals": view["score"]["totals"],
        "broken": [(one["code"], one["seat"]) for one in view["infractions"]],
    }


@given(seeds, st.sampled_from([0.0, 0.2]), houses)
def test_the_public_sees_no_more_of_known_packs_than_of_unknown(chance: Random, breaks: float, house: Json) -> None:
    """Public table, hands and legal events are the same whether the log knows every card or none."""
    blind: Table | None = None
    for table, event in battle(chance, breaks=breaks, house=house):
        if blind is None:
            blind = Table("corona", 2, params=house)
        match, facts = after(table, event)
        blind.tell(without_packs(event, facts))
        if match.ledger.status != "open":
            continue
        public, same = match.view(NOBODY), blind.match.view(NOBODY)
        assert public.table == same.table
        assert public.hands == same.hands or not match.state.in_hand()
        if match.state.phase != "income":
            assert match.legal(NOBODY) == blind.match.legal(NOBODY)
        for seat in (0, 1):
            own = match.legal(1 << seat)
            other = [entry for entry in own if getattr(entry, "seat", None) == 1 - seat]
            theirs = [entry for entry in match.legal(NOBODY) if getattr(entry, "seat", None) == 1 - seat]
            assert other == theirs
        event_shown = msgspec.json.encode(match.redact(read(match, event), NOBODY))
        if event["type"] == "deal":
            assert not msgspec.json.decode(event_shown).keys() & {"packs", "seed", "hands"}
        assert b'"pack"' not in event_shown
