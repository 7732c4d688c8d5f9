"""All deals of a battle of Por la Corona that fit its log: the possible places of each card, for a reader of some hands.

Reads events and facts as JSON has them. Every card taken unseen is a place of its own take, and every stay of a card in a take is
a demand for it. Each question is a maximum flow over the whole history: nothing is chosen before it is asked.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.cards import SPANISH_48
from tests.support.exact.placing import fits

Json = dict[str, Any]
NAMES = SPANISH_48.names
PACK = "pack"
SEATS = 2


ABILITIES = {"oros": "draw", "copas": "charge", "espadas": "pierce", "bastos": "drain"}
SUITS = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
OF_A_SUIT = 2
"""The cards that a suit draws, and those that it costs more."""


def most_drawn(params: Mapping[str, Any], attackers: Iterable[str], stops: Container[str], packs: Sequence[int]) -> int:
    """The most cards that these attackers draw, met in order; `stops` has those that are stopped.

    `packs`: the sizes of the attackers' pack and the defender's. The first attacker that it cannot pay for ends the battle.
    """
    own, other = packs
    drawn = 0
    for card in attackers:
        suit = SUITS[card[-1]]
        ability = params.get(suit, ABILITIES[suit])
        if card in stops:
            due = OF_A_SUIT if ability == "drain" else 0
        else:
            due = int(card[:-1]) + (OF_A_SUIT if ability == "pierce" else 0)
        if due > other:
            break
        other -= due
        if ability == "draw" and card not in stops:
            drawn += min(OF_A_SUIT, own - drawn)
    return drawn


class Take(NamedTuple):
    """Cards taken at once from a pack after a shuffle, unseen: into the hand, or to the cementerio."""

    number: int
    place: str
    shuffle: int


Places = frozenset[Take | str]


class PackDeals:
    """The deals of one seat's pack that fit the log. `sees`: True if the hand is seen, as far as the log knows it."""

    def __init__(self, names: Sequence[str], sees: bool) -> None:
        self.names = names
        self.sees = sees
        self.came = dict.fromkeys(names, 0)
        self.shuffle = 0
        self.size = len(names)
        self.hand = 0
        self.last: str | None = None
        self.order: list[str] | None = None
        self.room: dict[Take, int] = {}
        self.stays: list[tuple[str, Places]] = []
        self.held: set[str] = set()
        self.open: set[str] = set()
        self.drawn: set[Take] = set()
        self.drawn_known: set[str] = set()

    # Events

    def take(self, place: str, count: int) -> Take:
        """Records that cards leave the pack unseen."""
        take = Take(len(self.room), place, self.shuffle)
        self.room[take] = count
        return take

    def draw(self, count: int) -> None:
        self.hand += count
        self.size -= count
        cards_known: list[str] = []
        if self.order is not None:
            cards_known, self.order = self.order[:count], self.order[count:]
        elif not self.size and self.last:
            cards_known = [self.last]
        if not self.size:
            self.last = None
        self.held |= set(cards_known)
        self.drawn_known = set(cards_known)
        self.drawn = {self.take("hand", count - len(cards_known))} if count > len(cards_known) else set()

    def spend(self, cards: Sequence[str | None]) -> None:
        """Moves the next cards to the cementerio; None is an unseen card."""
        self.size -= len(cards)
        if self.order is not None:
            self.order = self.order[len(cards) :]
        names = {card for card in cards if card}
        if cards and not self.size and self.last:
            names.add(self.last)
            self.last = None
        self.open |= names
        if len(cards) > len(names):
            self.take("cementerio", len(cards) - len(names))

    def see(self, card: str, place: str = "hand") -> None:
        """Records the sight of a card that lay there unseen until now."""
        self.stays.append((card, self.takes(card, place)))

    def hold(self, card: str) -> None:
        """Records that the hand is seen to hold the card, and keeps it."""
        if card not in self.held:
            self.see(card)
            self.held.add(card)

    def lay(self, card: str) -> None:
        self.hold(card)
        self.held.remove(card)
        self.hand -= 1
        self.open.add(card)

    def name_drawn(self, card: str) -> None:
        """Records that the last draw was this card, or had this card."""
        if card not in self.drawn_known:
            stays = self.with_drawn(card) or self.stays
            if len(stays) > len(self.stays):
                self.held.add(card)
            self.stays = stays

    def recover(self, cards: Iterable[str], pack: Sequence[str] | None) -> None:
        """Returns cards of the cementerio to the pack, which is shuffled."""
        back = list(cards)
        for card in back:
            if card not in self.open:
                self.see(card, "cementerio")
        self.open -= set(back)
        self.shuffle += 1
        self.size += len(back)
        self.came |= dict.fromkeys([*back, *([self.last] if self.last else [])], self.shuffle)
        self.last = None
        self.order = list(pack) if pack and self.sees else None

    # Possibilities

    def takes(self, card: str, place: str) -> Places:
        """The takes that may have been of this card."""
        return frozenset(take for take in self.room if take.place == place and take.shuffle >= self.came[card])

    def with_drawn(self, card: str) -> list[tuple[str, Places]] | None:
        """The stays if this card was drawn last; None if it was seen before, or has not been in the hand since."""
        for at, (stay, places) in enumerate(self.stays):
            if stay == card and places & self.drawn:
                return [*self.stays[:at], (card, places & self.drawn), *self.stays[at + 1 :]]
        if card in self.open or card in self.held or card == self.last:
            return None
        return [*self.stays, (card, self.takes(card, "hand") & self.drawn)]

    def may_be_drawn(self, card: str) -> bool:
        if card in self.drawn_known:
            return True
        stays = self.with_drawn(card)
        # A card that was seen since may be in the pack again.
        return stays is not None and self.has_deal(stays, {card} if len(stays) > len(self.stays) else set())

    def may_be(
        self, hand: Iterable[str] = (), cemetery: Iterable[str] = (), face_down: Iterable[str] = (), unseen: int = 0
    ) -> bool:
        """True if the hand may hold some cards, others lie unseen in the cementerio, and the pack turn up others next.

        It turns up `unseen` more cards that stay unseen.
        """
        new_names = [card for card in hand if card not in self.held]
        cemetery, face_down = list(cemetery), list(face_down)
        spent_cards = [*new_names, *cemetery, *face_down]
        if len(set(spent_cards)) < len(spent_cards) or set(spent_cards) & (self.open | self.held):
            return False
        if len(face_down) + unseen > self.size or self.last in {*new_names, *cemetery}:
            return False
        stays = [(card, self.takes(card, "hand")) for card in new_names]
        stays += [(card, self.takes(card, "cementerio")) for card in cemetery]
        return self.has_deal([*self.stays, *stays], {*spent_cards}, face_down, unseen)

    def has_deal(
        self, stays: Iterable[tuple[str, Places]], names: set[str], face_down: Sequence[str] = (), unseen: int = 0
    ) -> bool:
        """True if every card has a place: the stays in takes, these cards as named, all others in takes or in the pack."""
        room: dict[Take | str, int] = dict(self.room.items())
        more = Take(len(room), "cementerio", self.shuffle)
        if unseen:
            room[more] = unseen
        room[PACK] = self.size - len(face_down) - unseen
        places_allowed = [places for _, places in stays]
        if self.last in face_down and room[PACK]:
            return False
        for card in self.names:
            if card in names or card in self.open or card in self.held:
                continue
            if card == self.last:
                places_allowed.append(frozenset({PACK} if room[PACK] else {more}))
            else:
                takes = (take for take in room if isinstance(take, Take) and take.shuffle >= self.came[card])
                places_allowed.append(frozenset({PACK, *takes}))
        return sum(room.values()) == len(places_allowed) and fits(room, places_allowed)


class Deals:
    """Both packs of a battle, for a reader that sees the hands of these seats."""

    def __init__(self, params: Mapping[str, Any], sees: Iterable[int]) -> None:
        self.names = NAMES[: 48 + params.get("jokers", 2)]
        self.first = params.get("hand", 7)
        self.sees = set(sees)
        self.clear()

    def clear(self) -> None:
        self.packs = [PackDeals(self.names, seat in self.sees) for seat in range(SEATS)]

    def enter(self, event: Json, facts: Iterable[Json]) -> None:
        """Applies one entry of the log."""
        match event["type"]:
            case "start":
                for pack, card in zip(self.packs, event["shown"][-1], strict=True):
                    pack.last = card
            case "deal":
                self.deal(event)
            case "redeal" | "count":
                self.clear()
            case "hire":
                self.packs[event["seat"]].lay(event["card"])
            case "replica":
                for card in event["cards"]:
                    self.packs[event["seat"]].lay(card)
            case "recover":
                pack = self.packs[event["seat"]]
                pack.lay(event["joker"])
                pack.lay(event["card"])
                pack.recover(event["cards"], event.get("pack"))
            case "reveal" if event["seat"] in self.sees:
                for card in event["cards"]:
                    self.packs[event["seat"]].hold(card)
            case "draw" if event["seat"] in self.sees and event.get("card"):
                self.packs[event["seat"]].name_drawn(event["card"])
        for fact in facts:
            self.follow(fact)

    def deal(self, event: Json) -> None:
        packs, hands = event.get("packs"), event.get("hands")
        for seat, pack in enumerate(self.packs):
            pack.hand = self.first
            pack.size -= self.first
            hand = hands[seat] if hands else None
            if packs:
                pack.last = packs[seat][-1]
                hand = packs[seat][: self.first]
                pack.order = list(packs[seat][self.first :]) if pack.sees else None
            if hand and pack.sees:
                pack.held = set(hand)
            else:
                pack.take("hand", self.first)

    def follow(self, fact: Json) -> None:
        """Applies the moves of cards that an event itself makes."""
        match fact["fact"]:
            case "income_turned":
                self.packs[fact["seat"]].spend([fact["card"]])
            case "attack_met":
                self.packs[fact["seat"]].spend(fact["cost"])
            case "pack_drawn":
                self.packs[fact["seat"]].draw(fact["count"])
