"""Random matches of Escoba, Scopa and Scopone, grown from a seed: legal events, and illegal ones with mischief."""

from typing import Any

from hypothesis import strategies as st

from referee.cards import SPANISH_40
from referee.games.escoba.state import EscobaState
from tests.support.fishing import FishingPlayout

SEATS = {"escoba": (2, 3, 4), "scopa": (2, 3, 4), "scopone": (4,)}


class EscobaPlayout(FishingPlayout[EscobaState]):
    """One match with all hands known, and its log as JSON words. `again` plays the same log at another table."""

    of = EscobaState

    def step(self) -> None:
        """One more event: a deal, a play, or with mischief any event that the table can hold."""
        phase, chance = self.state.phase, self.random
        if phase == "deal":
            self.say({"type": "deal", "shuffle": True, "seed": str(chance.random()), **self._dealer()})
        elif phase == "round":
            self.say({"type": "deal", **self._dealer()})
        elif chance.random() >= self.mischief or not self.misbehave():
            self.say(chance.choice(self.plays()))

    def _dealer(self) -> dict[str, int]:
        """The dealer; with mischief, now and then one out of turn."""
        return {"dealer": self.random.randrange(self.seats)} if self.random.random() < self.mischief / 2 else {}

    def plays(self) -> list[dict[str, Any]]:
        """The legal plays, trails left out now and then so that the table does not only grow."""
        legal = self.table.moves()
        lively = [event for event in legal if event["type"] != "trail"]
        return lively if lively and self.random.random() < 0.7 else legal

    def any_event(self) -> dict[str, Any]:
        """An event that may happen at a table, whether legal or not."""
        if self.random.random() < 0.15:
            return {"type": "redeal", "reason": "carta vista"}
        if self.random.random() < 0.3:
            return {
                "type": "retract",
                "to": max(2, self.table.match.version - self.random.choice((1, 1, 1, 2))),
                "reason": "x",
            }
        return self.any_play()

    def any_play(self) -> dict[str, Any]:
        """A play of the seat to act out of cards that are there."""
        state, chance = self.state, self.random
        seat = state.turn or 0
        on_table = list(SPANISH_40.cards(state.table))
        card = chance.choice(SPANISH_40.cards(state.knowledge.known_cards[seat]) or ("1O",))
        some = chance.sample(on_table, min(len(on_table), chance.choice((0, 1, 1, 2, 2, 3))))
        kind = chance.choice(("trail", "take", "take", "lift"))
        if kind == "trail":
            return {"type": "trail", "seat": seat, "card": card}
        return {"type": "take", "seat": seat, "cards": some, **({"card": card} if kind == "take" else {})}


@st.composite
def escoba_playouts(draw: st.DrawFn, mischief: float = 0.0) -> EscobaPlayout:
    """Any ruleset, any number of seats, any house rules."""
    ruleset = draw(st.sampled_from(sorted(SEATS)))
    flag = st.booleans()
    params: dict[str, Any] = {"target": draw(st.integers(1, 12))}
    if ruleset == "escoba":
        params |= {
            "sevens": draw(st.sampled_from(["most", "setenta"])),
            **{name: draw(flag) for name in ("partners", "all_bonus", "dealer_escoba", "must_take", "renuncio")},
        }
    else:
        params |= {"kings_redeal": draw(flag), "last_scopa": draw(flag)}
    if ruleset == "scopa":
        params["partners"] = draw(flag)
    if ruleset == "scopone":
        params["table"] = draw(st.sampled_from([0, 4]))
    seats = draw(st.sampled_from(SEATS[ruleset]))
    return EscobaPlayout(ruleset, seats, draw(st.integers(0, 10**6)), mischief, **params)
