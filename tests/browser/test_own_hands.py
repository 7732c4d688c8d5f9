"""A whole match on the players' own tablets, one for each seat, with the referee's beside them; a game of each family."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import device
from tests.browser.tablet import Tablet
from tests.browser.test_whole_matches import LONGEST, SHORT, coming, dealer
from tests.support.service import Caller, Running

Json = dict[str, Any]
TABLES = ("hearts.castillar", "guinote", "casino.classic", "escoba", "corona")
SEATS = 2
PIN = "2718"
WITH_PIN = 1
"""The side that has a PIN, and confirms with it on the referee's tablet; the other does on its own, with its token."""
HANDS = """(seat) => {
  const strange = [...document.querySelectorAll('[data-zone="hand"]')].filter((one) => one.dataset.seat !== String(seat));
  const others = [...document.querySelectorAll('[data-event]')].map((one) => JSON.parse(one.dataset.event))
    .filter((event) => event.type !== "confirm" && event.type !== "claim" && event.seat !== seat);
  return [...strange.map((one) => one.dataset.card), ...others.map((event) => event.type)];
}"""
"""In a page: the cards of other hands, and the moves of other seats."""


class Room:
    """A match with a tablet for the referee and one for each player. `client` only reads."""

    def __init__(self, client: Caller, match: str, referee: Tablet, players: list[Tablet]) -> None:
        self.client, self.match = client, match
        self.referee, self.players = referee, players
        self.claims = 0
        self.confirmed: set[int] = set()

    def view(self) -> Json:
        """The match in the view of a reader of all hands."""
        return dict(self.client.get(f"/v1/matches/{self.match}").json())

    def records(self, event: Json) -> None:
        """Records the acts of a seat on its own tablet, and all else on the referee's; then all show it."""
        seat = event.get("seat")
        (self.referee if seat is None else self.players[seat]).record(event)
        self.shows()

    def shows(self) -> None:
        """Waits until every tablet is at the version of the match; a player's shows no other hand or moves."""
        version = self.client.version(self.match)
        self.referee.reaches(version)
        for seat, tablet in enumerate(self.players):
            tablet.reaches(version)
            assert tablet.page.evaluate(HANDS, seat) == [], seat

    def claims_against(self, move: Json) -> None:
        """The other player claims against a move from the own tablet, and the referee rules where the log does not."""
        tablet = self.players[1 - move["seat"]]
        at = self.client.version(self.match)
        tablet.opens("claim")
        tablet.page.locator(f'dialog [data-at="{at}"]').click()
        tablet.page.locator("dialog .controls [data-event*='claim']").click()
        tablet.reaches(at + 1)
        self.shows()
        self.claims += 1
        if self.view()["claims"][-1]["status"] == "pending":
            self.referee.opens("claim")
            self.referee.page.locator("dialog [data-event*='\"upheld\":false']").click()
            self.referee.reaches(at + 2)
            self.shows()

    def confirms(self) -> None:
        """Confirms the hand for every awaited side: one on its own tablet, the other by its PIN on the referee's."""
        while closing := self.awaits_confirmation():
            side = closing["missing"][0]
            tablet = self.referee if side == WITH_PIN else self.players[side]
            before = self.client.version(self.match)
            if side == WITH_PIN:
                tablet.page.locator(f'.confirm [data-input="pin"][data-side="{side}"]').fill(PIN)
            else:
                assert tablet.page.locator('.confirm [data-input="pin"]').count() == 0
            tablet.page.locator(f".confirm [data-event*='\"side\":{side}']").click()
            tablet.reaches(before + 1)
            self.shows()
            self.confirmed.add(side)

    def awaits_confirmation(self) -> Json | None:
        """The confirmation that a side still owes."""
        closing = self.view()["confirmation"]
        return dict(closing) if closing and closing["missing"] else None

    def faults(self) -> Iterator[str]:
        """The faults on any tablet."""
        for tablet in (self.referee, *self.players):
            yield from tablet.faults


@pytest.mark.parametrize("name", TABLES)
def test_players_record_a_whole_match_each_on_their_own_tablet(
    running: Running, organizer: Caller, browser: Browser, name: str
) -> None:
    rng = Random(name)
    params = SHORT.get(name, {})
    match = organizer.open(name, SEATS, params=params, player_input=True, confirm="sides", **dealer(name))
    assert organizer.put(f"/v1/matches/{match}/pins/{WITH_PIN}", json={"pin": PIN}).status_code == 204
    claims = organizer.get(f"/v1/rulesets/{name}").json()["claims"]
    with ExitStack() as devices:

        def tablet(role: str, **scope: Any) -> Tablet:
            token = organizer.bearer(role, match=match, **scope)["Authorization"].removeprefix("Bearer ")
            return Tablet(devices.enter_context(device(browser)).new_page(), running.url, match, token)

        room = Room(organizer, match, tablet("referee"), [tablet("player", seat=seat) for seat in range(SEATS)])
        for _ in range(LONGEST):
            room.confirms()
            event = coming(rng, organizer, match, name, unseen=False)
            if event is None:
                break
            room.records(event)
            if claims and not room.claims and "card" in event and room.view()["status"] == "open":
                room.claims_against(event)
        assert room.view()["status"] == "finished"
        assert room.confirmed == {0, 1}
        assert room.claims == bool(claims)
        assert list(room.faults()) == []
