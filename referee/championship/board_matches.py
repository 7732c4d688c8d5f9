"""Matches with a log of their own that are played at a board of an encounter, or for one hand of a table."""

from msgspec import Struct

from referee.contests.teams.lineups import BoardMembers


class BoardMatch(Struct, frozen=True):
    """The match that is played at a board, counted from 1, with the members of each team that sit at it.

    `ended_at` is the version of the match's log with which play ended, while it is over.
    """

    board: int
    match: str
    players: BoardMembers = ()
    ended_at: int | None = None
