"""A member who takes another's place at a board of an encounter, before it is decided (teams.substitutes)."""

from collections.abc import Iterator

from msgspec import UNSET, Struct

from referee.championship.boards import outcome_of_board, part_of, require_teams
from referee.championship.decisions import Why, due, require_all_in
from referee.championship.events import MemberSubstituted
from referee.championship.people import PlayerRef, player
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.championship.team_members import members_of, name_in_words, no_member
from referee.contests.teams.lineups import Lineup
from referee.errors import Impossible, Inconsistent
from referee.text import Text

RULE = "teams.substitutes"


class SubstituteMember(Struct, frozen=True, forbid_unknown_fields=True, rename={"into": "in"}):
    """Another member of the team at a board, in place of one who sits there."""

    out: PlayerRef
    into: PlayerRef
    reason: Why


def substitute_member(
    request: SubstituteMember,
    number: int,
    now: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
) -> MemberSubstituted:
    """The substitution. Raises NotFound, Ambiguous, Impossible, Inconsistent at the place of who cannot go or come."""
    due(contest, record)
    require_teams(contest)
    part_of(contest, number)
    require_all_in(contest, record)
    lineups = contest.lineups_of(record).values()
    if not any(one.is_shown for one in lineups):
        raise Impossible(
            Text(
                es="sin alineaciones a la vista no se sustituye a nadie",
                en="where no line-ups are shown nobody is substituted",
            ),
            rule=RULE,
        )
    if outcome_of_board(contest, record, number) is not None:
        raise Impossible(
            Text(
                es=f"el tablero {number} está decidido: se sustituye entre tableros",
                en=f"board {number} is decided: members are substituted between boards",
            ),
            rule=RULE,
        )
    if record.match_at(number) is not None:
        raise Impossible(
            Text(
                es=f"el tablero {number} se está jugando: se sustituye entre tableros, nunca dentro de uno",
                en=f"board {number} is being played: members are substituted between boards, never within one",
            ),
            rule=RULE,
        )
    same = now.merges.now
    out, into = (player(reference, now, names) for reference in (request.out, request.into))
    outgoing, incoming = name_in_words(request.out, out, names), name_in_words(request.into, into, names)
    lineup = next((one for one in lineups if out in map(same, one.members[number - 1])), None)
    if lineup is None:
        text = Text(
            es=f"«{outgoing}» no se sienta en el tablero {number}",
            en=f"{outgoing!r} does not sit at board {number}",
        )
        raise Inconsistent.at("$.out", text, rule=RULE)
    own = members_of(lineup.team, now, contest)
    if into not in own:
        raise Inconsistent.at("$.in", no_member(incoming, lineup.team, contest), rule=RULE)
    if board := next((n for n, people in _waiting(contest, record, lineup) if into in map(same, people)), None):
        text = Text(
            es=f"«{incoming}» se sienta en el tablero {board}, que no está decidido",
            en=f"{incoming!r} sits at board {board}, which is not decided",
        )
        raise Inconsistent.at("$.in", text, rule=RULE)
    _require_one_left(contest, record, lineup.team)
    goes = next(one for one in lineup.members[number - 1] if same(one) == out)
    return MemberSubstituted(contest.id, record.id, number, lineup.team, goes, own[into], request.reason)


def _waiting(
    contest: RecordedContest, record: RecordedFixture, lineup: Lineup
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The boards of an encounter that are not decided, each with the members of a line-up there."""
    for number, people in enumerate(lineup.members, start=1):
        if outcome_of_board(contest, record, number) is None:
            yield number, people


def _require_one_left(contest: RecordedContest, record: RecordedFixture, team: str) -> None:
    """Raises Impossible for a team that has made all its substitutions in an encounter."""
    terms = contest.contest.teams
    most = UNSET if terms is None else terms.substitutes
    if most is UNSET:
        return
    changes = [one for _, one in contest.standing() if isinstance(one, MemberSubstituted)]
    count = sum(one.fixture == record.id and one.team == team for one in changes)
    if count >= most:
        raise Impossible(
            Text(
                es=f"sustituciones de un equipo en un enfrentamiento: {most} como mucho, y ya van {count}",
                en=f"substitutions of a team in an encounter: {most} at most, and there have been {count}",
            ),
            rule=RULE,
        )
