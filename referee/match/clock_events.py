"""The referee's events on a clock: pause, resume, extra time, and the end of a match on time."""

from referee.errors import Impossible
from referee.match.events import ExtraTime, Pause, Resume, TimeUp
from referee.match.state import State
from referee.match.terms.agreed_time import MATCH, PAUSES
from referee.match.timing.turn_time import TurnTime
from referee.text import Text


def check_pause(state: State, event: Pause, at: int) -> None:
    """Refuses to pause a clock that stands already, or a match without a clock."""
    if _time_of(state).paused_at is not None:
        raise _refusal(
            "el reloj ya está en pausa: sigue con `resume`", "the clock is paused already: it goes on by `resume`"
        )


def check_resume(state: State, event: Resume, at: int) -> None:
    """Refuses to resume a clock that is not paused, or a match without a clock."""
    if _time_of(state).paused_at is None:
        raise _refusal("el reloj no está en pausa", "the clock is not paused")


def check_extra_time(state: State, event: ExtraTime, at: int) -> None:
    """Refuses more time without a clock for it, and for a turn while no seat has one."""
    _time_of(state)
    if event.of == "match":
        _require_match_time(state)
    elif state.limits.turn is None:
        raise _refusal(
            'los turnos de este encuentro no tienen tiempo: el tiempo extra es del encuentro (`"of": "match"`)',
            'the turns of this match have no time: extra time is for the match (`"of": "match"`)',
        )
    elif state.turn is None:
        raise _refusal(
            "ahora no le toca a nadie: el tiempo extra se da al turno en juego",
            "it is nobody's turn now: extra time is given to the turn in play",
        )


def check_time_up(state: State, event: TimeUp, at: int) -> None:
    """Refuses to end a match by its time if it has none, before any hand was dealt, and within a hand."""
    _require_match_time(state)
    if state.in_hand():
        raise _refusal(
            f"la mano {state.hand} está en juego: primero se termina, o se anula con `redeal`",
            f"hand {state.hand} is in play: finish it first, or void it by `redeal`",
            MATCH,
        )
    if not state.has_begun():
        raise _refusal(
            "no se ha repartido ninguna mano: el tiempo del encuentro no ha empezado",
            "no hand was dealt: the time of the match has not begun",
            MATCH,
        )


def _time_of(state: State) -> TurnTime:
    if state.clock is None:
        raise _refusal(
            "este encuentro no tiene reloj: se abre con `timing`, o con el de su juego",
            "this match has no clock: it is opened with `timing`, or with that of its game",
        )
    return state.clock


def _require_match_time(state: State) -> None:
    if state.limits.match is None:
        raise _refusal(
            "este encuentro no tiene un tiempo para el encuentro entero: se abre con `timing` y su `match_seconds`",
            "this match has no time for the whole match: it is opened with `timing` and its `match_seconds`",
            MATCH,
        )


def _refusal(es: str, en: str, rule: str = PAUSES) -> Impossible:
    return Impossible(Text(es=es, en=en), rule=rule)
