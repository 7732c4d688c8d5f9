"""Check of draws: the order of a contest must follow from the seed on record, unless its rounds were given."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from referee.audit import seed_words
from referee.contests.draws import DrawnOrder
from referee.text import Text


class EntryCheck(NamedTuple):
    """The check of what entry `version` of a championship's log says; `wrong` says what is wrong with it, None if nothing."""

    version: int
    wrong: Text | None


def check_draws(lines: Sequence[Mapping[str, Any]]) -> list[EntryCheck]:
    """Checks every draw by a seed in the lines of a championship's log."""
    checks = []
    for line in lines:
        draw = _draw_of(line)
        if draw is None or draw.algorithm != "sha256":
            continue
        entrants = {entrant["id"] for entrant in line.get("entrants", ())} or set(draw.order)
        wrong = None if draw.fits and entrants == set(draw.order) else seed_words.of_draw(draw.seed or "")
        checks.append(EntryCheck(line["version"], wrong))
    return checks


def given_rounds(lines: Sequence[Mapping[str, Any]]) -> int:
    """The number of contests in the lines of a championship's log whose rounds were given: they have no draw to check."""
    draws = {line["contest"]: draw for line in lines if (draw := _draw_of(line)) is not None}
    return sum(draw.algorithm == "given" for draw in draws.values())


def _draw_of(line: Mapping[str, Any]) -> DrawnOrder | None:
    return msgspec.convert(line["draw"], DrawnOrder) if isinstance(line.get("draw"), dict) else None
