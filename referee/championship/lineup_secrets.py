"""The line-ups that wait for that of the other team: kept beside the log, which has salted commitments to them (teams.encounter).

They are in a table of the same database, so every process has them and a restart loses none. Nothing reads them but the command
that opens both.
"""

from collections.abc import Mapping

import msgspec
import sqlalchemy as sa

from referee.championship.events import OpenedLineup
from referee.championship.lineup_checks import bind
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.contests.teams.lineups import BoardMembers, Lineup
from referee.errors import Impossible
from referee.log.row_writes import DeleteRow, InsertRow, RowWrite
from referee.log.tables import LINEUP_SECRETS
from referee.text import Text

NO_SALT = "0" * 64


def kept_lineup(store: sa.Engine, fixture: str, lineup: Lineup) -> OpenedLineup:
    """The line-up that waits behind a commitment. Raises Impossible where it is not kept, or is not the one that was given.

    A championship that came as a record from elsewhere has none.
    """
    row = LINEUP_SECRETS.c
    query = sa.select(row.salt, row.members).where(row.fixture == fixture, row.team == lineup.team)
    with store.connect() as connection:
        kept = connection.execute(query).first()
    opened = None if kept is None else OpenedLineup(lineup.team, _members_of(kept.members), kept.salt)
    if opened is None or bind(fixture, opened) != lineup.sha256:
        raise Impossible(
            Text(
                es=f"la alineación del otro equipo, de la versión {lineup.at}, no está aquí como se dio: quítela con `DELETE` y "
                "que la dé otra vez",
                en=f"the line-up of the other team, of version {lineup.at}, is not here as it was given: take it back with "
                "`DELETE`, to be given again",
            ),
            rule="teams.encounter",
        )
    return opened


def lineup_instead(contest: RecordedContest, lineup: Lineup) -> OpenedLineup:
    """A line-up in the place of one that waits, which tells nothing of it: the members in their order."""
    terms = contest.contest.teams
    assert terms is not None
    people = iter(contest.contest.people(lineup.team))
    boards = tuple(tuple(next(people) for _ in range(board.per_team or 1)) for board in terms.boards)
    return OpenedLineup(lineup.team, boards, NO_SALT)


def keep(record: RecordedFixture, lineup: OpenedLineup) -> list[RowWrite]:
    """The row writes that keep a line-up, in place of the one that the team gave before."""
    values: Mapping[str, str] = {
        "fixture": record.id,
        "team": lineup.team,
        "sha256": bind(record.id, lineup),
        "salt": lineup.salt,
        "members": msgspec.json.encode(lineup.members).decode(),
    }
    return [*forget(record, lineup.team), InsertRow(LINEUP_SECRETS.name, values)]


def forget(record: RecordedFixture, *teams: str) -> list[RowWrite]:
    """The row writes that delete the line-ups of teams that wait: the log has them, or they are taken back."""
    return [DeleteRow(LINEUP_SECRETS.name, {"fixture": record.id, "team": team}) for team in teams]


def _members_of(members: str) -> BoardMembers:
    return msgspec.json.decode(members, type=BoardMembers)
