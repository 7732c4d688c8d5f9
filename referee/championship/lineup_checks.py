"""Check of line-ups by a championship's log alone: what was shown is what each team gave, unchanged since (teams.encounter)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.audit.draws import EntryCheck
from referee.championship.events import OpenedLineup
from referee.commitments.commitments import SaltedCommitment, commitment
from referee.text import Text

LABEL = "lineup"
GIVEN, SHOWN, UNDONE = "lineup_given", "lineups_shown", "decision_undone"


def bind(fixture: str, lineup: OpenedLineup) -> SaltedCommitment:
    """The commitment to a line-up of this fixture. Raises ValueError for a salt that is no hexadecimal."""
    boards = {f"board {number}": " ".join(members) for number, members in enumerate(lineup.members, start=1)}
    return commitment(lineup.salt, LABEL, {"fixture": fixture, "team": lineup.team, **boards})


def check_lineups(lines: Sequence[Mapping[str, Any]]) -> list[EntryCheck]:
    """Checks every line-up that the lines of a championship's log show. Raises msgspec.ValidationError."""
    checks: list[EntryCheck] = []
    commitments: dict[tuple[str, str], tuple[int, str]] = {}
    for line in lines:
        type_ = line.get("type")
        if type_ == GIVEN:
            commitments[line["fixture"], line["team"]] = line["version"], line["sha256"]
        elif type_ == UNDONE:
            commitments = {place: one for place, one in commitments.items() if one[0] not in line["undone"]}
        elif type_ == SHOWN:
            lineups = msgspec.convert(line["lineups"], tuple[OpenedLineup, ...])
            checks += [EntryCheck(line["version"], _flaw(line["fixture"], one, commitments)) for one in lineups]
    return checks


def _flaw(fixture: str, lineup: OpenedLineup, commitments: Mapping[tuple[str, str], tuple[int, str]]) -> Text | None:
    at, sha256 = commitments.get((fixture, lineup.team), (None, None))
    if at is None:
        return Text(
            es=f"el equipo {lineup.team} no dio antes esa alineación",
            en=f"the team {lineup.team} had not given that line-up before",
        )
    try:
        opens = bind(fixture, lineup) == sha256
    except ValueError:
        opens = False
    if opens:
        return None
    return Text(
        es=f"la alineación del equipo {lineup.team} no es la que dio en la versión {at}",
        en=f"the line-up of the team {lineup.team} is not the one given in version {at}",
    )
