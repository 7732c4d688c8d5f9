"""Refusals in the document: what any of them says, and what those of writes to a match say beside it."""

from api.document.structs import Json, ref

BESIDE = ("alternatives", "since", "still")
"""What only a write to a match is refused with: the legal moves, and what came in between."""
ANY, OF_A_MATCH = NAMES = ("Problem", "MatchProblem")
"""The schemas of refusals."""


def tell_apart(found: Json) -> None:
    """`MatchProblem` beside `Problem`: programs that only read need not know every event to read a refusal."""
    whole = found[ANY]
    own = {field: whole["properties"].pop(field) for field in BESIDE}
    whole["additionalProperties"] = True
    found[OF_A_MATCH] = {
        "description": "Why a write to a match was refused, with what would be legal or what came in between.",
        "allOf": [ref(ANY)],
        "type": "object",
        "properties": own,
    }
