"""Corazones: which function answers which event, in both rulesets.

Sources: "Corazones", El Castillar multi-game championship (`castillar.py`), and Hearts at YPPedia (`yppedia.py`).
Left out on purpose: clocks. Time runs out at the table, and arrives here as a recorded `timeout`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from referee.games.hearts import castillar, scoring, yppedia
from referee.games.hearts.events import Announce, Change, HeartsCount, HeartsDeal, Pass, Timeout
from referee.games.hearts.handlers import announcing, counted, deal, play
from referee.games.hearts.state import HeartsState, HeartsVariant
from referee.games.hearts.views import table, words
from referee.match import first_deal, handlers
from referee.match.choice import Choices, CountChoice, Subset
from referee.match.events import DrawForDeal, Event, Play, Redeal, Reveal, Sanction
from referee.match.game import Game
from referee.match.handlers import Handler
from referee.match.timing.limits import Timing

ROUND: dict[type[Event], Handler[HeartsState]] = {
    HeartsDeal: Handler(deal.check_deal, deal.apply_deal),
    Pass: Handler(deal.check_pass, deal.apply_pass),
    Play: Handler(play.check_play, play.apply_play),
    HeartsCount: Handler(counted.check_count, counted.apply_count),
    Redeal: Handler(handlers.check_redeal, deal.apply_redeal),
    Reveal: Handler(deal.check_reveal, deal.apply_reveal),
}
"""The events that both rulesets have."""
CHOICES: Choices = {HeartsDeal: (table.HeartsDealChoice,), Pass: (Subset,), HeartsCount: (CountChoice,)}


def _hearts(
    variant: HeartsVariant,
    events: Mapping[type[Event], Handler[HeartsState]],
    score: Callable[[HeartsState], Struct],
    **own: Any,
) -> Game[HeartsState]:
    """The wiring of one ruleset: `own` is what it alone has."""
    return Game(
        state=HeartsState,
        options=variant,
        events=events,
        legal=table.legal,
        table=table.table,
        score=score,
        standing=scoring.standing,
        due_dealer=deal.due_dealer,
        redact=table.redact,
        seen_turn=table.seen_turn,
        hide_from=table.hide_from,
        event_names=words.EVENT_NAMES,
        laid=table.laid,
        figures=counted.FIGURES,
        **own,
    )


HEARTS_CASTILLAR = _hearts(
    castillar.CASTILLAR_VARIANT,
    {
        **ROUND,
        Change: Handler(castillar.check_change, castillar.apply_change),
        Announce: Handler(announcing.check_announce, announcing.apply_announce),
        Sanction: Handler(handlers.check_sanction, castillar.apply_sanction),
    },
    castillar.score,
    complete=deal.complete,
    sentence=words.sentence,
    score_names=words.SCORE_NAMES,
    choices=CHOICES,
    tallies=("stars", "rounds_won"),
    hands_played=castillar.hands_played,
    oldest_deals=True,
)

HEARTS_YPPEDIA = _hearts(
    yppedia.YPPEDIA_VARIANT,
    {
        DrawForDeal: Handler(first_deal.check, first_deal.apply),
        **ROUND,
        Timeout: Handler(yppedia.check_timeout, yppedia.apply_timeout),
    },
    yppedia.score,
    complete=yppedia.complete,
    timing=Timing(yppedia.turn_limit, Timeout),
    choices={**CHOICES, DrawForDeal: (first_deal.DrawForDealChoice,)},
)
