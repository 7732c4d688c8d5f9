"""One match: the fold of its log, and the decision on what may come next.

`decide` is the only place where an event is judged before it is stored; `apply` is the only place where one moves the state.
A command works on a copy and appends to the log; after that, the copy is the match that readers see.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self

import msgspec

from referee.cards import Chance
from referee.errors import Breach, Impossible, Irregular, ServiceRefusal
from referee.match import calls, shares, shuffle_commitments
from referee.match import seats as seat_changes
from referee.match.choice import Choice, stands_for
from referee.match.closing import confirmation, ending
from referee.match.closing.side_keys import SideKeys, require_seen
from referee.match.entries import GENESIS, AnyEntry, Key, Line, chain_with_line, effective_entries
from referee.match.events import Confirm, Event, Note, Opening, Retract, Ruling, Seats, ShuffleCommitment, ShuffleText
from referee.match.facts import MatchRestated, upholds
from referee.match.game import Game, Ruleset
from referee.match.judge import disputes
from referee.match.judge.players import require_whole_deal
from referee.match.judge.redacted_refusal import redacted_refusal
from referee.match.ledger import ClaimState, Infraction, Ledger
from referee.match.registry import EventCodec, event_codec, read_params, tag
from referee.match.seat_history import SatSince, add_seating, seatings
from referee.match.state import ALL, NOBODY, Facts, State
from referee.match.timing.limits import limits_of
from referee.match.timing.match_time import MatchTime
from referee.match.timing.turn_time import TurnTime
from referee.match.view import MatchView, seat_views
from referee.slots import copier
from referee.text import Text
from referee.work import cancellable

_OF_SHUFFLE = (ShuffleCommitment, ShuffleText)


class Match:
    """A match at `version`: its table in `state`, its account in `ledger`; `head` is the hash of its last entry.

    `game` has the meaning of events and keeps nothing; all matches of its kind share it.
    """

    __slots__ = (
        "calls",
        "codec",
        "commitment",
        "game",
        "head",
        "id",
        "keys",
        "ledger",
        "opening",
        "params",
        "rules",
        "seatings",
        "shares",
        "side_keys",
        "state",
        "time",
        "version",
    )
    _copy_to = copier(__slots__)

    def __init__(self, id_: str, opening: Opening) -> None:
        self.id = id_
        self.opening = opening
        self.codec: EventCodec = event_codec(opening.ruleset)
        self.rules: Ruleset = self.codec.rules
        self.game: Game[Any] = self.rules.game
        self.params = read_params(self.rules, opening.params)
        self.version = 1
        self.head = GENESIS
        self.keys: dict[str, Key] = {}
        self.calls: calls.OpenCalls = {}
        self.shares: shares.Shares = {}
        self.commitment: shuffle_commitments.Commitment | None = None
        self.side_keys = SideKeys()
        self.seatings: tuple[SatSince, ...] = (SatSince("", opening.seats),)
        self._begin()
        self.time = None if self.state.limits.match is None else MatchTime()
        self.codec = self.codec.with_pack(self.state.pack)

    def _begin(self) -> None:
        """Sets the state right after the opening."""
        self.ledger = Ledger.blank(0, {})
        self.state: State = self.game.begin(self.opening, self.params, self.ledger)
        self.state.limits = limits_of(self.game.setup.timing, self.params, self.opening.timing)
        self.state.clock = TurnTime() if self.state.limits.any else None
        self.ledger.totals = [0] * self.state.sides
        self.ledger.tallies = {what: [0] * self.state.sides for what in self.game.setup.tallies}

    def copy(self) -> Self:
        """A working copy."""
        twin = object.__new__(type(self))
        self._copy_to(twin)
        twin.ledger = self.ledger.copy()
        twin.state = self.state.copy(twin.ledger)
        twin.keys = self.keys.copy()
        twin.calls = self.calls.copy()
        twin.shares = self.shares.copy()
        return twin

    def decide(self, event: Event, past: Callable[[int], "Match"], visible: int = ALL) -> Facts:
        """Judges an event as the next of this match, and moves the state on. `past(version)` is the match as it was.

        Returns the facts to store. Raises MatchOver, Impossible or Irregular, and leaves the state as it was; the words of a
        refusal tell nothing beyond the hands in `visible`.
        """
        at = self.version + 1
        if isinstance(event, Retract):
            return self._retract(event, past)
        self._require_due(event)
        is_redacted = visible != ALL and self.sees(at, visible) != ALL
        breach = (
            redacted_refusal(
                partial(self._judge, event, at), partial(self._judge_redacted, event, at, visible), self._refuses
            )
            if is_redacted
            else self._judge(event, at)
        )
        self._require_regular(event, breach, visible if is_redacted else ALL)
        over = self.ledger.status != "open"
        facts = list(self._facts_of_next(event, at))
        self.version = at
        self._enter_facts(facts)
        if isinstance(event, Ruling) or any(map(upholds, facts)) or (over and self.ledger.status == "open"):
            facts.append(MatchRestated(self.ledger.copy()))
        return facts

    def refusal(self, event: Event, at: int) -> ServiceRefusal | None:
        """The refusal of an event as that of version `at`; None if it would be taken."""
        try:
            self._require_due(event)
            self._require_regular(event, self._judge(event, at), ALL)
        except ServiceRefusal as refused:
            return refused
        return None

    def _require_due(self, event: Event) -> None:
        """Raises ServiceRefusal for an event that may not come here, whatever the rules of the game say."""
        self.refuse_if_over(event)
        if self.opening.player_input:
            require_whole_deal(event, self.state.seats)
        if isinstance(event, Note):
            calls.check(self.calls, event, self.state)
        elif isinstance(event, Confirm):
            require_seen(self.side_keys, event, self.version)

    def _require_regular(self, event: Event, breach: Breach | None, visible: int) -> None:
        """Raises Irregular if this breach of the game's rules, or one of the house, is not to be stored."""
        breach = self._too_soon(event) or breach
        if breach is not None and self._refuses(breach):
            raise self._irregular(event, breach, visible)

    def check(self, event: Event, at: int) -> Breach | None:
        """The rule that an event would break here, by the game or by the house. Raises Impossible."""
        breach = self._judge(event, at)
        return self._too_soon(event) or breach

    def _judge(self, event: Event, at: int) -> Breach | None:
        """The rule of the game that an event would break here. Raises Impossible."""
        return self.game.checks[type(event)](self.state, event, at)

    def _too_soon(self, event: Event) -> Breach | None:
        """The breach of a deal before its turn. Raises Impossible for an event that no side or commitment waits for."""
        if self._is_of_shuffle(event):
            shuffle_commitments.check(self.commitment, event)
        return None if self.opening.confirm is None else confirmation.check(event, self.ledger)

    def _facts_of_next(self, event: Event, at: int) -> Facts:
        """The facts of an event that no log holds, with the proofs that older rules left out, as far as they come with it."""
        if not self.state.knowledge.overdue_assertions:
            return self.facts_of(event, at)
        disputes.resume(self.state)
        facts = self.facts_of(event, at)
        disputes.give_way(self.state, facts)
        return facts

    def facts_of(self, event: Event, at: int) -> Facts:
        """Moves the state by an event and returns the facts of today's rules. They have not entered the ledger yet."""
        facts = self.apply(event, at)
        if self.ledger.result is not None:
            facts = ending.with_corrected_end(facts, self.state, self.game.play.standing, at)
        if self.opening.shared_hand is not msgspec.UNSET:
            low_wins = self.rules.contest.low_wins
            facts = ending.after_one_hand(facts, self.state, self.game.play.standing, low_wins=low_wins)
        if self.opening.stakes is not msgspec.UNSET:
            facts = ending.with_settlement(facts, self.opening.stakes, self.state)
        return facts if self.opening.confirm is None else confirmation.with_confirmations(event, facts, self.ledger, at)

    def apply(self, event: Event, at: int) -> Facts:
        """Moves the state by an event and returns the facts of the game alone."""
        if type(event) is Seats:
            self.opening = seat_changes.with_seats(event, self.opening)
        return self.game.applies[type(event)](self.state, event, at)

    def refuse_if_over(self, event: Event) -> None:
        """Raises MatchOver for an event that would move on a match that is over."""
        if self.ledger.status != "open":
            ending.refuse_if_over(event, self.ledger)

    def _refuses(self, breach: Breach) -> bool:
        return breach.is_enforced or self.opening.enforcement == "strict"

    def _judge_redacted(self, event: Event, at: int, visible: int) -> Breach | None:
        """The breach of an event by a game that knows no more than this reader. Raises Impossible."""
        state = self.game.secrecy.redacted_state(self._seen_state(visible), visible)
        return self.game.checks[type(event)](state, event, at)

    def _irregular(self, event: Event, breach: Breach, visible: int) -> ServiceRefusal:
        alternatives = [option for option in self.legal(visible) if stands_for(option, event, breach.seat)]
        return Irregular(breach.text, rule=breach.rule, seat=breach.seat, extra={"alternatives": alternatives})

    def _retract(self, event: Retract, past: Callable[[int], "Match"]) -> Facts:
        """Goes back to the match at `event.to`. Raises Impossible for a version that does not exist yet.

        It may come at any time, also after the end of the match. Taken back: seats, cards, points, claims, sanctions and
        infractions since then; the ledger as it was is stored again, as `MatchRestated`. A breach before `event.to` that was
        proven since is open again: its proof is gone, and a later card may prove it anew.

        Kept: the entries in the log, their chain and keys (`_keep`); calls, the shares of each writer, the sides' keys, the
        commitment to a shuffle and the time that passed (`_note`); the secrecy of a hand that was in play
        (`Ledger.keep_hidden`); what a game does not let the retract take back of the plays (`PlayRules.left_by_retract`). Casino
        and Escoba keep one thing: the card of an irregular play that was taken back is still owed.
        """
        if event.to > self.version:
            raise Impossible(
                Text(
                    es=f"no se puede volver a la versión {event.to}: la última es la {self.version}",
                    en=f"cannot go back to version {event.to}: the last is {self.version}",
                )
            )
        before, undone = self.ledger, self.state
        self._take_over(past(event.to))
        self.ledger.keep_hidden(before, undone.hand)
        left = self.game.play.left_by_retract(self.state, undone)
        self.game.play.recall(self.state, left)
        self.version += 1
        restatement = MatchRestated(self.ledger.copy())
        self._enter_facts(left)
        return [restatement, *left]

    def _take_over(self, then: "Match") -> None:
        """Takes the state of `then`; the version and the chain go on."""
        self.opening = then.opening
        self.ledger = then.ledger.copy()
        self.state = then.state.copy(self.ledger)

    @classmethod
    def fold(cls, id_: str, entries: Sequence[AnyEntry]) -> Self:
        """Folds entries from version 1 on into a match."""
        opening = entries[0].event
        assert isinstance(opening, Opening)
        match = cls(id_, opening)
        match._time(opening, entries[0].recorded_at)
        for entry in cancellable(effective_entries(entries)[1:]):
            match._enter(entry)
        match.version = len(entries)
        match.head = bytes.fromhex(entries[-1].hash)
        match.keys = {entry.key.key: entry.key for entry in entries if entry.key}
        for entry in entries:
            match._note(entry)
        match.seatings = seatings(entries, opening.seats)
        return match

    def follow(self, entries: Iterable[AnyEntry]) -> None:
        """Folds further entries, none of which may be a `retract`."""
        for entry in cancellable(entries):
            self._enter(entry)
            self._keep(entry)

    def go_back(self, then: Self, entry: AnyEntry) -> None:
        """Folds the `retract` in `entry`. `then` is this match at the version to which it goes back; it stays as it is."""
        self._take_over(then)
        self._enter(entry)
        self._keep(entry)

    def _keep(self, entry: AnyEntry) -> None:
        """Records the parts of an entry that are not the game's."""
        self._note(entry)
        if self.opening.seats is not self.seatings[-1].seats:
            self.seatings = add_seating(self.seatings, self.opening.seats, entry.recorded_at)
        self.head = bytes.fromhex(entry.hash)
        if entry.key:
            self.keys[entry.key.key] = entry.key

    def _note(self, entry: AnyEntry) -> None:
        """Records the parts of an entry that a `retract` does not take back (`_retract` lists them)."""
        shares.enter(self.shares, entry.event, entry.recorded_by)
        if isinstance(entry.event, Note):
            calls.enter(self.calls, entry.event, entry.version)
        if self.opening.confirm is not None:
            self.side_keys = self.side_keys.after(entry.event, entry.facts, entry.version)
        if self._is_of_shuffle(entry.event):
            self.commitment = shuffle_commitments.after(self.commitment, entry.event, entry.version)
        self.time = self.time and self.time.after(entry.event, entry.facts, entry.version, entry.recorded_at)

    def _is_of_shuffle(self, event: Event) -> bool:
        """True if a commitment waits to be opened, or this event makes one or adds to it."""
        return self.commitment is not None or type(event) in _OF_SHUFFLE

    def _enter(self, entry: AnyEntry) -> None:
        """Moves the state by today's rules and by the proofs of the entry's day, and the ledger by the facts of that day."""
        if isinstance(entry.event, Retract):
            self.game.play.recall(self.state, entry.facts)
        else:
            disputes.bind(self.state, entry.facts)
            self.apply(entry.event, entry.version)
            disputes.release(self.state)
        self._time(entry.event, entry.recorded_at)
        self.version = entry.version
        self._enter_facts(entry.facts)

    def _time(self, event: Event, at: str) -> None:
        """Moves the clock, if there is one, by an event that was recorded at this time."""
        clock = self.state.clock
        self.state.clock = clock and clock.after(event, at)

    def today(self, event: Event, at: int, *, with_overdue: bool = False) -> Facts:
        """The facts of an event by today's rules; the match stays as it is.

        `with_overdue`: also those of proofs that older rules left out, as far as they come with this event.
        """
        twin = object.__new__(type(self))
        self._copy_to(twin)
        twin.ledger = self.ledger.copy()
        twin.state = self.state.copy(twin.ledger)
        return twin._facts_of_next(event, at) if with_overdue else twin.facts_of(event, at)

    def derive(self, event: Event, at: int) -> None:
        """Moves state and ledger by an event of version `at` that no log holds, with the facts of today's rules."""
        facts = self._facts_of_next(event, at)
        self._time(event, "" if self.state.clock is None else self.state.clock.since)
        self.version = at
        if self._is_of_shuffle(event):
            self.commitment = shuffle_commitments.after(self.commitment, event, at)
        self._enter_facts(facts)

    def record(self, event: Event, facts: Facts, at: str, by: str, key: Key | None = None) -> AnyEntry:
        """The entry of an event just decided, chained to the one before."""
        return self.record_with_line(event, facts, at, by, key)[0]

    def record_with_line(
        self, event: Event, facts: Facts, at: str, by: str, key: Key | None = None
    ) -> tuple[AnyEntry, Line]:
        """Returns the entry of an event just decided, chained to the one before, and its line."""
        entry, line = chain_with_line(self.head, self.version, event, facts, at, by, key)
        self._time(event, at)
        self._keep(entry)
        return entry, line

    def _enter_facts(self, facts: Iterable[Any]) -> None:
        ledger, at = self.ledger, self.version
        for fact in facts:
            fact.enter(ledger, at)

    def view(
        self,
        visible: int = ALL,
        names: Callable[[str], str | None] = lambda _: None,
        now: Callable[[str], str] = lambda id_: id_,
    ) -> MatchView:
        """The match for a reader of the hands in `visible`.

        `names` gives the name of a person by id, or None; `now` gives the id that a person has today.
        """
        state, ledger = self.state, self.ledger
        open_hands = ALL if ledger.hidden_from is None else visible
        seen_state = self._seen_state(open_hands)
        return MatchView(
            id=self.id,
            ruleset=self.rules.id,
            params=self.params,
            enforcement=self.opening.enforcement,
            version=self.version,
            status=ledger.status,
            seats=seat_views(self.opening.seats, state.side, names, now),
            phase=self.phase,
            hand=max(state.hand, 1),
            turn=self.turn(open_hands),
            dealer=self.due_dealer(),
            hands=seen_state.hands(open_hands),
            hand_sizes=list(state.knowledge.size),
            table=self.game.reading.table(seen_state, open_hands),
            score=self.game.reading.score(seen_state),
            infractions=self.infractions(open_hands) if seen_state is state else seen_state.ledger.infractions,
            claims=self.claims(open_hands) if seen_state is state else seen_state.ledger.claims,
            sanctions=ledger.sanctions,
            result=ledger.result,
            infractions_shown=self.opening.infractions_shown or "at_once",
            confirmation=msgspec.UNSET if self.opening.confirm is None else confirmation.confirmation(ledger),
            pins=msgspec.UNSET if self.opening.confirm is None else self.side_keys.pins,
            shuffle=msgspec.UNSET if self.commitment is None else self.commitment.with_last_texts(),
            stakes=self.opening.stakes,
            timing=self.opening.timing,
            house=self.opening.house,
        )

    @property
    def has_clock(self) -> bool:
        """True if the match, or its turns, have a limit of time."""
        return self.state.clock is not None

    @property
    def phase(self) -> str:
        """The game's word for its phase, and for the end; `confirm` while a hand awaits its confirmations."""
        if self.ledger.status != "open":
            return self.state.OVER
        return "confirm" if self._awaits_confirmation() else self.state.phase

    def _awaits_confirmation(self) -> bool:
        """True if a hand awaits a confirmation."""
        return self.ledger.closing is not msgspec.UNSET and confirmation.hand_to_confirm(self.ledger) is not None

    def turn(self, visible: int = ALL) -> int | None:
        """The seat to act, as far as this reader may know; None if it is no seat's turn."""
        if self.ledger.status != "open" or self._awaits_confirmation():
            return None
        seen_turn = self.game.secrecy.seen_turn
        return self.state.turn if seen_turn is None else seen_turn(self.state, visible)

    def sees(self, version: int, visible: int) -> int:
        """The hands that this reader may see of the entry at `version`, as a mask of seats: `ALL` once its hand is over.

        `visible` are the hands that the reader may see while they are in play (`Principal.sees`). An entry from after this match
        may be of a hand in play, so it has no more than these.
        """
        hidden_from = self.ledger.hidden_from
        over = version <= self.version if hidden_from is None else version < hidden_from
        return ALL if over else visible

    def infractions(self, visible: int = ALL) -> list[Infraction]:
        """The infractions that this reader may know; while a hand is hidden, so are the cards in it that prove one."""
        if visible == ALL or self.ledger.hidden_from is None:
            return self.ledger.infractions
        own = (infraction for infraction in self.ledger.infractions if self.tells(infraction.version, visible))
        return [self.redact_infraction(infraction, visible) for infraction in own]

    def claims(self, visible: int = ALL) -> list[ClaimState]:
        """The claims, as undecided if this reader may not know the decision yet."""
        if visible == ALL or self.opening.infractions_shown is msgspec.UNSET:
            return self.ledger.claims
        return [claim if self.tells(claim.at, visible) else claim.without_decision() for claim in self.ledger.claims]

    def tells(self, version: int, visible: int) -> bool:
        """True if this reader may know the infractions found in the entry at `version`."""
        return self.opening.infractions_shown is msgspec.UNSET or self.sees(version, visible) == ALL

    def redact_infraction(self, infraction: Infraction, visible: int) -> Infraction:
        """An infraction without the proving cards that this reader may not know yet."""
        public = self.sees(infraction.version, visible) == ALL
        return infraction if public else infraction.among(self.state.open_to(visible))

    def legal(self, visible: int = ALL) -> Sequence[Event | Choice]:
        """The regular events that may come now, for this reader; none once the match is over."""
        if self.ledger.status != "open":
            return ()
        if self._awaits_confirmation():
            return tuple(confirmation.missing(self.ledger, self.version))
        moves = self.game.play.moves(self._seen_state(visible), visible)
        return tuple(move for move in moves if not self._brings_shared_cards(move))

    def _brings_shared_cards(self, move: Event | Choice) -> bool:
        """True for a deal whose cards the recorder would bring, in a hand that every table plays (duplicate.deals)."""
        terms = self.rules.same_deals
        if self.opening.shared_hand is msgspec.UNSET or terms is None or self.state.in_hand():
            return False
        return isinstance(move, Choice) and move.type == tag(terms.deal)

    def complete(self, event: Event, chance: Chance) -> Event:
        """The event with all that the rules and chance add to it. Asks for chance only where it decides something."""
        if isinstance(event, Seats):
            return seat_changes.complete(event, self.opening, has_dealer=self.rules.has_dealer)
        complete = self.game.completes.get(type(event))
        return event if complete is None else complete(self.state, event, chance)

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        """The event for a reader of the hands in `visible`, while the hand is not over: hidden fields are None."""
        if isinstance(event, Ruling) and self.opening.infractions_shown is not msgspec.UNSET:
            return event.without_hidden()
        return self.game.secrecy.redacted_event(event, visible)

    def table(self, visible: int = ALL) -> msgspec.Struct:
        """The cards and marks that lie open on the table, as a struct of the game."""
        return self.game.reading.table(self._seen_state(visible), visible)

    def score(self, visible: int = ALL) -> msgspec.Struct:
        """Totals, hands and tallies, as a struct of the game."""
        return self.game.reading.score(self._seen_state(visible))

    def _seen_state(self, visible: int) -> State:
        """The state for this reader: without what proofs moved in the hand in play, if they may not know of them yet."""
        if self.tells(self.version, visible):
            return self.state
        twin = self.state.copy(self.ledger.copy())
        self.game.secrecy.undo_proofs(twin, visible)
        twin.ledger.infractions, twin.ledger.claims = self.infractions(visible), self.claims(visible)
        return twin

    def due_dealer(self) -> int | None:
        """The seat that has to deal now, or dealt this hand; None in a game without a dealer."""
        state = self.state
        return state.dealer if state.in_hand() else self.game.play.due_dealer(state)

    def heading(self) -> Text | None:
        """Open facts of the hand that a reader needs to follow its tricks, such as the trumps; None without any."""
        return self.game.reading.heading(self.state)

    def word(self, event: Event) -> str | None:
        """A move in the few letters that fit a column of the replay; None for an event that is no move of a seat."""
        return self.game.move(self.state, event)
