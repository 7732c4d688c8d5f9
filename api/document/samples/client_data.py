"""Words and examples of changes of client data."""

from typing import Any

CHANGED = (
    "As in RFC 7396: a field or key that is left out stays, and null takes it away. An `external_id` of something else is 409 "
    "`exists`."
)
CHANGES: dict[str, Any] = {
    "an id in another program": {"external_id": "club-4711"},
    "a text": {"metadata": {"club": "El Basto"}},
    "a text taken away": {"metadata": {"club": None}},
}
