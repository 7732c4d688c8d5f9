"""Random matches, watched: the cards that each seat has held or seen lie open, whatever readers are shown.

A reader's possible knowledge is computed here from the state of the table alone, not from the service's hiding.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET

from referee.cards import bits
from referee.errors import ServiceRefusal
from referee.games.casino.events import AnnounceLast
from referee.games.corona.knowledge import CoronaKnowledge
from referee.match.aggregate import Match
from referee.match.choice import Choice
from referee.match.entries import AnyEntry
from referee.match.events import Opening, SeatTaken
from referee.match.registry import rulesets
from referee.match.state import ALL, NOBODY, State
from tests.support.corona_battle import choose, shuffle_packs, without_packs

Event = dict[str, Any]
AT = "2026-01-01T12:00:00.000Z"
TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]
PARAMS: dict[str, dict[str, Any]] = {"hearts.yppedia": {"turn_seconds": 20}}


class Run:
    """A match in memory with its entries. `said` are its events as stored. Every event becomes an entry."""

    def __init__(self, ruleset: str, seats: int, **opening: Any) -> None:
        sitting = tuple(SeatTaken(f"player-{seat}") for seat in range(seats))
        params = PARAMS.get(ruleset, {})
        self.match = Match("match", Opening(ruleset=ruleset, seats=sitting, params=params, **opening))
        self.entries: list[AnyEntry] = [self.match.record(self.match.opening, (), AT, "referee")]
        self.said: list[Event] = []

    def anew(self) -> "Run":
        """The same match before its first event."""
        opening = self.match.opening
        dealer = {} if opening.first_dealer is None else {"first_dealer": opening.first_dealer}
        terms = {"enforcement": opening.enforcement, "infractions_shown": opening.infractions_shown}
        return Run(opening.ruleset, self.game.seats, **terms, **dealer)

    @property
    def game(self) -> State:
        return self.match.state

    def tell(self, event: Event) -> Event:
        """Appends an event and returns it as stored. Raises ServiceRefusal, and changes nothing then."""
        match = self.match
        whole = match.complete(match.codec.read(json.dumps(event).encode()), lambda: "azar")
        facts = match.decide(whole, lambda version: Match.fold("match", self.entries[:version]))
        self.entries.append(match.record(whole, facts, AT, "referee"))
        self.said.append(dict(msgspec.to_builtins(whole)))
        return self.said[-1]

    def is_hidden(self) -> bool:
        """True if a hand with hidden cards is being played."""
        return self.match.ledger.hidden_from is not None


class WatchedRun(Run):
    """A match that knows every card. `held` and `open` are masks of the cards seen in this hand.

    If each seat has a pack of its own, a card is one of a seat's pack: `open` is per pack then, else it has one mask.
    `named`: the cards that cantes name. All players hear them, but where infractions are shown at the end of the hand, no reader
    is told if they are there.
    """

    def __init__(self, ruleset: str, seats: int, chance: Random, *, strict: bool = False, **opening: Any) -> None:
        self.packs = seats if ruleset == "corona" else 1
        dealer = {} if ruleset == "corona" else {"first_dealer": chance.randrange(seats)}
        super().__init__(ruleset, seats, enforcement="strict" if strict else "record", **dealer, **opening)
        self.chance = chance
        self.irregular = 0.0 if strict else 0.15
        self.held = [0] * seats
        self.open = [0] * self.packs
        self.named = 0

    def tell(self, event: Event) -> Event:
        whole = super().tell(event)
        judge = self.game.knowledge
        for seat, hand in enumerate(judge.known_cards):
            self.held[seat] |= hand
        if self.packs == 1:
            self.named |= self.said_open()
            face_up = sum_of(judge.face_up)
            is_late = self.match.opening.infractions_shown == "hand_end"
            self.open[0] |= judge.laid_cards | (face_up & ~self.named if is_late else face_up | self.named)
        else:
            assert isinstance(judge, CoronaKnowledge)
            self.open = [
                pack_cards | judge.open_cards[pack] | judge.last[pack] for pack, pack_cards in enumerate(self.open)
            ]
        return whole

    def said_open(self) -> int:
        """The cards that the cantes of this hand name: all players heard them, even if the hand does not hold them."""
        cantes = getattr(self.game, "cantes", ())
        return sum_of([cante.pair for cante in cantes if cante.hand == self.game.hand])

    def unseen(self, seat: int | None) -> list[int]:
        """Per pack, the cards that a seat has not seen in this hand. Without a seat, those of the public."""
        whole = getattr(self.game, "whole", self.match.rules.pack.all)
        own = [0] * self.packs
        if seat is not None:
            own[0 if self.packs == 1 else seat] = self.held[seat]
        return [whole & ~open_cards & ~own_cards for open_cards, own_cards in zip(self.open, own, strict=True)]

    def names_unseen(self, seat: int | None) -> set[str]:
        """The names that fit no card seen by such a reader."""
        missing = -1
        for cards in self.unseen(seat):
            missing &= cards & ~self.named
        return set(self.match.rules.pack.cards(missing))

    def deal(self) -> None:
        """Deals the first hand, with every card named, and with no seed that another deal could not have."""
        match, chance = self.match, self.chance
        if self.packs > 1:
            packs, bottoms = shuffle_packs(chance)
            self.tell({"type": "start", "shown": bottoms})
            self.open = [match.rules.pack.mask(bottom[pack] for bottom in bottoms) for pack in range(self.packs)]
            self.tell({"type": "deal", "packs": packs})
            return
        read = match.codec.read(b'{"type":"deal","shuffle":true}')
        whole_deal = msgspec.to_builtins(match.complete(read, lambda: str(chance.random())))
        self.tell({key: value for key, value in whole_deal.items() if key not in {"shuffle", "seed"}})

    def play_hand(self) -> None:
        """Plays a whole hand. Nothing of it is hidden after that, and no card of the next was seen."""
        self.deal()
        while self.is_hidden() and self.match.ledger.status == "open" and self.game.in_hand():
            self.step()
        self.held = [0] * self.game.seats
        self.open = [0] * self.packs
        self.named = 0

    def step(self) -> None:
        """Enters one more event: a legal one, an irregular card, or a word of the referee."""
        chance = self.chance
        if chance.random() < 0.08:
            with suppress(ServiceRefusal):
                self.tell(self.word_of_the_referee())
            return
        if self.irregular and chance.random() < self.irregular and self.asserts():
            return
        event = self.move()
        if (
            "card" in event
            and "seat" in event
            and event["type"] in {"play", "trail"}
            and chance.random() < self.irregular
        ):
            hand = self.game.knowledge.known_cards[event["seat"]]
            other = {**event, "card": chance.choice(self.match.rules.pack.cards(hand))}
            try:
                self.tell(other)
                return
            except ServiceRefusal:
                pass
        self.tell(event)

    def asserts(self) -> bool:
        """True if a seat claimed something about its hand that readers without a hand cannot disprove: a cante, a build."""
        in_hand = self.match.rules.pack.cards(sum_of(self.game.knowledge.known_cards))
        possible = [msgspec.to_builtins(event) for event in self.match.game.play.moves(self.game, NOBODY)]
        for event in self.chance.sample(possible, len(possible)):
            is_said = event["type"] not in {"play", "trail"} and not {"choose", "cards"} >= event.keys() - {
                "type",
                "seat",
            }
            if is_said and event.get("card", in_hand[0] if in_hand else None) in in_hand:
                with suppress(ServiceRefusal):
                    self.tell(event)
                    return True
        return False

    def move(self) -> Event:
        """A legal event."""
        chance, game = self.chance, self.game
        legal = [event for event in self.match.game.play.moves(game, ALL) if not is_of_table(event)]
        rare = [event for event in legal if isinstance(event, Choice) and event.type == "recover"]
        common = [event for event in legal if event not in rare and not isinstance(event, AnnounceLast)]
        event = msgspec.to_builtins(chance.choice(rare if rare and chance.random() < 0.1 else common))
        if event["type"] == "deal":
            return {"type": "deal"}
        if event["type"] == "pass":
            return {"type": "pass", "seat": event["seat"], "cards": chance.sample(event["choose"]["cards"], 3)}
        if "choose" in event:
            event = choose(chance, event, game)  # type: ignore[arg-type]
        if event["type"] == "recover":
            event["pack"] = self.new_pack(event)
        return dict(event)

    def new_pack(self, event: Event) -> list[str]:
        """A pack after a recover, shuffled by chance and not by a seed."""
        camp = self.game.camps[event["seat"]]  # type: ignore[attr-defined]
        names = [self.match.rules.pack.name(card) for card in camp.order] + event["cards"]
        return self.chance.sample(names, len(names))

    def word_of_the_referee(self) -> Event:
        """A reveal, a claim, a sanction or a retract, which may well be refused."""
        chance, game = self.chance, self.game
        seat, version = chance.randrange(game.seats), self.match.version
        hand = [self.match.rules.pack.name(card) for card in bits(game.knowledge.known_cards[seat])]
        at = max(1, version - chance.randrange(3))
        against = game.author(at)
        events: list[Event] = [
            {"type": "reveal", "seat": seat, "cards": chance.sample(hand, chance.randint(0, len(hand)))},
            {"type": "sanction", "seat": seat, "card": "yellow", "reason": "habla"},
            {"type": "retract", "to": max(self.match.ledger.hidden_from or 1, version - 3), "reason": "mal apuntado"},
        ]
        kind = next(iter(self.match.rules.game.claims), None)
        if against is not None and kind:
            events += [
                {"type": "claim", "by": (against + 1) % game.seats, "against": against, "kind": kind, "at": at}
            ] * 3
        return chance.choice(events)


def is_of_table(event: Any) -> bool:
    """True if the event is entered by the table: the cards of a deal, or the figures of a hand."""
    return isinstance(event, Choice) and event.seat is UNSET


def less_told(run: Run, seats: Sequence[int]) -> Run | None:
    """The same match for a log with the hands of these seats only; None if its course differs."""
    less = run.anew()
    for event, entry in zip(run.said, run.entries[1:], strict=True):
        try:
            less.tell(dim_event(event, list(entry.facts), seats))
        except ServiceRefusal:
            return None
    return less


def dim_event(event: Event, facts: list[Any], seats: Sequence[int]) -> Event:
    """An event as a recorder enters it that sees the hands of these seats only."""
    if event["type"] in {"income", "defend", "combat", "recover"} or "packs" in event:
        return without_packs(event, facts)
    if event["type"] == "pass" and event["seat"] not in seats:
        return {"type": "pass", "seat": event["seat"]}
    if event["type"] != "deal":
        return event
    hands = [hand if seat in seats else None for seat, hand in enumerate(event["hands"] or ())]
    return {key: value for key, value in event.items() if key != "stock"} | {"hands": hands}


def sum_of(masks: list[int]) -> int:
    """All the cards of these masks."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def watch_match(
    ruleset: str, seats: int, seed: str, *, strict: bool = False, second: bool = False, **opening: Any
) -> WatchedRun:
    """A match in the middle of its first hand, or of its deal; with `second`, of its second hand if it comes to one."""
    chance = Random(f"{ruleset} {seats} {seed}")
    run = WatchedRun(ruleset, seats, chance, strict=strict, **opening)
    if second and run.packs == 1:
        run.play_hand()
        if run.is_hidden() or run.match.ledger.status != "open":
            return run
    run.deal()
    for _ in range(chance.choice((chance.randrange(3 * seats), chance.randrange(4 + 10 * seats)))):
        if not run.is_hidden() or run.match.ledger.status != "open" or not run.game.in_hand():
            break
        run.step()
    return run
