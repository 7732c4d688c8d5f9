"""Requirements on the events of a request, from any sender: not recorded by the service itself, complete, some only alone."""

from collections.abc import Sequence

from msgspec import UNSET, ValidationError

from referee.errors import BadRequest, Flaw, Forbidden
from referee.match.events import Event
from referee.match.registry import malformed, tag
from referee.matches.draft import at_index
from referee.text import Text


def require_sendable(events: Sequence[Event]) -> None:
    """Raises Forbidden for an event that only the service records, BadRequest for one that has to come alone or leaves out a
    field that only records from before may leave out.
    """
    for index, event in enumerate(events):
        at_index(index, len(events), _require_sendable, event, len(events))


def _require_sendable(event: Event, many: int) -> None:
    name = tag(type(event))
    if event.OF_SERVICE:
        raise Forbidden(
            Text(
                es=f"«{name}» lo anota el servicio por sí mismo: nadie lo envía",
                en=f"{name!r} is recorded by the service itself: nobody sends it",
            )
        )
    if event.ALONE and many > 1:
        what = Text(es=f"«{name}» tiene que ir solo en su petición", en=f"{name!r} must be alone in its request")
        raise BadRequest(what, flaws=(Flaw("$.type", what),))
    for field in event.NEEDED:
        if getattr(event, field) is UNSET:
            raise malformed(ValidationError(f"Object missing required field `{field}`"))
