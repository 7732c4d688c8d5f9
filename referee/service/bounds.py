"""How much may be said beside the play of one match, and how much of it may be folded again at once.

Play ends by itself; claims, notes and sanctions do not. Each of them is in every later view of the match, and everyone who
reads its replay pays for all of them.
"""

from collections.abc import Sequence

from referee.errors import Impossible, Malformed
from referee.match.aggregate import Match
from referee.match.vocabulary import (
    Claim,
    Event,
    ExtraTime,
    Note,
    Pause,
    PinSet,
    Resume,
    Retract,
    Sanction,
    ShuffleCommitment,
    ShuffleText,
)
from referee.text import Text

MOST_CLAIMS = 300
MOST_SANCTIONS = 200
MOST_ENTRIES = 5_000
"""Versions of a match after which it takes no more words beside the play: ten times what the longest needs."""
MOST_PINS = 20
"""Times that a side's PIN is set: an organizer resets it all the same."""
MOST_RETRACTS = 10
"""In one request: each folds the match again from its beginning."""


def need_room(match: Match, event: Event) -> None:
    """Raises Impossible for a claim that was made before, and for what is said beside the play once there is too much of it."""
    match event:
        case Claim():
            _need_new(match, event)
            _need_below(len(match.ledger.claims), MOST_CLAIMS, Text(es="reclamaciones", en="claims"))
        case Sanction():
            _need_below(len(match.ledger.sanctions), MOST_SANCTIONS, Text(es="tarjetas", en="sanctions"))
        case PinSet():
            given = sum(known.side == event.side and known.reason is None for known in match.side_keys.pins)
            _need_below(given, MOST_PINS, Text(es="veces puesto ese PIN", en="settings of that PIN"))
        case Note() | ShuffleCommitment() | ShuffleText() | Pause() | Resume() | ExtraTime():
            pass
        case _:
            return
    _need_below(match.version, MOST_ENTRIES, Text(es="anotaciones", en="entries"))


def need_few_retracts(events: Sequence[Event]) -> None:
    """Raises Malformed for more retracts in one request than are folded at once."""
    many = sum(isinstance(event, Retract) for event in events)
    if many > MOST_RETRACTS:
        raise Malformed(
            Text(
                es=f"en una petición van {MOST_RETRACTS} `retract` como mucho, no {many}: basta uno, a la versión más antigua",
                en=f"at most {MOST_RETRACTS} `retract` go in one request, not {many}: one to the oldest version is enough",
            )
        )


def _need_new(match: Match, event: Claim) -> None:
    for known in match.ledger.claims:
        if (known.by, known.kind, known.at) == (event.by, event.kind, event.at):
            raise Impossible(
                Text(
                    es=f"el asiento {event.by} ya lo reclamó: es la reclamación {known.claim}",
                    en=f"seat {event.by} claimed this already: it is claim {known.claim}",
                ),
                seat=event.by,
            )


def _need_below(count: int, most: int, what: Text) -> None:
    if count >= most:
        raise Impossible(
            Text(
                es=f"el encuentro tiene ya {count} {what.es}: no admite más de esta clase",
                en=f"the match has {count} {what.en} already: it takes no more of this kind",
            )
        )
