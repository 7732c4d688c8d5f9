"""The calls of a contest's desk: late entries, withdrawals, substitutions, boards and hands, rulings, and the ways back."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.championship.views import ContestView, FixtureView
from referee.client.answers import ContestHand, ContestHistory
from referee.client.request import Call, Value, get, if_match, post, present_fields, reading
from referee.contests.duplicate.sheets import DealSheets

Reference = str | Sequence[str]
"""A person by id or exact name; or a pair, by both."""


def rename_contest(contest_id: str, name: str | None, *, reason: str | None = None) -> Call[ContestView]:
    """Gives a contest another name; None: that of its game again."""
    body = {"name": name} | present_fields(reason=reason)
    return post(f"/v1/contests/{contest_id}", reading(ContestView), body, method="PUT")


def cancel_contest(
    contest_id: str, *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[ContestView]:
    """Cancels a contest of which nothing was played."""
    return _contest_without("", contest_id, reason, reopen, if_version)


def contest_decisions(contest_id: str) -> Call[ContestHistory]:
    """Gets the decisions about a contest, first to last, and how each is taken back."""
    return get(f"/v1/contests/{contest_id}/decisions", reading(ContestHistory))


def take_decision_back(
    contest_id: str, version: int, *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[ContestView]:
    """Takes back the decision of this version, one with `undo` as its `means`."""
    return _contest_without(f"/decisions/{version}", contest_id, reason, reopen, if_version)


def draw_again(
    contest_id: str, *, reason: str, seed: str | None = None, order: Sequence[Reference] | None = None
) -> Call[ContestView]:
    """Draws a contest anew, while none of its matches has begun; `order` is a draw that was made by hand."""
    body = present_fields(reason=reason, seed=seed, order=order)
    return post(f"/v1/contests/{contest_id}/draw", reading(ContestView), body)


def change_timing(contest_id: str, timing: Mapping[str, Any] | None, *, reason: str) -> Call[ContestView]:
    """Agrees on another clock for the matches to come; None: without a clock."""
    path = f"/v1/contests/{contest_id}/timing"
    return post(path, reading(ContestView), {"timing": timing, "reason": reason}, method="PUT")


def enter_late(
    contest_id: str,
    player: Reference | Mapping[str, Any] | None = None,
    *,
    team: Mapping[str, Any] | None = None,
    group: int | None = None,
    reason: str | None = None,
    distinct: bool = False,
    reuse: bool = False,
) -> Call[ContestView]:
    """Enters an entrant after the draw: a person, the two of a pair, or a `team` with its name and members."""
    body = present_fields(
        player=player, team=team, group=group, reason=reason, distinct=distinct or None, reuse=reuse or None
    )
    return post(f"/v1/contests/{contest_id}/entrants", reading(ContestView), body)


def withdraw_player(contest_id: str, player: str, *, reason: str, reopen: bool = False) -> Call[ContestView]:
    """Lets an entrant leave a contest for good."""
    body = present_fields(player=player, reason=reason, reopen=reopen or None)
    return post(f"/v1/contests/{contest_id}/withdrawals", reading(ContestView), body)


def take_withdrawal_back(
    contest_id: str, player_id: str, *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[ContestView]:
    """Takes a withdrawal back."""
    return _contest_without(f"/withdrawals/{player_id}", contest_id, reason, reopen, if_version)


def substitute_player(
    contest_id: str, out: Reference, substitute: Reference | None = None, *, reason: str, reopen: bool = False
) -> Call[ContestView]:
    """Puts a substitute in the place of an entrant; None: the next of the table."""
    body = present_fields(reason=reason, reopen=reopen or None, out=out) | present_fields(**{"in": substitute})
    return post(f"/v1/contests/{contest_id}/substitutions", reading(ContestView), body)


def take_substitution_back(
    contest_id: str, out_id: str, *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[ContestView]:
    """Takes a substitution back."""
    return _contest_without(f"/substitutions/{out_id}", contest_id, reason, reopen, if_version)


def rule_tie(
    contest_id: str, tie: Sequence[str], order: Sequence[Sequence[str]], *, reason: str, reopen: bool = False
) -> Call[ContestView]:
    """Rules the order of a tie that is open, best first; an inner list of several goes on sharing a place."""
    body = present_fields(tie=tie, order=order, reason=reason, reopen=reopen or None)
    return post(f"/v1/contests/{contest_id}/rulings", reading(ContestView), body)


def hand(contest_id: str, number: int) -> Call[ContestHand]:
    """Gets a hand that every table has played, by its number through the contest: its cards, and what each table made."""
    return get(f"/v1/contests/{contest_id}/deals/{number}", reading(ContestHand))


def deal_sheets(contest_id: str, number: int) -> Call[DealSheets]:
    """Gets the cards of all hands of a round, to deal them by: for organizers alone, from the pairing on."""
    return get(f"/v1/contests/{contest_id}/rounds/{number}/deals", reading(DealSheets))


def schedule_fixture(
    fixture_id: str, *, starts_at: str | None = None, table: int | str | None = None
) -> Call[FixtureView]:
    """Says when (RFC 3339) and where a match is to be played; what is left out is not settled."""
    body = present_fields(starts_at=starts_at, table=table)
    return post(f"/v1/fixtures/{fixture_id}/schedule", reading(FixtureView), body, method="PUT")


def correct_result(
    fixture_id: str,
    points: Sequence[int],
    *,
    reason: str,
    reopen: bool = False,
    if_version: int | None = None,
    **figures: Any,
) -> Call[FixtureView]:
    """Puts the right result in place of a wrong one; `figures` are the others of the game, by their names in the API."""
    body = present_fields(points=points, reason=reason, reopen=reopen or None, **figures)
    path = f"/v1/fixtures/{fixture_id}/result"
    return post(path, reading(FixtureView), body, method="PUT", headers=if_match(if_version))


def take_result_back(
    fixture_id: str, *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[FixtureView]:
    """Takes a result without a record back: the match is to be played."""
    return _fixture_without("/result", fixture_id, reason, reopen, if_version)


def give_walkover(
    fixture_id: str, absent: Sequence[str], *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[FixtureView]:
    """Gives a match to the side that came; with both absent it is void. In place of a result it needs `if_version`."""
    body = present_fields(absent=absent, reason=reason, reopen=reopen or None)
    return post(f"/v1/fixtures/{fixture_id}/walkover", reading(FixtureView), body, headers=if_match(if_version))


def take_walkover_back(
    fixture_id: str, *, reason: str, reopen: bool = False, if_version: int | None = None
) -> Call[FixtureView]:
    """Takes a walkover back: the match is to be played."""
    return _fixture_without("/walkover", fixture_id, reason, reopen, if_version)


def take_lineup_back(fixture_id: str, team_id: str, *, reason: str, if_version: int | None = None) -> Call[FixtureView]:
    """Takes the line-up of a team for an encounter back, so that another can be given."""
    return _fixture_without(f"/lineups/{team_id}", fixture_id, reason, False, if_version)


def report_boards(
    fixture_id: str, boards: Sequence[Mapping[str, Any]], *, if_version: int | None = None, dry_run: bool = False
) -> Call[FixtureView]:
    """Reports several boards of an encounter, or hands of a table: all or none. The same again changes nothing.

    Each has its `board`, counted from 1, and either `result` with its `points` or `walkover` with `absent` and `reason`.
    """
    path, query = f"/v1/fixtures/{fixture_id}/boards", {"dry_run": dry_run}
    return post(path, reading(FixtureView), {"boards": boards}, query=query, headers=if_match(if_version))


def correct_board(
    fixture_id: str,
    board: int,
    points: Sequence[int],
    *,
    reason: str,
    reopen: bool = False,
    if_version: int | None = None,
    **figures: Any,
) -> Call[FixtureView]:
    """Puts the right result of a board, or of a hand, in place of a wrong one or of a walkover."""
    body = present_fields(points=points, reason=reason, reopen=reopen or None, **figures)
    path = f"/v1/fixtures/{fixture_id}/boards/{board}/result"
    return post(path, reading(FixtureView), body, method="PUT", headers=if_match(if_version))


def give_board_walkover(
    fixture_id: str,
    board: int,
    absent: Sequence[str],
    *,
    reason: str,
    reopen: bool = False,
    if_version: int | None = None,
) -> Call[FixtureView]:
    """Gives a board, or a hand, to the side that came to it."""
    body = present_fields(absent=absent, reason=reason, reopen=reopen or None)
    path = f"/v1/fixtures/{fixture_id}/boards/{board}/walkover"
    return post(path, reading(FixtureView), body, headers=if_match(if_version))


def substitute_member(fixture_id: str, board: int, out: str, substitute: str, *, reason: str) -> Call[FixtureView]:
    """Puts a member of a team in the place of another at a board that is not decided."""
    body = {"out": out, "in": substitute, "reason": reason}
    return post(f"/v1/fixtures/{fixture_id}/boards/{board}/substitutions", reading(FixtureView), body)


def _contest_without(
    part: str, contest_id: str, reason: str, reopen: bool, if_version: int | None
) -> Call[ContestView]:
    query: dict[str, Value] = {"reason": reason, "reopen": reopen}
    path = f"/v1/contests/{contest_id}{part}"
    return post(path, reading(ContestView), None, method="DELETE", query=query, headers=if_match(if_version))


def _fixture_without(
    part: str, fixture_id: str, reason: str, reopen: bool, if_version: int | None
) -> Call[FixtureView]:
    query: dict[str, Value] = {"reason": reason, "reopen": reopen}
    path = f"/v1/fixtures/{fixture_id}{part}"
    return post(path, reading(FixtureView), None, method="DELETE", query=query, headers=if_match(if_version))
