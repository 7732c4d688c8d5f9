"""Mistaken records are taken back by touch, on a phone: each with its reason, once the resulting changes were seen."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.test_organize_play import LEAST_TARGET, SMALL, WIDER
from tests.support.organizing import TEN, Contest
from tests.support.service import TOKEN, Caller, Running


@pytest.fixture
def sits_down(running: Running, browser: Browser) -> Iterator[Callable[[Contest], Desk]]:
    desks: list[tuple[BrowserContext, Desk]] = []

    def sit(contest: Contest) -> Desk:
        context = browser.new_context(
            service_workers="block", viewport={"width": 360, "height": 740}, locale="es-ES", has_touch=True
        )
        context.set_default_timeout(SLOW_MACHINE_MS)
        desk = Desk(context.new_page(), running.url, contest.championship, TOKEN, lambda one: one.tap())
        desks.append((context, desk))
        return desk

    yield sit
    for context, desk in desks:
        context.close()
        assert desk.faults == []


def test_a_day_of_mistakes_is_taken_back_by_touch(organizer: Caller, sits_down: Callable[[Contest], Desk]) -> None:
    contest = Contest(organizer, *TEN[:4], format="league", params={"late_until": 3})
    before = contest.standings()["rows"]
    organizer.post(
        f"/v1/championships/{contest.championship}/players", json={"players": [{"name": "Urraca", "distinct": True}]}
    )
    contest.report({"Ana": 40, "Beto": 64})
    contest.do("withdrawals", player="Carla", reason="se va")
    card = {"player": "Dani", "card": "yellow", "reason": "grita"}
    organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=card)
    desk = sits_down(contest)

    # The withdrawal and the result, in the list of decisions.
    desk.goes("history")
    for wrong in ("Retirada", "Resultado"):
        desk.touch(desk.page.locator(f'[data-history] li:has(b:text-is("{wrong}")) [data-action="undo"]'))
        assert any("Carla" in text or "Ana" in text for text in desk.foretold())
        assert desk.page.evaluate(WIDER) is False
        assert desk.page.evaluate(SMALL, LEAST_TARGET) == []
        desk.chooses("reason", "era otro encuentro")
        desk.decides("undo")
        desk.page.locator(f'[data-history] li:has(b:text-is("{wrong}")) [data-undone]').wait_for()
    assert contest.standings()["rows"] == before
    changes = organizer.get(f"/v1/contests/{contest.id}/changes").json()["items"]
    assert [one["reason"] for one in changes if one["type"] == "decision_undone"] == ["era otro encuentro"] * 2
    assert desk.page.evaluate(WIDER) is False

    # The card, in its register.
    desk.goes("sanctions")
    desk.taps("undo-card")
    desk.decides("undo")
    desk.page.locator("[data-register] [data-card]").wait_for(state="detached")

    # A late entrant enters, and then the contest is cancelled for the rain.
    desk.goes("leaving")
    desk.chooses("what", "late")
    newcomer = next(
        one["id"] for one in organizer.get(f"/v1/championships/{contest.championship}").json()["players"][4:]
    )
    desk.chooses("newcomer", newcomer)
    desk.decides("late")
    assert [one["name"] for one in contest.view()["entrants"]] == [*TEN[:4], "Urraca"]
    desk.goes("contests")
    desk.taps("name-contest")
    desk.types({"name": "Copa de la peña"})
    desk.decides("rename")
    desk.page.locator('h3:text-is("Copa de la peña")').wait_for()
    desk.taps("cancel-contest")
    assert desk.foretold() == ["El juego pasa de «En juego» a «Anulado»."]
    desk.decides("undo")
    assert contest.view()["phase"] == "cancelled"
    desk.goes("start")
    desk.touch(desk.page.locator('[data-open="name"] > summary'))
    desk.types({"name": "Fiestas de septiembre"})
    desk.decides("rename")
    assert organizer.get(f"/v1/championships/{contest.championship}").json()["name"] == "Fiestas de septiembre"


def fits(desk: Desk) -> None:
    """Fails if anything lies beyond the edge of the phone, or if a wet finger would miss a control."""
    assert desk.page.evaluate(WIDER) is False
    assert desk.page.evaluate(SMALL, LEAST_TARGET) == []


def test_somebody_new_comes_late_and_who_has_their_name_is_asked_about(
    organizer: Caller, sits_down: Callable[[Contest], Desk]
) -> None:
    """One entrant is unlike any other, one played elsewhere, and one has another person's name."""
    Contest(organizer, "Zenobia Urrea", "Wilfrido Urrea", format="league")
    contest = Contest(organizer, *TEN[:4], format="league", params={"late_until": 9})
    desk = sits_down(contest)
    desk.goes("leaving")
    desk.chooses("what", "late")
    button = desk.page.locator('[data-input="newcomer"][aria-pressed="true"]')
    for name, answer in (("Yolando  Urrea", None), ("zenobia URREA", "same"), ("Wilfrido Urrea", "other")):
        desk.types({"newcomer.name": name})
        desk.taps("newcomer")
        if answer:
            question = desk.page.locator("[data-question]")
            question.wait_for()
            fits(desk)
            desk.types({"disambiguation": "Peña Sur"})
            desk.touch(question.locator(f'[data-action="{answer}"]'))
        button.wait_for()
        fits(desk)
        desk.decides("late")
        # The notice of the one before may still be there: the form is empty again when this one is stored.
        button.wait_for(state="detached")
    names = [*TEN[:4], "Yolando Urrea", "Zenobia Urrea", "Wilfrido Urrea (Peña Sur)"]
    assert [one["name"] for one in contest.view()["entrants"]] == names


def test_a_day_of_pairs_goes_by_touch(organizer: Caller, sits_down: Callable[[Contest], Desk]) -> None:
    """Events of a day: no pair at the first match, a result at the wrong one, a partner ill, a wrong pair sent home, a final."""
    pairs = [[*TEN[n : n + 2]] for n in range(0, 8, 2)]
    names = [" / ".join(pair) for pair in pairs]
    options = {"size": 2, "through": 1, "then": "final"}
    body: dict[str, Any] = {"format": "groups", "params": options, "order": pairs, "entrants": pairs}
    contest = Contest(organizer, *TEN, ruleset="guinote", **body)
    people = organizer.get(f"/v1/championships/{contest.championship}").json()["players"]
    ids = {one["name"]: one["id"] for one in [*people, *contest.view()["entrants"]]}
    first, second = contest.fixture(*names[:2]), contest.fixture(*names[2:])
    desk = sits_down(contest)

    # A pair that has not come is written down as absent; it comes after all, and plays.
    desk.goes("results")
    desk.misses(first, [one for one in first["entrants"] if one["name"] == names[0]])
    assert contest.fixture(*names[:2])["state"] == "walkover"
    desk.goes("history")
    desk.touch(desk.page.locator('[data-history] [data-action="undo"]').first)
    desk.foretold()
    fits(desk)
    desk.decides("undo")
    assert contest.fixture(*names[:2])["state"] == "pending"

    # The result is the other way round, and is corrected once the resulting changes were seen.
    desk.goes("results")
    desk.reports(first, [1, 3] if first["entrants"][0]["name"] == names[0] else [3, 1])
    foretold = desk.corrects(
        contest.fixture(*names[:2]), [3, 1] if first["entrants"][0]["name"] == names[0] else [1, 3]
    )
    assert any(names[0] in text for text in foretold), foretold
    desk.reports(second, [3, 2] if second["entrants"][0]["name"] == names[2] else [2, 3])
    assert {one["name"] for one in contest.fixtures("final")[0]["entrants"]} == {names[0], names[2]}

    # The wrong pair is sent home; it is taken back, and the final stands as it was.
    desk.goes("leaving")
    desk.chooses("player", ids[names[0]])
    desk.foretold()
    fits(desk)
    desk.decides("withdraw")
    desk.goes("history")
    desk.touch(desk.page.locator('[data-history] li:has(b:text-is("Retirada")) [data-action="undo"]'))
    assert any("Ana" in text for text in desk.foretold())
    desk.decides("undo")

    # Only a partner falls ill: a substitute sits in, and the pair keeps its place.
    desk.goes("leaving")
    desk.chooses("what", "substitute")
    desk.chooses("player", ids[names[0]])
    desk.chooses("partner", ids["Ana"])
    desk.chooses("in", ids["Julia"])
    desk.foretold()
    fits(desk)
    desk.decides("substitute")
    [final] = contest.fixtures("final")
    assert {one["name"] for one in final["entrants"]} == {"Julia / Beto", names[2]}

    # The final is played, and everybody reads the same winner.
    desk.goes("results")
    desk.reports(final, [3, 0] if final["entrants"][0]["name"] == "Julia / Beto" else [0, 3])
    assert contest.podium()[0][1] == "Julia / Beto"
    desk.goes("standings")
    fits(desk)
    desk.page.locator("text=Julia / Beto").first.wait_for()
