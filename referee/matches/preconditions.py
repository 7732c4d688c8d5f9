"""Requirements on the events of a request, before any of them is decided.

They come from any sender: events can be read, are none that only the service records, and are within limits. Play ends by
itself; claims, notes and sanctions do not. Each of them is in every later view of the match, and makes its replay slower. A
player's seat has room of its own for each kind of event, `Event.MOST`: what is recorded there takes none from the staff or from
another seat. A record that is imported comes as it is.
"""

import re
from collections.abc import Sequence

from msgspec import UNSET, Raw, ValidationError

from referee.characters import UNBROKEN
from referee.errors import BadRequest, Flaw, Forbidden, Impossible, ServiceRefusal
from referee.match import shares
from referee.match.aggregate import Match
from referee.match.events import (
    Claim,
    Confirm,
    Event,
    ExtraTime,
    Note,
    Pause,
    PinSet,
    Redeal,
    Resume,
    Retract,
    Sanction,
    ShuffleCommitment,
    ShuffleText,
)
from referee.match.judge import players
from referee.match.registry import malformation, tag
from referee.match.state import ALL
from referee.text import Text

MOST_CLAIMS = 300
MOST_BY_PARTNER = 25
"""Claims in the name of one seat that its partners record: so the rest of `Claim.MOST` is left to the seat itself."""
MOST_SANCTIONS = 200
MOST_ENTRIES = 5_000
"""Entries of the staff after which it adds no more words beside the play: ten times what the longest match needs."""
MOST_PINS = 20
"""Times that a side's PIN is set: an organizer resets it all the same."""
MOST_TAKEN_BACK = 500
"""Each `retract` and `redeal`: a `retract` holds the whole account of the match as it then stands."""
MOST_RETRACTS = 10
"""In one request: each folds the match again from its beginning."""


_OF_STAFF: dict[type[Event], tuple[int, Text]] = {
    Claim: (MOST_CLAIMS, Text(es="reclamaciones", en="claims")),
    Retract: (MOST_TAKEN_BACK, Text(es="vueltas atrás", en="retracts")),
    Redeal: (MOST_TAKEN_BACK, Text(es="manos anuladas", en="redeals")),
}
_BESIDE_PLAY = (Claim, Sanction, PinSet, Note, ShuffleCommitment, ShuffleText, Pause, Resume, ExtraTime)


def read_events(match: Match, bodies: Sequence[bytes | Raw]) -> list[Event]:
    """Reads the events of these bodies as the match's own. Raises BadRequest, NotInThisGame, with the `index`."""
    events = []
    for index, body in enumerate(bodies):
        try:
            events.append(match.codec.read(body))
        except ServiceRefusal as refused:
            name_index(refused, index, len(bodies))
            raise
    return events


def name_index(refusal: ServiceRefusal, index: int, many: int) -> None:
    """Adds to a refusal the `index` of the event that it is about, if there are several."""
    if many > 1:
        refusal.extra["index"] = index


def require_client_events(events: Sequence[Event]) -> None:
    """Raises Forbidden for an event that only the service records; BadRequest for one that must come alone or leaves out a field
    that only records from before may leave out, for words of several lines, and for more retracts than are folded at once.
    """
    for index, event in enumerate(events):
        try:
            _require_client_event(event, len(events))
        except ServiceRefusal as refused:
            name_index(refused, index, len(events))
            raise
    _require_few_retracts(events)


def _require_client_event(event: Event, many: int) -> None:
    if event.OF_SERVICE:
        name = tag(type(event))
        raise Forbidden(
            Text(
                es=f"«{name}» lo anota el servicio por sí mismo: nadie lo envía",
                en=f"{name!r} is recorded by the service itself: nobody sends it",
            )
        )
    if event.ALONE and many > 1:
        name = tag(type(event))
        what = Text(es=f"«{name}» tiene que ir solo en su petición", en=f"{name!r} must be alone in its request")
        raise BadRequest(what, flaws=(Flaw("$.type", what),))
    for field in event.ONE_LINE:
        if not re.fullmatch(UNBROKEN, getattr(event, field)):
            what = Text(es="va en una sola línea, sin tabuladores", en="is one line without tabs")
            raise BadRequest(
                Text(es=f"`{field}` {what.es}", en=f"`{field}` {what.en}"), flaws=(Flaw(f"$.{field}", what),)
            )
    for field in event.NEEDED:
        if getattr(event, field) is UNSET:
            raise malformation(ValidationError(f"Object missing required field `{field}`"))


def _require_few_retracts(events: Sequence[Event]) -> None:
    many = len([event for event in events if isinstance(event, Retract)])
    if many > MOST_RETRACTS:
        raise BadRequest(
            Text(
                es=f"en una petición van {MOST_RETRACTS} `retract` como mucho, no {many}: basta uno, a la versión más antigua",
                en=f"at most {MOST_RETRACTS} `retract` go in one request, not {many}: one to the oldest version is enough",
            )
        )


def require_due(match: Match, events: Sequence[Event], visible: int) -> None:
    """For a player, who may see the hands in `visible`, raises Forbidden for more than one event, and for one that cards may
    refuse which the player has not seen.
    """
    if visible != ALL:
        players.require_one_event(len(events))
        players.require_own_knowledge(match.state, events[0], visible)


def require_open(match: Match, events: Sequence[Event]) -> None:
    """Raises MatchOver for events of a match that is over."""
    try:
        match.refuse_if_over(events[0])
    except ServiceRefusal as refused:
        name_index(refused, 0, len(events))
        raise


def older_version(match: Match, expected_version: int | None, event: Event) -> int | None:
    """Returns the older version that an event was meant for; None if that is the present one.

    It is the `expected_version` one, or that of a confirmation which can no longer be confirmed.
    """
    if expected_version is not None and expected_version != match.version:
        return expected_version
    if not isinstance(event, Confirm) or not isinstance(event.version, int):
        return None
    return None if match.side_keys.can_confirm(event.version, match.version) else event.version


def require_room(match: Match, event: Event, by: str, visible: int) -> None:
    """Raises Impossible for a claim that was made before, and for an event once its writer recorded too many of its kind.

    `by` and `visible` are the writer's name and the hands that they may see: a player's own.
    """
    if isinstance(event, Claim):
        _require_new(match, event)
    writer = shares.writer_of(event, by)
    if writer is None:
        _require_room_of_staff(match, event)
    else:
        _require_room_of_seat(match, event, writer, visible)


def _require_room_of_staff(match: Match, event: Event) -> None:
    if type(event) in _OF_STAFF:
        most, what = _OF_STAFF[type(event)]
        _require_below(match.shares.get((None, type(event)), 0), most, what)
    if isinstance(event, Sanction):
        _require_below(len(match.ledger.sanctions), MOST_SANCTIONS, Text(es="tarjetas", en="sanctions"))
    if isinstance(event, PinSet):
        pins = [pin for pin in match.side_keys.pins if pin.side == event.side and pin.by != "player"]
        count = sum(pin.reason is None for pin in pins)
        _require_below(count, MOST_PINS, Text(es="veces puesto ese PIN", en="settings of that PIN"))
    if isinstance(event, _BESIDE_PLAY):
        _require_below(shares.of_staff(match.shares), MOST_ENTRIES, Text(es="anotaciones", en="entries"))


def _require_room_of_seat(match: Match, event: Event, writer: int | str, visible: int) -> None:
    count = match.shares.get((writer, type(event)), 0)
    if isinstance(event, Claim) and not visible >> event.by & 1:
        _require_room_of_partner(event, count)
    if count < event.MOST:
        return
    kind = tag(type(event))
    whose = (
        Text(es="con este token se han anotado", en="this token has recorded")
        if isinstance(writer, str)
        else Text(es=f"el asiento {writer} ha anotado", en=f"seat {writer} has recorded")
    )
    raise Impossible(
        Text(
            es=f"{whose.es} ya {count} «{kind}» en este encuentro, más de los que se esperan: los demás los anota el árbitro",
            en=f"{whose.en} {count} «{kind}» in this match already, more than are expected: the referee records the rest",
        ),
        seat=None if isinstance(writer, str) else writer,
    )


def _require_room_of_partner(event: Claim, count: int) -> None:
    if count >= MOST_BY_PARTNER:
        raise Impossible(
            Text(
                es=f"en nombre del asiento {event.by} hay ya {count} reclamaciones: las demás las hace él mismo, o el árbitro",
                en=f"seat {event.by} has {count} claims already: it makes the rest itself, or the referee does",
            ),
            seat=event.by,
        )


def _require_new(match: Match, event: Claim) -> None:
    for claim in match.ledger.claims:
        if (claim.by, claim.kind, claim.at) == (event.by, event.kind, event.at):
            raise Impossible(
                Text(
                    es=f"el asiento {event.by} ya lo reclamó: es la reclamación {claim.claim}",
                    en=f"seat {event.by} claimed this already: it is claim {claim.claim}",
                ),
                seat=event.by,
            )


def _require_below(count: int, most: int, kind: Text) -> None:
    if count >= most:
        raise Impossible(
            Text(
                es=f"el encuentro tiene ya {count} {kind.es}: no admite más de esta clase",
                en=f"the match has {count} {kind.en} already: it takes no more of this kind",
            )
        )
