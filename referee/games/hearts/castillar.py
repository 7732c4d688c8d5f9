"""Corazones of El Castillar: two seats over four rounds, or four seats to 100 (50 in group and tie-break matches)."""

from msgspec import Struct

from referee.errors import Breach
from referee.games.hearts.events import Change
from referee.games.hearts.params import CastillarParams
from referee.games.hearts.scoring import moon
from referee.games.hearts.state import HeartsState, HeartsVariant
from referee.match.events import Sanction
from referee.match.facts import Fact, InfractionProven, MatchEnded, PointsScored, SanctionImposed, TallyCounted
from referee.match.judge.refusals import impossible
from referee.match.ledger import Evidence, HandScores, Ranking
from referee.match.state import Facts
from referee.text import Text

BLACK_CARD_POINTS = 26
"""Points that a black card adds with four seats (hearts.black-4)."""


class CastillarScore(Struct, frozen=True):
    """Totals per seat, the points of each round, stars, rounds won, and changes of a laid card."""

    totals: list[int]
    hands: HandScores
    stars: list[int]
    rounds_won: list[int]
    changes: tuple[int, ...]


def apply_sanction(state: HeartsState, event: Sanction, at: int) -> Facts:
    sanction = SanctionImposed(event.seat, event.card, event.reason)
    if event.card == "yellow" or state.seats == 2 or is_over(state) or state.ledger.result_of_play:
        return (sanction,)
    points = min(BLACK_CARD_POINTS, state.params.limit - 1 - state.ledger.totals[event.seat])
    return (sanction, PointsScored(event.seat, points, "hearts.black-4")) if points else (sanction,)


def check_change(state: HeartsState, event: Change, at: int) -> Breach | None:
    state.require_seat(event.seat)
    if event.seat != state.last_laid():
        raise impossible(
            "hearts.change",
            es=f"el asiento {event.seat} no es quien echó la última carta",
            en=f"seat {event.seat} did not lay the last card",
            seat=event.seat,
        )
    if not state.changes[event.seat]:
        return None
    return Breach(
        "hearts.change",
        event.seat,
        Text(
            es=f"el asiento {event.seat} ya cambió una carta en este encuentro",
            en=f"seat {event.seat} changed a card in this match already",
        ),
    )


def apply_change(state: HeartsState, event: Change, at: int) -> Facts:
    before = state.changes[event.seat]
    state.changes = tuple(n + (seat == event.seat) for seat, n in enumerate(state.changes))
    if not before:
        return ()
    return (InfractionProven("hearts.change", event.seat, at, Evidence("seen")),)


def hands_played(params: CastillarParams, seats: int) -> int | None:
    """The rounds of a match of two; with four it goes on to a limit."""
    return params.rounds if seats == 2 else None


def is_over(state: HeartsState, totals: list[int] | None = None, rounds: int | None = None) -> bool:
    """True if the last regular round has been played (hearts.end). `totals` and `rounds` stand for those of the ledger."""
    if state.seats == 2:
        rounds_played = sum(not hand.extra for hand in state.ledger.hands) if rounds is None else rounds
        return bool(rounds_played >= state.params.rounds)
    return bool(max(state.ledger.totals if totals is None else totals) >= state.params.limit)


def is_extra(state: HeartsState) -> bool:
    """Only a tie sends the match on after its last regular round."""
    return is_over(state)


def close_round(state: HeartsState, points: list[int], totals: list[int]) -> list[Fact]:
    facts: list[Fact] = []
    if not state.extra:
        facts += _award_round(state, points)
    regular = sum(not hand.extra for hand in state.ledger.hands) + (not state.extra)
    if is_over(state, totals, regular):
        facts += _end(state, points, totals, facts)
    return facts


def _award_round(state: HeartsState, points: list[int]) -> list[Fact]:
    """The winners of the round, and the star of a seat that wins alone and without a point (hearts.round-won, hearts.star)."""
    lowest = min(points)
    winners = [seat for seat, n in enumerate(points) if n == lowest]
    facts: list[Fact] = [TallyCounted("rounds_won", seat, "hearts.round-won") for seat in winners]
    if lowest == 0 and len(winners) == 1:
        facts.append(TallyCounted("stars", winners[0], "hearts.star"))
    return facts


def _end(state: HeartsState, points: list[int], totals: list[int], new: list[Fact]) -> list[Fact]:
    """The end of the match, unless seats that only an extra round can part are level where it matters (hearts.tiebreak)."""
    extras = [hand.points for hand in state.ledger.hands if hand.extra and hand.points]
    if state.extra:
        extras.append(tuple(points))
    places: dict[tuple[int, ...], list[int]] = {}
    for seat in range(state.seats):
        key = (totals[seat], *_tie_key(state, seat, new), *(extra[seat] for extra in extras))
        places.setdefault(key, []).append(seat)
    ranking = tuple(tuple(places[key]) for key in sorted(places))
    if needs_extra_round(state, ranking):
        return []
    winners = ranking[0] if len(ranking[0]) == 1 else ()
    return [MatchEnded(ranking, winners, "hearts.end")]


def needs_extra_round(state: HeartsState, ranking: Ranking) -> bool:
    """True if a line runs through seats that share a place (group.order)."""
    place = 1
    for level in ranking:
        if any(place <= line < place + len(level) - 1 for line in state.lines):
            return True
        place += len(level)
    return False


def _tie_key(state: HeartsState, seat: int, new: list[Fact]) -> tuple[int, int, int]:
    """More stars, more rounds won, fewer sanctions, all of regular play. The lower key stands before."""
    tallies = state.ledger.tallies
    stars, rounds = tallies["stars"][seat], tallies["rounds_won"][seat]
    for fact in new:
        if isinstance(fact, TallyCounted) and fact.seat == seat:
            stars += fact.what == "stars"
            rounds += fact.what == "rounds_won"
    last = state.ledger.regular_until()
    sanctions = sum(card.seat == seat and not (state.extra and card.version > last) for card in state.ledger.sanctions)
    return -stars, -rounds, sanctions


def score(state: HeartsState) -> CastillarScore:
    ledger = state.ledger
    return CastillarScore(
        ledger.totals, ledger.hands, ledger.tallies["stars"], ledger.tallies["rounds_won"], state.changes
    )


CASTILLAR_VARIANT = HeartsVariant(dealer_step=-1, announces=True, is_extra=is_extra, moon=moon, close_round=close_round)
