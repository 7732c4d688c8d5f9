"""The examples in the OpenAPI document: a real match, played by the service's own rules when the document is made."""

from functools import cache
from typing import Any

import msgspec

from referee.audit import audit as auditing
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, line
from referee.match.events import Opening, SeatTaken
from referee.match.registry import rulesets
from referee.match.terms.named_house import NamedHouse

ID = "01920000-0000-7000-8000-000000000001"
AT = "2026-05-01T17:00:00.000Z"
NAMES = ("Ana", "Beto", "Carla", "Dani")

RULES = next(rules for rules in rulesets().values() if rules.contest.formats and rules.dispute)
"""The ruleset of the examples: the first that has a contest of its own, and a dispute to show."""
DEAL, PLAY, *PLAYS, CLAIM = map(msgspec.to_builtins, RULES.dispute)
OPENINGS: dict[str, Any] = {
    "a match by names": {
        "ruleset": RULES.id,
        "seats": [{"name": name} for name in NAMES[: RULES.seats[0]]],
        "params": msgspec.to_builtins(RULES.params()),
        "enforcement": "record",
        "first_dealer": 0,
    },
    "of a contest": {"fixture": "01920000-0000-7000-8000-000000000031"},
}
EVENTS: dict[str, Any] = {
    "a deal nobody saw": DEAL,
    "a play": PLAY,
    "several at once": PLAYS,
    "a claim": CLAIM,
    "a yellow card": {"type": "sanction", "seat": 1, "card": "yellow", "reason": "habla con el público"},
    "a call for the referee": {"type": "note", "kind": "call", "seat": 1, "text": "no se ha servido"},
    "a note": {"type": "note", "text": "mesa 3"},
    "the last entry taken back": {"type": "retract", "to": len(RULES.dispute) + 3, "reason": "era la mesa 4"},
}
"""They follow one another in the match that the first of `OPENINGS` opens."""
NDJSON = {"application/x-ndjson": '{"type":"note","text":"mesa 3","version":2}\n'}
EVENT_STREAM = 'id: 2\nevent: deal\ndata: {"type":"deal","dealer":0,"version":2}\n\n'


@cache
def _match() -> tuple[Match, list[AnyEntry]]:
    rules = RULES
    seats = tuple(SeatTaken(f"01920000-0000-7000-8000-00000000001{seat}") for seat in range(rules.seats[-1]))
    params = msgspec.to_builtins(rules.params())
    match = Match(ID, Opening(rules.id, seats, params, match=ID, first_dealer=0 if rules.has_dealer else None))
    entries = [match.record(match.opening, (), AT, "organizer:1")]
    for body in (b'{"type":"note","text":"mesa 3"}', b'{"type":"note","text":"ronda 1"}'):
        event = match.codec.read(body)
        facts = match.decide(event, lambda version: match)
        entries.append(match.record(event, facts, AT, "organizer:1"))
    return match, entries


def name(player: str) -> str:
    return NAMES[int(player[-1]) % len(NAMES)]


def view() -> Any:
    return _match()[0].view(names=name)


def house() -> NamedHouse:
    """A set of house rules of the first game that has any with values to choose from."""
    rules, rule = next(
        (rules, rule) for rules in rulesets().values() for rule in rules.house_rules if rule.values and rule.usual
    )
    other = next(one.value for one in rule.values if one.value != rule.usual)
    return NamedHouse("La taberna de Ainzón", "Peña El Cierzo", rules.id, {rule.param: other})


def legal() -> Any:
    match = _match()[0]
    return {"version": match.version, "turn": None, "events": msgspec.to_builtins(list(match.legal()))}


def write_result() -> Any:
    match, entries = _match()
    return {"version": match.version, "events": [line(entries[-1])], "view": view()}


def event_page() -> Any:
    return {"version": 3, "items": [line(entry) for entry in _match()[1][:2]], "next": None}


def replay() -> Any:
    match, entries = _match()
    return {"match": ID, "steps": list(auditing.replay(match, entries, names=name))[-1:], "next": None}


def audit() -> Any:
    match, entries = _match()
    return auditing.audit(match, entries, [line(entry) for entry in entries])


def match_page() -> Any:
    match, _ = _match()
    summary = {
        "id": ID,
        "ruleset": match.rules.id,
        "status": "open",
        "version": match.version,
        "players": [{"id": seat.player, "name": name(seat.player)} for seat in match.opening.seats],
        "table": None,
        "fixture": None,
        "opened_at": AT,
        "changed_at": AT,
        "counts": True,
        "instead": None,
    }
    return {"items": [summary], "next": None}


@cache
def match_to_the_end() -> tuple[Match, list[AnyEntry]]:
    """The match of a dispute, which ends when one of its two sides leaves."""
    match, entries = _play_dispute()
    event = match.codec.read(msgspec.json.encode({"type": "withdraw", "seat": 1, "reason": "se va de viaje"}))
    entries.append(match.record(event, match.decide(event, lambda version: match), AT, "organizer:1"))
    return match, entries


@cache
def dispute() -> tuple[Match, list[AnyEntry]]:
    """A match of the first game that gives one, in which a claim was made against a play."""
    return _play_dispute()


def _play_dispute() -> tuple[Match, list[AnyEntry]]:
    rules = next(rules for rules in rulesets().values() if rules.dispute)
    seats = tuple(SeatTaken(f"01920000-0000-7000-8000-00000000001{seat}") for seat in range(rules.seats[0]))
    match = Match(ID, Opening(rules.id, seats, {}, match=ID, first_dealer=0))
    entries = [match.record(match.opening, (), AT, "organizer:1")]
    for template in rules.dispute:
        event = match.complete(template, str)
        entries.append(match.record(event, match.decide(event, lambda version: match), AT, "organizer:1"))
    return match, entries
