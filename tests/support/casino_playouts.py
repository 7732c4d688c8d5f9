"""Random matches of Casino, grown from a seed: legal events, and illegal ones with mischief."""

from typing import Any

from hypothesis import strategies as st

from referee.cards import FRENCH, bits
from referee.games.casino.handlers.deal import may_announce
from referee.games.casino.state import CasinoState
from tests.support.fishing import FishingPlayout

VARIANTS = ("classic", "royal", "spades", "draw")


class Playout(FishingPlayout[CasinoState]):
    """One match with all hands known, and its log as JSON words. `without_hands` plays the same with all hands unseen."""

    of = CasinoState

    def __init__(self, variant: str, seats: int, seed: int, mischief: float = 0.0, **params: Any) -> None:
        super().__init__(f"casino.{variant}", seats, seed, mischief, **params)

    def step(self) -> None:
        """One more event: a deal, an announcement, a play."""
        state = self.state
        if state.phase == "deal":
            self.say({"type": "deal", "shuffle": True, "seed": str(self.random.random())})
        elif state.phase == "round":
            self.say({"type": "deal"})
        elif may_announce(state) and self.random.random() < 1 - self.mischief / 4:
            self.say({"type": "announce_last", "seat": state.dealer})
        elif self.random.random() >= self.mischief or not self.misbehave():
            self.say(self.random.choice(self.plays()))

    def plays(self) -> list[dict[str, Any]]:
        """The legal plays, trails left out now and then so that the table does not only grow."""
        legal = [event for event in self.table.moves() if event["type"] != "announce_last"]
        lively = [event for event in legal if event["type"] != "trail"]
        return lively if lively and self.random.random() < 0.6 else legal

    def any_event(self) -> dict[str, Any]:
        """A play of the seat to act from cards that are there, whether legal or not."""
        state, random = self.state, self.random
        seat = state.turn or 0
        loose = list(FRENCH.cards(state.layout.loose))
        builds = [build.id for build in state.layout.builds]
        kind = random.choice(("trail", "take", "build", "duplicate", "raise"))
        card = random.choice(FRENCH.cards(state.knowledge.known_cards[seat]) or ("2C",))
        some = random.sample(loose, min(len(loose), random.choice((0, 1, 1, 2, 2, 3))))
        event: dict[str, Any] = {"type": kind, "seat": seat, "card": card}
        if kind in {"take", "build", "duplicate"}:
            event["cards"] = some
        if kind == "take":
            event["builds"] = random.sample(builds, random.randrange(len(builds) + 1))
        if kind in {"duplicate", "raise"}:
            event["build"] = random.choice(builds or ["b1"])
        if kind in {"build", "raise"}:
            event["value"] = random.randint(1, state.values.highest)
        return event


def on_the_table(state: CasinoState) -> list[int]:
    """Every place where a card may be, as masks: known hands, loose cards, builds, piles."""
    return [
        *state.knowledge.known_cards,
        state.layout.loose,
        *(build.cards for build in state.layout.builds),
        *state.takings.piles,
    ]


@st.composite
def playouts(draw: st.DrawFn, /, mischief: float = 0.0, **options: Any) -> Playout:
    """A match about to begin, of any ruleset, table and house rules."""
    variant = options.pop("variant", None) or draw(st.sampled_from(VARIANTS))
    seats = options.pop("seats", None) or draw(st.sampled_from((2, 3, 4)))
    yes = st.booleans()
    params: dict[str, Any] = {
        "sweeps": draw(yes),
        "surplus": draw(yes),
        "surplus_spades": draw(yes),
        "partners": draw(yes),
        "face_captures": draw(st.sampled_from((1, 2, 3))),
        "target": draw(st.sampled_from((1, 12, 21))),
    }
    if variant == "royal":
        params |= {"wide_deuce": draw(yes), "wide_ten": draw(yes)}
    return Playout(variant, seats, draw(st.integers(0, 10**9)), mischief, **{**params, **options})


def spades_of(cards: int) -> int:
    return sum(1 for card in bits(cards) if card & FRENCH.suits["S"])
