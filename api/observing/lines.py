"""The configuration of the service's own log, and what it says of the request of a line."""

import logging
import logging.handlers
from queue import Queue
from typing import Any

from litestar.logging.config import LoggingConfig, default_handlers

from api.observing import Format
from api.observing.formats import JsonLine, OneLine
from api.observing.request_info import CURRENT_REQUEST

ACCESS = "referee.access"
"""The log of requests."""
TEXT = "%(levelname)s - %(asctime)s - %(name)s - %(module)s - %(message)s"


class OfRequest(logging.Filter):
    """Gives each record the id of its request while that is at hand: lines are written in another thread."""

    def filter(self, record: logging.LogRecord) -> bool:
        info = CURRENT_REQUEST.get()
        record.request_id = info.id.decode("latin-1") if info else None
        return True


def service_log(level: str, form: Format, *, access: bool) -> LoggingConfig:
    """The configuration of the service's log; with `access`, it has a line for each request too."""
    formatter: dict[str, Any] = {"()": JsonLine} if form == "json" else {"()": OneLine, "fmt": TEXT}
    return LoggingConfig(
        root={"level": level.upper(), "handlers": ["queue_listener"]},
        filters={"request": {"()": OfRequest}},
        formatters={"standard": formatter},
        handlers={"queue_listener": {**default_handlers["queue_listener"], "filters": ["request"]}},
        loggers={ACCESS: {"level": "INFO" if access else "ERROR"}},
    )


def flush() -> None:
    """Returns when all lines of the log are written."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.handlers.QueueHandler) and isinstance(handler.queue, Queue):
            handler.queue.join()
