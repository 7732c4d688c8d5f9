"""Forks: what they have of the process that they come from, and what they do not have."""

import json
import signal
import subprocess
import sys
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")
PROGRAM = """
import gc, json, os, signal, sys
from multiprocessing import Pipe
from multiprocessing.connection import wait
from threading import Event, Thread
from api.runtime import forking

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
handled, before = [], {number: signal.getsignal(number) for number in SIGNALS}
for number in SIGNALS:
    signal.signal(number, lambda number, _: handled.append(number))
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
reads, writes = Pipe(duplex=False)
secret = open(sys.executable, "rb")

def child():
    forking.leave_files(but={writes.fileno()})
    number = secret.fileno()
    writes.send({
        "secret": os.readlink(f"/proc/self/fd/{number}"),
        "handlers": [str(signal.getsignal(one)) for one in SIGNALS],
        "blocked": list(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
        "frozen": gc.get_freeze_count() > 0,
    })
    signal.pause()

def leave_and_stay():
    forking.leave_files(but=())
    signal.pause()

process = forking.fork(child, handlers=before)
writes.close()
report = reads.recv()
os.kill(process.pid, signal.SIGTERM)
process.join()
stopped = forking.fork(leave_and_stay)
wait([stopped.sentinel])
os.kill(stopped.pid, signal.SIGSTOP)
ends = [forking.ends_within(stopped, 0.1)]
stopped.kill()
ends.append(forking.ends_within(stopped, 60.0))
can, over = [forking.can_fork()], Event()
Thread(target=over.wait).start()
can.append(forking.can_fork())
over.set()
report |= {"can": can, "ends": ends, "exit": process.exitcode, "handled": handled}
report["before"] = [str(one) for one in before.values()]
report["blocked in the parent"] = list(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
print(json.dumps(report))
"""


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """What a fork found, and its parent after it."""
    output = subprocess.check_output([sys.executable, "-c", PROGRAM], timeout=60)
    found: dict[str, Any] = json.loads(output)
    return found


def test_a_fork_has_no_file_of_its_parent_open(report: dict[str, Any]) -> None:
    assert report["secret"] == "/dev/null"


def test_a_fork_takes_signals_as_the_process_did_before(report: dict[str, Any]) -> None:
    # What a shell has it ignore, as in the background, included.
    assert report["handlers"] == report["before"]
    assert (report["exit"], report["handled"]) == (-signal.SIGTERM, [])
    assert report["blocked"] == report["blocked in the parent"] == [signal.SIGUSR1]


def test_whoever_waits_for_a_fork_that_stands_still_goes_on_in_time(report: dict[str, Any]) -> None:
    assert report["ends"] == [False, True]


def test_a_fork_collects_nothing_that_it_shares(report: dict[str, Any]) -> None:
    assert report["frozen"]


def test_a_process_with_threads_is_not_forked(report: dict[str, Any]) -> None:
    assert report["can"] == [True, False]
