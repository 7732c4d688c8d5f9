"""Debian's WebKitGTK by WebDriver, with as much of Playwright's interface as the tests use.

Sources: https://www.w3.org/TR/webdriver2/, https://playwright.dev/python/docs/api/class-page. A tap is a click of a mouse here:
WebKitGTK takes no touch from a driver.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import httpx
from playwright.sync_api import Error, TimeoutError

from tests.support.service import free_port
from tests.support.waiting import DEADLOCK_SECONDS

Step = str | int
"""A selector, or the number of an element among those that were found before, from the end if below zero."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name of a reference to an element (WebDriver, 12.1)."""
SCRIPT = Path(__file__).with_name("webkit.js").read_text(encoding="utf-8")
WINDOW = Path(__file__).with_name("webkit_window.py")
EVALUATES = """const [given, done] = [[...arguments].slice(0, -1), arguments[arguments.length - 1]];
(async () => {{ const value = ({script}\n); return typeof value === "function" ? value(...given) : value; }})()
  .then((value) => done({{ value: value === undefined ? null : value }}), (error) => done({{ error: String(error) }}));"""
DRIVER = "WebKitWebDriver"
SYSTEM_PYTHON = "/usr/bin/python3"
POLL_SECONDS = 0.02


def is_here() -> bool:
    """True if this machine has the driver, the system's Python with the engine, and a display without a screen."""
    script = "import gi; gi.require_version('WebKit2', '4.1')"
    return (
        shutil.which(DRIVER) is not None
        and shutil.which("Xvfb") is not None
        and subprocess.run([SYSTEM_PYTHON, "-c", script], capture_output=True, check=False).returncode == 0
    )


def _until(ask: Callable[[], Any], text: Callable[[], str], seconds: float) -> Any:
    """The first answer that is true. Raises Playwright's TimeoutError."""
    end = time.monotonic() + seconds
    while not (answer := ask()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds:.0f} s for {text()}")
        time.sleep(POLL_SECONDS)
    return answer


class Session:
    """A driver's process, and a browser's that it started. Without a display there is none."""

    def __init__(self, arguments: Sequence[str], display: str) -> None:
        port, environment = free_port(), os.environ | {"DISPLAY": display, "NO_AT_BRIDGE": "1"}
        self._process = subprocess.Popen([DRIVER, f"--port={port}"], env=environment, stderr=subprocess.DEVNULL)
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=DEADLOCK_SECONDS)
        _until(self._is_ready, lambda: "WebKitWebDriver", DEADLOCK_SECONDS)
        options = {"webkitgtk:browserOptions": {"binary": str(WINDOW), "args": [*arguments, "--automation"]}}
        self._path = "/session"
        answer = self.call("POST", "", {"capabilities": {"alwaysMatch": options}})
        self.version: str = answer["capabilities"]["browserVersion"]
        self._path = f"/session/{answer['sessionId']}"
        self.call("POST", "/timeouts", {"script": int(DEADLOCK_SECONDS * 1000)})

    def _is_ready(self) -> bool:
        try:
            return self._client.get("/status").is_success
        except httpx.TransportError:
            return False

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Gives the driver an order. Raises Playwright's Error."""
        answer = self._client.request(
            method, self._path + path, json=body if method == "GET" or body is not None else {}
        )
        value = answer.json()["value"]
        if answer.is_error:
            raise Error(f"{value['error']}: {value['message']}")
        return value

    def close(self) -> None:
        """Ends both processes."""
        try:
            self.call("DELETE", "")
        finally:
            self._client.close()
            self._process.terminate()
            self._process.wait(DEADLOCK_SECONDS)


@dataclass
class Fault:
    """A message of a page's console, or an error that nothing caught."""

    text: str
    type: str = "error"

    def __str__(self) -> str:
        return self.text


class Scope:
    """A page, or elements in it."""

    page: "Page"
    steps: Sequence[Step]

    def locator(self, selector: str) -> "Locator":
        """The elements below with this selector: CSS, `:visible`, `:has-text("...")`."""
        return Locator(self.page, [*self.steps, selector])


class Locator(Scope):
    """Elements of a page, looked for again each time."""

    def __init__(self, page: "Page", steps: Sequence[Step]) -> None:
        self.page, self.steps = page, steps

    def __repr__(self) -> str:
        return " >> ".join(map(str, self.steps))

    @property
    def first(self) -> "Locator":
        """The first of them."""
        return self.nth(0)

    @property
    def last(self) -> "Locator":
        """The last of them."""
        return self.nth(-1)

    def nth(self, n: int) -> "Locator":
        """One of them, from 0."""
        return Locator(self.page, [*self.steps, n])

    def count(self) -> int:
        """Their number now."""
        return int(self.page.ask("return find(arguments[0]).length", self.steps))

    def evaluate_all(self, script: str, argument: Any = None) -> Any:
        """The value of a function of all of them."""
        return self.page.ask(f"return ({script})(find(arguments[0]), arguments[1])", self.steps, argument)

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of a function of the element, once it is there. Raises Error if there are several."""
        outcome = _until(lambda: self._value(script, argument), lambda: f"{self} {self.page}", self.page.seconds)
        return outcome["value"]

    def _value(self, script: str, argument: Any) -> Any:
        outcome = self.page.ask(
            f"const all = find(arguments[0]); if (all.length !== 1) return {{ count: all.length }}; "
            f"const value = ({script})(all[0], arguments[1]); return {{ value: value === undefined ? null : value }}",
            self.steps,
            argument,
        )
        if outcome.get("count"):
            raise Error(f"strict mode violation: {self} is {outcome['count']} elements")
        return outcome if "value" in outcome else None

    def inner_text(self) -> str:
        """The text of the element."""
        return str(self.evaluate("(one) => one.innerText"))

    def all_inner_texts(self) -> list[str]:
        """The text of each."""
        return list(self.evaluate_all("(all) => all.map((one) => one.innerText)"))

    def input_value(self) -> str:
        """The value of the field."""
        return str(self.evaluate("(one) => one.value"))

    def get_attribute(self, name: str) -> str | None:
        """An attribute of the element."""
        value: str | None = self.evaluate("(one, name) => one.getAttribute(name)", name)
        return value

    def is_visible(self) -> bool:
        """True if there is one, and it can be seen."""
        return bool(self.evaluate_all("(all) => all.some(isVisible)"))

    def wait_for(self, state: str = "visible") -> None:
        """Waits until one can be seen, or is `attached`; or until none is there (`detached`) or can be seen (`hidden`)."""
        texts = {
            "visible": "all.some(isVisible)",
            "attached": "all.length > 0",
            "detached": "all.length === 0",
            "hidden": "!all.some(isVisible)",
        }
        script = f"(all) => {texts[state]}"
        _until(lambda: self.evaluate_all(script), lambda: f"{self} to be {state} {self.page}", self.page.seconds)

    def click(self) -> None:
        """Clicks the element, once it is there alone, stands still and nothing covers it."""
        self.page.click_at(self.evaluate, repr(self))

    tap = click

    def check(self) -> None:
        """Ticks the box."""
        if not self.evaluate("(one) => one.checked"):
            self.click()

    def fill(self, value: str) -> None:
        """Types into the field, once it can be."""
        self._writable()
        self.evaluate("fill", value)

    def select_option(self, value: str | None = None, *, label: str | None = None) -> None:
        """Chooses an option by its value or label, once it is there."""
        self._writable()
        script = "(one, [value, label]) => choose(one, value, label)"
        wanted = [value, label]
        _until(lambda: self.evaluate(script, wanted), lambda: f"{wanted} of {self}", self.page.seconds)

    def _writable(self) -> None:
        script = '(one) => isVisible(one) && !one.matches(":disabled")'
        _until(lambda: self.evaluate(script), lambda: f"{self} to be writable {self.page}", self.page.seconds)


@dataclass
class Handle:
    """One element that was found."""

    page: "Page"
    reference: Any

    def as_element(self) -> "Handle | None":
        """The element; None if the value is none."""
        return self if self.reference is not None else None

    def click(self) -> None:
        """Clicks it. Raises Error if it is no longer in the page."""
        self.page.click_at(self._place, "the element")

    tap = click

    def evaluate(self, script: str) -> Any:
        """The value of a function of it."""
        return self.page.ask(f"return ({script})(arguments[0])", self.reference)

    def _place(self, script: str) -> Any:
        try:
            place = self.evaluate(script)
        except Error as error:
            if "stale element" not in error.message:
                raise
            place = {"why": "not attached"}
        if place.get("why") == "not attached":
            raise Error("Element is not attached to the DOM")
        return place


class Keyboard:
    """The keys of a page, as far as the tests press them."""

    KEYS: ClassVar[dict[str, str]] = {"Tab": "\ue004"}
    """The characters that stand for keys without one (WebDriver, 17.4.2)."""

    def __init__(self, page: "Page") -> None:
        self._page = page

    def press(self, key: str) -> None:
        """Presses a key by its name."""
        value = self.KEYS[key]
        strokes = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._page.order("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})


class Page(Scope):
    """A window of a device."""

    def __init__(self, context: "Context", window: str, seconds: float) -> None:
        self.context, self.window = context, window
        self.keyboard = Keyboard(self)
        self.page, self.steps = self, []
        self.seconds = seconds
        self._handlers: list[Callable[[Fault], None]] = []

    def __str__(self) -> str:
        text = "return location.href + ' ' + JSON.stringify(document.body.dataset) + ' ' + document.body.innerText.slice(0, 200)"
        return f"at {self.ask(text)}"

    def order(self, method: str, path: str, body: Any = None) -> Any:
        """Gives the driver an order for this window; then tells what went wrong in it meanwhile."""
        try:
            return self.context.order(self.window, method, path, body)
        finally:
            for fault in self.context.new_faults():
                for handler in self._handlers:
                    handler(fault)

    def ask(self, script: str, *arguments: Any) -> Any:
        """The value that the body of a function returns, which may use what `webkit.js` has."""
        return self.order("POST", "/execute/sync", {"script": f"{SCRIPT}\n{script}", "args": list(arguments)})

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of an expression, or of a function of the argument. Raises Error if it throws."""
        body = {"script": EVALUATES.format(script=script.strip().rstrip(";")), "args": [argument]}
        answer = self.order("POST", "/execute/async", body)
        if "error" in answer:
            raise Error(answer["error"])
        return answer["value"]

    def evaluate_handle(self, script: str, argument: Any = None) -> Handle:
        """The element that a function of the argument returns."""
        return Handle(self, self.evaluate(script, argument))

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        """Waits until there is such an element (see `Locator.wait_for`)."""
        self.locator(selector).wait_for(state)

    def wait_for_function(self, script: str, *, arg: Any = None) -> None:
        """Waits until a function of the argument, or an expression, is true."""
        _until(lambda: self.evaluate(script, arg), lambda: f"{script} of {arg} {self}", self.seconds)

    def wait_for_timeout(self, ms: float) -> None:
        """Waits."""
        time.sleep(ms / 1000)

    @property
    def url(self) -> str:
        """The address."""
        return str(self.order("GET", "/url"))

    def goto(self, url: str) -> None:
        """Opens an address."""
        self.order("POST", "/url", {"url": url})

    def reload(self) -> None:
        """Loads the page anew."""
        self.order("POST", "/refresh")

    def fill(self, selector: str, value: str) -> None:
        """Types into the first such field."""
        self.locator(selector).first.fill(value)

    def select_option(self, selector: str, value: str) -> None:
        """Chooses an option of the first such field."""
        self.locator(selector).first.select_option(value)

    def on(self, event: str, handler: Callable[[Any], None]) -> None:
        """Tells a handler what goes wrong in the device's pages. It tells none of requests, which the pages' policy holds."""
        if event == "pageerror":
            self._handlers.append(handler)

    def click_at(self, ask: Callable[[str], Any], name: str) -> None:
        """Clicks where `ask` says twice in a row that the element is: what moves is not clicked, nor what has just come there."""
        place: Any = {}

        def is_hit() -> bool:
            nonlocal place
            before, place = place, ask("aim")
            if "x" not in place or place != before or ask("guard") != place:
                return False
            move = {"type": "pointerMove", "duration": 0, "x": place["x"], "y": place["y"]}
            press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
            mouse = {
                "type": "pointer",
                "id": "mouse",
                "parameters": {"pointerType": "mouse"},
                "actions": [move, *press],
            }
            self.order("POST", "/actions", {"actions": [mouse]})
            # Nothing is known of a click that has opened another page.
            return self.ask("return window.clickHit !== false") is True

        _until(is_hit, lambda: f"a click on {name}: {place} {self}", self.seconds)

    def pdf(self, *, landscape: bool, margin: float) -> bytes:
        """The page on sheets of A4, as PDF. WebKitGTK takes the margins, in mm, from its dialog and not from the page."""
        file = self.context.folder / "paper.pdf"
        wish = json.dumps({"file": str(file), "landscape": landscape, "margin": margin})
        self.evaluate("(wish) => webkit.messageHandlers.paper.postMessage(wish)", wish)
        _until(file.exists, lambda: f"paper {self}", self.seconds)
        content = file.read_bytes()
        file.unlink()
        return content

    def close(self) -> None:
        """Closes the window; the last one only leaves its page."""
        if len(self.context.pages) > 1:
            self.order("DELETE", "/window")
            self.context.pages.remove(self)
        else:
            self.goto("about:blank")


class Context:
    """A device: its own browser, storage and windows, all of one size."""

    def __init__(self, folder: Path, display: str, size: tuple[int, int], locale: str) -> None:
        self.folder = folder
        self._faults = folder / "faults.txt"
        self._faults.touch()
        self._fault_count = 0
        self._window = ""
        self.pages: list[Page] = []
        self._seconds = DEADLOCK_SECONDS
        self._is_closed = False
        self._session = Session([*map(str, size), locale, str(folder), str(self._faults)], display)

    def order(self, window: str, method: str, path: str, body: Any) -> Any:
        """Gives the driver an order for a window."""
        if window != self._window:
            self._session.call("POST", "/window", {"handle": window})
            self._window = window
        return self._session.call(method, path, body)

    def new_faults(self) -> list[Fault]:
        """The faults since the last call."""
        lines = self._faults.read_text(encoding="utf-8").splitlines()
        new, self._fault_count = lines[self._fault_count :], len(lines)
        return [Fault(text) for text in new]

    def new_page(self) -> Page:
        """Opens a window."""
        if self.pages:
            # Of the window that it had last, which may be closed by now, the driver would open none.
            handle = self.order(self.pages[0].window, "POST", "/window/new", {"type": "window"})["handle"]
        else:
            handle = self._session.call("GET", "/window")
        self.pages.append(Page(self, handle, self._seconds))
        return self.pages[-1]

    def set_default_timeout(self, ms: float) -> None:
        """Sets how long the windows that are opened from now on wait."""
        self._seconds = ms / 1000

    def close(self) -> None:
        """Ends the device's browser."""
        if not self._is_closed:
            self._is_closed = True
            self._session.close()


class Browser:
    """Devices with WebKit, on a display without a screen."""

    def __init__(self, display: str, folder: Path) -> None:
        self._display, self._folder = display, folder
        self._contexts: list[Context] = []

    def new_context(self, *, viewport: Any = None, locale: str = "es-ES", **_: Any) -> Context:
        """Another device. What Playwright's interface sets beyond this stays as it is."""
        size = viewport or {"width": 1280, "height": 720}
        folder = self._folder / str(len(self._contexts))
        folder.mkdir()
        self._contexts.append(Context(folder, self._display, (size["width"], size["height"]), locale))
        return self._contexts[-1]

    def close(self) -> None:
        """Ends the browsers of all devices."""
        for one in self._contexts:
            one.close()


@contextmanager
def webkit() -> Iterator[Browser]:
    """WebKit, until the block ends."""
    with TemporaryDirectory(prefix="webkit-") as folder, display() as number:
        program = Browser(number, Path(folder))
        try:
            yield program
        finally:
            program.close()


@contextmanager
def display() -> Iterator[str]:
    """An X display without a screen, with the number that it finds free."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1400x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader, encoding="ascii") as numbers:
        number = numbers.readline().strip()
    try:
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(DEADLOCK_SECONDS)
