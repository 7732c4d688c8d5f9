"""A legal move that is a choice among cards: listed once, with what to choose from, in place of every way to make it."""

from msgspec import Struct


class Choice(Struct, frozen=True):
    """A legal event whose cards are a choice: what to choose from, how few and how many."""

    type: str
    seat: int
    choose: Struct


class Subset(Struct, frozen=True, omit_defaults=True):
    """Between `min` and `max` of these cards; null where the hand is unknown. `exceed`: their numbers together exceed it."""

    cards: tuple[str, ...] | None
    min: int
    max: int | None
    exceed: int | None = None
