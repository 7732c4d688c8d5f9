"""Por la Corona: two seats, each with its own pack, until one cannot take a card. Which handler takes which event.

Source: «Por la Corona», a card game by Ramiro Luis Álvarez Moreno (2 October 2008). The source is silent on the order of
attackers, on the shuffle after a joker and on a pack emptied exactly; the clauses say what was ruled. The house rules
that it invites are in `house_rules.py`.
"""

from referee.games.corona.events import (
    Attack,
    Combat,
    CoronaCount,
    CoronaDeal,
    Defend,
    EndTurn,
    Hire,
    Income,
    Recover,
    Replica,
    Start,
)
from referee.games.corona.handlers import combat, counted, hiring, jokers, opening, packs, steps, turns
from referee.games.corona.state import CoronaState
from referee.games.corona.views import legal, table, words
from referee.games.corona.views.choices import CHOICES
from referee.match import handlers
from referee.match.events import Draw, Redeal, Withdraw
from referee.match.game import Game, PlayRules, Reading, Secrecy, Setup
from referee.match.handlers import Handler
from referee.text import Text

CORONA = Game(
    CoronaState,
    play=PlayRules(
        events={
            Start: Handler(opening.check_start, opening.apply_start),
            CoronaDeal: Handler(opening.check_deal, opening.apply_deal, opening.complete_deal),
            Draw: Handler(turns.check_draw, turns.apply_draw),
            Income: Handler(turns.check_income, turns.apply_income),
            Hire: Handler(hiring.check_hire, hiring.apply_hire),
            Replica: Handler(hiring.check_replica, hiring.apply_replica),
            Attack: Handler(combat.check_attack, combat.apply_attack),
            Defend: Handler(combat.check_defend, combat.apply_defend),
            Combat: Handler(steps.check_combat, steps.apply_combat),
            Recover: Handler(jokers.check_recover, jokers.apply_recover, jokers.complete_recover),
            EndTurn: Handler(turns.check_end_turn, turns.apply_end_turn),
            CoronaCount: Handler(counted.check_count, counted.apply_count),
            Redeal: Handler(handlers.check_redeal, packs.apply_redeal),
            Withdraw: Handler(handlers.check_withdraw, packs.apply_withdraw),
        },
        legal=legal.legal,
        standing=packs.standing,
        choices=CHOICES,
    ),
    secrecy=Secrecy(redact=table.redact, hide_from=table.hide_from),
    reading=Reading(
        table=table.table,
        score=table.score,
        word=table.word,
        event_names=words.EVENT_NAMES,
        row_ends=(EndTurn,),
        legend=Text(
            es="↑ ingreso  + contrata  × replica  → ataca  defensor|atacante, – ninguno  = combate  X1+n recupera  «» roba  "
            "· fin de turno",
            en="↑ income  + hires  × answers  → attacks  defender|attacker, – none  = combat  X1+n recovers  «» draws  "
            "· end of turn",
        ),
        figures=counted.FIGURES,
    ),
    # A match is one deal.
    setup=Setup(hands_played=lambda params, seats: 1),
)
