"""A referee's finger: records events on the page of a table, and knows nothing of it but its hooks.

The hooks are `data-event` on controls that record, `data-card` with `data-zone` and `data-seat` on things that are chosen first,
`data-build`, `data-target`, `data-input` and `data-open`, and on the body the knowledge of the page (`data-version`,
`data-pending`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request

from tests.browser.finger import Touch, click
from tests.browser.looking import EXPECTED

Json = dict[str, Any]
MENUS = ("cante", "deal", "count", "claim", "sanction", "undo", "more")
LOOKS, LOOK_MS = 20, 100
"""The number of looks for a card, and the milliseconds between two."""
RECORDS = """(wanted) => {
  const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
  const sorted = (value) => Array.isArray(value) ? value.map(sorted)
    : value && typeof value === "object"
      ? Object.fromEntries(Object.keys(value).sort().filter((key) => value[key] !== null).map((key) => [key, sorted(value[key])]))
      : value;
  const found = [...document.querySelectorAll("[data-event]")].filter((one) => same(JSON.parse(one.dataset.event), wanted));
  const top = document.querySelector("dialog[open]");
  return found.find((one) => !top || top.contains(one)) ?? null;
}"""


class Stuck(AssertionError):
    """The page offers no way to record an event."""


class Tablet:
    """A page of one table, and its faults: errors, refused policies, requests to other hosts."""

    def __init__(self, page: Page, url: str, match: str, token: str, touch: Touch = click) -> None:
        self.page = page
        self.touch = touch
        self.url = url
        self.faults: list[str] = []
        self._before = (0, 0)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._hear)
        page.on("request", self._note_request)
        page.goto(f"{url}/table/{match}#token={token}")
        page.wait_for_selector("body[data-version]")

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(pattern in message.text for pattern in EXPECTED):
            self.faults.append(f"console: {message.text}")

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.faults.append(f"request: {request.url}")

    @property
    def version(self) -> int:
        """The version that the page knows to be stored."""
        return int(self.page.evaluate("document.body.dataset.version"))

    def reaches(self, version: int) -> None:
        """Waits until the page shows this version, and nothing waits to be sent."""
        self.page.wait_for_function(
            "v => Number(document.body.dataset.version) >= v && document.body.dataset.pending === '0'", arg=version
        )

    def record(self, event: Json) -> None:
        """Records an event as a person would. Raises Stuck if the page offers no way."""
        before = self.version
        if not self._taps(event):
            self.chooses(event)
        self.reaches(before + 1)

    def _taps(self, event: Json) -> bool:
        """Taps the control that records the event, in a menu if need be."""
        if self.press(event):
            return True
        if "card" in event or "cards" in event or "figures" in event:
            return False
        for menu in MENUS:
            if self.opens(menu):
                if self.press(event):
                    return True
                self.closes()
        return False

    def press(self, event: Json) -> bool:
        """Presses the control that records this event, if there is one."""
        while (locators := self.page.evaluate_handle(RECORDS, event).as_element()) is not None:
            try:
                self.touch(locators)
            except Error as error:
                if "not attached" not in error.message:
                    raise
                continue  # drawn again since it was looked for, when the service's word came in
            return True
        return False

    def opens(self, menu: str, seat: int | None = None) -> bool:
        """Opens a menu, if the page has it."""
        of = "" if seat is None else f'[data-seat="{seat}"]'
        button = self.page.locator(f'[data-open="{menu}"]{of}')
        if button.count() == 0:
            return False
        self.touch(button.first)
        return True

    def closes(self) -> None:
        """Closes the sheet that is open."""
        self.touch(self.page.locator("dialog[open] [data-close]"))

    def card(self, card: str | None, zones: Iterable[str], seat: int | None = None) -> Locator:
        """A card in one of these zones, of this seat if it belongs to a seat. A page shows it a moment after its version."""
        all_zones = tuple(zones)
        for _ in range(LOOKS):
            if (button := self._card("null" if card is None else card, all_zones, seat)) is not None:
                return button
            if self.is_recorded():
                break
            self.page.wait_for_timeout(LOOK_MS)
        state = self.page.evaluate("JSON.stringify(document.body.dataset)")
        raise Stuck(f"no card {card} in {all_zones}: {state}, {self._offers()}")

    def _card(self, name: str, zones: Iterable[str], seat: int | None) -> Locator | None:
        for zone in zones:
            buttons = self.page.locator(f'button[data-card="{name}"][data-zone="{zone}"]')
            own = self.page.locator(f'button[data-card="{name}"][data-zone="{zone}"][data-seat="{seat}"]')
            if seat is not None and own.count() > 0:
                return own.first
            if buttons.count() > 0:
                return buttons.first
        return None

    def chooses(self, event: Json) -> None:
        """Chooses the cards and figures of an event, and taps the control that records it. Raises Stuck if there is none."""
        self._before = self._version_and_waiting()
        for fields, choose in WAYS:
            if fields <= event.keys():
                choose(self, event)
                break
        if not self.is_recorded() and not self.press(event):
            raise Stuck(f"nothing records {msgspec.json.encode(event).decode()}: {self._offers()}")

    def _offers(self) -> list[str]:
        events = self.page.locator("[data-event]").evaluate_all("all => all.map(one => one.dataset.event)")
        return [str(one) for one in events][:40]

    def _version_and_waiting(self) -> tuple[int, int]:
        """The version that the page shows, saved or not, and the number of waiting events."""
        view_shown, pending = self.page.evaluate("[document.body.dataset.shown, document.body.dataset.pending]")
        return int(view_shown), int(pending)

    def is_recorded(self) -> bool:
        """True if the event that is being chosen is recorded already: the taps so far can mean nothing else."""
        view_shown, pending = self._version_and_waiting()
        return view_shown > self._before[0] or pending > self._before[1] == 0


def _lays(tablet: Tablet, event: Json) -> None:
    """Lays the card, then the cards it meets on the table."""
    seat = event.get("seat")
    if "card" in event:
        tablet.touch(tablet.card(event["card"], ("hand", "pad", "pack"), seat))
    for card in event.get("cards", ()):
        if tablet.is_recorded():
            return
        try:
            button = tablet.card(card, ("table", "hand", "army", "pad"), seat)
        except Stuck:
            if tablet.is_recorded():  # recorded since it was looked at: nothing else could be meant
                return
            raise
        tablet.touch(button)
    for build in [*event.get("builds", ()), *filter(None, [event.get("build")])]:
        if tablet.is_recorded():
            return
        tablet.touch(tablet.page.locator(f'[data-build="{build}"]'))


def _deals(tablet: Tablet, event: Json) -> None:
    for field in ("turn_up", "table"):
        cards = event.get(field) or []
        for card in [cards] if isinstance(cards, str) else cards:
            tablet.touch(tablet.card(card, (field, "pad")))


def _shows(tablet: Tablet, event: Json) -> None:
    for pair in event["shown"]:
        for seat, card in enumerate(pair):
            tablet.touch(tablet.card(card, ("pack",), seat))


def _defends(tablet: Tablet, event: Json) -> None:
    for block in event.get("blocks", ()):
        tablet.touch(tablet.card(block["attacker"], ("front",)))
        tablet.touch(tablet.card(block["defender"], ("army",), event["seat"]))
    if event.get("draw") is not None:
        _inputs(tablet, "draw", event["draw"])
    if any(event.get("lost") or ()):
        tablet.touch(tablet.page.locator('[data-target="lost"]'))
        for card in event["lost"]:
            tablet.touch(tablet.card(card, ("pack",)))


def _recovers(tablet: Tablet, event: Json) -> None:
    tablet.opens("recover", event["seat"])
    for target, cards in (("jokers", [event["joker"]]), ("cards", [event["card"]]), ("from", event["cards"])):
        tablet.touch(tablet.page.locator(f'[data-target="{target}"]'))
        for card in cards:
            tablet.touch(tablet.card(card, ("cementerio", "hand", "pad"), event["seat"]))


def _answers(tablet: Tablet, event: Json) -> None:
    tablet.opens("replica", event["seat"])
    for card in event["cards"]:
        tablet.touch(tablet.card(card, ("hand", "pad"), event["seat"]))


def _counts(tablet: Tablet, event: Json) -> None:
    tablet.opens("count")
    _fill(tablet, "figures", event["figures"])
    tablet.page.wait_for_selector("dialog[open] [data-event], dialog[open] .bad")


def _fill(tablet: Tablet, path: str, value: Any) -> None:
    if isinstance(value, dict):
        for name, one in value.items():
            _fill(tablet, f"{path}.{name}", one)
    elif isinstance(value, list):
        for i, one in enumerate(value):
            _fill(tablet, f"{path}.{i}", one)
    else:
        _inputs(tablet, path, value)


def _inputs(tablet: Tablet, path: str, value: Any) -> None:
    """Types or chooses a value, by the kind of the field."""
    text = msgspec.json.encode(value).decode()
    field = tablet.page.locator(f'[data-input="{path}"]')
    if field.count() == 0:
        return  # a row that the log has already, and that nothing types
    match field.first.evaluate("one => one.tagName"):
        case "SELECT":
            field.first.select_option(text)
        case "INPUT":
            field.first.fill(value if isinstance(value, str) else text)
        case _:
            tablet.touch(tablet.page.locator(f'[data-input="{path}"][data-value="{value}"]'))


WAYS: Sequence[tuple[set[str], Callable[[Tablet, Json], None]]] = (
    ({"figures"}, _counts),
    ({"shown"}, _shows),
    ({"blocks"}, _defends),
    ({"attacker"}, _defends),
    ({"joker"}, _recovers),
    ({"turn_up"}, _deals),
    ({"table"}, _deals),
    (set(), lambda tablet, event: (_answers if event["type"] == "replica" else _lays)(tablet, event)),
)
"""Functions that choose an event, by the fields that it has: the first that fits."""
