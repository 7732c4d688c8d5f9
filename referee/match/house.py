"""The rules of the house: clauses that hold in every game, and stand in every rulebook beside its own."""

from referee.match.rulebook import Clause
from referee.text import Text

CONFIRM_SIDES = Clause(
    "confirm.sides",
    'En la partida abierta con `confirm: "sides"`, la mano contada es firme cuando la ha confirmado cada bando, con su '
    "propio token o con su PIN en la mesa. Hasta entonces no se reparte otra, y tras la última mano la partida no termina.",
    'In a match opened with `confirm: "sides"`, a counted hand is final once each side has confirmed it, with its own '
    "token or with its PIN at the table. Until then no other is dealt, and after the last hand the match is not over.",
    "Reglamento del servicio",
    Text(
        "Lo que cambia las cifras antes del reparto siguiente (un fallo, una reclamación, una tarjeta que cuesta puntos) "
        "deja sin efecto las confirmaciones: eran de otras cifras. Quien se retira no espera a nadie. Terminada la partida, "
        "lo que decide el árbitro no se confirma.",
        "What changes the figures before the next deal (a ruling, a claim, a card that costs points) voids the "
        "confirmations: they were of other figures. A withdrawal waits for nobody. Once the match is over, what the "
        "referee decides is not confirmed.",
    ),
)

CLAUSES = (CONFIRM_SIDES,)
