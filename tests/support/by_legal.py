"""A recorder that only knows the legal events: it posts one of them, and fills in its choices.

It knows no game. The fields of `choose` name the choices of an event. Unnamed cards are any cards of the pack.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, Protocol

from referee.errors import Impossible
from referee.match.registry import ruleset
from referee.text import Text
from tests.support.service import Caller, refusal_of
from tests.support.table import Table

Json = dict[str, Any]
TRIES = 400
"""Attempts to fill in a choice: figures that are possible one by one may not go together."""
FEW_MORE = (0, 0, 0, 1, 2)
"""Additions to the least value of a figure that only has bounds."""
LONGEST = 30_000
"""A number of events that is far above any match."""


class MatchRecorder(Protocol):
    """A match as its recorder reaches it: in memory, or over HTTP."""

    @property
    def pack(self) -> Sequence[str]:
        """The names of the cards."""

    def is_open(self) -> bool:
        """True if the match goes on."""

    def legal(self) -> list[Json]:
        """The legal events, as JSON gives them."""

    def tell(self, event: Json) -> object:
        """Appends an event. Raises Impossible."""


class OnTable:
    """A match in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pack = table.match.rules.pack.names

    def is_open(self) -> bool:
        return self.table.match.ledger.status == "open"

    def legal(self) -> list[Json]:
        return self.table.legal()

    def tell(self, event: Json) -> object:
        return self.table.tell(event)


class OverHttp:
    """A match as a tablet reaches it."""

    def __init__(self, client: Caller, name: str, seats: int, **params: Any) -> None:
        self.client = client
        self.pack = ruleset(name).pack.names
        body = {"ruleset": name, "seats": [{"name": f"Jugador {n}"} for n in range(seats)], "params": params}
        response = client.post("/v1/matches", json=body)
        assert response.status_code == 201, response.text
        self.id = str(response.json()["id"])
        self.address = f"/v1/matches/{self.id}"
        self.status = response.json()["status"]

    def is_open(self) -> bool:
        return bool(self.status == "open")

    def legal(self) -> list[dict[str, Any]]:
        answer = self.client.get(f"{self.address}/legal")
        assert answer.status_code == 200, answer.text
        return list(answer.json()["events"])

    def tell(self, event: dict[str, Any]) -> None:
        answer = self.client.post(f"{self.address}/events", json=event)
        if answer.status_code == 201:
            self.status = answer.json()["view"]["status"]
            return
        problem = refusal_of(answer, 409, "impossible")
        raise Impossible(Text(es=problem["detail"], en=problem["detail"]))


def record(rng: Random, match: MatchRecorder, figures: float = 0.03, unseen: bool = True) -> None:
    """Records the match to its end with events that its legal moves name.

    `figures`: the share of hands entered by them; `unseen`: no event lets the service deal, as it would know every hand.
    """
    for _ in range(LONGEST):
        if not match.is_open():
            return
        step(rng, match, figures, unseen)
    raise AssertionError(f"no end after {LONGEST} events")


def step(rng: Random, match: MatchRecorder, figures: float, unseen: bool) -> None:
    """Records one event. A legal event without choices must be taken as it is."""
    legal = [entry for entry in match.legal() if not (unseen and entry.get("shuffle"))]
    assert legal, "nothing may come, and the match is not over"
    entry = pick(rng, legal, figures)
    if "choose" not in entry:
        match.tell(entry)
        return
    for _ in range(TRIES):
        try:
            match.tell(fill(rng, entry, match.pack))
        except Impossible:
            continue
        return
    raise AssertionError(f"no way was found to fill in {entry}")


def pick(rng: Random, legal: Sequence[Json], figures: float) -> Json:
    """One of the legal events. It is a hand's figures as often as asked, or if nothing else may come."""
    counts = [entry for entry in legal if entry["type"] == "count"]
    rest = [entry for entry in legal if entry["type"] != "count"]
    return rng.choice(counts if counts and (not rest or rng.random() < figures) else rest)


def fill(rng: Random, entry: Json, pack: Sequence[str]) -> Json:
    """The event of an entry, with all of its choices made."""
    values = {name: value for name, value in entry.items() if name != "choose"}
    ask = entry["choose"]
    return values | next(fields(rng, ask, pack) for names, fields in ASKED if names <= ask.keys())


def _figures(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    return {"figures": _group(rng, ask["figures"])}


def _group(rng: Random, fields: Json) -> Json:
    """A value for every field, and for some of those that may be left out."""
    fields_to_fill = {name: ask for name, ask in fields.items() if not ask.get("optional") or rng.random() < 0.2}
    return {name: FIGURE[ask["kind"]](rng, ask, fields_to_fill) for name, ask in fields_to_fill.items()}


def _numbers(rng: Random, ask: Json, event: Json) -> list[int]:
    numbers = list(ask["min"])
    total = ask.get("sum")
    if total is None:
        return [min(high, low + rng.choice(FEW_MORE)) for low, high in zip(ask["min"], ask["max"], strict=True)]
    if any(name in event for name in ask.get("sum_unless", ())):
        total = rng.randint(sum(numbers), total)
    while sum(numbers) < total:
        i = rng.randrange(len(numbers))
        numbers[i] += rng.randint(0, min(total - sum(numbers), ask["max"][i] - numbers[i]))
    return numbers


def _pick(rng: Random, ask: Json, event: Json) -> Any:
    times = ask.get("times")
    if times is None:
        return rng.choice(ask["of"])
    values = ask.get("on_record") or [None] * times
    return [rng.choice(ask["of"]) if value is None else value for value in values]


def _rows(rng: Random, ask: Json, event: Json) -> list[Json]:
    rows: list[Json] = list(ask.get("given", ()))
    return rows + [_group(rng, ask["fields"]) for _ in range(rng.randint(0, ask["max"] - len(rows)))]


FIGURE: dict[str, Callable[[Random, Json, Json], Any]] = {
    "numbers": _numbers,
    "pick": _pick,
    "group": lambda rng, ask, event: _group(rng, ask["fields"]),
    "rows": _rows,
}
"""The ways in which a figure of each kind is chosen."""


def _subset(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """A number of the cards, or null for "unseen" if the hand is unknown."""
    if ask["cards"] is None:
        return {"cards": None}
    return {"cards": rng.sample(ask["cards"], rng.randint(ask["min"], ask["max"]))}


def _choose_sum(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """Some of the cards. Their sum is not checked: at most tables any may be recorded."""
    some = rng.sample(ask["cards"], rng.randint(ask.get("min", 1), min(3, len(ask["cards"]))))
    return {"cards": [*some, *([ask["with"]] if "with" in ask else [])]}


def _exceeding(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """Cards with numbers that together exceed a sum. They are any of the pack if the hand is unknown."""
    names: list[str] = []
    for card in rng.sample(cards := ask["cards"] or _cards_with_number(pack), len(cards)):
        if sum(map(_number, names)) <= ask["exceed"]:
            names.append(card)
    return {"cards": names}


def _number(card: str) -> int:
    return 0 if card.startswith("X") else int(card[:-1])


def _cards_with_number(pack: Sequence[str]) -> list[str]:
    return [card for card in pack if _number(card)]


def _show_bottoms(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """Bottom cards, again for as long as they are equal."""
    tries = [[rng.choice(ask["shown"]["cards"]) for _ in range(ask["shown"]["seats"])]]
    while _number(tries[-1][0]) == _number(tries[-1][1]):
        tries.append([rng.choice(ask["shown"]["cards"]) for _ in range(ask["shown"]["seats"])])
    return {"shown": tries}


def _defence(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """Some defenders for some attackers, and as many lost cards as the defence costs, all unseen."""
    count = rng.randint(0, min(len(ask["attackers"]), len(ask["defenders"])))
    pairs = zip(rng.sample(ask["attackers"], count), rng.sample(ask["defenders"], count), strict=True)
    blocks = [{"attacker": attacker, "defender": defender} for attacker, defender in pairs]
    event: Json = {"blocks": blocks}
    if "tolls" in ask:
        event["lost"] = [None] * min(sum(_costs(ask, blocks)), ask["lost_at_most"])
    if "draw_at_most" in ask:
        event["draw"] = rng.randint(0, most_drawn(ask, blocks))
    return event


def _costs(ask: Json, blocks: Sequence[Json]) -> Iterator[int]:
    """What each attacker costs, in order."""
    blocked_attackers = {block["attacker"] for block in blocks}
    return (toll["blocked" if toll["attacker"] in blocked_attackers else "unblocked"] for toll in ask["tolls"])


def most_drawn(ask: Json, blocks: Sequence[Json]) -> int:
    """How many cards a defence with these blocks lets the attackers draw, by the list."""
    blocked_attackers = {block["attacker"] for block in blocks}
    most = 0
    for toll, total in zip(ask["tolls"], accumulate(_costs(ask, blocks)), strict=True):
        if toll["attacker"] not in blocked_attackers:
            most += toll.get("draws_if_paid", 0) if total <= ask["lost_at_most"] else 0
            most += toll["draws"]
    return int(min(most, ask["draw_at_most"]))


def _choose_combat(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """The next combat, with as many lost cards as asked, all unseen."""
    event: Json = {"attacker": ask["attacker"]}
    if "lost" in ask:
        event["lost"] = [None] * ask["lost"]
    if ask["draws"]:
        event["draw"] = rng.randint(0, ask["draws"])
    return event


def _recover_cards(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """A joker and another card, and as many cards of the cementerio as the number. An unseen card is any of the pack."""
    joker = rng.choice(ask["jokers"] or [card for card in pack if not _number(card)])
    card = rng.choice(ask["cards"] or _cards_with_number(pack))
    lying = ask["named"] if ask["from"] is None else ask["from"]
    due = min(_number(card), len(lying) + ask.get("unseen", 0))
    unseen = max(due - len(lying), 0)
    others = rng.sample([name for name in _cards_with_number(pack) if name not in lying], unseen)
    return {"joker": joker, "card": card, "cards": [*rng.sample(lying, due - unseen), *others]}


def _draw_cards(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """A card for each seat that draws, in its place, and null for the others."""
    cards: list[str | None] = [None] * ask["places"]
    for seat, card in zip(ask["seats"], rng.sample(ask["cards"], len(ask["seats"])), strict=True):
        cards[seat] = card
    return {"cards": cards}


def _deal_cards(rng: Random, ask: Json, pack: Sequence[str]) -> Json:
    """As many cards of the pack as each field needs: one by itself, several as a list. Optional fields stay out."""
    left = rng.sample(pack, len(pack))
    sizes = {name: n for name, n in ask.items() if isinstance(n, int)}
    return {name: left.pop() if n == 1 else [left.pop() for _ in range(n)] for name, n in sizes.items()}


ASKED: tuple[tuple[set[str], Callable[[Random, Json, Sequence[str]], Json]], ...] = (
    ({"figures"}, _figures),
    ({"cards", "exceed"}, _exceeding),
    ({"cards", "min", "max"}, _subset),
    ({"cards", "sum"}, _choose_sum),
    ({"shown"}, _show_bottoms),
    ({"attackers", "defenders"}, _defence),
    ({"attacker", "cost"}, _choose_combat),
    ({"jokers", "from"}, _recover_cards),
    ({"seats", "places"}, _draw_cards),
    (set(), _deal_cards),
)
"""The fields of a choice, and the way to fill them in. The first that fits is used."""
