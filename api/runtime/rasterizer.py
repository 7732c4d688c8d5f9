"""The process that draws SVG as PNG, started by `api.runtime.drawing`, for the worker at the other end of a pipe.

It imports nothing else of the service, so that it is small (24 MB) and starts at once.
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
"""Files by the weight of their font."""
IDLE_SECONDS = 60.0
"""Seconds without a request after which the process ends."""
MOST_PICTURES = 1_000
"""Pictures after which it ends and another one starts, so that its memory does not grow."""
POLITENESS = 5
"""Its niceness: other processes have the processor first."""


@cache
def _fonts() -> list[str]:
    """The files of the fonts: only those of the package, none of the machine."""
    paths = []
    for name in FONT_FILES.values():
        with as_file(files(FONTS) / "files" / name) as path:
            paths.append(str(Path(path)))
    return paths


def rasterize(svg: str) -> bytes:
    """Returns the PNG of a drawing, and blocks the interpreter meanwhile. Raises ValueError if it is no drawing."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_fonts(), font_family=FAMILY))


def serve(worker: "Connection[Any, Any]") -> None:
    """Draws the drawings from the pipe until it is closed or idle. The answer to anything else is empty."""
    with suppress(EOFError, OSError):
        for _ in range(MOST_PICTURES):
            if not worker.poll(IDLE_SECONDS):
                return
            svg = worker.recv_bytes().decode()
            try:
                picture = rasterize(svg)
            except ValueError:
                picture = b""
            worker.send_bytes(picture)


if __name__ == "__main__":
    # The terminal's interrupt is for the worker: it closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(POLITENESS)
    serve(Connection(int(sys.argv[1])))
