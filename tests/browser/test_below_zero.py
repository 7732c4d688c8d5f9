"""Figures below zero have a minus (U+2212), which screen readers say: pages with every figure below zero."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, Route

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.looking import HYPHENS
from tests.support.hall import Hall
from tests.support.service import Running

FIGURES = {"points", "totals", "diff", "f", "c", "ptos", "net", "share", "rating", "sure", "change", "sanctions"}
"""Fields of the API with figures of a score, a table or a rating."""
PAGES = ("/championships/{championship}", "/players/{player}", "/ratings")
BELOW = re.compile(r"−\d")


def below(node: Any, name: str = "") -> Any:
    """An answer with every figure of it below zero."""
    if isinstance(node, dict):
        return {key: below(value, key) for key, value in node.items()}
    if isinstance(node, list):
        return [below(one, name) for one in node]
    return -abs(node) - 1 if type(node) is int and name in FIGURES else node


def answers(route: Route) -> None:
    response = route.fetch()
    if "json" not in response.headers.get("content-type", ""):
        route.fulfill(response=response)
    else:
        route.fulfill(response=response, body=json.dumps(below(response.json())))


def test_what_is_below_zero_has_a_minus(browser: Browser, running: Running) -> None:
    with running.client() as client:
        hall = Hall(client)
        places = {"championship": hall.championship, "player": hall.player("Ángeles")}
    context = browser.new_context(service_workers="block", reduced_motion="reduce", locale="es-ES")
    context.set_default_timeout(SLOW_MACHINE_MS)
    page = context.new_page()
    page.route(re.compile(r"/v1/(?!.*/stream)"), answers)
    for path in PAGES:
        page.goto(running.url + path.format(**places))
        page.wait_for_selector("#page:not([aria-busy])")
        page.get_by_text(BELOW).first.wait_for(state="attached")
        assert page.evaluate(HYPHENS) == [], path
    context.close()
