"""Arguments and answers of calls, in addition to the views and events of the service itself."""

from typing import Any, Literal

from msgspec import Struct

from referee.championship.events import Break, Decision
from referee.championship.views import FixtureView, PartedPlay, Somebody
from referee.contests.duplicate.terms import RoundDeals
from referee.contests.rounds.costs import Cost
from referee.contests.rounds.pairing import PartnersCost
from referee.match.choice import Choice
from referee.match.events import Event, SeedSource
from referee.match.facts import Fact
from referee.match.view import MatchView
from referee.text import Text

RoundProgress = Literal["draft", "published", "over"]


class KnownPlayer(Struct, frozen=True):
    """A player for a seat who is entered already, by id."""

    player: str


class EnteredPlayer(Struct, frozen=True):
    """A person as entered. `birth_date` is RFC 3339; `merged` are other ids of the same person.

    `external_id` and `metadata` are there for organizers and auditors of everything.
    """

    id: str
    name: str
    birth_date: str | None = None
    merged: tuple[str, ...] = ()
    disambiguation: str | None = None
    external_id: str | None = None
    metadata: dict[str, str] = {}


class EnteredPlayers(Struct, frozen=True):
    """People in the order in which they were entered. `next` is the `cursor` of the next page, None on the last page."""

    items: tuple[EnteredPlayer, ...]
    next: str | None


class UnknownEvent(Struct, frozen=True):
    """An event of a type that this version of the client does not have. The service is newer."""

    type: str
    fields: dict[str, Any]


class UnknownFact(Struct, frozen=True):
    """A fact of a kind that this version of the client does not have. The service is newer."""

    fact: str
    fields: dict[str, Any]


class LogEntry(Struct, frozen=True):
    """One version of a match: an event, and the facts that follow from it.

    `recorded_at` is RFC 3339 in UTC. While a hand is hidden from the reader, its fields in `event` and `facts` are None,
    against their types, and so is `hash`.
    """

    version: int
    recorded_at: str | None
    recorded_by: str
    event: Event | UnknownEvent
    facts: tuple[Fact | UnknownFact, ...]
    hash: str | None
    names: dict[str, str | None] = {}
    """In a stream: the names of the people in the entry, by id. None for an erased person."""


class LogPage(Struct, frozen=True):
    """Entries in order. `version` is that of the match, `next` the `after` of the next page, None on the last page."""

    version: int
    items: tuple[LogEntry, ...]
    next: int | None


class DecisionEntry(Struct, frozen=True):
    """One version of a championship: a decision, and its consequences as the service sends them."""

    version: int
    recorded_at: str | None
    recorded_by: str
    event: Decision | UnknownEvent
    facts: tuple[dict[str, Any], ...]
    hash: str | None
    names: dict[str, str | None] = {}
    """In a stream: the names of the people in the entry, by id. None for an erased person."""


class StreamMessage(Struct, frozen=True):
    """A message of the stream of everything, as webhooks get it: its kind, its time (RFC 3339), and what it says.

    `id` is the place to resume after; `body` is the text that `type`, `timestamp` and `data` were read from.
    """

    id: int
    type: str
    timestamp: str
    data: dict[str, Any]
    body: str


class LegalMoves(Struct, frozen=True):
    """The legal moves. An `Event` can be appended as it is; a `Choice` has fields that must be chosen first."""

    version: int
    turn: int | None
    events: tuple[Event | Choice | UnknownEvent, ...]


class AppendResult(Struct, frozen=True):
    """The result of an append: the new version, the entries, and the match after them.

    `view` is None in a dry run by a player, while a hand is hidden from that player.
    """

    version: int
    entries: tuple[LogEntry, ...]
    view: MatchView | None


class ContestFixtures(Struct, frozen=True):
    """The matches of a contest, in the order in which they are played."""

    items: tuple[FixtureView, ...]


class RoundLine(Struct, frozen=True):
    """A round in the list of them: how many matches it has, and how many of them have a result."""

    round: int
    state: RoundProgress
    matches: int
    results: int
    version: int


class ContestRounds(Struct, frozen=True):
    """The rounds of a contest that are paired, the first first, out of `rounds` in all; None: until one is left.

    `waits_for` says what comes: that `next_round` is paired, the last published, its results reported, or nothing. None in a
    contest of another format.
    """

    contest: str
    version: int
    rounds: int | None
    waits_for: Literal["pair", "publish", "results", "over"] | None
    next_round: int | None
    items: tuple[RoundLine, ...]


class RoundPair(Struct, frozen=True):
    """A pair of a round, with what decided it then: scores, places, rivals before, its part of the cost (`rounds.reasons`).

    `fixture` is None while the round is a draft. `next` is what the best exchange of rivals would cost more, None if none is
    allowed. `moved_from` is the table from which the second of the two moves on, where one line sits and the other moves. Of four
    that play alone `entrants` and `rivals` are by seat, `scores` and `places` by the two that sit across from each other.
    """

    table: int
    fixture: str | None
    entrants: tuple[Somebody, ...]
    scores: tuple[int, int]
    places: tuple[int, int]
    is_float: bool
    rivals: tuple[tuple[str, ...], ...]
    cost: Cost
    next: Cost | None
    moved_from: int | None = None


class RoundRest(Struct, frozen=True):
    """The rest of a round, with what decided it then."""

    player: Somebody
    score: int
    place: int
    cost: Cost


class RoundPartners(Struct, frozen=True):
    """The cost of the partners of a round, where they change, and the pairs that were partners before."""

    cost: PartnersCost
    repeated: tuple[tuple[Somebody, ...], ...]


class ContestRound(Struct, frozen=True):
    """A round with its pairs, in the order of the tables. `paired_at` is the version of the championship that paired it.

    `reason` and `breaks` are there after a change by hand: why, and the codes of what the pairs do not keep. Where they change,
    `partners` says what decided the partners. `rests` are those that rest, where there may be several. `deals` binds the deals
    that every table plays, and `deal_seed` is their seed once no table has a hand of them still to play.
    """

    contest: str
    round: int
    state: RoundProgress
    version: int
    paired_at: int
    seed: str
    rule: str
    cost: Cost
    pairs: tuple[RoundPair, ...]
    rest: RoundRest | None = None
    seed_source: SeedSource | None = None
    repeats: bool = False
    apart: tuple[tuple[Somebody, ...], ...] = ()
    reason: str | None = None
    breaks: tuple[Break, ...] = ()
    rests: tuple[RoundRest, ...] = ()
    partners: RoundPartners | None = None
    deals: RoundDeals | None = None
    deal_seed: str | None = None


class HandByTable(Struct, frozen=True):
    """What the sides of a table made in a hand; every list is in the order of `entrants`, the first of which held seat 0.

    `scores` are percents or differences, None where a hand counts as the average of the own ones; `matchpoints` are there where
    the table goes by percent, and `match` where the hand was recorded card by card.
    """

    fixture: str | None
    table: int | str | None
    entrants: tuple[Somebody, ...]
    state: Literal["played", "walkover", "void"]
    points: tuple[int, ...] | None = None
    scores: tuple[float | None, ...] = (None, None)
    matchpoints: tuple[int, ...] | None = None
    match: str | None = None


class ContestHand(Struct, frozen=True):
    """A hand that every table has played, with its cards, and what was made with them, by the tables of its round.

    `hand` is its number through the contest, `board` that in its round. `hands` are the cards of each seat, `table` those laid
    on the table, `stock` the rest in the order of drawing. `seed` is that of the round's deals, which `commitment` binds; None
    while a table has another of them still to play. `parted` is where the plays of tables that recorded it card by card differ.
    """

    contest: str
    version: int
    hand: int
    round: int
    board: int
    commitment: str
    seed: str | None
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...]
    turn_up: str | None
    stock: tuple[str, ...]
    results: tuple[HandByTable, ...]
    parted: PartedPlay | None = None


class ContestHistoryLine(Struct, frozen=True):
    """A decision about a contest in its log. `means` says how it is taken back: `undo`, `call`, `again`, or `never`."""

    version: int
    type: str
    recorded_at: str
    recorded_by: str
    means: str
    concerns: tuple[Somebody, ...] = ()
    reason: str | None = None
    fixture: str | None = None
    match: str | None = None
    board: int | None = None
    points: tuple[int, ...] | None = None
    absent: tuple[Somebody, ...] | None = None
    name: str | None = None
    undone: tuple[int, ...] = ()
    undone_by: int | None = None


class ContestHistory(Struct, frozen=True):
    """The decisions about a contest, first to last."""

    contest: str
    version: int
    items: tuple[ContestHistoryLine, ...]


class PairingCheck(Struct, frozen=True):
    """The check of a pairing of an export, in entry `version` of its championship.

    `wrong` says what is wrong with it; None if it is the least by the clauses.
    """

    championship: str
    contest: str
    round: int
    version: int
    wrong: Text | None


class LineupCheck(Struct, frozen=True):
    """The check of a line-up that an export shows, in entry `version` of its championship, for an encounter of teams.

    `wrong` says what is wrong with it; None if it is the one that the team had given.
    """

    championship: str
    contest: str
    fixture: str
    version: int
    wrong: Text | None
