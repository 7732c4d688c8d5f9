"""Refusals in the document: the fields of all, and the further fields of refused writes to a match."""

from api.document.structs import Json, beside, ref

BESIDE = ("alternatives", "since", "still")
"""Fields of refused writes to a match only: the legal moves, and the events that came in between."""
ANY, OF_A_MATCH = NAMES = ("Problem", "MatchProblem")
"""The schemas of refusals."""


def tell_apart(schemas: Json) -> None:
    """Splits `MatchProblem` off `Problem`: programs that only read need not know every event to read a refusal."""
    schemas["ClosedDifference"] = {
        "description": "What a decision would change that is refused since other people are through.",
        "type": "object",
        "required": ["phase", "through", "voids"],
        "properties": {
            "phase": {"description": "How far the contest is, and would be.", **ref("PhaseChange")},
            "through": {"description": "Who is through, and who would be.", **ref("ThroughChange")},
            "voids": {"description": "The matches that would be void.", "type": "array", "items": ref("VoidedMatch")},
        },
    }
    whole = schemas[ANY]
    about = whole["properties"]["difference"]["description"]
    whole["properties"]["difference"] = {"description": about, **ref("ClosedDifference")}
    own = {field: whole["properties"].pop(field) for field in BESIDE}
    whole["additionalProperties"] = True
    about = "Why a write to a match was refused, with what would be legal or what came in between."
    schemas[OF_A_MATCH] = beside(ANY, about, {"properties": own})
