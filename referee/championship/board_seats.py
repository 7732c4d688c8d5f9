"""Players of the match of a board: those of the line-ups, or the members that its opening names (teams.encounter).

A member sits at one board at a time.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from msgspec import UNSET

from referee.championship.boards import RULE
from referee.championship.people import player
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.contests.teams.lineups import BoardMembers
from referee.errors import BadRequest, Flaw, Impossible, Inconsistent, NotFound
from referee.matches.opening import Sitting
from referee.text import Text

Now = Callable[[str], str]
"""The id that a person has now, after merges."""


def in_turn(members: BoardMembers) -> tuple[str, ...]:
    """The players of a board by seat: the teams sit by turns, so that partners sit across."""
    return tuple(people[n] for n in range(len(members[0])) for people in members)


def lineup_members(contest: RecordedContest, record: RecordedFixture, board: int) -> BoardMembers:
    """The members of each team at a board by the line-ups, in the order of the teams; none until both are shown."""
    lineups = contest.lineups_of(record)
    if not all(team in lineups and lineups[team].is_shown for team in record.entrants):
        return ()
    return tuple(lineups[team].members[board - 1] for team in record.entrants)


def named_players(seats: Sequence[Sitting], championship: Championship, names: Names) -> tuple[str, ...]:
    """The players that a request names by seat, as they are now. Raises BadRequest, Ambiguous, Inconsistent at a stranger."""
    return tuple(_player_at(n, seat, championship, names) for n, seat in enumerate(seats))


def _player_at(n: int, seat: Sitting, championship: Championship, names: Names) -> str:
    reference = seat.player if seat.name is UNSET else seat.name
    if (seat.name is UNSET) == (seat.player is UNSET) or reference is UNSET:
        what = Text(es=f"el asiento {n} necesita `name` o `player`", en=f"seat {n} needs either `name` or `player`")
        raise BadRequest(what, flaws=(Flaw(f"$.seats[{n}]", what),))
    try:
        return player(reference, championship, names)
    except NotFound:
        text = Text(
            es=f"«{reference}» no es de ninguno de los dos equipos", en=f"{reference!r} is a member of neither team"
        )
        raise Inconsistent.at(f"$.seats[{n}]", text, rule=RULE) from None


def require_named(seats: object, board: int) -> None:
    """Raises Inconsistent where neither line-ups nor the request name the players of a board."""
    if seats is UNSET:
        text = Text(
            es=f"sin alineaciones a la vista, `seats` nombra a quienes juegan en el tablero {board}, los equipos por turno",
            en=f"where no line-ups are shown, `seats` name who plays at board {board}, the teams by turns",
        )
        raise Inconsistent.at("$", text, rule=RULE)


def seated_members(
    players: Sequence[str], contest: RecordedContest, record: RecordedFixture, board: int, now: Now
) -> BoardMembers:
    """The members of each team among the players of a board by seat, in the order of the teams, by the ids in their entries.

    So they stay members where a merge is taken back. Raises Inconsistent for others than the line-up's or the teams', for another
    number of them, for partners that do not sit across, and Impossible for a member at another board that is played.
    """
    terms = contest.contest.teams
    assert terms is not None
    size = terms.boards[board - 1].per_team or 1
    if len(players) != 2 * size:
        text = Text(
            es=f"en el tablero {board} se sientan {size} de cada equipo: son {2 * size} asientos, no {len(players)}",
            en=f"{size} of each team sit at board {board}: that is {2 * size} seats, not {len(players)}",
        )
        raise Inconsistent.at("$.seats", text, rule=RULE)
    people = [now(one) for one in players]
    sides = (tuple(people[::2]), tuple(people[1::2]))
    may_sit = lineup_members(contest, record, board) or tuple(map(contest.contest.people, record.entrants))
    members = [{now(one): one for one in reversed(own)} for own in may_sit]
    strangers = [n for n, one in enumerate(people) if all(one not in own for own in members)]
    if strangers:
        raise _stranger(strangers[0])
    if len({*people}) < len(people):
        text = Text(es="la misma persona no puede ocupar dos asientos", en="one person cannot take two seats")
        raise Inconsistent.at("$.seats", text, rule=RULE)
    orders = (sides, sides[::-1])
    seated = next(
        (one for one in orders if all({*side} <= own.keys() for side, own in zip(one, members, strict=True))), None
    )
    if seated is None:
        text = Text(
            es="los equipos se sientan por turno: los compañeros enfrente, y nadie juega contra su equipo",
            en="the teams sit by turns: partners opposite each other, and nobody plays against their own team",
        )
        raise Inconsistent.at("$.seats", text, rule=RULE)
    _require_at_no_other(people, contest, record, board, now)
    return tuple(tuple(own[one] for one in side) for side, own in zip(seated, members, strict=True))


def _stranger(seat: int) -> Inconsistent:
    text = Text(
        es=f"quien está en el asiento {seat} no juega en ese tablero",
        en=f"who is named for seat {seat} does not play at that board",
    )
    return Inconsistent.at(f"$.seats[{seat}]", text, rule=RULE)


def members_at_two(contest: RecordedContest, record: RecordedFixture, now: Now) -> list[tuple[str, str]]:
    """The matches of two boards of an encounter, both being played, at which the same member sits, by id."""
    decided = {one.board for one in contest.boards_of(record)}
    sitting = {
        one.match: {now(person) for own in one.players for person in own}
        for one in record.board_matches
        if one.board not in decided
    }
    return [
        (one, other) for one, other in combinations(sorted(sitting), 2) if not sitting[one].isdisjoint(sitting[other])
    ]


def _require_at_no_other(
    people: Sequence[str], contest: RecordedContest, record: RecordedFixture, board: int, now: Now
) -> None:
    """Raises Impossible for a member at another board of the encounter while it is played."""
    played = {one.board for one in contest.boards_of(record)}
    for match in record.board_matches:
        if match.board == board or match.board in played:
            continue
        at_it = {now(one) for own in match.players for one in own}
        if not at_it.isdisjoint(people):
            raise Impossible(
                Text(
                    es=f"uno de ellos juega en el tablero {match.board}: cada uno está en un tablero a la vez",
                    en=f"one of them plays at board {match.board}: everybody sits at one board at a time",
                ),
                rule=RULE,
            )
