"""The part of a championship that `?only=` chooses for a board. The page itself chooses the same."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from referee.championship.presenters import ContestPresenter
from referee.championship.views import FixtureView

SHOWN_FIRST = ("open", "pending", "played", "walkover")
"""Of the matches at one table: the one in play, the next, the last."""
NEVER = {"void", "superseded"}


class BoardChoice(Struct, frozen=True):
    """Whole contests by their ids, or one match of a contest: `match` where it has a record."""

    contests: tuple[str, ...] = ()
    fixture: str | None = None
    match: str | None = None


def find_choice(pages: Iterable[ContestPresenter], only: Collection[str]) -> BoardChoice:
    """The contests or the match with these ids and names of tables. Empty if nothing in the championship has them."""
    pages = list(pages)
    contests = tuple(page.recorded_contest.id for page in pages if page.recorded_contest.id in only)
    others = [page for page in pages if page.recorded_contest.id not in contests]
    fixtures = [one for page in others for one in page.fixtures() if one.state not in NEVER and _names(one) & {*only}]
    if contests or not fixtures:
        return BoardChoice((*contests, *dict.fromkeys(one.contest for one in fixtures)))
    places = {(one.contest, one.table) for one in fixtures}
    if len(fixtures) > 1 and len(places) > 1:
        return BoardChoice(tuple(dict.fromkeys(one.contest for one in fixtures)))
    state = min((one.state for one in fixtures), key=SHOWN_FIRST.index)
    there = [one for one in fixtures if one.state == state]
    one = there[0] if state in ("open", "pending") else there[-1]
    return BoardChoice((one.contest,), one.id, one.match)


def _names(fixture: FixtureView) -> set[str]:
    table = () if fixture.table is None else (str(fixture.table),)
    return {fixture.id, *table, *((fixture.match,) if fixture.match else ())}
