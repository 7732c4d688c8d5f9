"""Every schema of the document: the structs of bodies and answers, and the unions that games make of events, facts and views."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from api.document import tagged
from api.document import webhooks as hooks
from api.document.glossary import FIELDS
from api.document.structs import REF, Json, Words, components, held, need, ref
from api.document.tagged import NULL, by_tag, entry, merged, named, union
from api.http.describe import Doc
from api.http.problems import Problem
from referee.championship.events import AnyConsequence, AnyDecision
from referee.match.choice import Choice, CountChoice, Subset
from referee.match.facts import SHARED_FACTS
from referee.match.game import Ruleset
from referee.match.ledger import HandScore
from referee.match.registry import claim_kinds, fact_types, rulesets, tag
from referee.match.vocabulary import SHARED, Event, Opening

DECISIONS: tuple[type[Struct], ...] = get_args(AnyDecision)
CONSEQUENCES: tuple[type[Struct], ...] = get_args(AnyConsequence)


def schemas(docs: Iterable[Doc]) -> Json:
    """The component schemas of everything that these routes take and give."""
    taken, given = _of_routes(docs)
    games = list(rulesets().values())
    events, facts = list(dict.fromkeys(e for rules in games for e in rules.events)), list(fact_types())
    parts = [part for rules in games for part in _parts(rules)]
    choices: list[type[Struct]] = [Subset, CountChoice, *(choice for rules in games for choice in rules.game.choices)]
    types: list[type[Struct]] = [Problem, Choice, Opening, *given, *hooks.TYPES, *choices, *parts, *events, *facts]
    types += [*DECISIONS, *CONSEQUENCES]
    found = components([*taken, *types], [*taken, *events], _words(games))
    found["Claim"]["properties"]["kind"] = {"enum": list(claim_kinds()), "description": "What is claimed."}
    _tell_events_apart(found, games, events)
    _tell_facts_apart(found, games, facts)
    _tell_decisions_apart(found)
    _tell_views_apart(found, games)
    _fill_in(found, games)
    _put(found, "Choice", choose={"anyOf": [ref(kind.__name__) for kind in dict.fromkeys(choices)]})
    found["Problem"]["additionalProperties"] = True
    return _named_by(found, {*taken, *given, *hooks.TYPES, Problem})


def _of_routes(docs: Iterable[Doc]) -> tuple[list[type[Struct]], list[type[Struct]]]:
    """The structs of the bodies that routes take, and of the answers that they give."""
    taken: dict[type[Struct], None] = {}
    given: dict[type[Struct], None] = {}
    for doc in docs:
        given |= {answer.type: None for answer in doc.answers.values() if answer.type is not None}
        if isinstance(doc.body, type):
            taken[doc.body] = None
    return list(taken), list(given)


def _parts(rules: Ruleset) -> tuple[type[Struct], type[Struct], type[Struct]]:
    """The parameters, the table and the score of a ruleset."""
    return rules.params, get_type_hints(rules.game.table)["return"], get_type_hints(rules.game.score)["return"]


def _words(games: Iterable[Ruleset]) -> Words:
    """What the fields of a struct are: in the words of the game that alone has it, else in the service's."""
    own: dict[type[Struct], Ruleset] = {}
    shared = held([*SHARED, *SHARED_FACTS, HandScore, Subset])
    for rules in games:
        parts = (*_parts(rules), *rules.game.own_events, *rules.facts, *rules.game.choices)
        own |= dict.fromkeys(held(parts) - shared, rules)
    return lambda kind: {**FIELDS, **(own[kind].fields if kind in own else {})}


def _users(games: Sequence[Ruleset], kinds: Iterable[type[Struct]], having: str) -> dict[type[Struct], list[str]]:
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
    found["Stored"] = tagged.STORED
    found["OpenEvent"] = merged("open", "type", [Opening], found, {})
    stored = {"open": "OpenEntry"} | {word: named(word, "Entry") for word in members}
    for word, name in stored.items():
        found[name] = entry(found[named(word, "Event")], ref("AnyFact"))
    found["AnyEntry"] = union("type", stored, "An entry of a match's log, by the type of its event.")
    _forget(found, [*kinds, Opening], "Event")
    del found["OpenEvent"]


def _tell_facts_apart(found: Json, games: Sequence[Ruleset], kinds: Sequence[type[Struct]]) -> None:
    """`AnyFact`, by what the fact is."""
    users = _users(games, kinds, "facts")
    members: dict[str, str] = {}
    for word, of in by_tag(kinds).items():
        members[word] = named(word, "Fact")
        shape = merged(word, "fact", of, found, users)
        shape["properties"] = {
            name: value if name == "fact" else tagged.nullable(value) for name, value in shape["properties"].items()
        }
        found[members[word]] = shape
    found["AnyFact"] = union("fact", members, "What followed from an event, by what it is. Hidden fields are null.")
    _forget(found, kinds, "Fact")


def _tell_decisions_apart(found: Json) -> None:
    """`AnyDecision`, an entry of a championship's log by its type, and what followed from it."""
    followed = {word: named(word, "Consequence") for word in by_tag(CONSEQUENCES)}
    for word, of in by_tag(CONSEQUENCES).items():
        found[followed[word]] = merged(word, "fact", of, found, {})
    _forget(found, CONSEQUENCES, "Consequence")
    found["AnyConsequence"] = union("fact", followed, "What followed from a decision, by what it is.")
    members = {word: named(word, "Decision") for word in by_tag(DECISIONS)}
    for word, of in by_tag(DECISIONS).items():
        found[members[word]] = entry(merged(word, "type", of, found, {}), ref("AnyConsequence"))
    _forget(found, DECISIONS, "Decision")
    found["AnyDecision"] = union("type", members, "An entry of a championship's log, by its type.")


def _tell_views_apart(found: Json, games: Sequence[Ruleset]) -> None:
    """`MatchView` by ruleset, with the parameters, the table and the score of its game."""
    alike: dict[tuple[type[Struct], type[Struct], type[Struct]], list[Ruleset]] = {}
    for rules in games:
        alike.setdefault(_parts(rules), []).append(rules)
    base = found["MatchViewBase"] = found["MatchView"]
    own = {field: base["properties"].pop(field) for field in ("ruleset", "params", "table", "score")}
    base["required"] = [field for field in base["required"] if field not in own]
    members: dict[str, str] = {}
    for (params, table, score), of in alike.items():
        name = "".join(part.title() for part in of[0].id.split(".")) + "View"
        members |= {rules.id: name for rules in of}
        parts = {"params": params, "table": table, "score": score}
        ruleset = {"type": "string", "enum": [rules.id for rules in of], "description": own["ruleset"]["description"]}
        shapes = {field: {"description": own[field]["description"], **ref(parts[field].__name__)} for field in parts}
        found[name] = {
            "description": f"A match of {of[0].title.en}, as its reader may see it.",
            "allOf": [
                ref("MatchViewBase"),
                {"type": "object", "required": list(own), "properties": {"ruleset": ruleset, **shapes}},
            ],
        }
    found["MatchView"] = union("ruleset", members, "A match as its reader may see it, by its ruleset.")


def _fill_in(found: Json, games: Iterable[Ruleset]) -> None:
    """What structs leave to the games: tables, scores, events."""
    tables = [ref(table.__name__) for table in dict.fromkeys(_parts(rules)[1] for rules in games)]
    scores = [ref(score.__name__) for score in dict.fromkeys(_parts(rules)[2] for rules in games)]
    _put(found, "DisputeRecord", table={"anyOf": tables}, move=ref("AnyEvent"), ruling=_or_null(ref("RulingEvent")))
    _put(found, "Standing", score={"anyOf": scores})
    _put(found, "Finding", event=_or_null(ref("AnyEvent")))
    _put(found, "EventPage", items=_list(ref("AnyEntry")))
    _put(found, "Written", events=_list(ref("AnyEntry")))
    _put(found, "DecisionPage", items=_list(ref("AnyDecision")))
    move = {"anyOf": [ref("AnyEvent"), ref("Choice")]}
    _put(found, "Legal", events=_list(move))
    _put(found, "Problem", alternatives=_list(move), since=_list(ref("AnyEntry")))
    _put(found, "Step", event=ref("AnyEntry"), legal=_list(move))
    _put(found, "MatchPayload", event=ref("AnyEntry"))
    _put(found, "ChampionshipPayload", event=ref("AnyDecision"))


def _put(found: Json, name: str, **fields: Json) -> None:
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
    """The schemas that these structs, and the bodies of events, lead to; by name."""
    wanted = {kind.__name__ for kind in roots} | {"AnyEvent"}
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
