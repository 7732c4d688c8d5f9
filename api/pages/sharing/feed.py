"""The results of a championship as a feed (Atom, RFC 4287), the latest first."""

from collections.abc import Callable
from heapq import nlargest

from api.pages.figures import format_figure, score
from api.pages.naming import contest_name, display_name, join_names
from api.pages.words.translations import every_language
from referee.championship.presenters import ContestPresenter
from referee.championship.recorded_contest import Names
from referee.championship.state import Championship
from referee.championship.views import FixtureView

MEDIA = "application/atom+xml"
ATOM = "http://www.w3.org/2005/Atom"
MOST = 50
"""Results in a feed."""
WORDS = every_language(
    "feed",
    {
        "es": {
            "results": "resultados",
            "walkover": "incomparecencia",
            "absent": ("no vino {names}", "no vinieron {names}"),
            "left": ("se fue {names} antes del final", "se fueron {names} antes del final"),
        },
        "en": {
            "results": "results",
            "walkover": "walkover",
            "absent": ("{names} did not come", "{names} did not come"),
            "left": ("{names} left before the end", "{names} left before the end"),
        },
    },
)
"""Of one absentee or leaver, and of several."""


def as_feed(
    championship: Championship, names: Names, recorded_at: Callable[[int], str], origin: str, language: str
) -> bytes:
    """The last results. `origin` begins the addresses of this service; `recorded_at` says when a version was recorded."""
    from xml.etree.ElementTree import Element, SubElement, tostring

    pages = {id_: ContestPresenter(championship, contest, names) for id_, contest in championship.contests.items()}
    page = f"{origin}/championships/{championship.id}"
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    SubElement(feed, "id").text = f"urn:uuid:{championship.id}"
    SubElement(feed, "title").text = f"{championship.name}: {WORDS[language]['results']}"
    SubElement(feed, "updated").text = recorded_at(championship.version)
    SubElement(SubElement(feed, "author"), "name").text = championship.name
    SubElement(feed, "link", rel="alternate", href=page)
    SubElement(feed, "link", rel="self", href=f"{origin}/championships/{championship.id}/results.atom")
    fixtures = [fixture for contest in pages.values() for fixture in contest.fixtures() if fixture.result]
    for fixture in nlargest(MOST, fixtures, key=lambda fixture: fixture.version):
        title = contest_name(pages[fixture.contest].recorded_contest, language)
        item = SubElement(feed, "entry")
        SubElement(item, "id").text = f"urn:uuid:{fixture.id}"
        SubElement(item, "title").text = _result_line(fixture, language)
        SubElement(item, "updated").text = recorded_at(fixture.version)
        SubElement(item, "summary").text = title
        SubElement(item, "link", href=f"{origin}/replay/{fixture.match}" if fixture.match else page)
    return bytes(tostring(feed, encoding="utf-8", xml_declaration=True))


def _result_line(fixture: FixtureView, language: str) -> str:
    names = [display_name(one, language) for one in fixture.entrants]
    points = fixture.result.headline if fixture.result else None
    if points is None:
        return f"{' – '.join(names)}: {_absent(fixture, language)}"
    left = [names[seat] for seat in (fixture.result.left if fixture.result else None) or ()]
    departures = f" ({WORDS[language]['left'][len(left) > 1].format(names=join_names(left, language))})" if left else ""
    if len(names) == 2:
        return f"{names[0]} {score(points)} {names[1]}{departures}"
    scores = " · ".join(f"{name} {format_figure(figure)}" for name, figure in zip(names, points, strict=True))
    return f"{scores}{departures}"


def _absent(fixture: FixtureView, language: str) -> str:
    """The absent entrants, in words."""
    absentees = [display_name(one, language) for one in (fixture.result.absent if fixture.result else None) or ()]
    if not absentees:
        return str(WORDS[language]["walkover"])
    return str(WORDS[language]["absent"][len(absentees) > 1].format(names=join_names(absentees, language)))
