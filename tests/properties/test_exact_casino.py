"""The judge of Casino is exact: it is compared with every deal that fits the log."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import pytest

from referee.errors import Forbidden, Impossible, Irregular, ServiceRefusal
from referee.match.choice import Choice
from referee.match.events import Event
from referee.match.judge.players import require_own_knowledge
from referee.match.ledger import ClaimState
from tests.support.exact.casino import LAYING, PACK, CasinoDeals, Line, Tableau, as_seen
from tests.support.exact.casino_tables import CasinoReality
from tests.support.exact.reader import ReadersMatch, mask_of

MATCHES = 5000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 200
IMPROPER, OWN_BUILD = "casino.improper-build", "casino.own-build"
WRONG_DEALS = ("dealt_too_many", "pack_short")
"""Causes of a wrong hand that a deal contradicts whose stock is on record."""
Status = Literal["open", "proven", "held"]


class HandAssertion(NamedTuple):
    """The assertion of a play about its hand: to keep one of the cards `cards`, or else to have no move on this table."""

    code: str
    seat: int
    version: int
    cards: frozenset[str]
    table: Tableau | None

    def status(self, deals: CasinoDeals) -> Status:
        """The status of the assertion in all deals."""
        if self.table is None:
            if not deals.may_have_kept(self.seat, self.version, set(self.cards)):
                return "proven"
            return "open" if deals.may_have_kept_none(self.seat, self.version, set(self.cards)) else "held"
        side = self.seat % 2 if deals.has_partners else self.seat
        if deals.able(self.table, side, deals.surely_held(self.seat, self.version)):
            return "proven"
        return "held" if deals.wholly_seen(self.seat, self.version) else "open"


class Trial(CasinoReality):
    """A match in which all assertions of plays about hands are followed until they are settled."""

    def __init__(self, seed: str, **opening: Any) -> None:
        super().__init__(seed, **opening)
        self.said: list[HandAssertion] = []
        self.left_to_referee: frozenset[int] = frozenset()
        self.said_at: dict[int, tuple[list[HandAssertion], frozenset[int]]] = {1: ([], frozenset())}
        self.dropped_claims = 0
        self.settled: Counter[str] = Counter()
        chance, seats = self.chance, range(self.seats)
        self.player = chance.randrange(self.seats) if chance.random() < 0.4 else None
        share = chance.random()
        self.visible = [seat for seat in seats if chance.random() < share] if self.player is None else [self.player]
        self.reader = ReadersMatch(self.table, mask_of(self.visible))

    def tell(self, event: Line) -> None:
        assertions, round_, before = self._assertion_of(event), self.state.round.number, self.version
        super().tell(event)
        if event["type"] == "retract":
            (self.said, self.left_to_referee), before = self.said_at[event["to"]], 0
            # A redeal that is taken back had no deal of its own.
            round_ = self.state.round.number
        if event["type"] == "count":
            self._leave_to_referee(self.said, round_ or 1, before)
        self.said = [] if event["type"] == "redeal" else [*self.said, *assertions]
        if event["type"] == "ruling":
            claim = self.table.match.ledger.claim(event["claim"])
            assert claim is not None
            self.said = [
                assertion for assertion in self.said if (assertion.code, assertion.version) != (IMPROPER, claim.at)
            ]
        self._compare(round_ or 1, before)
        if self.state.phase != "play" and (self.open() or not any(self.state.knowledge.size)):
            self.said = []
        if self.open():
            self.dropped_claims = len(self.table.match.ledger.claims)
        self._require_decided()
        self._tell_reader()
        self.said_at[self.version] = self.said, self.left_to_referee

    def _leave_to_referee(self, open_assertions: Iterable[HandAssertion], round_: int, before: int) -> None:
        """Figures in place of the rest of a deal settle nothing that plays said of hands. These were open in all deals."""
        for assertion in open_assertions:
            self._need(assertion, "open", round_, before)
        self.left_to_referee |= {assertion.version for assertion in self.said if assertion.code == IMPROPER}
        self.said = []

    def _tell_reader(self) -> None:
        """What a reader is told under `hand_end` rests on what this reader sees, and afterwards is everything."""
        if not self.late:
            return
        lines = as_seen(self.cards.lines[-1:], self.visible)
        self.reader.follow(lines[0] if lines else None)
        apart = self.reader.apart
        if self.state.phase == "play" and self.chance.random() < 0.15 and self._sees_own_draws():
            apart = self.reader.differences()
        assert not apart, self.log(f"who sees {self.visible} is told {apart}")

    def _sees_own_draws(self) -> bool:
        """False if the log knows cards that a reader draws, and that no event names."""
        return not (self.visible and self.state.options.draws and self.state.stock.cards is not None)

    def _assertion_of(self, event: Line) -> list[HandAssertion]:
        """The assertion of this event about its hand."""
        kind, version, duties = event["type"], self.version + 1, self.state.duties
        if kind not in LAYING:
            return []
        deals, seat, assertions = self.deals(self.state.round.number), event["seat"], []
        builds = deals.table.builds
        if kind in ("build", "duplicate", "raise"):
            worths = deals.counts(builds[event["build"]]["value"] if kind == "duplicate" else event["value"])
            assertions.append(HandAssertion(IMPROPER, seat, version, frozenset(worths - {event["card"]}), None))
        owes = duties.trailing >> seat & 1 or any(obligation.seat == seat for obligation in duties.obligations)
        if kind in ("trail", "build") and not owes and any(build["seat"] == seat for build in builds.values()):
            assertions.append(HandAssertion(OWN_BUILD, seat, version, frozenset(), deals.table))
        return assertions

    def _compare(self, round_: int, before: int) -> None:
        """The judge's word on each assertion now is true in all deals, and was not true at version `before`."""
        still = []
        for assertion in self.said:
            ours = self._judge_word(assertion)
            over = not self.open() or not self.state.knowledge.size[assertion.seat]
            if ours == "open":
                still.append(assertion)
                if over or self.chance.random() < 0.1:
                    self._need(assertion, "open", round_, self.version)
            elif ours is not None:
                self.settled[f"{assertion.code} {ours}"] += 1
                # A hand that is out may leave it open whether a card that it laid was drawn since, or whether one that it lost,
                # or still has too many, would have taken: nothing contradicts it.
                is_in_doubt = self.state.options.draws or self._lost_since(assertion)
                is_in_doubt = is_in_doubt or assertion.seat in self.deals(round_).spare
                out = ours == "held" and over and is_in_doubt
                if not (out and assertion.status(self.deals(round_)) == "open"):
                    self._need(assertion, ours, round_, self.version)
                if assertion.version <= before:
                    self._need(assertion, "open", round_, before)
                self._require_ruled(assertion, ours)
        self.said = still

    def _lost_since(self, assertion: HandAssertion) -> bool:
        """True if the hand has lost a card by playing two since this assertion."""
        losses = [line for line in self.cards.lines if line["version"] > assertion.version and "cause" in line]
        return any((line["seat"], line["cause"]) == (assertion.seat, "played_two") for line in losses)

    def _judge_word(self, assertion: HandAssertion) -> Status | None:
        """The judge's word on an assertion; None for an assertion that the table refutes."""
        code, seat, version = assertion[:3]
        for infraction in self.table.match.ledger.infractions:
            if (infraction.code, infraction.seat, infraction.version, infraction.status) == (
                code,
                seat,
                version,
                "proven",
            ):
                return None if infraction.evidence and infraction.evidence.how == "seen" else "proven"
        is_open = any((a.code, a.version) == (code, version) for a in self.state.knowledge.open[seat])
        return "open" if is_open else "held"

    def _need(self, assertion: HandAssertion, ours: Status, round_: int, until: int) -> None:
        deals = self.deals(round_, until)
        assert deals.exist(), self.log(f"no deal fits at {until}")
        theirs = assertion.status(deals)
        assert theirs == ours, self.log(f"{assertion[:3]} is {ours} at {until}, and in the deals that fit {theirs}")

    def _require_ruled(self, assertion: HandAssertion, ours: Status) -> None:
        """A claim is decided with the assertion that it depends on."""
        for claim in self._claims():
            if (claim.at, claim.against) == (assertion.version, assertion.seat) and assertion.code == IMPROPER:
                assert claim.status == ("upheld" if ours == "proven" else "rejected"), self.log(str(claim))

    def _claims(self) -> list[ClaimState]:
        """The claims, but for those of a match that is over which its end may have dropped."""
        claims = self.table.match.ledger.claims
        return claims if self.open() else claims[self.dropped_claims :]

    def _require_decided(self) -> None:
        """Claims wait for the open assertions, and for the referee. The end of a match drops those that wait.

        The referee decides those about a deal that was told by its figures while their assertions were open.
        """
        ledger, open_ = (
            self.table.match.ledger,
            {assertion.version for assertion in self.said if assertion.code == IMPROPER},
        )
        waiting = {claim.at for claim in ledger.claims if claim.status == "pending"}
        assert waiting <= open_ | self.left_to_referee, self.log(f"claims wait for {waiting - open_}")
        open_ |= self._left_unruled()
        claim_versions = {claim.at for claim in self._claims() if claim.status != "pending"}
        assert not claim_versions & open_, self.log(f"claims on {claim_versions & open_} are decided")
        infractions = {i.version for i in ledger.infractions if i.status == "open"}
        assert infractions == waiting, self.log(f"infractions at {infractions} are open")

    def _left_unruled(self) -> set[int]:
        """The versions of the builds that only the referee can judge, who has said nothing of them."""
        claims = self.table.match.ledger.claims
        by_claim = {claim.claim: claim.at for claim in claims}
        rulings = {by_claim.get(line["claim"]) for line in self.cards.lines if line["type"] == "ruling"}
        over = claims[: 0 if self.open() else self.dropped_claims]
        dropped = {claim.at for claim in over}
        return {*self.left_to_referee} - rulings - dropped

    def look_after_the_end(self) -> None:
        """Hands that a match leaves unplayed are shown, and claims made: what plays said of them is settled as before."""
        for seat in self.chance.sample(range(self.seats), self.seats):
            hand = self.cards.hands[seat]
            if self.said and (claim := self._claim()) and claim["type"] == "claim":
                self.tell(claim)
            if self.state.knowledge.size[seat] and hand:
                self.tell({"type": "reveal", "seat": seat, "cards": hand})

    def ask(self) -> None:
        """Asks if a card, a hand shown and a play may come next: the answer is the one of the deals that fit."""
        seat, chance = self.state.turn, self.chance
        if seat is None or self.state.phase != "play" or not self.open():
            return
        deals = self.deals(self.state.round.number)
        card = chance.choice(PACK)
        fits = deals.may_hold(seat, [card])
        possible = self.possible({"type": "trail", "seat": seat, "card": card})
        assert possible == fits, self.log(f"{seat} trails {card}")
        self._ask_of_a_hand(deals, chance.randrange(self.seats))
        if self.state.stock.cards is None:
            self._ask_of_cards_too_many(deals, card)
        else:
            wrong_deal = {"type": "short_hand", "seat": seat, "cards": 1, "cause": chance.choice(WRONG_DEALS)}
            assert not self.possible(wrong_deal), self.log(str(wrong_deal))
        if card not in deals.away | deals.laid_versions.keys():
            self._ask_of_a_card_shown_in_dealing(card)
        if fits and possible:
            self._ask_of_a_play(self.play([card]))
        if self.player == seat:
            hand = [other for other in self.cards.hands[seat] if other not in deals.laid_versions]
            for own in (card, *self.chance.sample(hand, min(len(hand), 2))):
                self._ask_as_player(self.play([own]))

    def _ask_of_a_hand(self, deals: CasinoDeals, seat: int) -> None:
        hand_cards = [
            card for card, holder in deals.owner.items() if holder == seat and card not in deals.laid_versions
        ]
        cards = {*self.chance.sample(PACK, self.chance.randint(0, 3)), *hand_cards[: self.chance.randint(0, 4)]}
        event = {"type": "reveal", "seat": seat, "cards": sorted(cards)}
        possible, fits = self.possible(event), deals.may_hold(seat, cards)
        assert possible == fits, self.log(str(event))

    def _ask_of_a_card_shown_in_dealing(self, card: str) -> None:
        """A card may be shown in dealing if a deal fits in which it comes out of the stock, or the dealer lacks it."""
        if not self.state.knowledge.size[self.state.dealer or 0]:
            return
        event = {"type": "expose", "card": card}
        line = {**event, "version": self.version + 1, "facts": []}
        deals = CasinoDeals(self.ruleset, self.seats, self.params, [*self.cards.lines, line], self.state.round.number)
        assert self.possible(event) == (deals.left >= 0 and deals.exist()), self.log(str(event))

    def _ask_of_cards_too_many(self, deals: CasinoDeals, card: str) -> None:
        """A hand may have a card too many, and turn it over, if a deal fits in which it has one."""
        overdealt = {"type": "short_hand", "seat": self._other(self.state.dealer or 0), "cards": 1}
        event = {**overdealt, "cause": "dealt_too_many"}
        assert self.possible(event) == (self.state.stock.left > 0 or deals.may_lack()), self.log(str(event))
        for seat in deals.spare:
            event = {"type": "expose", "seat": seat, "card": card}
            assert self.possible(event) == deals.may_turn_over(seat, card), self.log(str(event))

    def _ask_of_a_play(self, play: Line) -> None:
        """A play is irregular by its words about the hand if those are false in all deals; otherwise `legal` lists it."""
        lines = [*self.cards.lines, {**play, "version": self.version + 1, "facts": []}]
        then = CasinoDeals(self.ruleset, self.seats, self.params, lines, self.state.round.number)
        breach = self.table.match.check(self.read(play), self.version + 1)
        for assertion in self._assertion_of(play):
            is_false = assertion.status(then) == "proven"
            assert breach or not is_false, self.log(f"{play} is irregular: {assertion.code}")
            assert is_false or not breach or breach.rule != assertion.code, self.log(
                f"{play} may be regular: {assertion.code}"
            )
        legal = self.table.match.legal()
        if is_whole(legal, play):
            assert (self.read(play) in legal) == (breach is None), self.log(f"{play} {breach}")
        is_free = breach is None or breach.rule in (IMPROPER, OWN_BUILD)
        if is_free and self.state.stock.cards is None and self.chance.random() < 0.5:
            self._ask_as_reader(play)

    def _ask_as_reader(self, play: Line) -> None:
        """A reader's list has the play if it is regular in a deal that fits the knowledge of this reader."""
        seats = [seat for seat in range(self.seats) if self.chance.random() < 0.4]
        match, version = self.table.match, self.version + 1
        legal = match.legal(match.sees(version, mask_of(seats)))
        if not is_whole(legal, play):
            return
        assert (self.read(play) in legal) == (self._as_known_to(seats, play) == "regular"), self.log(
            f"{play} for who sees {seats}"
        )

    def _as_known_to(self, seats: Sequence[int], play: Line) -> Literal["impossible", "irregular", "regular"]:
        """The judgement of a play by its hand, in the deals that fit the knowledge of a reader of these hands."""
        lines, round_ = as_seen(self.cards.lines, seats), self.state.round.number
        if not CasinoDeals(self.ruleset, self.seats, self.params, lines, round_).may_hold(play["seat"], [play["card"]]):
            return "impossible"
        lines.append({**play, "version": self.version + 1, "facts": []})
        then = CasinoDeals(self.ruleset, self.seats, self.params, lines, round_)
        is_false = any(assertion.status(then) == "proven" for assertion in self._assertion_of(play))
        return "irregular" if is_false else "regular"

    def _ask_as_player(self, play: Line) -> None:
        """A request of a player is judged by the knowledge of that seat, or else left to the referee to record."""
        match, seat, event = self.table.match, play["seat"], self.read(play)
        try:
            require_own_knowledge(match.state, event, 1 << seat)
        except Forbidden:
            return
        apart = self.reader.answers_apart([play]) if self.late and self._sees_own_draws() else []
        assert not apart, self.log(f"the player of {seat}: {apart}")
        if self.state.stock.cards is None:
            theirs, refusal = self._as_known_to([seat], play), self._refusal(event, 1 << seat)
            breach = None if isinstance(refusal, Impossible) else match.check(event, self.version + 1)
            of_hand = breach is not None and breach.rule in (IMPROPER, OWN_BUILD)
            ours = "impossible" if isinstance(refusal, Impossible) else "irregular" if of_hand else "regular"
            # A play that the table forbids is not always said to break another rule too.
            assert ours == theirs or (theirs == "irregular" and breach), self.log(
                f"{play} is {ours}: for {seat} {theirs}"
            )
            assert isinstance(refusal, Irregular) == (self.strict and breach is not None), self.log(
                f"{play}: {refusal}"
            )

    def _refusal(self, event: Event, visible: int) -> ServiceRefusal | None:
        """The refusal of a request by a reader of these hands."""
        match = self.table.match
        try:
            match.copy().decide(event, lambda version: match, visible)
        except (Impossible, Irregular) as refusal:
            return refusal
        return None

    def read(self, event: Line) -> Event:
        return self.table.match.complete(self.table.match.codec.read(json.dumps(event).encode()), str)

    def possible(self, event: Line) -> bool:
        try:
            self.table.match.check(self.read(event), self.version + 1)
        except Impossible:
            return False
        return True

    def log(self, why: str) -> str:
        """The mistake, under the log that shows it."""
        events = [{k: v for k, v in line.items() if k != "facts"} for line in self.cards.lines]
        opening = f"{self.ruleset} {self.seats} {self.params} first dealer {self.table.match.opening.first_dealer}"
        return "\n".join([opening, *map(json.dumps, events), why])


def is_whole(legal: Sequence[Event | Choice], play: Line) -> bool:
    """True if a list has every play of this type, not only ways to choose some of them."""
    return len(legal) < 300 and not any(isinstance(option, Choice) and option.type == play["type"] for option in legal)


def trial(seed: int) -> Trial:
    """A match as it goes for some forty events, asked and compared at each of them."""
    match = Trial(f"casino {seed}")
    if match.chance.random() < 0.25:
        match.trail_to_the_last_round()
    for _ in range(match.chance.choice((20, 30, 50))):
        if not match.open():
            break
        match.step()
        if match.chance.random() < 0.2:
            match.ask()
    else:
        return match
    match.look_after_the_end()
    return match


@pytest.mark.parametrize("part", range(8))
def test_what_plays_say_of_hands_is_settled_when_the_log_leaves_no_doubt_and_not_before(part: int) -> None:
    settlements: Counter[str] = Counter()
    for seed in range(part, MATCHES, 8):
        settlements += trial(seed).settled
    assert {f"{code} {how}" for code in (IMPROPER, OWN_BUILD) for how in ("proven", "held")} <= settlements.keys()
