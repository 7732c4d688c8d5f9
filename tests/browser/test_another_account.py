"""A partida of Guiñote recorded on a phone as its account is told: a sentence for a trick, taps as fast as one reads them."""

import re
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.browser.tablet import Tablet
from tests.browser.test_account import Finger, opened
from tests.support.service import TOKEN, Caller, Running

ACCOUNT = (Path(__file__).parent / "partida.txt").read_text(encoding="utf-8").splitlines()
NAMES = ("Elena", "Fermín", "Gloria", "Hugo")
CARD = re.compile(r"(?:as|rey|sota|caballo|\d) de (?:oros|copas|espadas|bastos)")
PLACES = """() => [...document.querySelectorAll(".pack .card:not(.closed)")].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent.trim() + one.querySelector(".face").className, Math.round(box.x), Math.round(box.y + scrollY)];
})"""
"""In a page, where each place for a card is."""


class Thumb(Finger):
    """Taps cards of a trick one after another, and finds each where it was when the trick began."""

    def trick(self, tablet: Tablet, cards: list[str], seats: int, against: str | None = None) -> None:
        """Records cards; as many make a trick. One that is `against` the rules is asked about once."""
        for n, card in enumerate(cards):
            before, places = tablet.version, self.page.evaluate(PLACES)
            self.tap(card)
            if card == against:
                self.tap("Anotarla así")
            tablet.reaches(before + 1)
            if n < seats - 1:
                assert self.page.evaluate(PLACES) == places, f"after {card} the pad has moved"


def test_a_partida_is_recorded_as_it_is_told(running: Running, organizer: Caller, context: BrowserContext) -> None:
    match = opened(organizer, NAMES, first_dealer=3)
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    tablet = Tablet(page, running.url, match, TOKEN)
    thumb = Thumb(page)
    for sentence in ACCOUNT:
        records(tablet, thumb, sentence)
    told = page.locator(".now .told").inner_text()
    assert "Aceptada" in told
    assert "Elena reclama un renuncio de Fermín" in told
    view = organizer.get(f"/v1/matches/{match}").json()
    assert [(one["by"], one["against"], one["status"]) for one in view["claims"]] == [(0, 1, "upheld")]
    assert view["score"]["partidas"] == [1, 0]
    # The deal and 22 cards, one of them asked about; two for each cante, five for the mistake and its undoing, four to claim.
    assert thumb.taps == 1 + 22 + 1 + 2 * 2 + 5 + 4
    assert tablet.faults == []


def records(tablet: Tablet, thumb: Thumb, sentence: str) -> None:
    """Records one sentence of the account."""
    before, cards = tablet.version, CARD.findall(sentence)
    if sentence.startswith("Da Hugo"):
        thumb.tap(cards[0])
    elif cante := re.fullmatch(r"(\w+) (canta .+)\.", sentence):
        thumb.tap("Cantes y cambio")
        thumb.tap(f"{cante[1]}: {cante[2]}")
    elif "Por error" in sentence:
        thumb.trick(tablet, cards, len(NAMES))
        thumb.tap("Deshacer")
        thumb.tap(f"Gloria: {cards[0]}")
        thumb.tap("Deshacer las 2")
        tablet.reaches(before + 3)
        return
    elif "reclama" in sentence:
        thumb.tap("Reclamar")
        thumb.tap("Anterior")
        thumb.tap("Fermín: sota de copas")
        tablet.page.get_by_text("El registro lo prueba").wait_for()
        thumb.tap("Elena reclama un renuncio de Fermín")
    else:
        thumb.trick(tablet, cards, len(NAMES), cards[-1] if "contra las reglas" in sentence else None)
        return
    tablet.reaches(before + 1)
