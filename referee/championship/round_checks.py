"""Check of pairings by a championship's log alone: each is the least by the clauses, of what was known then (rounds.swiss)."""

from collections.abc import Iterable

from referee.audit.draws import EntryCheck
from referee.championship.events import RoundPaired, entrants_of
from referee.championship.pairings import require_stage
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship, DecisionEntry
from referee.text import Text


def check_rounds(id_: str, entries: Iterable[DecisionEntry]) -> list[EntryCheck]:
    """Checks every pairing of a championship by its whole log, first to last.

    What the organizer changed by hand afterwards has a reason on the log and is no pairing of the service.
    """
    championship, checks = Championship(id_), []
    for entry in entries:
        if isinstance(entry.event, RoundPaired):
            contest = championship.contests[entry.event.contest]
            checks.append(EntryCheck(entry.version, _flaw(contest, entry.event)))
        championship.follow([entry])
    return checks


def _flaw(contest: RecordedContest, event: RoundPaired) -> Text | None:
    stage = require_stage(contest)
    field = stage.field(event.round, event.seed, event.apart)
    pairs = [match.entrants for match in event.pairs]
    rest = None if event.rest is None else event.rest.entrant
    if sorted(entrants_of(event)) != sorted(field.entrants):
        return Text(
            es=f"ronda {event.round}: no empareja una vez a cada uno de los que estaban",
            en=f"round {event.round}: it does not pair everybody who was in once",
        )
    if not stage.is_least(field, event.round, pairs, rest, repeats=event.repeats):
        return Text(
            es=f"ronda {event.round}: hay parejas menores por las reglas, con la semilla «{event.seed}» y los resultados de "
            "entonces",
            en=f"round {event.round}: other pairs are less by the rules, with the seed “{event.seed}” and the results of then",
        )
    pairing = stage.price(field, event.round, pairs, rest, repeats=event.repeats)
    by_the_rules = (pairing.cost, pairing.matches, pairing.rest, pairing.rests, pairing.partners)
    if by_the_rules != (event.cost, event.pairs, event.rest, event.rests, event.partners):
        return Text(
            es=f"ronda {event.round}: lo que dice que decidió sus parejas no es lo que las decidió",
            en=f"round {event.round}: what it says decided its pairs is not what decided them",
        )
    return None
