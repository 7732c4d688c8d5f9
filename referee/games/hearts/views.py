"""What readers see of a Hearts table, and of its score."""

from typing import TYPE_CHECKING

from msgspec import Struct

from referee.games.hearts.rules import points_in

if TYPE_CHECKING:
    from referee.games.hearts.game import Hearts


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


def table(game: "Hearts", visible: int) -> HeartsTable:
    """What lies open, for a reader who sees the hands in the bit mask `visible`."""
    seats = range(game.seats)
    passing = game.phase == "pass"
    last = game.last_trick
    return HeartsTable(
        trick=tuple(game.trick),
        leader=_leader(game, visible),
        led=game.trick[0][-1] if game.trick else None,
        hearts_broken=game.broken,
        points_taken=tuple(points_in(cards) for cards in game.taken),
        tricks_taken=tuple(cards.bit_count() // game.seats for cards in game.taken),
        passing_to=tuple((seat + game.pass_step()) % game.seats for seat in seats) if passing else None,
        passed=tuple(seat for seat in seats if passing and game.passed >> seat & 1),
        extra_round=game.extra,
        last_trick=WonTrick(last.seat, last.cards, last.points) if last else None,
    )


def _leader(game: "Hearts", visible: int) -> int | None:
    """Who led the trick in play, or leads the next."""
    if game.phase != "play":
        return None
    last = game.last_laid()
    return game.seen_turn(visible) if last is None or not game.trick else (last + 1 - len(game.trick)) % game.seats
