"""Checks of a deal and refusals in the same words, for more than one game.

Each takes the code of the game's own rule, under which it refuses.
"""

from collections.abc import Sequence

from referee.cards import Pack
from referee.errors import BadRequest, Breach, Flaw, Impossible
from referee.match.judge.refusals import impossible
from referee.text import Text


def wrong_dealer(rule: str, dealer: int, due: int) -> Breach:
    """The breach of a deal by a seat that is not due to deal."""
    return Breach(
        rule, dealer, Text(es=f"reparte el asiento {due}, no el {dealer}", en=f"seat {due} deals, not seat {dealer}")
    )


def other_cards(rule: str) -> Impossible:
    """The refusal of cards that their seed does not deal."""
    return impossible(
        rule, "las cartas no son las que reparte esa semilla", "the cards are not those that this seed deals"
    )


def hands_not_out(rule: str, round_: int, sizes: Sequence[int]) -> Impossible:
    """The refusal of a deal before all hands are out."""
    numbers = " ".join(map(str, sizes))
    return impossible(
        rule,
        f"la ronda {round_} no ha terminado: quedan en las manos {numbers} cartas",
        f"round {round_} is not over: the hands hold {numbers} cards",
    )


def no_table(rule: str) -> BadRequest:
    """The refusal of a first round without the four cards on the table."""
    text = Text(es="falta `table`: las cuatro cartas de la mesa", en="`table` is missing: the four cards on the table")
    return BadRequest(text, rule=rule, flaws=(Flaw("$.table", text),))


def require_seed(shuffle: bool, seed: str | None) -> None:
    """Raises BadRequest for a seed without a shuffle, and for cards said to be shuffled here without their seed."""
    if bool(seed) != shuffle:
        raise BadRequest(
            Text(
                es="`seed` acompaña a `shuffle: true`, que reparte por sí mismo o con las cartas que da la semilla",
                en="`seed` comes with `shuffle: true`, which deals by itself, or with the cards that the seed deals",
            )
        )


def wrong_counts(rule: str, table: int, stock: int) -> Impossible:
    """The refusal of a table or a stock of a wrong number of cards."""
    return impossible(
        rule,
        f"van {table} cartas a la mesa y, si se conoce, {stock} al mazo",
        f"{table} cards go to the table and, where it is known, {stock} to the stock",
    )


def only_hands(rule: str, round_: int) -> Impossible:
    """The refusal of a later round that is dealt like a first one."""
    return impossible(
        rule,
        f"tras la ronda {round_} sólo se reparten manos: ni mesa, ni mazo, ni otra mezcla",
        f"after round {round_} only hands are dealt: no table, no stock, no other shuffle",
    )


def require_next(rule: str, hands: Sequence[Sequence[str] | None], due_hands: Sequence[Sequence[str]]) -> None:
    """Raises Impossible for a hand that does not come next out of the known stock."""
    for seat, (hand, due) in enumerate(zip(hands, due_hands, strict=True)):
        if hand is not None and hand != due:
            names = " ".join(due)
            raise impossible(
                rule,
                f"del mazo le tocan al asiento {seat}: {names}",
                f"next out of the stock, seat {seat} is dealt {names}",
                seat,
            )


def require_once(rule: str, pack: Pack, cards: Sequence[str], out_cards: int) -> None:
    """Raises Impossible for a card that is dealt twice, or that came out before."""
    twice = next((card for i, card in enumerate(cards) if card in cards[:i]), None)
    again = pack.cards(pack.mask(cards) & out_cards)
    if twice or again:
        card = twice or again[0]
        raise impossible(rule, f"{card} ya está en otra parte", f"{card} is elsewhere already")
