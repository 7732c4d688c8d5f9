"""The calls, one function each, with their requests and the decoders of their answers. Both clients have all of them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from referee.audit.audit import Audit
from referee.championship.views import (
    ChampionshipPage,
    ChampionshipView,
    ContestView,
    FixtureView,
    ResultPage,
    StandingsView,
)
from referee.client import reading as read
from referee.client.answers import (
    AppendResult,
    ContestFixtures,
    ContestRound,
    ContestRounds,
    EnteredPlayer,
    EnteredPlayers,
    KnownPlayer,
    LegalMoves,
    LineupCheck,
    LogPage,
    PairingCheck,
)
from referee.client.checking import check_lineups, check_pairings
from referee.client.request import Call, get, if_match, patch, post, present_fields, reading, texts
from referee.match.events import Event
from referee.match.view import MatchPage, MatchView

ExternalIdChange = str | UnsetType | None
MetadataChange = Mapping[str, str | None] | UnsetType | None


class MatchOfGame(Protocol):
    """A match with its ruleset: a view of it, or its line in a list."""

    @property
    def id(self) -> str: ...
    @property
    def ruleset(self) -> str: ...


def open_match(
    ruleset: str | None = None,
    seats: Sequence[str | KnownPlayer] = (),
    *,
    fixture: str | None = None,
    params: Mapping[str, Any] | None = None,
    enforcement: Literal["record", "strict"] | None = None,
    first_dealer: int | None = None,
    player_input: bool = False,
    confirm: Literal["sides"] | None = None,
    table: str | None = None,
    board: int | None = None,
    sheet: str | None = None,
) -> Call[MatchView]:
    """Opens a match of a ruleset, with names or known players in turn order; or that of a `fixture`, or of a `board` of it.

    `sheet`: the code on the sheet that a hand is dealt from, which has to be that of the board.
    """
    body = present_fields(
        ruleset=ruleset,
        seats=texts(seats) or None,
        fixture=fixture,
        params=params,
        enforcement=enforcement,
        first_dealer=first_dealer,
        player_input=player_input or None,
        confirm=confirm,
        table=table,
        board=board,
        sheet=sheet,
    )
    return post("/v1/matches", read.view, body)


def match(match_id: str, *, at: int | None = None) -> Call[MatchView]:
    """Gets a match as this token may see it; with `at`, as of that version."""
    return get(f"/v1/matches/{match_id}", read.view, at=at)


def matches(
    *,
    ruleset: str | None = None,
    status: Literal["open", "finished", "abandoned"] | None = None,
    player: str | None = None,
    contest: str | None = None,
    championship: str | None = None,
    since: str | None = None,
    until: str | None = None,
    sort: Literal["newest", "oldest", "changed"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> Call[MatchPage]:
    """Gets a page of matches; its `next` is the `cursor` of the next page. Times are RFC 3339."""
    return get(
        "/v1/matches",
        reading(MatchPage),
        ruleset=ruleset,
        status=status,
        player=player,
        contest=contest,
        championship=championship,
        since=since,
        until=until,
        sort=sort,
        cursor=cursor,
        limit=limit,
    )


def legal(match: MatchOfGame) -> Call[LegalMoves]:
    """Gets the legal moves."""
    return get(f"/v1/matches/{match.id}/legal", partial(read.legal, name=match.ruleset))


def append(
    match: MatchOfGame,
    *events: Event | Mapping[str, Any],
    if_version: int | None = None,
    dry_run: bool = False,
    reopen: bool = False,
    pin: str | None = None,
) -> Call[AppendResult]:
    """Appends these events, all or none. With `if_version` the append is refused if the match has another version.

    `dry_run` stores nothing and returns the same answer; `pin` is the PIN of a side, for a `Confirm`.
    """
    headers = if_match(if_version) | ({"Confirmation-Pin": pin} if pin else {})
    return post(
        f"/v1/matches/{match.id}/events",
        partial(read.append_result, name=match.ruleset),
        list(events),
        query={"dry_run": dry_run, "reopen": reopen},
        headers=headers,
    )


def log(match: MatchOfGame, *, after: int = 0, limit: int = 500) -> Call[LogPage]:
    """Gets a page of the match's log above version `after`."""
    return get(f"/v1/matches/{match.id}/events", partial(read.page, name=match.ruleset), after=after, limit=limit)


def record(match_id: str) -> Call[list[dict[str, Any]]]:
    """Gets the whole log as the service shows it, a dict for each line. The chain of hashes is computed over these lines."""
    return Call(
        method="GET", path=f"/v1/matches/{match_id}/events", read=_lines, headers={"Accept": "application/x-ndjson"}
    )


def _lines(body: bytes) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in body.splitlines()]


def audit(match_id: str, *, after: int = 0, limit: int = 1_000) -> Call[Audit]:
    """Gets the audit of the entries above `after`: irregular plays with their rules, the source of each point, the hash chain."""
    return get(f"/v1/matches/{match_id}/audit", reading(Audit), after=after, limit=limit)


def enter_player(
    name: str,
    *,
    birth_date: str | None = None,
    disambiguation: str | None = None,
    distinct: bool = False,
    reuse: bool = False,
    external_id: str | None = None,
    metadata: Mapping[str, str] | None = None,
) -> Call[EnteredPlayer]:
    """Enters a person; with an `external_id` the same call again gives that person."""
    body = present_fields(
        name=name,
        birth_date=birth_date,
        disambiguation=disambiguation,
        distinct=distinct or None,
        reuse=reuse or None,
        external_id=external_id,
        metadata=metadata,
    )
    return post("/v1/players", reading(EnteredPlayer), body)


def players(
    *,
    name: str | None = None,
    like: str | None = None,
    external_id: str | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> Call[EnteredPlayers]:
    """Gets a page of people; with `external_id` only the person with that id."""
    return get(
        "/v1/players",
        reading(EnteredPlayers),
        name=name,
        like=like,
        external_id=external_id,
        cursor=cursor,
        limit=limit,
    )


def change_player_data(
    player_id: str, *, external_id: ExternalIdChange = UNSET, metadata: MetadataChange = UNSET
) -> Call[EnteredPlayer]:
    """Changes what is kept with a person. What is left out stays; None takes it away, and so it does a key of the metadata."""
    return patch(f"/v1/players/{player_id}", reading(EnteredPlayer), external_id=external_id, metadata=metadata)


def change_championship_data(
    championship_id: str, *, external_id: ExternalIdChange = UNSET, metadata: MetadataChange = UNSET
) -> Call[ChampionshipView]:
    """Changes what is kept with a championship, as `change_player_data` does with a person."""
    path = f"/v1/championships/{championship_id}"
    return patch(path, reading(ChampionshipView), external_id=external_id, metadata=metadata)


def change_contest_data(
    contest_id: str, *, external_id: ExternalIdChange = UNSET, metadata: MetadataChange = UNSET
) -> Call[ContestView]:
    """Changes what is kept with a contest, as `change_player_data` does with a person."""
    return patch(f"/v1/contests/{contest_id}", reading(ContestView), external_id=external_id, metadata=metadata)


def change_fixture_data(
    fixture_id: str, *, external_id: ExternalIdChange = UNSET, metadata: MetadataChange = UNSET
) -> Call[FixtureView]:
    """Changes what is kept with a match of a contest, as `change_player_data` does with a person."""
    return patch(f"/v1/fixtures/{fixture_id}", reading(FixtureView), external_id=external_id, metadata=metadata)


def open_championship(
    name: str,
    players: Sequence[str | Mapping[str, Any]] = (),
    *,
    distinct: bool = False,
    reuse: bool = False,
    external_id: str | None = None,
    metadata: Mapping[str, str] | None = None,
) -> Call[ChampionshipView]:
    """Opens a championship of players by id, by name, or as objects; with an `external_id` the same call again gives that one."""
    body = present_fields(
        name=name,
        players=players,
        distinct=distinct or None,
        reuse=reuse or None,
        external_id=external_id,
        metadata=metadata,
    )
    return post("/v1/championships", reading(ChampionshipView), body)


def championships(
    *, player: str | None = None, external_id: str | None = None, cursor: str | None = None, limit: int | None = None
) -> Call[ChampionshipPage]:
    """Gets a page of championships, newest first; with `external_id` only the one that was opened with it."""
    return get(
        "/v1/championships",
        reading(ChampionshipPage),
        player=player,
        external_id=external_id,
        cursor=cursor,
        limit=limit,
    )


def draw_contest(championship_id: str, ruleset: str, format: str, **options: Any) -> Call[ContestView]:
    """Draws a contest; `options` are the other fields of the request, such as `order`, `rounds`, `params` and `external_id`."""
    body = present_fields(ruleset=ruleset, format=format, **options)
    return post(f"/v1/championships/{championship_id}/contests", reading(ContestView), body)


def fill_in_fixtures(contest_id: str, items: Sequence[Mapping[str, Any]]) -> Call[ContestView]:
    """Fills in days, tables and results of fixtures, each by its `round` and `entrants`; the same again changes nothing."""
    return post(f"/v1/contests/{contest_id}/fixtures", reading(ContestView), {"items": items})


def championship(championship_id: str) -> Call[ChampionshipView]:
    """Gets a championship: its players, its contests, the general table."""
    return get(f"/v1/championships/{championship_id}", reading(ChampionshipView))


def contest(contest_id: str) -> Call[ContestView]:
    """Gets a contest: its entrants, its phase, and what it waits for."""
    return get(f"/v1/contests/{contest_id}", reading(ContestView))


def standings(
    contest_id: str,
    *,
    limit: int | None = None,
    cursor: str | None = None,
    player: str | None = None,
    stage: int | None = None,
    line: str | None = None,
) -> Call[StandingsView]:
    """Gets the table of a contest; with options a part of one table, whose `next` is the `cursor` of the part below."""
    return get(
        f"/v1/contests/{contest_id}/standings",
        reading(StandingsView),
        limit=limit,
        cursor=cursor,
        player=player,
        stage=stage,
        line=line,
    )


def fixtures(contest_id: str, *, external_id: str | None = None) -> Call[ContestFixtures]:
    """Gets the matches of a contest; with `external_id` only the one that was given it."""
    return get(f"/v1/contests/{contest_id}/fixtures", reading(ContestFixtures), external_id=external_id)


def fixture(fixture_id: str) -> Call[FixtureView]:
    """Gets one match of a contest: its entrants, time, place and result."""
    return get(f"/v1/fixtures/{fixture_id}", reading(FixtureView))


def results(
    *,
    championship: str | None = None,
    player: str | None = None,
    ruleset: str | None = None,
    since: str | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> Call[ResultPage]:
    """Gets a page of the latest results of all championships; `since` is RFC 3339, and compared with `decided_at`."""
    return get(
        "/v1/results",
        reading(ResultPage),
        championship=championship,
        player=player,
        ruleset=ruleset,
        since=since,
        cursor=cursor,
        limit=limit,
    )


def rounds(contest_id: str) -> Call[ContestRounds]:
    """Gets the rounds of a contest that are paired, and what it waits for."""
    return get(f"/v1/contests/{contest_id}/rounds", reading(ContestRounds))


def round(contest_id: str, number: int) -> Call[ContestRound]:
    """Gets a round: its pairs, and what decided each."""
    return get(f"/v1/contests/{contest_id}/rounds/{number}", reading(ContestRound))


def pair_round(
    contest_id: str,
    number: int | None = None,
    *,
    seed: str | None = None,
    draft: bool = False,
    repeats: bool = False,
    apart: Sequence[Sequence[str | Sequence[str]]] | None = None,
    dry_run: bool = False,
) -> Call[ContestRound]:
    """Pairs the next round. If round `number` is paired already, the answer is that round, and nothing is stored.

    `draft` leaves it unpublished. `repeats` lets two meet again where nothing else is left: the refusal `impossible` has
    `in_the_way` and `least`. `apart` are groups whose members are not paired with each other while that can be: left out,
    those of the round before, and `[]` for none.
    """
    body = present_fields(
        round=number,
        seed=seed,
        draft=draft or None,
        repeats=repeats or None,
        apart=None if apart is None else list(apart),
    )
    return post(f"/v1/contests/{contest_id}/rounds", reading(ContestRound), body, query={"dry_run": dry_run})


def change_round(
    contest_id: str,
    number: int,
    pairs: Sequence[Sequence[str | Sequence[str]]],
    *,
    reason: str,
    rest: str | Sequence[str] | None = None,
    rests: Sequence[str] = (),
    dry_run: bool = False,
) -> Call[ContestRound]:
    """Changes the pairs of a round by hand, in the order of the tables; `breaks` of the answer says what they do not keep.

    An entrant is an id, a name, or the two of a pair; each of the round stands there once. `rests` are those that rest where
    partners change.
    """
    body = present_fields(pairs=pairs, reason=reason, rest=rest, rests=list(rests) or None)
    path = f"/v1/contests/{contest_id}/rounds/{number}"
    return post(path, reading(ContestRound), body, method="PUT", query={"dry_run": dry_run})


def publish_round(contest_id: str, number: int) -> Call[ContestRound]:
    """Publishes a draft. Of a round that is published nothing changes."""
    return post(f"/v1/contests/{contest_id}/rounds/{number}/publish", reading(ContestRound), None)


def take_round_away(contest_id: str, number: int, *, reason: str, if_version: int | None = None) -> Call[ContestRounds]:
    """Takes the last round away, while nothing of it has begun. The answer has the rounds that are left."""
    return post(
        f"/v1/contests/{contest_id}/rounds/{number}",
        reading(ContestRounds),
        None,
        method="DELETE",
        query={"reason": reason},
        headers=if_match(if_version),
    )


def export(championship_id: str) -> Call[bytes]:
    """Gets the whole record of a championship as newline-delimited JSON, for `referee verify` and `check_pairings`."""
    return get(_export_path(championship_id), bytes)


def pairing_checks(championship_id: str) -> Call[list[PairingCheck]]:
    """Gets the whole record of a championship and checks its pairings here, as `check_pairings` does."""
    return get(_export_path(championship_id), check_pairings)


def lineup_checks(championship_id: str) -> Call[list[LineupCheck]]:
    """Gets the whole record of a championship and checks its line-ups here, as `check_lineups` does."""
    return get(_export_path(championship_id), check_lineups)


def _export_path(championship_id: str) -> str:
    return f"/v1/championships/{championship_id}/export"


def give_lineup(fixture_id: str, team_id: str, boards: Sequence[Sequence[str]]) -> Call[FixtureView]:
    """Gives the line-up of a team for an encounter, the members by board; both are shown once the other team has given theirs."""
    path = f"/v1/fixtures/{fixture_id}/lineups/{team_id}"
    return post(path, reading(FixtureView), {"boards": boards}, method="PUT")


def report_board(
    fixture_id: str,
    board: int,
    points: Sequence[int],
    *,
    note: str | None = None,
    if_version: int | None = None,
    **figures: Any,
) -> Call[FixtureView]:
    """Reports the result of a board of an encounter of teams, counted from 1, in the order of its two teams.

    `figures` are the others of the game, beside points, by their names in the API.
    """
    body = present_fields(points=points, note=note, **figures)
    path = f"/v1/fixtures/{fixture_id}/boards/{board}/result"
    return post(path, reading(FixtureView), body, headers=if_match(if_version))


def report_result(
    fixture_id: str,
    points: Sequence[int],
    *,
    cards: Sequence[tuple[int, int]] = (),
    extra_rounds: Sequence[Sequence[int]] = (),
    winner: int | None = None,
    note: str | None = None,
    if_version: int | None = None,
    **tallies: Sequence[int],
) -> Call[FixtureView]:
    """Reports the result of a match without a record. Every list is in the order of the fixture's entrants.

    `tallies` are the other figures of the game, beside points, by their names in the API.
    """
    body = present_fields(
        points=points,
        cards=cards or None,
        extra_rounds=extra_rounds or None,
        winner=winner,
        note=note,
        **tallies,
    )
    return post(f"/v1/fixtures/{fixture_id}/result", reading(FixtureView), body, headers=if_match(if_version))
