"""The views of championships and contests: people as id and name, fixtures by their ids."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.championship.events import Id
from referee.contests.contest import FixtureKind, FixtureStage, PendingKind, Phase
from referee.contests.discipline import Discipline
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.partners import Partners
from referee.contests.standings.tables import LineName
from referee.contests.standings.ties import Step
from referee.contests.tallies import with_tallies
from referee.contests.teams.terms import TeamTerms
from referee.match.events import SeedSource
from referee.match.results import CardCount
from referee.match.terms.agreed_time import AgreedTime
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes

FixtureState = Literal["pending", "open", "played", "walkover", "void", "superseded"]
"""`open`: its match is being recorded. `void`: it counts for nobody. `superseded`: others play in its place."""


class Somebody(Struct, frozen=True, omit_defaults=True):
    """A person, or a pair or a team with its `players`. The name is null once the person was erased."""

    id: Id
    name: str | None
    players: tuple["Somebody", ...] = ()
    team: Annotated[bool, Meta(description="True of a team: `name` is its own, and `players` are all its members.")] = (
        False
    )


@with_tallies(tuple[int, ...], each="for each entrant, ")
class ResultView(Struct, frozen=True, omit_defaults=True):
    """How a match came out, in the order of the fixture's entrants; `absent` did not come.

    `ranking` says who won, whatever the game counts: places in `entrants`, best first, as the contest's rules order them.
    """

    points: tuple[int, ...] | None = None
    cards: tuple[CardCount, ...] | None = None
    extra_rounds: tuple[tuple[int, ...], ...] | None = None
    winner: int | None = None
    left: Annotated[
        tuple[int, ...] | None,
        Meta(
            description="Places in `entrants` of those who left before the end, the first to leave first; null where everybody "
            "stayed."
        ),
    ] = None
    absent: tuple[Somebody, ...] | None = None
    note: str | None = None
    ranking: Annotated[
        tuple[tuple[int, ...], ...] | None,
        Meta(
            description="Places in `entrants`, best first; an inner list shares a place. Null for a result that is superseded."
        ),
    ] = None
    board_points: Annotated[
        tuple[float, ...] | None,
        Meta(
            description="In an encounter of teams, the board points of each; `points` are then the game points of all boards."
        ),
    ] = None

    @property
    def headline(self) -> tuple[float, ...] | None:
        """The figures by which a list of results names it: board points where teams met, else points."""
        return self.board_points or self.points


class BoardView(Struct, frozen=True, omit_defaults=True):
    """A board of an encounter, or a hand of a table with the same deals: what is played there, and how it came out.

    Every list is in the order of the match's entrants. Of a hand nothing is told while somebody has it still to play.
    """

    board: Annotated[int, Meta(description="Its number, counted from 1.")]
    ruleset: str
    per_team: Annotated[int, Meta(description="The players of each team: one, or a pair.")]
    weight: Annotated[int, Meta(description="The board points that it gives in all.")]
    state: Annotated[
        Literal["pending", "open", "played", "walkover", "void"],
        Meta(
            description="`open`: a match is being played. `void`: neither team came, and nobody has its board points."
        ),
    ]
    name: Annotated[str | None, Meta(description="What it is called; only where it does not go by its number.")] = None
    board_points: Annotated[
        tuple[float, ...] | None, Meta(description="The board points that it gave each team; only once it is decided.")
    ] = None
    result: ResultView | None = None
    players: Annotated[
        tuple[tuple[Somebody, ...], ...] | None,
        Meta(
            description="The members of each team at it; only once both teams have given their line-ups, or a match was opened."
        ),
    ] = None
    hand: Annotated[
        int | None,
        Meta(description="The number of a hand through the contest; only where every table plays the same deals."),
    ] = None
    match: Annotated[str | None, Meta(description="The match that is played at it, card by card, or was.")] = None


class LineupView(Struct, frozen=True):
    """The line-up that a team has given for an encounter; once it is `shown`, `boards` have who sits where."""

    team: Id
    sha256: Annotated[
        str, Meta(description="The commitment to it, on the log since it was given: it is opened when both are shown.")
    ]
    shown: Annotated[bool, Meta(description="False until the other team has given theirs: nobody can read it yet.")]


MOST_BESIDE = 3
"""Matches at the same time that are listed of one: a person in more has enough to mend."""


class DoubleBooked(Struct, frozen=True, omit_defaults=True):
    """A match that is still to come at the same time as another one, with what both have."""

    fixture: Annotated[Id, Meta(description="The other match.")]
    contest: Annotated[Id, Meta(description="The contest of the other match.")]
    people: Annotated[tuple[Somebody, ...], Meta(description="The people in both; only where there are any.")] = ()
    table: Annotated[int | str | None, Meta(description="The table that both have; only where it is one.")] = None


class FixtureView(Struct, frozen=True, omit_defaults=True):
    """A match of a contest. `version` is the last that changed its result; `needs` is what a stored result lacks.

    `starts_at` (RFC 3339, UTC) and `table` are where its schedule says; without one, `table` is that of the draw. `no_show_at` is
    from when on it may be given to who came.
    """

    id: Id
    contest: Id
    kind: FixtureKind
    round: int
    order: int
    entrants: tuple[Somebody, ...]
    state: FixtureState
    version: int
    table: int | str | None = None
    starts_at: str | None = None
    group: int | None = None
    stage: FixtureStage | None = None
    params: dict[str, Any] = {}
    match: Id | None = None
    result: ResultView | None = None
    needs: str | None = None
    no_show_at: str | None = None
    double_booked: Annotated[
        tuple[DoubleBooked, ...],
        Meta(
            description="Matches that are still to come at the same time with the same people, or at the same table, over all "
            f"contests of the championship; only where there are any, and at most {MOST_BESIDE}."
        ),
    ] = ()
    boards: Annotated[
        tuple[BoardView, ...],
        Meta(
            description="The boards of an encounter of teams, or the hands of a table with the same deals; only in such contests."
        ),
    ] = ()
    lineups: Annotated[
        tuple[LineupView, ...],
        Meta(description="The line-ups that teams have given for an encounter; only where there are any."),
    ] = ()
    external_id: str | UnsetType = UNSET
    metadata: dict[str, str] | UnsetType = UNSET


class DrawView(Struct, frozen=True):
    """A draw: by a seed that anyone can repeat it from, or without one: by lots on the table, or none at all, where the rounds
    were given.
    """

    order: tuple[Somebody, ...]
    algorithm: str
    version: int
    seed: str | None
    reason: str | None
    seed_source: SeedSource | None = None


class ByeView(Struct, frozen=True, omit_defaults=True):
    """Who rests in a round of these matches, of this group where there are groups; in a knockout they go on."""

    round: int
    player: Somebody
    kind: FixtureKind
    group: int | None = None
    stage: FixtureStage | None = None


class PendingView(Struct, frozen=True, omit_defaults=True):
    """What the contest waits for."""

    kind: PendingKind
    fixture: Id | None = None
    tied: tuple[Somebody, ...] = ()


class PodiumView(Struct, frozen=True):
    """A place of the podium and its points."""

    place: int
    player: Somebody
    points: int


class ExtraView(Struct, frozen=True):
    """Extra points for the general table, and the rule that gives them."""

    player: Somebody
    points: int
    rule: str


class SettledPlayerView(Struct, frozen=True):
    """What one player put in, took and is left with. `place` is that of the podium; null beside it."""

    player: Somebody
    place: int | None
    stake: Annotated[int, Meta(description="What the player put in.")]
    share: Annotated[int, Meta(description="What the player takes of the pot.")]
    net: Annotated[int, Meta(description="What the player takes less what they put in.")]


class SettlementView(Struct, frozen=True):
    """How the stakes of a contest come out, by player, in the order of the draw; nothing is paid by this service.

    `rule`: `stakes.contest`, or `stakes.returned` where there is no podium and everybody has their stake back.
    """

    pot: Annotated[int, Meta(description="What everybody put in together.")]
    rule: str
    players: tuple[SettledPlayerView, ...]


@with_tallies(int, UNSET)
class RowView(Struct, frozen=True):
    """A row of a table: `decided_by` settled it, `above_by` parts it from the row above.

    A league has `j` to `diff`; a group of one table, or a single match, has `points` and what the game counts beside them.
    """

    place: int
    player: Somebody
    sanctions: int
    decided_by: Step
    above_by: Step | None
    qualified: bool
    j: int | UnsetType = UNSET
    g: int | UnsetType = UNSET
    p: int | UnsetType = UNSET
    f: int | UnsetType = UNSET
    c: int | UnsetType = UNSET
    ptos: float | UnsetType = UNSET
    diff: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    tie_breaks: Annotated[
        Mapping[str, float] | UnsetType,
        Meta(
            description="In a contest in rounds, the figures of its tie-breaks by name; the direct score is of a tie alone, and "
            "has none. In a league of teams `boards` are the board points; with the same deals at every table `hands` are those "
            "that count, and `matchpoints` theirs."
        ),
    ] = UNSET


class TableView(Struct, frozen=True):
    """The rows of a table, first to last."""

    rows: tuple[RowView, ...]
    provisional: bool


class LineView(TableView, frozen=True):
    """The table of one of two lines, of which one sits and the other moves on from table to table (rounds.mitchell)."""

    line: Annotated[
        LineName, Meta(description="`sitting`: it stays at its tables; `moving`: it moves one table up each round.")
    ]


class ComparedView(Struct, frozen=True):
    """An entrant in the comparison of those that were not among the first of their groups (groups.repesca)."""

    place: int
    player: Somebody
    group: Annotated[int, Meta(description="Its group, counted from 1.")]
    group_place: Annotated[int, Meta(description="Its place in the group, which goes first.")]
    wins: Annotated[
        float | None,
        Meta(description="Matches won on average, to four decimals; a level one is half. Null in groups of one match."),
    ]
    diff: Annotated[
        float | None,
        Meta(description="The difference of game points a match, to four decimals. Null in groups of one match."),
    ]
    made: Annotated[
        float | None,
        Meta(description="Game points made in a match at the table, to four decimals. Null without any."),
    ]
    qualified: bool


class PersonRowView(Struct, frozen=True):
    """A row of the persons' table of a contest of teams: what somebody made at the boards where they sat (teams.persons)."""

    place: int
    player: Somebody
    team: Annotated[Somebody, Meta(description="The team of whoever it is, without its members.")]
    decided_by: Step
    above_by: Step | None
    j: Annotated[int, Meta(description="Boards that were decided with them there.")]
    g: Annotated[int, Meta(description="Boards won.")]
    e: Annotated[int, Meta(description="Level boards.")]
    p: Annotated[int, Meta(description="Boards lost.")]
    f: Annotated[int, Meta(description="Game points made.")]
    c: Annotated[int, Meta(description="Game points of the rivals.")]
    diff: int
    boards: Annotated[float, Meta(description="Board points, those of a pair for each of the two.")]


LineTables = Annotated[
    tuple[LineView, ...],
    Meta(description="The tables of two lines, where one sits and the other moves on; `rows` are both together."),
]
Comparison = Annotated[
    tuple[ComparedView, ...],
    Meta(
        description="The comparison for the repesca, best first: of all that are not among the first of groups that are over."
    ),
]


class StageView(Struct, frozen=True, omit_defaults=True):
    """The table of one stage: `rows`, or `groups` in draw order. `first_round` is its first, counted through the contest."""

    format: str
    first_round: int
    provisional: bool
    rows: tuple[RowView, ...] | None = None
    groups: tuple[TableView, ...] | None = None
    lines: LineTables = ()
    repesca: Comparison = ()

    @property
    def tables(self) -> tuple[TableView, ...]:
        """The groups of the stage, or its only table."""
        return _tables(self)


class StandingsView(Struct, frozen=True, omit_defaults=True):
    """The table of a contest: `rows`, or `groups` in draw order. `provisional` while a result is missing.

    Of a contest in stages `rows` are all its entrants, those that came further first, and `stages` the tables of each stage that
    has begun. In a part only the table that was asked for has rows, those of the part, and comparisons and persons are left out.
    """

    contest: Id
    version: int
    provisional: bool
    rows: tuple[RowView, ...] | None = None
    groups: tuple[TableView, ...] | None = None
    stages: tuple[StageView, ...] | None = None
    lines: LineTables = ()
    repesca: Comparison = ()
    persons: Annotated[
        tuple[PersonRowView, ...],
        Meta(
            description="In a contest of teams, those that sat at a board of an encounter that was played, by the line-ups and "
            "the substitutions; in shared places in alphabetical order."
        ),
    ] = ()
    next: str | UnsetType | None = UNSET
    previous: str | UnsetType | None = UNSET
    before: int | UnsetType = UNSET
    total: int | UnsetType = UNSET

    @property
    def tables(self) -> tuple[TableView, ...]:
        """The groups of the contest, or its only table."""
        return _tables(self)


def _tables(view: StageView | StandingsView) -> tuple[TableView, ...]:
    return view.groups if view.groups is not None else (TableView(view.rows or (), view.provisional),)


class DepartureView(Struct, frozen=True, omit_defaults=True):
    """Who left or was replaced; `into` comes instead."""

    player: Somebody
    into: Somebody | None = None
    version: int | None = None


class RulingView(Struct, frozen=True):
    """The organizer's order of a tie; `fallen` once its tie has dissolved."""

    tie: tuple[Somebody, ...]
    order: tuple[tuple[Somebody, ...], ...]
    version: int
    fallen: bool


class ContestView(Struct, frozen=True, omit_defaults=True):
    """A contest: what is played and by whom, where it stands, what it waits for."""

    id: Id
    championship: Id
    ruleset: str
    format: str
    phase: Phase
    version: int
    params: dict[str, Any]
    entrants: tuple[Somebody, ...]
    draw: DrawView
    draws: tuple[DrawView, ...]
    fixtures: tuple[FixtureView, ...]
    byes: tuple[ByeView, ...]
    pending: tuple[PendingView, ...]
    qualified: tuple[Somebody, ...]
    podium: tuple[PodiumView, ...]
    extras: tuple[ExtraView, ...]
    options: dict[str, Any] = {}
    podium_points: tuple[int, ...] | None = None
    withdrawals: tuple[DepartureView, ...] = ()
    substitutions: tuple[DepartureView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    stakes: Stakes | None = None
    settlement: SettlementView | None = None
    house: NamedHouse | None = None
    timing: Annotated[
        AgreedTime | None,
        Meta(description="The referee's clock of the matches opened from now on; only where there is one."),
    ] = None
    name: Annotated[str | None, Meta(description="What it is called; only where it does not go by its game.")] = None
    consolation: Annotated[
        tuple[PodiumView, ...],
        Meta(
            description="The podium of the consolation, which gives no points; only where there is one, once all is over."
        ),
    ] = ()
    teams: Annotated[
        TeamTerms | None,
        Meta(
            description="On which boards its teams meet; only in a contest of teams. `ruleset` is that of the first board."
        ),
    ] = None
    duplicate: Annotated[
        DuplicateTerms | None,
        Meta(description="How the same deals are compared; only where every table plays them."),
    ] = None
    external_id: str | UnsetType = UNSET
    metadata: dict[str, str] | UnsetType = UNSET
    partners: Annotated[
        Partners | None, Meta(description="`rotating`: each round gives everybody a new partner; only where it is so.")
    ] = None


class ContestSummary(Struct, frozen=True):
    """A contest in its championship; `name` is null where it goes by its game."""

    id: Id
    ruleset: str
    format: str
    phase: Phase
    entrants: int
    podium: tuple[PodiumView, ...]
    name: str | None = None
    external_id: str | UnsetType = UNSET
    metadata: dict[str, str] | UnsetType = UNSET


class Provenance(Struct, frozen=True, omit_defaults=True):
    """What gave or cost something: the event `version` of the match's log, or else of the championship's."""

    kind: str
    points: int
    rule: str
    version: int
    contest: Id | None = None
    fixture: Id | None = None
    match: Id | None = None
    place: int | None = None
    card: str | None = None


class GeneralRowView(Struct, frozen=True, rename={"provenance": "from"}):
    """A row of the general table, and what its points are made of."""

    place: int
    player: Somebody
    points: int
    golds: int
    silvers: int
    bronzes: int
    sanctions: int
    provenance: tuple[Provenance, ...]


class ChampionshipView(Struct, frozen=True):
    """A championship: its players, its contests, the general table."""

    id: Id
    name: str
    version: int
    players: tuple[Somebody, ...]
    contests: tuple[ContestSummary, ...]
    general: tuple[GeneralRowView, ...]
    discipline: Discipline | None = None
    external_id: str | UnsetType = UNSET
    metadata: dict[str, str] | UnsetType = UNSET


class ChampionshipSummary(Struct, frozen=True):
    """A championship in a list."""

    id: str
    name: str
    version: int
    contests: int
    opened_at: str
    changed_at: str
    external_id: str | UnsetType = UNSET
    metadata: dict[str, str] | UnsetType = UNSET


class ChampionshipPage(Struct, frozen=True):
    """Championships, newest first; `next` is the cursor of the next page."""

    items: list[ChampionshipSummary]
    next: str | None


class LatestResult(Struct, frozen=True):
    """A match that has a result: of which championship, in which game, since when, and the fixture with its result."""

    championship: str
    name: Annotated[str, Meta(description="The name of the championship.")]
    ruleset: str
    decided_at: Annotated[
        str, Meta(description="When the result was reported, corrected or recorded last (RFC 3339, UTC).")
    ]
    fixture: Annotated[FixtureView, Meta(description="The match, with its result.")]
    contest_name: Annotated[
        str | None, Meta(description="What its contest is called; null where it goes by its game.")
    ] = None


class ResultPage(Struct, frozen=True):
    """Results, the latest first; `next` is the cursor of the next page."""

    items: list[LatestResult]
    next: str | None


class WayOfPlay(Struct, frozen=True):
    """What some tables did where the play parted."""

    play: Annotated[
        dict[str, Any] | None, Meta(description="The event, as it was recorded; null where the hand was over.")
    ]
    matches: Annotated[tuple[Id, ...], Meta(description="The matches in which that was done, by table.")]


class PartedPlay(Struct, frozen=True):
    """The first play of a hand at which its tables differ."""

    plays: Annotated[int, Meta(description="The number of plays before it, which were the same at all of them.")]
    ways: Annotated[tuple[WayOfPlay, ...], Meta(description="What the tables did there, the most usual first.")]
