"""Parameters of a match of Guiñote: the partidas of the coto, and the house rules of the table."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import force_setattr

from referee.games.guinote.deck import Deck, Figure, Size, deck

MOST_PARTIDAS = 99
LAST_TRICK = 10
"""Diez de últimas (guinote.last-trick)."""
USUAL: dict[str, str | int] = {"rank": "sota", "cante": "sota", "pack": 40, "last_trick": LAST_TRICK}
"""The rulebook's values, by the parameter of the house rule that changes them."""


class GuinoteParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of a match. A house rule that says what the paper says is left out, as if nobody had named it."""

    wins: Annotated[Literal[3, 4], Meta(description="The partidas that win the coto.")] = 3
    rank: Annotated[
        Figure | UnsetType,
        Meta(description="House rule: which of sota and caballo ranks above the other, and is worth 3."),
    ] = UNSET
    cante: Annotated[
        Figure | UnsetType, Meta(description="House rule: which of sota and caballo makes a cante with the rey.")
    ] = UNSET
    pack: Annotated[Size | UnsetType, Meta(description="House rule: how many cards; 48 has the eights and nines.")] = (
        UNSET
    )
    coto: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_PARTIDAS)] | UnsetType,
        Meta(description="House rule: the partidas that win the coto, any number, in place of `wins`."),
    ] = UNSET
    last_trick: Annotated[
        Literal[10, 20] | UnsetType, Meta(description="House rule: what the last trick of a hand is worth.")
    ] = UNSET
    signals: Annotated[
        Literal["allowed", "forbidden"] | UnsetType,
        Meta(description="House rule: whether partners may make señas; on record, and nothing is judged by it."),
    ] = UNSET

    def __post_init__(self) -> None:
        for name, usual in USUAL.items():
            if getattr(self, name) == usual:
                force_setattr(self, name, UNSET)

    def deck(self) -> Deck:
        """The cards of this match."""
        return deck(self.rank or "sota", self.cante or "sota", self.pack or 40)

    def partidas(self) -> int:
        """The number of partidas that wins the coto (guinote.coto)."""
        return self.coto or self.wins

    def last(self) -> int:
        """The points of the last trick of a hand (guinote.last-trick)."""
        return self.last_trick or LAST_TRICK
