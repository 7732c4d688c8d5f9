"""The examples of ratings in the OpenAPI document: what a first match of two changes."""

from api.document.samples.matches import AT, ID, NAMES, RULES
from projections.rating.queries import MovedPlayer, PoolRating, RatedPlayer, RatingChange
from referee.championship.views import Somebody

RULESET = RULES.id
PLAYERS = [Somebody(f"01920000-0000-7000-8000-00000000001{n}", name) for n, name in enumerate(NAMES[:2])]


def table() -> list[RatedPlayer]:
    return [RatedPlayer(1, PLAYERS[0], 1658, 484, 206, 1), RatedPlayer(2, PLAYERS[1], 1342, 484, -110, 1)]


def ratings() -> list[PoolRating]:
    return [PoolRating(ruleset, 1658, 484, 206, 1) for ruleset in (None, RULESET)]


def changes() -> list[RatingChange]:
    players = (MovedPlayer(PLAYERS[0], 0, 1, 1500, 500, 158), MovedPlayer(PLAYERS[1], 1, 2, 1500, 500, -158))
    return [RatingChange(AT, RULESET, None, None, ID, 1, 2, 100, 50, 1500, 500, 1658, 484, 158, 1, players)]
