"""Draws SVG as PNG, for the worker at the other end of a pipe: the process of its own that `api.background.drawing` begins.

It imports nothing else of the service, so that it is small (24 MB) and begins at once.
"""

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from importlib.resources import as_file, files
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

FONTS = "font_source_sans_pro"
FAMILY = "Source Sans Pro"
FONT_FILES = {700: "SourceSansPro-Bold.ttf", 400: "SourceSansPro-Regular.ttf"}
"""By weight."""
IDLE_SECONDS = 60.0
"""After which the process ends: nobody asks for pictures."""
MOST_PICTURES = 1_000
"""After which it ends and another one begins, so that its memory stays what it is."""
POLITENESS = 5
"""How much it lets others have the processor first."""


@cache
def _fonts() -> list[str]:
    """The letters as files: those of the package that ships them, and no other of the machine."""
    found = []
    for name in FONT_FILES.values():
        with as_file(files(FONTS) / "files" / name) as path:
            found.append(str(Path(path)))
    return found


def rasterized(svg: str) -> bytes:
    """The PNG of a drawing. The interpreter does nothing else meanwhile. Raises ValueError where it is no drawing."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_fonts(), font_family=FAMILY))


def serve(worker: "Connection[Any, Any]") -> None:
    """Draws what comes through the pipe, until nothing comes or nobody is there. What is no drawing has an empty answer."""
    with suppress(EOFError, OSError):
        for _ in range(MOST_PICTURES):
            if not worker.poll(IDLE_SECONDS):
                return
            svg = worker.recv_bytes().decode()
            try:
                picture = rasterized(svg)
            except ValueError:
                picture = b""
            worker.send_bytes(picture)


if __name__ == "__main__":
    # A worker that is told to stop lets go of the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(POLITENESS)
    serve(Connection(int(sys.argv[1])))
