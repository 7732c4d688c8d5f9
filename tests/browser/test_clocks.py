"""The clock of a match, at its table and in the hall: by the service's time, for any time of the device.

The service's words on a clock are moved on their way to the page, so that nothing waits for time to pass.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.looking import Looker
from tests.browser.standing import cut
from tests.browser.tablet import Tablet
from tests.support.hall import Hall
from tests.support.service import Caller

Json = dict[str, Any]
DAY, HOUR = 86_400, 3_600
SECONDS = """([above, most]) => {
  const left = Number(document.querySelector("[data-clock='runs']")?.dataset.seconds);
  return left > above && left <= most;
}"""


class ClockShift:
    """A clock with so much less time left, or another change, whenever a page reads its match."""

    def __init__(self, context: BrowserContext, match: str) -> None:
        self.less = 0
        self.says: Json = {}
        self.whole: Json = {}
        context.route(f"**/v1/matches/{match}", self._carry)

    def _carry(self, route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        if clock := view.get("clock"):
            if clock["deadline"]:
                over = datetime.fromisoformat(clock["deadline"]) - timedelta(seconds=self.less)
                clock["deadline"] = over.isoformat()
            clock.update(self.says)
        elif self.says:
            view["clock"] = self.says
        whole = view.get("match_clock")
        if whole and whole["deadline"]:
            over = datetime.fromisoformat(whole["deadline"]) - timedelta(seconds=self.less)
            whole["deadline"] = over.isoformat()
        elif self.whole:
            view["match_clock"] = self.whole
        route.fulfill(response=answer, json=view)


def note(page: Page, text: str) -> None:
    page.locator(".clock .note", has_text=text).wait_for()


def test_time_at_the_table_is_the_services_and_its_end_is_recorded_in_two_taps(
    organizer: Caller, context: BrowserContext, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("hearts.yppedia", 4, params={"turn_seconds": DAY})
    organizer.tell(match, [{"type": "deal"}, *({"type": "pass", "seat": seat} for seat in range(4))])
    organizer.tell(match, {"type": "play", "seat": 0, "card": "2C"})
    context.clock.install(time="2001-01-01T00:00:00Z")
    shift = ClockShift(context, match)
    shift.less = DAY - HOUR
    tablet = sits(match)
    page = tablet.page
    page.wait_for_function(SECONDS, arg=[0, HOUR])
    tablet.record({"type": "play", "seat": 1, "card": "3C"})
    page.wait_for_function(SECONDS, arg=[DAY - HOUR, DAY])
    assert page.locator('[data-open="timeout"]').count() == 0
    shift.less = DAY
    version = organizer.tell(match, {"type": "note", "text": "agua"})["version"]
    page.locator("[data-clock='over']").wait_for()
    assert "Se acabó el tiempo" in page.locator(".clock [role='status']").inner_text()
    assert list(cut(page)) == []
    page.locator('[data-open="timeout"]').click()
    page.locator('dialog [data-card="4C"]').click()
    page.locator("dialog [data-event]").click()
    tablet.reaches(version + 1)
    page.wait_for_function(SECONDS, arg=[DAY - HOUR, DAY])
    context.set_offline(True)
    note(page, "Sin conexión: cuenta este aparato")
    page.locator('button[data-card="5C"]').click()
    page.wait_for_function("() => document.body.dataset.pending === '1'")
    page.wait_for_function(SECONDS, arg=[DAY - HOUR, DAY])
    assert tablet.faults == []


def test_where_the_service_keeps_time_the_tablet_records_none_and_shows_what_was_played(
    organizer: Caller, context: BrowserContext, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("hearts.yppedia", 4, params={"turn_seconds": DAY, "clock": "service"})
    deal_view = organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "a"})["view"]
    for seat, hand in enumerate(deal_view["hands"]):
        view = organizer.tell(match, {"type": "pass", "seat": seat, "cards": hand[:3]})["view"]
    shift = ClockShift(context, match)
    shift.says = {"deadline": None}
    tablet = sits(match)
    page = tablet.page
    note(page, "Reloj parado")
    shift.says = {}
    organizer.tell(match, {"type": "note", "text": "agua"})
    note(page, "Después juega el servicio")
    tablet.opens("more")
    assert page.locator('dialog [data-form="note"]').count() == 1
    assert page.locator('dialog [data-form="timeout"]').count() == 0
    tablet.closes()
    shift.less = DAY
    version = organizer.tell(match, {"type": "note", "text": "vino"})["version"]
    note(page, "Se acabó el tiempo: juega el servicio")
    assert page.locator('[data-open="timeout"]').count() == 0

    def by_the_clock(route: Route) -> None:
        answer = route.fetch()
        entries = answer.json()
        entries["items"][-1]["recorded_by"] = "clock"
        route.fulfill(response=answer, json=entries)

    context.route(f"**/v1/matches/{match}/events?after={version}*", by_the_clock)
    shift.less = 0
    organizer.tell(match, {"type": "timeout", "seat": view["turn"]})
    tablet.reaches(version + 1)
    note(page, f"Jugó el servicio. Jugador {view['turn']}: ")
    assert tablet.faults == []


def test_a_referee_pauses_a_clock_gives_time_and_lets_it_go_on_in_two_taps_each(
    organizer: Caller, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("guinote", 4, timing={"turn_seconds": HOUR})
    version = organizer.tell(match, {"type": "deal", "turn_up": "6O"})["version"]
    tablet = sits(match)
    page = tablet.page
    page.locator("[data-clock='runs']").wait_for()
    for step, event, shows in (
        (1, {"type": "pause"}, "paused"),
        (2, {"type": "extra_time", "seconds": 120}, "paused"),
        (3, {"type": "resume"}, "runs"),
    ):
        assert tablet.opens("clock")
        assert list(cut(page)) == []
        assert tablet.press(event)
        tablet.reaches(version + step)
        page.locator(f"[data-clock='{shows}']").wait_for()
    page.wait_for_function(SECONDS, arg=[HOUR, HOUR + 120])
    tablet.opens("clock")
    page.locator('dialog [data-input="seconds"]').fill("45")
    assert tablet.press({"type": "extra_time", "seconds": 45})
    tablet.reaches(version + 4)
    assert organizer.get(f"/v1/matches/{match}").json()["clock"]["extra"] == 165
    assert tablet.faults == []


def test_a_match_whose_time_is_over_is_ended_at_the_table_between_two_hands(
    organizer: Caller, context: BrowserContext, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("guinote", 4, timing={"turn_seconds": HOUR, "match_seconds": HOUR})
    version = organizer.tell(match, {"type": "deal", "turn_up": "6O"})["version"]
    shift = ClockShift(context, match)
    tablet = sits(match)
    page = tablet.page
    page.locator("[data-match-clock='runs']").wait_for()
    # Beside each other on a phone, so that the cards are in sight; each opens on itself.
    page.set_viewport_size({"width": 360, "height": 740})
    tops = page.locator(".clock [role='timer']").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert tops[0] == tops[1]
    page.locator("[data-match-clock] [data-open='clock']").click()
    page.locator("dialog [data-input='of'][data-value='match'][aria-pressed='true']").wait_for()
    assert list(cut(page)) == []
    assert tablet.press({"type": "extra_time", "seconds": 300, "of": "match"})
    tablet.reaches(version + 1)
    shift.less = 2 * HOUR
    organizer.tell(match, {"type": "note", "text": "agua"})
    note(page, "Se acabó el tiempo: se termina la mano en juego")
    assert page.locator("[data-open='time_up']").count() == 0
    version = organizer.tell(match, {"type": "redeal", "reason": "mal repartido"})["version"]
    end = page.locator("[data-match-clock] [data-open='time_up']")
    end.wait_for()
    context.set_offline(True)
    end.click()
    assert list(cut(page)) == []
    assert tablet.press({"type": "time_up"})
    ends = page.locator("[data-ends-unsaved]")
    ends.wait_for()
    assert "El encuentro acaba aquí, por tiempo, y se contará cuando vuelva la red. Marcador: " in ends.inner_text()
    assert "siga anotando" not in page.locator(".about .saved").first.inner_text()
    assert page.locator("[data-match-clock], [data-event]").count() == 0
    assert list(cut(page)) == []
    assert tablet.opens("undo")
    page.locator(f"dialog [data-to='{version}']").first.click()
    tablet.closes()
    context.set_offline(False)
    tablet.reaches(version + 1)
    ends.wait_for(state="detached")
    page.get_by_text(", por tiempo").first.wait_for()
    assert organizer.get(f"/v1/matches/{match}").json()["result"]["reason"] == "clock.match"
    assert tablet.faults == []


READ_ACROSS = 90
"""Pixels of 1080: twice as large as the names."""


def test_the_board_shows_the_time_of_any_game(
    organizer: Caller, context: BrowserContext, looks: Callable[[str], Looker]
) -> None:
    hall = Hall(organizer)
    match = hall.guinote()
    context.clock.install(time="2001-01-01T00:00:00Z")
    shift = ClockShift(context, match)
    over = (datetime.now(UTC) + timedelta(seconds=HOUR)).isoformat()
    shift.says = {"seat": 1, "seconds": DAY, "deadline": over, "expired": False, "by": "record"}
    page = looks(f"/board/{hall.championship}?only={match}&seconds=600").page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.wait_for_function(SECONDS, arg=[0, HOUR])
    timer = page.locator(".clock [role='timer']")
    assert float(timer.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= READ_ACROSS
    shift.whole = {
        "since": over,
        "seconds": DAY,
        "deadline": over,
        "time_called": True,
        "extra": 0,
        "paused_at": None,
        "left": 0,
    }
    shift.says |= {"deadline": None, "paused_at": over, "left": 65.0}
    organizer.tell(match, {"type": "note", "text": "agua"})
    note(page, "Reloj en pausa")
    note(page, "Se acabó el tiempo: se termina la mano en juego")
    assert timer.inner_text() == "1:05"
    assert list(cut(page)) == []
