"""What an address asks of the page that it opens, as far as its preview must keep to it."""

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct

KEPT = ("step", "only", "no-results", "seconds")
"""Parts of a query that say what a page shows, in the order in which an address has them; the others say to whom it does."""
STEP, ONLY, NO_RESULTS = "step", "only", "no-results"
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_DECLINED = ("0", "false")


class Link(Struct, frozen=True):
    """What a link leads to: `step` is a version of the match, `only` the contests, matches and tables of a championship that a
    board shows, `no_results` that nobody may learn from it how it stands.
    """

    asked: tuple[tuple[str, str], ...] = ()
    step: int | None = None
    only: tuple[str, ...] = ()
    no_results: bool = False

    def address(self, page: str) -> str:
        """Where a page opens as this link opens it."""
        return f"{page}?{_query(self.asked)}" if self.asked else page

    def picture(self, image: str) -> str:
        """Where the picture of this link is; `image` has a query already."""
        said = (STEP, ONLY, NO_RESULTS) if self.only else (STEP, NO_RESULTS)
        drawn = [(name, value) for name, value in self.asked if name in said]
        return f"{image}&{_query(drawn)}" if drawn else image


def link_of(query: Sequence[tuple[str, str]], *, chooses: bool = True) -> Link:
    """The link with this query. A step that is no number is none, as on the page.

    `chooses`: the page shows only what `only` names.
    """
    asked = tuple((name, value) for kept in KEPT for name, value in query if name == kept)
    steps = [value for name, value in asked if name == STEP]
    hidden = [value for name, value in asked if name == NO_RESULTS]
    step = int(steps[0]) if steps and _NUMBER.fullmatch(steps[0]) else None
    only = [part.strip() for name, value in asked if name == ONLY and chooses for part in value.split(",")]
    return Link(asked, step, tuple(filter(None, only)), bool(hidden) and hidden[0] not in _DECLINED)


def _query(parts: Sequence[tuple[str, str]]) -> str:
    return "&".join(urlencode([(name, value)]).removesuffix("=") for name, value in parts)
