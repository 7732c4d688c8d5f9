"""The exchange: the 7 of triunfo for the turn-up."""

from typing import TYPE_CHECKING

from referee.cards import SPANISH_40
from referee.errors import Breach
from referee.games.guinote import refusals
from referee.games.guinote.deals import drawn_by, name_drawn
from referee.games.guinote.events import Exchange
from referee.games.guinote.facts import Exchanged
from referee.games.guinote.rules import SEVENS, VALUED, descarte_tricks
from referee.match.ledger import Evidence
from referee.match.state import ALL, Facts
from referee.match.vocabulary import InfractionProven

if TYPE_CHECKING:
    from referee.games.guinote.game import Guinote

EXCHANGE = "guinote.exchange"


def on_table(game: "Guinote") -> bool:
    """Whether the turn-up may still be taken: until the lead after the last draw."""
    return game.in_hand() and (game.undrawn > 0 or (game.tricks() == descarte_tricks(game.seats) and not game.trick))


def may_exchange(game: "Guinote", seat: int, visible: int = ALL) -> bool:
    """Whether the hand may hold the 7 in time, as far as such a reader can know: before the last draw, not by it."""
    judge, seven = game.knowledge, SEVENS[game.triunfo]
    if not game.undrawn and visible >> seat & 1:
        before = game.before[seat]
        if drawn_by(game, seat) == seven or (before.bit_count() == judge.size[seat] - 1 and not before & seven):
            return False
    return judge.may_hold(seat, seven, visible)


def is_open(game: "Guinote", seat: int) -> bool:
    """Whether it is this side's moment, with a turn-up worth taking."""
    return game.in_window(seat) and on_table(game) and bool(game.turn_up & VALUED)


def check_exchange(game: "Guinote", event: Exchange, at: int) -> Breach | None:
    """Refuses an exchange out of its window or for a low card; names the rule when the 7 is not in the hand."""
    seat = event.seat
    game.need_seat(seat)
    if not game.in_window(seat) or not on_table(game):
        refusals.refuse_window(game, seat, EXCHANGE, ("cambiar la carta vuelta", "exchange the turn-up"))
    if not game.turn_up & VALUED:
        refusals.refuse_low(seat, SPANISH_40.name(game.turn_up))
    return None if may_exchange(game, seat) else refusals.without_seven(game, seat)


def apply_exchange(game: "Guinote", event: Exchange, at: int) -> Facts:
    """The two cards change places; an exchange without the 7 moves none."""
    seat, judge = event.seat, game.knowledge
    seven, turn_up = SEVENS[game.triunfo], game.turn_up
    if not may_exchange(game, seat):
        complete = judge.complete(seat)
        proof = Evidence(
            "known" if complete else "elsewhere", SPANISH_40.cards(judge.known[seat] if complete else seven)
        )
        return (InfractionProven(EXCHANGE, seat, at, proof),)
    judge.known[seat] = judge.known[seat] & ~seven | turn_up
    judge.face_up[seat] |= turn_up
    if game.undrawn:
        judge.gone = judge.gone & ~turn_up | seven
    else:
        last = (game.winner - 1) % game.seats
        judge.known[last] = judge.known[last] & ~turn_up | seven
        judge.face_up[last] |= seven
        name_drawn(game, last, seven)
    game.turn_up = seven
    return (Exchanged(seat, SPANISH_40.name(turn_up), SPANISH_40.name(seven)),)
