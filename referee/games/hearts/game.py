"""Corazones: which function answers which event, in both rulesets.

Sources: "Corazones", El Castillar multi-game championship (`castillar.py`), and Hearts at YPPedia (`yppedia.py`).
Left out on purpose: clocks. Time runs out at the table, and arrives here as a recorded `timeout`.
"""

from referee.games.hearts import castillar, scoring, yppedia
from referee.games.hearts.events import Announce, Change, HeartsCount, HeartsDeal, Pass, Timeout
from referee.games.hearts.handlers import announcing, counted, deal, play
from referee.games.hearts.state import HeartsState
from referee.games.hearts.views import table, words
from referee.match import first_deal, handlers
from referee.match.choice import Choices, CountChoice, Subset
from referee.match.events import DrawForDeal, Event, Play, Redeal, Reveal, Sanction
from referee.match.game import Game, PlayRules, Reading, Secrecy, Setup
from referee.match.handlers import Handler
from referee.match.timing.limits import Timing

ROUND: dict[type[Event], Handler[HeartsState]] = {
    HeartsDeal: Handler(deal.check_deal, deal.apply_deal, deal.complete_deal),
    Pass: Handler(deal.check_pass, deal.apply_pass),
    Play: Handler(play.check_play, play.apply_play),
    HeartsCount: Handler(counted.check_count, counted.apply_count),
    Redeal: Handler(handlers.check_redeal, deal.apply_redeal),
    Reveal: Handler(deal.check_reveal, deal.apply_reveal),
}
"""The events that both rulesets have."""
AFTER_PROOFS = (HeartsDeal, HeartsCount)
CHOICES: Choices = {HeartsDeal: (table.HeartsDealChoice,), Pass: (Subset,), HeartsCount: (CountChoice,)}


SECRECY = Secrecy(redact=table.redact, seen_turn=table.seen_turn, hide_from=table.hide_from)


HEARTS_CASTILLAR = Game(
    HeartsState,
    play=PlayRules(
        events={
            **ROUND,
            Change: Handler(castillar.check_change, castillar.apply_change),
            Announce: Handler(announcing.check_announce, announcing.apply_announce),
            Sanction: Handler(handlers.check_sanction, castillar.apply_sanction),
        },
        legal=table.legal,
        standing=scoring.standing,
        due_dealer=deal.due_dealer,
        after_proofs=AFTER_PROOFS,
        choices=CHOICES,
    ),
    secrecy=SECRECY,
    reading=Reading(
        table=table.table,
        score=castillar.score,
        sentence=words.sentence,
        event_names=words.EVENT_NAMES,
        score_names=words.SCORE_NAMES,
        laid_cards=table.laid_cards,
        figures=counted.FIGURES,
    ),
    setup=Setup(
        options=castillar.CASTILLAR_VARIANT,
        tallies=("stars", "rounds_won"),
        hands_played=castillar.hands_played,
        oldest_deals=True,
    ),
)

HEARTS_YPPEDIA = Game(
    HeartsState,
    play=PlayRules(
        events={
            DrawForDeal: Handler(first_deal.check, first_deal.apply),
            **ROUND,
            Timeout: Handler(yppedia.check_timeout, yppedia.apply_timeout, yppedia.complete_timeout),
        },
        legal=table.legal,
        standing=scoring.standing,
        due_dealer=deal.due_dealer,
        after_proofs=AFTER_PROOFS,
        choices={**CHOICES, DrawForDeal: (first_deal.DrawForDealChoice,)},
    ),
    secrecy=SECRECY,
    reading=Reading(
        table=table.table,
        score=yppedia.score,
        event_names=words.EVENT_NAMES,
        laid_cards=table.laid_cards,
        figures=counted.FIGURES,
    ),
    setup=Setup(options=yppedia.YPPEDIA_VARIANT, timing=Timing(yppedia.turn_limit, Timeout)),
)
