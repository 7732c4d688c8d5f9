"""The form of a line of a log: one record, one line, even if a request put line breaks into it (CWE-117); as text or JSON.

The process that starts the workers writes such lines too, so nothing heavy is imported here.
"""

import logging
import re
from datetime import UTC, datetime
from typing import Any

import msgspec

from api.observing import Format

_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """A text with its line breaks and control characters written as escapes."""
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


class OneLine(logging.Formatter):
    """Writes the message of a record on one line, with the id of its request at the end.

    The lines of a traceback are indented, so that none looks like a record.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = one_line(super().formatMessage(record))
        id_ = getattr(record, "request_id", None)
        return f"{line} [{id_}]" if id_ else line

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"    {one_line(line)}" for line in super().formatException(ei).splitlines())


class JsonLine(logging.Formatter):
    """Writes a record as one JSON object: time (UTC), level, logger, message, and if there are any `request_id`, `exception`
    and the fields of the record itself (`method`, `route`, `status`...).
    """

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", None):
            fields["request_id"] = request_id
        fields |= getattr(record, "fields", {})
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return one_line(msgspec.json.encode(fields).decode())


def server_log(form: Format) -> dict[str, Any]:
    """The configuration of the log of uvicorn, which goes to the standard error."""
    formatter = {"()": JsonLine} if form == "json" else {"()": OneLine, "fmt": "[%(levelname)s] %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"server": formatter},
        "handlers": {"server": {"class": "logging.StreamHandler", "formatter": "server"}},
        "loggers": {"uvicorn": {"handlers": ["server"], "propagate": False}},
    }
