"""Hearts at YPPedia: four seats, a clock if wanted, and a moon that may be deducted instead of given."""

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.cards import FRENCH, Chance, drawn_order
from referee.errors import Breach, Impossible
from referee.games.hearts import refusals, scoring
from referee.games.hearts.events import Timeout
from referee.games.hearts.handlers.play import apply_play, check_play, playable_now
from referee.games.hearts.params import YppediaParams
from referee.games.hearts.rules import ALL_POINTS
from referee.games.hearts.state import HeartsState, HeartsVariant
from referee.match.events import Play
from referee.match.facts import Fact, MatchEnded
from referee.match.ledger import HandScores, Item
from referee.match.state import Facts
from referee.match.timing.limits import RECORD, TurnLimit


class YppediaScore(Struct, frozen=True):
    """Totals per seat, and the points of each round."""

    totals: list[int]
    hands: HandScores


def turn_limit(params: YppediaParams) -> TurnLimit | None:
    """The time of a turn, and whether the referee or the service ends it (hearts.timeout); None without a clock."""
    if params.turn_seconds is None:
        return None
    return TurnLimit(params.turn_seconds, RECORD if params.clock is UNSET else params.clock)


def complete_timeout(state: HeartsState, event: Timeout, chance: Chance) -> Timeout:
    """A timeout with the card that chance plays."""
    if event.card is not None or event.seat != state.turn:
        return event
    seed = chance() if event.seed is None else event.seed
    card = draw_legal(state, event.seat, seed)
    return replace(event, card=card, seed=seed) if card else event


def draw_legal(state: HeartsState, seat: int, seed: str) -> str | None:
    """The card that chance plays for a seat: the first of its legal cards in the order of the seed; None if unknown."""
    if not state.knowledge.complete(seat):
        return None
    cards = FRENCH.cards(playable_now(state, seat))
    return drawn_order(cards, seed, state.hand)[0] if cards else None


def check_timeout(state: HeartsState, event: Timeout, at: int) -> Breach | None:
    seat = event.seat
    state.require_seat(seat)
    if state.params.turn_seconds is None or (seat != state.turn and not state.opens_unseen()):
        raise refusals.no_time_to_run_out(seat)
    if event.card is None:
        raise refusals.card_not_stated(seat)
    if event.seed is not None and event.card != draw_legal(state, seat, event.seed):
        raise refusals.not_drawn(seat)
    breach = check_play(state, Play(seat, event.card), at)
    if breach is not None:
        raise Impossible(breach.text, rule="hearts.timeout", seat=seat)
    return None


def apply_timeout(state: HeartsState, event: Timeout, at: int) -> Facts:
    return apply_play(state, Play(event.seat, event.card or ""), at)


def moon(state: HeartsState, shooter: int) -> tuple[list[int], list[Item]]:
    """hearts.moon-deduct: 26 off the shooter where giving 26 would end the match with the shooter behind."""
    points, items = scoring.moon(state, shooter)
    after = [total + n for total, n in zip(state.ledger.totals, points, strict=True)]
    others = [after[seat] for seat in range(state.seats) if seat != shooter]
    if max(others) >= state.params.closing_score and min(others) < after[shooter]:
        points = [-ALL_POINTS if seat == shooter else 0 for seat in range(state.seats)]
        items = [Item(shooter, -ALL_POINTS, "hearts.moon-deduct")]
    return points, items


def close_round(state: HeartsState, points: list[int], totals: list[int]) -> list[Fact]:
    if max(totals) < state.params.closing_score:
        return []
    ranking = tuple(tuple(seat for seat, total in enumerate(totals) if total == place) for place in sorted(set(totals)))
    winners = ranking[0] if len(ranking[0]) == 1 else ()
    return [MatchEnded(ranking, winners, "hearts.end")]


def score(state: HeartsState) -> YppediaScore:
    return YppediaScore(state.ledger.totals, state.ledger.hands)


def never_extra(state: HeartsState) -> bool:
    """Equal totals share the place: there is no tie-break round (hearts.end)."""
    return False


YPPEDIA_VARIANT = HeartsVariant(
    dealer_step=1, announces=False, is_extra=never_extra, moon=moon, close_round=close_round
)
