"""Lines of the service's own log: one record, one line, whatever a request put into it (CWE-117)."""

import logging
import re
from typing import Any

_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """A text with its line breaks and control characters written as escapes."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class OneLine(logging.Formatter):
    """Writes the message of a record on one line; the lines of a traceback are indented, so that none looks like a record."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return one_line(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"    {one_line(line)}" for line in super().formatException(ei).splitlines())


SERVER: dict[str, Any] = {
    "formatters": {
        "generic": {"()": "api.lines.OneLine", "fmt": "[%(levelname)s] %(message)s"},
        "access": {"()": "api.lines.OneLine", "fmt": "%(message)s"},
    }
}
"""What the server's own log is told; the rest of its configuration stays."""
