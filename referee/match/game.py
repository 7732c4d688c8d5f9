"""A game in four parts: how it is played, what it hides, how it reads, and how a match of it is set up.

A `Game` is a record of functions and data that keeps nothing: everything that a match comes to lies in its state. A
`Ruleset` is a game as it is published. See `state.py` and `handlers.py` for the parts of play.

`visible` is always the set of hands that a reader may see, a bit mask of seats: `ALL` for the referee, `NOBODY` for the public.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic

from msgspec import Struct, field

from referee.cards import Pack
from referee.match.choice import Choice, Choices
from referee.match.events import SHARED, Claim, CountOfHand, Event, Opening, Reveal, SeatTaken, TimeUp, Withdraw
from referee.match.facts import Fact
from referee.match.handlers import HANDLERS, Apply, Check, Complete, Handler, S, end_on_time, withdrawal
from referee.match.judge.overdue import AFTER_PROOFS, Place, Settle, after_proofs, in_hand, settle_alone
from referee.match.ledger import Ledger, Ranking
from referee.match.results import PLAIN, ContestRules
from referee.match.same_deals import SameDeals
from referee.match.state import NOTHING, Facts
from referee.match.terms import house
from referee.match.terms.rulebook import (
    ClaimKind,
    Clause,
    HouseRule,
    Setting,
    agreed_rules,
    amended_clause,
    unusual_settings,
)
from referee.match.timing.limits import Timing
from referee.text import Text


class LaidCard(Struct, frozen=True):
    """A card on the table, and the seat that laid it where the table tells."""

    card: str
    seat: int | None = None


def laid_in_turn(trick: Sequence[str], leader: int | None, seats: int) -> tuple[LaidCard, ...]:
    """The cards of a trick, each with the seat that laid it where it is known who led."""
    return tuple(LaidCard(card, None if leader is None else (leader + turn) % seats) for turn, card in enumerate(trick))


TOTALS: Mapping[str, Text] = {"totals": Text(es="Tantos", en="Points")}
"""The score of a game that counts points alone."""


USUAL_NAMES: Mapping[str, Text] = {
    "count": Text(es="por sus cifras", en="told by its figures"),
    "deal": Text(es="reparto", en="deal"),
    "draw": Text(es="robo", en="draw"),
    "draw_for_deal": Text(es="sorteo del reparto", en="draw for the first deal"),
    "play": Text(es="jugada", en="play"),
}
"""Names of the events that several games have, by type."""


class PlayRules(Struct, Generic[S], frozen=True, kw_only=True):
    """The course of a match: its events, and the moves that may come next."""

    events: Mapping[type[Event], Handler[S]]
    """Its own event types, in the order in which they are published, and the shared ones that it handles in its own way."""
    legal: Callable[[S, int], Iterator[Event | Choice]]
    """(state, visible): the regular events that may come now and advance play, while no side has left."""
    standing: Callable[[S, Sequence[int]], Ranking]
    """(state, left): the seats in order of their totals, without those in `left`; equals share a place."""
    due_dealer: Callable[[S], int | None] = lambda state: None
    """(state): the seat that has to deal now, or dealt this hand; None in a game without a dealer."""
    left_by_retract: Callable[[S, S], Facts] = lambda state, undone: NOTHING
    """(state, undone): facts that a `retract` leaves behind of the plays in `undone`. They are stored with the retract."""
    recall: Callable[[S, Iterable[Fact]], None] = lambda state, facts: None
    """(state, facts): brings the facts of `left_by_retract` into the state."""
    settle: Settle[S] = settle_alone
    """(state, at): takes the proofs of the judge, and returns their facts with all that follows from them."""
    after_proofs: tuple[type[Event], ...] = ()
    """Its own events that begin or end a hand, or count what it shows: proofs of which no entry tells yet come before them."""
    figures_place: Place[S] = in_hand
    """(state): the place that the figures of a `count` are checked for; they have none once an overdue proof changes it."""
    choices: Choices = {}
    """The structs in `choose` of its legal moves, by event type."""

    def moves(self, state: S, visible: int) -> Iterator[Event | Choice]:
        """The regular events that may come now and advance play, for this reader; none once a side has left."""
        return iter(()) if state.left else self.legal(state, visible)


class Secrecy(Struct, Generic[S], frozen=True, kw_only=True):
    """Everything that a game hides from readers of some hands: the one part to audit for leaks.

    Two matches that differ only in cards which a reader has not seen are the same to this reader, through these functions, until
    the hand is over. After that nothing is hidden: they are asked for `ALL`, or not at all. The defaults are those of a game in
    which only the hands are hidden, its own events name no hidden card, and a proof moves no points before the end of a hand.

    - A reader who sees the hands in `visible` may know the cards in them, and all that lies or lay face up.
    - `redact`, `redact_fact` and `hide_from` say null, None or nothing for what is hidden, never another value in its place.
    - Where infractions are shown at the end of a hand, nothing tells before it whether a proof was found: `undo_proofs` takes
      back all that one moved, and `is_moved_by_proof` names all facts that one causes or prevents.

    `tests/properties/test_leaks.py` compares such pairs of matches.
    """

    redact: Callable[[Any, int], Event] = lambda event, visible: event
    """(event, visible): an event of its own for this reader: None for each hidden field.

    Seeds, packs and stocks tell more than any one hand, so they are hidden from every seat.
    """
    redact_fact: Callable[[Fact, int], Fact] = lambda fact, visible: fact
    """(fact, visible): a fact for this reader: None for each hidden field."""
    seen_turn: Callable[[S, int], int | None] | None = None
    """(state, visible): the seat to act; None where only hidden cards tell it. By default the seat to act is always open."""
    hide_from: Callable[[S, int], None] = lambda state, visible: None
    """(state, visible): removes from a copy of the state what is hidden beside the turn and the hands."""
    undo_proofs: Callable[[S, int], None] = lambda state, visible: None
    """(state, visible): takes back in a copy of the state, and in its ledger, what proofs moved in the hand in play."""
    is_moved_by_proof: Callable[[Fact], bool] = lambda fact: False
    """(fact): True for a fact of its own that, by being there or not, tells that an assertion was disproved or held."""

    def redacted_event(self, event: Event, visible: int) -> Event:
        """Any event of the match for this reader, while the hand is not over."""
        if isinstance(event, Reveal):
            return event if visible >> event.seat & 1 else event.without_hidden()
        return self.redact(event, visible)

    def redacted_state(self, state: S, visible: int) -> S:
        """A copy of the state with this reader's knowledge and no more: anything that it says may be told to them."""
        twin = state.copy(state.ledger)
        if self.seen_turn is not None:
            twin.turn = self.seen_turn(state, visible)
        twin.knowledge.hide_from(visible)
        self.hide_from(twin, visible)
        return twin


class Reading(Struct, Generic[S], frozen=True, kw_only=True):
    """The table and the score as structs, and the words by which people read the game."""

    table: Callable[[S, int], Struct]
    """(state, visible): the cards and marks that lie open on the table."""
    score: Callable[[S], Struct]
    """(state): totals, hands, and the tallies of the game."""
    heading: Callable[[S], Text | None] = lambda state: None
    """(state): open facts of the hand that a reader needs to follow its tricks, such as the trumps; None without any."""
    word: Callable[[S, Any], str | None] = lambda state, event: getattr(event, "card", None)
    """(state, event): a move in the few letters that fit a column of the replay, by default its card; None for no move."""
    sentence: Callable[[Any], Text | None] = lambda event: None
    """(event): a move in words that follow the seat's name; None if its card or `word` says all."""
    event_names: Mapping[type[Event], Text] = {}
    """Names of its own event types for people; `USUAL_NAMES` has the others."""
    score_names: Mapping[str, Text] = field(default_factory=lambda: TOTALS)
    """The fields of its score that hold one value per side, and what people call them, in the order in which they are read."""
    beside_total: Callable[[Any, int], Text | None] = lambda score, side: None
    """(score, side): words beside the side's total where a match is named in one line; None if the total says all."""
    laid_cards: Callable[[Any], Sequence[LaidCard]] = lambda table: ()
    """(table): the cards that the next move answers, in the order in which they lie."""
    row_ends: tuple[type[Event], ...] = ()
    """The events that end a row of the readable replay; without any, a row ends with its trick or a seat's second move."""
    legend: Text | None = None
    """The meaning of signs in `word` that do not speak for themselves."""
    figures: Mapping[str, Text] = {}
    """Names of the figures in a `count` of a hand, by field."""


class Setup(Struct, frozen=True, kw_only=True):
    """Facts about every match of a game that are known before its first card."""

    options: Any = None
    """Values by which this variant differs from others of its game; every state has them."""
    tallies: tuple[str, ...] = ()
    """Names of the counters that each side has beside its points."""
    hands_played: Callable[[Any, int], int | None] = lambda params, seats: None
    """(params, seats): the number of hands of a match; None if play ends by the score."""
    timing: Timing | None = None
    """The clock of its turns; None if its paper knows no clock."""
    oldest_deals: bool = False
    """True if the oldest player deals first, as far as birth dates are on record."""


class Game(Struct, Generic[S], frozen=True, dict=True):
    """One game: the class of its state, and its four parts. The smallest game needs `play` and `reading`."""

    state: type[S]
    play: PlayRules[S]
    reading: Reading[S]
    secrecy: Secrecy[S] = Secrecy()
    setup: Setup = Setup()

    @property
    def claims(self) -> Mapping[str, ClaimKind]:
        """The kinds of claim, by name."""
        return self.state.CLAIMS

    @cached_property
    def own_events(self) -> tuple[type[Event], ...]:
        """The event types that the game adds to the shared ones."""
        return tuple(kind for kind in self.play.events if kind not in SHARED)

    @cached_property
    def handlers(self) -> Mapping[type[Event], Handler[S]]:
        """The handler of every event type that a match may hold after the opening, except `retract`."""
        return {
            **HANDLERS,
            Withdraw: withdrawal(self.play.standing),
            TimeUp: end_on_time(self.play.standing),
            **self.play.events,
        }

    @cached_property
    def checks(self) -> Mapping[type[Event], Check[S]]:
        """The check of each event type. Nearly every event goes this way, so it is one look-up and one call."""
        return {kind: handler.check for kind, handler in self.handlers.items()}

    @cached_property
    def completes(self) -> Mapping[type[Event], Complete[S]]:
        """The function that adds to an event what the rules and chance decide, for the event types that have one."""
        return {kind: handler.complete for kind, handler in self.handlers.items() if handler.complete}

    @cached_property
    def applies(self) -> Mapping[type[Event], Apply[S]]:
        """The function by which each event type moves the state."""
        play = self.play
        late = {*AFTER_PROOFS, *play.after_proofs}

        def late_apply(kind: type[Event], apply: Apply[S]) -> Apply[S]:
            return after_proofs(apply, play.settle, play.figures_place if issubclass(kind, CountOfHand) else in_hand)

        return {
            kind: late_apply(kind, handler.apply) if kind in late else handler.apply
            for kind, handler in self.handlers.items()
        }

    def begin(self, opening: Opening, params: Struct, ledger: Ledger) -> S:
        """The table right after the opening."""
        return self.state(opening, params, ledger, self.setup.options)

    @cached_property
    def names(self) -> Mapping[type[Event], Text]:
        """The name of each of its own event types for people."""
        tags = {kind: str(kind.__struct_config__.tag) for kind in self.own_events}
        return {kind: self.reading.event_names.get(kind) or USUAL_NAMES[tag] for kind, tag in tags.items()}

    def name_of(self, event: Event) -> Text | None:
        """The name of an event of its own; None for one that every match may hold."""
        return self.names.get(type(event))

    def move(self, state: S, event: Event) -> str | None:
        """A move in a few letters; None for an event that is no move of this game."""
        return self.reading.word(state, event) if type(event) in self.own_events else None


class Deed(Struct, frozen=True):
    """An act of a seat, counted in the record of the person in it; `n` is -1 where a fact takes one back."""

    seat: int
    what: str
    n: int = 1


DeedsOf = Callable[[Any, int], Iterable[Deed]]
"""(fact, seats): the deeds that a fact of one type adds to the records of players, at a table of so many seats."""


class Busiest(Struct, frozen=True):
    """A table with more legal moves than ordinary play reaches: the slowest and longest answer of `legal`.

    These events lead to it if the last seat deals first. `what` tells it from the others of its game.
    """

    what: str
    seats: int
    params: Struct
    events: tuple[Event, ...]


class Ruleset(Struct, frozen=True):
    """One game as it is published and played: its parameters, words, clauses, and how a match of it begins.

    `example` is an event of it for the documentation, and `dispute` the events of a match at its smallest table that end in
    a claim, if it has claims; `has_dealer` is False if a first dealer means nothing in it.
    `contest` has the rules of its results in a contest; `deeds` has the facts that count in the records of players, beside the
    tallies of the match and its proven infractions.
    """

    id: str
    title: Text
    about: Text
    seats: tuple[int, ...]
    pack: Pack
    params: type[Struct]
    facts: tuple[type[Fact], ...]
    clauses: tuple[Clause, ...]
    game: Game[Any]
    example: Event
    has_dealer: bool = True
    contest: ContestRules = PLAIN
    deeds: Mapping[type[Fact], DeedsOf] = {}
    deed_titles: Mapping[str, Text] = {}
    """Titles of those deeds, by name."""
    fields: Mapping[str, str] = {}
    """Descriptions of its own fields for the documentation of the API, by `Struct.field` or by `field`."""
    dispute: tuple[Event, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    """Terms that a table may agree on against its paper, or beside it."""
    settings: tuple[Setting, ...] = ()
    """Its other parameters, in words."""
    same_deals: SameDeals | None = None
    """Its terms for hands with the same cards at every table; None if it cannot be played so."""
    busiest: tuple[Busiest, ...] = ()
    """Its tables with most legal moves; empty if any table in play has lists of about that length."""

    def sides(self, seats: int, params: Struct | None = None) -> int:
        """The number of sides of a match with so many seats, under these parameters or the usual ones."""
        opening = Opening(self.id, (SeatTaken(""),) * seats, {})
        sides: int = self.game.begin(opening, params or self.params(), Ledger.blank(0, {})).sides
        return sides

    @property
    def deed_names(self) -> dict[str, Text]:
        """Titles of what counts in the records of players beside infractions: the tallies of a match, then other deeds."""
        return {tally: self.game.reading.score_names[tally] for tally in self.game.setup.tallies} | dict(
            self.deed_titles
        )

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event type that a match of it may hold after the opening."""
        shared = SHARED if self.game.claims else tuple(event for event in SHARED if event is not Claim)
        return (*self.game.own_events, *shared)

    @property
    def requests(self) -> tuple[type[Event], ...]:
        """The event types that a request may hold: all but those that the service records by itself."""
        return tuple(event for event in self.events if not event.OF_SERVICE)

    def deviations(self, params: Struct) -> list[Text]:
        """The terms of a match with these parameters that differ from the usual ones, in words: house rules, then settings."""
        rules, settings = agreed_rules(self.house_rules, params), unusual_settings(self.settings, params)
        return [*(rule.in_words(params) for rule in rules), *(setting.in_words(params) for setting in settings)]

    def clause(self, code: str, params: Struct | None = None) -> Clause | None:
        """The clause of this code, those of its house rules and of every game included, or None.

        For a match of these parameters: with what its house rules say instead.
        """
        of_table = (rule.clause for rule in self.house_rules)
        clause = next((one for one in (*self.clauses, *of_table, *house.CLAUSES) if one.code == code), None)
        if clause is None or params is None:
            return clause
        return amended_clause(clause, agreed_rules(self.house_rules, params))
