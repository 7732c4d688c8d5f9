"""How a turn begins and ends: income, the turn passed on with the draw it brings, and a drawn card named."""

from typing import TYPE_CHECKING

from referee.errors import Breach, Impossible
from referee.games.corona.events import EndTurn, Income
from referee.games.corona.facts import IncomeTurned
from referee.games.corona.refusals import DRAW, END, INCOME, refuse_now, refuse_pack
from referee.games.corona.rules import PACK
from referee.match.vocabulary import Draw
from referee.text import Text

if TYPE_CHECKING:
    from referee.games.corona.game import Corona
    from referee.match.state import Facts

EMPTY = Text(es="no le quedan cartas", en="it has no cards left")
ELSEWHERE = Text(es="esa carta está en otra parte", en="this card is elsewhere")
UNNAMED = Text(
    es="no se conoce su orden, y hay que decir la carta (`card`)",
    en="its order is not known, and the card must be named (`card`)",
)


def check_income(game: "Corona", event: Income, at: int) -> Breach | None:
    seat = event.seat
    game.need_turn(seat, ("income",), INCOME)
    camp = game.camps[seat]
    if event.card is None:
        if camp.size and camp.order is None:
            refuse_pack(seat, INCOME.rule, UNNAMED)
    elif not camp.size:
        refuse_pack(seat, INCOME.rule, EMPTY)
    elif not game.may_come_next(seat, PACK.bit[event.card], 1):
        refuse_pack(seat, INCOME.rule, ELSEWHERE)
    return None


def apply_income(game: "Corona", event: Income, at: int) -> "Facts":
    seat = event.seat
    camp = game.camps[seat]
    if not camp.size:
        return game.lose(seat, "income")
    (card,) = game.spend(seat, 1, (event.card,))
    game.income = PACK.bit[card or ""]
    camp.turned = 0
    game.phase = "hire"
    return (IncomeTurned(seat, card or ""),)


def check_end_turn(game: "Corona", event: EndTurn, at: int) -> Breach | None:
    game.need_turn(event.seat, ("end",), END)
    return None


def apply_end_turn(game: "Corona", event: EndTurn, at: int) -> "Facts":
    game.clear_turn()
    game.active = 1 - event.seat
    if not game.camps[game.active].size:
        return game.lose(game.active, "draw")
    game.phase = "income"
    game.turn = game.active
    return game.draw(game.active, 1, DRAW.rule)


def check_draw(game: "Corona", event: Draw, at: int) -> Breach | None:
    seat = event.seat
    game.need_seat(seat)
    drawn = game.camps[seat].drawn
    if not game.in_hand() or not (drawn.unknown or drawn.cards):
        refuse_now(game, seat, DRAW)
    if event.card is None:
        return None
    card = PACK.bit[event.card]
    named = drawn.cards & card
    if not named and not (drawn.unknown and game.knowledge.may_be_drawn(seat, card, drawn.shuffle)):
        raise Impossible(
            Text(
                es=f"{event.card} no puede ser lo que el asiento {seat} robó la última vez",
                en=f"{event.card} cannot be what seat {seat} drew last",
            ),
            rule=DRAW.rule,
            seat=seat,
        )
    return None


def apply_draw(game: "Corona", event: Draw, at: int) -> "Facts":
    camp = game.camps[event.seat]
    drawn = camp.drawn
    card = PACK.bit[event.card] if event.card else 0
    if card & ~drawn.cards:
        game.knowledge.name_drawn(event.seat, card, drawn.shuffle)
        camp.drawn = drawn._replace(unknown=drawn.unknown - 1, cards=drawn.cards | card)
    return ()
