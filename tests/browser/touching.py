"""A day in the hall, played by touch: two phones, two tablets and a board; the network is cut twice."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.desk import Desk
from tests.browser.finger import Touch, finger
from tests.browser.looking import Looker
from tests.browser.tablet import Tablet
from tests.browser.test_cuts import COUNTED, taps
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller

Json = dict[str, Any]
CUT_AT, CUT_FOR = 20, 6
"""The version at which the network of the first table goes away, and the number of events tapped without it."""
REPORTED = 10
"""Results entered when the organizer's network goes away."""


class ByTouch:
    """Decides and records at the pages alone, each with the key that the organizer made for it; `client` only reads."""

    def __init__(
        self,
        client: Caller,
        url: str,
        device: Callable[..., BrowserContext],
        hand: Callable[[Page], Touch] = finger,
    ) -> None:
        self.client, self.url, self.device, self.hand = client, url, device, hand
        self.championship = ""
        self.phone = device(360, 740).new_page()
        self.touch = hand(self.phone)
        self.tables = {name: device(820, 1180) for name in ("1", "2")}
        self.tablets: dict[str, Tablet] = {}
        self.result_count = self.cuts = 0
        self.first_match = ""

    def enters(self, players: Sequence[str]) -> None:
        """Opens the championship and enters everybody at once, pasted."""
        self.phone.goto(f"{self.url}/organize#token={TOKEN}")
        self.phone.fill('[data-input="name"]', "Fiestas de agosto")
        self.touch(self.phone.locator('[data-action="create-championship"]'))
        self.phone.wait_for_function("() => location.pathname.startsWith('/organize/')")
        self.championship = self.phone.url.rpartition("/")[2].partition("#")[0]
        self.desk = Desk(self.phone, self.url, self.championship, TOKEN, self.touch)
        self.board = Looker(self.device(1920, 1080).new_page(), self.url, f"/board/{self.championship}?seconds=600")
        self.desk.goes("players")
        self.desk.types({"players": "\n".join(players)})
        self.desk.taps("enter")
        self.phone.wait_for_selector("[data-notice]")
        self.head = self._head_referee()

    def _head_referee(self) -> Desk:
        """Another phone, with a referee's key of the whole championship. It shows the list of calls."""
        self.desk.goes("tokens")
        self.desk.chooses("role", "referee")
        self.desk.taps("create-token")
        address = self.phone.locator('dialog [data-input="address"]').input_value()
        self.touch(self.phone.locator("dialog [data-close]"))
        page = self.device(360, 740).new_page()
        head = Desk(page, self.url, self.championship, address.rpartition("=")[2], self.hand(page))
        head.goes("watch")
        return head

    def draws(self, body: Json) -> Contest:
        """Draws a contest by lots on the table, written down as they come out."""
        ids = {one["name"]: one["id"] for one in self._championship()["players"]}
        ids_before = {one["id"] for one in self._championship()["contests"]}
        self.desk.goes("contests")
        if self.phone.locator('[data-action="new-contest"]').count() > 0:
            self.desk.taps("new-contest")
        self.phone.select_option('[data-input="ruleset"]', body["ruleset"])
        self.desk.chooses("format", body["format"])
        if "entrants" in body:
            self.touch(self.phone.locator('[data-input="pairs"]'))
        for name in chain.from_iterable(body.get("entrants", ())):
            self.desk.chooses("pair", ids[name])
        self.desk.chooses("draw", "lots")
        for side in body["order"]:
            self.desk.chooses("order", ",".join(ids[name] for name in ([side] if isinstance(side, str) else side)))
        self.desk.taps("draw")
        self.phone.wait_for_selector("[data-notice]")
        [contest_id] = [one["id"] for one in self._championship()["contests"] if one["id"] not in ids_before]
        return Contest.existing(self.client, self.championship, contest_id)

    def reports(self, contest: Contest, fixture: Json, points: Sequence[int]) -> None:
        """Enters a result; once, the network goes away before its changes can be seen."""
        self._at("results")
        self.result_count += 1
        if self.result_count == REPORTED:
            self._cut(self.phone.context)
            self.desk.fixture(fixture["id"])
            self.desk.types({f"points.{n}": one for n, one in enumerate(points)})
            self.phone.wait_for_selector("dialog [data-refused]")
            self.phone.context.set_offline(False)
            self.desk.decides("report")
        else:
            self.desk.reports(fixture, points)

    def corrects(self, contest: Contest, fixture: Json, points: Sequence[int]) -> None:
        """Corrects a result, and reads beforehand the moves in the table."""
        self._at("results")
        foretold = self.desk.corrects(fixture, points)
        for entrant in fixture["entrants"]:
            assert any(text.startswith(entrant["name"]) for text in foretold), foretold

    def misses(self, contest: Contest, fixture: Json, absent: Sequence[Json]) -> None:
        """Gives a walkover."""
        self._at("results")
        self.desk.misses(fixture, absent)

    def leaves(self, contest: Contest, player: Json) -> None:
        """Withdraws an entrant for good."""
        self._at("leaving")
        self.desk.chooses("player", player["id"])
        self.desk.chooses("reason", "tiene que marcharse")
        self.desk.foretold()
        self.desk.decides("withdraw")
        self.phone.wait_for_selector(f"[data-gone] li:has-text('{player['name']}')")

    def rules(self, contest: Contest, order: Sequence[Json]) -> None:
        """Rules on a tie, having read the steps that left it open."""
        self._at("standings")
        self.phone.wait_for_selector("[data-ties]")
        self.desk.rules(order)

    def sits(self, fixture: Json, table: str) -> str:
        """Opens a match for a table: its tablet has the address of the QR code, with the key of this table alone."""
        self._at("fixtures")
        self.desk.fixture(fixture["id"])
        self.desk.taps("open-match")
        self.desk.taps("table-key")
        address: str = self.phone.locator('dialog [data-input="table-address"]').input_value()
        self.touch(self.phone.locator("dialog [data-close]"))
        match, _, token = address.rpartition("/")[2].partition("#token=")
        page = self.tables[table].new_page()
        self.tablets[match] = Tablet(page, self.url, match, token, self.hand(page))
        self.first_match = self.first_match or match
        return match

    def plays(self, match: str, events: Sequence[Json]) -> None:
        """Records cards as they are laid, and waits for no answer. At the first table there is no network for a while."""
        tablet = self.tablets[match]
        last = tablet.version + len(events)
        for n, event in enumerate(events, tablet.version + 1):
            if match == self.first_match and n == CUT_AT:
                self._cut(tablet.page.context)
            taps(tablet, event)
            tablet.page.wait_for_function(COUNTED, arg=n)
            if n == CUT_AT + CUT_FOR:
                tablet.page.context.set_offline(False)
        tablet.reaches(last)

    def records(self, match: str, event: Json) -> None:
        """Records at the table; a claim from the card that it is about."""
        tablet, before = self.tablets[match], self.tablets[match].version
        if event["type"] == "claim":
            tablet.opens("claim")
            tablet.touch(tablet.page.locator(f'dialog [data-at="{event["at"]}"]'))
            tablet.touch(tablet.page.locator("dialog [data-event]"))
            tablet.reaches(before + 1)
        else:
            tablet.record(event)

    def gives_card(self, fixture: Json, match: str, player: Json, card: str) -> None:
        """Gives a card for an event in a match."""
        self._at("sanctions")
        self.desk.chooses("player", player["id"])
        self.desk.chooses("card", card)
        self.phone.select_option('[data-input="where"]', fixture["id"])
        self.desk.decides("sanction")
        self.phone.wait_for_selector(f'[data-register] [data-card="{card}"]')

    def rules_on_claim(self, match: str, claim: str) -> None:
        """The head referee sees the claim come, and rejects it."""
        self.head.page.wait_for_selector('[data-item="claim"]')
        self.head.taps("rule")
        self.head.chooses("verdict", "rejected")
        self.head.decides("rule-claim")
        self.head.page.wait_for_selector('[data-item="claim"]', state="detached")
        self.tablets[match].reaches(self.client.version(match))

    def faults(self) -> Iterator[str]:
        """The faults on any of the pages."""
        yield from (*self.desk.faults, *self.head.faults, *self.board.faults)
        yield from chain.from_iterable(tablet.faults for tablet in self.tablets.values())

    def _at(self, section: str) -> None:
        if self.phone.locator(f'section[data-section="{section}"]').count() == 0:
            self.desk.goes(section)

    def _cut(self, context: BrowserContext) -> None:
        self.cuts += 1
        context.set_offline(True)

    def _championship(self) -> Json:
        return dict(self.client.get(f"/v1/championships/{self.championship}").json())
