"""What is printed, in characters that its reader has: names, cards and lines of tables are in no code page of Windows."""

import sys
from codecs import lookup
from io import TextIOWrapper


def write_everything() -> None:
    """Has files and pipes written in UTF-8, as records are. A terminal of another encoding shows `?` for what it lacks."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or lookup(stream.encoding).name == "utf-8":
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")
