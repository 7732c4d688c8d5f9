"""Announces the results of a championship as they come: a line each, for a chat, a loudspeaker or a screen.

    python examples/announcer.py http://127.0.0.1:8000 CHAMPIONSHIP

It needs no token. It writes into a file what it has announced, so that after a restart it goes on where it was.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.championship.events import MatchFinished, ResultCorrected, ResultReported, WalkoverGiven
from referee.championship.views import ContestView, FixtureView, Somebody
from referee.client import DecisionEntry, Referee

RESULTS = ResultReported | ResultCorrected | WalkoverGiven | MatchFinished
"""Decisions that give a fixture its result, or another one."""


def names(people: Sequence[Somebody]) -> str:
    """The names of people; an erased person has none."""
    return ", ".join(one.name or "somebody" for one in people)


def of_fixture(fixture: FixtureView) -> str | None:
    """The sentence for a fixture as it stands; None without a result."""
    result = fixture.result
    if result is None:
        return None
    if result.absent:
        return f"Round {fixture.round}: {names(result.absent)} did not come."
    figures = zip(fixture.entrants, result.points or (), strict=False)
    return f"Round {fixture.round}: " + " - ".join(f"{names([one])} {points}" for one, points in figures) + "."


def of_podium(contest: ContestView) -> str | None:
    """The sentence for a contest that is over; None while it is not."""
    if contest.phase != "finished":
        return None
    return "The podium: " + ", ".join(f"{step.place}. {names([step.player])}" for step in contest.podium) + "."


def announcements(referee: Referee, entry: DecisionEntry) -> Iterator[str]:
    """The sentences about an entry of the championship's log. The entry holds ids, so this asks the service for the names."""
    if isinstance(entry.event, RESULTS):
        text = of_fixture(referee.fixture(entry.event.fixture))
        over = of_podium(referee.contest(entry.event.contest))
        yield from (sentence for sentence in (text, over) if sentence)


def announce(referee: Referee, championship: str, progress: Path, *, once: bool = False) -> None:
    """Prints what comes after the version in the file `progress`; `once`: what is there now, else for ever."""
    after = int(progress.read_text()) if progress.exists() else 0
    for entry in referee.championship_stream(championship, after=after, once=once):
        for sentence in announcements(referee, entry):
            print(sentence, flush=True)
        progress.write_text(str(entry.version))


def main() -> None:
    """Reads the command line and announces until it is stopped."""
    parser = argparse.ArgumentParser(description="Announces the results of a championship.")
    parser.add_argument("url", help="address of the service")
    parser.add_argument("championship", help="id of the championship, from /v1/championships")
    parser.add_argument("--progress", type=Path, default=Path("announced.txt"), help="file that keeps how far it is")
    parser.add_argument("--once", action="store_true", help="end after what is there now")
    arguments = parser.parse_args()
    with Referee(arguments.url) as referee:
        announce(referee, arguments.championship, arguments.progress, once=arguments.once)


if __name__ == "__main__":
    main()
