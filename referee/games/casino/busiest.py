"""The table of Royal Casino with the longest list of plays that is known where no build stands.

Found by climbing: cards of random tables are changed for as long as that makes the list longer. A hand of four meets twelve loose
cards, and deuces and tens count in two ways.
"""

from referee.games.casino.events import CasinoDeal, Trail
from referee.games.casino.params import RoyalParams
from referee.match.game import Busiest

TRAILED = ["2D", "3D", "2H", "3H", "4H", "AH", "4S", "AS"]

ROYAL_BUSIEST = Busiest(
    seats=2,
    params=RoyalParams(wide_deuce=True, wide_ten=True),
    events=(
        CasinoDeal(hands=(tuple(TRAILED[::2]), tuple(TRAILED[1::2])), table=("2C", "3C", "4C", "AC")),
        *(Trail(n % 2, card) for n, card in enumerate(TRAILED)),
        CasinoDeal(hands=(("4D", "TD", "AD", "2S"), None)),
    ),
)
