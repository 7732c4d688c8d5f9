"""Guiñote, as played after "Reglas del Guiñote": which handler takes which event.

Four seats in pairs (0+2 against 1+3), or two seats. A match is a *coto* of partidas; a partida is one hand (*ida*), or two
(*vueltas*). A hand begins with the *descarte*, where any card may be played and every trick is followed by a draw, and ends
with the *arrastre*, where a card against the rules is a *renuncio*.
Left out on purpose: the card turned over as a reminder of a cante, which changes nothing that is judged.
"""

from referee.games.guinote.events import Cante, Cut, Exchange, GuinoteCount, GuinoteDeal
from referee.games.guinote.handlers import (
    cantes,
    claims,
    counted,
    cut,
    deal,
    draw,
    exchange,
    partidas,
    play,
    untold_proofs,
)
from referee.games.guinote.state import GuinoteState
from referee.games.guinote.views import table, words
from referee.match import first_deal, handlers
from referee.match.choice import CountChoice
from referee.match.events import Claim, Draw, DrawForDeal, Play, Redeal, Reveal, Ruling, Withdraw
from referee.match.game import Game, PlayRules, Reading, Secrecy, Setup
from referee.match.handlers import Handler
from referee.text import Text

GUINOTE = Game(
    GuinoteState,
    play=PlayRules(
        events={
            DrawForDeal: Handler(first_deal.check, first_deal.apply),
            Cut: Handler(cut.check_cut, cut.apply_cut),
            GuinoteDeal: Handler(deal.check_deal, deal.apply_deal, deal.complete_deal),
            Play: Handler(play.check_play, play.apply_play),
            Draw: Handler(draw.check_draw, draw.apply_draw),
            Cante: Handler(cantes.check_cante, cantes.apply_cante),
            Exchange: Handler(exchange.check_exchange, exchange.apply_exchange),
            GuinoteCount: Handler(counted.check_count, counted.apply_count),
            Redeal: Handler(handlers.check_redeal, deal.apply_redeal),
            Reveal: Handler(handlers.check_reveal, claims.apply_reveal),
            Claim: Handler(claims.check_claim, claims.apply_claim),
            Ruling: Handler(handlers.check_ruling, claims.apply_ruling),
            Withdraw: Handler(handlers.check_withdraw, partidas.apply_withdraw),
        },
        legal=table.legal,
        standing=partidas.standing,
        due_dealer=cut.due_dealer,
        settle=claims.proven_facts,
        after_proofs=(GuinoteDeal, GuinoteCount, Cante),
        figures_place=lambda state: (state.in_hand(), state.partida_over),
        choices={
            GuinoteDeal: (table.GuinoteDealChoice,),
            GuinoteCount: (CountChoice,),
            DrawForDeal: (first_deal.DrawForDealChoice,),
        },
    ),
    secrecy=Secrecy(
        redact=table.redact,
        hide_from=table.hide_from,
        undo_proofs=untold_proofs.undo_proofs,
        is_moved_by_proof=claims.is_moved_by_proof,
    ),
    reading=Reading(
        table=table.table,
        score=table.score,
        heading=table.heading,
        word=table.word,
        sentence=words.sentence,
        event_names=words.EVENT_NAMES,
        score_names=words.SCORE_NAMES,
        beside_total=words.beside_total,
        laid_cards=table.laid_cards,
        # A trick ends a row of the replay; a cante or an exchange stands before the play that follows it.
        row_ends=(GuinoteDeal,),
        legend=Text(
            es="20O, 40: cante · 7↔: cambia el siete de triunfo por la carta vuelta · +5B: se le vio robar esa carta",
            en="20O, 40: cante · 7↔: exchanges the siete of triunfo for the turn-up · +5B: was seen to draw that card",
        ),
        figures=counted.FIGURES,
    ),
    setup=Setup(tallies=("partidas",)),
)
