"""Wires Escoba, Scopa and Scopone: what each event means in them, and what they answer."""

from collections.abc import Callable
from typing import Any

from referee.games.escoba.events import EscobaCount, EscobaDeal, EscobaTake, EscobaTrail
from referee.games.escoba.handlers import counted, deal, play
from referee.games.escoba.rules import Rules, escoba, scopa, scopone
from referee.games.escoba.scoring import counting
from referee.games.escoba.state import EscobaState
from referee.games.escoba.views import legal, table, words
from referee.match.choice import CountChoice
from referee.match.events import Redeal
from referee.match.game import Game, PlayRules, Reading, Secrecy, Setup
from referee.match.handlers import Handler


def _game(rules: Callable[[Any, int], Rules]) -> Game[EscobaState]:
    return Game(
        EscobaState,
        play=PlayRules(
            events={
                EscobaDeal: Handler(deal.check_deal, deal.apply_deal, deal.complete_deal),
                EscobaTrail: Handler(play.check_trail, play.apply_trail),
                EscobaTake: Handler(play.check_take, play.apply_take),
                EscobaCount: Handler(counted.check_count, counted.apply_count),
                Redeal: Handler(deal.check_redeal, deal.apply_redeal),
            },
            legal=legal.legal,
            standing=counting.standing,
            due_dealer=deal.due_dealer,
            left_by_retract=play.left_by_retract,
            recall=play.recall,
            choices={
                EscobaDeal: (legal.EscobaDealChoice, legal.EscobaRoundChoice),
                EscobaTake: (legal.SumOfCardsChoice,),
                EscobaCount: (CountChoice,),
            },
        ),
        secrecy=Secrecy(redact=table.redact, hide_from=table.hide_from),
        reading=Reading(
            table=table.table,
            score=table.score,
            heading=table.heading,
            word=table.word,
            event_names=words.EVENT_NAMES,
            score_names=words.SCORE_NAMES,
            laid_cards=table.laid_cards,
            legend=words.LEGEND,
            figures=counted.FIGURES,
        ),
        setup=Setup(options=rules, tallies=("sweeps",)),
    )


ESCOBA, SCOPA, SCOPONE = _game(escoba), _game(scopa), _game(scopone)
