"""Papers from WebKit and Firefox: the words of Chromium's in the same order, on as many sheets, and none beyond the edge."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.engines.conftest import Device
from tests.browser.engines.webkit import Page as WebKitPage
from tests.browser.test_paper import LONG, revoke
from tests.support.organizing import TEN, Contest
from tests.support.paper import PrintedDocument, print_to_pdf
from tests.support.records import replay_record
from tests.support.service import Caller, Running

LYING = {"diplomas"}
"""Papers on their side."""
MARGIN = 12
"""Millimetres that the other papers ask for at each side."""
READY = dict.fromkeys(("replay", "long replay"), "body[data-ready='true'] [data-paper]")
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, caption, thead tr")]
  .map((one) => one.textContent).filter((text) => text.trim())"""
"""In a page, the texts of its headings and of the heads of its tables."""
NAMES = ("fixtures", "standings", "general", "sheets", "report", "diplomas", "replay", "long replay")


@pytest.fixture(scope="module")
def papers(running: Running) -> Iterator[dict[str, str]]:
    """The address of each paper."""
    with running.client() as client:
        yield _papers(client)


def _papers(client: Caller) -> dict[str, str]:
    pair = Contest(client, *LONG, format="single")
    pair.report({LONG[0]: 64, LONG[1]: 40})
    league = Contest(client, *LONG, *TEN[:6], format="league")
    league.report({LONG[0]: 64, LONG[1]: 40})
    return {
        "fixtures": f"/print/contests/{league.id}/fixtures?lang=es",
        "standings": f"/v1/contests/{league.id}/standings?format=html&lang=es",
        "general": f"/print/championships/{league.championship}/general?lang=es",
        "sheets": f"/print/contests/{Contest(client, *TEN[:4], format='league').id}/sheets?lang=es",
        "report": f"/v1/matches/{revoke(client)}/claims/c1?format=html&lang=es",
        "diplomas": f"/print/contests/{pair.id}/diplomas?lang=es&where=El%20Castillar",
        "replay": f"/replay/{replay_record(client, 'guinote-coto')}?lang=es",
        "long replay": f"/replay/{replay_record(client, 'corona-unknown')}?lang=es",
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_paper_is_what_chromium_prints(
    running: Running,
    papers: dict[str, str],
    browser: Browser,
    engine: Browser,
    brings: Callable[..., Device],
    name: str,
) -> None:
    printed: list[PrintedDocument] = []
    for program in (browser, engine):
        context, _ = brings(program, running.url, 820, 1180)
        page = context.new_page()
        page.goto(running.url + papers[name])
        page.wait_for_selector(READY.get(name, "body"), state="attached")
        document = _print(page, lies=name in LYING)
        headings = tuple(_letters(one) for one in page.evaluate(HEADINGS))
        for number in range(len(document)):
            assert document.is_within_edges(number)
            assert not _letters(document.text(number)).endswith(headings), document.text(number)[-200:]
        printed.append(document)
    usual, other = ([_letters(one.text(number)) for number in range(len(one))] for one in printed)
    assert "".join(other) == "".join(usual)
    assert len(other) == len(usual)


def _print(page: Page, *, lies: bool) -> PrintedDocument:
    """A page on sheets of A4."""
    program: Any = page
    if isinstance(program, WebKitPage):
        return PrintedDocument(program.pdf(landscape=lies, margin=0 if lies else MARGIN))
    if program.context.browser.browser_type.name == "firefox":
        # Playwright gives Firefox inches as centimetres.
        return PrintedDocument(program.pdf(width="21in", height="29.7in", landscape=lies, print_background=True))
    return print_to_pdf(page, None if lies else "A4")


def _letters(text: str) -> str:
    """A text without what hangs on where lines end (blanks, and hyphens, for which PDFium has others), and without bullets."""
    return re.sub(r"[\s\-\x02\ufffe•]", "", text)
