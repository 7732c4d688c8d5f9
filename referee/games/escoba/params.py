"""House rules of Escoba, Scopa and Scopone, one struct a ruleset."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.match.terms.rulebook import HouseValue, Setting
from referee.text import Text

Target = Annotated[int, Meta(ge=1, le=10_000, description="The total that wins.")]
Partners = Annotated[bool, Meta(description="With four seats: 0 and 2 play against 1 and 3.")]
KingsRedeal = Annotated[bool, Meta(description="Three or four kings on the first table void the deal.")]
LastScopa = Annotated[bool, Meta(description="The last card of the hand may score a scopa.")]


class EscobaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of Escoba."""

    target: Target = 21
    partners: Partners = True
    sevens: Annotated[
        Literal["most", "setenta"],
        Meta(description="How the point for the sevens is won: with most of them, or with the best setenta."),
    ] = "most"
    all_bonus: Annotated[bool, Meta(description="1 point more for all ten oros, and 1 for all four sevens.")] = False
    dealer_escoba: Annotated[
        bool, Meta(description="The dealer takes a first table of fifteen, or of two pairs of fifteen.")
    ] = True
    must_take: Annotated[bool, Meta(description="A card that can take may not be left on the table.")] = False
    renuncio: Annotated[
        bool, Meta(description="Cards of the table that sum fifteen and that another side left may be lifted.")
    ] = False


class ScopaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of Scopa."""

    target: Target = 11
    partners: Partners = True
    kings_redeal: KingsRedeal = True
    last_scopa: LastScopa = False


class ScoponeParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match of Scopone."""

    target: Target = 21
    kings_redeal: KingsRedeal = True
    last_scopa: LastScopa = False
    table: Annotated[
        Literal[0, 4],
        Meta(description="Cards on the first table: none with ten in each hand (scientifico), or 4 with nine."),
    ] = 0


_SETTINGS = (
    Setting("target", Text(es="Puntos para ganar", en="Points to win")),
    Setting("partners", Text(es="Los cuatro juegan por parejas", en="Four play in pairs")),
    Setting(
        "sevens",
        Text(es="Los sietes", en="The sevens"),
        (
            HouseValue("most", Text(es="Quien tiene más", en="The player with the most")),
            HouseValue("setenta", Text(es="Setenta", en="Setenta")),
        ),
    ),
    Setting("all_bonus", Text(es="Premio por llevárselo todo", en="A bonus for taking everything")),
    Setting("dealer_escoba", Text(es="Vale la escoba de quien reparte", en="The dealer's escoba counts")),
    Setting("must_take", Text(es="Quien puede tomar, toma", en="A player who can take must take")),
    Setting(
        "renuncio",
        Text(es="Se puede reclamar lo que otro no tomó", en="Cards that another player failed to take can be claimed"),
    ),
    Setting(
        "kings_redeal",
        Text(
            es="Con tres reyes en la mesa se reparte otra vez",
            en="With three kings on the table, the cards are dealt again",
        ),
    ),
    Setting("last_scopa", Text(es="La última carta también hace escoba", en="The last card makes a sweep too")),
    Setting("table", Text(es="Cartas en la mesa al empezar", en="Cards on the table at the start")),
)


def settings(params: type[Struct]) -> tuple[Setting, ...]:
    """The settings of one of these games, in the order of its parameters."""
    by_param = {one.param: one for one in _SETTINGS}
    return tuple(by_param[param] for param in params.__struct_fields__)
