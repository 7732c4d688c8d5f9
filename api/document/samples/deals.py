"""The examples of hands with the same cards at every table in the OpenAPI document."""

from functools import cache

from api.document.samples.matches import RULES
from referee.contests.duplicate.sheets import DealSheets, sheets_of
from referee.match.registry import rulesets

SEED = "lluvia de mayo"
COMMITMENT = "0b3c3a1f5d1f0a4f3a7a4d6a5f0f1f3c2b1a09080706050403020100ffeeddcc"


@cache
def sheets() -> DealSheets:
    """A hand of two rounds of two: the smallest table of the first game that can be played so."""
    rules = RULES if RULES.same_deals else next(one for one in rulesets().values() if one.same_deals)
    assert rules.same_deals is not None
    return sheets_of(rules, rules.params(), rules.same_deals.seats[0], SEED, 1, 1, 1, COMMITMENT)
