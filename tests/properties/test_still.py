"""A conflict describes late events as sending them would, in every game."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import Conflict, ServiceRefusal
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.match.registry import ruleset, rulesets
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from referee.people.register import open_people

ALWAYS: list[dict[str, Any]] = [
    {"type": "withdraw", "seat": 0, "reason": "se va"},
    {"type": "withdraw", "seat": 1, "reason": "se va"},
    {"type": "note", "text": "mesa 3"},
    {"type": "deal"},
    {"type": "deal", "shuffle": True},
    {"type": "retract", "to": 1, "reason": "error"},
    {"type": "retract", "to": 3, "reason": "error"},
    {"type": "retract", "to": 900, "reason": "error"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "1O"},
]
"""Events that may come at any time, regular or not."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchCommands]:
    database = str(Path(tmp_path_factory.mktemp("still")) / "log.sqlite")
    service = MatchCommands(open_log(database), open_people(engine(database)), seed_source=lambda: "azar")
    yield service
    service.log.close()
    service.people.store.dispose()


def grown(service: MatchCommands, id_: str, rng: Random) -> list[dict[str, Any]]:
    """Plays a match on by a number of legal events, and returns events that it had or could have had."""
    messages: list[dict[str, Any]] = []
    for _ in range(rng.randrange(12)):
        legal = [msgspec.to_builtins(event) for event in service.match(id_).legal()]
        plain = [event for event in legal if "choose" not in event]
        if not plain:
            break
        messages += plain
        service.append(Append(id_, [msgspec.json.encode(rng.choice(plain))], "tests"))
    return messages


def send_event(service: MatchCommands, id_: str, event: bytes) -> str:
    """The outcome of one event that is sent."""
    try:
        service.append(Append(id_, [event], "tests"))
    except ServiceRefusal as refused:
        return "irregular" if refused.code == "irregular" else "impossible"
    return "regular"


@pytest.mark.parametrize("name", sorted(rulesets()))
@settings(max_examples=min(25, settings().max_examples))
@given(rng=st.randoms(use_true_random=False), strict=st.booleans())
def test_still_is_what_sending_would_do(service: MatchCommands, name: str, rng: Random, strict: bool) -> None:
    seats = tuple(Sitting(name=f"P{seat}") for seat in range(rng.choice(list(ruleset(name).seats))))
    command = OpenMatch(name, seats, enforcement="strict" if strict else "record")
    id_ = service.open_match(command, "tests").match.id
    service.append(Append(id_, [b'{"type": "note", "text": "antes"}'], "tests"))
    candidates = [*ALWAYS, *grown(service, id_, rng)]
    events = []
    for event in rng.choices(candidates, k=rng.randrange(1, 6)):
        body = msgspec.json.encode(event)
        try:
            service.match(id_).codec.read(body)
        except ServiceRefusal:
            continue
        events.append(body)
    if not events:
        return
    try:
        service.append(Append(id_, events, "tests", expected=1))
    except Conflict as conflict:
        still = conflict.extra["still"]
    except ServiceRefusal as refused:
        # The end of a match, or an event of another game, is reported before any conflict.
        assert refused.code != "conflict"
        return
    outcomes = [send_event(service, id_, event) for event in events]
    if strict:
        assert still == outcomes
    else:
        # There an irregular event is stored, with its infraction.
        assert [one == "impossible" for one in still] == [outcome == "impossible" for outcome in outcomes]
