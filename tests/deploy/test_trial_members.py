"""A program of a trial cluster: found again by another command, ended, and never confused with an unrelated one."""

import os
import signal
from pathlib import Path

from deploy.trial.member import Member
from tests.support.waiting import eventually

SLEEP = ["sleep", "600"]
STUBBORN = ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 600 & wait; done"]


def test_another_command_finds_it_and_ends_it(tmp_path: Path) -> None:
    starter = Member("one", tmp_path)
    starter.start(SLEEP, {})
    found = Member("one", tmp_path)
    assert found.pid() == starter.pid() is not None
    found.end()
    assert found.wait_for_end()
    eventually(lambda: starter.pid() is None)
    assert found.pid() is None


def test_one_that_does_not_end_is_killed_with_all_that_it_started(tmp_path: Path) -> None:
    member = Member("one", tmp_path)
    member.start(STUBBORN, {})
    eventually(lambda: "ready" in member.output.read_text(encoding="utf-8"))
    member.end()
    assert not member.wait_for_end(seconds=0)
    assert member.pid() is None


def test_it_can_be_paused_and_goes_on(tmp_path: Path) -> None:
    member = Member("one", tmp_path)
    member.start(SLEEP, {})
    pid = member.pid()
    member.signal(signal.SIGSTOP)
    eventually(lambda: _state(pid) == "T")
    member.signal(signal.SIGCONT)
    eventually(lambda: _state(pid) != "T")
    member.end()
    assert member.wait_for_end()


def test_a_process_that_has_the_number_of_a_former_one_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "one.pid").write_text(f"{os.getpid()} 1", encoding="ascii")
    member = Member("one", tmp_path)
    assert member.pid() is None
    member.signal(signal.SIGKILL)
    assert member.wait_for_end()


def _state(pid: int | None) -> str:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0]
