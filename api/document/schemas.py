"""Every schema of the document: the structs of bodies and answers, and the unions that games make of events, facts and views."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, get_args

from msgspec import Struct

from api.document import alternatives, by_game, problems
from api.document import webhooks as hooks
from api.document.by_game import parts
from api.document.glossary import FIELDS
from api.document.shapes import share
from api.document.structs import NULL, REF, Json, Words, components, extending, held, need, ref, slim
from api.document.tagged import Users, by_tag, entry, merged, named, stored, union
from api.http.describe import Doc
from api.http.problems import Problem
from referee.administration.acts import AnyAct
from referee.championship.events import AnyConsequence, AnyDecision
from referee.contests.formats import formats
from referee.contests.tallies import steps
from referee.match.choice import CountChoice, Subset
from referee.match.facts import SHARED_FACTS
from referee.match.game import Ruleset
from referee.match.ledger import HandScore
from referee.match.registry import claim_kinds, fact_types, rulesets, tag
from referee.match.vocabulary import SHARED, Event, Opening

ACTS: tuple[type[Struct], ...] = get_args(AnyAct)
DECISIONS: tuple[type[Struct], ...] = get_args(AnyDecision)
CONSEQUENCES: tuple[type[Struct], ...] = get_args(AnyConsequence)

SHEET_NOTE: Json = {
    "description": "What happened at the table and is no move of a seat: the event's own fields, and what became of it.",
    "type": "object",
    "required": ["type", "version", "breaches"],
    "properties": {
        "type": {"type": "string", "description": "The type of the event."},
        "version": {"type": "integer", "minimum": 1, "description": "The version of the log that it made."},
        "breaches": {"description": "The rules that it broke.", "type": "array", "items": ref("BreachSeen")},
        "recorded_by": {"type": "string", "description": "Who recorded a `confirm`: a role, and the id of a token."},
    },
    "additionalProperties": True,
}
"""A line of an audit's sheet that concerns the whole table."""
STEP: Json = {"type": "string", "enum": sorted(steps()), "description": "A step by which rows of a table are ordered."}


def schemas(docs: Iterable[Doc]) -> Json:
    """The component schemas of everything that these routes take and give."""
    taken, given = _of_routes(docs)
    games = list(rulesets().values())
    events, facts = list(dict.fromkeys(e for rules in games for e in rules.events)), list(fact_types())
    options = [format_.options for format_ in formats().values()]
    types: list[type[Struct]] = [Problem, Opening, *given, *hooks.TYPES, *events, *facts, *by_game.structs(games)]
    types += [*options, *DECISIONS, *CONSEQUENCES, *ACTS]
    found = slim(share(components([*taken, *types], [*taken, *events, *options], _words(games))))
    found["Claim"]["properties"]["kind"] = {
        "type": "string",
        "enum": [*claim_kinds()],
        "description": "What is claimed.",
    }
    by_game.tell_figures_apart(found, games)
    by_game.tell_choices_apart(found, games)
    _tell_events_apart(found, games, events)
    _tell_facts_apart(found, games, facts)
    _tell_decisions_apart(found)
    _tell_acts_apart(found)
    by_game.tell_moves_apart(found, games)
    by_game.tell_views_apart(found, games)
    by_game.fill_in(found, games, options)
    _fill_in(found)
    problems.tell_apart(found)
    alternatives.tell_apart(found)
    extending(found, held(given))
    return _named_by(found, {*taken, *given, *hooks.TYPES})


def _of_routes(docs: Iterable[Doc]) -> tuple[list[type[Struct]], list[type[Struct]]]:
    """The structs of the bodies that routes take, and of the answers that they give."""
    taken: dict[type[Struct], None] = {}
    given: dict[type[Struct], None] = {}
    for doc in docs:
        given |= {answer.type: None for answer in doc.answers.values() if answer.type is not None}
        if isinstance(doc.body, type):
            taken[doc.body] = None
    return list(taken), list(given)


def _words(games: Iterable[Ruleset]) -> Words:
    """What the fields of a struct are: in the words of the game that alone has it, else in the service's."""
    own: dict[type[Struct], Ruleset] = {}
    shared = held([*SHARED, *SHARED_FACTS, HandScore, Subset, CountChoice])
    for rules in games:
        choices = (choice for of in rules.game.choices.values() for choice in of)
        structs = (*parts(rules), *rules.game.own_events, *rules.facts, *choices)
        own |= dict.fromkeys(held(structs) - shared, rules)
    return lambda kind: {**FIELDS, **(own[kind].fields if kind in own else {})}


def _users(games: Sequence[Ruleset], kinds: Iterable[type[Struct]], having: str) -> Users:
    """By struct, the rulesets that have it among their events or facts; none for one that all have."""
    found = {kind: [rules.id for rules in games if kind in getattr(rules, having)] for kind in kinds}
    return {kind: ids if len(ids) < len(games) else [] for kind, ids in found.items()}


def _tell_events_apart(found: Json, games: Sequence[Ruleset], kinds: Sequence[type[Event]]) -> None:
    """`AnyEvent` by type, `AnyEntry` by type as it is stored; the structs themselves go."""
    users = _users(games, kinds, "events")
    members: dict[str, str] = {}
    for kind in kinds:
        need(found[kind.__name__], kind)
    for word, of in by_tag(kinds).items():
        members[word] = named(word, "Event")
        found[members[word]] = merged(word, "type", of, found, users)
    recorded = {tag(kind) for kind in kinds if kind.OF_SERVICE}
    found["AnyEvent"] = union(
        "type",
        {word: name for word, name in members.items() if word not in recorded},
        "An event that may be appended to a match, by its type.",
    )
    found["Stored"] = stored(ref("AnyFact"))
    found["OpenEvent"] = merged("open", "type", [Opening], found, {})
    entries = {"open": "OpenEntry"} | {word: named(word, "Entry") for word in members}
    for word, of in by_tag([*kinds, Opening]).items():
        found[entries[word]] = entry(found[named(word, "Event")], "Stored", of, found)
    found["AnyEntry"] = union("type", entries, "An entry of a match's log, by the type of its event.")
    _forget(found, [*kinds, Opening], "Event")
    del found["OpenEvent"]


def _tell_facts_apart(found: Json, games: Sequence[Ruleset], kinds: Sequence[type[Struct]]) -> None:
    """`AnyFact`, by what the fact is."""
    users = _users(games, kinds, "facts")
    members: dict[str, str] = {}
    for word, of in by_tag(kinds).items():
        members[word] = named(word, "Fact")
        found[members[word]] = merged(word, "fact", of, found, users)
    found["AnyFact"] = union("fact", members, "What followed from an event, by what it is.")
    _forget(found, kinds, "Fact")


def _tell_decisions_apart(found: Json) -> None:
    """`AnyDecision`, an entry of a championship's log by its type, and what followed from it."""
    followed = {word: named(word, "Consequence") for word in by_tag(CONSEQUENCES)}
    for word, of in by_tag(CONSEQUENCES).items():
        found[followed[word]] = merged(word, "fact", of, found, {})
    _forget(found, CONSEQUENCES, "Consequence")
    found["AnyConsequence"] = union("fact", followed, "What followed from a decision, by what it is.")
    found["StoredDecision"] = stored(ref("AnyConsequence"))
    members = {word: named(word, "Decision") for word in by_tag(DECISIONS)}
    for word, of in by_tag(DECISIONS).items():
        found[members[word]] = entry(merged(word, "type", of, found, {}), "StoredDecision", of, found)
    _forget(found, DECISIONS, "Decision")
    found["AnyDecision"] = union("type", members, "An entry of a championship's log, by its type.")


def _tell_acts_apart(found: Json) -> None:
    """`AnyAct`, an entry of the log of administration by its type. Nothing follows from one."""
    members = {word: named(word, "Act") for word in by_tag(ACTS)}
    for word, of in by_tag(ACTS).items():
        found[members[word]] = entry(merged(word, "type", of, found, {}), "StoredDecision", of, found)
    _forget(found, ACTS, "Act")
    found["AnyAct"] = union("type", members, "An entry of the log of administration, by its type.")


def _fill_in(found: Json) -> None:
    """What structs leave open: events, entries and legal moves."""
    put(found, "DisputeRecord", move=ref("AnyEvent"), ruling=_or_null(ref("RulingEvent")))
    put(found, "Finding", event=_or_null(ref("AnyEvent")))
    found["SheetNote"] = SHEET_NOTE
    put(found, "Row", note=_or_null(ref("SheetNote")))
    put(found, "Difference", stored=_list(ref("AnyFact")), today=_list(ref("AnyFact")))
    put(found, "EventPage", items=_list(ref("AnyEntry")))
    put(found, "Written", events=_list(ref("AnyEntry")))
    put(found, "DecisionPage", items=_list(ref("AnyDecision")))
    put(found, "ActPage", items=_list(ref("AnyAct")))
    put(found, "Legal", events=_list(ref("AnyMove")))
    put(found, "Problem", alternatives=_list(ref("AnyMove")), since=_list(ref("AnyEntry")))
    put(found, "Step", event=ref("AnyEntry"), legal=_list(ref("AnyMove")))
    found["DecidingStep"] = STEP
    put(found, "RowView", decided_by=ref("DecidingStep"), above_by=_or_null(ref("DecidingStep")))
    put(found, "MatchPayload", event=ref("AnyEntry"))
    put(found, "ChampionshipPayload", event=ref("AnyDecision"))


def put(found: Json, name: str, **fields: Json) -> None:
    """Sets the shape of these fields, and leaves their words."""
    for field, shape in fields.items():
        about = found[name]["properties"][field].get("description")
        found[name]["properties"][field] = {"description": about, **shape} if about else shape


def _list(item: Json) -> Json:
    return {"type": "array", "items": item}


def _or_null(shape: Json) -> Json:
    return {"anyOf": [shape, NULL]}


def _forget(found: Json, kinds: Iterable[type[Struct]], suffix: str) -> None:
    """Drops the schemas of these structs; what named one names its tag's schema."""
    renamed = {}
    for word, of in by_tag(kinds).items():
        for kind in of:
            found.pop(kind.__name__, None)
            renamed[REF.format(name=kind.__name__)] = REF.format(name=named(word, suffix))
    _rename(found, renamed)


def _rename(shape: Any, renamed: dict[str, str]) -> None:
    if isinstance(shape, dict):
        if shape.get("$ref") in renamed:
            shape["$ref"] = renamed[shape["$ref"]]
        for part in shape.values():
            _rename(part, renamed)
    elif isinstance(shape, list):
        for part in shape:
            _rename(part, renamed)


def _named_by(found: Json, roots: Collection[type[Struct]]) -> Json:
    """The schemas that these structs, the bodies of events and refusals lead to; by name."""
    wanted = {kind.__name__ for kind in roots} | {"AnyEvent", *problems.NAMES}
    waiting = list(wanted)
    while waiting:
        for name in _names_in(found[waiting.pop()]):
            if name not in wanted:
                wanted.add(name)
                waiting.append(name)
    return {name: shape for name, shape in sorted(found.items()) if name in wanted}


def _names_in(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        if isinstance(shape.get("$ref"), str):
            yield shape["$ref"].rsplit("/", 1)[1]
        for part in shape.values():
            yield from _names_in(part)
    elif isinstance(shape, list):
        for part in shape:
            yield from _names_in(part)
