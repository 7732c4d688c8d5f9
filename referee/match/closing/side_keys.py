"""The keys of the sides in a match closed with two keys: the givers of their PINs, and the versions that can be confirmed.

After a `retract`, the history of PINs stays on record, and so does the fact that cards were dealt: otherwise a referee could
take the first deal back, set both PINs and confirm alone. No PIN is here: see `referee/people/pins.py`.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.errors import Conflict
from referee.match.events import Confirm, CountOfHand, Event, KeyHolder, PinReset, PinSet
from referee.match.facts import Fact, HandDealt
from referee.text import Text

_OF_PINS = (PinSet, PinReset)


class PinGiven(Struct, frozen=True):
    """A side got a PIN in event `version`; with a `reason` where an organizer reset it, null otherwise."""

    side: int
    by: KeyHolder
    version: int
    reason: str | None


class SideKeys(Struct, frozen=True):
    """The history of the sides' keys in a match.

    `is_dealt`: True once a hand has begun, also one that a retract took away. `confirmations`: the number of entries at the end
    of the log that are confirmations, which change nothing of what is confirmed.
    """

    pins: tuple[PinGiven, ...] = ()
    is_dealt: bool = False
    confirmations: int = 0

    def after(self, event: Event, facts: Sequence[Fact], version: int) -> "SideKeys":
        """The history once this event is on the log as this version."""
        if isinstance(event, Confirm):
            return replace(self, confirmations=self.confirmations + 1)
        if isinstance(event, _OF_PINS):
            pin = PinGiven(event.side, event.by, version, getattr(event, "reason", None))
            return replace(self, pins=(*self.pins, pin), confirmations=0)
        is_dealt = self.is_dealt or isinstance(event, CountOfHand) or any(isinstance(fact, HandDealt) for fact in facts)
        if is_dealt == self.is_dealt and not self.confirmations:
            return self
        return replace(self, is_dealt=is_dealt, confirmations=0)

    def can_confirm(self, seen_version: int, version: int) -> bool:
        """True if only confirmations of other sides came after `seen_version`, up to `version`."""
        return version - self.confirmations <= seen_version <= version


def require_seen(keys: SideKeys, event: Confirm, version: int) -> None:
    """Raises Conflict for the confirmation of an older version of the match, or of one that is yet to come."""
    if isinstance(event.version, int) and not keys.can_confirm(event.version, version):
        raise Conflict(
            Text(
                es=f"la versión que se confirma es la {version}, no la {event.version}",
                en=f"the version to confirm is {version}, not {event.version}",
            ),
            extra={"version": version},
        )


HOLDERS: Mapping[KeyHolder, Text] = {
    "player": Text(es="quien juega con él", en="its player"),
    "referee": Text(es="el árbitro", en="the referee"),
    "organizer": Text(es="la organización", en="an organizer"),
}


def of_side(side: int) -> Text:
    """The owner of a PIN, by the number of its side."""
    return Text(es=f"del bando {side}", en=f"of side {side}")


def pin_sentence(pin: PinGiven, owner: Text) -> Text:
    """A change of a PIN as a sentence; `owner` is a genitive: «del bando 0», of side 0."""
    who = HOLDERS[pin.by]
    if pin.reason is None:
        return Text(es=f"el PIN {owner.es} lo pone {who.es}", en=f"the PIN {owner.en} is set by {who.en}")
    return Text(
        es=f"el PIN {owner.es} lo cambia {who.es}, sin el anterior: {pin.reason}",
        en=f"the PIN {owner.en} is reset by {who.en}, without the old one: {pin.reason}",
    )
