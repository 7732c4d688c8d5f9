"""Championships and contests prepared for readers: states computed, ids joined with names."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import asdict, replace

from referee.championship.board_matches import BoardMatch
from referee.championship.double_booking import beside
from referee.championship.recorded_contest import (
    DrawMade,
    FixturePlace,
    Names,
    RecordedContest,
    RecordedFixture,
    pair_name,
)
from referee.championship.state import Championship
from referee.championship.views import (
    BoardView,
    ByeView,
    ChampionshipView,
    ComparedView,
    ContestSummary,
    ContestView,
    DepartureView,
    DrawView,
    ExtraView,
    FixtureView,
    GeneralRowView,
    LineupView,
    LineView,
    PendingView,
    PersonRowView,
    PodiumView,
    Provenance,
    ResultView,
    RowView,
    RulingView,
    SettledPlayerView,
    SettlementView,
    Somebody,
    StageView,
    StandingsView,
    TableView,
)
from referee.contests.contest import Contest, ContestState, Fixture, Pending, Source, StageTables
from referee.contests.duplicate.terms import hand_number
from referee.contests.general import GeneralEntry, GeneralStanding, entries_of, general_table, sanction
from referee.contests.rounds.hands import open_hands
from referee.contests.settlement import contest_settlement
from referee.contests.standings.alphabet import by_place, places
from referee.contests.standings.averages import ComparedEntrant
from referee.contests.standings.tables import LeagueRow, LineName, MatchRow, Table
from referee.contests.substitution import is_replaced
from referee.contests.teams.encounters import HALVES, BoardOutcome, board_ranking, halves_of, in_points
from referee.contests.teams.persons import PersonRow, person_table
from referee.contests.teams.terms import Board
from referee.match.results import CardCount, Result


class ContestPresenter:
    """One contest with its computed state, and the views of its parts.

    `earlier` presents the same contest before a decision. Its entrants are shown alike, unless ids were merged since.
    """

    def __init__(
        self,
        championship: Championship,
        contest: RecordedContest,
        names: Names,
        earlier: "ContestPresenter | None" = None,
        *,
        sees_hands: bool = False,
    ) -> None:
        """Prepares a contest. `sees_hands`: the reader may know the points of hands that other tables have still to play."""
        self.sees_hands = sees_hands
        self.championship = championship
        self.recorded_contest = contest
        self.names = names
        self.contest: Contest = contest.contest
        self.state: ContestState = contest.state
        self._entrant_views: dict[str, Somebody] = {}
        """The views of entrants, by id."""
        if earlier is not None and earlier.championship.merges is championship.merges:
            self._entrant_views = earlier._entrant_views

    @cached_property
    def _open_hands(self) -> set[tuple[int, int]]:
        """The hands that no table has still to play, each as its round and its number in it (duplicate.deals)."""
        return open_hands(self.contest, self.state.fixtures)

    def may_tell(self, round_: int, board: int) -> bool:
        """True if this reader may know the points of a hand: no table has it still to play."""
        return self.sees_hands or self.contest.duplicate is None or (round_, board) in self._open_hands

    def may_tell_all(self, round_: int) -> bool:
        """True if this reader may know what was made in every hand of a round."""
        terms = self.contest.duplicate
        return terms is None or all(self.may_tell(round_, board) for board in range(1, terms.hands + 1))

    # The indices are made when they are first needed: of a contest before a decision nobody asks for its matches.

    @cached_property
    def _now(self) -> list[tuple[RecordedFixture, Fixture]]:
        """The matches as they stand that are on record."""
        records = self.recorded_contest.by_fixture()
        return [
            (record, fixture)
            for fixture in self.state.fixtures
            if (record := records.get((fixture.key, fixture.entrants)))
        ]

    @cached_property
    def _of_key(self) -> dict[str, str]:
        """The ids of these matches by their keys."""
        return {fixture.key: record.id for record, fixture in self._now}

    def view_entrant(self, entrant: str) -> Somebody:
        """A player or pair."""
        view = self._entrant_views.get(entrant)
        if view is None:
            now = self.championship.merges.now
            people = tuple(map(now, self.contest.people(entrant)))
            team = self.contest.team_name(entrant) if self.contest.teams else None
            view = entrant_view(now(entrant), people, self.names, team)
            self._entrant_views[entrant] = view
        return view

    def view_entrants(self, entrants: tuple[str, ...]) -> tuple[Somebody, ...]:
        """Several of them, in this order."""
        return tuple(map(self.view_entrant, entrants))

    def view(self) -> ContestView:
        """The whole contest."""
        recorded_contest, state, contest = self.recorded_contest, self.state, self.contest
        draws = tuple(map(self._draw, recorded_contest.draws))
        return ContestView(
            id=recorded_contest.id,
            championship=self.championship.id,
            ruleset=recorded_contest.ruleset,
            format=contest.format,
            phase=state.phase,
            version=self.championship.version,
            params=dict(contest.params),
            entrants=self.view_entrants(self._entrants()),
            draw=draws[-1],
            draws=draws,
            fixtures=self.fixtures(),
            byes=self.byes(),
            pending=tuple(map(self._pending, state.pending)),
            qualified=self.view_entrants(state.qualified),
            podium=self.podium(),
            extras=self._extras(),
            options={name: value for name, value in asdict(contest.options).items() if value is not UNSET},
            podium_points=contest.podium,
            withdrawals=tuple(
                DepartureView(self.view_entrant(departure.entrant), None, departure.at)
                for departure in contest.withdrawals
            ),
            substitutions=tuple(
                DepartureView(
                    self.view_entrant(departure.out),
                    self.view_entrant(departure.into) if departure.into else None,
                    departure.at or None,
                )
                for departure in contest.substitutions
            ),
            rulings=tuple(
                RulingView(
                    self.view_entrants(ruling.tie),
                    tuple(map(self.view_entrants, ruling.order)),
                    ruling.at,
                    ruling in state.fallen,
                )
                for ruling in contest.rulings
            ),
            stakes=contest.stakes,
            settlement=self.settlement(),
            house=contest.house,
            timing=contest.timing,
            name=recorded_contest.name,
            partners=contest.partners,
            consolation=self.consolation(),
            teams=contest.teams,
            duplicate=contest.duplicate,
        )

    def summary(self) -> ContestSummary:
        """The contest in a line."""
        return ContestSummary(
            self.recorded_contest.id,
            self.recorded_contest.ruleset,
            self.contest.format,
            self.state.phase,
            len(self.contest.places),
            self.podium(),
            self.recorded_contest.name,
        )

    def standings(self) -> StandingsView:
        """The contest's table or tables."""
        tables = tuple(map(self._table, self.state.tables))
        provisional = any(table.provisional for table in tables)
        head = (self.recorded_contest.id, self.championship.version, provisional)
        if self.state.is_grouped:
            return StandingsView(
                *head, groups=tables, repesca=self._repesca(self.state.repesca), persons=self._persons()
            )
        stages = tuple(map(self._stage, self.state.stages)) or None
        lines = self._lines(self.state.lines)
        return StandingsView(*head, rows=tables[0].rows, stages=stages, lines=lines, persons=self._persons())

    def view_rows(self, rows: Iterable[LeagueRow | MatchRow]) -> dict[str, RowView]:
        """Rows of tables by the ids of now."""
        views = [self._row(row) for row in rows]
        return {view.player.id: view for view in views}

    def fixtures(self, player: str | None = None) -> tuple[FixtureView, ...]:
        """The fixtures as they stand, then those superseded since the last draw; with `player`, only theirs.

        Fixtures of an earlier draw were never played, or there would have been no other draw. A fixture of an undone decision
        never was, unless a standing decision is about it.
        """
        now = [self._fixture(record, fixture) for record, fixture in self._now]
        ids, drawn_at = {view.id for view in now}, self.recorded_contest.draws[-1].version
        orphans = self.recorded_contest.orphaned_fixtures()
        earlier = [
            self._superseded_fixture(record)
            for record in self.recorded_contest.fixtures.values()
            if record.id not in ids and record.version >= drawn_at and record.id not in orphans
        ]
        return tuple(view for view in (*now, *earlier) if self.is_for(view, player))

    def byes(self) -> tuple[ByeView, ...]:
        """The entrants without a match in a round, by phase and group."""
        return tuple(
            ByeView(bye.round, self.view_entrant(bye.player), bye.kind, bye.group, bye.stage) for bye in self.state.byes
        )

    def is_for(self, view: FixtureView, player: str | None) -> bool:
        """True if a match is one of this person's, by id; without one, every match is."""
        return player is None or _plays(view, player)

    def fixture(self, id_: str) -> FixtureView:
        """One fixture of the contest."""
        record = self.recorded_contest.fixtures[id_]
        fixture = self.state.fixture(record.key)
        if fixture is None or not record.is_for(fixture):
            return self._superseded_fixture(record)
        return self._fixture(record, fixture)

    def fixture_of(self, key: str) -> FixtureView | None:
        """The fixture of this key as it stands; None while there is none."""
        fixture = self.state.fixture(key)
        record = self.recorded_contest.record_of(fixture) if fixture else None
        return self._fixture(record, fixture) if record and fixture else None

    def podium(self) -> tuple[PodiumView, ...]:
        """The podium, once it is decided."""
        return tuple(PodiumView(step.place, self.view_entrant(step.player), step.points) for step in self.state.podium)

    def consolation(self) -> tuple[PodiumView, ...]:
        """The podium of the consolation, where there is one, once all is decided."""
        own = self.state.consolation
        return tuple(PodiumView(step.place, self.view_entrant(step.player), step.points) for step in own)

    def settlement(self) -> SettlementView | None:
        """The settled stakes; None where there are none, and while the podium is not decided."""
        stakes = self.contest.stakes
        result = contest_settlement(stakes, self.contest, self.state) if stakes else None
        if result is None:
            return None
        now, names = self.championship.merges.now, self.names
        players = [(Somebody(now(one.player), names(now(one.player))), one) for one in result.players]
        return SettlementView(
            result.pot,
            result.rule,
            tuple(SettledPlayerView(who, one.place, one.stake, one.share, one.net) for who, one in players),
        )

    def entries(self) -> list[tuple[GeneralEntry, Provenance]]:
        """The entries of the contest's players in the general table, each with its event."""
        own = entries_of(self.recorded_contest.id, self.contest, self.state)
        return [(entry, self._provenance(entry)) for entry in own]

    def _entrants(self) -> tuple[str, ...]:
        """The entrants, without replaced ones that are in no table."""
        rows = {row.player for table in self.state.tables for row in table.rows}
        ids = [entrant.id for entrant in self.contest.entrants]
        return tuple(id_ for id_ in ids if id_ in rows or not is_replaced(self.contest, id_))

    def _stage(self, stage: StageTables) -> StageView:
        tables = tuple(map(self._table, stage.tables))
        head = (stage.format, stage.first_round, any(table.provisional for table in tables))
        if stage.is_grouped:
            return StageView(*head, groups=tables, repesca=self._repesca(stage.repesca))
        return StageView(*head, rows=tables[0].rows, lines=self._lines(stage.lines))

    def _repesca(self, rows: Iterable[ComparedEntrant]) -> tuple[ComparedView, ...]:
        return tuple(
            ComparedView(
                row.place,
                self.view_entrant(row.player),
                row.group,
                row.group_place,
                in_decimals(row.wins),
                in_decimals(row.diff),
                in_decimals(row.made),
                row.is_through,
            )
            for row in rows
        )

    def _lines(self, lines: Mapping[LineName, Table]) -> tuple[LineView, ...]:
        tables = {name: self._table(table) for name, table in lines.items()}
        return tuple(LineView(table.rows, table.provisional, name) for name, table in tables.items())

    def _persons(self) -> tuple[PersonRowView, ...]:
        """The persons of a contest of teams, by the line-ups that count."""
        terms = self.contest.teams
        if terms is None:
            return ()
        rows = person_table(
            terms,
            self.contest.boards,
            self.recorded_contest.all_lineups(),
            {(one.key, frozenset(one.entrants)) for one in self.state.fixtures if one.state == "played"},
            by_place(places(self.championship.alphabet)),
            self.championship.merges.now,
        )
        return tuple(map(self._person_row, rows))

    def _person_row(self, row: PersonRow) -> PersonRowView:
        figures = row.figures
        team = self.view_entrant(figures.team)
        return PersonRowView(
            place=row.place,
            player=Somebody(row.person, self.names(row.person)),
            team=replace(team, players=()),
            decided_by=row.decided_by,
            above_by=row.above_by,
            j=figures.j,
            g=figures.g,
            e=figures.e,
            p=figures.p,
            f=figures.f,
            c=figures.c,
            diff=figures.diff,
            boards=in_points(figures.halves),
        )

    def _provenance(self, entry: GeneralEntry) -> Provenance:
        source = entry.source or Source(self.recorded_contest.version)
        return Provenance(
            kind=entry.kind,
            points=entry.points,
            rule=entry.rule,
            version=source.version,
            contest=entry.contest,
            fixture=self._of_key.get(source.fixture) if source.fixture else None,
            match=source.match,
            place=entry.place,
            card=entry.card,
        )

    def _draw(self, record: DrawMade) -> DrawView:
        draw = record.draw
        source = None if draw.seed_source is UNSET else draw.seed_source
        return DrawView(
            self.view_entrants(draw.order), draw.algorithm, record.version, draw.seed, record.reason, source
        )

    def _pending(self, pending: Pending) -> PendingView:
        fixture = self._of_key.get(pending.fixture) if pending.fixture else None
        return PendingView(pending.kind, fixture, self.view_entrants(pending.tied))

    def _extras(self) -> tuple[ExtraView, ...]:
        extras = [award for award in self.state.awards if award.kind == "extra"]
        return tuple(ExtraView(self.view_entrant(award.player), award.points, award.rule) for award in extras)

    def _table(self, table: Table) -> TableView:
        return TableView(tuple(map(self._row, table.rows)), table.provisional)

    def _row(self, row: LeagueRow | MatchRow) -> RowView:
        player = self.view_entrant(row.player)
        if isinstance(row, MatchRow):
            figures = asdict(row)
            tallies = figures.pop("tallies")
            return RowView(**figures | tallies | {"player": player})
        # Thousands of these are made at once: field by field takes a third of the time.
        return RowView(
            place=row.place,
            player=player,
            sanctions=row.sanctions,
            decided_by=row.decided_by,
            above_by=row.above_by,
            qualified=row.qualified,
            j=row.j,
            g=row.g,
            p=row.p,
            f=row.f,
            c=row.c,
            ptos=row.ptos,
            diff=row.diff,
            tie_breaks=row.tie_breaks,
        )

    def _fixture(self, record: RecordedFixture, fixture: Fixture) -> FixtureView:
        is_open = fixture.state == "pending" and (
            bool(record.matches) or (self.has_boards and bool(self.recorded_contest.boards_of(record)))
        )
        return FixtureView(
            id=record.id,
            contest=self.recorded_contest.id,
            kind=fixture.kind,
            round=fixture.round,
            order=fixture.order,
            entrants=self.view_entrants(fixture.entrants),
            state="open" if is_open else fixture.state,
            version=record.version,
            table=record.table_now(fixture),
            starts_at=record.starts_at,
            group=fixture.group,
            stage=fixture.stage,
            params=dict(fixture.params),
            match=record.match,
            result=self._result(record, fixture),
            needs=fixture.needs,
            no_show_at=self._no_show_at(record, fixture),
            double_booked=beside(self.championship, record.id, self.names) if record.starts_at else (),
            boards=self._boards(record, fixture.round) if self.has_boards else (),
            lineups=self._lineups(record),
        )

    @property
    def has_boards(self) -> bool:
        """True if its matches are made of boards, or of hands."""
        return self.contest.teams is not None or self.contest.duplicate is not None

    def _no_show_at(self, record: RecordedFixture, fixture: Fixture) -> str | None:
        """Time from which it may be given to those present, while it has no result."""
        discipline = self.championship.discipline
        return discipline.no_show_at(record.starts_at) if discipline and fixture.state == "pending" else None

    def _superseded_fixture(self, record: RecordedFixture) -> FixtureView:
        fixture = self.state.fixture(record.key)
        place = record.place or _place_of(fixture)
        return FixtureView(
            id=record.id,
            contest=self.recorded_contest.id,
            kind=record.kind,
            round=place.round,
            order=place.order,
            entrants=self.view_entrants(record.entrants),
            state="superseded",
            version=record.version,
            table=record.table_now(fixture),
            starts_at=record.starts_at,
            group=place.group,
            stage=record.stage(fixture),
            match=record.match,
            result=self._result(record),
            boards=self._boards(record, place.round) if self.has_boards else (),
            lineups=self._lineups(record),
        )

    def _boards(self, record: RecordedFixture, round_: int) -> tuple[BoardView, ...]:
        """The boards of an encounter of teams, or the hands of a table."""
        outcomes = {one.board: one for one in self.recorded_contest.boards_of(record)}
        if self.contest.duplicate is not None:
            hands = range(1, self.contest.duplicate.hands + 1)
            return tuple(self._hand(k, round_, record, outcomes.get(k)) for k in hands)
        terms = self.contest.teams
        assert terms is not None
        views = (
            self._board(record, number, board, outcomes.get(number)) for number, board in enumerate(terms.boards, 1)
        )
        lineups = self.recorded_contest.lineups_of(record)
        shown = [lineups[team] for team in record.entrants if team in lineups and lineups[team].is_shown]
        if not shown:
            return tuple(views)
        return tuple(
            view
            if view.players
            else replace(view, players=tuple(self._people(lineup.members[view.board - 1]) for lineup in shown))
            for view in views
        )

    def _people(self, people: tuple[str, ...]) -> tuple[Somebody, ...]:
        """These persons as they are now."""
        now = self.championship.merges.now
        return tuple(Somebody(now(one), self.names(now(one))) for one in people)

    def _lineups(self, record: RecordedFixture) -> tuple[LineupView, ...]:
        """The line-ups given for an encounter, in the order of its teams."""
        if not self.contest.lineups:
            return ()
        lineups = self.recorded_contest.lineups_of(record)
        given = (lineups[team] for team in record.entrants if team in lineups)
        return tuple(LineupView(one.team, one.sha256, one.is_shown) for one in given)

    def _hand(self, number: int, round_: int, record: RecordedFixture, outcome: BoardOutcome | None) -> BoardView:
        """A hand of a table; its points are left out while a table has it still to play."""
        terms = self.contest.duplicate
        assert terms is not None
        people = len(self.contest.people(record.entrants[0]))
        hand = hand_number(terms, round_, number)
        view = BoardView(number, self.recorded_contest.ruleset, people, 1, "pending", hand=hand)
        if played := self._match_going_on(record, number):
            view = replace(view, state="open", match=played.match)
        if outcome is None:
            return view
        result = outcome.result
        is_void = result is None and {*outcome.absent} >= {*outcome.entrants}
        state: Literal["played", "walkover", "void"] = "played" if result else "void" if is_void else "walkover"
        view = replace(view, state=state)
        if result is None:
            return replace(view, result=ResultView(absent=self.view_entrants(outcome.absent)))
        if not self.may_tell(round_, number):
            return view
        return replace(view, result=_result_view(result, outcome.note, None))

    def _match_going_on(self, record: RecordedFixture, number: int) -> BoardMatch | None:
        """The match played at a board or hand; None where there is none, or it counts no more, as of an entrant that left."""
        played = record.match_at(number)
        return played if played and self.recorded_contest.counts(record, played.match) else None

    def _board(self, record: RecordedFixture, number: int, board: Board, outcome: BoardOutcome | None) -> BoardView:
        view = BoardView(number, board.ruleset, board.per_team or 1, board.weight, "pending", board.name)
        played = self._match_going_on(record, number)
        players = self.recorded_contest.players_at(record, number)
        if players:
            view = replace(view, players=tuple(map(self._people, players)))
        if played is not None:
            view = replace(view, state="open", match=played.match)
        if outcome is None:
            return view
        result, ranking = outcome.result, board_ranking(outcome, board)
        state: Literal["played", "walkover", "void"] = "played" if result else "walkover" if ranking else "void"
        return replace(
            view,
            state=state,
            board_points=_board_points(halves_of(outcome, board)),
            result=ResultView(absent=self.view_entrants(outcome.absent), ranking=ranking or None)
            if result is None
            else _result_view(result, outcome.note, ranking),
        )

    def _result(self, record: RecordedFixture, fixture: Fixture | None = None) -> ResultView | None:
        outcomes = self.contest.outcomes_of(record.key)
        outcome = next((one for one in outcomes if {*one.entrants} == {*record.entrants}), None)
        if outcome is None:
            return None
        if outcome.result is not None and not self.may_tell_all(fixture.round if fixture else _round_of(record)):
            return None
        result = outcome.result
        ranking = _ranking(fixture) if fixture else None
        if result is None:
            absent = self.view_entrants(outcome.missing or outcome.absent)
            return ResultView(absent=absent, note=record.note, ranking=ranking)
        return _result_view(result, record.note, ranking)


def _result_view(result: Result, note: str | None, ranking: tuple[tuple[int, ...], ...] | None) -> ResultView:
    tallies: dict[str, Any] = {**result.tallies}
    halves = tallies.pop(HALVES, None)
    return ResultView(
        points=result.points,
        cards=_all_cards(result.cards, result.late_cards, len(result.points)),
        extra_rounds=result.extra_rounds or None,
        winner=result.winner,
        left=_left(result),
        note=note,
        ranking=ranking,
        board_points=None if halves is None else _board_points(halves),
        **tallies,
    )


def _board_points(halves: Iterable[int]) -> tuple[float, ...]:
    return tuple(map(in_points, halves))


def _round_of(record: RecordedFixture) -> int:
    return record.place.round if record.place else 1


def _place_of(fixture: Fixture | None) -> FixturePlace:
    """The place of the match played now instead of one of an older log, which has none of its own."""
    return FixturePlace(fixture.round, fixture.order, fixture.table, fixture.group) if fixture else FixturePlace(1, 0)


def _left(result: Result) -> tuple[int, ...] | None:
    """The seats that left a match; an older log only says that there are some, and the last of the ranking is one of them."""
    if not result.withdrawn:
        return None
    return result.left or result.ranking[-1]


def _ranking(fixture: Fixture) -> tuple[tuple[int, ...], ...] | None:
    """The ranking of a fixture by places in its entrants; None while it has none."""
    return tuple(tuple(sorted(map(fixture.entrants.index, place))) for place in fixture.ranking) or None


def entrant_view(entrant: str, people: tuple[str, ...], names: Names, team: str | None = None) -> Somebody:
    """A player, a pair with both players, or a team of this name with its members."""
    if people == (entrant,):
        return Somebody(entrant, names(entrant))
    # Hundreds of these are made for an answer: each name is looked up once.
    players = tuple([Somebody(one, names(one)) for one in people])
    return Somebody(
        entrant, team or pair_name(people, {one.id: one.name for one in players}.get), players, team is not None
    )


def in_decimals(average: Fraction | None) -> float | None:
    """An exact average to four decimals: no two of them look the same unless they are, of up to fifty matches (groups.uneven)."""
    return None if average is None else round(float(average), 4)


def view_championship(championship: Championship, names: Names) -> ChampionshipView:
    """A championship with its general table."""
    presenters = [ContestPresenter(championship, contest, names) for contest in championship.contests.values()]
    return ChampionshipView(
        id=championship.id,
        name=championship.name,
        version=championship.version,
        players=tuple(Somebody(player, names(player)) for player in championship.players),
        contests=tuple(presenter.summary() for presenter in presenters),
        general=general_rows(championship, presenters, names),
        discipline=championship.discipline,
    )


def general_rows(
    championship: Championship, presenters: list[ContestPresenter], names: Names
) -> tuple[GeneralRowView, ...]:
    """The general table, with the source of each point."""
    now = championship.merges.now
    pairs = [pair for presenter in presenters for pair in presenter.entries()]
    for card in championship.sanctions:
        entry = sanction(card.player, "black" if card.card == "black" else "yellow", card.version, card.contest)
        pairs.append((entry, Provenance("card", 0, entry.rule, card.version, card.contest, card=card.card)))
    pairs = [(replace(entry, player=now(entry.player)), provenance) for entry, provenance in pairs]
    of_player: dict[str, list[Provenance]] = {}
    for entry, provenance in pairs:
        of_player.setdefault(entry.player, []).append(provenance)
    rows = general_table(championship.players, places(championship.alphabet), (entry for entry, _ in pairs))
    return tuple(general_row(row, of_player.get(row.player, ()), names) for row in rows)


def general_row(row: GeneralStanding, sources: Iterable[Provenance], names: Names) -> GeneralRowView:
    """A row of the general table, and what its points are made of."""
    return GeneralRowView(
        row.place,
        Somebody(row.player, names(row.player)),
        row.points,
        row.golds,
        row.silvers,
        row.bronzes,
        row.sanctions,
        tuple(sources),
    )


def _plays(view: FixtureView, player: str) -> bool:
    return any(player in {one.id, *(partner.id for partner in one.players)} for one in view.entrants)


def _all_cards(
    early: tuple[CardCount, ...], late: tuple[CardCount, ...], entrants: int
) -> tuple[CardCount, ...] | None:
    """The cards of a match, including those given after its end."""
    both = [cards for cards in (early, late) if cards]
    if not both:
        return None
    return tuple((sum(cards[n][0] for cards in both), sum(cards[n][1] for cards in both)) for n in range(entrants))
