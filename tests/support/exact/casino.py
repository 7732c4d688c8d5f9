"""Casino: every deal that fits a log, and the facts that hold in all of them.

A round has these places: the first cards of each hand, each card drawn after a play, and the rest, for cards that no hand of the
round holds. A card unknown to the log may lie in any of them. The module reads only the lines of a log; the standing builds are
read from the facts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple

from tests.support.exact.placing import fits

Line = dict[str, Any]
Place = tuple[str, int, int]
"""A name, the seat (-1 for none), and the version of an event. A card cannot have lain there before that event."""

RANKS, SUITS = "A23456789TJQK", "CDHS"
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS)
REST: Place = ("rest", -1, 0)
LAYING = ("trail", "take", "build", "duplicate", "raise")
EACH = 4


class Lack(NamedTuple):
    """A number of cards that a hand lacks, in any of these places. `lost_at`: the event that tells it has lost them, or 0.

    Cards that it has lost may have been there before that event. Others never were.
    """

    places: frozenset[Place]
    cards: int
    lost_at: int = 0


def values_of(card: str, royal: bool, params: Line) -> tuple[int, ...]:
    """The values of a card; none for a face that only matches its rank."""
    n = RANKS.index(card[0]) + 1
    if n > 10 and not royal:
        return ()
    high = (14,) if n == 1 and royal else ()
    wide = {"2S": "wide_deuce", "TD": "wide_ten"}.get(card)
    return (n, *high, *((n + (13 if n == 2 else 6),) if wide and params.get(wide) else ()))


class Tableau:
    """The cards on the table, by the plays and facts of a deal."""

    def __init__(self) -> None:
        self.loose: set[str] = set()
        self.builds: dict[str, Line] = {}
        self.barred: list[set[str]] = [set() for _ in range(4)]

    def lift(self, cards: Iterable[str]) -> None:
        self.loose -= set(cards)
        self.builds = {name: b for name, b in self.builds.items() if not set(b["cards"]) & set(cards)}

    def follow(self, line: Line) -> None:
        """Applies one line."""
        if line["type"] == "trail":
            self.loose.add(line["card"])
        for fact in line["facts"]:
            if fact["fact"] == "build_stands":
                self.lift(fact["cards"])
                self.builds[fact["build"]] = fact
            elif fact["fact"] == "cards_taken":
                self.lift(fact["cards"])


def as_seen(lines: Iterable[Line], seats: Collection[int]) -> list[Line]:
    """These lines as a reader sees them that sees the hands of these seats."""
    told = []
    for line in lines:
        if line["type"] == "deal":
            hands = [hand if seat in seats else None for seat, hand in enumerate(line.get("hands") or ())]
            told.append({**line, "hands": hands or None, "stock": None})
        elif line["type"] == "expose" and "short_now" in line:
            told.append({**line, "public": True})
        elif line["type"] != "reveal" or line["seat"] in seats:
            told.append(line)
    return told


class CasinoDeals:
    """The deals that fit these lines, the last of which may be any event. The questions are about round number `round_`."""

    def __init__(self, ruleset: str, seats: int, params: Line, lines: Sequence[Line], round_: int) -> None:
        self.royal, self.draws = ruleset == "casino.royal", ruleset == "casino.draw"
        self.seats, self.params = seats, params
        self.has_partners = seats == 4 and params.get("partners", True)
        self.dealer = 0
        self.round_, self.now = round_, 0
        self.room: dict[Place, int] = {}
        self.lacking: list[Lack] = []
        self.may: dict[str, frozenset[Place]] = {}
        self.laid_versions: dict[str, int] = {}
        self.owner: dict[str, int] = {}
        self.face_up: set[str] = set()
        self.away: set[str] = set()
        self.stock: list[str] | None = None
        self.left = 0
        self.undrawn = 0
        self.short = [0] * seats
        self.spare: set[int] = set()
        self.first: list[Place] = []
        self.size = [0] * seats
        self.table = Tableau()
        self.version = 0
        first_deals = (at for at, line in enumerate(lines) if line["type"] == "deal" and line.get("table") is not None)
        for line in lines[max(first_deals, default=0) :]:
            self._read(line)

    # Reading

    def _read(self, line: Line) -> None:
        kind = line["type"]
        self.version = line["version"]
        if kind == "deal":
            self._deal(line)
        elif kind in LAYING:
            self._play(line)
        elif kind == "reveal":
            self._show(line["seat"], line["cards"])
        elif kind == "retract":
            for fact in line["facts"]:
                if fact["fact"] == "card_owed":
                    self._show(fact["seat"], [fact["card"]])
                    self.face_up.add(fact["card"])
        elif kind == "expose":
            self._expose(line)
        elif kind == "short_hand":
            self._short_hand(line)
        self.table.follow(line)

    def _deal(self, line: Line) -> None:
        first = line.get("table") is not None
        if first:
            self.now, self.away, self.laid_versions = 0, set(line["table"]), {}
            self.table = Tableau()
            self.table.loose = set(line["table"])
            self.short = [0] * self.seats
            self.stock = None if line.get("stock") is None else list(line["stock"])
            self.left = len(PACK) - EACH - EACH * self.seats
            self.undrawn = 0
        self.dealer = line["dealer"]
        self.now += 1
        hands = line.get("hands") or [None] * self.seats
        size = [EACH - short for short in self.short]
        self.short = [0] * self.seats
        self.spare = set()
        if not first:
            self.left = max(0, self.left - sum(size))
        if self.stock is not None and not first:
            self.stock = self.stock[sum(size) :]
        if self.now > self.round_:
            return
        self.size = size
        self.first = [("first", seat, self.version) for seat in range(self.seats)]
        self.room = dict(zip(self.first, size, strict=True))
        self.lacking = []
        self.away |= self.laid_versions.keys()
        self.may, self.laid_versions, self.owner, self.face_up = {}, {}, {}, set()
        for seat, hand in enumerate(hands):
            for card in hand or ():
                self.may[card] = frozenset({self.first[seat]})
                self.owner[card] = seat

    def _places(self, seat: int) -> frozenset[Place]:
        """The places of a hand with cards from before this event."""
        return frozenset(place for place in self.room if place[1] == seat and place[2] < self.version)

    def _undrawn(self, places: frozenset[Place]) -> frozenset[Place]:
        """Those of these places in which a card may lie that no event has named: a card drawn from a known stock has its own."""
        return places if self.stock is None else frozenset(place for place in places if "drawn" not in place[0])

    def _show(self, seat: int, cards: Iterable[str]) -> None:
        for card in cards:
            self._fill_own_place(card)
            if self.owner.get(card) != seat or card not in self.may:
                places = self._places(seat)
                self.may[card] = self.may[card] & places if card in self.may else self._undrawn(places)
                self.owner[card] = seat

    def _fill_own_place(self, card: str) -> None:
        """A card from a known stock that its hand shows is in its own place: no card told to be missing so far was."""
        if self.stock is not None:
            own = {place for place in self.may.get(card, ()) if place[0] == "drawn"}
            self.lacking = [lack._replace(places=lack.places - own) for lack in self.lacking]

    def _play(self, line: Line) -> None:
        seat, card = line["seat"], line["card"]
        if self.now != self.round_:
            self.laid_versions[card] = self.version
            return
        self._lay(seat, card)
        if not self.draws or not self.left:
            return
        if self.undrawn and seat == self.dealer:
            self.undrawn -= 1
            return
        self.left -= 1
        self.size[seat] += 1
        place = ("drawn", seat, self.version)
        self.room[place] = 1
        if self.stock is not None:
            top_card = self.stock.pop(0)
            self.may[top_card] = frozenset({place})
            self.owner[top_card] = seat

    def _lay(self, seat: int, card: str) -> None:
        self._show(seat, [card])
        self.laid_versions[card] = self.version
        self.size[seat] -= 1

    def _expose(self, line: Line) -> None:
        card, seat = line["card"], line.get("seat")
        if seat is None:
            if card not in self.table.loose:
                self._expose_in_dealing(card, line)
            return
        if seat in self.spare:
            self.spare.discard(seat)
            self.room[self.first[seat]] += 1
            self._lay(seat, card)
            self.size[seat] += 1
            self.table.loose.add(card)
        elif self.has_partners:
            self._lay(seat, card)
            self.table.loose.add(card)
            self.table.barred[seat % 2].add(card)
        else:
            self._show(seat, [card])
            self.face_up.add(card)

    def _expose_in_dealing(self, card: str, line: Line) -> None:
        is_held, is_dealers = card in self.owner, self.owner.get(card) == self.dealer
        places = self.may[card] if is_dealers else self._places(self.dealer)
        self.may.pop(card, None)
        self.owner.pop(card, None)
        self.away.add(card)
        self.table.loose.add(card)
        out_of_pack = not is_held and (self.draws if self.stock is None else card in self.stock)
        # Everyone sees if the dealer's hand is short now: the card came out of a hand.
        if line["short_now"] if line.get("public") else not out_of_pack:
            self.lacking.append(Lack(places, 1))
            self._miss(self.dealer, 1, of_these=False)
            return
        self.left -= 1
        if self.stock is not None:
            self.stock.remove(card)
        if self.draws:
            self.undrawn += 1
        else:
            self.short[self.dealer] = min(EACH, self.short[self.dealer] + 1)

    def _short_hand(self, line: Line) -> None:
        seat, cards, cause = line["seat"], line["cards"], line.get("cause")
        if cause == "dealt_too_many":
            self.short[self.dealer] = min(EACH, self.short[self.dealer] + cards)
            self.left = max(0, self.left - cards) if self.stock is None else self.left
            if cards:
                self.spare |= {seat} if seat != self.dealer else set(range(self.seats)) - {seat}
        elif cause == "pack_short" and (self.now != self.round_ or not any(self.size)):
            self.short[seat] = min(EACH, self.short[seat] + cards)
        elif cause == "pack_short":
            draws = sum(count for place, count in self.room.items() if place[:2] == ("drawn", seat))
            self._miss(seat, cards, of_these=self.stock is not None or cards > draws)
            for _ in range(cards):
                self._leave_last_empty(seat)
        elif cause != "out_of_turn":
            self.lacking.append(Lack(self._places(seat), cards, self.version if cause == "played_two" else 0))
            self._miss(seat, cards, of_these=True)

    def _leave_last_empty(self, seat: int) -> None:
        """Leaves one card out of the last place of the hand that may have had none: the pack ran out."""
        for place in sorted(self._places(seat), key=lambda place: place[2], reverse=True):
            self.room[place] -= 1
            if self._fit(_anywhere):
                return
            self.room[place] += 1
        raise AssertionError(f"no deal fits in which seat {seat} lacks a card")

    def _miss(self, seat: int, cards: int, *, of_these: bool) -> None:
        self.size[seat] -= cards
        hand = [card for card, of in self.owner.items() if of == seat and card not in self.laid_versions]
        if len(hand) > self.size[seat] or (of_these and cards):
            kept = self.face_up.intersection(() if of_these else hand)
            for card in set(hand) - (kept if len(kept) <= self.size[seat] else set()):
                self.owner.pop(card)
                where = self.may.pop(card)
                if self.stock is not None and {place[0] for place in where} == {"drawn"}:
                    # It came out of the stock then: it is there, or it is the one that is missing.
                    self.may[card] = frozenset({*where, *map(_place_of_loss, where), REST})

    # Asking

    def _fit(
        self,
        narrow: Callable[[str, frozenset[Place]], frozenset[Place]],
        extra: Mapping[int, int] | None = None,
        at: int | None = None,
    ) -> bool:
        """True if a deal fits in which each card lies in a wished place, and these seats have so many cards too many.

        `at`: the event that is asked about, if not the last: cards lost since may still lie in the hand.
        """
        return any(fits(room, choices) for room, choices in self._deals(narrow, extra or {}, at))

    def _deals(
        self, narrow: Callable[[str, frozenset[Place]], frozenset[Place]], extra: Mapping[int, int], at: int | None
    ) -> Iterator[tuple[dict[Place, int], list[frozenset[Place]]]]:
        """The numbers of cards that the places may have, and the places wished of each card."""
        cards = [card for card in PACK if card not in self.away]
        where = self._where()
        choices = [narrow(card, where(card)) for card in cards]
        spare = {seat: self._extra(seat) for seat in self.spare} | {seat: (more,) for seat, more in extra.items()}
        empty = [
            [
                (gaps, is_lost)
                for gaps in combinations_with_replacement(sorted(lack.places), lack.cards)
                for is_lost in ways
            ]
            for lack in self.lacking
            for ways in [(False, True) if at is not None and at < lack.lost_at else (False,)]
        ]
        for combination, gaps in product(product(*spare.values()), [*product(*empty)]):
            room = dict(self.room)
            for seat, more in zip(spare, combination, strict=True):
                room[self.first[seat]] += more
            for places, is_lost in gaps:
                for place in places:
                    room[place] -= 1
                    if is_lost:
                        room[_place_of_loss(place)] = room.get(_place_of_loss(place), 0) + 1
            room[REST] = len(cards) - sum(room.values())
            yield room, choices

    def exist(self) -> bool:
        """True if there is a deal that fits."""
        return self._fit(_anywhere)

    def _beyond(self, seat: int) -> int:
        """The number of cards that the hand has shown beyond those that it was due."""
        places = sum(count for place, count in self.room.items() if place[1] == seat)
        lacks = sum(lack.cards for lack in self.lacking if next(iter(lack.places))[1] == seat)
        return max(0, len([card for card, of in self.owner.items() if of == seat]) - places + lacks)

    def _extra(self, seat: int) -> Sequence[int]:
        """The possible numbers of cards too many in the hand's deal."""
        return (1,) if self._beyond(seat) else (0, 1)

    def _where(self) -> Callable[[str], frozenset[Place]]:
        """The places in which a card may lie, without regard to other cards."""
        stock, rest = set(self.stock or ()), frozenset({REST})
        everywhere = self._undrawn(frozenset({*self.room, *map(_place_of_loss, self.room), REST}))
        return lambda card: self.may.get(card) or (rest if card in stock else everywhere)

    def may_hold(self, seat: int, cards: Iterable[str]) -> bool:
        """True if the hand may hold all these cards now."""
        asked_cards = set(cards)
        if asked_cards & self.away or asked_cards & self.laid_versions.keys():
            return False
        places = frozenset(place for place in self.room if place[1] == seat)
        return self._fit(lambda card, may: may & places if card in asked_cards else may)

    def may_turn_over(self, seat: int, card: str) -> bool:
        """True if the hand may have been dealt too many, and hold this card now."""
        if card in self.away or card in self.laid_versions:
            return False
        places = frozenset(place for place in self.room if place[1] == seat)
        return self._fit(lambda other, may: may & places if other == card else may, {seat: 1})

    def may_lack(self) -> bool:
        """True if more cards are left than the hands need, so that one may have been dealt too many."""
        return any(self._fit_beyond(seat) for seat in range(self.seats))

    def _fit_beyond(self, seat: int) -> bool:
        """True if a deal fits in which this hand holds one card more than it has shown so far."""
        return self._fit(_anywhere, {seat: self._beyond(seat) + 1})

    def early(self, seat: int, version: int) -> frozenset[Place]:
        """The places of the cards that the hand had before event `version`."""
        early = {place for place in self.room if place[1] == seat and place[2] < version}
        return frozenset({*early, *map(_place_of_loss, early)})

    def may_have_kept(self, seat: int, version: int, candidates: set[str]) -> bool:
        """True if the hand may have held one of these cards after its play of this version."""
        early, where, kinds = self.early(seat, version), self._where(), dict[frozenset[Place], str]()
        for card in candidates - self.away:
            if self.laid_versions.get(card, version + 1) > version and where(card) & early:
                kinds.setdefault(where(card), card)
        return any(self._fit(_into(card, early), at=version) for card in kinds.values())

    def may_have_kept_none(self, seat: int, version: int, candidates: set[str]) -> bool:
        """True if the hand may have held none of these cards after its play of this version."""
        early = self.early(seat, version)
        rest = {card for card in candidates if self.laid_versions.get(card, version + 1) > version}
        return self._fit(lambda card, may: may - early if card in rest else may, at=version)

    def surely_held(self, seat: int, version: int) -> set[str]:
        """The cards known or shown that the hand surely held at its play of this version, the one played included."""
        early, where = self.early(seat, version), self._where()
        mine = [c for c, of in self.owner.items() if of == seat and self.laid_versions.get(c, version) >= version]
        return {card for card in mine if where(card) <= early or not self._fit(_out_of(card, early), at=version)}

    def wholly_seen(self, seat: int, version: int) -> bool:
        """True if the cards that the hand surely held are all that it had."""
        early, hand_cards = self.early(seat, version), len(self.surely_held(seat, version))
        before = sum(1 for c, of in self.owner.items() if of == seat and self.laid_versions.get(c, version) < version)
        return all(
            sum(room.get(place, 0) for place in early) - before == hand_cards
            for room, choices in self._deals(_anywhere, {}, version)
            if fits(room, choices)
        )

    def counts(self, value: int) -> set[str]:
        """The cards of this value."""
        return {card for card in PACK if value in self.values(card)}

    def values(self, card: str) -> tuple[int, ...]:
        return values_of(card, self.royal, self.params)

    # A build of one's own

    def able(self, table: Tableau, side: int, hand: set[str]) -> bool:
        """True if one of these cards takes, duplicates or raises on this table."""
        return any(self._able_with(table, side, card, hand - {card}) for card in hand)

    def _able_with(self, table: Tableau, side: int, card: str, exceptions: set[str]) -> bool:
        forbidden = table.barred[side]
        free = table.loose - forbidden
        worth = self.values(card)
        if not worth and any(other[0] == card[0] for other in free):
            return True
        sums, open_sums = self._sums(table.loose), self._sums(free)
        for build in table.builds.values():
            value = build["value"]
            if value in worth and not set(build["cards"]) & forbidden:
                return True
            if self.counts(value) & exceptions and any(n <= value and value - n in sums for n in worth):
                return True
            if not build.get("multiple") and any(self.counts(value + n) & exceptions for n in worth):
                return True
        return any(n in open_sums for n in worth if n)

    def _sums(self, loose: Iterable[str]) -> set[int]:
        """The sums of any of these cards. The sum of none is 0."""
        sums = {0}
        for card in loose:
            sums |= {total + n for total in sums for n in self.values(card) if total + n <= 16}
        return sums


def _place_of_loss(place: Place) -> Place:
    """The place of cards that the hand has lost out of this one. No card that it has laid or shown since lies there."""
    return (f"lost {place[0]}", *place[1:])


def _anywhere(_card: str, may: frozenset[Place]) -> frozenset[Place]:
    return may


def _into(target: str, places: frozenset[Place]) -> Callable[[str, frozenset[Place]], frozenset[Place]]:
    return lambda card, may: may & places if card == target else may


def _out_of(target: str, places: frozenset[Place]) -> Callable[[str, frozenset[Place]], frozenset[Place]]:
    return lambda card, may: may - places if card == target else may


def sets_of(cards: Sequence[str], most: int) -> Iterator[tuple[str, ...]]:
    """All sets of these cards, up to a size."""
    for n in range(1, most + 1):
        yield from combinations(cards, n)
