"""Refusals for a reader who may not see every hand: they tell nothing of the cards that it has not seen."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.errors import Breach, Impossible
from referee.text import Text

UNTOLD = Text(
    es="el registro dice otra cosa, por cartas que usted no puede ver mientras se juega la mano",
    en="the log says otherwise, by cards that you may not see while the hand is played",
)
"""Why an event is refused where the reason is hidden from who asks."""

Judge = Callable[[], Breach | None]
"""What the game says of an event. Raises Impossible."""


def untold(judge: Judge, judge_veiled: Judge, refuses: Callable[[Breach], bool]) -> Breach | None:
    """What the game says of an event, in words from which the reader learns nothing of the other hands.

    They are what `judge_veiled` says, which knows no more than the reader; where it says nothing, no reason is given.
    Raises Impossible, in such words too.
    """
    try:
        breach = judge()
    except Impossible as refused:
        told = judge_veiled()
        if told is not None and refuses(told):
            return told
        raise Impossible(UNTOLD, seat=refused.seat) from None
    if breach is None:
        return None
    try:
        told = judge_veiled()
    except Impossible:
        told = None
    return replace(told or breach, text=told.text if told else UNTOLD, enforced=breach.enforced)
