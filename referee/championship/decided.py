"""A contest or a match after a decision, as answered: the changes by the decision, and the double bookings after it."""

from msgspec.structs import asdict

from referee.championship.difference import ContestDecided, FixtureDecided, contest_difference
from referee.championship.double_booking import FixturePlanned, double_bookings
from referee.championship.presenters import ContestPresenter
from referee.championship.recorded_contest import Names
from referee.championship.service import CommandResult


def contest_decided(result: CommandResult, contest: str, names: Names, language: str) -> ContestDecided:
    """A contest after a decision about it."""
    before, after = _presenters(result, contest, names)
    difference = contest_difference(before, after, result.entries)
    warnings = double_bookings(result.before, result.championship, names, language)
    return ContestDecided(**asdict(after.view()), difference=difference, warnings=warnings)


def fixture_decided(result: CommandResult, fixture: str, names: Names, language: str) -> FixtureDecided:
    """A match after a decision about it."""
    before, after = _presenters(result, _contest_of(result, fixture), names)
    difference = contest_difference(before, after, result.entries)
    warnings = double_bookings(result.before, result.championship, names, language)
    return FixtureDecided(**asdict(after.fixture(fixture)), difference=difference, warnings=warnings)


def fixture_planned(result: CommandResult, fixture: str, names: Names, language: str) -> FixturePlanned:
    """A match after its schedule was set."""
    presenter = ContestPresenter(result.championship, result.championship.contests[_contest_of(result, fixture)], names)
    warnings = double_bookings(result.before, result.championship, names, language, fixture)
    return FixturePlanned(**asdict(presenter.fixture(fixture)), warnings=warnings)


def _presenters(result: CommandResult, contest: str, names: Names) -> tuple[ContestPresenter, ContestPresenter]:
    """The contest before and after the stored decision."""
    before = ContestPresenter(result.before, result.before.contests[contest], names, sees_hands=True)
    after = ContestPresenter(result.championship, result.championship.contests[contest], names, before, sees_hands=True)
    return before, after


def _contest_of(result: CommandResult, fixture: str) -> str:
    place = result.championship.fixture(fixture)
    assert place is not None
    return place[0].id
