"""Refusals for a reader of some hands: they tell nothing of cards that this reader has not seen."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.errors import Breach, Impossible
from referee.text import Text

REDACTED = Text(
    es="el registro dice otra cosa, por cartas que usted no puede ver mientras se juega la mano",
    en="the log says otherwise, by cards that you may not see while the hand is played",
)
"""The words of a refusal for a reader without the right to know its reason."""

Judge = Callable[[], Breach | None]
"""Returns the breach of an event by the game, or None. Raises Impossible."""


def redacted_refusal(judge: Judge, judge_redacted: Judge, refuses: Callable[[Breach], bool]) -> Breach | None:
    """The breach of an event, in words from which the reader learns nothing of the other hands.

    The words are those of `judge_redacted`, which knows no more than the reader; without any from there, the refusal gives no
    reason. Raises Impossible, with such words too.
    """
    try:
        breach = judge()
    except Impossible as refused:
        redacted_breach = judge_redacted()
        if redacted_breach is not None and refuses(redacted_breach):
            return redacted_breach
        raise Impossible(REDACTED, seat=refused.seat) from None
    if breach is None:
        return None
    try:
        redacted_breach = judge_redacted()
    except Impossible:
        redacted_breach = None
    explanation = redacted_breach.text if redacted_breach else REDACTED
    return replace(redacted_breach or breach, explanation=explanation, is_enforced=breach.is_enforced)
