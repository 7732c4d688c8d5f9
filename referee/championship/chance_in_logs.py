"""Check of chance in logs with whole chains: each is read as it stands, from a portable record or a database."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.audit.draws import EntryCheck, check_draws, given_rounds
from referee.audit.seeds import ChanceCheck, check_chance
from referee.championship.deal_checks import SHARED, Seeds, check_openings, check_shared_deals, opened_seeds
from referee.decoding import json_lines, strict_object
from referee.errors import UNREADABLE, ExplainedError, NotFound
from referee.evidence.flaws import EvidenceFlaw
from referee.match.aggregate import Match
from referee.match.entries import CONFIRMS, STORED_FIELDS, AnyEntry, decode, stored_line
from referee.text import Text

Line = tuple[int | None, dict[str, Any]]
"""A line of a log, and its number in the record, counted from 1; None for a log in a database."""
UNCHECKABLE = (msgspec.ValidationError, ExplainedError, LookupError, *UNREADABLE)
"""Errors of a record that cannot be read or folded."""
MATCH, CHAMPIONSHIP, PAIRED, SHOWN = "open", "championship_opened", "round_paired", "lineups_shown"


class ChanceOfRecord(Struct, frozen=True, rename={"commitments": "committed"}):
    """Counts of a check: seeds, those of them with a commitment, commitments that were never opened, logs that could not be
    read, contests whose rounds were given, with no draw to check, rounds that were paired, each the least by the clauses,
    line-ups that were shown, each as it was given, and deals of rounds that were opened, each as it was bound; and the first
    seed, pairing or line-up that does not fit.
    """

    seeds: int = 0
    commitments: int = 0
    never_opened: int = 0
    unread: int = 0
    given: int = 0
    pairings: int = 0
    lineups: int = 0
    deals: int = 0
    flaw: EvidenceFlaw | None = None

    def with_those_of(self, other: "ChanceOfRecord") -> "ChanceOfRecord":
        """The sum of both, with the first flaw."""
        return ChanceOfRecord(
            self.seeds + other.seeds,
            self.commitments + other.commitments,
            self.never_opened + other.never_opened,
            self.unread + other.unread,
            self.given + other.given,
            self.pairings + other.pairings,
            self.lineups + other.lineups,
            self.deals + other.deals,
            self.flaw or other.flaw,
        )


def pairings_of(text: bytes) -> list[tuple[str, dict[str, Any], Text | None]]:
    """Checks every pairing of a record: its championship, its line of the log, and what is wrong with it, None if nothing.

    Raises the errors of UNCHECKABLE for a record that cannot be read.
    """
    return [verdict for lines in _logs(text) for verdict in _verdicts([line for _, line in lines])]


def lineups_of(text: bytes) -> list[tuple[str, dict[str, Any], Text | None]]:
    """Checks every line-up that a record shows: its championship, its line of the log, and its flaw, None if there is none.

    Raises the errors of UNCHECKABLE for a record that cannot be read.
    """
    verdicts = []
    for log in _logs(text):
        lines = [line for _, line in log]
        line_of = {line["version"]: line for line in lines}
        verdicts += [(str(lines[0]["championship"]), line_of[one.version], one.wrong) for one in _check_lineups(lines)]
    return verdicts


def chance_of(text: bytes) -> ChanceOfRecord:
    """Checks every seed and commitment of a record."""
    logs = [*_logs(text)]
    seeds = _opened_seeds(logs)
    return _together(chance_of_log(lines, seeds) for lines in logs)


def seeds_of_stored(logs: Iterable[Sequence[bytes]]) -> Seeds:
    """The seeds of deals that the logs of championships open, each given by its stored states."""
    return _opened_seeds([(None, stored_line(state)) for state in states] for states in logs)


def chance_of_stored(logs: Iterable[Sequence[bytes]], seeds: Seeds | None = None) -> ChanceOfRecord:
    """Checks every seed and commitment of logs given by their stored states, each whole and in order.

    `seeds` are those of deals that other logs open, as for `chance_of_log`.
    """
    return _together(chance_of_log([(None, stored_line(state)) for state in states], seeds) for states in logs)


def chance_of_log(lines: Sequence[Line], seeds: Seeds | None = None) -> ChanceOfRecord:
    """Checks every seed and commitment of one log, in order from its opening.

    `seeds` are those of deals that other logs of the record open; None where they are not known, and those deals not checked.
    """
    opens = lines[0][1].get("type")
    if opens == CHAMPIONSHIP:
        return _of_championship(lines)
    if opens != MATCH:
        return ChanceOfRecord()
    own = _of_match(lines) if _has_chance(lines) else ChanceOfRecord()
    is_checked = seeds is not None and lines[0][1].get(SHARED)
    return own.with_those_of(_of_shared_hand(lines, seeds or {})) if is_checked else own


def _together(parts: Iterable[ChanceOfRecord]) -> ChanceOfRecord:
    total = ChanceOfRecord()
    for part in parts:
        total = total.with_those_of(part)
    return total


def _logs(text: bytes) -> Iterator[list[Line]]:
    """The lines of each log of the record."""
    log: list[Line] = []
    for number, raw in json_lines(text):
        line = strict_object(raw)
        if line.get("version") == 1 and log:
            yield log
            log = []
        log.append((number, line))
    yield from [log] if log else []


def _has_chance(lines: Sequence[Line]) -> bool:
    return any(line.get("seed") is not None or line.get("type") == "shuffle_commitment" for _, line in lines)


def _of_match(lines: Sequence[Line]) -> ChanceOfRecord:
    try:
        chance = _check_match([line for _, line in lines])
    except (msgspec.ValidationError, NotFound, *UNREADABLE):
        return ChanceOfRecord(unread=1)
    wrong = next((seed for seed in chance.seeds if not seed.fits), None)
    return ChanceOfRecord(
        len(chance.seeds),
        sum(seed.commitment is not None for seed in chance.seeds),
        sum(one.state != "opened" for one in chance.commitments),
        flaw=_flaw(lines, str(lines[0][1]["match"]), wrong.version, wrong.text) if wrong else None,
    )


def _opened_seeds(logs: Iterable[Sequence[Line]]) -> dict[tuple[str, str], str]:
    """The seeds that championships among these logs open."""
    seeds: dict[tuple[str, str], str] = {}
    for lines in logs:
        if lines[0][1].get("type") == CHAMPIONSHIP:
            seeds |= opened_seeds([line for _, line in lines])
    return seeds


def _of_shared_hand(lines: Sequence[Line], seeds: Seeds) -> ChanceOfRecord:
    """The deals of a match that is a hand which every table plays: they follow from a seed that was bound before."""
    own = [line for _, line in lines]
    try:
        events = [_entry(line, own[0]["ruleset"]).event for line in own]
        checks, has_seed = check_shared_deals(own, events, seeds)
    except (msgspec.ValidationError, NotFound, *UNREADABLE):
        return ChanceOfRecord(unread=1)
    wrong = next((one for one in checks if one.wrong), None)
    return ChanceOfRecord(
        len(checks),
        len(checks),
        0 if has_seed else 1,
        flaw=_flaw(lines, str(own[0]["match"]), wrong.version, wrong.wrong) if wrong and wrong.wrong else None,
    )


def _of_championship(lines: Sequence[Line]) -> ChanceOfRecord:
    events = [line for _, line in lines]
    draws, stream = check_draws(events), str(lines[0][1]["championship"])
    try:
        rounds, lineups, unread = _check_rounds(stream, events), _check_lineups(events), 0
    except (msgspec.ValidationError, NotFound):
        rounds, lineups, unread = (), (), 1
    wrong = [(one.version, one.wrong) for one in draws if one.wrong]
    wrong += [(one.version, one.wrong) for one in rounds if one.wrong]
    wrong += [(one.version, one.wrong) for one in lineups if one.wrong]
    openings = check_openings(events)
    wrong += [(one.version, one.wrong) for one in openings if one.wrong]
    flaw = _flaw(lines, stream, *min(wrong, key=lambda one: one[0])) if wrong else None
    return ChanceOfRecord(
        len(draws),
        unread=unread,
        given=given_rounds(events),
        pairings=len(rounds),
        lineups=len(lineups),
        deals=len(openings),
        flaw=flaw,
    )


def _verdicts(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any], Text | None]]:
    if lines[0].get("type") != CHAMPIONSHIP:
        return
    stream, line_of = str(lines[0]["championship"]), {line["version"]: line for line in lines}
    for check in _check_rounds(stream, lines):
        yield stream, line_of[check.version], check.wrong


def _check_rounds(stream: str, lines: Sequence[dict[str, Any]]) -> Sequence[EntryCheck]:
    """Checks the pairings of a championship, which is folded only where there are any: most have none."""
    if all(line.get("type") != PAIRED for line in lines):
        return ()
    from referee.championship.round_checks import check_rounds
    from referee.championship.state import decoder

    # The names of people stand beside the first entry, outside the log.
    states = (_state({name: value for name, value in line.items() if name != "names"}) for line in lines)
    return check_rounds(stream, [decoder.decode(msgspec.json.encode(state)) for state in states])


def _check_lineups(lines: Sequence[dict[str, Any]]) -> Sequence[EntryCheck]:
    """Checks the line-ups of a championship, if any were shown: most have none."""
    if all(line.get("type") != SHOWN for line in lines):
        return ()
    from referee.championship.lineup_checks import check_lineups

    return check_lineups(lines)


def _check_match(lines: Sequence[dict[str, Any]]) -> ChanceCheck:
    entries = [_entry(line, lines[0]["ruleset"]) for line in lines]
    return check_chance(Match.fold(str(lines[0]["match"]), entries), entries)


def _entry(line: dict[str, Any], ruleset: str) -> AnyEntry:
    """Converts a line to its entry. Raises msgspec.ValidationError, and NotFound for an unknown ruleset."""
    return decode(msgspec.json.encode(_state(line)), str(line["type"]), ruleset)


def _state(line: dict[str, Any]) -> dict[str, Any]:
    """The stored state that a line shows."""
    event = {"version" if field == CONFIRMS else field: line[field] for field in line if field not in STORED_FIELDS}
    return {field: line[field] for field in STORED_FIELDS if field in line} | {"event": event}


def _flaw(lines: Sequence[Line], stream: str, version: int, text: Text) -> EvidenceFlaw:
    number, _ = lines[version - 1]
    return EvidenceFlaw("seed", line=number, stream=stream, version=version, found=text)
