"""Refusals for a reader who may not see every hand: they tell nothing of the cards that it has not seen."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.errors import Breach, Impossible
from referee.text import Text

REDACTED = Text(
    es="el registro dice otra cosa, por cartas que usted no puede ver mientras se juega la mano",
    en="the log says otherwise, by cards that you may not see while the hand is played",
)
"""Why an event is refused where the reason is hidden from who asks."""

Judge = Callable[[], Breach | None]
"""What the game says of an event. Raises Impossible."""


def redacted_refusal(judge: Judge, judge_redacted: Judge, refuses: Callable[[Breach], bool]) -> Breach | None:
    """What the game says of an event, in words from which the reader learns nothing of the other hands.

    They are what `judge_redacted` says, which knows no more than the reader; where it says nothing, no reason is given.
    Raises Impossible, in such words too.
    """
    try:
        breach = judge()
    except Impossible as refused:
        told = judge_redacted()
        if told is not None and refuses(told):
            return told
        raise Impossible(REDACTED, seat=refused.seat) from None
    if breach is None:
        return None
    try:
        told = judge_redacted()
    except Impossible:
        told = None
    return replace(told or breach, text=told.text if told else REDACTED, enforced=breach.enforced)
