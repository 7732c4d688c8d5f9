"""Streams and webhooks tell listeners only permitted information, at each moment of a match.

A match and its twin, in which the cards that a reader has not seen lie elsewhere, are stored entry by entry in two services.
After each entry both streams have the same bytes for this reader, and both services send the same to a webhook. In a game with
proofs by counting, each match has one in the hand in play.
"""

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal, cast

import pytest

from api.access.policy import PUBLIC, Principal
from api.compose import close
from api.context import AppContext
from api.webhooks.outbox import Webhook
from api.webhooks.payloads import KINDS, messages
from referee.followers.feed import LogRecord
from referee.match.registry import rulesets
from referee.people.scope import Scope
from tests.properties import test_counted_leaks as counted
from tests.properties.test_leaks import readers
from tests.support.asking import records_of
from tests.support.inside import Clock, services_on
from tests.support.streamed import there_now
from tests.support.twins import elsewhere, same_course
from tests.support.watched import AT, Run, less_told, watch_match

MOST = 2
"""Pairs of a table that are compared."""
EVERY = 4
"""The number of entries after which the streams are read again; after the last they always are."""
TRIES = 40
"""Matches of a game without proofs by counting among which twins are searched."""
OTHERS = [
    (name, max(rules.seats))
    for name, rules in sorted(rulesets().items())
    if name not in {ruleset for ruleset, _ in counted.TABLES}
]
SHOWN = [{}, {"infractions_shown": "hand_end"}]
"""Times at which infractions are shown: at once, or at the end of the hand."""
Reader = int | Literal["referee"] | None
"""A seat, the referee, with every hand visible, or the public."""
Pair = tuple[str, int | None, Run, Run]


class Listening:
    """Two services, each of which receives one of two twins, entry by entry."""

    def __init__(self, folder: str) -> None:
        clock = Clock()
        self.services = [services_on(f"{folder}/{n}.sqlite", clock) for n in (1, 2)]
        self.matches = 0

    def close(self) -> None:
        for services in self.services:
            close(services)

    def told_apart(self, runs: tuple[Run, Run], reader: Reader) -> Iterator[str]:
        """The differences by which this reader could tell the twins apart."""
        self.matches += 1
        name = f"listening {self.matches}"
        logs = [records_of(run, name) for run in runs]
        for version, records in enumerate(zip(*logs, strict=True), 1):
            for services, record in zip(self.services, records, strict=True):
                services.service.log.append([record])
            if version < (runs[0].match.ledger.hidden_from or 1):
                continue
            posts = [self.posts(services, name) for services in self.services]
            assert posts[0]
            if posts[0] != posts[1]:
                yield f"webhook at {version}"
            if version % EVERY and version < len(logs[0]):
                continue
            streams = [self.stream(services, name, reader) for services in self.services]
            if streams[0] != streams[1]:
                yield f"stream at {version}"

    def posts(self, services: AppContext, name: str) -> list[str]:
        """The posts about the last entry."""
        webhook = Webhook("w", "https://club.example", KINDS, name, None, AT)
        log = services.service.log
        (last,) = map(LogRecord, log.follow(log.position() - 1))
        outgoing = messages(cast(Any, services), cast(Any, None), last, [webhook])
        return [message.body for _, message in outgoing]

    def stream(self, services: AppContext, name: str, reader: Reader) -> list[str]:
        """The whole stream for this reader."""
        if reader == "referee":
            who = Principal("referee", "referee")
        else:
            who = PUBLIC if reader is None else Principal("player", f"player:{reader}", Scope(match=name, seat=reader))
        return asyncio.run(there_now(services, name, who))


@pytest.fixture(scope="module")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    both = Listening(str(tmp_path_factory.mktemp("listening")))
    yield both
    both.close()


def plain_pairs(ruleset: str, seats: int, **opening: Any) -> Iterator[Pair]:
    """Matches of a game and their twins, in logs that know some of the hands."""
    for seed in range(TRIES):
        run = watch_match(ruleset, seats, f"listening {seed}", **opening)
        if not run.is_hidden():
            continue
        seats_known = run.chance.sample(range(seats), run.chance.randrange(seats))
        less, reader = less_told(run, seats_known), run.chance.choice(readers(run))
        twin = elsewhere(run, reader)
        other = None if twin is None else less_told(twin, seats_known)
        if less is not None and other is not None and same_course(less, other):
            yield f"match {seed}, hands {seats_known}, reader {reader}", reader, less, other


@pytest.mark.parametrize("opening", SHOWN, ids=["at once", "hand end"])
@pytest.mark.parametrize(("ruleset", "seats"), [*counted.TABLES, *OTHERS])
def test_no_stream_and_no_webhook_tells_twins_apart(
    listening: Listening, ruleset: str, seats: int, opening: dict[str, Any]
) -> None:
    is_counted = (ruleset, seats) in counted.TABLES
    pairs = (
        counted.pairs(ruleset, seats, "listening", **opening) if is_counted else plain_pairs(ruleset, seats, **opening)
    )
    count = 0
    for what, reader, less, other in islice(pairs, MOST):
        count += 1
        assert list(listening.told_apart((less, other), reader)) == [], what
    assert count


def test_the_stream_of_whoever_sees_all_hands_tells_twins_apart(listening: Listening) -> None:
    """The search finds the existing leaks."""
    _, _, less, other = next(pair for pair in plain_pairs("escoba", 2) if pair[2].entries != pair[3].entries)
    assert list(listening.told_apart((less, other), "referee"))
