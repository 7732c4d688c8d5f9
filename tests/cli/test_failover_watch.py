"""A node that began on a standby: its acts whenever its server begins or ceases to take writes, look by look."""

import os
import signal
from collections.abc import Callable, Sequence

import psycopg
import pytest

from api.cli import failover_watch
from api.cli.failover_watch import LOOKS, _Promotions
from referee.errors import Inconsistent
from referee.text import Text

OTHER_KEY = Inconsistent(Text(es="otra clave", en="another key"))


class Node:
    """The process of a node, with a server that answers each look by the test's plan."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, make_ready: Callable[[], bool] = lambda: True) -> None:
        self._answers: list[bool | None] = []
        self.restarts = 0
        monkeypatch.setattr(failover_watch, "takes_writes", self._ask)
        monkeypatch.setattr(os, "kill", self._tell)
        self._promotions = _Promotions("postgresql://", make_ready)

    def looks(self, results: Sequence[bool | None]) -> list[bool]:
        """True, for each look, if the workers were told to start again after it. None: the server accepts no connection."""
        self._answers = [*results]
        return [self._promotions.look() for _ in results]

    def _ask(self, _: str) -> bool:
        answer = self._answers.pop(0)
        if answer is None:
            raise psycopg.OperationalError("the database system is starting up")
        return answer

    def _tell(self, process: int, number: signal.Signals) -> None:
        assert (process, number) == (os.getpid(), signal.SIGHUP)
        self.restarts += 1


def test_it_writes_once_its_server_does_and_reads_once_it_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    node = Node(monkeypatch)
    assert node.looks([False, None, True, True, True]) == [False, False, False, True, False]
    assert node.looks([None, False, None, False, False, True, True]) == [False] * 3 + [True] + [False] * 2 + [True]
    assert node.restarts == 3
    lines = capsys.readouterr().err.splitlines()
    assert ["writes from now on" in line for line in lines] == [True, False, True]
    assert "takes no writes any more" in lines[1]


def test_a_server_that_is_another_one_for_a_moment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node(monkeypatch)
    for _ in range(3):
        assert not any(node.looks([True] * (LOOKS - 1) + [False]))
    assert node.restarts == 0


def test_one_that_may_not_write_says_so_once_and_goes_on_reading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")

    def refuse() -> bool:
        raise OTHER_KEY

    node = Node(monkeypatch, refuse)
    assert not any(node.looks([True] * (LOOKS + 3)))
    [line] = capsys.readouterr().err.splitlines()
    assert "only reads" in line
    assert "another key" in line


def test_one_whose_server_changed_its_mind_meanwhile_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = iter([False, True])
    node = Node(monkeypatch, lambda: next(ready))
    assert node.looks([True] * (LOOKS + 1)) == [False] * LOOKS + [True]
