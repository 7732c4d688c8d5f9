"""Words of Corona: the names of its events."""

from collections.abc import Mapping

from referee.games.corona.events import Attack, Combat, Defend, EndTurn, Hire, Income, Recover, Replica, Start
from referee.match.events import Event
from referee.text import Text

EVENT_NAMES: Mapping[type[Event], Text] = {
    Start: Text(es="cartas de abajo", en="bottom cards"),
    Income: Text(es="ingreso", en="income"),
    Hire: Text(es="contrata", en="hire"),
    Replica: Text(es="réplica", en="answer to a hire"),
    Attack: Text(es="ataque", en="attack"),
    Defend: Text(es="defensa", en="defence"),
    Combat: Text(es="combate", en="combat"),
    Recover: Text(es="recuperación", en="recovery"),
    EndTurn: Text(es="fin de turno", en="end of turn"),
}
