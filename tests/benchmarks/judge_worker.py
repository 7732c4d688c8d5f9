"""Times of the judge of one tree: a process that is given matches and asked for times, in turns with that of another tree.

It is run by itself, with the Python of a tree, and uses nothing but that tree's `referee`. A line of JSON in, a line out:
{"play": logs} sets up matches and tells, of every event of each, if an assertion was open before or after it; {"time": "check" |
"apply" | "legal", "steps": [[log, event], ...]} tells the ns of CPU of each of these steps.
"""

import gc
import json
import sys
from collections.abc import Callable, Sequence
from time import process_time_ns
from typing import Any

from referee.match.aggregate import Match

try:
    from referee.match.events import Event, Opening, SeatTaken
except ModuleNotFoundError:
    # Older trees have the same module under its former name.
    from referee.match.vocabulary import Event, Opening, SeatTaken  # type: ignore[import-not-found,no-redef]

REPEATS = {"check": 40, "apply": 40, "legal": 4}
"""The number of times that a step is taken while the clock runs once."""


class Step:
    """A match before one of its events, and that event."""

    def __init__(self, match: Match, event: Event) -> None:
        self.match = match
        self.event = event
        self.at = match.version + 1

    def calls(self, name: str, repeats: int) -> Sequence[tuple[Callable[..., Any], tuple[Any, ...]]]:
        """The calls to time. Each event is applied to a table of its own."""
        match, kind = self.match, type(self.event)
        if name == "legal":
            return [(match.legal, ())] * repeats
        if name == "check":
            return [(match.game.checks[kind], (match.state, self.event, self.at))] * repeats
        apply = match.game.applies[kind]
        return [(apply, (match.state.copy(match.ledger.copy()), self.event, self.at)) for _ in range(repeats)]

    def time(self, name: str) -> float:
        """The ns of one call."""
        calls = self.calls(name, REPEATS[name])
        gc.disable()
        began = process_time_ns()
        for call, arguments in calls:
            call(*arguments)
        end = process_time_ns()
        gc.enable()
        return (end - began) / len(calls)


def is_open(match: Match) -> bool:
    """True if an assertion about a hand is open."""
    return any(match.state.knowledge.open)


def steps_of(log: dict[str, Any]) -> tuple[list[Step], list[bool]]:
    """The steps of a log up to the first that this tree refuses, each with True if an assertion was open before or after it."""
    seats = tuple(SeatTaken(f"seat-{n}") for n in range(log["seats"]))
    match = Match("match", Opening(ruleset=log["ruleset"], seats=seats, params={}))
    codec = getattr(match, "codec", None) or match.language  # type: ignore[attr-defined]
    steps: list[Step] = []
    doubts: list[bool] = []
    for event in log["events"]:
        read = codec.read(json.dumps(event).encode())
        before = match.copy()
        try:
            match.decide(read, lambda _: match)
        except Exception as error:
            # Older trees have another name for a refusal.
            if type(error).__module__ != "referee.errors":
                raise
            break
        steps.append(Step(before, read))
        doubts.append(is_open(before) or is_open(match))
    return steps, doubts


def main() -> None:
    """Answers line by line, until there are no more."""
    games: list[list[Step]] = []
    for line in sys.stdin:
        question = json.loads(line)
        answer: list[Any]
        if "play" in question:
            both = [steps_of(log) for log in question["play"]]
            games, answer = [steps for steps, _ in both], [doubts for _, doubts in both]
        else:
            answer = [games[log][event].time(question["time"]) for log, event in question["steps"]]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
