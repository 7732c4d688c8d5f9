"""A listener to a page that speaks: a stand-in for the voices of a device, and the names of cards in what it said."""

import json
import re
from collections.abc import Iterable
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Page

from referee.match.registry import ruleset

Json = dict[str, Any]
Mode = Literal["at once", "held", "failing"]
VOICES = [
    {"name": "Alex", "lang": "en-US", "localService": True, "default": True},
    {"name": "Paulina", "lang": "es-MX", "localService": False, "default": False},
    {"name": "Elvira", "lang": "es_ES", "localService": True, "default": False},
]
STAND_IN = """({ mode, voices }) => {
  window.said = [];
  window.cancels = 0;
  window.spoken = { mode, voices };
  const queue = [];
  const synthesis = {
    onvoiceschanged: null,
    get speaking() { return queue.length > 0; },
    get pending() { return queue.length > 1; },
    getVoices: () => window.spoken.voices,
    speak(utterance) {
      const { text, lang, voice } = utterance;
      window.said.push({ text, lang, voice: voice?.name ?? null, during: window.event?.type ?? null });
      queue.push(utterance);
      if (window.spoken.mode !== "held") setTimeout(() => window.finish());
    },
    cancel() { window.cancels += 1; queue.length = 0; },
  };
  window.finish = () => {
    const utterance = queue.shift();
    if (!utterance) return;
    if (window.spoken.mode === "failing") return utterance.onerror?.({ error: "synthesis-failed" });
    utterance.onstart?.({});
    utterance.onend?.({});
  };
  Object.defineProperty(window, "speechSynthesis", { value: synthesis, configurable: true });
  window.SpeechSynthesisUtterance = class { constructor(text) { Object.assign(this, { text, lang: "", voice: null }); } };
}"""
"""In a page, before its modules run. A voice that notes what it says; `held`: it goes on only with `finish()`."""
WITHOUT = """() => {
  delete window.speechSynthesis;
  delete window.SpeechSynthesisUtterance;
}"""
"""In a page: a browser without speech."""


def listen(context: BrowserContext, mode: Mode = "at once", voices: list[Json] = VOICES) -> None:
    """Gives the pages that a device opens from now on a voice."""
    context.add_init_script(f"({STAND_IN})({json.dumps({'mode': mode, 'voices': voices})})")


def turn_on(page: Page) -> None:
    """Turns speech on in one tap, and waits until the page speaks."""
    page.locator('[data-speak="on"]').click()
    page.wait_for_selector('[data-speak="again"]')


def sentences(page: Page) -> list[str]:
    """The sentences so far."""
    return [str(one["text"]) for one in utterances(page)]


def utterances(page: Page) -> list[Json]:
    """The utterances so far: text, language, voice, the event during which each was given."""
    return list(page.evaluate("window.said"))


def clear(page: Page) -> None:
    """Forgets what was said."""
    page.evaluate("() => { window.said.length = 0; }")


def cards_in(texts: Iterable[str], name: str, language: str) -> set[str]:
    """The cards of a ruleset's pack that are named in these texts."""
    pack = ruleset(name).pack
    words = {pack.in_words(card, language): card for card in pack.names}
    names = re.compile("|".join(rf"\b{re.escape(one)}\b" for one in sorted(words, key=len, reverse=True)))
    return {words[one] for text in texts for one in names.findall(text)}
