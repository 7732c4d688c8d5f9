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
from referee.match.game import Game
from referee.match.handlers import Handler


def _game(rules: Callable[[Any, int], Rules]) -> Game[EscobaState]:
    return Game(
        state=EscobaState,
        options=rules,
        events={
            EscobaDeal: Handler(deal.check_deal, deal.apply_deal),
            EscobaTrail: Handler(play.check_trail, play.apply_trail),
            EscobaTake: Handler(play.check_take, play.apply_take),
            EscobaCount: Handler(counted.check_count, counted.apply_count),
            Redeal: Handler(deal.check_redeal, deal.apply_redeal),
        },
        legal=legal.legal,
        choices={
            EscobaDeal: (legal.EscobaDealChoice, legal.EscobaRoundChoice),
            EscobaTake: (legal.SumOfCardsChoice,),
            EscobaCount: (CountChoice,),
        },
        figures=counted.FIGURES,
        table=table.table,
        score=table.score,
        standing=counting.standing,
        due_dealer=deal.due_dealer,
        complete=deal.complete,
        redact=table.redact,
        hide_from=table.hide_from,
        taken_back=play.taken_back,
        recall=play.recall,
        heading=table.heading,
        word=table.word,
        event_names=words.EVENT_NAMES,
        score_names=words.SCORE_NAMES,
        laid=table.laid,
        tallies=("sweeps",),
        legend=words.LEGEND,
    )


ESCOBA, SCOPA, SCOPONE = _game(escoba), _game(scopa), _game(scopone)
