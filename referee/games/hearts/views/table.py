"""The table of Hearts as a reader sees it, and its legal events."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.cards import FRENCH, bits
from referee.games.hearts.events import HeartsDeal, Pass, Saying, Timeout
from referee.games.hearts.handlers import announcing, counted
from referee.games.hearts.handlers.deal import due_dealer
from referee.games.hearts.handlers.play import playable_now
from referee.games.hearts.rules import points_in
from referee.games.hearts.state import HeartsState
from referee.match import first_deal
from referee.match.choice import OPTIONAL, Choice, Subset
from referee.match.events import Event, Play
from referee.match.game import LaidCard, laid_in_turn
from referee.match.state import shown_hands


class WonTrick(Struct, frozen=True):
    """A trick just taken: by whom, its cards as they were laid, its points."""

    seat: int
    cards: tuple[str, ...]
    points: int


class HeartsTable(Struct, frozen=True):
    """What lies open: the trick in play, who led it, points taken so far, whether hearts are broken."""

    trick: tuple[str, ...]
    leader: int | None
    led: str | None
    hearts_broken: bool
    points_taken: tuple[int, ...]
    tricks_taken: tuple[int, ...]
    passing_to: tuple[int, ...] | None
    passed: tuple[int, ...]
    extra_round: bool
    last_trick: WonTrick | None
    announced: tuple[Saying, ...]


class HeartsDealChoice(Struct, frozen=True):
    """What a deal may tell: the hands, where they were seen."""

    hands: Literal["optional"] = OPTIONAL


def laid_cards(table: HeartsTable) -> tuple[LaidCard, ...]:
    """The trick in play."""
    return laid_in_turn(table.trick, table.leader, len(table.tricks_taken))


def table(state: HeartsState, visible: int) -> HeartsTable:
    """The open table, for a reader that sees the hands in the bit mask `visible`."""
    seats = range(state.seats)
    passing = state.phase == "pass"
    last = state.last_trick
    return HeartsTable(
        trick=tuple(state.trick),
        leader=_leader(state, visible),
        led=state.trick[0][-1] if state.trick else None,
        hearts_broken=state.hearts_broken,
        points_taken=tuple(points_in(cards) for cards in state.piles),
        tricks_taken=tuple(cards.bit_count() // state.seats for cards in state.piles),
        passing_to=tuple((seat + state.pass_step()) % state.seats for seat in seats) if passing else None,
        passed=tuple(seat for seat in seats if passing and state.passers >> seat & 1),
        extra_round=state.extra,
        last_trick=WonTrick(last.seat, last.cards, last.points) if last else None,
        announced=state.sayings,
    )


def _leader(state: HeartsState, visible: int) -> int | None:
    """The seat that led the trick in play, or leads the next; None if this reader may not know it."""
    if state.phase != "play":
        return None
    last = state.last_laid()
    return seen_turn(state, visible) if last is None or not state.trick else (last + 1 - len(state.trick)) % state.seats


def legal(state: HeartsState, visible: int) -> Iterator[Event | Choice]:
    """The events that may come now: the deal, the missing passes or the cards of the seat to act; a count; an announcement."""
    yield from _moves(state, visible)
    if not state.level:
        yield Choice("count", UNSET, counted.choice(state))
    if announcement := announcing.due(state):
        yield announcement


def _moves(state: HeartsState, visible: int) -> Iterator[Event | Choice]:
    """The events that move the round on card by card."""
    if state.phase == "deal":
        if draw := first_deal.choice(state):
            yield draw
            return
        yield HeartsDeal(due_dealer(state), shuffle=True)
        yield Choice("deal", UNSET, HeartsDealChoice())
    elif state.phase == "pass":
        for seat in range(state.seats):
            if not state.passers >> seat & 1:
                complete = visible >> seat & 1 and state.knowledge.complete(seat)
                cards = FRENCH.cards(state.knowledge.known_cards[seat]) if complete else None
                yield Choice("pass", seat, Subset(cards, 3, 3))
    else:
        turn = seen_turn(state, visible)
        for seat in range(state.seats) if turn is None else (turn,):
            for card in bits(playable_now(state, seat, visible)):
                yield Play(seat, FRENCH.name(card))


def seen_turn(state: HeartsState, visible: int) -> int | None:
    """The seat to act, as far as this reader may know: before the first lead it would disclose the holder of 2C."""
    turn = state.turn
    if state.phase == "play" and state.first and not state.led_suit:
        return turn if turn is not None and visible >> turn & 1 else None
    return turn


def redact(event: Event, visible: int) -> Event:
    """Hides hands and passes. Hides the seed of a timeout too: it discloses other cards of the hand."""
    match event:
        case HeartsDeal():
            return replace(event, hands=shown_hands(event.hands, visible), seed=None)
        case Pass() if not visible >> event.seat & 1:
            return replace(event, cards=None)
        case Timeout():
            return replace(event, seed=None)
    return event


def hide_from(state: HeartsState, visible: int) -> None:
    """Removes the passes that this reader did not see."""
    state.passes = [cards if visible >> seat & 1 else None for seat, cards in enumerate(state.passes)]
