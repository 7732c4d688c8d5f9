"""House rules of Guiñote: settings against the rulebook, or where it is silent, each with its clause."""

from functools import partial

from referee.cards import SPANISH_48_PLAIN
from referee.games.guinote.clauses import SOURCE
from referee.games.guinote.params import USUAL
from referee.match.terms.rulebook import HouseRule, HouseValue, Setting, clause
from referee.text import Text

CUSTOM = "Costumbre de mesa"
BRISCA = "Brisca y tute"
TUTE = "Tute"
SCHOOL = "Escuela de guiñote de Cabezo Alto, reglamento"
_clause = partial(clause, "guinote")

RANK = HouseRule(
    param="rank",
    name=Text(es="Qué manda, sota o caballo", en="Which ranks higher, sota or caballo"),
    usual=USUAL["rank"],
    values=(
        HouseValue("sota", Text(es="La sota sobre el caballo", en="The sota over the caballo")),
        HouseValue("caballo", Text(es="El caballo sobre la sota", en="The caballo over the sota")),
    ),
    clause=_clause(
        BRISCA,
        "house-rank",
        "Si se acuerda, en cada palo mandan, de más a menos: as, tres, rey, caballo, sota, siete y los demás. El caballo "
        "vale 3 y la sota 2.",
        "Where agreed on, in each suit, from high to low: as, tres, rey, caballo, sota, siete and the others. The "
        "caballo is worth 3 and the sota 2.",
        (
            "El reglamento pone la sota por encima. Muchas mesas ordenan las figuras como en la brisca y el tute. Con el "
            "orden se cambian los puntos, para que nunca valga más la carta que pierde: cada palo sigue sumando 30 y la "
            "baraja, 120.",
            "The paper has the sota above. Many tables rank the figures as brisca and tute do. The points change with the "
            "rank, so that the card that loses is never worth more: a suit still sums 30, and the pack 120.",
        ),
    ),
    changes=("guinote.rank", "guinote.points"),
)

CANTE = HouseRule(
    param="cante",
    name=Text(es="Con qué figura se canta", en="Which figure makes a cante"),
    usual=USUAL["cante"],
    values=(
        HouseValue("sota", Text(es="Sota y rey", en="Sota and rey")),
        HouseValue("caballo", Text(es="Caballo y rey", en="Caballo and rey")),
    ),
    clause=_clause(
        TUTE,
        "house-cante",
        "Si se acuerda, canta quien tiene el caballo y el rey de un palo, en lugar de la sota y el rey.",
        "Where agreed on, a cante is the caballo and the rey of a suit, in place of the sota and the rey.",
        (
            "Así se canta en el tute. Lo demás es como dice el reglamento: cuándo, cuánto, qué se enseña. La sota y el rey ya no "
            "cantan: cantarlos es un cante sin sus cartas.",
            "That is how tute sings. All else is as the paper has it: when, how much, what is shown. The sota and the rey "
            "sing no more: to sing them is a cante without its cards.",
        ),
    ),
    changes=("guinote.cante", "guinote.cante-show"),
)

PACK = HouseRule(
    param="pack",
    name=Text(es="Baraja", en="Pack"),
    usual=USUAL["pack"],
    values=(
        HouseValue(40, Text(es="De 40 cartas", en="40 cards")),
        HouseValue(48, Text(es="De 48, con ochos y nueves", en="48, with eights and nines"), SPANISH_48_PLAIN.names),
    ),
    clause=_clause(
        SCHOOL,
        "house-pack",
        "Si se acuerda, se juega con la baraja entera, de 48 cartas: en cada palo, tras las figuras, el nueve, el ocho y el "
        "siete. Ochos y nueves no valen nada. Se dan seis cartas a cada uno, y las bazas del descarte son seis entre cuatro y "
        "dieciocho entre dos.",
        "Where agreed on, the whole pack of 48 is played with: in each suit the nine, the eight and the seven follow the "
        "figures. Eights and nines are worth nothing. Each seat is dealt six cards, and the tricks of the descarte are six with "
        "four seats and eighteen with two.",
        (
            "El siete se cambia por cualquier carta vuelta que lo supere, que es la razón que da el reglamento: también por un "
            "ocho o un nueve. La baraja sigue sumando 120.",
            "The siete is exchanged for any turn-up that beats it, which is the reason that the paper gives: also for an "
            "eight or a nine. The pack still sums 120.",
        ),
    ),
    changes=("guinote.rank", "guinote.points", "guinote.deal", "guinote.descarte", "guinote.exchange"),
)

COTO = HouseRule(
    param="coto",
    name=Text(es="Coto a otro número de partidas", en="Coto to another number of partidas"),
    usual=None,
    values=(),
    clause=_clause(
        SOURCE,
        "house-coto",
        "Si se acuerda otro número, gana el coto el primer bando que gana esas partidas, de 1 a 99.",
        "Where another number is agreed on, the first side to win so many partidas, from 1 to 99, wins the coto.",
        (
            "El reglamento deja que se acuerde el número y dice que lo normal son tres o cuatro. El número acordado "
            "manda sobre ellas.",
            "The paper has the number agreed on, and calls three or four the usual ones. The number agreed on "
            "goes before them.",
        ),
    ),
    changes=("guinote.coto",),
)

LAST_TRICK = HouseRule(
    param="last_trick",
    name=Text(es="Lo que valen las últimas", en="What the last trick is worth"),
    usual=USUAL["last_trick"],
    values=(
        HouseValue(10, Text(es="Diez", en="Ten")),
        HouseValue(20, Text(es="Veinte", en="Twenty")),
    ),
    clause=_clause(
        CUSTOM,
        "house-last-trick",
        "Si se acuerda, la última baza de cada mano vale 20 puntos. Una mano vale 140 más los cantes.",
        "Where agreed on, the last trick of each hand is worth 20 points. A hand is worth 140 plus the cantes.",
        (
            "El reglamento da diez. Las veinte tampoco son puntos en cartas: no cuentan para los 30 que hacen falta para ganar.",
            "The paper gives ten. The twenty are no points in cards either: they do not count for the 30 that it takes to win.",
        ),
    ),
    changes=("guinote.last-trick", "guinote.count"),
)

SIGNALS = HouseRule(
    param="signals",
    name=Text(es="Señas entre compañeros", en="Señas between partners"),
    usual=None,
    values=(
        HouseValue("allowed", Text(es="Se permiten", en="Allowed")),
        HouseValue("forbidden", Text(es="No se permiten", en="Not allowed")),
    ),
    clause=_clause(
        CUSTOM,
        "house-signals",
        "Consta si los compañeros pueden hacerse señas. No cambia nada de lo que se juzga.",
        "It is on record whether partners may make señas. It changes nothing that is judged.",
        (
            "El reglamento no las nombra, y un registro no las ve. Donde no se permiten, el árbitro que ve una da la tarjeta que "
            "le parece.",
            "The paper does not name them, and a log does not see them. Where they are not allowed, a referee who sees one gives "
            "the card that seems right.",
        ),
    ),
)

HOUSE_RULES = (RANK, CANTE, PACK, LAST_TRICK, COTO, SIGNALS)
SETTINGS = (Setting("wins", Text(es="Partidas para ganar el coto", en="Partidas that win the coto")),)
