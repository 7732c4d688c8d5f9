"""A table of Escoba, Scopa or Scopone for tests: plays in card notation, by the seat to play unless another is named."""

from typing import Any

from referee.cards import SPANISH_40
from referee.games.escoba.state import EscobaState
from referee.match.facts import Fact
from tests.support.fishing import FishingTable


class EscobaTable(FishingTable):
    """`deal` takes hands and table as words of cards: `"7O 3C 1E"`. The seat after `dealer` begins."""

    def __init__(self, ruleset: str = "escoba", seats: int = 2, dealer: int | None = None, **options: Any) -> None:
        enforcement = options.pop("enforcement", "record")
        first = seats - 1 if dealer is None else dealer
        super().__init__(ruleset, seats, first_dealer=first, params=options, enforcement=enforcement)

    @property
    def state(self) -> EscobaState:
        state = self.match.state
        assert isinstance(state, EscobaState)
        return state

    def take(self, card: str | None, cards: str = "", seat: int | None = None) -> list[Fact]:
        """Takes cards with a card, or with None lifts them."""
        hand_card = {} if card is None else {"card": card}
        return self.say("take", seat=self._seat(seat), cards=cards.split(), **hand_card)

    def take_back(self, plays: int = 1) -> list[Fact]:
        """Takes the last events back."""
        return self.say("retract", to=self.match.version - plays, reason="reclamada")

    def may(self, type_: str | None = None) -> list[str]:
        """The legal events now, in short words, sorted. A type, if given, selects the events of that type."""
        return sorted(short(event) for event in self.moves() if type_ in {None, event["type"]})

    def lies(self) -> str:
        """The cards on the table."""
        return " ".join(self.view()["table"]["cards"])


def short(event: dict[str, Any]) -> str:
    """An event in one line: `take 7O 4C 4B`, `lift 7O 8C`."""
    if "cards" not in event:
        return f"{event['type']} {event.get('card', '')}".strip()
    verb = event["type"] if "card" in event else "lift"
    return " ".join((verb, *([event["card"]] if "card" in event else []), *event["cards"]))


def others(cards: str) -> list[str]:
    """The rest of the pack."""
    return [card for card in SPANISH_40.names if card not in cards.split()]


def kinds(facts: list[Fact]) -> list[str]:
    """The tags of facts, in order."""
    return [str(fact.__struct_config__.tag) for fact in facts]
