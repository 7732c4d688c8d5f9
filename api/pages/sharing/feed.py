"""The results of a championship as a feed (Atom, RFC 4287), the latest first."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from api.pages.figures import score, written
from api.pages.naming import contest_name, joined, named
from referee.championship.events import FixtureDecision, MatchFinished, ResultCorrected, ResultReported, WalkoverGiven
from referee.championship.record.contest import Names
from referee.championship.shown import ContestPage
from referee.championship.state import Championship, DecisionEntry
from referee.championship.views import FixtureView
from referee.text import Text

MEDIA = "application/atom+xml"
ATOM = "http://www.w3.org/2005/Atom"
MOST = 50
"""Results in a feed."""
TOLD = (ResultReported, ResultCorrected, WalkoverGiven, MatchFinished)
RESULTS = Text(es="resultados", en="results")
WALKOVER = Text(es="incomparecencia", en="walkover")
ABSENT = {"es": ("no vino {names}", "no vinieron {names}"), "en": ("{names} did not come", "{names} did not come")}
"""Of one, and of several."""
LEFT = {
    "es": ("se fue {names} antes del final", "se fueron {names} antes del final"),
    "en": ("{names} left before the end", "{names} left before the end"),
}
"""Of one, and of several."""


def as_feed(
    championship: Championship, entries: Sequence[DecisionEntry], names: Names, origin: str, language: str
) -> bytes:
    """The last results. `origin` begins the addresses of this service."""
    pages = {id_: ContestPage(championship, contest, names) for id_, contest in championship.contests.items()}
    page = f"{origin}/championships/{championship.id}"
    feed = Element("feed", {"xmlns": ATOM, "xml:lang": language})
    SubElement(feed, "id").text = f"urn:uuid:{championship.id}"
    SubElement(feed, "title").text = f"{championship.name}: {RESULTS.in_language(language)}"
    SubElement(feed, "updated").text = entries[-1].recorded_at
    SubElement(SubElement(feed, "author"), "name").text = championship.name
    SubElement(feed, "link", rel="alternate", href=page)
    SubElement(feed, "link", rel="self", href=f"{origin}/championships/{championship.id}/results.atom")
    for fixture, entry in _latest(pages, entries):
        title = contest_name(pages[fixture.contest].on_record, language)
        item = SubElement(feed, "entry")
        SubElement(item, "id").text = f"urn:uuid:{fixture.id}"
        SubElement(item, "title").text = _told(fixture, language)
        SubElement(item, "updated").text = entry.recorded_at
        SubElement(item, "summary").text = title
        SubElement(item, "link", href=f"{origin}/replay/{fixture.match}" if fixture.match else page)
    return bytes(tostring(feed, encoding="utf-8", xml_declaration=True))


def _latest(pages: dict[str, ContestPage], entries: Sequence[DecisionEntry]) -> list[tuple[FixtureView, DecisionEntry]]:
    """The matches that have a result now, each with what was decided on it last, the latest first."""
    found: dict[str, DecisionEntry] = {}
    for entry in entries:
        if isinstance(entry.event, TOLD) and isinstance(entry.event, FixtureDecision):
            found.pop(entry.event.fixture, None)
            found[entry.event.fixture] = entry
    views = {fixture.id: fixture for page in pages.values() for fixture in page.fixtures(None)}
    told = [(views[id_], entry) for id_, entry in reversed(found.items()) if id_ in views and views[id_].result]
    return told[:MOST]


def _told(fixture: FixtureView, language: str) -> str:
    names = [named(one, language) for one in fixture.entrants]
    points = fixture.result.points if fixture.result else None
    if points is None:
        return f"{' – '.join(names)}: {_absent(fixture, language)}"
    left = [names[seat] for seat in (fixture.result.left if fixture.result else None) or ()]
    departures = f" ({LEFT[language][len(left) > 1].format(names=joined(left, language))})" if left else ""
    if len(names) == 2:
        return f"{names[0]} {score(points)} {names[1]}{departures}"
    listed = " · ".join(f"{name} {written(figure)}" for name, figure in zip(names, points, strict=True))
    return f"{listed}{departures}"


def _absent(fixture: FixtureView, language: str) -> str:
    """Who did not come."""
    gone = [named(one, language) for one in (fixture.result.absent if fixture.result else None) or ()]
    if not gone:
        return WALKOVER.in_language(language)
    return ABSENT[language][len(gone) > 1].format(names=joined(gone, language))
