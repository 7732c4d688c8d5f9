"""The words of a championship's log: what was decided, and what followed. People are ids; their names are kept apart."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.commitments.commitments import SaltedCommitment
from referee.contests.contest import Entrant, FixtureKind, FixtureStage
from referee.contests.discipline import Discipline
from referee.contests.draws import DrawnOrder
from referee.contests.duplicate.terms import DuplicateTerms, RoundDeals
from referee.contests.partners import Partners, members_of
from referee.contests.rounds.costs import Cost
from referee.contests.rounds.pairing import PairedMatch, PartnersCost, Rest
from referee.contests.tallies import RecordedResult
from referee.contests.teams.lineups import BoardMembers
from referee.contests.teams.terms import TeamTerms
from referee.match.events import FOR_GOOD, SeedSource
from referee.match.terms.agreed_time import AgreedTime
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes

Id = str
Reason = Annotated[str, Meta(max_length=500, description=f"Why, in the organizer's own words. {FOR_GOOD}")]


class Decision(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """Something that was decided or reported. Its tag is its identity in the store."""

    SECRET: ClassVar[tuple[str, ...]] = ()
    """Fields that may tell of the cards of a hand: null for many while a table has it still to play (duplicate.deals)."""


class ContestDecision(Decision, frozen=True):
    """A decision about one contest."""

    contest: Id


class FixtureDecision(ContestDecision, frozen=True):
    """A decision about one match to be played."""

    fixture: Id


class ChampionshipOpened(Decision, frozen=True, tag="championship_opened"):
    """A championship begins; its name is no person's. `discipline` is what was agreed on about cards, where anything was."""

    championship: Id
    name: str
    discipline: Discipline | None = None


class DisciplineChanged(Decision, frozen=True, tag="discipline_changed"):
    """What is agreed on about cards from now on, in place of what was before; left out: nothing."""

    reason: Reason
    discipline: Discipline | None = None


class PlayersEntered(Decision, frozen=True, tag="players_entered"):
    """Players take part from now on.

    `alphabet` is everybody so far in Spanish alphabetical order, those of one name together: the tables go by it, so that
    they are the same without the names.
    """

    players: tuple[Id, ...]
    alphabet: tuple[tuple[Id, ...], ...] = ()


class NameCorrected(Decision, frozen=True, tag="name_corrected"):
    """A player has another name now, which has another place in the alphabet: `alphabet` is everybody in their order."""

    player: Id
    alphabet: tuple[tuple[Id, ...], ...]


class PlayerMerged(Decision, frozen=True, tag="player_merged"):
    """`player` was entered twice and is `into` from now on, in every table. `alphabet` is everybody in their order after it."""

    player: Id
    into: Id
    alphabet: tuple[tuple[Id, ...], ...]
    reason: Reason = ""


class MergeUndone(Decision, frozen=True, tag="merge_undone"):
    """`player` is somebody else than `into` after all. `alphabet` is everybody in their order after it."""

    player: Id
    into: Id
    alphabet: tuple[tuple[Id, ...], ...]
    reason: Reason = ""


class PlayerSanctioned(Decision, frozen=True, tag="player_sanctioned"):
    """A yellow or black card outside a match."""

    player: Id
    card: Literal["yellow", "black"]
    reason: Reason
    contest: Id | None = None


class SanctionUndone(Decision, frozen=True, tag="sanction_undone"):
    """The cards outside a match that these versions gave are taken back: they were never given."""

    undone: tuple[int, ...]
    reason: Reason


class PlayerRemoved(Decision, frozen=True, tag="player_removed"):
    """A player was entered by mistake, and takes no part. The others keep their order in the alphabet."""

    player: Id
    reason: Reason


class ChampionshipRenamed(Decision, frozen=True, tag="championship_renamed"):
    """The championship has another name, which is no person's."""

    name: str
    reason: Reason = ""


class ContestDrawn(ContestDecision, frozen=True, tag="contest_drawn"):
    """A contest of these entrants, in the order drawn. `podium` are points by place, where they were set.

    `timing` is the referee's clock of its matches. `name` is what it is called, where that is not its game. `partners`: every
    round gives everybody a new partner. `teams`: its entrants are teams, which meet on several boards. `duplicate`: every table
    plays the same deals.
    """

    ruleset: str
    format: str
    entrants: tuple[Entrant, ...]
    draw: DrawnOrder
    params: dict[str, Any]
    options: dict[str, Any]
    podium: tuple[int, ...] | None = None
    stakes: Stakes | None = None
    house: NamedHouse | None = None
    timing: AgreedTime | None = None
    name: str | None = None
    partners: Partners | None = None
    teams: TeamTerms | None = None
    duplicate: DuplicateTerms | None = None


class ContestRedrawn(ContestDecision, frozen=True, tag="contest_redrawn"):
    """The order is drawn again; the draw before stays on record."""

    draw: DrawnOrder
    reason: Reason


class ContestCancelled(ContestDecision, frozen=True, tag="contest_cancelled"):
    """The contest is not held: nothing of it was played, and it counts for nothing."""

    reason: Reason


class ContestRenamed(ContestDecision, frozen=True, tag="contest_renamed"):
    """The contest has another name, which is no person's; without one it goes by its game."""

    name: str | None = None
    reason: Reason = ""


class DecisionUndone(ContestDecision, frozen=True, tag="decision_undone"):
    """The decisions of these versions are taken back: the contest stands as if they had never been told.

    They are one decision with what followed it, as the corrections of a result are taken back with the result. `fixture` is the
    match that they are about, where they are about one.
    """

    SECRET = ("reason",)
    undone: tuple[int, ...]
    reason: Reason
    fixture: Id | None = None


class TimingChanged(ContestDecision, frozen=True, tag="timing_changed"):
    """The referee's clock of the matches that are opened from now on; left out: they have none."""

    reason: Reason
    timing: AgreedTime | None = None


class ResultReported(FixtureDecision, frozen=True, tag="result_reported"):
    """The result of a match that has no log of its own."""

    result: RecordedResult
    note: str | None = None


class ResultCorrected(FixtureDecision, frozen=True, tag="result_corrected"):
    """Another result in place of the one that version `supersedes` gave."""

    result: RecordedResult
    reason: Reason
    supersedes: int
    note: str | None = None


class WalkoverGiven(FixtureDecision, frozen=True, tag="walkover_given"):
    """Who did not come to a match; all of them: it is void.

    `missing`: of the absent pairs, where partners change, the persons that did not come.
    """

    absent: tuple[Id, ...]
    reason: Reason
    supersedes: int | None = None
    missing: tuple[Id, ...] = ()


class BoardDecision(FixtureDecision, frozen=True):
    """A decision about one board of an encounter of teams, or one hand of a table with the same deals, counted from 1."""

    board: int


class BoardReported(BoardDecision, frozen=True, tag="board_reported"):
    """The result of a board that has no log of its own."""

    SECRET = ("result", "note")
    result: RecordedResult
    note: str | None = None


class BoardCorrected(BoardDecision, frozen=True, tag="board_corrected"):
    """Another result of a board in place of what version `supersedes` gave."""

    SECRET = ("result", "note", "reason")
    result: RecordedResult
    reason: Reason
    supersedes: int
    note: str | None = None


class BoardWalkoverGiven(BoardDecision, frozen=True, tag="board_walkover_given"):
    """The teams whose players did not come to a board; both: it counts for neither."""

    absent: tuple[Id, ...]
    reason: Reason
    supersedes: int | None = None


class MemberSubstituted(BoardDecision, frozen=True, tag="member_substituted"):
    """Another member of a team comes in place of one who sits at a board, before it is decided."""

    team: Id
    out: Id
    into: Id
    reason: Reason


class LineupGiven(FixtureDecision, frozen=True, tag="lineup_given"):
    """A team has given its line-up for an encounter, which nobody can read yet: `sha256` is the commitment to it."""

    team: Id
    sha256: SaltedCommitment


class OpenedLineup(Struct, frozen=True):
    """The line-up of a team by board, and the salt with which it opens the commitment that the team gave last."""

    team: Id
    members: BoardMembers
    salt: str


class LineupsShown(FixtureDecision, frozen=True, tag="lineups_shown"):
    """Both teams have given their line-ups, which are opened together."""

    lineups: tuple[OpenedLineup, ...]


class FixtureScheduled(FixtureDecision, frozen=True, tag="fixture_scheduled"):
    """When (RFC 3339, UTC) and at which table a match is to be played, in place of what was said before."""

    starts_at: str | None = None
    table: int | str | None = None


class EntrantWithdrawn(ContestDecision, frozen=True, tag="entrant_withdrawn"):
    """An entrant left the contest for good."""

    entrant: Id
    reason: Reason


class EntrantAdded(ContestDecision, frozen=True, tag="entrant_added"):
    """Somebody comes into the contest after its draw, from this round on; `group` is theirs, where there are groups.

    `newcomers` came to the championship with it; older logs do not tell.
    """

    entrant: Entrant
    round: int
    reason: Reason = ""
    group: int | None = None
    newcomers: tuple[Id, ...] = ()


class EntrantSubstituted(ContestDecision, frozen=True, tag="entrant_substituted"):
    """Who does not come any more, and who comes instead: nobody named, the next of the table in the last matches.

    `people` are the players of `into` where that is a pair that did not play before.
    """

    out: Id
    reason: Reason
    into: Id | None = None
    people: tuple[Id, ...] = ()


Break = Literal["repeats", "second_bye", "apart", "not_least", "partners"]
"""The codes of what pairs by hand do not keep: a meeting or a bye comes again, those to be kept apart meet, others would be less,
or two are partners again."""


class RoundPaired(ContestDecision, frozen=True, tag="round_paired"):
    """A round of a contest in rounds is paired, with what decided each pair (rounds.reasons).

    Pairs and rests name the places of the draw. `cost` is that of the whole pairing, by level. `apart` are groups whose members
    were to be kept apart. `repeats`: two may meet again, for no pairing without that was left. A draft is played once it is
    published. `rests` are all that rest where there may be several, as where partners change: there an entrant of a pair is two
    persons, joined by a `~`, and `partners` is the cost of who plays with whom (partners.rotating); so it is of two that sit
    across where four play alone (duplicate.seats). `deals` binds the deals that every table plays (duplicate.deals).
    """

    round: int
    pairs: tuple[PairedMatch, ...]
    seed: str
    cost: Cost
    rest: Rest | None = None
    seed_source: SeedSource | UnsetType = UNSET
    apart: tuple[tuple[Id, ...], ...] = ()
    repeats: bool = False
    draft: bool = False
    rests: tuple[Rest, ...] = ()
    partners: PartnersCost | None = None
    deals: RoundDeals | None = None


class RoundChanged(ContestDecision, frozen=True, tag="round_changed"):
    """Other pairs in a round, by hand (rounds.by-hand). `cost` is that of all, `breaks` the codes of what they do not keep."""

    round: int
    pairs: tuple[PairedMatch, ...]
    cost: Cost
    reason: Reason
    rest: Rest | None = None
    breaks: tuple[Break, ...] = ()
    rests: tuple[Rest, ...] = ()
    partners: PartnersCost | None = None


class RoundPublished(ContestDecision, frozen=True, tag="round_published"):
    """A round is published: its matches are played as it stands."""

    round: int


class DealsOpened(ContestDecision, frozen=True, tag="deals_opened"):
    """The seed of the deals of a round, which its commitment binds: nobody has a hand of it still to play (duplicate.deals)."""

    round: int
    seed: str


def entrants_of(round_: RoundPaired | RoundChanged) -> tuple[Id, ...]:
    """All that are in a round, by the places of the draw."""
    pairs = (one for match in round_.pairs for entrant in match.entrants for one in members_of(entrant))
    return (*pairs, *resting_in(round_))


def resting_in(round_: RoundPaired | RoundChanged) -> tuple[Id, ...]:
    """Those that rest in a round, by the places of the draw."""
    rests = round_.rests if round_.rest is None else (round_.rest,)
    return tuple(rest.entrant for rest in rests)


class TieRuled(ContestDecision, frozen=True, tag="tie_ruled"):
    """The organizer's order of a tie that the rules leave open, best first."""

    tie: tuple[Id, ...]
    order: tuple[tuple[Id, ...], ...]
    reason: Reason


class MatchOpened(FixtureDecision, frozen=True, tag="match_opened"):
    """A match with a log of its own is played for this fixture."""

    match: Id


class MatchFinished(FixtureDecision, frozen=True, tag="match_finished"):
    """The result that the match's log gives, or gives now. `ended_at` is the version of that log with which play ended.

    No result: everybody left, and the match counts for nobody. `reason` is that of the event that changed it.
    """

    match: Id
    ended_at: int
    match_version: int
    result: RecordedResult | None
    supersedes: int | None = None
    reason: str | None = None


class MatchReopened(FixtureDecision, frozen=True, tag="match_reopened"):
    """The match goes on after all: its result counts no more."""

    match: Id
    match_version: int
    supersedes: int
    reason: str | None = None


class BoardMatchOpened(BoardDecision, frozen=True, tag="board_match_opened"):
    """A match with a log of its own is played at a board. `players` are those of each team there, in the order of the teams."""

    match: Id
    players: BoardMembers = ()


class BoardMatchFinished(BoardDecision, frozen=True, tag="board_match_finished"):
    """The result that the log of a board's match gives, or gives now; the fields are those of `match_finished`."""

    SECRET = ("result", "reason", "ended_at", "match_version")
    match: Id
    ended_at: int
    match_version: int
    result: RecordedResult | None
    supersedes: int | None = None
    reason: str | None = None


class BoardMatchReopened(BoardDecision, frozen=True, tag="board_match_reopened"):
    """The match of a board goes on after all: its result counts no more."""

    SECRET = ("reason", "match_version")
    match: Id
    match_version: int
    supersedes: int
    reason: str | None = None


class Consequence(Struct, frozen=True, omit_defaults=True, tag_field="fact"):
    """What followed from a decision under the rules of that day."""


class FixtureCreated(Consequence, frozen=True, tag="fixture_created"):
    """A match is to be played: `key` names it within its contest, `entrants` stand in the order of the seats.

    `round`, `order`, `table`, `group` and `stage` are its place in the contest; in older logs they were not told.
    """

    fixture: Id
    contest: Id
    key: str
    kind: FixtureKind
    entrants: tuple[Id, ...]
    round: int | None = None
    order: int | None = None
    table: int | None = None
    group: int | None = None
    stage: FixtureStage | None = None


class FixtureVoided(Consequence, frozen=True, tag="fixture_voided"):
    """Other people are through: what was played of this match counts no more."""

    fixture: Id
    contest: Id


class RulingFallen(Consequence, frozen=True, tag="ruling_fallen"):
    """Every result is in and the tie that was ruled on in version `ruling` is gone: it serves no more (league.studied)."""

    contest: Id
    ruling: int


DECISIONS: tuple[type[Decision], ...] = (
    ChampionshipOpened,
    DisciplineChanged,
    PlayersEntered,
    NameCorrected,
    PlayerMerged,
    MergeUndone,
    PlayerSanctioned,
    SanctionUndone,
    PlayerRemoved,
    ChampionshipRenamed,
    ContestDrawn,
    ContestRedrawn,
    ContestCancelled,
    ContestRenamed,
    DecisionUndone,
    TimingChanged,
    ResultReported,
    ResultCorrected,
    WalkoverGiven,
    BoardReported,
    BoardCorrected,
    BoardWalkoverGiven,
    MemberSubstituted,
    LineupGiven,
    LineupsShown,
    FixtureScheduled,
    EntrantWithdrawn,
    EntrantAdded,
    EntrantSubstituted,
    RoundPaired,
    RoundChanged,
    RoundPublished,
    DealsOpened,
    TieRuled,
    MatchOpened,
    MatchFinished,
    MatchReopened,
    BoardMatchOpened,
    BoardMatchFinished,
    BoardMatchReopened,
)
OPENED = "championship_opened"
"""The tag of the first event of a championship."""

AnyDecision = (
    ChampionshipOpened
    | DisciplineChanged
    | PlayersEntered
    | NameCorrected
    | PlayerMerged
    | MergeUndone
    | PlayerSanctioned
    | SanctionUndone
    | PlayerRemoved
    | ChampionshipRenamed
    | ContestDrawn
    | ContestRedrawn
    | ContestCancelled
    | ContestRenamed
    | DecisionUndone
    | TimingChanged
    | ResultReported
    | ResultCorrected
    | WalkoverGiven
    | BoardReported
    | BoardCorrected
    | BoardWalkoverGiven
    | MemberSubstituted
    | LineupGiven
    | LineupsShown
    | FixtureScheduled
    | EntrantWithdrawn
    | EntrantAdded
    | EntrantSubstituted
    | RoundPaired
    | RoundChanged
    | RoundPublished
    | DealsOpened
    | TieRuled
    | MatchOpened
    | MatchFinished
    | MatchReopened
    | BoardMatchOpened
    | BoardMatchFinished
    | BoardMatchReopened
)
OPENING = MatchOpened | BoardMatchOpened
"""The decisions that tie a match with a log of its own to a fixture, or to a board of one."""
REORDERS = NameCorrected | PlayerMerged | MergeUndone
"""The decisions about a person, which can change the order of every table that the alphabet orders."""
AnyConsequence = FixtureCreated | FixtureVoided | RulingFallen
