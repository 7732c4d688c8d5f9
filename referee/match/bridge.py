"""Games that keep their handlers as methods of their state, wired as if they were functions."""

from collections.abc import Sequence
from typing import Any, ClassVar

from referee.errors import Breach
from referee.match import handlers
from referee.match.game import Game, nothing_left, nothing_to_recall
from referee.match.handlers import Handler
from referee.match.state import ALL, NOBODY, Facts, State
from referee.match.vocabulary import SHARED, Event, Retract, Withdraw
from referee.text import Text


class Bridged(State):
    """A state with a method for each event, `check_<tag>` and `apply_<tag>`."""

    __slots__ = ()
    EVENTS: ClassVar[tuple[type[Event], ...]] = ()
    TALLIES: ClassVar[tuple[str, ...]] = ()
    ROW_ENDS: ClassVar[tuple[type[Event], ...]] = ()
    LEGEND: ClassVar[Text | None] = None

    check_redeal: Any = handlers.check_redeal
    apply_redeal: Any = handlers.apply_redeal
    check_reveal: Any = handlers.check_reveal
    apply_reveal: Any = handlers.apply_reveal
    check_sanction: Any = handlers.check_sanction
    apply_sanction: Any = handlers.apply_sanction
    check_claim: Any = handlers.check_claim
    apply_claim: Any = handlers.apply_claim
    check_ruling: Any = handlers.check_ruling
    apply_ruling: Any = handlers.apply_ruling
    check_confirm: Any = handlers.check_confirm
    apply_confirm: Any = handlers.apply_confirm
    check_note: Any = handlers.check_note
    apply_note: Any = handlers.apply_note
    check_withdraw: Any = handlers.check_withdraw

    def apply_withdraw(self, event: Withdraw, at: int) -> Facts:
        return handlers.leave(self, event, type(self).standing)

    def standing(self, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        raise NotImplementedError

    def check(self, event: Event, at: int) -> Breach | None:
        breach: Breach | None = getattr(self, f"check_{event.__struct_config__.tag}")(event, at)
        return breach

    def apply(self, event: Event, at: int) -> Facts:
        facts: Facts = getattr(self, f"apply_{event.__struct_config__.tag}")(event, at)
        return facts

    def complete(self, event: Event, seed: str) -> Event:
        return event

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        return event

    def veil(self, visible: int) -> None:
        """Hides nothing but hands."""

    def heading(self) -> Text | None:
        return None

    def word(self, event: Event) -> str | None:
        return getattr(event, "card", None)

    def legal(self, visible: int = ALL) -> Any:
        raise NotImplementedError


def wired(kind: Any) -> Game[Any]:
    """The game of such a class."""
    types = (*kind.EVENTS, *(event for event in SHARED if event is not Retract))
    tags = {event: event.__struct_config__.tag for event in types}
    return Game(
        state=kind,
        events={
            event: Handler(getattr(kind, f"check_{tag}"), getattr(kind, f"apply_{tag}")) for event, tag in tags.items()
        },
        legal=kind.legal,
        table=kind.table,
        score=kind.score,
        standing=kind.standing,
        due_dealer=kind.due_dealer,
        complete=kind.complete,
        redact=lambda event, visible: kind.redact(None, event, visible),
        veil=kind.veil,
        taken_back=getattr(kind, "taken_back", nothing_left),
        recall=getattr(kind, "recall", nothing_to_recall),
        heading=kind.heading,
        word=kind.word,
        tallies=kind.TALLIES,
        row_ends=kind.ROW_ENDS,
        legend=kind.LEGEND,
    )
