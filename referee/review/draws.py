"""Whether the order of a contest's draw is what the seed on record gives."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from referee.contests.draws import DrawnOrder
from referee.review import seed_words
from referee.text import Text


class DrawChecked(NamedTuple):
    """A draw by a seed, of a championship's entry `version`, and what is wrong with it where it is not what the seed gives."""

    version: int
    wrong: Text | None


def draws_checked(lines: Sequence[Mapping[str, Any]]) -> list[DrawChecked]:
    """Every draw by a seed in the lines of a championship's log."""
    found = []
    for line in lines:
        draw = _draw_of(line)
        if draw is None or draw.algorithm != "sha256":
            continue
        among = {entrant["id"] for entrant in line.get("entrants", ())} or set(draw.order)
        wrong = None if draw.fits and among == set(draw.order) else seed_words.of_draw(draw.seed or "")
        found.append(DrawChecked(line["version"], wrong))
    return found


def _draw_of(line: Mapping[str, Any]) -> DrawnOrder | None:
    return msgspec.convert(line["draw"], DrawnOrder) if isinstance(line.get("draw"), dict) else None
