"""Bodies that are one of two things, as two schemas: what to give with one of them, and what with the other."""

from collections.abc import Iterable

from api.document.structs import NULL, Json, ref
from referee.contests.formats import formats
from referee.match.registry import rulesets


def tell_apart(found: Json) -> None:
    """A match is opened by its ruleset or for a fixture, and a seat is taken by a new name or a known player.

    The rulesets and formats are those that there are.
    """
    opening = found["OpenMatch"]["properties"]
    opening["ruleset"] |= {"enum": list(rulesets())}
    drawing = found["DrawContest"]["properties"]
    drawing["ruleset"] |= {"enum": list(rulesets())}
    found["NamedHouse"]["properties"]["ruleset"] |= {"enum": list(rulesets())}
    drawing["format"] |= {"enum": list(formats())}
    fixture = {"type": "string", "minLength": 1, "maxLength": 64, "description": "The fixture of a contest, by id."}
    without = {"description": "Null or left out: the match is of no contest.", **NULL}
    of_game = _one(found["OpenMatch"], "A match of its own: the ruleset, and who sits down.", ("ruleset", "seats"))
    of_game["properties"] |= {"fixture": without}
    of_fixture = _one(
        found["OpenMatch"],
        "The match of a contest's fixture, from which the rest follows; what is given must agree.",
        (),
    )
    of_fixture["properties"] |= {"fixture": fixture}
    of_fixture["required"] = ["fixture"]
    found["OpenByRuleset"], found["OpenForFixture"] = of_game, of_fixture
    found["OpenMatch"] = _either(found["OpenMatch"], ("OpenByRuleset", "OpenForFixture"))
    for name, fields in (("SitByName", ("name", "distinct", "reuse")), ("SitByPlayer", ("player",))):
        found[name] = _one(found["Sitting"], f"Who sits down, by `{fields[0]}`.", fields[:1])
        found[name]["properties"] = {field: found["Sitting"]["properties"][field] for field in fields}
    found["Sitting"] = _either(found["Sitting"], ("SitByName", "SitByPlayer"))


def _one(schema: Json, about: str, required: Iterable[str]) -> Json:
    own = {"type": "object", "description": about, "required": list(required), "properties": dict(schema["properties"])}
    return own | {"additionalProperties": False}


def _either(schema: Json, names: Iterable[str]) -> Json:
    return {"description": schema["description"], "anyOf": [ref(name) for name in names]}
