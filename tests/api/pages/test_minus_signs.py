"""Figures below zero have a minus (U+2212) wherever people read them: on every paper, in chats and pictures, in feeds."""

import re
from html import unescape

import pytest
from msgspec.structs import replace

from api.document.samples import matches as samples
from api.pages.figures import format_figure, format_net, score
from api.pages.sharing import previews
from api.pages.sharing.picture import as_svg
from tests.support.organizing import Contest
from tests.support.service import Caller

THREE = ("Ana", "Beto", "Carla")
HYPHEN = re.compile(r"(?:^|[\s>(+:/–])-\d")
"""A hyphen that begins a number."""
PRINTED = (
    *("/v1/contests/{contest}/standings?format=html", "/v1/contests/{contest}/fixtures?format=html"),
    *("/print/contests/{contest}/fixtures", "/print/contests/{contest}/sheets", "/print/contests/{contest}/diplomas"),
    *("/print/contests/{contest}/corrections", "/print/contests/{contest}/settlement"),
    "/print/championships/{championship}/sanctions",
    *("/print/championships/{championship}/cards", "/print/championships/{championship}/general"),
    *("/print/championships/{championship}/diplomas", "/championships/{championship}/results.atom"),
)


def read(text: str) -> str:
    """The text of a page as people read it."""
    return unescape(re.sub(r"<[^>]*>", ">", re.sub(r"(?s)<(style|svg|head)\b.*?</\1>", "", text)))


@pytest.fixture
def contest(organizer: Caller) -> Contest:
    """A league with stakes that is over. The player that lost every match has black cards that cost more than the place gives."""
    league = Contest(organizer, *THREE, format="league", stakes={"each": 10, "split": "winner_takes_all"})
    league.report({"Ana": 64, "Beto": 40})
    league.report({"Ana": 64, "Carla": 40}, cards={"Ana": [0, 3]})
    league.report({"Beto": 64, "Carla": 40})
    return league


def test_a_figure_below_zero_has_a_minus() -> None:
    assert [format_figure(one) for one in (-3, 0, 12, -2.5, 1.0, 1234567)] == ["−3", "0", "12", "−2.5", "1", "1234567"]
    assert [format_net(one) for one in (-3, 0, 12)] == ["−3", "0", "+12"]
    assert (score((-3, 4)), score(None)) == ("−3 – 4", "")


def test_every_paper_writes_a_minus(contest: Contest, public: Caller) -> None:
    places = {"contest": contest.id, "championship": contest.championship}
    answers = {path: public.get(path.format(**places)) for path in PRINTED}
    assert {answer.status_code for answer in answers.values()} == {200}
    texts = {path: read(answer.text) for path, answer in answers.items()}
    assert {path: HYPHEN.findall(text) for path, text in texts.items() if HYPHEN.search(text)} == {}
    assert {path for path, text in texts.items() if "−" in text} == {
        "/v1/contests/{contest}/standings?format=html",
        "/print/contests/{contest}/settlement",
        "/print/championships/{championship}/general",
    }


def test_programs_are_told_a_hyphen(contest: Contest, public: Caller) -> None:
    for path in ("settlement", "standings"):
        table = public.get(f"/v1/contests/{contest.id}/{path}?format=csv&lang=es").text
        assert "−" not in table.replace("+/−", "")


def test_a_chat_reads_a_minus() -> None:
    """A match below zero: the title of its link, and its picture."""
    view = samples.view()
    below = replace(view, score=replace(view.score, totals=[-12, 3]))
    preview = previews.of_match(lambda _: below, below.version, "es")
    assert " −12 – 3 " in preview.title
    assert ">−12</text>" in as_svg(preview)
