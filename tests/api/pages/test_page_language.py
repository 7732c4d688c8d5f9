"""Every page and every paper is in the language of `?lang=`, in any browser. The test covers all paths.

A page for referees or organizers is in Spanish where a language other than English is asked for.
"""

import re
from pathlib import Path

import pytest

from api.pages.browser import site
from api.pages.words.translations import EVERY_LANGUAGE, LANGUAGES
from tests.api.access.test_access import routes
from tests.support.hall import Hall
from tests.support.service import Caller

OTHER = {"es": "en"}
"""The language that the browser prefers; of any other one, Spanish."""
NO_PAGES = re.compile(r"/stream$|^/metrics$|^/static/|^/v1/docs/")
"""Paths that are no pages: endless answers, and files."""
PAPER = {
    "/v1/matches/{match_id}/claims/{claim}",
    "/v1/contests/{contest_id}/standings",
    "/v1/contests/{contest_id}/fixtures",
    "/print/contests/{contest_id}/fixtures",
    "/print/contests/{contest_id}/sheets",
    "/print/contests/{contest_id}/diplomas",
    "/print/contests/{contest_id}/corrections",
    "/print/contests/{contest_id}/rulebook",
    "/print/matches/{match_id}/rulebook",
    "/print/contests/{contest_id}/settlement",
    "/print/matches/{match_id}/settlement",
    "/print/matches/{match_id}/sanctions",
    "/print/championships/{championship_id}/sanctions",
    "/print/championships/{championship_id}/cards",
    "/print/championships/{championship_id}/general",
    "/print/championships/{championship_id}/diplomas",
    "/print/championships/{championship_id}/overlay",
}
DISPUTE = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "9D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
]


TRANSLATED = {
    "/v1/contests/{contest_id}/standings",
    "/v1/contests/{contest_id}/fixtures",
    "/print/contests/{contest_id}/fixtures",
    "/print/championships/{championship_id}/general",
    *(re.sub(r"\{(\w+):str\}", r"{\1}", path) for page in site.PAGES if page.is_translated for path in page.paths),
}
"""Addresses for players and spectators."""


@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_every_page_is_in_the_language_that_is_asked_for(
    organizer: Caller, public: Caller, tmp_path: Path, language: str
) -> None:
    hall = Hall(organizer)
    match = organizer.open("hearts.castillar", 2, first_dealer=0)
    organizer.tell(match, DISPUTE)
    ids = {
        "match_id": match,
        "claim": "c1",
        "contest_id": hall.league.id,
        "championship_id": hall.championship,
        "player_id": hall.player("Bernardo"),
        "other_id": hall.player("Concha"),
        "series_id": organizer.post("/v1/series", json={"name": "Fiestas"}).json()["id"],
    }
    paths = set()
    for method, path in sorted(routes(tmp_path)):
        names = set(re.findall(r"\{(\w+)\}", path))
        if method != "GET" or NO_PAGES.search(path) or not names <= ids.keys():
            continue
        headers = {"Accept": "text/html", "Accept-Language": OTHER.get(language, "es")}
        answer = public.get(path.format(**ids), params={"lang": language}, headers=headers)
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert answer.status_code == 200, path
            own = language if language in LANGUAGES or path in TRANSLATED else "es"
            assert f'<html lang="{own}"' in answer.text, path
            assert answer.headers.get("content-language", own) == own, path
            paths.add(path)
    pages = {re.sub(r"\{(\w+):str\}", r"{\1}", path) for page in site.PAGES for path in page.paths}
    assert paths == pages | PAPER | {"/v1/docs"}
