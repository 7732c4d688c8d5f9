"""The last failure of each background job, until it succeeds again: `/v1/health/ready` shows them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from referee.log.timeouts.failures import name_of

Work = Literal["projections", "evidence", "clocks", "webhooks", "witnesses"]


class JobFailures:
    """The failures of one process's background jobs."""

    def __init__(self) -> None:
        self._failures: dict[Work, str] = {}

    def note(self, work: Work, error: BaseException) -> None:
        """Records a failure of a job."""
        self._failures[work] = name_of(error)

    def clear(self, work: Work) -> None:
        """Records a success of a job."""
        self._failures.pop(work, None)

    @contextmanager
    def attempt(self, work: Work, logger: logging.Logger, sentence: str) -> Iterator[None]:
        """Runs the block as an attempt at a job: a failure is recorded, logged with this sentence, and not raised."""
        try:
            yield
        except Exception as error:
            self.note(work, error)
            logger.exception(sentence)
        else:
            self.clear(work)

    def last_error(self, work: Work) -> str | None:
        """The name of the last error, as the driver gives it; None if the job succeeds."""
        return self._failures.get(work)
