"""The commands of championships: each decides on a working copy and appends to the log; readers see only what is stored.

The first writer wins: a decision that lost the race at the log is made again.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct
from uuid_utils import uuid7

from referee.championship.changes import ChangesView, ContestChanges
from referee.championship.closing import settle
from referee.championship.deal_secrets import openings
from referee.championship.decisions import Why, contest_of, counting_of, counts_no_more
from referee.championship.differing import differing_championship
from referee.championship.events import (
    OPENED,
    REORDERS,
    AnyConsequence,
    AnyDecision,
    ChampionshipOpened,
    ContestDecision,
    ContestDrawn,
    DisciplineChanged,
    FixtureCreated,
    OpenedLineup,
    PlayerMerged,
    PlayersEntered,
)
from referee.championship.identity import family, id_of_number
from referee.championship.lineup_secrets import kept_lineup
from referee.championship.people import Arrivals, NameAnswers, Players, arrivals, require_to_come
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.state import Championship, DecisionEntry, decoder
from referee.client_data import ExternalId, Metadata, NewClientData
from referee.contests.discipline import NOTHING, Discipline, require_rising
from referee.contests.rounds.hands import still_to_play
from referee.contests.standings.alphabet import insert_names
from referee.contests.teams.lineups import Lineup
from referee.errors import Conflict, CountsNoMore, Impossible, NotFound, Unavailable
from referee.log.folds import RecentFolds
from referee.log.idempotency import ClientKey, Creation, New, create_once, made_before, reuse_refusal
from referee.log.records import Clash, Record
from referee.log.row_writes import RowWrite
from referee.match.aggregate import Match
from referee.match.entries import Key, chain
from referee.match.events import FOR_GOOD, Opening
from referee.match.registry import tag
from referee.match.view import Counting
from referee.matches.commands import TRIES, MatchCommands
from referee.matches.seed_resolver import stored_secrets
from referee.people.alike import leaving
from referee.people.register import PersonDraft
from referee.people.spelling import require_name
from referee.text import Text

KEPT = 64
"""Championships kept in memory; a colder one is folded again from the log."""
CHANGES_KEPT = 8
"""Contests whose corrections are kept in memory, each with a championship as it was when they were read."""
CONTEST = Text(es="torneo", en="contest")
PLACES_KEPT = 10_000
"""Contests and fixtures whose championships are kept in memory."""
PLACE = "where"
"""The topic of the records of the championships of contests or fixtures whose ids do not name them."""

Decide = Callable[[Championship], Sequence[AnyDecision]]


class OpenChampionship(NameAnswers, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A championship and its players: an id is somebody entered before, a name or an object a new player."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=FOR_GOOD, examples=["Fiestas de agosto"])]
    players: Players = ()
    discipline: Discipline | None = None
    external_id: ExternalId | None = None
    metadata: Metadata | None = None


class ChangeDiscipline(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed on from now on, in place of what was before, and why. Null: nothing."""

    discipline: Discipline | None
    reason: Why


class EnterPlayers(NameAnswers, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Players who come later; contests already drawn stay as they are."""

    players: Annotated[Players, Meta(min_length=1)]


class CommandResult(Struct, frozen=True):
    """The result of a command: the championship after it, the stored entries, the log position of the last, and the championship
    before it (empty where it was opened).
    """

    championship: Championship
    entries: list[DecisionEntry]
    position: int
    before: Championship


class Place(Struct, frozen=True):
    """The championship of a contest or fixture."""

    championship: str


class CachedPlace(Place, frozen=True):
    """A contest or fixture, and its permanent championship."""

    id: str
    version: int = 1


def new_id() -> str:
    """Returns a new id; ids sort by the time they were made."""
    return str(uuid7())


class Championships:
    """The championships of one log. `new_id` gives the ids of pairs and of championships."""

    def __init__(self, matches: MatchCommands, new_id: Callable[[], str] = new_id) -> None:
        self.matches = matches
        self.new_id = new_id
        self.log = matches.log
        self.people = matches.people
        self._folds: RecentFolds[Championship] = RecentFolds(KEPT)
        self._places: RecentFolds[CachedPlace] = RecentFolds(PLACES_KEPT)
        self._changes: RecentFolds[ContestChanges] = RecentFolds(CHANGES_KEPT)

    # Questions

    def championship(self, id_: str) -> Championship:
        """A championship as it is now. Do not change it. Raises NotFound."""

        def follow(state: Championship | None, fresh: Sequence[Record]) -> Championship:
            if state is None:
                if not fresh or fresh[0].topic != OPENED:
                    raise no_championship(id_)
                return Championship.fold(id_, map(_decode, fresh))
            if fresh:
                state = state.copy()
                state.follow(map(_decode, fresh))
            return state

        return self._folds.now(id_, self.log, follow)

    def entries(self, id_: str, after: int = 0, through: int | None = None) -> list[DecisionEntry]:
        """The entries of a championship above version `after`. Raises NotFound where there is no such championship."""
        self.championship(id_)
        return [_decode(record) for record in self.log.read(id_, after, through)]

    def recorded_at(self, id_: str, version: int) -> str:
        """Time at which a version of a championship was recorded."""
        [record] = self.log.read(id_, version - 1, version)
        return _decode(record).recorded_at

    def changes(self, contest_id: str) -> tuple[ChangesView, int]:
        """The corrections of a contest, and the version of its championship that they are of. Raises NotFound.

        They continue those found before, unless a name has changed since.
        """
        championship, names = self.of(contest_id, CONTEST).id, self.people.names_now()
        cache = self._changes.get(contest_id)
        if cache is None or cache.names_of != names:
            cache = ContestChanges(championship, contest_id, self.people.name, names)
        now = cache.with_entries(map(_decode, self.log.read(championship, cache.version)))
        self._changes.keep(now)
        return now.view(), now.version

    def place(self, id_: str) -> str | None:
        """The id of the championship of a contest or fixture; None for an unknown id."""
        cached_place = self._places.get(id_)
        if cached_place is not None:
            return cached_place.championship
        championship = self._find(id_)
        return None if championship is None else championship.id

    def place_remembered(self, id_: str) -> str:
        """The same, where this process knows it. Raises Unavailable where it would have to read the log."""
        cached_place = self._places.get(id_)
        if cached_place is not None:
            return cached_place.championship
        championship = self.in_memory(id_)
        if championship is None:
            raise Unavailable(stored="no")
        return championship.id

    def in_memory(self, id_: str) -> Championship | None:
        """The championship of a contest or fixture as this process knew it last; None where it is not in memory."""
        cached_place = self._places.get(id_)
        championship_id = family(id_) if cached_place is None else cached_place.championship
        championship = None if championship_id is None else self._folds.get(championship_id)
        return championship if championship is not None and championship.has(id_) else None

    def of(self, id_: str, kind: Text) -> Championship:
        """The championship of a contest or fixture; `kind` names it. Raises NotFound."""
        cached_place = self._places.get(id_)
        championship = self._find(id_) if cached_place is None else self.championship(cached_place.championship)
        if championship is None:
            raise NotFound(Text(es=f"no hay {kind.es} {id_}", en=f"there is no {kind.en} {id_}"))
        return championship

    def contest(self, id_: str) -> tuple[Championship, RecordedContest]:
        """A contest and its championship. Raises NotFound."""
        championship = self.of(id_, CONTEST)
        return championship, contest_of(championship, id_)

    def fixture(self, id_: str) -> tuple[Championship, RecordedContest, RecordedFixture]:
        """A fixture, its contest and its championship. Raises NotFound."""
        championship = self.of(id_, Text(es="encuentro por jugar", en="fixture"))
        pair = championship.fixture(id_)
        if pair is None:
            raise NotFound(Text(es=f"no hay encuentro por jugar {id_}", en=f"there is no fixture {id_}"))
        return championship, *pair

    def may_end_on_time(self, contest: RecordedContest, record: RecordedFixture, board: int | None = None) -> bool:
        """True if a fixture's match, or that of a board, may have been ended by its time: that of the contest, or its own."""
        if contest.ever_timed():
            return True
        matches = map(self.matches.match, contest.opened_at(record, board))
        return any(match.state.limits.match is not None for match in matches)

    def counting(self, match: Match) -> tuple[Counting, Championship] | None:
        """Tells if a match counts in its contest, with the championship; None where it is of no contest here."""
        fixture = match.opening.fixture
        if fixture is None or self.place(fixture) is None:
            return None
        championship, contest, record = self.fixture(fixture)
        return counting_of(contest, record, match.id), championship

    def is_to_play(self, opening: Opening) -> bool:
        """True if a match is a hand that a table has still to play (duplicate.deals); False where its contest is not here."""
        hand = opening.shared_hand
        if hand is UNSET or self.place(hand.contest) is None:
            return False
        _, contest = self.contest(hand.contest)
        if contest.contest.duplicate is None:
            return False
        waiting = still_to_play(contest.contest, contest.state.fixtures, hand.hand)
        return waiting is None or bool(waiting)

    def plays_same_deals(self, fixture: str) -> bool:
        """True if every table plays the same deals in the contest of a fixture; False where it is not here."""
        return self.place(fixture) is not None and self.fixture(fixture)[1].contest.duplicate is not None

    def refusal_of(self, match: Match) -> CountsNoMore | None:
        """The refusal of records of a match that counts no more. None where it counts, or is of no contest here."""
        answer = self.counting(match)
        return None if answer is None or answer[0].counts else counts_no_more(answer[0].instead)

    def open_lineup(self, contest: RecordedContest, record: RecordedFixture, lineup: Lineup) -> OpenedLineup:
        """A line-up that waits for that of the other team, for the command that shows both. Raises Impossible."""
        return kept_lineup(self.people.store, record.id, lineup)

    def deal_seed(self, contest_id: str, number: int) -> str:
        """The secret seed of the deals of a round, open or not. Raises NotFound, and Impossible where it is not kept here."""
        _, contest = self.contest(contest_id)
        round_ = next((one for one in contest.contest.pairings if one.round == number and one.deals), None)
        if round_ is None or round_.deals is None:
            raise NotFound(Text(es=f"la ronda {number} no tiene manos repartidas", en=f"round {number} has no deals"))
        seed = round_.deal_seed or stored_secrets(self.people.store)(contest_id, round_.deals.commitment)
        if seed is None:
            raise Impossible(
                Text(
                    es=f"el secreto de las manos de la ronda {number} no está aquí: el campeonato vino de otro servicio",
                    en=f"the secret of the deals of round {number} is not kept here: the championship came from elsewhere",
                ),
                rule="duplicate.deals",
            )
        return seed

    # Commands

    def open(self, request: OpenChampionship, by: str, key: ClientKey | None = None) -> CommandResult:
        """Opens a championship; with an idempotency key a retry gives the first one again, and with an external id that one as
        it is now.

        Raises NotFound, BadRequest (a name without visible characters), KeyReused, AlreadyExists, Inconsistent (a player named
        twice, a ladder that goes down).
        """
        discipline, name = _discipline_of(request.discipline), require_name(request.name, "$.name")
        own = NewClientData.of("championship", request)

        def differing(id_: str) -> list[str]:
            return differing_championship(name, request.players, discipline, self.championship(id_), self.people)

        if made_before(self.log, key, by) is None and (id_ := own.existing(self.people.store, differing)):
            return self.present_result(id_)

        def make() -> tuple[New, Callable[[int], CommandResult]]:
            work = Championship(id_of_number(self.new_id(), 0))
            arriving_people = arrivals(request.players, request, self.people, work.id)
            players, newcomers = arriving_people.enter(self.people, work.id, self.matches.clock())
            events: list[AnyDecision] = [ChampionshipOpened(work.id, name, discipline)]
            events += self._entering(work, players, newcomers) if players else ()
            entries = self.enter(work, events, by, key)
            records = [*(one.record(by) for one in newcomers), *self.records(work.id, entries)]
            new = New(work.id, records, [*self._rows(work.id, players, newcomers), *own.rows(work.id)])
            return new, lambda position: self._result(work, entries, position, Championship(work.id))

        try:
            return create_once(self.log, Creation(key, by, self._opening_result, make))
        except Clash:
            # The same external id came twice at the same moment.
            if (id_ := own.existing(self.people.store, differing)) is None:
                raise
            return self.present_result(id_)

    def present_result(self, id_: str) -> CommandResult:
        """The result of a command that had nothing to do. Raises NotFound."""
        now = self.championship(id_)
        return CommandResult(now, [], self.log.position(), now)

    def enter_players(self, id_: str, request: EnterPlayers, by: str, key: ClientKey | None = None) -> CommandResult:
        """Enters players later on. Raises NotFound, Inconsistent for those that take part already."""

        def find_arrivals(now: Championship) -> Arrivals:
            return arrivals(request.players, request, self.people, id_, now.players)

        def decide(now: Championship, players: tuple[str, ...]) -> Sequence[AnyDecision]:
            require_to_come(players, self.people, now.players)
            return ()

        return self.bring(id_, find_arrivals, decide, by, key)

    def bring(
        self,
        id_: str,
        arrivals_at: Callable[[Championship], Arrivals],
        decide: Callable[[Championship, tuple[str, ...]], Sequence[AnyDecision]],
        by: str,
        key: ClientKey | None = None,
    ) -> CommandResult:
        """Enters those of `arrivals_at` that do not take part yet, and stores the decisions that `decide` makes with all of them.

        Raises what both raise, KeyReused.
        """
        championship = self.championship(id_)
        if key and (result := self._again(championship, key, by)):
            return result
        players, newcomers = arrivals_at(championship).enter(self.people, id_, self.matches.clock())

        def decide_all(now: Championship) -> Sequence[AnyDecision]:
            decisions = decide(now, players)
            fresh = tuple(player for player in players if player not in now.players)
            return [*(self._entering(now, fresh, newcomers) if fresh else ()), *decisions]

        return self.decide(id_, decide_all, by, key, newcomers=newcomers, rows=self._rows(id_, players, newcomers))

    def decide(
        self,
        id_: str,
        decide: Decide,
        by: str,
        key: ClientKey | None = None,
        *,
        reopen: bool = False,
        newcomers: Sequence[PersonDraft] = (),
        rows: Sequence[RowWrite] = (),
        rows_of: Callable[[Sequence[DecisionEntry]], Sequence[RowWrite]] | None = None,
    ) -> CommandResult:
        """Stores the decisions that `decide` makes on the championship as it stands, with all consequences, newcomers and `rows`,
        those `rows_of` the entries among them. Without any of these nothing is stored.

        Raises what `decide` raises, ContestClosed where it would take away a match that has begun, KeyReused.
        """
        for _ in range(TRIES):
            now = self.championship(id_)
            if key and (result := self._again(now, key, by)):
                return result
            decisions = decide(now)
            if not decisions and not newcomers and not rows:
                return self.present_result(id_)
            work = now.copy()
            entries = self.enter(work, decisions, by, key, reopen=reopen)
            try:
                records = [*(one.record(by) for one in newcomers), *self.records(id_, entries)]
                position = self.log.append(records, rows if rows_of is None else [*rows, *rows_of(entries)])
            except Clash:
                # Another decision was stored first: this one is made again, on the championship with that.
                continue
            return self._result(work, entries, position, now)
        raise Conflict(
            Text(
                es="otra persona está cambiando este campeonato a la vez",
                en="somebody else is changing this championship at the same time",
            )
        )

    def enter(
        self,
        work: Championship,
        events: Sequence[AnyDecision],
        by: str,
        key: ClientKey | None = None,
        *,
        reopen: bool = False,
    ) -> list[DecisionEntry]:
        """Enters events on a working copy and returns their entries, chained. Raises ContestClosed.

        After the last one the deals of a round are opened that no table has still to play (duplicate.deals).
        """
        entries: list[DecisionEntry] = []
        at = self.matches.clock()
        stored_key = Key(_key_name(key, by), key[1], work.version + len(events)) if key else None

        def store(event: AnyDecision, own_key: Key | None = None) -> None:
            facts = self._facts(work, event, reopen)
            entry = chain(work.head, work.version, event, facts, at, by, own_key)
            work.head = bytes.fromhex(entry.hash)
            entries.append(entry)

        for index, event in enumerate(events):
            store(event, stored_key if index == 0 else None)
        for opening in [*openings(work, events, stored_secrets(self.people.store))]:
            store(opening)
        if stored_key:
            work.keys[stored_key.key] = stored_key
        return entries

    def records(self, id_: str, entries: Sequence[DecisionEntry]) -> list[Record]:
        """The records of entries.

        The id of a championship of an earlier release is not the family of its new contests and fixtures: one record maps that
        family to the championship.
        """
        records = [Record(id_, e.version, tag(type(e.event)), msgspec.json.encode(e)) for e in entries]
        own = family(id_)
        if own is not None and own != id_ and any(map(_makes_ids, entries)) and self._place_record(own) is None:
            records.append(Record(_where(own), 1, PLACE, msgspec.json.encode(Place(id_))))
        return records

    def _find(self, id_: str) -> Championship | None:
        """The championship of a contest or fixture, found in the log. Its place is cached from now on."""
        own = family(id_)
        championship_id = own if own is not None and self._has_opened(own) else self._place_record(id_)
        if championship_id is None and own is not None:
            championship_id = self._place_record(own)
        if championship_id is None:
            return None
        championship = self.championship(championship_id)
        if not championship.has(id_):
            return None
        self._places.keep(CachedPlace(championship_id, id_))
        return championship

    def _has_opened(self, id_: str) -> bool:
        """True if a championship of this id was opened."""
        if self._folds.get(id_) is not None:
            return True
        first = self.log.read(id_, through=1)
        return bool(first) and first[0].topic == OPENED

    def _place_record(self, id_: str) -> str | None:
        """The championship of an id by its record in the log."""
        records = self.log.read(_where(id_), through=1)
        return msgspec.json.decode(bytes(records[0].state), type=Place).championship if records else None

    def _facts(self, work: Championship, event: AnyDecision, reopen: bool) -> tuple[AnyConsequence, ...]:
        contests: Sequence[str] = ()
        if isinstance(event, ContestDecision):
            contests = (event.contest,)
        elif isinstance(event, REORDERS):
            contests = tuple(work.contests)
        before = {id_: work.contests[id_].state for id_ in contests if id_ in work.contests}
        work.enter(event, work.version + 1)
        names = self.people.name
        consequences = (settle(work, id_, before.get(id_), names, reopen=reopen) for id_ in contests)
        return tuple(fact for facts in consequences for fact in facts)

    def _rows(self, id_: str, players: Sequence[str], newcomers: Sequence[PersonDraft]) -> list[RowWrite]:
        """The rows of people that come to a championship."""
        return [*self.people.rows(newcomers), *leaving(self.people, players, id_)]

    def _entering(
        self, now: Championship, players: tuple[str, ...], newcomers: Sequence[PersonDraft]
    ) -> Sequence[AnyDecision]:
        """The entry of players, and of their earlier ids that were merged."""
        people = [*self.people.find((*now.players, *players)).values(), *(one.person for one in newcomers)]
        alphabet = insert_names(now.alphabet, {person.id: person.name for person in people})
        merges = self.people.merges()
        earlier_ids = [old for player in players for old in merges.same(player)[1:]]
        return [
            PlayersEntered(players, alphabet),
            *(PlayerMerged(old, merges.into[old], alphabet) for old in earlier_ids if old not in now.merges.into),
        ]

    def was_sent(self, id_: str, by: str, key: ClientKey | None) -> bool:
        """True if a command to this championship came with this key before. Raises NotFound."""
        return key is not None and _key_name(key, by) in self.championship(id_).keys

    def _again(self, now: Championship, key: ClientKey, by: str) -> CommandResult | None:
        """The result of an idempotency key's first command, with the championship as it was then."""
        first_key = now.keys.get(_key_name(key, by))
        if first_key is None:
            return None
        if first_key.digest != key[1]:
            raise reuse_refusal()
        entries = self.entries(now.id, through=first_key.last)
        first = next(i for i, entry in enumerate(entries) if entry.key == first_key)
        then, before = Championship.fold(now.id, entries), Championship.fold(now.id, entries[:first])
        return CommandResult(then, entries[first:], self._position(now.id, first_key.last), before)

    def _opening_result(self, id_: str) -> CommandResult:
        """A championship as it was when it was opened."""
        entries = self.entries(id_)
        first = entries[: entries[0].key.last if entries[0].key else 1]
        return CommandResult(Championship.fold(id_, first), first, self._position(id_, len(first)), Championship(id_))

    def _result(
        self, work: Championship, entries: list[DecisionEntry], position: int, before: Championship
    ) -> CommandResult:
        self._folds.keep(work)
        if any(isinstance(entry.event, PlayersEntered) for entry in entries):
            self.people.look_again()
        return CommandResult(work, entries, position, before)

    def _position(self, id_: str, version: int) -> int:
        return self.log.position_of(id_, version) or self.log.position()


def change_discipline(request: ChangeDiscipline) -> DisciplineChanged:
    """The discipline from now on. Raises Inconsistent for a ladder that goes down."""
    discipline = _discipline_of(request.discipline)
    return DisciplineChanged(request.reason, discipline)


def _discipline_of(discipline: Discipline | None) -> Discipline | None:
    """The discipline to store: None where it says nothing. Raises Inconsistent."""
    if discipline is None or discipline == NOTHING:
        return None
    require_rising(discipline)
    return discipline


def no_championship(id_: str) -> NotFound:
    """The refusal of an id of no championship."""
    return NotFound(Text(es=f"no hay campeonato {id_}", en=f"there is no championship {id_}"))


def _makes_ids(entry: DecisionEntry) -> bool:
    return isinstance(entry.event, ContestDrawn) or any(isinstance(fact, FixtureCreated) for fact in entry.facts)


def _decode(record: Record) -> DecisionEntry:
    return decoder.decode(bytes(record.state))


def _key_name(key: ClientKey, by: str) -> str:
    """The name under which a championship has an idempotency key: each writer has keys of their own."""
    return f"{by} {key[0]}"


def _where(id_: str) -> str:
    return f"where:{id_}"
