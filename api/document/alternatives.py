"""Bodies of two kinds, as two schemas, each with the fields of its kind."""

from collections.abc import Iterable, Sequence

from api.document.structs import Json, ref
from referee.contests.formats import formats
from referee.match.registry import rulesets


def tell_apart(schemas: Json) -> None:
    """Splits `OpenMatch` in two, by ruleset and for a fixture, and `Sitting` in two, by name and by player.

    Fields for a ruleset or a format get an enum of the existing ones. Of the fields of an agreed time there is one at least.
    """
    opening = schemas["OpenMatch"]["properties"]
    opening["ruleset"] |= {"enum": list(rulesets())}
    drawing = schemas["DrawContest"]["properties"]
    drawing["ruleset"] |= {"enum": list(rulesets())}
    schemas["Board"]["properties"]["ruleset"] |= {"enum": list(rulesets())}
    schemas["NamedHouse"]["properties"]["ruleset"] |= {"enum": list(rulesets())}
    drawing["format"] |= {"enum": list(formats())}
    fixture = {"type": "string", "minLength": 1, "maxLength": 64, "description": "The fixture of a contest, by id."}
    without = {"description": "Null or left out: the match is of no contest.", "enum": [None]}
    of_game = _one(schemas["OpenMatch"], "A match of its own: the ruleset, and who sits down.", ("ruleset", "seats"))
    of_game["properties"] |= {"fixture": without}
    of_fixture = _one(
        schemas["OpenMatch"],
        "The match of a contest's fixture, from which the rest follows; what is given must agree.",
        ("fixture",),
    )
    of_fixture["properties"] |= {"fixture": fixture}
    schemas["OpenByRuleset"], schemas["OpenForFixture"] = of_game, of_fixture
    schemas["OpenMatch"] = _either(schemas["OpenMatch"], ("OpenByRuleset", "OpenForFixture"))
    for name, fields in (("SitByName", ("name", "distinct", "reuse")), ("SitByPlayer", ("player",))):
        schemas[name] = _one(schemas["Sitting"], f"Who sits down, by `{fields[0]}`.", fields[:1])
        schemas[name]["properties"] = {field: schemas["Sitting"]["properties"][field] for field in fields}
    schemas["Sitting"] = _either(schemas["Sitting"], ("SitByName", "SitByPlayer"))
    schemas["AgreedTime"]["minProperties"] = 1


def _one(schema: Json, about: str, required_fields: Sequence[str]) -> Json:
    own = {
        "type": "object",
        "description": about,
        "required": list(required_fields),
        # This follows from `required`. Redocly takes two that differ in an optional field for one, unless more is said.
        "minProperties": len(required_fields),
        "properties": dict(schema["properties"]),
    }
    return own | {"additionalProperties": False}


def _either(schema: Json, names: Iterable[str]) -> Json:
    return {"description": schema["description"], "oneOf": [ref(name) for name in names]}
