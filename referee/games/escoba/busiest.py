"""The table of Escoba with the most legal events: all seats have left their cards, and these may be lifted."""

from referee.cards import SPANISH_40
from referee.games.escoba.events import EscobaDeal, EscobaTrail
from referee.games.escoba.params import EscobaParams
from referee.match.game import Busiest

SEATS, TABLE, HAND = 2, 4, 3
ROUND = SEATS * HAND


def _all_left() -> Busiest:
    """All cards but those of the last two rounds lie on the table; seat 0 holds one that takes by the most sums."""
    hand, unseen = ("1O", "1C", "1E"), {"10O", "10C", "10E", "11O", "11C", "11E", "12O", "12C", "12E"}
    loose = [card for card in SPANISH_40.names if card not in {*hand, *unseen}]
    events: list[EscobaDeal | EscobaTrail] = [EscobaDeal(table=tuple(loose[:TABLE]))]
    for n, card in enumerate(loose[TABLE:]):
        if n and n % ROUND == 0:
            events.append(EscobaDeal())
        events.append(EscobaTrail(n % SEATS, card))
    events.append(EscobaDeal(hands=(hand, None)))
    return Busiest(what="all trailed", seats=SEATS, params=EscobaParams(renuncio=True), events=tuple(events))


ESCOBA_BUSIEST = (_all_left(),)
