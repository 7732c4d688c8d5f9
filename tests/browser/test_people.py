"""Holders of the device: a referee, a player, a person that may only look; and two recorders at one table."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.tablet import Tablet
from tests.support.service import Caller
from tests.support.waiting import eventually

Json = dict[str, Any]
DEALT: Json = {"type": "deal", "shuffle": True, "seed": "a"}


def token(organizer: Caller, role: str, match: str, **scope: Any) -> str:
    return organizer.bearer(role, match=match, **scope)["Authorization"].removeprefix("Bearer ")


def events(page: Page) -> list[str]:
    names: list[str] = page.locator("[data-event]").evaluate_all("all => all.map(one => one.dataset.event)")
    return names


@pytest.mark.parametrize("role", ["auditor", None])
def test_who_may_not_record_is_told_so_and_finds_nothing_to_tap(
    organizer: Caller, sits: Callable[..., Tablet], role: str | None
) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match, token(organizer, role, match) if role else "")
    tablet.page.get_by_text("no tiene permiso para anotar aquí").wait_for()
    assert events(tablet.page) == []
    menus = tablet.page.locator("[data-open]").evaluate_all("all => all.map(one => one.dataset.open)")
    assert menus == ["score"]


def test_a_player_sees_the_own_hand_and_finds_the_own_moves_only(
    organizer: Caller, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("guinote", 2, player_input=True)
    view = organizer.tell(match, DEALT)["view"]
    turn = view["turn"]
    tablet = sits(match, token(organizer, "player", match, seat=turn))
    tablet.page.wait_for_function("() => document.querySelectorAll('[data-open]').length === 2")
    hand = view["hands"][turn]
    cards = tablet.page.locator("[data-event]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert sorted(cards) == sorted(hand)
    tablet.record({"type": "play", "seat": turn, "card": hand[0]})
    tablet.page.wait_for_function("() => document.querySelectorAll('[data-event]').length === 0")
    assert tablet.page.locator(f'button[data-card="{hand[1]}"]').count() == 0
    assert tablet.faults == []


def test_a_player_at_a_table_of_a_referee_claims_and_records_nothing(
    organizer: Caller, sits: Callable[..., Tablet]
) -> None:
    match = organizer.open("guinote", 2)
    plays: list[Json] = [{"type": "play", "seat": 1, "card": "1C"}, {"type": "play", "seat": 0, "card": "3C"}]
    organizer.tell(match, [{"type": "deal", "turn_up": "5O"}, *plays])
    tablet = sits(match, token(organizer, "player", match, seat=1))
    tablet.page.wait_for_function("() => document.querySelectorAll('[data-open]').length === 2")
    assert events(tablet.page) == []
    tablet.opens("claim")
    tablet.page.locator('dialog [data-at="4"]').click()
    # A try would tell the log's knowledge of the other hand: a player hears it with the claim itself.
    tablet.page.locator("dialog .foretold", has_text="en cuanto se reclame").wait_for()
    tablet.page.locator("dialog [data-event]").click()
    tablet.reaches(5)
    assert organizer.get(f"/v1/matches/{match}").json()["claims"][0]["by"] == 1


def test_players_confirm_with_their_own_token(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    organizer.tell(match, {"type": "count", "figures": {"points": [6, 20]}})
    for seat in (0, 1):
        tablet = sits(match, token(organizer, "player", match, seat=seat))
        tablet.page.wait_for_function("() => document.querySelectorAll('.confirm [data-event]').length === 1")
        assert tablet.page.locator('[data-input="pin"]').count() == 0
        before = tablet.version
        tablet.page.locator(".confirm [data-event]").click()
        tablet.reaches(before + 1)
    assert organizer.get(f"/v1/matches/{match}").json()["confirmation"]["missing"] == []


def test_two_tablets_at_one_table_see_each_other(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    body = {"label": "Marta", "pending": 2, "last_saved": 1, "idle_seconds": 4 * 3_600}
    assert organizer.put(f"/v1/matches/{match}/presence", json=body).status_code == 204
    tablet = sits(match)
    line = tablet.page.locator(".others")
    line.wait_for()
    assert "Marta también anota aquí" in line.inner_text()
    assert "último toque hace 4 h" in line.inner_text()
    assert "2 sin guardar" in line.inner_text()
    eventually(lambda: any(one["label"].startswith("Tableta ") for one in devices(organizer, match)))


def test_a_device_has_the_name_that_it_was_given(organizer: Caller, sits: Callable[..., Tablet]) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    eventually(lambda: any(one["label"].startswith("Tableta ") for one in devices(organizer, match)))
    tablet.opens("more")
    tablet.page.locator('dialog [data-input="label"]').fill("Marta")
    tablet.page.locator("dialog [data-rename]").click()
    eventually(lambda: any(one["label"] == "Marta" and one["tapped_at"] for one in devices(organizer, match)))
    assert tablet.page.locator(".others").count() == 0, "it is no other device"


def devices(organizer: Caller, match: str) -> list[Json]:
    items: list[Json] = organizer.get(f"/v1/matches/{match}/presence").json()["items"]
    return items
