"""How the document describes what `dry_run` answers."""

from typing import Any

Json = dict[str, Any]

WOULD_BE = "With `dry_run=true`: what the write would answer, null where only the write can know. Nothing is stored."
SCHEMA: Json = {
    "description": "The write's answer, of which any part may be null; null for a write that answers nothing.",
    "anyOf": [{"type": "object", "additionalProperties": True}, {"type": "null"}],
}
ANSWER: Json = {
    "description": WOULD_BE,
    "content": {
        "application/json": {
            "schema": SCHEMA,
            "example": {"version": 2, "events": [{"type": "note", "text": "mesa 3", "version": 2, "hash": None}]},
        }
    },
}


def answers(responses: Json) -> Json:
    """The answers of a write, and beside them that of its dry run."""
    own = responses.get("200")
    if own is None:
        return {"200": {"$ref": "#/components/responses/DryRun"}} | responses
    own["description"] += f" {WOULD_BE}"
    content = own["content"]["application/json"]
    content["schema"] = {"anyOf": [content["schema"], SCHEMA]}
    return responses
