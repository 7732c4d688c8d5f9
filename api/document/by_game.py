"""Schemas that depend on the game: parameters, tables, scores, views, figures, and the choices of legal moves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_type_hints

from msgspec import Struct

from api.document.structs import NULL, Json, beside, fields_of, ref
from api.document.tagged import Users, join_untagged, schema_name, union
from referee.match.choice import SumChoice
from referee.match.events import Confirm, CountOfHand, Event
from referee.match.game import Ruleset
from referee.match.registry import tag

CHOOSE = "choose"
LISTED = "Only in a list of legal moves: what may be told, or has to be chosen. It is left out of what is sent."


def parts(rules: Ruleset) -> tuple[type[Struct], type[Struct], type[Struct]]:
    """The parameters, the table and the score of a ruleset."""
    return (
        rules.params,
        get_type_hints(rules.game.reading.table)["return"],
        get_type_hints(rules.game.reading.score)["return"],
    )


def structs(games: Sequence[Ruleset]) -> list[type[Struct]]:
    """Every struct that only games use."""
    choices = (choice for rules in games for of in rules.game.play.choices.values() for choice in of)
    return list(dict.fromkeys([*choices, *(part for rules in games for part in parts(rules))]))


def tell_figures_apart(schemas: Json, games: Sequence[Ruleset]) -> None:
    """Adds `Figures`, with those of every game, and refers to it from each game's `count`."""
    counts = [kind for rules in games for kind in rules.events if issubclass(kind, CountOfHand)]
    kinds = {kind: get_type_hints(kind)["figures"] for kind in dict.fromkeys(counts)}
    users = {figures: [r.id for r in games if kind in r.events] for kind, figures in kinds.items()}
    schemas["Figures"] = join_untagged(list(users), schemas, users)
    for kind in kinds:
        shape = schemas[kind.__name__]["properties"]
        shape["figures"] = {"description": "The figures of the hand, those of its game.", **ref("Figures")}


def tell_choices_apart(schemas: Json, games: Sequence[Ruleset]) -> None:
    """Adds `DealChoice` and its like: the choices of the legal moves of a type, with those of every game."""
    for word, users in _choices(games).items():
        schemas[schema_name(word, "Choice")] = join_untagged(list(users), dict(schemas), users)


def _choices(games: Iterable[Ruleset]) -> Mapping[str, Users]:
    """The structs of choices by event type, each with the rulesets that have it."""
    by_word: dict[str, dict[type[Struct], list[str]]] = {}
    for rules in games:
        for kind, choices in rules.game.play.choices.items():
            for choice in choices:
                by_word.setdefault(tag(kind), {}).setdefault(choice, []).append(rules.id)
    return by_word


def tell_moves_apart(schemas: Json, games: Sequence[Ruleset]) -> None:
    """Adds `AnyMove`, a legal move by its type: an event as it is sent, or one with a choice to make.

    `choose` stands in the event's own schema if the event can be sent without a choice: it needs only its type, or all its ways
    are listed unless they are too many. An event that is never sent without a choice has a schema of its own.
    """
    choices = _choices(games)
    members: dict[str, str] = {}
    for word in dict.fromkeys(tag(kind) for rules in games for kind in _advancing(rules)):
        event = schemas[schema_name(word, "Event")]
        members[word] = schema_name(word, "Event")
        if word not in choices:
            continue
        choose = {"description": LISTED, "readOnly": True, **ref(schema_name(word, "Choice"))}
        if {*event["required"]} <= {"type"} or all(issubclass(choice, SumChoice) for choice in choices[word]):
            event["properties"][CHOOSE] = choose
            continue
        members[word] = schema_name(word, "Move")
        schemas[members[word]] = _move(event, choose)
    schemas["AnyMove"] = union(
        "type",
        members,
        "A regular move, by its type: an event to be sent as it is, or one in which something is to be chosen.",
    )


def _advancing(rules: Ruleset) -> Iterable[type[Event]]:
    """The events of a game that may be listed as legal moves: those that advance it, and the confirmation of a hand."""
    return (kind for kind in rules.events if (kind in rules.game.play.events and kind.GAME) or kind is Confirm)


def _move(event: Json, choose: Json) -> Json:
    """The schema of an event with a type and a seat, and the rest to choose."""
    own = {name: shape for name, shape in event["properties"].items() if name in ("type", "seat")}
    about = f"What may be chosen, in place of every way to do so. {event['description']}"
    return {
        "type": "object",
        "description": about,
        "required": [*own, CHOOSE],
        "properties": own | {CHOOSE: {**choose, "description": "What is to be chosen."}},
    }


def tell_views_apart(schemas: Json, games: Sequence[Ruleset]) -> None:
    """Splits `MatchView` by ruleset, each with the parameters, the table and the score of its game."""
    alike: dict[tuple[type[Struct], type[Struct], type[Struct]], list[Ruleset]] = {}
    for rules in games:
        alike.setdefault(parts(rules), []).append(rules)
    base = schemas["MatchViewBase"] = schemas["MatchView"]
    own = {field: base["properties"].pop(field) for field in ("ruleset", "params", "table", "score")}
    base["required"] = [field for field in base["required"] if field not in own]
    members: dict[str, str] = {}
    for (params, table, score), of in alike.items():
        name = "".join(part.title() for part in of[0].id.split(".")) + "View"
        members |= {rules.id: name for rules in of}
        kinds = {"params": params, "table": table, "score": score}
        ruleset = {"type": "string", "enum": [rules.id for rules in of], "description": own["ruleset"]["description"]}
        shapes = {field: {"description": own[field]["description"], **ref(kinds[field].__name__)} for field in kinds}
        about = f"A match of {of[0].title.en}, as its reader may see it."
        schemas[name] = beside(
            "MatchViewBase", about, {"required": list(own), "properties": {"ruleset": ruleset, **shapes}}
        )
    schemas["MatchView"] = union("ruleset", members, "A match as its reader may see it, by its ruleset.")


def fill_in(schemas: Json, games: Sequence[Ruleset], options: Sequence[type[Struct]]) -> None:
    """Fills in parameters, tables and scores with those of every game, in schemas that do not say of which game they are."""
    users: list[dict[type[Struct], list[str]]] = [{}, {}, {}]
    for rules in games:
        for of, kind in zip(users, parts(rules), strict=True):
            of.setdefault(kind, []).append(rules.id)
    for name, of in zip(("Params", "Table", "Score"), users, strict=True):
        schemas[f"Any{name}"] = join_untagged(list(of), schemas, of)
    formats = list(dict.fromkeys(options))
    schemas["FormatOptions"] = join_untagged(formats, schemas, {})
    schemas["FormatOptions"].pop("additionalProperties", None)
    # Together and not by `allOf`: hardly a generator of clients knows `unevaluatedProperties`, which would close such a sum.
    schemas["ContestParams"] = {
        "description": "The parameters of the ruleset, and the choices of the format.",
        "type": "object",
        "properties": {**schemas["AnyParams"]["properties"], **schemas["FormatOptions"]["properties"]},
        "additionalProperties": False,
    }
    for name, field, shape in (
        ("OpenMatch", "params", "AnyParams"),
        ("DrawContest", "params", "ContestParams"),
        ("NamedHouse", "params", "AnyParams"),
        ("ContestView", "params", "AnyParams"),
        ("ContestView", "options", "FormatOptions"),
        ("FixtureView", "params", "AnyParams"),
        ("OpenEntry", "params", "AnyParams"),
        ("ContestDrawnDecision", "params", "AnyParams"),
        ("Board", "params", "AnyParams"),
        ("ContestDrawnDecision", "options", "FormatOptions"),
        ("DisputeRecord", "table", "AnyTable"),
        ("Standing", "score", "AnyScore"),
    ):
        fields = fields_of(schemas[name])
        own = fields[field]
        is_nullable = "null" in own.get("type", ())
        fields[field] = {
            "description": own["description"],
            **({"anyOf": [ref(shape), NULL]} if is_nullable else ref(shape)),
        }
