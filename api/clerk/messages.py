"""What a worker and its clerk say to each other over the pipe between them, one at a time.

The worker sends `BatchAsked`, and the clerk answers `BatchTaken` or `BatchFailed`. Where the database is a file it says
`TurnWanted` before it writes, waits for `TurnGiven`, and says `TurnOver` after that: it has its turn among those of the worker
who write to the file.
"""

import pickle
from typing import Literal

from msgspec import Struct

Work = Literal["read models", "tree"]


class BatchAsked(Struct, frozen=True):
    """Take one batch at most to these, not beyond this position of the log."""

    work: Work
    through: int


class ClerkReady(Struct, frozen=True):
    """The clerk has opened the database."""


class BatchTaken(Struct, frozen=True):
    """The position that was reached, and whether a read model has left something to do."""

    position: int
    has_rest: bool = False


class BatchFailed(Struct, frozen=True):
    """What was asked for was not done."""

    error: bytes


class TurnWanted(Struct, frozen=True):
    """The clerk waits for its turn at the file."""


class TurnGiven(Struct, frozen=True):
    """The clerk has its turn; with `locked` nobody has it: another program keeps the file locked."""

    locked: bytes | None = None


class TurnOver(Struct, frozen=True):
    """The clerk's turn is over; with `locked` it found the file locked by another program."""

    locked: bytes | None = None


def as_sent(error: BaseException) -> bytes:
    """An error as it goes over the pipe, with its cause; in words where it cannot go there."""
    for said in ((error, error.__cause__), (RuntimeError(f"{type(error).__name__}: {error}"), None)):
        try:
            sent = pickle.dumps(said)
            pickle.loads(sent)
        except Exception:
            continue
        return sent
    raise AssertionError("words go over every pipe")


def as_raised(sent: bytes) -> BaseException:
    """An error that came over the pipe."""
    error: BaseException
    error, error.__cause__ = pickle.loads(sent)
    return error
