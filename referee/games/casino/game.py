"""Casino, wired: which handler takes which event; and its four rulesets, which differ by values."""

from collections.abc import Mapping

from referee.games.casino.events import (
    AnnounceLast,
    Build,
    CasinoCount,
    CasinoDeal,
    Duplicate,
    Expose,
    Peek,
    Raise,
    ShortHand,
    Take,
    Trail,
)
from referee.games.casino.handlers.counted import FIGURES, apply_count, check_count
from referee.games.casino.handlers.deal import (
    apply_announce_last,
    apply_deal,
    check_announce_last,
    check_deal,
    complete_deal,
    due_dealer,
)
from referee.games.casino.handlers.ending import standing
from referee.games.casino.handlers.interrupt import (
    apply_redeal,
    apply_reveal,
    apply_ruling,
    apply_withdraw,
    check_redeal,
    left_by_retract,
    recall,
    settle_proofs,
)
from referee.games.casino.handlers.irregular import (
    apply_expose,
    apply_peek,
    apply_short_hand,
    check_expose,
    check_peek,
    check_short_hand,
)
from referee.games.casino.handlers.play import (
    apply_build,
    apply_duplicate,
    apply_raise,
    apply_take,
    apply_trail,
    check_play,
    complete_take,
)
from referee.games.casino.judging import infractions
from referee.games.casino.params import CasinoOptions
from referee.games.casino.state import CasinoState
from referee.games.casino.table.choices import GroupsChoice, TakenGroupsChoice
from referee.games.casino.views.legal import CasinoDealChoice, CasinoRoundChoice, legal
from referee.games.casino.views.table import hide_from, laid_cards, redact, score, table
from referee.games.casino.views.words import EVENT_NAMES, LEGEND, SCORE_NAMES, sentence, word
from referee.match import handlers
from referee.match.choice import CountChoice
from referee.match.events import Claim, Event, Redeal, Reveal, Ruling, Withdraw
from referee.match.game import Game, PlayRules, Reading, Secrecy, Setup
from referee.match.handlers import Handler

EVENTS: Mapping[type[Event], Handler[CasinoState]] = {
    CasinoDeal: Handler(check_deal, apply_deal, complete_deal),
    Trail: Handler(check_play, apply_trail),
    Take: Handler(check_play, apply_take, complete_take),
    Build: Handler(check_play, apply_build),
    Duplicate: Handler(check_play, apply_duplicate),
    Raise: Handler(check_play, apply_raise),
    CasinoCount: Handler(check_count, apply_count),
    AnnounceLast: Handler(check_announce_last, apply_announce_last),
    Expose: Handler(check_expose, apply_expose),
    ShortHand: Handler(check_short_hand, apply_short_hand),
    Peek: Handler(check_peek, apply_peek),
    Redeal: Handler(check_redeal, apply_redeal),
    Reveal: Handler(handlers.check_reveal, apply_reveal),
    Ruling: Handler(handlers.check_ruling, apply_ruling),
    Withdraw: Handler(handlers.check_withdraw, apply_withdraw),
}


def _casino(options: CasinoOptions) -> Game[CasinoState]:
    return Game(
        CasinoState,
        play=PlayRules(
            events=EVENTS,
            legal=legal,
            standing=standing,
            due_dealer=due_dealer,
            settle=settle_proofs,
            after_proofs=(CasinoDeal, CasinoCount, Claim),
            left_by_retract=left_by_retract,
            recall=recall,
            choices={
                CasinoDeal: (CasinoDealChoice, CasinoRoundChoice),
                CasinoCount: (CountChoice,),
                Take: (TakenGroupsChoice,),
                Build: (GroupsChoice,),
                Duplicate: (GroupsChoice,),
            },
        ),
        secrecy=Secrecy(
            redact=redact,
            hide_from=hide_from,
            undo_proofs=infractions.undo_proofs,
            is_moved_by_proof=infractions.is_moved_by_proof,
        ),
        reading=Reading(
            table=table,
            score=score,
            word=word,
            sentence=sentence,
            event_names=EVENT_NAMES,
            score_names=SCORE_NAMES,
            laid_cards=laid_cards,
            legend=LEGEND,
            figures=FIGURES,
        ),
        setup=Setup(options=options, tallies=("sweeps",)),
    )


CLASSIC_CASINO = _casino(CasinoOptions())
ROYAL_CASINO = _casino(CasinoOptions(sweeps_last=True))
SPADE_CASINO = _casino(CasinoOptions(each_spade=True))
DRAW_CASINO = _casino(CasinoOptions(draws=True))
