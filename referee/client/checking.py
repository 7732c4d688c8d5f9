"""Check of an export's pairings and line-ups on the reader's own machine: the service is not asked."""

from referee.client.answers import LineupCheck, PairingCheck
from referee.client.failures import CheckNotPossible


def check_pairings(export: bytes) -> list[PairingCheck]:
    """Checks each stored pairing of an export: is it the least by the clauses, of what was known when it was made?

    It needs the service's own package (`card-referee[client]`). The chain of hashes is another check: `referee verify` does
    both. Raises CheckNotPossible.
    """
    try:
        from referee.championship.chance_in_logs import UNCHECKABLE, pairings_of
    except ModuleNotFoundError as error:
        raise CheckNotPossible(
            "pairings are checked with the service's own package: pip install 'card-referee[client]'"
        ) from error
    try:
        return [
            PairingCheck(championship, line["contest"], line["round"], line["version"], wrong)
            for championship, line, wrong in pairings_of(export)
        ]
    except UNCHECKABLE as error:
        raise CheckNotPossible(f"this is no export that can be read: {error}") from error


def check_lineups(export: bytes) -> list[LineupCheck]:
    """Checks each line-up that an export shows: is it the one that the team had given, before it could see the other?

    It needs the service's own package (`card-referee[client]`). Raises CheckNotPossible.
    """
    try:
        from referee.championship.chance_in_logs import UNCHECKABLE, lineups_of
    except ModuleNotFoundError as error:
        raise CheckNotPossible(
            "line-ups are checked with the service's own package: pip install 'card-referee[client]'"
        ) from error
    try:
        return [
            LineupCheck(championship, line["contest"], line["fixture"], line["version"], wrong)
            for championship, line, wrong in lineups_of(export)
        ]
    except UNCHECKABLE as error:
        raise CheckNotPossible(f"this is no export that can be read: {error}") from error
