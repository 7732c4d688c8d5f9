"""The judge of Por la Corona is exact: it refuses the events that fit no deal, takes those that fit one, and lists exactly the
possible ones.

Random battles, recorded by a referee that knows little: at each step events are tried that name any card, and the solver in
`tests/support/exact/corona.py` says of each if a deal fits. Every list of every reader is tested so too.
"""

import json
from collections.abc import Iterator
from itertools import chain, product
from random import Random
from typing import Any

import msgspec
import pytest

from referee.errors import Impossible, ServiceRefusal
from referee.games.corona.rules import PACK
from referee.match.events import Event, Reveal
from referee.match.state import ALL, NOBODY
from tests.support.corona_battle import corona, number
from tests.support.exact.corona import Deals, Json, PackDeals
from tests.support.exact.questions import may_send, require_all_told, require_told_later
from tests.support.exact.reader import ReadersMatch
from tests.support.table import Table

BATTLES = 200
MANY = 5_000
EVENTS = 50
"""The approximate number of events of a battle that are followed."""
ASKED = 2
"""Cards that are asked about at a step, beside those of the event that then comes."""
SENT = 0.3
"""The share of events that are asked about as a player's request too."""
SHORT = {"hand": 20, "extra_income": 12, "oros": "charge", "espadas": "charge"}
"""House rules that use up the packs soon."""
READERS = {ALL: (0, 1), NOBODY: (), 1: (0,), 2: (1,)}
"""The hands that each reader sees, as seats."""


class Battle:
    """A battle on a table, and all deals that fit the knowledge of each reader."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        params: Json = {"jokers": chance.choice((0, 1, 2, 2, 2, 2))}
        if chance.random() < 0.5:
            params["hand"] = chance.choice((1, 2, 3, 7, 12, 20))
        if chance.random() < 0.3:
            params |= {"extra_income": chance.randrange(13), "oros": "pierce", "copas": "draw"}
        self.is_short = chance.random() < 0.5
        if self.is_short:
            params |= SHORT | {"jokers": 2}
        if chance.random() < 0.3:
            params["combats"] = "one_by_one"
        self.late = chance.random() < 0.4
        opening = {"infractions_shown": "hand_end"} if self.late else {}
        self.table = Table("corona", 2, params=params, enforcement=chance.choice(("record", "strict")), **opening)
        self.params = params
        self.knows_order = chance.random() < 0.15
        self.readers = [ReadersMatch(self.table, visible) for visible in READERS if visible != ALL]
        self.reader_logs: list[list[tuple[Json, list[Json]]]] = [[], []]
        self.restart()

    def restart(self) -> None:
        """The deals of each reader by the present record."""
        self.deals = {reader: Deals(self.params, seats) for reader, seats in READERS.items()}
        for event, facts in self.reader_logs[-1]:
            self.enter(event, facts)

    def enter(self, event: Json, facts: list[Json]) -> None:
        for deals in self.deals.values():
            deals.enter(event, facts)

    def tell(self, event: Json) -> None:
        facts = self.table.tell(event)
        if not self.knows_order:
            # A reader of no pack can record no battle whose packs draw by themselves.
            for reader in self.readers:
                reader.follow(self.part_seen(self.table.events[-1], reader.visible))
        if event["type"] == "retract":
            self.reader_logs.append(self.reader_logs[event["to"]])
            self.restart()
            return
        entry = msgspec.to_builtins(self.table.events[-1]), [msgspec.to_builtins(fact) for fact in facts]
        self.reader_logs.append([*self.reader_logs[-1], entry])
        self.enter(*entry)

    def part_seen(self, event: Event, visible: int) -> Json | None:
        """The part of an event that a reader of the hands in `visible` sees; None for none."""
        if isinstance(event, Reveal) and not visible >> event.seat & 1:
            return None
        part: Json = msgspec.to_builtins(self.table.match.redact(event, visible))
        return part

    def read(self, event: Json) -> Event:
        """The event as the match takes it."""
        match = self.table.match
        return match.complete(match.codec.read(json.dumps(event).encode()), lambda: "seed")

    def takes(self, event: Json) -> bool:
        """True if the judge finds the event possible, regular or not."""
        match = self.table.match
        try:
            match.check(self.read(event), match.version + 1)
        except Impossible:
            return False
        return True

    def answers(self, event: Json) -> bool | None:
        """True if the judge finds the event of a player possible; None if a player may not send it here."""
        match, visible = self.table.match, 1 << event["seat"]
        read = self.read(event)
        if match.ledger.status != "open" or not read.OWN or not may_send(match, read, visible):
            return None
        try:
            match.copy().decide(read, lambda version: match, visible)
        except Impossible:
            return False
        except ServiceRefusal:
            return True
        return True

    def fits(self, event: Json, reader: int = ALL) -> bool:
        """True if a deal that fits this reader's knowledge fits the event, by the cards that it names."""
        pack = self.deals[reader].packs[event["seat"]]
        match event["type"]:
            case "income":
                return pack.may_be(face_down=[event["card"]])
            case "hire":
                return pack.may_be([event["card"]])
            case "replica" | "reveal":
                return pack.may_be(event["cards"])
            case "draw":
                return pack.may_be_drawn(event["card"])
            case "recover":
                cards_buried = [card for card in event["cards"] if card not in self.cementerio(event["seat"])]
                return pack.may_be([event["joker"], event["card"]], cards_buried)
        cards_lost = event["lost"]
        if pack.last and pack.last in cards_lost[:-1]:
            return False
        return pack.may_be(face_down=[card for card in cards_lost if card], unseen=cards_lost.count(None))

    # Open cards

    def view(self) -> Any:
        return self.table.view()["table"]

    def cementerio(self, seat: int) -> list[str]:
        return list(PACK.cards(corona(self.table).camps[seat].cementerio))

    # Events that are tried

    def card(self, pack: PackDeals) -> str:
        """Any card of a pack, mostly one of those that dates speak of."""
        chance = self.chance
        came = [card for card in pack.names if pack.came[card]]
        kinds = (pack.names, came, sorted(pack.held), sorted(card for card, _ in pack.stays), [pack.last or "1O"])
        return chance.choice(chance.choice([kind for kind in kinds if kind]))

    def cards(self, pack: PackDeals, count: int) -> list[str]:
        return list(dict.fromkeys(self.card(pack) for _ in range(count)))

    def tries(self) -> Iterator[Json]:
        """Events that the phase allows, for any cards."""
        chance, state = self.chance, corona(self.table)
        for _ in range(ASKED):
            seat = chance.randrange(2)
            pack = self.deals[ALL].packs[seat]
            yield {"type": "reveal", "seat": seat, "cards": self.cards(pack, chance.choice((1, 1, 2, 3)))}
            if state.in_hand() and (pack.drawn or pack.drawn_known):
                yield {"type": "draw", "seat": seat, "card": self.card(pack)}
            if state.in_hand():
                yield from self.recovers(seat)
        yield from chain.from_iterable(self.of_turn() for _ in range(ASKED))

    def of_turn(self) -> Iterator[Json]:
        """Events that the seat to act may send, or the answers of its opponent."""
        chance, state = self.chance, corona(self.table)
        seat = state.turn
        if seat is None:
            return
        pack = self.deals[ALL].packs[seat]
        match state.phase:
            case "income" if pack.size and not self.knows_order:
                yield {"type": "income", "seat": seat, "card": self.card(pack)}
            case "hire":
                observation = {"observed": True} if chance.random() < 0.2 else {}
                yield {"type": "hire", "seat": seat, "card": self.card(pack), **observation}
                if state.answerable:
                    other = self.deals[ALL].packs[1 - seat]
                    yield {"type": "replica", "seat": 1 - seat, "cards": self.cards(other, chance.choice((1, 2, 3)))}
            case "defend" | "combat" if not self.knows_order:
                yield from self.damages(seat, pack)

    def recovers(self, seat: int) -> Iterator[Json]:
        pack, there = self.deals[ALL].packs[seat], self.cementerio(seat)
        joker, card = self.chance.choice(("X1", "X2")), self.card(pack)
        if joker not in pack.names or "X" in card:
            return
        count = min(number(card), corona(self.table).cementerio_size(seat))
        names_given = self.chance.sample(there, min(count, self.chance.randint(0, len(there))))
        cards = list(dict.fromkeys([*names_given, *self.cards(pack, 2 * count)]))[:count]
        event: Json = {"type": "recover", "seat": seat, "joker": joker, "card": card, "cards": cards}
        if len(cards) == count and not self.knows_order:
            yield event

    def damages(self, seat: int, pack: PackDeals) -> Iterator[Json]:
        """The next combats with any cards lost."""
        for entry in self.table.moves():
            if entry["type"] == "combat" and "lost" in entry["choose"]:
                event: Json = {"type": "combat", "seat": seat, "attacker": entry["choose"]["attacker"]}
                count = entry["choose"]["lost"]
            elif entry["type"] == "defend" and "tolls" in entry["choose"]:
                event = {"type": "defend", "seat": seat, "blocks": []}
                count = min(
                    sum(toll["unblocked"] for toll in entry["choose"]["tolls"]), entry["choose"]["lost_at_most"]
                )
            else:
                continue
            cards_lost: list[str | None] = [
                card if self.chance.random() < 0.6 else None for card in self.cards(pack, 3 * count)[:count]
            ]
            if count:
                yield event | {"lost": [*cards_lost, *[None] * (count - len(cards_lost))]}

    # Events that come

    def open(self) -> None:
        """The bottom cards and the deal; a battle that is void may begin again without a show."""
        chance = self.chance
        names = self.deals[ALL].names
        while number((cards := [chance.choice(names), chance.choice(names)])[0]) == number(cards[1]):
            pass
        if not self.reader_logs[-1] or chance.random() < 0.5:
            self.tell({"type": "start", "shown": [cards]})
        packs = [[*chance.sample([c for c in names if c != last], len(names) - 1), last] for last in cards]
        first = self.deals[ALL].first
        hands = [pack[:first] if chance.random() < 0.3 else None for pack in packs]
        more: Json = {"packs": packs} if self.knows_order else {"hands": hands} if any(hands) else {}
        self.tell({"type": "deal", **more})

    def step(self, events: list[Json]) -> None:
        """One of the events tried, or one that names no card."""
        chance = self.chance
        rare = {"reveal": 0.15, "draw": 0.3, "recover": 0.5}
        some_events = [event for event in events if chance.random() < rare.get(event["type"], 1)]
        if chance.random() < 0.02 and len(self.reader_logs) > 5:
            self.retract()
            return
        if chance.random() < 0.01 and corona(self.table).in_hand():
            self.stop()
            return
        if chance.random() < 0.015 and corona(self.table).in_hand():
            self.tell({"type": "redeal", "reason": "otro mazo"})
            self.open()
            return
        for event in [*some_events, *self.plain()]:
            try:
                self.tell(event)
            except ServiceRefusal:
                continue
            return

    def retract(self) -> None:
        """Goes back a few events, or seldom any number of them."""
        last = len(self.reader_logs)
        to = self.chance.randrange(2, last) if self.chance.random() < 0.2 else last - self.chance.randrange(2, 4)
        self.tell({"type": "retract", "to": to, "reason": "mal apuntado"})

    def stop(self) -> None:
        """Ends the battle early, with its rest unknown. Mostly that was an error, and it goes on."""
        chance, loser = self.chance, self.chance.randrange(2)
        self.tell(
            chance.choice(
                (
                    {"type": "withdraw", "seat": loser, "reason": "se va"},
                    {"type": "count", "figures": {"loser": loser, "by": "corona.lose"}},
                )
            )
        )
        told_when_due(self)
        if chance.random() < 0.7:
            self.retract()

    def plain(self) -> Iterator[Json]:
        """Events that are possible for any cards."""
        chance = self.chance
        for entry in self.table.moves():
            if "choose" not in entry:
                yield entry
            elif entry["type"] == "attack":
                cards = entry["choose"]["cards"]
                yield {
                    "type": "attack",
                    "seat": entry["seat"],
                    "cards": chance.sample(cards, min(4 if self.is_short else 2, len(cards))),
                }
            elif entry["type"] in {"defend", "combat"}:
                yield from self.plain_defence(entry)

    def plain_defence(self, entry: Json) -> Iterator[Json]:
        choose = entry["choose"]
        if entry["type"] == "combat":
            cards_lost = [None] * choose.get("lost", 0)
            yield {
                "type": "combat",
                "seat": entry["seat"],
                "attacker": choose["attacker"],
                **({"lost": cards_lost} if cards_lost else {}),
            }
            return
        count = min(sum(toll["unblocked"] for toll in choose.get("tolls", ())), choose.get("lost_at_most", 0))
        yield {"type": "defend", "seat": entry["seat"], "blocks": [], **({"lost": [None] * count} if count else {})}


def agree(battle: Battle, events: list[Json]) -> int:
    """The judge takes exactly the events for which the solver has a deal. Returns the number of events without a deal."""
    refusals = 0
    for event in events:
        fits = battle.fits(event)
        assert battle.takes(event) == fits, event
        refusals += not fits
        if battle.chance.random() < SENT:
            assert battle.answers(event) in (None, battle.fits(event, 1 << event["seat"])), event
    return refusals


def told_when_due(battle: Battle) -> None:
    """No reader is told of infractions before their time; after it, every one is."""
    match = battle.table.match
    for reader in (1, 2, NOBODY):
        if match.ledger.hidden_from is None:
            require_all_told(match, reader)
        elif battle.late:
            require_told_later(match, reader)


def lists_agree(battle: Battle) -> None:
    """Each reader's list has the events that are possible in a deal that fits the knowledge of this reader."""
    state, view = battle.table.match.state, battle.view()
    for reader, deals in battle.deals.items():
        legal = battle.table.moves(reader)
        entries = {(entry["type"], entry.get("seat"), entry.get("card")) for entry in legal}
        for seat, pack in enumerate(deals.packs):
            jokers = (joker for joker in ("X1", "X2") if joker in pack.names)
            pairs = product(jokers, one_of_each_kind(pack))
            recovers = any(pack.may_be(pair) for pair in pairs if "X" not in pair[1])
            assert (("recover", seat, None) in entries) == recovers
            if seat != state.turn:
                continue
            if state.phase == "income" and pack.size and not battle.knows_order:
                for card in pack.names:
                    assert (("income", seat, card) in entries) == may(pack, card, face_down=True), (reader, card)
            if state.phase == "hire":
                for card in pack.names:
                    fits = is_paid(view, card) and may(pack, card)
                    assert (("hire", seat, card) in entries) == fits, (reader, card)
                other = deals.packs[1 - seat]
                if view["answerable"]:
                    exceeds = may_exceed(other, number(view["answerable"]))
                    assert (("replica", 1 - seat, None) in entries) == exceeds, reader


def views_agree(battle: Battle) -> None:
    """Each reader is told the same as if the log held only what this reader sees."""
    for reader in () if battle.knows_order else battle.readers:
        assert not (apart := reader.differences()), (reader.visible, apart)


def kind(pack: PackDeals, card: str) -> tuple[bool, bool, bool, int]:
    """Cards of one kind may be in the same places."""
    return card in pack.open, card in pack.held, card == pack.last, pack.came[card]


def may(pack: PackDeals, card: str, face_down: bool = False) -> bool:
    """True if the hand may hold a card, or the pack turn it up; asked once for each kind."""
    answers = pack.__dict__.setdefault("asked", {})
    key = (*kind(pack, card), face_down)
    if key not in answers:
        answers[key] = pack.may_be(face_down=[card]) if face_down else pack.may_be([card])
    return bool(answers[key])


def one_of_each_kind(pack: PackDeals) -> list[str]:
    """Cards of every kind, jokers and others."""
    return list({(kind(pack, card), "X" in card): card for card in pack.names}.values())


def may_exceed(pack: PackDeals, limit: int) -> bool:
    """True if numbered cards that the hand may hold at once come to more: the highest of each kind, in every mixture."""
    cards = sorted((card for card in pack.names if "X" not in card), key=number, reverse=True)
    hand_cards = [card for card in cards if card in pack.held]
    room = pack.hand - len(pack.held)
    kinds: dict[Any, list[str]] = {}
    for card in cards:
        if card not in pack.held and may(pack, card):
            kinds.setdefault(kind(pack, card), []).append(card)
    for counts in product(*(range(min(room, len(each)), -1, -1) for each in kinds.values())):
        cards_chosen = [card for count, each in zip(counts, kinds.values(), strict=True) for card in each[:count]]
        if (
            len(cards_chosen) <= room
            and sum(map(number, [*hand_cards, *cards_chosen])) > limit
            and pack.may_be(cards_chosen)
        ):
            return True
    return False


def is_paid(view: Any, card: str) -> bool:
    """True if the rest of the income pays for a card."""
    left = view["income_left"]
    return 0 < number(card) <= (12 if left is None else left)


def play(seed: int) -> tuple[int, int]:
    """Follows a battle. Returns the number of events that were asked, and the number of those that fit no deal."""
    chance = Random(f"exact corona {seed}")
    battle = Battle(chance)
    battle.open()
    questions = refusals = 0
    try:
        for _ in range(EVENTS):
            events = list(battle.tries())
            questions += len(events)
            refusals += agree(battle, events)
            if battle.table.match.ledger.status != "open":
                break
            if chance.random() < 0.08:
                lists_agree(battle)
                views_agree(battle)
            battle.step(chance.sample(events, len(events)))
            told_when_due(battle)
            for deals in battle.deals.values():
                for pack in deals.packs:
                    pack.__dict__.pop("asked", None)
    except AssertionError as wrong:
        log = [event for event, _ in battle.reader_logs[-1]]
        raise AssertionError(
            f"battle {seed}: {wrong}\n{json.dumps({'params': battle.params, 'events': log})}"
        ) from wrong
    return questions, refusals


@pytest.mark.parametrize("battles", [range(BATTLES), pytest.param(range(BATTLES, MANY), marks=pytest.mark.long)])
def test_what_fits_no_deal_is_refused_and_what_fits_one_is_not(battles: range) -> None:
    counts = [play(seed) for seed in battles]
    assert sum(questions for questions, _ in counts) > 100 * len(battles)
    assert sum(refusals for _, refusals in counts) > len(battles)


def test_the_last_card_of_a_pack_goes_after_all_others() -> None:
    """A report of lost cards has it before another in this battle."""
    play(869)
