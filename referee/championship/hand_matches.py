"""Matches of one hand of a table, dealt with the cards that every table has (duplicate.deals, duplicate.alone)."""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from referee.championship.board_seats import in_turn
from referee.championship.deals_by_hand import RULE
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.contests.duplicate.deals import dealer_of
from referee.contests.duplicate.sheets import code_of_hand
from referee.contests.duplicate.terms import hand_number, place_of_hand
from referee.errors import Impossible, Inconsistent
from referee.match.aggregate import Match
from referee.match.events import SharedHand
from referee.match.registry import ruleset
from referee.match.results import PLAIN, Result, result_of
from referee.matches.opening import OpenMatch, Seating
from referee.text import Text


def hand_of(contest: RecordedContest, record: RecordedFixture, board: int) -> SharedHand:
    """Hand `board` of the round of a fixture. Raises Impossible where nothing binds its cards."""
    own, terms = contest.contest, contest.contest.duplicate
    assert terms is not None
    number = next(one.round for one in contest.state.fixtures if one.key == record.key)
    deals = next((one.deals for one in own.pairings if one.round == number), None)
    if deals is None:
        raise Impossible(
            Text(
                es=f"nada compromete las cartas de la ronda {number}: dé el resultado de cada mano",
                en=f"nothing binds the cards of round {number}: report the result of each hand",
            ),
            rule=RULE,
        )
    return SharedHand(contest.id, hand_number(terms, number, board), deals.commitment)


def players_of_hand(contest: RecordedContest, record: RecordedFixture) -> tuple[str, ...]:
    """The players by seat: the first entrant holds seat 0, and partners sit across, as on the sheets."""
    return in_turn(tuple(map(contest.contest.people, record.entrants)))


def with_dealer(request: OpenMatch, ruleset_id: str, seating: Seating) -> OpenMatch:
    """The request with the seat that deals this hand at every table.

    Raises Inconsistent for another seat, and Impossible for stakes.
    """
    hand = seating.shared_hand
    assert hand is not None
    if request.stakes is not None:
        raise Impossible(
            Text(
                es="por una mano sola no se juega dinero: lo que se reparte diría quién la ganó, y a otros les queda por jugarla",
                en="no money is played for in one hand: what is paid out would say who won it, and others have it still to play",
            ),
            rule=RULE,
        )
    if not ruleset(ruleset_id).has_dealer:
        return request
    dealer = dealer_of(hand.hand, len(seating.players))
    if request.first_dealer not in (None, dealer):
        raise _other_dealer(hand.hand, dealer)
    return replace(request, first_dealer=dealer)


def require_seats_of_hand(
    match: Match, now: Callable[[str], str], contest: RecordedContest, record: RecordedFixture
) -> None:
    """Raises Inconsistent for other seats, or another dealer, than a hand has at every table: its sides are compared by seat.

    `now` gives the id that a person has now.
    """
    opening = match.opening
    assert opening.shared_hand is not UNSET
    due = [*map(now, players_of_hand(contest, record))]
    if [now(seat.player) for seat in opening.seats] != due:
        raise Inconsistent(
            Text(
                es="con las mismas cartas en cada mesa se compara a los de un mismo asiento, y los asientos son los de la ronda",
                en="with the same deals at every table those of one seat are compared, and the seats are those of the round",
            ),
            rule="duplicate.alone",
        )
    dealer = dealer_of(opening.shared_hand.hand, len(due))
    if match.rules.has_dealer and opening.first_dealer != dealer:
        raise _other_dealer(opening.shared_hand.hand, dealer)


def require_sheet(request: OpenMatch, contest: RecordedContest, hand: SharedHand, board: int) -> None:
    """Raises Inconsistent for the code of a sheet that is not this hand's: of another one, or of a round that was taken away."""
    terms = contest.contest.duplicate
    if request.sheet is None or terms is None:
        return
    number, _ = place_of_hand(terms, hand.hand)
    due = code_of_hand(number, board, hand.hand, hand.commitment)
    if request.sheet.strip().upper() != due:
        text = Text(
            es=f"esa hoja no es la de la mano {board} de la ronda {number}, tal como está emparejada",
            en=f"that sheet is not the one of hand {board} of round {number}, as it is paired",
        )
        raise Inconsistent.at("$.sheet", text, rule=RULE)


def _other_dealer(hand: int, dealer: int) -> Inconsistent:
    text = Text(
        es=f"la mano {hand} la reparte en todas las mesas el asiento {dealer}",
        en=f"seat {dealer} deals hand {hand} at every table",
    )
    return Inconsistent.at("$.first_dealer", text, rule="duplicate.alone")


def result_of_hand(match: Match, ended_at: int) -> Result | None:
    """The points that both sides made in a hand; None where it was not played out: a side left, a claim or the time ended it."""
    ledger = match.ledger
    end, hand = ledger.result, ledger.hands[-1] if ledger.hands else None
    if end is None or end.reason == "withdraw" or hand is None or hand.points is None:
        return None
    return Result(result_of(ledger, PLAIN, ended_at).points)
