"""The judging and applying of an event, and the events that are the same in every game.

- `check(state, event, at)` may refuse: it raises `Impossible` if the table would contradict itself, and returns the `Breach`
  of an irregular event. Called for a new event only, and by the audit.
- `apply(state, event, at)` moves the cards, updates what the log knows of the hands, and returns the facts that follow. It
  never refuses: yesterday's log folds under today's rules.

`at` is the version of the event. No clock, no random, no I/O: the seed of a shuffle arrives inside the event.
A game that handles a shared event in another way calls these functions from its own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from referee.cards import Chance
from referee.errors import Breach, Impossible
from referee.match.clock_events import check_extra_time, check_pause, check_resume, check_time_up
from referee.match.closing import ending
from referee.match.events import (
    Claim,
    Confirm,
    Event,
    ExtraTime,
    Note,
    Pause,
    PinReset,
    PinSet,
    Redeal,
    Resume,
    Reveal,
    Ruling,
    Sanction,
    Seats,
    ShuffleCommitment,
    ShuffleText,
    TimeUp,
    Withdraw,
)
from referee.match.facts import Fact, HandVoid, MatchEnded, SanctionImposed
from referee.match.judge import disputes
from referee.match.ledger import Ranking
from referee.match.seats import apply_seats, check_seats
from referee.match.state import NOTHING, Facts, State
from referee.text import Text

S = TypeVar("S", bound=State)

Check = Callable[[S, Any, int], Breach | None]
Apply = Callable[[S, Any, int], Facts]
Complete = Callable[[S, Any, Chance], Event]
"""(state, event, chance): the event with all that the rules and chance add to it. Asks for chance only where it decides."""
Standing = Callable[[S, Sequence[int]], Ranking]
"""(state, left): the seats in order of their totals, without those in `left`; equals share a place."""


class Handler(Struct, Generic[S], frozen=True):
    """The functions of an event type in a game."""

    check: Check[S]
    apply: Apply[S]
    complete: Complete[S] | None = None
    """None: the rules and chance add nothing to such an event."""


def check_note(state: State, event: Note, at: int) -> None:
    """Refuses nothing: words may always be noted."""


def apply_note(state: State, event: Note, at: int) -> Facts:
    return NOTHING


def check_commitment(state: State, event: ShuffleCommitment, at: int) -> None:
    """Refuses nothing: the match refuses a second commitment (`shuffle_commitments.check`)."""


def check_text(state: State, event: ShuffleText, at: int) -> None:
    state.require_seat(event.seat)


def changes_nothing(state: State, event: Event, at: int) -> Facts:
    """Applies an event that matters beside the game: to the next shuffle, or to the clock."""
    return NOTHING


def check_confirm(state: State, event: Confirm, at: int) -> None:
    """Refuses the confirmation of a hand that was not counted, or by a side that does not exist."""
    if event.side >= state.sides or all(score.hand != event.hand for score in state.ledger.hands):
        raise Impossible(
            Text(
                es=f"no hay mano {event.hand} contada que el bando {event.side} pueda confirmar",
                en=f"there is no scored hand {event.hand} that side {event.side} could confirm",
            )
        )


def apply_confirm(state: State, event: Confirm, at: int) -> Facts:
    return NOTHING


def check_pin(state: State, event: PinSet | PinReset, at: int) -> None:
    """Refuses the PIN of a side that does not exist."""
    if event.side >= state.sides:
        raise Impossible(Text(es=f"no existe el bando {event.side}", en=f"there is no side {event.side}"))


def apply_pin(state: State, event: PinSet | PinReset, at: int) -> Facts:
    return NOTHING


def check_sanction(state: State, event: Sanction, at: int) -> None:
    state.require_seat(event.seat)


def apply_sanction(state: State, event: Sanction, at: int) -> Facts:
    return (SanctionImposed(event.seat, event.card, event.reason),)


def check_reveal(state: State, event: Reveal, at: int) -> None:
    state.require_seat(event.seat)
    disputes.check_reveal(state, event)


def apply_reveal(state: State, event: Reveal, at: int) -> Facts:
    state.knowledge.learn(event.seat, state.pack.mask(event.cards))
    return disputes.facts_of_proofs(state) if state.knowledge.proofs else NOTHING


def check_claim(state: State, event: Claim, at: int) -> None:
    state.require_seat(event.by)
    state.require_seat(event.against)
    disputes.check_claim(state, event, at)


def apply_claim(state: State, event: Claim, at: int) -> Facts:
    return disputes.claim(state, event)


def check_ruling(state: State, event: Ruling, at: int) -> None:
    disputes.check_ruling(state, event)


def apply_ruling(state: State, event: Ruling, at: int) -> Facts:
    return disputes.ruling(state, event)


def check_redeal(state: State, event: Redeal, at: int) -> None:
    """Refuses to void a hand where none is in progress."""
    if not state.in_hand():
        raise Impossible(
            Text(
                es="no hay mano que anular: ninguna está en juego",
                en="there is no hand to void: none is in progress",
            )
        )


def apply_redeal(state: State, event: Redeal, at: int) -> list[Fact]:
    """Breaks the hand off, and drops its disputes."""
    facts = [*disputes.abandon(state), HandVoid(state.hand)]
    state.phase = "deal"
    state.turn = None
    state.void = True
    return facts


def check_withdraw(state: State, event: Withdraw, at: int) -> None:
    """Refuses the withdrawal of a side that has left."""
    state.require_seat(event.seat)
    if state.side(event.seat) in state.left:
        raise Impossible(
            Text(
                es=f"el bando del asiento {event.seat} ya se ha retirado",
                en=f"the side of seat {event.seat} has withdrawn already",
            ),
            seat=event.seat,
        )


def leave(state: S, event: Withdraw, standing: Standing[S]) -> Facts:
    """Removes the side of a seat, and drops what is still disputed.

    `standing` ranks those that stay, and those that left follow, the last to leave first.
    """
    state.left.append(state.side(event.seat))
    state.turn = None
    left_places = [state.partners(side) for side in reversed(state.left)]
    away = [seat for partners in left_places for seat in partners]
    ranking = (*standing(state, away), *left_places)
    first = ranking[0]
    stays = len(state.left) < state.sides
    level = len({state.side(seat) for seat in first}) > 1
    winners = () if level or not stays else (state.side(first[0]),)
    return (*disputes.close(state), MatchEnded(ranking, winners, "withdraw", abandoned=not stays))


def withdrawal(standing: Standing[S]) -> Handler[S]:
    """The handler of a withdrawal in a game that ranks the seats that stay by `standing`."""

    def apply_withdraw(state: S, event: Withdraw, at: int) -> Facts:
        return leave(state, event, standing)

    return Handler(check_withdraw, apply_withdraw)


def end_on_time(standing: Standing[S]) -> Handler[S]:
    """The handler of the end on time in a game that ranks its seats by `standing`."""

    def apply_time_up(state: S, event: TimeUp, at: int) -> Facts:
        state.turn = None
        return (ending.end_on_time(state, standing),)

    return Handler(check_time_up, apply_time_up)


HANDLERS: Mapping[type[Event], Handler[Any]] = {
    Redeal: Handler(check_redeal, apply_redeal),
    Reveal: Handler(check_reveal, apply_reveal),
    Sanction: Handler(check_sanction, apply_sanction),
    Claim: Handler(check_claim, apply_claim),
    Ruling: Handler(check_ruling, apply_ruling),
    Confirm: Handler(check_confirm, apply_confirm),
    PinSet: Handler(check_pin, apply_pin),
    PinReset: Handler(check_pin, apply_pin),
    Seats: Handler(check_seats, apply_seats),
    Note: Handler(check_note, apply_note),
    ShuffleCommitment: Handler(check_commitment, changes_nothing),
    ShuffleText: Handler(check_text, changes_nothing),
    Pause: Handler(check_pause, changes_nothing),
    Resume: Handler(check_resume, changes_nothing),
    ExtraTime: Handler(check_extra_time, changes_nothing),
}
"""The events that are the same in every game; `withdrawal` and `end_on_time` need the ranking of the game."""
