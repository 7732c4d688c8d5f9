"""The state of a championship: the fold of its log. `enter` never refuses, whatever today's rules say."""

from collections.abc import Iterable, Sequence
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.championship.bookings import Timetable
from referee.championship.events import (
    AnyConsequence,
    AnyDecision,
    ChampionshipOpened,
    ChampionshipRenamed,
    ContestDecision,
    ContestDrawn,
    DisciplineChanged,
    FixtureCreated,
    FixtureDecision,
    MergeUndone,
    NameCorrected,
    PlayerMerged,
    PlayerRemoved,
    PlayerSanctioned,
    PlayersEntered,
    SanctionUndone,
)
from referee.championship.recorded_contest import RecordedContest, RecordedFixture, apply_consequences, apply_decision
from referee.contests.discipline import Discipline
from referee.contests.standings.alphabet import NOWHERE, in_alphabet, places
from referee.match.entries import GENESIS, Entry, Key
from referee.people.merges import Merges
from referee.slots import copier

DecisionEntry = Entry[AnyDecision, AnyConsequence]
decoder = msgspec.json.Decoder(DecisionEntry)


class ChampionshipSanction(Struct, frozen=True):
    """A card given outside a match, in event `version`."""

    player: str
    card: str
    reason: str
    contest: str | None
    version: int


class Championship:
    """State of a championship at `version`; `head` is the hash of its last entry.

    `discipline` is the current agreement on cards; `had_discipline` is true if there ever was one.

    `timetable_of` is the timetable with its version, once it was needed.

    `next_number` is that of the id of the next contest or fixture: one more than there ever were.

    `entered_ids` are the ids as they were entered, `merges` those that belong to another person, `players` the people: each once.
    Records from before a merge keep the id that they have, so that the merge can be undone.
    """

    __slots__ = (
        "alphabet",
        "contests",
        "discipline",
        "entered_ids",
        "had_discipline",
        "head",
        "id",
        "keys",
        "merges",
        "name",
        "next_number",
        "players",
        "sanctions",
        "timetable_of",
        "version",
    )
    _copy_to = copier(__slots__)

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.name = ""
        self.discipline: Discipline | None = None
        self.had_discipline = False
        self.entered_ids: tuple[str, ...] = ()
        self.merges = Merges({})
        self.players: tuple[str, ...] = ()
        self.alphabet: tuple[tuple[str, ...], ...] = ()
        self.contests: dict[str, RecordedContest] = {}
        self.sanctions: tuple[ChampionshipSanction, ...] = ()
        self.next_number = 1
        self.version = 0
        self.head = GENESIS
        self.keys: dict[str, Key] = {}
        self.timetable_of: tuple[int, Timetable] | None = None

    def copy(self) -> Self:
        """A working copy."""
        twin = object.__new__(type(self))
        self._copy_to(twin)
        twin.contests = self.contests.copy()
        twin.keys = self.keys.copy()
        return twin

    @classmethod
    def fold(cls, id_: str, entries: Iterable[DecisionEntry]) -> Self:
        """The championship after these entries, from version 1 on."""
        championship = cls(id_)
        championship.follow(entries)
        return championship

    def follow(self, entries: Iterable[DecisionEntry]) -> None:
        """Folds further entries."""
        for entry in entries:
            self.enter(entry.event, entry.version)
            self.enter_consequences(entry.facts)
            self.head = bytes.fromhex(entry.hash)
            if entry.key:
                self.keys[entry.key.key] = entry.key

    def fixture(self, id_: str) -> tuple[RecordedContest, RecordedFixture] | None:
        """A fixture of one of its contests, or None."""
        contests = (contest for contest in self.contests.values() if id_ in contest.fixtures)
        return next(((contest, contest.fixtures[id_]) for contest in contests), None)

    def timetable(self) -> Timetable:
        """The times and tables of its matches to come. It is kept until the next decision."""
        if self.timetable_of is None or self.timetable_of[0] != self.version:
            self.timetable_of = self.version, Timetable(self.contests.values(), self.merges)
        return self.timetable_of[1]

    def has(self, id_: str) -> bool:
        """True if this is the id of one of its contests or fixtures."""
        return id_ in self.contests or self.fixture(id_) is not None

    def enter(self, event: AnyDecision, at: int) -> None:
        """Enters a decision as version `at`."""
        self.version = at
        match event:
            case ChampionshipOpened():
                self.name = event.name
                self._agree(event.discipline)
            case DisciplineChanged():
                self._agree(event.discipline)
            case PlayersEntered():
                self.entered_ids = (*self.entered_ids, *event.players)
                self.players = tuple(dict.fromkeys(map(self.merges.now, self.entered_ids)))
                self.alphabet = event.alphabet or self.alphabet
            case NameCorrected():
                self._reorder(event.alphabet)
            case PlayerMerged():
                self.merges = Merges({**self.merges.into, event.player: event.into})
                self._reorder(event.alphabet)
            case MergeUndone():
                remaining = {id_: into for id_, into in self.merges.into.items() if id_ != event.player}
                self.merges = Merges(remaining)
                self._reorder(event.alphabet)
            case PlayerSanctioned():
                card = ChampionshipSanction(event.player, event.card, event.reason, event.contest, at)
                self.sanctions = (*self.sanctions, card)
            case SanctionUndone():
                self.sanctions = tuple(card for card in self.sanctions if card.version not in event.undone)
            case PlayerRemoved():
                self.entered_ids = tuple(player for player in self.entered_ids if player != event.player)
                self._reorder(tuple(rest for same in self.alphabet if (rest := _without(same, event.player))))
            case ChampionshipRenamed():
                self.name = event.name
            case ContestDecision():
                self.next_number += isinstance(event, ContestDrawn)
                after = apply_decision(self.contests.get(event.contest), event, at)
                # A result changes no entrant, so the places in the alphabet stay.
                self.contests[event.contest] = after if isinstance(event, FixtureDecision) else self._in_order(after)

    def _agree(self, discipline: Discipline | None) -> None:
        self.discipline = discipline
        self.had_discipline |= discipline is not None

    def _reorder(self, alphabet: tuple[tuple[str, ...], ...]) -> None:
        """Updates the people after a merge or a new name, and the places of their names."""
        self.players = tuple(dict.fromkeys(map(self.merges.now, self.entered_ids)))
        self.alphabet = alphabet
        self.contests = {id_: self._in_order(contest) for id_, contest in self.contests.items()}

    def _in_order(self, recorded_contest: RecordedContest) -> RecordedContest:
        """A contest with the places of its entrants in the alphabet."""
        if recorded_contest.contest.teams is not None:
            return _by_team_names(recorded_contest)
        place_of = places(self.alphabet)
        alphabet = {
            entrant.id: tuple(n for player in entrant.people for n in place_of.get(self.merges.now(player), NOWHERE))
            for entrant in recorded_contest.contest.entrants
        }
        return replace(recorded_contest, contest=replace(recorded_contest.contest, alphabet=alphabet))

    def enter_consequences(self, facts: Sequence[AnyConsequence]) -> None:
        """Enters the consequences of the decision entered last."""
        self.next_number += sum(isinstance(fact, FixtureCreated) for fact in facts)
        for id_ in dict.fromkeys(fact.contest for fact in facts):
            own = tuple(fact for fact in facts if fact.contest == id_)
            self.contests[id_] = apply_consequences(self.contests[id_], own, self.version)


def _by_team_names(recorded_contest: RecordedContest) -> RecordedContest:
    """A contest of teams with the places of their names in the alphabet: those are on record."""
    names = {team.id: team.name or team.id for team in recorded_contest.contest.entrants}
    alphabet = places(in_alphabet(names))
    return replace(recorded_contest, contest=replace(recorded_contest.contest, alphabet=alphabet))


def _without(ids: tuple[str, ...], removed_id: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in ids if id_ != removed_id)
