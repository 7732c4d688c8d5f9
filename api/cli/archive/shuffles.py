"""The verdict of `referee verify` on chance: the outcomes that fit their seeds, and the seeds committed to before."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from api.cli.archive.counted import many
from referee.text import Text

if TYPE_CHECKING:
    from concurrent.futures import Future

    from referee.championship.chance_in_logs import ChanceOfRecord
    from referee.championship.deal_checks import Seeds
    from referee.evidence.batches import Processes
    from referee.evidence.database import DatabaseVerdict
    from referee.evidence.records import Verdict
    from referee.log.log import Log

FOUND = ("dealers", "chance", "deals")
"""The fields of a database's verdict that are input to the check of chance."""
LOGS = 8
"""Logs of matches that one process takes at once."""
AHEAD = 2
"""Parts of so many logs that are read ahead for each process."""


def check_record(file: Path, verdict: "Verdict") -> "ChanceOfRecord":
    """Checks the outcomes of chance in a record. The result is empty if the chains are broken."""
    from referee.championship.chance_in_logs import ChanceOfRecord, chance_of

    whole = verdict.flaw is None and verdict.has_chains
    return chance_of(file.read_bytes()) if whole else ChanceOfRecord()


def check_database(log: "Log", verdict: "DatabaseVerdict", others: "Processes | None") -> "ChanceOfRecord":
    """Checks the outcomes of chance in a database. The result is empty if the log has a flaw."""
    from referee.championship.chance_in_logs import ChanceOfRecord, seeds_of_stored

    total = ChanceOfRecord(verdict.dealers)
    if verdict.flaw is None:
        seeds = seeds_of_stored(_states(log, verdict.deals))
        for part in _parts(_states(log, verdict.chance), seeds, others):
            total = total.with_those_of(part)
    return total


def _states(log: "Log", streams: Iterable[str]) -> Iterator[list[bytes]]:
    """The stored states of these streams, each whole."""
    return ([bytes(record.state) for record in log.read(stream)] for stream in sorted(streams))


def _parts(logs: Iterable[list[bytes]], seeds: "Seeds", others: "Processes | None") -> "Iterator[ChanceOfRecord]":
    """Checks the outcomes of chance in these logs. Yields one result for every few logs, in order; other processes help."""
    from referee.championship.chance_in_logs import chance_of_stored

    source = iter(logs)
    if others is None:
        while some := list(islice(source, LOGS)):
            yield chance_of_stored(some, seeds)
        return
    waiting: deque[Future[ChanceOfRecord]] = deque()
    while True:
        while len(waiting) < others.many * AHEAD and (some := list(islice(source, LOGS))):
            waiting.append(others.pool.submit(chance_of_stored, some, seeds))
        if not waiting:
            return
        yield waiting.popleft().result()


def for_programs(chance: "ChanceOfRecord") -> dict[str, Any]:
    """The result for programs. The flaw is left to the whole verdict."""
    return {name: value for name, value in msgspec.to_builtins(chance).items() if name != "flaw"}


def with_shuffles(words: Text, chance: "ChanceOfRecord") -> Text:
    """Adds the shuffles, if there are any, to a verdict."""
    es, en = words.es, words.en
    if chance.seeds:
        es += f"; {many(chance.seeds, 'semilla da', 'semillas dan')} lo que salió, {chance.commitments} con compromiso anterior"
        en += f"; {many(chance.seeds, 'seed gives', 'seeds give')} what came, {chance.commitments} with a commitment before"
    if chance.never_opened:
        es += f"; {many(chance.never_opened, 'compromiso', 'compromisos')} sin abrir"
        en += f"; {many(chance.never_opened, 'commitment', 'commitments')} never opened"
    if chance.given:
        es += f"; las rondas de {many(chance.given, 'torneo', 'torneos')} se dieron: no hay sorteo que comprobar"
        en += f"; the rounds of {many(chance.given, 'contest', 'contests')} were given: no draw to check"
    if chance.pairings:
        es += f"; {many(chance.pairings, 'ronda emparejada', 'rondas emparejadas')}, sin parejas menores por las reglas"
        en += (
            f"; {many(chance.pairings, 'round', 'rounds')} paired, none of which could be paired for less by the rules"
        )
    if chance.deals:
        es += f"; manos de {many(chance.deals, 'ronda', 'rondas')} como se comprometieron"
        en += f"; deals of {many(chance.deals, 'round', 'rounds')} as they were bound"
    if chance.lineups:
        es += f"; {many(chance.lineups, 'alineación', 'alineaciones')} como se dieron"
        en += f"; {many(chance.lineups, 'line-up', 'line-ups')} as they were given"
    return Text(es=es, en=en)


def not_checked(chance: "ChanceOfRecord") -> list[Text]:
    """The outcomes of chance that could not be checked."""
    if not chance.unread:
        return []
    return [
        Text(
            es=f"lo que decidió el azar en {many(chance.unread, 'encuentro', 'encuentros')}: aquí no se conoce ese reglamento",
            en=f"what chance decided in {many(chance.unread, 'match', 'matches')}: the ruleset is not known here",
        )
    ]
