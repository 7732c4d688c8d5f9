"""Partidas of Guiñote recorded by their accounts: a sentence for a trick, taps at reading speed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.tablet import Tablet
from tests.browser.test_account import Finger, open_match
from tests.support.service import TOKEN, Caller, Running

HERE = Path(__file__).parent
ACCOUNTS = (
    # The deal and 22 cards, one of them asked about; two for each cante, five for the mistake and its undoing, four to claim.
    ("partida.txt", ("Elena", "Fermín", "Gloria", "Hugo"), (0, 1), 1 + 22 + 1 + 2 * 2 + 5 + 4),
    # The deal and 22 cards; two for each cante, five for the mistake and its undoing, five to claim for the second of a pair.
    ("arrastre.txt", ("Pilar", "Andrés", "Rocío", "Tomás"), (2, 3), 1 + 22 + 2 * 2 + 5 + 5),
)
"""Accounts with their players, of which the last deals; the claimant and the accused; and the taps that it needs."""
SEATS = 4
CARD = re.compile(r"(?:as|rey|sota|caballo|\d) de (?:oros|copas|espadas|bastos)")
PLACES = """() => [...document.querySelectorAll(".pack .card")].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.textContent.trim() + one.querySelector(".face").className, Math.round(box.x), Math.round(box.y + scrollY)];
})"""
"""In a page, the place of each card."""


class Thumb(Finger):
    """Taps cards of a trick one after another, and finds each at its place of the trick's beginning."""

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


@pytest.mark.parametrize(("width", "height"), [(360, 740), (820, 1180)])
@pytest.mark.parametrize(("file", "names", "claim", "taps"), ACCOUNTS, ids=[one[0] for one in ACCOUNTS])
def test_a_partida_is_recorded_as_it_is_told(
    running: Running,
    organizer: Caller,
    context: BrowserContext,
    file: str,
    names: tuple[str, ...],
    claim: tuple[int, int],
    taps: int,
    width: int,
    height: int,
) -> None:
    match = open_match(organizer, names, first_dealer=3)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    tablet = Tablet(page, running.url, match, TOKEN)
    thumb = Thumb(page)
    for sentence in (HERE / file).read_text(encoding="utf-8").splitlines():
        records(tablet, thumb, sentence)
    text = page.locator(".now .told").inner_text()
    assert "Aceptada" in text
    assert f"{names[claim[0]]} reclama un renuncio de {names[claim[1]]}" in text
    view = organizer.get(f"/v1/matches/{match}").json()
    assert [(one["by"], one["against"], one["status"]) for one in view["claims"]] == [(*claim, "upheld")]
    assert view["score"]["partidas"] == [1, 0]
    assert thumb.taps == taps
    assert tablet.faults == []


def records(tablet: Tablet, thumb: Thumb, sentence: str) -> None:
    """Records one sentence of the account."""
    before, cards = tablet.version, CARD.findall(sentence)
    if sentence.startswith("Da "):
        thumb.tap(cards[0])
    elif cante := re.fullmatch(r"(\w+) (canta .+)\.", sentence):
        thumb.tap("Cantes y cambio")
        thumb.tap(f"{cante[1]}: {cante[2]}")
    elif mistake := re.match(r"Por error se apunta a (\w+)", sentence):
        thumb.trick(tablet, cards, SEATS)
        thumb.tap("Deshacer")
        thumb.tap(f"{mistake[1]}: {cards[0]}")
        thumb.tap("Deshacer las 2")
        tablet.reaches(before + 3)
        return
    elif claim := re.match(r"(\w+).*: reclama el renuncio de (\w+)", sentence):
        claims(tablet, thumb, claim[1], claim[2], cards[-1])
    else:
        seats = len(cards) if sentence.startswith("Siguen") else SEATS
        thumb.trick(tablet, cards, seats, cards[-1] if "contra las reglas" in sentence else None)
        return
    tablet.reaches(before + 1)


def claims(tablet: Tablet, thumb: Thumb, by: str, against: str, card: str) -> None:
    """Claims a card of the trick before; chooses the claimant of a pair where the page proposes the other."""
    thumb.tap("Reclamar")
    thumb.tap("Anterior")
    thumb.tap(f"{against}: {card}")
    tablet.page.get_by_text("El registro lo prueba").wait_for()
    other = tablet.page.locator("dialog [data-input='by'][aria-pressed='false']", has_text=by)
    if other.count() > 0:
        thumb.tap(by)
    thumb.tap(f"{by} reclama un renuncio de {against}")
