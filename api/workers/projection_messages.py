"""Messages between a worker and its projection process, over the pipe between them, one at a time.

The worker sends `Assignment` first, and the process answers `ProcessReady` or `BatchFailed`. Then the worker sends
`BatchAsked`, and the process answers `BatchTaken` or `BatchFailed`. If the database is a file, it
sends `TurnWanted` before it writes, waits for `TurnGiven`, and sends `TurnOver` after that: it takes turns with the worker's own
writers of the file.
"""

import pickle
from typing import Literal

from msgspec import Struct

Work = Literal["read models", "tree"]


class Assignment(Struct, frozen=True):
    """The database of the process, and the origin of its tree."""

    database: str
    origin: str | None


class BatchAsked(Struct, frozen=True):
    """A request to take at most one batch to these, up to this position of the log."""

    work: Work
    through: int


class ProcessReady(Struct, frozen=True):
    """The process has opened the database."""


class BatchTaken(Struct, frozen=True):
    """The reached position; `has_rest` is True if a read model has work left."""

    position: int
    has_rest: bool = False


class BatchFailed(Struct, frozen=True):
    """The error of a failed batch or start."""

    error: bytes


class TurnWanted(Struct, frozen=True):
    """The process waits for its turn at the file."""


class TurnGiven(Struct, frozen=True):
    """The process has its turn; with `lock` it has none, since another program keeps the file locked."""

    lock: bytes | None = None


class TurnOver(Struct, frozen=True):
    """The process's turn is over; with `lock` it found the file locked by another program."""

    lock: bytes | None = None


def as_sent(error: BaseException) -> bytes:
    """Encodes an error with its cause for the pipe; as text if it cannot be pickled."""
    for pair in ((error, error.__cause__), (RuntimeError(f"{type(error).__name__}: {error}"), None)):
        try:
            data = pickle.dumps(pair)
            pickle.loads(data)
        except Exception:
            continue
        return data
    raise AssertionError("words go over every pipe")


def as_raised(data: bytes) -> BaseException:
    """Decodes an error from the pipe."""
    error: BaseException
    error, error.__cause__ = pickle.loads(data)
    return error
