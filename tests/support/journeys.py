"""A profiler of single requests: the modules of the product on the way of each.

It counts calls, never time, so its figures are the same on every machine.
"""

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
PRODUCT = tuple(f"{ROOT / folder}/" for folder in ("api", "projections", "referee"))
Call = tuple[str, str]
"""A module's file, and the qualified name of the function in it."""


class Journey:
    """The calls of the product's functions in one request, by thread, in order."""

    def __init__(self) -> None:
        self.paths: dict[int, list[Call]] = {}

    def add(self, frame: FrameType) -> None:
        """Adds the call that begins with this frame."""
        call = frame.f_code.co_filename.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname
        self.paths.setdefault(threading.get_ident(), []).append(call)

    @property
    def stays(self) -> list[str]:
        """The modules in the order of the way, each once for every entry from another module."""
        return [module for path in self.paths.values() for module, _ in groupby(module for module, _ in path)]

    @property
    def modules(self) -> int:
        """The number of different modules."""
        return len({*self.stays})

    @property
    def returns(self) -> int:
        """The number of times that the way comes back to a module that it had left."""
        return len(self.stays) - self.modules

    @property
    def calls(self) -> int:
        """The number of calls. A generator or coroutine counts once more each time that it goes on."""
        return sum(map(len, self.paths.values()))

    def __str__(self) -> str:
        return f"{self.modules} modules, {self.returns} returns, {self.calls} calls"


class Profiler:
    """Records the way of a block. It profiles every thread that was started after its creation."""

    def __init__(self) -> None:
        self._journey: Journey | None = None
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and self._journey is not None and frame.f_code.co_filename.startswith(PRODUCT):
            self._journey.add(frame)

    @contextmanager
    def journey(self) -> Iterator[Journey]:
        """Records the calls in the block. The garbage collector is off meanwhile, so that its calls are not counted."""
        self._journey = journey = Journey()
        gc.disable()
        try:
            yield journey
        finally:
            gc.enable()
            self._journey = None


@contextmanager
def profiler() -> Iterator[Profiler]:
    """Profiles the block, and the threads that are started in it."""
    before = sys.getprofile(), threading.getprofile()
    try:
        yield Profiler()
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])
