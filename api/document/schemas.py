"""All schemas of the document: structs of bodies and answers, and unions over the games of events, facts and views."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, get_args

from msgspec import Struct

from api.document import alternatives, by_game, problems
from api.document import webhooks as hooks
from api.document.by_game import parts
from api.document.glossary import FIELDS
from api.document.shapes import share
from api.document.structs import NULL, REF, Json, Words, components, extending, leave_out, need, ref, slim, with_inner
from api.document.tagged import Users, by_tag, entry, merge_structs, schema_name, stored_fields, union
from api.http.describe import Doc, Lines
from api.http.problems import Problem
from referee.championship.events import AnyConsequence, AnyDecision
from referee.contests.formats import formats
from referee.contests.tallies import steps
from referee.match.choice import CountChoice, Subset
from referee.match.events import SHARED, Event, Opening
from referee.match.facts import SHARED_FACTS
from referee.match.game import Ruleset
from referee.match.ledger import HandScore
from referee.match.registry import claim_kinds, fact_types, rulesets, tag
from referee.operations.acts import AnyAct

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


NUMBER: Json = {"type": "number"}


def schemas(docs: Iterable[Doc]) -> Json:
    """The component schemas of all bodies and answers of these routes."""
    body_types, answer_types = _of_routes(docs)
    games = list(rulesets().values())
    events, facts = list(dict.fromkeys(e for rules in games for e in rules.events)), list(fact_types())
    options = [format_.options for format_ in formats().values()]
    types: list[type[Struct]] = [
        Problem,
        Opening,
        *answer_types,
        *hooks.TYPES,
        *events,
        *facts,
        *by_game.structs(games),
    ]
    types += [*options, *DECISIONS, *CONSEQUENCES, *ACTS]
    all_schemas = slim(share(components([*body_types, *types], [*body_types, *events, *options], _words(games))))
    all_schemas["Claim"]["properties"]["kind"] = {
        "type": "string",
        "enum": [*claim_kinds()],
        "description": "What is claimed.",
    }
    by_game.tell_figures_apart(all_schemas, games)
    by_game.tell_choices_apart(all_schemas, games)
    _tell_events_apart(all_schemas, games, events)
    _tell_facts_apart(all_schemas, games, facts)
    _tell_decisions_apart(all_schemas)
    _tell_acts_apart(all_schemas)
    by_game.tell_moves_apart(all_schemas, games)
    by_game.tell_views_apart(all_schemas, games)
    _name_unions(all_schemas)
    by_game.fill_in(all_schemas, games, options)
    _fill_in(all_schemas)
    problems.tell_apart(all_schemas)
    alternatives.tell_apart(all_schemas)
    extending(all_schemas, with_inner(answer_types))
    return _named_by(all_schemas, {*body_types, *answer_types, *hooks.TYPES})


def _of_routes(docs: Iterable[Doc]) -> tuple[list[type[Struct]], list[type[Struct]]]:
    """The structs of the bodies of these routes, and those of their answers."""
    body_types: dict[type[Struct], None] = {}
    answer_types: dict[type[Struct], None] = {}
    for doc in docs:
        answer_types |= {answer.type: None for answer in doc.answers.values() if answer.type is not None}
        if isinstance(doc.body, Lines):
            body_types[doc.body.first] = None
        elif isinstance(doc.body, type):
            body_types[doc.body] = None
    return list(body_types), list(answer_types)


def _words(games: Iterable[Ruleset]) -> Words:
    """Returns the descriptions of a struct's fields: those of its game if a single one has it, else the shared ones."""
    own: dict[type[Struct], Ruleset] = {}
    shared_structs = with_inner([*SHARED, *SHARED_FACTS, HandScore, Subset, CountChoice])
    for rules in games:
        choices = (choice for of in rules.game.play.choices.values() for choice in of)
        structs = (*parts(rules), *rules.game.own_events, *rules.facts, *choices)
        own |= dict.fromkeys(with_inner(structs) - shared_structs, rules)
    return lambda kind: {**FIELDS, **(own[kind].fields if kind in own else {})}


def _users(games: Sequence[Ruleset], kinds: Iterable[type[Struct]], having: str) -> Users:
    """The rulesets with each struct among their events or facts; none for a struct that all have."""
    users = {kind: [rules.id for rules in games if kind in getattr(rules, having)] for kind in kinds}
    return {kind: ids if len(ids) < len(games) else [] for kind, ids in users.items()}


def _tell_events_apart(all_schemas: Json, games: Sequence[Ruleset], kinds: Sequence[type[Event]]) -> None:
    """Adds `AnyEvent` by type, and `AnyEntry` by type as it is stored; removes the structs themselves."""
    users = _users(games, kinds, "events")
    members: dict[str, str] = {}
    for kind in kinds:
        need(all_schemas[kind.__name__], kind)
    for word, of in by_tag(kinds).items():
        members[word] = schema_name(word, "Event")
        all_schemas[members[word]] = merge_structs(word, "type", of, all_schemas, users)
    service_tags = {tag(kind) for kind in kinds if kind.OF_SERVICE}
    all_schemas["AnyEvent"] = union(
        "type",
        {word: name for word, name in members.items() if word not in service_tags},
        "An event that may be appended to a match, by its type.",
    )
    all_schemas["Stored"] = stored_fields(ref("AnyFact"))
    all_schemas["OpenEvent"] = merge_structs("open", "type", [Opening], all_schemas, {})
    entries = {"open": "OpenEntry"} | {word: schema_name(word, "Entry") for word in members}
    for word, of in by_tag([*kinds, Opening]).items():
        all_schemas[entries[word]] = entry(all_schemas[schema_name(word, "Event")], "Stored", of, all_schemas)
    all_schemas["AnyEntry"] = union("type", entries, "An entry of a match's log, by the type of its event.")
    _forget(all_schemas, [*kinds, Opening], "Event")
    for kind in kinds:
        leave_out(all_schemas[members[tag(kind)]], kind)
    del all_schemas["OpenEvent"]


def _tell_facts_apart(all_schemas: Json, games: Sequence[Ruleset], kinds: Sequence[type[Struct]]) -> None:
    """Adds `AnyFact`, by the kind of the fact."""
    users = _users(games, kinds, "facts")
    members: dict[str, str] = {}
    for word, of in by_tag(kinds).items():
        members[word] = schema_name(word, "Fact")
        all_schemas[members[word]] = merge_structs(word, "fact", of, all_schemas, users)
    all_schemas["AnyFact"] = union("fact", members, "What followed from an event, by what it is.")
    _forget(all_schemas, kinds, "Fact")


def _tell_decisions_apart(all_schemas: Json) -> None:
    """Adds `AnyDecision`, an entry of a championship's log by its type, and `AnyConsequence`."""
    consequences = {word: schema_name(word, "Consequence") for word in by_tag(CONSEQUENCES)}
    for word, of in by_tag(CONSEQUENCES).items():
        all_schemas[consequences[word]] = merge_structs(word, "fact", of, all_schemas, {})
    _forget(all_schemas, CONSEQUENCES, "Consequence")
    all_schemas["AnyConsequence"] = union("fact", consequences, "What followed from a decision, by what it is.")
    all_schemas["StoredDecision"] = stored_fields(ref("AnyConsequence"))
    members = {word: schema_name(word, "Decision") for word in by_tag(DECISIONS)}
    for word, of in by_tag(DECISIONS).items():
        all_schemas[members[word]] = entry(
            merge_structs(word, "type", of, all_schemas, {}), "StoredDecision", of, all_schemas
        )
    _forget(all_schemas, DECISIONS, "Decision")
    all_schemas["AnyDecision"] = union("type", members, "An entry of a championship's log, by its type.")


def _tell_acts_apart(all_schemas: Json) -> None:
    """Adds `AnyAct`, an entry of the log of administration by its type. An act has no consequences."""
    put(all_schemas, "SettingsInEffect", checkpoint_seconds=NUMBER, body_seconds=NUMBER)
    members = {word: schema_name(word, "Act") for word in by_tag(ACTS)}
    for word, of in by_tag(ACTS).items():
        all_schemas[members[word]] = entry(
            merge_structs(word, "type", of, all_schemas, {}), "StoredDecision", of, all_schemas
        )
    _forget(all_schemas, ACTS, "Act")
    all_schemas["AnyAct"] = union("type", members, "An entry of the log of administration, by its type.")


def _fill_in(all_schemas: Json) -> None:
    """Fills in the fields for which structs give no type: events, entries and legal moves."""
    put(all_schemas, "DisputeRecord", move=ref("AnyEvent"), ruling=_or_null(ref("RulingEvent")))
    put(all_schemas, "Finding", event=_or_null(ref("AnyEvent")))
    put(all_schemas, "WayOfPlay", play=_or_null(ref("AnyEvent")))
    all_schemas["SheetNote"] = SHEET_NOTE
    put(all_schemas, "Row", note=_or_null(ref("SheetNote")))
    put(all_schemas, "Difference", stored=_list(ref("AnyFact")), today=_list(ref("AnyFact")))
    put(all_schemas, "EventPage", items=_list(ref("AnyEntry")))
    put(all_schemas, "Written", events=_list(ref("AnyEntry")))
    put(all_schemas, "DecisionPage", items=_list(ref("AnyDecision")))
    put(all_schemas, "ActPage", items=_list(ref("AnyAct")))
    put(all_schemas, "Legal", events=_list(ref("AnyMove")))
    put(all_schemas, "Problem", alternatives=_list(ref("AnyMove")), since=_list(ref("AnyEntry")))
    put(all_schemas, "Step", event=ref("AnyEntry"), legal=_list(ref("AnyMove")))
    all_schemas["DecidingStep"] = STEP
    put(all_schemas, "RowView", decided_by=ref("DecidingStep"), above_by=_or_null(ref("DecidingStep")))
    put(all_schemas, "MatchPayload", event=ref("AnyEntry"))
    put(all_schemas, "ChampionshipPayload", event=ref("AnyDecision"))


def _name_unions(all_schemas: Json) -> None:
    """Gives names to the unions within other schemas: some generators take a union without one for a single type."""
    for name, field, inside, union_name, about in (
        ("CountChoice", "figures", "additionalProperties", "AnyFigure", "What is told of a figure, by its kind."),
        ("StagesOptions", "stages", "items", "AnyStage", "A stage of a contest, by its format."),
        ("ContestDecided", "warnings", "items", "AnyWarning", "What may be wrong with a decision, by its code."),
    ):
        shape = all_schemas[name]["properties"][field]
        selector = shape[inside]["discriminator"]
        members = {word: target.rpartition("/")[2] for word, target in selector["mapping"].items()}
        all_schemas[union_name] = union(selector["propertyName"], members, about)
        shape[inside] = ref(union_name)


def put(all_schemas: Json, name: str, **fields: Json) -> None:
    """Sets the shape of these fields, and keeps their descriptions."""
    for field, shape in fields.items():
        about = all_schemas[name]["properties"][field].get("description")
        all_schemas[name]["properties"][field] = {"description": about, **shape} if about else shape


def _list(item: Json) -> Json:
    return {"type": "array", "items": item}


def _or_null(shape: Json) -> Json:
    return {"anyOf": [shape, NULL]}


def _forget(all_schemas: Json, kinds: Iterable[type[Struct]], suffix: str) -> None:
    """Removes the schemas of these structs, and redirects references to the schemas of their tags."""
    new_references = {}
    for word, of in by_tag(kinds).items():
        for kind in of:
            all_schemas.pop(kind.__name__, None)
            new_references[REF.format(name=kind.__name__)] = REF.format(name=schema_name(word, suffix))
    _rename(all_schemas, new_references)


def _rename(shape: Any, new_references: dict[str, str]) -> None:
    if isinstance(shape, dict):
        if shape.get("$ref") in new_references:
            shape["$ref"] = new_references[shape["$ref"]]
        for part in shape.values():
            _rename(part, new_references)
    elif isinstance(shape, list):
        for part in shape:
            _rename(part, new_references)


def _named_by(all_schemas: Json, roots: Collection[type[Struct]]) -> Json:
    """The schemas that are reachable from these structs, the bodies of events and the refusals; by name."""
    names = {kind.__name__ for kind in roots} | {"AnyEvent", *problems.NAMES}
    waiting = list(names)
    while waiting:
        for name in _names_in(all_schemas[waiting.pop()]):
            if name not in names:
                names.add(name)
                waiting.append(name)
    return {name: shape for name, shape in sorted(all_schemas.items()) if name in names}


def _names_in(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        if isinstance(shape.get("$ref"), str):
            yield shape["$ref"].rsplit("/", 1)[1]
        for part in shape.values():
            yield from _names_in(part)
    elif isinstance(shape, list):
        for part in shape:
            yield from _names_in(part)
