"""A contest or a match after a decision, as it is answered: what the decision changed, and who or what is in two places then."""

from collections.abc import Iterator

from msgspec.structs import asdict

from referee.championship.difference import ContestDecided, FixtureDecided, contest_difference
from referee.championship.double_booking import FixturePlanned, double_bookings
from referee.championship.record.contest import Names
from referee.championship.service import Decided
from referee.championship.shown import ContestPage


def contest_decided(done: Decided, contest: str, names: Names, language: str) -> ContestDecided:
    """A contest after a decision about it."""
    before, after = _pages(done, contest, names)
    difference = contest_difference(before, after, done.entries)
    warnings = double_bookings(done.before, done.championship, names, language)
    return ContestDecided(**asdict(after.view()), difference=difference, warnings=warnings)


def fixture_decided(done: Decided, fixture: str, names: Names, language: str) -> FixtureDecided:
    """A match after a decision about it."""
    before, after = _pages(done, _contest_of(done, fixture), names)
    difference = contest_difference(before, after, done.entries)
    warnings = double_bookings(done.before, done.championship, names, language)
    return FixtureDecided(**asdict(after.fixture(fixture)), difference=difference, warnings=warnings)


def fixture_planned(done: Decided, fixture: str, names: Names, language: str) -> FixturePlanned:
    """A match after its schedule was settled."""
    page = ContestPage(done.championship, done.championship.contests[_contest_of(done, fixture)], names)
    warnings = double_bookings(done.before, done.championship, names, language, fixture)
    return FixturePlanned(**asdict(page.fixture(fixture)), warnings=warnings)


def _pages(done: Decided, contest: str, names: Names) -> Iterator[ContestPage]:
    """The contest before and after what was stored."""
    return (ContestPage(then, then.contests[contest], names) for then in (done.before, done.championship))


def _contest_of(done: Decided, fixture: str) -> str:
    place = done.championship.fixture(fixture)
    assert place is not None
    return place[0].id
