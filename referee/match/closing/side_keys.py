"""The keys of the sides in a match closed with two keys: who gave them their PINs, and which versions can be confirmed.

What happened to a PIN stays on record when the match goes back, and so does that cards were dealt: otherwise a referee could
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
    """What a match remembers of its sides' keys.

    `dealt`: whether a hand ever began, also one that a retract took away. `confirmations`: how many entries at the end of the
    log are confirmations, which change nothing of what is confirmed.
    """

    pins: tuple[PinGiven, ...] = ()
    dealt: bool = False
    confirmations: int = 0

    def after(self, event: Event, facts: Sequence[Fact], version: int) -> "SideKeys":
        """The same once this event is on the log as this version."""
        if isinstance(event, Confirm):
            return replace(self, confirmations=self.confirmations + 1)
        if isinstance(event, _OF_PINS):
            given = PinGiven(event.side, event.by, version, getattr(event, "reason", None))
            return replace(self, pins=(*self.pins, given), confirmations=0)
        dealt = self.dealt or isinstance(event, CountOfHand) or any(isinstance(fact, HandDealt) for fact in facts)
        if dealt == self.dealt and not self.confirmations:
            return self
        return replace(self, dealt=dealt, confirmations=0)

    def can_confirm(self, named: int, version: int) -> bool:
        """Whether who names this version has seen the match as it stands at `version`, but for confirmations of others."""
        return version - self.confirmations <= named <= version


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


WHO: Mapping[KeyHolder, Text] = {
    "player": Text(es="quien juega con él", en="its player"),
    "referee": Text(es="el árbitro", en="the referee"),
    "organizer": Text(es="la organización", en="an organizer"),
}


def of_side(side: int) -> Text:
    """Whose a PIN is, where nobody is named."""
    return Text(es=f"del bando {side}", en=f"of side {side}")


def pin_sentence(given: PinGiven, whose: Text) -> Text:
    """What happened to a PIN, in a sentence; `whose` it is: «del bando 0», of side 0."""
    who = WHO[given.by]
    if given.reason is None:
        return Text(es=f"el PIN {whose.es} lo pone {who.es}", en=f"the PIN {whose.en} is set by {who.en}")
    return Text(
        es=f"el PIN {whose.es} lo cambia {who.es}, sin el anterior: {given.reason}",
        en=f"the PIN {whose.en} is reset by {who.en}, without the old one: {given.reason}",
    )
