"""Who may claim what: a renuncio, or a cante without its cards."""

from typing import TYPE_CHECKING

from referee.games.guinote import refusals
from referee.match.vocabulary import Claim

if TYPE_CHECKING:
    from referee.games.guinote.game import Guinote

RENUNCIO = "guinote.renuncio"


def check_claim(game: "Guinote", event: Claim, at: int) -> None:
    """Refuses a claim by one's own pair, of no play of this partida, or of a partida that is over."""
    game.need_seat(event.by)
    game.need_seat(event.against)
    if game.side(event.by) == game.side(event.against):
        refusals.refuse_claim(
            event,
            RENUNCIO,
            f"el asiento {event.by} juega con él y sólo reclama la otra pareja",
            f"seat {event.by} is on its side, and only the other pair claims",
        )
    if not (_cante_named(game, event) if event.kind == "cante" else _play_named(game, event)):
        refusals.refuse_claim(
            event,
            RENUNCIO,
            "no es jugada suya de la partida en curso",
            "it is no move of that seat in the partida in progress",
        )


def _play_named(game: "Guinote", event: Claim) -> bool:
    return not game.partida_over and event.at >= game.partida_at and game.author(event.at) == event.against


def _cante_named(game: "Guinote", event: Claim) -> bool:
    """Whether it is a cante of the partida in progress, or of one that 101 points ended before the last trick."""
    disputable = not game.partida_over or game.closing is not None
    return disputable and any((sung.version, sung.seat) == (event.at, event.against) for sung in game.cantes)
