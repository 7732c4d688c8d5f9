"""Refusals of contests in which every table would play the same deals, where these cannot be played so (duplicate.deals)."""

from typing import Any

from referee.championship.recorded_contest import sides_of, sides_of_same_deals
from referee.contests.format import Format
from referee.contests.formats import formats
from referee.errors import Flaw, Inconsistent, NotInThisGame
from referee.match.game import Ruleset
from referee.match.registry import rulesets
from referee.text import Text

RULE = "duplicate.deals"
SEATS = "duplicate.seats"
TWO = 2
FOUR = 4


def require_same_deals(rules: Ruleset, format_: Format, options: Any, size: int, *, has_teams: bool) -> None:
    """Raises NotInThisGame for a game, Inconsistent for a format, choices or entrants of `size` persons, with the same deals."""
    terms = rules.same_deals
    if terms is None:
        those = sorted(id_ for id_, one in rulesets().items() if one.same_deals is not None)
        raise NotInThisGame(
            Text(
                es=f"en «{rules.title.es}» una mano no vale por sí sola: con las mismas cartas se juega a: {', '.join(those)}",
                en=f"in {rules.title.en} a hand does not stand alone: with the same deals are played: {', '.join(those)}",
            ),
            rule="duplicate.alone",
            flaws=(Flaw("$.duplicate", Text(es=f"«{rules.id}»", en=f"{rules.id!r}")),),
        )
    flaws = format_.flaws_of_same_deals(options)
    if flaws is None or has_teams:
        ids = ", ".join(
            id_ for id_, one in sorted(formats().items()) if one.flaws_of_same_deals(one.options()) is not None
        )
        raise Inconsistent.at(
            "$.duplicate",
            Text(
                es=f"las mismas cartas en cada mesa se juegan por ahora sin equipos, en el formato: {ids}",
                en=f"the same deals at every table are played without teams for now, in the format: {ids}",
            ),
            rule=RULE,
        )
    if flaws:
        raise Inconsistent(flaws[0].text, rule=RULE, flaws=flaws)
    if size not in sizes_of_same_deals(rules) and TWO in sides_of(rules.id, size):
        raise Inconsistent.at(
            "$.entrants",
            Text(
                es=f"con las mismas cartas, «{rules.title.es}» se juega entre {_or(terms.seats, 'o')}, no entre {TWO * size}",
                en=f"with the same deals, {rules.title.en} is played by {_or(terms.seats, 'or')}, not by {TWO * size}",
            ),
            rule=RULE,
        )


def sizes_of_same_deals(rules: Ruleset) -> list[int]:
    """The numbers of persons on a side with which the same deals can be played, by two sides or by four that play alone."""
    return [one for one in (1, TWO) if {TWO, FOUR} & {*sides_of_same_deals(rules.id, one)}]


def is_each_alone(rules: Ruleset, size: int) -> bool:
    """True if with the same deals four of these entrants play at a table, everybody alone (duplicate.seats)."""
    sides = sides_of_same_deals(rules.id, size)
    return TWO not in sides and FOUR in sides


def _or(numbers: tuple[int, ...], word: str) -> str:
    return f" {word} ".join(map(str, numbers))
