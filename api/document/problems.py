"""Refusals in the document: what any of them says, and what those of writes to a match say beside it."""

from api.document.structs import Json, beside, ref

BESIDE = ("alternatives", "since", "still")
"""What only a write to a match is refused with: the legal moves, and what came in between."""
ANY, OF_A_MATCH = NAMES = ("Problem", "MatchProblem")
"""The schemas of refusals."""


def tell_apart(found: Json) -> None:
    """`MatchProblem` beside `Problem`: programs that only read need not know every event to read a refusal."""
    found["ClosedDifference"] = {
        "description": "What a decision would change that is refused since other people are through.",
        "type": "object",
        "required": ["phase", "through", "voids"],
        "properties": {
            "phase": {"description": "How far the contest is, and would be.", **ref("PhaseChange")},
            "through": {"description": "Who is through, and who would be.", **ref("ThroughChange")},
            "voids": {"description": "The matches that would be void.", "type": "array", "items": ref("VoidedMatch")},
        },
    }
    whole = found[ANY]
    about = whole["properties"]["difference"]["description"]
    whole["properties"]["difference"] = {"description": about, **ref("ClosedDifference")}
    own = {field: whole["properties"].pop(field) for field in BESIDE}
    whole["additionalProperties"] = True
    about = "Why a write to a match was refused, with what would be legal or what came in between."
    found[OF_A_MATCH] = beside(ANY, about, {"properties": own})
