"""The discipline of a championship: the penalties for a player's cards, and the wait for absent players of a match.

The service reports both; people act on them.
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.errors import Flaw, Inconsistent
from referee.moments import later
from referee.text import Text

LADDER = "discipline.ladder"
"""The clause of the ladder."""
Penalty = Literal["warning", "game", "match", "expulsion"]
"""Mildest first: a warning, the loss of the game or hand in play, the loss of the match, out of the championship."""
IN_WORDS: dict[Penalty, Text] = {
    "warning": Text(es="amonestación", en="warning"),
    "game": Text(es="pierde la partida", en="loses the game"),
    "match": Text(es="pierde el encuentro", en="loses the match"),
    "expulsion": Text(es="expulsión", en="expulsion"),
}
SEVERITY: dict[Penalty, int] = {"warning": 0, "game": 1, "match": 2, "expulsion": 3}
Ladder = Annotated[
    tuple[Penalty, ...],
    Meta(
        max_length=12,
        description="What a player's first card in the championship comes to, the second and so on, whatever their colour; "
        "further cards are as the last. `warning`, `game` (the part of the match in play is lost), `match`, `expulsion`: never "
        "a milder one after a harder. Empty: there is none.",
        examples=[["warning", "game", "match", "expulsion"]],
    ),
]
NoShowMinutes = Annotated[
    int,
    Meta(
        ge=1,
        le=240,
        description="How many minutes after its time a match waits for who is missing; then it may be given as a walkover.",
        examples=[15],
    ),
]


class Discipline(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed on for a whole championship: when it is opened, or in place of what was, later."""

    ladder: Ladder = ()
    no_show_minutes: NoShowMinutes | None = None

    def penalty(self, nth: int) -> Penalty | None:
        """Penalty for a player's `nth` card, counted from 1; None without a ladder."""
        return self.ladder[min(nth, len(self.ladder)) - 1] if self.ladder else None

    def no_show_at(self, starts_at: str | None) -> str | None:
        """Time from which a match may be given to those present; both RFC 3339, in UTC. None where no time is agreed."""
        if starts_at is None or self.no_show_minutes is None:
            return None
        until = later(datetime.fromisoformat(starts_at), timedelta(minutes=self.no_show_minutes))
        return until.astimezone(UTC).isoformat().replace("+00:00", "Z")


NOTHING = Discipline()
"""The discipline of a championship without agreements."""


def require_rising(discipline: Discipline) -> None:
    """Raises Inconsistent for a ladder that goes down again."""
    for n, (before, after) in enumerate(pairwise(discipline.ladder), start=1):
        if SEVERITY[after] < SEVERITY[before]:
            text = Text(
                es=f"tras `{before}` no puede venir `{after}`, que es menos: ponga los pasos de menos a más",
                en=f"`{after}` cannot come after `{before}`, which is harder: put the steps from mild to hard",
            )
            raise Inconsistent(text, rule=LADDER, flaws=(Flaw(f"$.discipline.ladder[{n}]", text),))
