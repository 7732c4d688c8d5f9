"""A separate process draws pictures. After any end of it, the service answers and the next picture is drawn."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from api.pages.sharing import picture
from api.pages.sharing.previews import Line, Preview
from api.runtime import drawing, rasterizer
from api.runtime.drawing import MOST_WAITING, RETRY_SECONDS, Drawer
from referee.errors import Busy
from tests.support import drawing_hand
from tests.support.inside import Clock, inside
from tests.support.service import BEARER, refusal_of
from tests.support.waiting import DEADLOCK_SECONDS

T = TypeVar("T")
SHORT = 0.2
"""Seconds before a wait for something that never comes ends."""


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    hand = Drawer(drawing_hand.__name__, draw_seconds=DEADLOCK_SECONDS, wait_seconds=DEADLOCK_SECONDS)
    yield hand
    hand.close()


def run(work: Callable[[], Awaitable[T]]) -> T:
    async def whole() -> T:
        return await work()

    return asyncio.run(whole())


def draw_by_process(drawer: Drawer, message: str) -> tuple[int, str]:
    """The process that drew it, and the drawn message."""
    by, _, what = run(lambda: drawer.draw(message)).decode().partition(" ")
    return int(by), what


def test_one_process_draws_one_picture_after_the_other(drawer: Drawer) -> None:
    by = draw_by_process(drawer, "one")[0]
    assert draw_by_process(drawer, "two") == (by, "two")
    assert by != os.getpid()


@pytest.mark.parametrize("end", ["killed", "last"])
def test_another_one_draws_where_it_has_ended(drawer: Drawer, end: str) -> None:
    by = draw_by_process(drawer, end)[0]
    if end == "killed":
        os.kill(by, signal.SIGKILL)
    other, what = draw_by_process(drawer, "two")
    assert other != by and what == "two"


def test_what_ends_every_process_is_refused_and_nothing_else(drawer: Drawer) -> None:
    with pytest.raises(Busy):
        draw_by_process(drawer, "die")
    assert draw_by_process(drawer, "two")[1] == "two"
    with pytest.raises(ValueError, match="cannot be drawn"):
        draw_by_process(drawer, "refuse")
    assert draw_by_process(drawer, "three")[1] == "three"


def test_a_process_that_hangs_is_ended() -> None:
    drawer = Drawer(drawing_hand.__name__, draw_seconds=SHORT, wait_seconds=DEADLOCK_SECONDS)
    with pytest.raises(Busy):
        draw_by_process(drawer, "hang")
    assert drawer._process is None
    drawer.close()


def test_a_reader_does_not_wait_for_long_and_is_told_when_to_ask_again() -> None:
    drawer = Drawer(drawing_hand.__name__, draw_seconds=DEADLOCK_SECONDS, wait_seconds=SHORT)
    with pytest.raises(Busy) as busy:
        draw_by_process(drawer, "hang")
    assert busy.value.extra == {"retry_after": RETRY_SECONDS}
    assert busy.value.text.es and busy.value.text.en
    drawer.close()


def test_who_asks_for_the_same_at_the_same_time_gets_the_same_and_too_many_are_refused(
    drawer: Drawer, tmp_path: Path
) -> None:
    """One picture waits for a file, and others queue behind it."""
    gate = str(tmp_path / "gate")

    async def ask() -> list[bytes | BaseException]:
        first = [asyncio.ensure_future(drawer.draw(gate)) for _ in range(3)]
        others = [asyncio.ensure_future(drawer.draw(f"n{n}")) for n in range(MOST_WAITING)]
        await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
        Path(gate).touch()
        return await asyncio.gather(*first, *others, return_exceptions=True)

    *answers, refusal = run(ask)
    assert isinstance(refusal, Busy)
    assert answers[0] == answers[1] == answers[2]
    assert [str(answer, "ascii").split()[1] for answer in answers[3:] if isinstance(answer, bytes)] == [
        f"n{n}" for n in range(MOST_WAITING - 1)
    ]


def test_it_ends_with_the_service_in_the_middle_of_a_picture() -> None:
    drawer = Drawer(drawing_hand.__name__, draw_seconds=DEADLOCK_SECONDS, wait_seconds=SHORT)
    with pytest.raises(Busy):
        draw_by_process(drawer, "hang")
    process = drawer._process
    assert process is not None and process.poll() is None
    drawer.close()
    assert process.poll() is not None
    with pytest.raises(Busy):
        draw_by_process(drawer, "one")


def test_the_process_draws_what_this_one_would() -> None:
    preview = Preview("A title", "about", (Line("Ana", "−12"),), 1)
    own = Drawer(rasterizer.__name__)
    assert run(lambda: own.draw(picture.as_svg(preview))) == picture.as_png(preview)
    with pytest.raises(ValueError, match="cannot be drawn"):
        run(lambda: own.draw("<svg"))
    own.close()


def test_a_busy_drawer_answers_in_words_and_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_WAITING", 0)
    with inside(str(tmp_path / "referee.sqlite"), Clock()) as client:
        client.headers.update(BEARER)
        match = client.open()
        answer = client.get(f"/share/{match}.png", headers={"Accept-Language": "es"})
        problem = refusal_of(answer, 503, "busy")
        assert (problem["retry_after"], answer.headers["retry-after"]) == (RETRY_SECONDS, str(RETRY_SECONDS))
        monkeypatch.undo()
        assert client.get(f"/share/{match}.png").headers["content-type"] == "image/png"
