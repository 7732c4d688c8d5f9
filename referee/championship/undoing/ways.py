"""The way back of every decision of a championship's log. A decision without a line here fails the tests."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from referee.championship.events import (
    BoardCorrected,
    BoardMatchFinished,
    BoardMatchOpened,
    BoardMatchReopened,
    BoardReported,
    BoardWalkoverGiven,
    ChampionshipOpened,
    ChampionshipRenamed,
    ContestCancelled,
    ContestDrawn,
    ContestRedrawn,
    ContestRenamed,
    DealsOpened,
    Decision,
    DecisionUndone,
    DisciplineChanged,
    EntrantAdded,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureScheduled,
    LineupGiven,
    LineupsShown,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    MemberSubstituted,
    MergeUndone,
    NameCorrected,
    PlayerMerged,
    PlayerRemoved,
    PlayerSanctioned,
    PlayersEntered,
    ResultCorrected,
    ResultReported,
    RoundChanged,
    RoundPaired,
    RoundPublished,
    SanctionUndone,
    TieRuled,
    TimingChanged,
    WalkoverGiven,
)
from referee.text import Text

Means = Literal["undo", "call", "again", "never"]
"""Means of undoing a decision: an undo of its version, a call of its own, the same call once more, or none."""


class Way(Struct, frozen=True):
    """The way back of one kind of decision: its usual name, the means, and the call to make instead of an undo."""

    title: Text
    means: Means
    instead: Text = Text(es="", en="")


def _undone(es: str, en: str) -> Way:
    return Way(Text(es=es, en=en), "undo")


def _otherwise(means: Means, es: str, en: str, instead_es: str, instead_en: str) -> Way:
    return Way(Text(es=es, en=en), means, Text(es=instead_es, en=instead_en))


WAYS: Mapping[type[Decision], Way] = {
    ResultReported: _undone("Resultado", "Result"),
    ResultCorrected: _undone("Resultado corregido", "Result corrected"),
    WalkoverGiven: _undone("Incomparecencia", "Walkover"),
    BoardReported: _undone("Resultado de un tablero", "Result of a board"),
    BoardCorrected: _undone("Resultado de un tablero corregido", "Result of a board corrected"),
    BoardWalkoverGiven: _undone("Incomparecencia en un tablero", "Walkover at a board"),
    MemberSubstituted: _undone("Sustitución en un tablero", "Substitution at a board"),
    LineupGiven: _otherwise(
        "call",
        "Alineación dada",
        "Line-up given",
        "se quita con `DELETE /v1/fixtures/{id}/lineups/{team}`",
        "`DELETE /v1/fixtures/{id}/lineups/{team}` takes it back",
    ),
    LineupsShown: _otherwise(
        "call",
        "Alineaciones a la vista",
        "Line-ups shown",
        "se quitan las dos con `DELETE /v1/fixtures/{id}/lineups/{team}`, mientras no haya empezado nada del enfrentamiento",
        "`DELETE /v1/fixtures/{id}/lineups/{team}` takes both back, while nothing of the encounter has begun",
    ),
    EntrantWithdrawn: _undone("Retirada", "Withdrawal"),
    EntrantAdded: _undone("Entrada tardía", "Late entry"),
    EntrantSubstituted: _undone("Sustitución", "Substitution"),
    TieRuled: _undone("Empate resuelto", "Tie ruled on"),
    ContestRedrawn: _undone("Sorteo repetido", "Drawn again"),
    ContestCancelled: _undone("Torneo anulado", "Contest cancelled"),
    MatchOpened: _undone("Mesa abierta", "Match opened"),
    BoardMatchOpened: _undone("Encuentro de un tablero", "Match of a board"),
    PlayerSanctioned: _otherwise(
        "call",
        "Tarjeta",
        "Card",
        "se quita con `DELETE /v1/championships/{id}/sanctions/{version}`",
        "`DELETE /v1/championships/{id}/sanctions/{version}` takes it back",
    ),
    PlayersEntered: _otherwise(
        "call",
        "Inscripción",
        "Players entered",
        "a cada persona la quita `DELETE /v1/championships/{id}/players/{player}`",
        "`DELETE /v1/championships/{id}/players/{player}` takes each person out",
    ),
    ContestDrawn: _otherwise(
        "call",
        "Torneo sorteado",
        "Contest drawn",
        "se anula con `DELETE /v1/contests/{id}`, mientras no se haya jugado nada",
        "`DELETE /v1/contests/{id}` cancels it, while nothing of it was played",
    ),
    PlayerMerged: _otherwise(
        "call",
        "Fichas unidas",
        "Entries joined",
        "se separan con `DELETE /v1/players/{id}/merge`",
        "`DELETE /v1/players/{id}/merge` separates them",
    ),
    MergeUndone: _otherwise(
        "again", "Fichas separadas", "Entries separated", "se unen otra vez", "they are merged once more"
    ),
    NameCorrected: _otherwise(
        "again",
        "Nombre corregido",
        "Name corrected",
        "se corrige otra vez con el nombre de antes",
        "the name is corrected once more, to that of before",
    ),
    PlayerRemoved: _otherwise(
        "again",
        "Persona quitada",
        "Player taken out",
        "se inscribe otra vez, con su identificador",
        "the person is entered again, by their id",
    ),
    ChampionshipRenamed: _otherwise(
        "again",
        "Nombre del campeonato",
        "Championship renamed",
        "se pone otra vez el nombre de antes",
        "the name of before is given again",
    ),
    ContestRenamed: _otherwise(
        "again",
        "Nombre del torneo",
        "Contest renamed",
        "se pone otra vez el nombre de antes",
        "the name of before is given again",
    ),
    DisciplineChanged: _otherwise(
        "again",
        "Disciplina cambiada",
        "Discipline changed",
        "se pone otra vez la de antes, que vale desde ese momento",
        "that of before is set again, and holds from then on",
    ),
    TimingChanged: _otherwise(
        "again",
        "Reloj cambiado",
        "Clock changed",
        "se pone otra vez el de antes, que vale para los encuentros que se abran desde ese momento",
        "that of before is set again, and holds for the matches opened from then on",
    ),
    RoundPaired: _otherwise(
        "call",
        "Ronda emparejada",
        "Round paired",
        "se quita con `DELETE /v1/contests/{id}/rounds/{n}`, mientras no haya empezado nada de ella",
        "`DELETE /v1/contests/{id}/rounds/{n}` takes it away, while nothing of it has begun",
    ),
    RoundChanged: _otherwise(
        "again",
        "Parejas cambiadas",
        "Pairs changed",
        "se ponen otra vez las de antes con `PUT /v1/contests/{id}/rounds/{n}`",
        "those of before are set again with `PUT /v1/contests/{id}/rounds/{n}`",
    ),
    RoundPublished: _otherwise(
        "call",
        "Ronda publicada",
        "Round published",
        "se quita con `DELETE /v1/contests/{id}/rounds/{n}`, mientras no haya empezado nada de ella",
        "`DELETE /v1/contests/{id}/rounds/{n}` takes it away, while nothing of it has begun",
    ),
    DealsOpened: _otherwise(
        "never",
        "Manos abiertas",
        "Deals opened",
        "lo que se ha podido leer no se vuelve a tapar",
        "what could be read is not covered again",
    ),
    FixtureScheduled: _otherwise(
        "again",
        "Hora y mesa",
        "Time and table",
        "se fijan otra vez las de antes",
        "those of before are set again",
    ),
    MatchFinished: _otherwise(
        "call",
        "Acta cambiada",
        "Record changed",
        "se corrige en el registro del encuentro (`retract`), o se quita el resultado con `DELETE /v1/fixtures/{id}/result`",
        "it is corrected in the log of its match (`retract`), or `DELETE /v1/fixtures/{id}/result` takes the result away",
    ),
    MatchReopened: _otherwise(
        "call",
        "Encuentro reabierto",
        "Match reopened",
        "se corrige en el registro del encuentro (`retract`)",
        "it is corrected in the log of its match (`retract`)",
    ),
    BoardMatchFinished: _otherwise(
        "call",
        "Acta de un tablero",
        "Record of a board",
        "se corrige en el registro del encuentro (`retract`), o `PUT /v1/fixtures/{id}/boards/{n}/result` da otro resultado",
        "it is corrected in the log of its match (`retract`), or `PUT /v1/fixtures/{id}/boards/{n}/result` gives another result",
    ),
    BoardMatchReopened: _otherwise(
        "call",
        "Encuentro de un tablero reabierto",
        "Match of a board reopened",
        "se corrige en el registro del encuentro (`retract`)",
        "it is corrected in the log of its match (`retract`)",
    ),
    DecisionUndone: _otherwise(
        "again", "Deshecho", "Taken back", "se decide otra vez lo que se deshizo", "what was taken back is told again"
    ),
    SanctionUndone: _otherwise(
        "again", "Tarjeta quitada", "Card taken back", "se da otra vez la tarjeta", "the card is given again"
    ),
    ChampionshipOpened: _otherwise(
        "never",
        "Campeonato abierto",
        "Championship opened",
        "un campeonato sin torneos ni jugadores no cuenta para nada, y puede cambiar de nombre",
        "a championship without contests and players counts for nothing, and can be renamed",
    ),
}
"""The way back of each, by its type."""
