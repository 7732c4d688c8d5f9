"""Hand-made battles of Por la Corona for the cases: packs by their first cards, and turns without an act."""

from typing import Any

from referee.errors import ServiceRefusal
from referee.games.corona.rules import PACK
from tests.support.table import Table


def whole(first: str, last: str, jokers: int = 2) -> list[str]:
    """A pack that begins with these cards and ends with `last`; the rest in pack order."""
    top = first.split()
    rest = [card for card in PACK.names[: 48 + jokers] if card not in {*top, last}]
    return [*top, *rest, last]


def deal_battle(mine: str, theirs: str = "", enforcement: str = "strict", jokers: int = 2) -> Table:
    """A battle that seat 0 begins: the first cards of both packs, seven of them the hands; 12B and 1O lie last."""
    table = Table("corona", 2, enforcement=enforcement, params={"jokers": jokers})
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", packs=[whole(mine, "12B", jokers), whole(theirs, "1O", jokers)])
    return table


def unknown(**deal: Any) -> Table:
    """A battle that seat 0 begins with the packs unknown: 12B and 1O were shown."""
    table = Table("corona", 2)
    table.say("start", shown=[["12B", "1O"]])
    table.say("deal", **deal)
    return table


def skip(table: Table, *cards: str) -> None:
    """Turns without hiring or attacking. With unknown packs, one for each income named."""
    for card in cards or (None,):
        seat = table.match.state.turn
        table.say("income", seat=seat, **({"card": card} if card else {}))
        close(table)


def close(table: Table) -> None:
    """Ends the turn in progress without an attack."""
    seat = table.match.state.turn
    strike(table)
    table.say("end_turn", seat=seat)


def strike(table: Table, *cards: str, blocks: dict[str, str] | None = None, **more: Any) -> list[Any]:
    """The seat to act attacks with these cards, and the other defends; returns the facts of the defence."""
    seat = table.match.state.turn or 0
    table.say("attack", seat=seat, cards=list(cards))
    pairs = [{"attacker": attacker, "defender": defender} for attacker, defender in (blocks or {}).items()]
    return table.say("defend", seat=1 - seat, blocks=pairs, **more)


def lies(table: Table, seat: int) -> dict[str, Any]:
    """The open cards of a seat, and the number of its closed ones."""
    view = table.view()
    here: dict[str, Any] = view["table"]
    return {
        "hand": view["hand_sizes"][seat],
        "pack": here["pack_sizes"][seat],
        "cementerio": here["cementerios"][seat],
        "upright": here["armies"][seat]["upright"],
        "turned": here["armies"][seat]["turned"],
        "out": here["out"][seat],
    }


def refusal_of(table: Table, type_: str, /, **fields: Any) -> tuple[int, str, str | None]:
    """Status, code and rule of the refusal of an event. Fails if the event is taken."""
    try:
        table.tell({"type": type_, **fields})
    except ServiceRefusal as refusal:
        return refusal.status, refusal.code, refusal.rule
    raise AssertionError(f"{type_} {fields} was taken")
