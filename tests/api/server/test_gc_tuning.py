"""A worker collects garbage seldom, and still finds it. A command does not look through what it loaded."""

import gc
import json
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.compose import app_from_environment, close
from api.runtime.gc_tuning import NEW_OBJECTS, NEW_OBJECTS_OF_START, ROUNDS, collect_seldom


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restores the interpreter's settings that a worker changes, for the tests after these."""
    thresholds, switch = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(switch)


def test_a_worker_does_not_look_through_what_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DATABASE", f"sqlite:///{tmp_path}/log.sqlite")
    app = app_from_environment()
    assert gc.get_threshold() == (NEW_OBJECTS, *ROUNDS)
    assert gc.get_freeze_count() > 0
    assert not any(app is one for one in gc.get_objects())
    close(app.state.services)


class _Knot:
    def __init__(self) -> None:
        self.own = self


def test_garbage_that_refers_to_itself_still_goes() -> None:
    collect_seldom()
    knot = _Knot()
    reference = weakref.ref(knot)
    del knot
    lists = [[number] for number in range(2 * NEW_OBJECTS)]
    assert reference() is None
    assert lists


END = """
import atexit, gc, json
atexit.register(lambda: print(json.dumps([gc.get_freeze_count(), gc.get_threshold(), gc.isenabled()])))
from api.cli.main import main
main()
"""


def test_a_command_collects_seldom_and_does_not_look_through_all_at_its_end() -> None:
    output = subprocess.check_output([sys.executable, "-c", END, "--version"], text=True)
    frozen, thresholds, enabled = json.loads(output.splitlines()[-1])
    assert frozen > 10_000
    assert thresholds == [NEW_OBJECTS_OF_START, *ROUNDS]
    assert enabled
