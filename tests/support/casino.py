"""A Casino table for tests: plays in card notation, each by the seat to play unless another is named."""

from typing import Any

from referee.cards import FRENCH
from referee.games.casino.state import CasinoState
from referee.match.facts import Fact
from tests.support.fishing import FishingTable

TABLE = "2C 3C 4C 5C"
"""Four loose cards that lie on the table by default."""


class CasinoTable(FishingTable):
    """`deal` takes hands and table as words of cards: `"7S 3D"`. The seat after `dealer` begins."""

    def __init__(self, ruleset: str = "classic", seats: int = 2, dealer: int = 1, **options: Any) -> None:
        enforcement = options.pop("enforcement", "record")
        opening = {name: options.pop(name) for name in ("confirm", "infractions_shown") if name in options}
        super().__init__(
            f"casino.{ruleset}", seats, first_dealer=dealer, params=options, enforcement=enforcement, **opening
        )

    @property
    def state(self) -> CasinoState:
        state = self.match.state
        assert isinstance(state, CasinoState)
        return state

    def take(self, card: str, cards: str = "", builds: str = "", seat: int | None = None) -> list[Fact]:
        return self.say("take", seat=self._seat(seat), card=card, cards=cards.split(), builds=builds.split())

    def build(self, card: str, cards: str, value: int, seat: int | None = None) -> list[Fact]:
        return self.say("build", seat=self._seat(seat), card=card, cards=cards.split(), value=value)

    def duplicate(self, card: str, cards: str, build: str, seat: int | None = None) -> list[Fact]:
        return self.say("duplicate", seat=self._seat(seat), card=card, cards=cards.split(), build=build)

    def lift(self, card: str, build: str, value: int, seat: int | None = None) -> list[Fact]:
        return self.say("raise", seat=self._seat(seat), card=card, build=build, value=value)

    def trail_unseen(self, plays: int) -> None:
        """Trails a number of unseen cards, as far as the hands may hold them."""
        for _ in range(plays):
            seat = self._seat(None)
            card = next(c for c in FRENCH.names if self.state.knowledge.may_hold(seat, FRENCH.bit[c]))
            self.trail(card)

    def trail_rounds(self, rounds: int) -> None:
        """Trails all cards of a number of rounds of two. The next round is dealt after each."""
        for _ in range(rounds):
            self.trail_unseen(8)
            self.say("deal")

    def trail_all(self) -> None:
        """Trails all cards of a deal of two. The dealer announces the last round."""
        self.deal(table=TABLE)
        self.trail_rounds(5)
        self.say("announce_last", seat=1)
        self.trail_unseen(8)

    def may(self, type_: str | None = None) -> list[str]:
        """The legal events now, in short words, sorted. A type, if given, selects the events of that type."""
        return sorted(short(event) for event in self.moves() if type_ in {None, event["type"]})

    def loose(self) -> list[str]:
        loose: list[str] = self.view()["table"]["loose"]
        return loose

    def builds(self) -> list[tuple[str, int, int, str]]:
        """The builds: id, owner, value, single or multiple."""
        return [(b["id"], b["owner"], b["value"], b["kind"]) for b in self.view()["table"]["builds"]]


def short(event: dict[str, Any]) -> str:
    """An event in one line: `take KS KC b1`, `build 6C 3S =9`."""
    parts = [event["type"], event.get("card", ""), *event.get("cards", ()), *event.get("builds", ())]
    parts += [event["build"]] if "build" in event else []
    parts += [f"={event['value']}"] if "value" in event else []
    return " ".join(part for part in parts if part)


def strict(ruleset: str = "classic", seats: int = 2, **options: object) -> CasinoTable:
    return CasinoTable(ruleset, seats, enforcement="strict", **options)  # type: ignore[arg-type]


def others(cards: str) -> list[str]:
    """The rest of the pack."""
    return [card for card in FRENCH.names if card not in cards.split()]


def last_round(**options: object) -> CasinoTable:
    """A table of four in its last round, before it is announced; seat 1 deals."""
    table = CasinoTable(seats=4, **options)  # type: ignore[arg-type]
    table.deal(table=TABLE)
    for _ in range(2):
        table.trail_unseen(16)
        table.say("deal")
    return table


def single(**options: object) -> CasinoTable:
    return CasinoTable(single_deal=True, **options)  # type: ignore[arg-type]


def trail(cards: str, trails: str, table: CasinoTable | None = None) -> CasinoTable:
    """A table with these cards, and these others trailed after them. The hands are unseen."""
    table = table or CasinoTable()
    table.deal(table=cards)
    table.trails(trails)
    return table


def built_nine(cards: str, table: CasinoTable | None = None, *hands: str) -> CasinoTable:
    """A table with these cards. Seat 0 has built 9 of a 2 and the first of them. Without hands they are unseen."""
    table = table or CasinoTable()
    table.deal(*hands, table=cards)
    table.build("2C", cards.split(maxsplit=1)[0], 9)
    return table
