"""When a clock may be paused, go on, and be given time: the referee's events on it."""

from referee.errors import Impossible
from referee.match.state import State
from referee.match.timing.agreed import PAUSES
from referee.match.timing.turn_time import TurnTime
from referee.match.vocabulary import ExtraTime, Pause, Resume
from referee.text import Text


def check_pause(state: State, event: Pause, at: int) -> None:
    """Refuses to pause a clock that stands already, or where there is none."""
    if _time_of(state).paused_at is not None:
        raise _refused(
            "el reloj ya está en pausa: sigue con `resume`", "the clock is paused already: it goes on by `resume`"
        )


def check_resume(state: State, event: Resume, at: int) -> None:
    """Refuses to let a clock go on that is not paused, or where there is none."""
    if _time_of(state).paused_at is None:
        raise _refused("el reloj no está en pausa", "the clock is not paused")


def check_extra_time(state: State, event: ExtraTime, at: int) -> None:
    """Refuses more time where there is no clock, and while it is nobody's turn."""
    _time_of(state)
    if state.turn is None:
        raise _refused(
            "ahora no le toca a nadie: el tiempo extra se da al turno en juego",
            "it is nobody's turn now: extra time is given to the turn in play",
        )


def _time_of(state: State) -> TurnTime:
    if state.clock is None:
        raise _refused(
            "este encuentro no tiene reloj: se abre con `timing`, o con el de su juego",
            "this match has no clock: it is opened with `timing`, or with that of its game",
        )
    return state.clock


def _refused(es: str, en: str) -> Impossible:
    return Impossible(Text(es=es, en=en), rule=PAUSES)
