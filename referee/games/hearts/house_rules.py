"""House rules of Corazones: settings that a table agrees on beside its rulebook."""

from referee.games.hearts.clauses import YPPEDIA
from referee.match.terms.rulebook import HouseRule, HouseValue, Setting, clause
from referee.match.timing.limits import RECORD
from referee.text import Text

CLOCK = HouseRule(
    param="clock",
    name=Text(es="Quién dice que se acabó el tiempo", en="Who says that time is over"),
    usual=RECORD,
    values=(
        HouseValue(RECORD, Text(es="El árbitro lo registra", en="The referee records it")),
        HouseValue("service", Text(es="El servicio, por sí mismo", en="The service, by itself")),
    ),
    clause=clause(
        "hearts",
        YPPEDIA,
        "house-clock",
        "Donde los turnos tienen un tiempo y lo lleva el servicio, cuando se acaba el de un turno el servicio lo registra por sí "
        "mismo, una sola vez, con una carta legal al azar y la semilla registrada. Si no se conoce la mano, no registra nada y "
        "lo dice.",
        "Where turns have a time and the service keeps it, when that of a turn is over the service records so by itself, once, "
        "with a legal card at random and the seed on record. Where the hand is unknown it records nothing, and says so.",
        (
            "YPPedia juega en línea y nadie tiene que decirlo. En una mesa, el reloj se para mientras el servicio no funciona o "
            "no sabe de ninguna tableta del encuentro desde hace diez segundos; las jugadas que una tableta guardó sin red se "
            "oyen antes de que se acabe el tiempo. Un `retract` da al turno su tiempo entero; una nota, una reclamación o una "
            "tarjeta no lo cambian.",
            "YPPedia plays online, and nobody has to say it. At a table the clock stands while the service is down, or has not "
            "heard of any tablet of the match for ten seconds; what a tablet kept while it had no network is heard before time "
            "is over. A `retract` gives the turn its whole time; a note, a claim or a card given does not change it.",
        ),
    ),
    changes=("hearts.timeout",),
)
YPPEDIA_HOUSE_RULES = (CLOCK,)
YPPEDIA_SETTINGS = (
    Setting("closing_score", Text(es="Puntos con los que se acaba", en="Points that end it")),
    Setting("turn_seconds", Text(es="Segundos por turno", en="Seconds per turn")),
)
CASTILLAR_SETTINGS = (
    Setting("limit", Text(es="Puntos con los que se acaba (cuatro jugadores)", en="Points that end it (four players)")),
    Setting("rounds", Text(es="Rondas (dos jugadores)", en="Rounds (two players)")),
)
