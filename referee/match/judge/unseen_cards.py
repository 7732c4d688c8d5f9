"""The unseen cards of a hand in words: evidence of a proof by counting, and reason of a refusal by it."""

from collections.abc import Sequence

from referee.cards import Pack
from referee.text import Text


def left_to_see(pack: Pack, cards: Sequence[str] | None) -> Text:
    """The cards from which the unseen part of a hand may come; None: this reader may not know them."""
    if not cards:
        return Text(
            es="las cartas que quedan por ver no dejan otra posibilidad",
            en="the cards left to see leave no other possibility",
        )
    names = Text(es=_enumerate(pack, cards, "es"), en=_enumerate(pack, cards, "en"))
    if len(cards) == 1:
        return Text(es=f"queda una carta por ver: {names.es}", en=f"one card is left to see: {names.en}")
    es, en = f"quedan {len(cards)} cartas por ver", f"{len(cards)} cards are left to see"
    suits = {card[-1] for card in cards}
    if len(suits) == 1 and (suit := suits.pop()) in pack.suits:
        return Text(
            es=f"{es} y todas son {pack.suit_word(suit, 'es')}", en=f"{en}, and all are {pack.suit_word(suit, 'en')}"
        )
    return Text(es=f"{es} ({names.es})", en=f"{en} ({names.en})")


def no_room(pack: Pack, cards: Sequence[str] | None) -> Text:
    """The reason why a hand cannot be as asserted: the cards that are left to see."""
    left = left_to_see(pack, cards)
    if not cards:
        return left
    return Text(
        es=f"{left.es}; sin las que se dijo no tener, no bastan para esa mano",
        en=f"{left.en}; without those said not to be in it, they are too few for that hand",
    )


def _enumerate(pack: Pack, cards: Sequence[str], language: str) -> str:
    return ", ".join(pack.in_words(card, language) for card in cards)
