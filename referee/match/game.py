"""What a game is: its state, what its events mean, and what it answers to the questions that the service asks of any game.

A `Game` is a record of functions and data that keeps nothing: everything that a match comes to lies in its state. A
`Ruleset` is a game as it is published. See `state.py` and `handlers.py` for the parts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from msgspec import Struct

from referee.cards import Chance, Pack
from referee.match.choice import Choice, Choices
from referee.match.events import SHARED, Claim, Event, Opening, Reveal, SeatTaken, TimeUp, Withdraw
from referee.match.facts import Fact
from referee.match.handlers import HANDLERS, Apply, Check, Handler, S, end_on_time, withdrawal
from referee.match.ledger import Ledger, Ranking
from referee.match.results import PLAIN, ContestRules
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


def no_dealer(state: Any) -> None:
    """A game without a dealer."""


def as_said(state: Any, event: Event, chance: Chance) -> Event:
    """A game that fills in nothing by itself."""
    return event


def open_event(event: Event, visible: int) -> Event:
    """A game whose own events hide nothing."""
    return event


def open_fact(fact: Fact, visible: int) -> Fact:
    """A game whose facts hide nothing."""
    return fact


def turn(state: Any, visible: int) -> int | None:
    """A game in which everybody knows whose turn it is."""
    seat: int | None = state.turn
    return seat


def nothing_to_veil(state: Any, visible: int) -> None:
    """A game that hides nothing but hands."""


def nothing_disproved(state: Any, visible: int) -> None:
    """A game in which a proof moves nothing before the hand is over."""


def proves_nothing(fact: Fact) -> bool:
    """A game in which a proof moves nothing before the hand is over."""
    return False


def nothing_left(state: Any, undone: Any) -> Facts:
    """A game in which nothing remains of a play taken back."""
    return NOTHING


def nothing_to_recall(state: Any, facts: Iterable[Fact]) -> None:
    """A game in which nothing remains of a play taken back."""


def no_heading(state: Any) -> None:
    """A game whose tricks can be followed without more."""


def no_sentence(event: Event) -> None:
    """A game whose moves need no words beside their card or `word`."""


def nothing_laid(table: Any) -> Sequence[LaidCard]:
    """A game in which no cards lie on the table that a move answers."""
    return ()


def nothing_beside(score: Any, side: int) -> None:
    """A game whose totals say all."""


def as_many_as_it_takes(params: Any, seats: int) -> None:
    """A game that goes on until somebody has reached a score."""


def one_hand(params: Any, seats: int) -> int:
    """A game whose match is one deal."""
    return 1


def card_of(state: Any, event: Event) -> str | None:
    """A move that its card tells whole; None for one without a card."""
    return getattr(event, "card", None)


TOTALS: Mapping[str, Text] = {"totals": Text(es="Tantos", en="Points")}
"""The score of a game that counts points alone."""


USUAL_NAMES: Mapping[str, Text] = {
    "count": Text(es="por sus cifras", en="told by its figures"),
    "deal": Text(es="reparto", en="deal"),
    "draw": Text(es="robo", en="draw"),
    "draw_for_deal": Text(es="sorteo del reparto", en="draw for the first deal"),
    "play": Text(es="jugada", en="play"),
}
"""What events are called that several games have, by their type."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game. `visible` is always the set of hands that a reader may see, a bit mask of seats."""

    state: type[S]
    events: Mapping[type[Event], Handler[S]]
    """Its own event types, in the order in which they are published, and the shared ones that it handles in its own way."""
    legal: Callable[[S, int], Iterator[Event | Choice]]
    """(state, visible): the regular events that may come now and advance play, where nobody has left."""
    table: Callable[[S, int], Struct]
    """(state, visible): what lies open on the table."""
    score: Callable[[S], Struct]
    """(state): totals, hands, and what the game counts beside them."""
    standing: Callable[[S, Sequence[int]], Ranking]
    """(state, left): the seats in order of their totals, without those in `left`; equals share a place."""
    due_dealer: Callable[[S], int | None] = no_dealer
    """(state): who has to deal now, or dealt this hand; None where there is no dealer."""
    complete: Callable[[S, Event, Chance], Event] = as_said
    """(state, event, chance): the event with what the rules fill in by themselves, and what chance decides.

    Chance is asked only where it decides something.
    """
    redact: Callable[[Any, int], Event] = open_event
    """(event, visible): an event of its own for this reader, while the hand is not over: what is hidden is None.

    Seeds, packs and stocks tell more than any one hand, so they are hidden from every seat.
    """
    redact_fact: Callable[[Fact, int], Fact] = open_fact
    """(fact, visible): the fact for this reader, while the hand is not over."""
    seen_turn: Callable[[S, int], int | None] = turn
    """(state, visible): the seat to act, as far as this reader may know."""
    hide_from: Callable[[S, int], None] = nothing_to_veil
    """(state, visible): forgets what this reader may not know, beside the turn and the hands."""
    undo_proofs: Callable[[S, int], None] = nothing_disproved
    """(state, visible): takes back what proofs moved in the hand in play, for readers who are not told of them before its end."""
    is_moved_by_proof: Callable[[Fact], bool] = proves_nothing
    """(fact): whether a fact of its own, by being there or not, says that an assertion was disproved or held."""
    taken_back: Callable[[S, S], Facts] = nothing_left
    """(state, undone): what a `retract` leaves behind of the plays in `undone`. It is stored with the retract."""
    recall: Callable[[S, Iterable[Fact]], None] = nothing_to_recall
    """(state, facts): takes up what `taken_back` left behind."""
    heading: Callable[[S], Text | None] = no_heading
    """(state): what a reader must know of the hand to follow its tricks, and which lies open to all."""
    word: Callable[[S, Any], str | None] = card_of
    """(state, event): what a seat did, in the few letters that fit a column of the replay; None for what is no move."""
    sentence: Callable[[Any], Text | None] = no_sentence
    """(event): what a seat did, in words that follow its name; None where its card or `word` says all."""
    event_names: Mapping[type[Event], Text] = field(default_factory=dict)
    """What its own event types are called where people read them; none is needed where `USUAL_NAMES` says it."""
    score_names: Mapping[str, Text] = field(default_factory=lambda: TOTALS)
    """The fields of its score that hold one value per side, and what people call them, in the order in which they are read."""
    beside_total: Callable[[Any, int], Text | None] = nothing_beside
    """(score, side): what is said beside the side's total where a match is named in one line."""
    laid: Callable[[Any], Sequence[LaidCard]] = nothing_laid
    """(table): the cards that the next move answers, in the order in which they lie."""
    options: Any = None
    """What tells this variant from the others of its game; every state of it has them."""
    tallies: tuple[str, ...] = ()
    """What it counts beside points, per side."""
    row_ends: tuple[type[Event], ...] = ()
    """The events that end a row of the readable replay; without any, a row ends with its trick or a seat's second move."""
    legend: Text | None = None
    """What the signs in `word` mean, where they do not speak for themselves."""
    choices: Choices = field(default_factory=dict)
    """What its legal moves give to choose from, by event type."""
    figures: Mapping[str, Text] = field(default_factory=dict)
    """What the figures are called by which a hand of it is told, by their names."""
    hands_played: Callable[[Any, int], int | None] = as_many_as_it_takes
    """(params, seats): how many hands a match has, where the rules say so beforehand."""
    timing: Timing | None = None
    """How its turns are timed; None where its paper knows no clock."""
    oldest_deals: bool = False
    """Whether the oldest player deals first, where birth dates are on record."""

    @property
    def claims(self) -> Mapping[str, ClaimKind]:
        """What may be claimed, by kind."""
        return self.state.CLAIMS

    @cached_property
    def own_events(self) -> tuple[type[Event], ...]:
        """The event types that the game adds to the shared ones."""
        return tuple(kind for kind in self.events if kind not in SHARED)

    @cached_property
    def handlers(self) -> Mapping[type[Event], Handler[S]]:
        """What every event means that a match may hold after the opening, but for a `retract`."""
        return {
            **HANDLERS,
            Withdraw: withdrawal(self.standing),
            TimeUp: end_on_time(self.standing),
            **self.events,
        }

    @cached_property
    def checks(self) -> Mapping[type[Event], Check[S]]:
        """How each event type is judged. Nearly every event goes this way, so it is one look-up and one call."""
        return {kind: handler.check for kind, handler in self.handlers.items()}

    @cached_property
    def applies(self) -> Mapping[type[Event], Apply[S]]:
        """How each event type moves the state on."""
        return {kind: handler.apply for kind, handler in self.handlers.items()}

    def begin(self, opening: Opening, params: Struct, ledger: Ledger) -> S:
        """The table right after the opening."""
        return self.state(opening, params, ledger, self.options)

    def moves(self, state: S, visible: int) -> Iterator[Event | Choice]:
        """The regular events that may come now and advance play, for this reader; none once a side has left."""
        return iter(()) if state.left else self.legal(state, visible)

    def redacted_state(self, state: S, visible: int) -> S:
        """A copy that knows no more than a reader who sees the hands in `visible`: what it says is theirs to know."""
        twin = state.copy(state.ledger)
        twin.turn = self.seen_turn(state, visible)
        twin.knowledge.hide_from(visible)
        self.hide_from(twin, visible)
        return twin

    @cached_property
    def names(self) -> Mapping[type[Event], Text]:
        """What each of its own event types is called where people read it."""
        tags = {kind: str(kind.__struct_config__.tag) for kind in self.own_events}
        return {kind: self.event_names.get(kind) or USUAL_NAMES[tag] for kind, tag in tags.items()}

    def name_of(self, event: Event) -> Text | None:
        """What an event of its own is called; None for one that every match may hold."""
        return self.names.get(type(event))

    def shown(self, event: Event, visible: int) -> Event:
        """Any event of the match for a reader who sees the hands in `visible`, while the hand is not over."""
        if isinstance(event, Reveal):
            return event if visible >> event.seat & 1 else event.redacted()
        return self.redact(event, visible)

    def move(self, state: S, event: Event) -> str | None:
        """What a seat did, in a few letters; None for an event that is no move of this game."""
        return self.word(state, event) if type(event) in self.own_events else None


class Deed(Struct, frozen=True):
    """What a fact says that a seat did, for the record of the person who sat there; `n` is -1 where it takes one back."""

    seat: int
    what: str
    n: int = 1


DeedsOf = Callable[[Any, int], Iterable[Deed]]
"""(fact, seats): what a fact of one type says that people did, at a table of so many seats."""


class Busiest(Struct, frozen=True):
    """A table where more can be done than play comes to by itself: where `legal` is slowest, and tells most.

    It is reached by these events, where the last seat deals first. `what` tells it from the others of its game.
    """

    what: str
    seats: int
    params: Struct
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Ruleset:
    """One game as it is published and played: its parameters, words, clauses, and how a match of it begins.

    `example` is an event of it for the documentation, and `dispute` the events of a match at its smallest table that end in
    a claim, where it has claims; `has_dealer` says whether a first dealer means anything in it.
    `contest` is what it says of its results to a contest, `deeds` which of its facts count in the records of players beside
    what the match tallies and the infractions proven.
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
    deeds: Mapping[type[Fact], DeedsOf] = field(default_factory=dict)
    deed_titles: Mapping[str, Text] = field(default_factory=dict)
    """What those deeds are called, by name."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What its own fields are, for the documentation of the API: by `Struct.field`, else by `field`."""
    dispute: tuple[Event, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    """What a table may agree on against its paper, or beside it."""
    settings: tuple[Setting, ...] = ()
    """Its other parameters, in words."""
    busiest: tuple[Busiest, ...] = ()
    """Its tables where most can be done; none where any table in play has lists of the like."""

    def sides(self, seats: int, params: Struct | None = None) -> int:
        """How many sides a match of so many seats has, under these parameters or the usual ones."""
        opening = Opening(self.id, (SeatTaken(""),) * seats, {})
        sides: int = self.game.begin(opening, params or self.params(), Ledger.blank(0, {})).sides
        return sides

    @property
    def deed_names(self) -> dict[str, Text]:
        """What it calls all that counts in the records of players, infractions apart: what a match tallies, then other deeds."""
        return {tally: self.game.score_names[tally] for tally in self.game.tallies} | dict(self.deed_titles)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event type that a match of it may hold after the opening."""
        shared = SHARED if self.game.claims else tuple(event for event in SHARED if event is not Claim)
        return (*self.game.own_events, *shared)

    @property
    def requests(self) -> tuple[type[Event], ...]:
        """The event types that a request may hold: all that the service does not record by itself."""
        return tuple(event for event in self.events if not event.OF_SERVICE)

    def deviations(self, params: Struct) -> list[Text]:
        """What a match of these parameters is played by otherwise than is usual, in words: house rules, then settings."""
        told: tuple[HouseRule | Setting, ...] = (
            *agreed_rules(self.house_rules, params),
            *unusual_settings(self.settings, params),
        )
        return [one.in_words(params) for one in told]

    def clause(self, code: str, params: Struct | None = None) -> Clause | None:
        """The clause of this code, those of its house rules and of every game included, or None.

        For a match of these parameters: with what its house rules say instead.
        """
        of_table = (rule.clause for rule in self.house_rules)
        found = next((clause for clause in (*self.clauses, *of_table, *house.CLAUSES) if clause.code == code), None)
        return (
            found if found is None or params is None else amended_clause(found, agreed_rules(self.house_rules, params))
        )
