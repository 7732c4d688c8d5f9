"""A match with a clock that the service keeps, and the processes that keep it: none shares memory with another."""

import json
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import msgspec

from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from referee.matches.timing.clocks import TurnClocks
from referee.matches.timing.keeper import Timekeeper
from referee.people.presence import Device
from referee.people.register import open_people
from tests.support.inside import Clock

SECONDS = 25
SEATS = tuple(Sitting(name=name) for name in ("Ana", "Beto", "Carla", "Dani"))
DEAL = {"type": "deal", "shuffle": True, "seed": "azar"}


class Process:
    """One process of the service, which shares no memory with another one."""

    def __init__(self, database: str, clock: Clock) -> None:
        self._clock = clock
        self.service = MatchCommands(open_log(database), open_people(engine(database)), clock)
        self.start()

    def start(self) -> None:
        """Begins with nothing in memory, and takes the clocks over."""
        self.service = MatchCommands(self.service.log, self.service.people, self._clock)
        self.clocks = TurnClocks(self.service.people.store, lambda _: self._clock.time)
        self.keeper = Timekeeper(self.service, self.clocks)
        self.keeper.take_over()

    def close(self) -> None:
        self.service.log.close()
        self.service.people.store.dispose()


class Hall:
    """A match with a clock that the service keeps, and two processes that keep it."""

    def __init__(self, database: str, exits: ExitStack, *, with_hands: bool = True) -> None:
        self.clock = Clock()
        self.clock.time = self.clock.time.replace(microsecond=0)
        self._exits = exits
        self._database = database
        self.one, self.other = self.process(), self.process()
        self.match = self.open(with_hands=with_hands)

    def process(self) -> Process:
        instance = Process(self._database, self.clock)
        self._exits.callback(instance.close)
        return instance

    def open(self, *, with_hands: bool = True, by: str = "service") -> str:
        command = OpenMatch("hearts.yppedia", SEATS, {"turn_seconds": SECONDS, "clock": by}, first_dealer=0)
        self.match = self.one.service.open_match(command, "organizer").match.id
        self.say(DEAL if with_hands else {"type": "deal"})
        for seat in range(4):
            cards = self.one.service.match(self.match).view().hands[seat]
            self.say({"type": "pass", "seat": seat, "cards": cards[:3] if cards else None})
        if not with_hands:
            self.say({"type": "play", "seat": 0, "card": "2C"})
        return self.match

    def say(self, event: dict[str, Any]) -> None:
        self.one.service.append(Append(self.match, [json.dumps(event).encode()], "organizer"))

    def play(self) -> None:
        match = self.one.service.match(self.match)
        event = next(iter(match.legal()))
        self.one.service.append(Append(self.match, [json.dumps(msgspec.to_builtins(event)).encode()], "organizer"))

    def on(self, seconds: float) -> None:
        self.clock.on(timedelta(seconds=seconds))

    def hear(self, pending: int = 0, process: Process | None = None, by: str = "referee:1") -> None:
        process = process or self.one
        device = Device("Marta", by, pending, None, self.clock())
        process.service.people.presence.hear(self.match, device)
        process.clocks.hear(process.service.match(self.match))

    def hears(self, seconds: int) -> None:
        """Simulates a tablet for a time: it reports its presence every five seconds."""
        for _ in range(seconds // 5):
            self.hear()
            self.on(5)

    def timeouts(self) -> list[Any]:
        entries = self.other.service.entries(self.match)
        return [entry for entry in entries if entry.recorded_by == "clock"]

    def clock_shown(self) -> Any:
        match = self.other.service.match(self.match)
        return self.other.clocks.of(match, match.turn())
