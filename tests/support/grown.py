"""Matches of any game, grown from its legal events: nothing else of a game is known.

The service deals the hands, so that all of them are known. Figures of whole hands are left out, as no card is in them.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from referee.errors import ServiceRefusal
from referee.match.aggregate import Match
from referee.match.events import Event
from referee.match.registry import rulesets
from tests.support.logged import LoggedTable

Json = dict[str, Any]
TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]
"""Every ruleset with every number of seats."""
TRIES = 200
"""Attempts to fill in a choice so that it breaks no rule."""
LONGEST = 20_000
"""A number of events that is far above any match."""


class Grown(LoggedTable):
    """A match that grows by itself. It is `strict`, since legal events break no rule."""

    def __init__(self, ruleset: str, seats: int, seed: int, **opening: Any) -> None:
        super().__init__(ruleset, seats, enforcement="strict", **opening)
        self.chance = Random(f"{ruleset} {seats} {seed}")

    @property
    def open(self) -> bool:
        return self.match.ledger.status == "open"

    def grow(self, steps: int = LONGEST) -> "Grown":
        """Takes a number of steps, or fewer if the match is over."""
        for _ in range(steps):
            if not self.open:
                return self
            self.tell(self.next())
        assert steps < LONGEST, f"no end after {steps} events"
        return self

    def next(self) -> Json:
        """A legal event, filled in. Fails if there is none."""
        choices = options(self.match)
        assert choices, f"nothing may come in phase {self.match.phase}"
        return self.fill(self.chance.choice(choices))

    def fill(self, option: Json) -> Json:
        """The event of an entry in the legal list, with every choice made, and dealt by the service."""
        if "choose" not in option:
            return self.shuffle(option)
        values = {name: value for name, value in option.items() if name != "choose"}
        for _ in range(TRIES):
            event = values | fill(self.chance, option["choose"])
            if regular(self.match, event):
                return event
        raise AssertionError(f"no way was found to fill in {option}")

    def shuffle(self, event: Json) -> Json:
        """A deal with the shuffle of the service, if one is due; any other event as it is."""
        deal = {**event, "shuffle": True, "seed": str(self.chance.random())}
        return deal if event["type"] == "deal" and regular(self.match, deal) else event


def options(match: Match) -> list[Json]:
    """The legal events, in JSON words. Of several ways to deal, only those without cards are kept."""

    choices = [msgspec.to_builtins(option) for option in match.legal()]
    cards = [option for option in choices if option["type"] != "count"]
    whole = [option for option in cards if option["type"] != "deal" or "choose" not in option]
    return [option for option in whole if option.get("shuffle")] or whole


def read(match: Match, event: Json) -> Event:
    """An event in JSON words, as it would be stored."""

    return match.complete(match.codec.read(msgspec.json.encode(event)), lambda: "seed")


def regular(match: Match, event: Json) -> bool:
    """True if an event may come now and breaks no rule. An event of an unknown shape may not."""
    try:
        return match.check(read(match, event), match.version + 1) is None
    except ServiceRefusal:
        return False


def _cards(chance: Random, ask: Json) -> Json:
    cards = ask["cards"]
    if cards is None:
        return {"cards": None}
    most = len(cards) if ask["max"] is None else ask["max"]
    return {"cards": chance.sample(cards, chance.randint(ask["min"], min(most, len(cards))))}


def _blocks(chance: Random, ask: Json) -> Json:
    count = chance.randint(0, min(len(ask["attackers"]), len(ask["defenders"])))
    pairs = zip(chance.sample(ask["attackers"], count), chance.sample(ask["defenders"], count), strict=True)
    return {"blocks": [{"attacker": attacker, "defender": defender} for attacker, defender in pairs]}


def _recovery(chance: Random, ask: Json) -> Json:
    source: Sequence[str] = ask["from"]
    some = chance.sample(source, chance.randint(0, len(source)))
    return {"joker": chance.choice(ask["jokers"]), "card": chance.choice(ask["cards"]), "cards": some}


def _sum(chance: Random, ask: Json) -> Json:
    beside = [ask["with"]] if "with" in ask else []
    least = max(1 - len(ask.get("builds", ())), ask.get("min", 1))
    return {"cards": [*chance.sample(ask["cards"], chance.randint(least, min(3, len(ask["cards"])))), *beside]}


FILLED: tuple[tuple[set[str], Callable[[Random, Json], Json]], ...] = (
    ({"attackers", "defenders"}, _blocks),
    ({"jokers", "cards", "from"}, _recovery),
    ({"cards", "min", "max"}, _cards),
    ({"cards", "sum"}, _sum),
)
"""The ways to fill in a choice, by the fields of its `choose`."""


def fill(chance: Random, ask: Json) -> Json:
    """A choice, filled in. A choice with unknown fields fails until a way to fill it in is added."""
    for fields, make in FILLED:
        if fields <= ask.keys():
            return make(chance, ask)
    raise AssertionError(f"nobody knows how to choose from {sorted(ask)}")
