"""What failed last of the work beside requests, and has not succeeded since: `/v1/health/ready` tells it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from referee.store.timeouts.failures import name_of

Work = Literal["projections", "evidence", "clocks", "webhooks", "witnesses"]


class Setbacks:
    """The failures of one process."""

    def __init__(self) -> None:
        self._failed: dict[Work, str] = {}

    def note(self, work: Work, error: BaseException) -> None:
        """This work failed."""
        self._failed[work] = name_of(error)

    def clear(self, work: Work) -> None:
        """This work succeeded."""
        self._failed.pop(work, None)

    @contextmanager
    def trying(self, work: Work, logger: logging.Logger, sentence: str) -> Iterator[None]:
        """A try at this work: its failure is noted and logged with this sentence, and goes no further."""
        try:
            yield
        except Exception as error:
            self.note(work, error)
            logger.exception(sentence)
        else:
            self.clear(work)

    def why(self, work: Work) -> str | None:
        """The driver's name of what failed last; None where it goes well."""
        return self._failed.get(work)
