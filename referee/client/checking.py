"""Check of an export's pairings and line-ups on the reader's own machine: the service is not asked."""

from types import ModuleType
from typing import Any

from referee.client.answers import LineupCheck, PairingCheck
from referee.client.failures import CheckNotPossible


def check_pairings(export: bytes) -> list[PairingCheck]:
    """Checks each stored pairing of an export: is it the least by the clauses, of what was known when it was made?

    It needs the service's own package (`card-referee[client]`). The chain of hashes is another check: `referee verify` does
    both. Raises CheckNotPossible.
    """
    return [
        PairingCheck(championship, line["contest"], line["round"], line["version"], wrong)
        for championship, line, wrong in _verdicts("pairings", export)
    ]


def check_lineups(export: bytes) -> list[LineupCheck]:
    """Checks each line-up that an export shows: is it the one that the team had given, before it could see the other?

    It needs the service's own package (`card-referee[client]`). Raises CheckNotPossible.
    """
    return [
        LineupCheck(championship, line["contest"], line["fixture"], line["version"], wrong)
        for championship, line, wrong in _verdicts("line-ups", export)
    ]


def _verdicts(subject: str, export: bytes) -> list[tuple[str, dict[str, Any], Any]]:
    """The verdicts on these of an export, each with its championship and its line of the log. Raises CheckNotPossible."""
    chance = _service(subject)
    try:
        verdicts = {"pairings": chance.pairings_of, "line-ups": chance.lineups_of}[subject](export)
    except chance.UNCHECKABLE as error:
        raise CheckNotPossible(f"this is no export that can be read: {error}") from error
    return list(verdicts)


def _service(subject: str) -> ModuleType:
    """The service's own module of such checks. Raises CheckNotPossible where it is not installed."""
    try:
        import referee.championship.chance_in_logs as chance
    except ModuleNotFoundError as error:
        raise CheckNotPossible(
            f"{subject} are checked with the service's own package: pip install 'card-referee[client]'"
        ) from error
    return chance
