"""Calls for the referee to come to a table, and the answers to them. No rule is judged by them.

A call stays on record after a `retract`: the seat did call.
"""

from referee.errors import BadRequest, Flaw, Impossible
from referee.match.events import Event, Note
from referee.match.state import State
from referee.text import Text

OpenCalls = dict[int, int | None]
"""The unanswered calls: the version of each, and the seat that calls, if it is known."""


def enter(calls: OpenCalls, event: Event, version: int) -> None:
    """Adds the call of an event with this version, or removes the calls that it answers."""
    if isinstance(event, Note) and event.kind == "call":
        calls[version] = event.seat
    elif isinstance(event, Note) and event.kind == "answered":
        for call_version in [event.call] if event.call is not None else list(calls):
            calls.pop(call_version, None)


def check(calls: OpenCalls, note: Note, state: State) -> None:
    """Raises BadRequest for fields that a note of its kind does not have, Impossible for a second call of a seat that waits
    already, and for an answer to no open call.
    """
    if note.seat is not None:
        state.require_seat(note.seat)
    for field, kind in (("seat", "call"), ("call", "answered")):
        if getattr(note, field) is not None and note.kind != kind:
            raise _only_with(field, kind)
    if note.kind == "call" and (waiting := [version for version, seat in calls.items() if seat == note.seat]):
        raise Impossible(
            Text(
                es=f"ese asiento ya llamó al árbitro, en la versión {waiting[0]}, y nadie ha contestado aún",
                en=f"this seat already called the referee, in version {waiting[0]}, and nobody has answered yet",
            ),
            seat=note.seat,
        )
    if note.kind == "answered" and (not calls if note.call is None else note.call not in calls):
        raise Impossible(
            Text(
                es="no hay ninguna llamada por contestar"
                if note.call is None
                else f"en la versión {note.call} no hay ninguna llamada por contestar",
                en="no call waits for an answer"
                if note.call is None
                else f"no call of version {note.call} waits for an answer",
            )
        )


def _only_with(field: str, kind: str) -> BadRequest:
    what = Text(es=f'sólo va con `kind: "{kind}"`', en=f'goes with `kind: "{kind}"` only')
    return BadRequest(Text(es=f"`{field}` {what.es}", en=f"`{field}` {what.en}"), flaws=(Flaw(f"$.{field}", what),))
