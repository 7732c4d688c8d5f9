"""The plays of Casino: trail, take, build, duplicate, raise; what the log refuses, what breaks a rule, what follows.

What a play breaks is known at once where the table shows it or the hand is known. That a card of a build's value is kept
in the hand is an assertion, and settled by the judge.
"""

from referee.cards import FRENCH, bits
from referee.errors import Breach
from referee.games.casino import refusals
from referee.games.casino.board import Standing
from referee.games.casino.dealing import Dealing
from referee.games.casino.events import AnnounceLast, Build, Duplicate, Laying, Raise, Take, Trail
from referee.games.casino.facts import BuildStands, CardsTaken
from referee.games.casino.state import (
    EXPOSED,
    ILLEGAL_PLAY,
    IMPROPER,
    LAST_ROUND,
    OWN_BUILD,
    RAISE,
    TAKE,
    WRONG_HAND,
    Tried,
)
from referee.match.ledger import Evidence
from referee.match.state import Facts
from referee.match.vocabulary import Fact, InfractionProven

BIT = FRENCH.bit
NAMED_FIRST = (ILLEGAL_PLAY, WRONG_HAND, EXPOSED, IMPROPER, RAISE, OWN_BUILD, TAKE)
"""In which order the rules that one play breaks are named."""


class Playing(Dealing):
    """What a seat does with a card in its turn."""

    __slots__ = ()

    # What the log refuses

    def needs(self, event: Laying) -> None:
        """Raises Impossible for a play that the table contradicts: its seat, turn or card, or the cards and builds it names."""
        self.need_seat(event.seat)
        if event.seat != self.turn:
            refusals.refuse_turn(self, event.seat)
        self.need_card(event.seat, event.card)
        cards = () if isinstance(event, Trail | Raise) else event.cards
        strange = FRENCH.mask(cards) & ~self.loose
        if strange or len(set(cards)) != len(cards):
            refusals.refuse_loose(self, event, strange)
        named = self._named(event)
        missing = [id_ for id_ in named if self.standing_build(id_) is None]
        if missing or len(set(named)) != len(named):
            refusals.refuse_build(self, event, missing)

    def need_card(self, seat: int, card: str) -> None:
        """Raises Impossible unless the hand may hold the card."""
        judge = self.knowledge
        if not judge.known[seat] & BIT[card] and not judge.may_hold(seat, BIT[card]):
            refusals.refuse_card(self, seat, card)

    def _named(self, event: Laying) -> tuple[str, ...]:
        """The ids of the builds that a play touches."""
        if isinstance(event, Take):
            return event.builds
        return (event.build,) if isinstance(event, Duplicate | Raise) else ()

    def _touched(self, event: Laying) -> list[Standing]:
        if not self.builds:
            return []
        return [build for build in self.builds if build.id in self._named(event)]

    # What breaks a rule

    def shown_faults(self, event: Laying) -> list[str]:
        """The rules that a play breaks as far as the table and the known hands show it, the one to name first."""
        duty = self.duty(event.seat)
        found = [duty[0]] if duty and not (isinstance(event, Trail) and duty[1] & BIT[event.card]) else []
        bound = not duty and self.bound(event.seat)
        match event:
            case Trail():
                found += [OWN_BUILD] if bound and not self.trailable(event.seat) & BIT[event.card] else []
            case Take():
                found += self._faults_of_take(event)
            case Build():
                found += self._misbuilt(event) + ([OWN_BUILD] if bound else [])
            case Duplicate():
                found += self._misbuilt(event)
            case Raise():
                found += self._misbuilt(event) + ([RAISE] if self._touched(event)[0].multiple else [])
        return list(dict.fromkeys(found))

    def _faults_of_take(self, event: Take) -> list[str]:
        board = self.board(event.seat)
        cards, touched = FRENCH.mask(event.cards), self._touched(event)
        taken = cards
        for build in touched:
            taken |= build.cards
        fits = board.takes_them(BIT[event.card], cards, touched)
        return [*([] if fits else [TAKE]), *([EXPOSED] if taken & board.barred else [])]

    def _misbuilt(self, event: Build | Duplicate | Raise) -> list[str]:
        """casino.improper-build, where what is laid does not make the value, or no card of the pack has it."""
        board = self.board(event.seat)
        card, value = BIT[event.card], self.announced_value(event)
        if isinstance(event, Raise):
            right = value in board.lifted(card, self._touched(event)[0])
        else:
            cards = FRENCH.mask(event.cards)
            right = board.adds_up(card, cards, value) and bool(cards or isinstance(event, Duplicate))
        return [] if right and board.holding(value) else [IMPROPER]

    def announced_value(self, event: Build | Duplicate | Raise) -> int:
        """The value that the build has after this play."""
        return self._touched(event)[0].value if isinstance(event, Duplicate) else event.value

    def lacks_card(self, event: Laying) -> bool:
        """Whether the hand, wholly known, keeps no card that would take what this play builds (casino.improper-build)."""
        if not isinstance(event, Build | Duplicate | Raise):
            return False
        keeps = self.values.worth.get(self.announced_value(event), 0) & ~BIT[event.card]
        return self.knowledge.lacks(event.seat, tuple(bits(keeps)))

    def faults(self, event: Laying) -> list[str]:
        """The rules that a play breaks as far as the log can prove it now, the one to name first."""
        found = self.shown_faults(event)
        if IMPROPER not in found and self.lacks_card(event):
            found.append(IMPROPER)
        return sorted(found, key=NAMED_FIRST.index)

    def _check(self, event: Laying) -> Breach | None:
        self.needs(event)
        found = self.faults(event)
        return refusals.breach(self, event, found[0]) if found else None

    def check_trail(self, event: Trail, at: int) -> Breach | None:
        return self._check(event)

    def check_take(self, event: Take, at: int) -> Breach | None:
        return self._check(event)

    def check_build(self, event: Build, at: int) -> Breach | None:
        return self._check(event)

    def check_duplicate(self, event: Duplicate, at: int) -> Breach | None:
        return self._check(event)

    def check_raise(self, event: Raise, at: int) -> Breach | None:
        return self._check(event)

    # What happens

    def apply_trail(self, event: Trail, at: int) -> Facts:
        facts, stood = self._lay(event, at, self.shown_faults(event))
        self.tried = None
        self.loose |= BIT[event.card]
        return self._end_play(event.seat, at, facts, stood)

    def apply_take(self, event: Take, at: int) -> Facts:
        touched = self._touched(event)
        facts, stood = self._lay(event, at, self.shown_faults(event))
        taken = BIT[event.card] | FRENCH.mask(event.cards)
        for build in touched:
            taken |= build.cards
        self.loose &= ~taken
        self.builds = tuple(build for build in self.builds if build not in touched)
        self.gather(event.seat, taken)
        self.last_taker = event.seat
        sweep = self.params.sweeps and not self.loose and not self.builds
        if sweep:
            mine = self.side(event.seat)
            self.swept = tuple(n | BIT[event.card] if side == mine else n for side, n in enumerate(self.swept))
        facts.append(CardsTaken(event.seat, event.card, FRENCH.cards(taken), sweep))
        return self._end_play(event.seat, at, facts, stood)

    def apply_build(self, event: Build, at: int) -> Facts:
        card, cards = BIT[event.card], FRENCH.mask(event.cards)
        board = self.board(event.seat)
        several = board.adds_up(card, cards, event.value) and not board.one_group(card, cards, event.value)
        new = Standing(f"b{self.made + 1}", event.seat, event.value, card | cards, several)
        facts = self._stack(event, at, new)
        self.made += 1
        return facts

    def apply_duplicate(self, event: Duplicate, at: int) -> Facts:
        build = self._touched(event)[0]
        cards = build.cards | BIT[event.card] | FRENCH.mask(event.cards)
        return self._stack(event, at, build._replace(owner=event.seat, cards=cards, multiple=True))

    def apply_raise(self, event: Raise, at: int) -> Facts:
        build = self._touched(event)[0]
        cards = build.cards | BIT[event.card]
        return self._stack(event, at, build._replace(owner=event.seat, cards=cards, value=event.value))

    def _stack(self, event: Build | Duplicate | Raise, at: int, build: Standing) -> Facts:
        """A build stands anew, with what its maker asserts by it."""
        broken = self.shown_faults(event)
        facts, stood = self._lay(event, at, broken)
        self.loose &= ~build.cards
        others = (other for other in self.builds if other.id != build.id)
        self.builds = tuple(sorted((*others, build), key=lambda standing: int(standing.id[1:])))
        facts.append(BuildStands(build.id, event.seat, build.value, FRENCH.cards(build.cards), build.multiple))
        if IMPROPER not in broken:
            self.knowledge.assert_present(event.seat, IMPROPER, at, self.board(event.seat).holding(build.value))
        return self._end_play(event.seat, at, facts, stood)

    def _lay(self, event: Laying, at: int, shown: list[str]) -> tuple[list[Fact], Tried | None]:
        """The card leaves the hand; returns what the table shows to be broken, and the illegal play that now stands."""
        seat, card = event.seat, BIT[event.card]
        facts: list[Fact] = []
        if self.is_last_round() and not self.played and not self.announced:
            facts.append(InfractionProven(LAST_ROUND, self.dealer or 0, at, Evidence("seen")))
        facts += [InfractionProven(rule, seat, at, Evidence("seen")) for rule in shown]
        stood, broken = self.tried, (*shown, *([IMPROPER] if self.lacks_card(event) else []))
        self.tried = Tried(seat, card, broken) if broken else None
        self.wrote(seat, at)
        self.played += 1
        self.plays += 1
        if OWN_BUILD in shown and isinstance(event, Trail):
            self.presume(seat, card, at)
        self.leave(seat, card)
        return facts, stood

    def _end_play(self, seat: int, at: int, facts: list[Fact], stood: Tried | None) -> Facts:
        self._draw(seat)
        self.pass_turn()
        return self.close(at, facts, stood)

    def _draw(self, seat: int) -> None:
        """Draw Casino: the seat draws one card, until the stock is out."""
        if not self.DRAWS or not self.stock_left:
            return
        if self.undrawn and seat == self.dealer:
            self.undrawn -= 1
            return
        self.stock_left -= 1
        judge = self.knowledge
        if self.stock is None:
            judge.receive(seat)
            return
        card, self.stock = self.stock[0], self.stock[1:]
        judge.draw(seat, card)

    # The last round

    def check_announce_last(self, event: AnnounceLast, at: int) -> None:
        self.need_seat(event.seat)
        if not self.may_announce() or event.seat != self.dealer:
            refusals.refuse_announcement(self, event.seat)

    def apply_announce_last(self, event: AnnounceLast, at: int) -> Facts:
        self.announced = True
        return ()

    def may_announce(self) -> bool:
        """Whether the dealer may now announce the last round: it is dealt, and nobody has played in it."""
        return self.phase == "play" and self.is_last_round() and not self.played and not self.announced
