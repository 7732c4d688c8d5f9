"""Options in the address of a page, as far as its preview must respect them."""

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct

KEPT = ("step", "only", "no-results", "seconds")
"""Parts of a query that say what a page shows, in the order in which an address has them; the others say to which reader."""
STEP, ONLY, NO_RESULTS = "step", "only", "no-results"
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_DECLINED = ("0", "false")


class Link(Struct, frozen=True):
    """The target of a link: `step` is a version of the match; `only` names the contests, matches and tables that a board shows;
    `no_results` hides the score.
    """

    query: tuple[tuple[str, str], ...] = ()
    step: int | None = None
    only: tuple[str, ...] = ()
    no_results: bool = False

    def address(self, page: str) -> str:
        """The address at which a page opens as this link opens it."""
        return f"{page}?{_query(self.query)}" if self.query else page

    def picture(self, image: str) -> str:
        """The address of the picture of this link. `image` already has a query."""
        names = (STEP, ONLY, NO_RESULTS) if self.only else (STEP, NO_RESULTS)
        parts = [(name, value) for name, value in self.query if name in names]
        return f"{image}&{_query(parts)}" if parts else image


def link_of(query: Sequence[tuple[str, str]], *, chooses: bool = True) -> Link:
    """The link with this query. A step that is no number is none, as on the page.

    `chooses`: the page shows only what `only` names.
    """
    parts = tuple((name, value) for key in KEPT for name, value in query if name == key)
    steps = [value for name, value in parts if name == STEP]
    no_results = [value for name, value in parts if name == NO_RESULTS]
    step = int(steps[0]) if steps and _NUMBER.fullmatch(steps[0]) else None
    only = [part.strip() for name, value in parts if name == ONLY and chooses for part in value.split(",")]
    return Link(parts, step, tuple(filter(None, only)), bool(no_results) and no_results[0] not in _DECLINED)


def _query(parts: Sequence[tuple[str, str]]) -> str:
    return "&".join(urlencode([(name, value)]).removesuffix("=") for name, value in parts)
