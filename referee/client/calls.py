"""The calls, one function each, with their requests and the decoders of their answers. Both clients have all of them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal, Protocol

import msgspec

from referee.audit.audit import Audit
from referee.championship.views import ChampionshipView, ContestView, FixtureView, StandingsView
from referee.client import reading as read
from referee.client.answers import (
    AppendResult,
    ContestFixtures,
    KnownPlayer,
    LegalMoves,
    LogPage,
)
from referee.client.request import Call, get, if_match, post, present_fields, reading, texts
from referee.match.events import Event
from referee.match.view import MatchPage, MatchView


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
) -> Call[MatchView]:
    """Opens a match of a ruleset, with names or known players in turn order; or the match of a contest's `fixture`."""
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


def championship(championship_id: str) -> Call[ChampionshipView]:
    """Gets a championship: its players, its contests, the general table."""
    return get(f"/v1/championships/{championship_id}", reading(ChampionshipView))


def contest(contest_id: str) -> Call[ContestView]:
    """Gets a contest: its entrants, its phase, and what it waits for."""
    return get(f"/v1/contests/{contest_id}", reading(ContestView))


def standings(contest_id: str) -> Call[StandingsView]:
    """Gets the table of a contest."""
    return get(f"/v1/contests/{contest_id}/standings", reading(StandingsView))


def fixtures(contest_id: str) -> Call[ContestFixtures]:
    """Gets the matches of a contest."""
    return get(f"/v1/contests/{contest_id}/fixtures", reading(ContestFixtures))


def fixture(fixture_id: str) -> Call[FixtureView]:
    """Gets one match of a contest: its entrants, time, place and result."""
    return get(f"/v1/fixtures/{fixture_id}", reading(FixtureView))


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
