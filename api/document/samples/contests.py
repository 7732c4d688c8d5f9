"""The examples of championships in the OpenAPI document: five friends in a contest of one game, drawn by its rules."""

from functools import cache
from typing import Any

import msgspec

from api.document.samples.matches import AT, RULES
from api.pages.print import boards, fixture_lists
from referee.championship.changes import ChangesView, changes_of
from referee.championship.difference import (
    ChampionshipDecided,
    ContestDecided,
    ContestDifference,
    FixtureDecided,
    contest_difference,
    general_difference,
    with_difference,
)
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.events import (
    ChampionshipOpened,
    FixtureCreated,
    PlayerSanctioned,
    PlayersEntered,
    ResultReported,
)
from referee.championship.people import ChampionshipEntered
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.state import Championship, DecisionEntry
from referee.championship.undoing.history import ContestDecisions, decisions_of
from referee.championship.views import ChampionshipView, ContestView, FixtureView, StandingsView
from referee.contests.discipline import Discipline
from referee.contests.tallies import RecordedResult
from referee.match.entries import chain, line
from referee.match.registry import contest_tallies

ID = "01920000-0000-7000-8000-{:012d}"
PLAYERS = {ID.format(20 + n): name for n, name in enumerate(("Ana", "Beto", "Carla", "Dani", "Elena"))}

CHAMPIONSHIPS: dict[str, Any] = {
    "new players": {"name": "Fiestas de agosto", "players": ["Ana", {"name": "Beto", "birth_date": "1984-03-09"}]},
    "with a ladder for cards": {"name": "Copa", "discipline": {"ladder": ["warning", "game", "match", "expulsion"]}},
}
PLAYERS_BODY: dict[str, Any] = {"a new player": {"players": [{"name": "Elena"}]}}
SANCTIONS: dict[str, Any] = {"a yellow card": {"player": "Ana", "card": "yellow", "reason": "llega tarde"}}
ELSEWHERE = [{"matches": [["Beto", "Ana"]], "rests": []}, {"matches": [["Ana", "Beto"]]}]
"""The rounds of a league in two legs that was drawn elsewhere."""
CONTESTS: dict[str, Any] = {
    "everybody in the game's own format": {"ruleset": RULES.id, "format": RULES.contest.formats[0], "seed": "fiesta"},
    "a league in two legs": {"ruleset": RULES.id, "format": "league", "params": {"legs": 2}},
    "a league of teams on three boards": {
        "ruleset": RULES.id,
        "format": "league",
        "teams": {
            "boards": [
                {"ruleset": RULES.id},
                {"ruleset": RULES.id, "weight": 2},
                {"ruleset": RULES.id, "name": "Tablero del fondo"},
            ]
        },
        "entrants": [
            {"name": "Peña El Arrabal", "members": ["Ana", "Beto", "Carla", "Dani"]},
            {"name": "Peña La Magdalena", "members": ["Elena", "Fito", "Gala", "Hugo"]},
        ],
    },
    "a league drawn elsewhere": {
        "ruleset": RULES.id,
        "format": "league",
        "params": {"legs": 2},
        "rounds": ELSEWHERE,
    },
}
REDRAWS: dict[str, Any] = {"by another seed": {"seed": "verbena", "reason": "faltaba una papeleta"}}
WITHDRAWALS: dict[str, Any] = {"someone leaves": {"player": "Ana", "reason": "se va de viaje"}}
SUBSTITUTIONS: dict[str, Any] = {
    "the next of the table": {"out": "Ana", "reason": "enferma"},
}
LATE_ENTRIES: dict[str, Any] = {
    "somebody who comes late": {"player": "Elena", "reason": "venía de lejos"},
    "somebody new whose name others have": {"player": {"name": "Elena", "distinct": True}, "reason": "venía de lejos"},
}
RULINGS: dict[str, Any] = {
    "a tie by lots": {"tie": ["Ana", "Beto"], "order": [["Beto"], ["Ana"]], "reason": "sorteo ante el público"}
}
TIMINGS: dict[str, Any] = {
    "more minutes for a match": {"timing": {"match_seconds": 3000}, "reason": "40 minutos son pocos"},
    "no clock any more": {"timing": None, "reason": "se juega sin prisa"},
}
DISCIPLINES: dict[str, Any] = {
    "another ladder": {
        "discipline": {"ladder": ["warning", "match"], "no_show_minutes": 20},
        "reason": "lo pide la peña",
    }
}
FILLED_IN: dict[str, Any] = {
    "a day and a result": {
        "items": [
            {
                "round": 1,
                "entrants": ["Ana", "Beto"],
                "starts_at": "2026-08-15T17:00:00Z",
                "table": "Peña El Cierzo",
                "result": msgspec.to_builtins(RecordedResult.of(RULES.contest.example)),
            }
        ]
    },
    "a day to come": {"items": [{"round": 1, "entrants": ["Ana", "Beto"], "starts_at": "2026-08-15T17:00:00Z"}]},
}
RESULTS: dict[str, Any] = {"a match of two": msgspec.to_builtins(RecordedResult.of(RULES.contest.example))}
CORRECTIONS: dict[str, Any] = {
    "points the other way": {"points": [*reversed(RULES.contest.example.points)], "reason": "apuntados al revés"}
}
WALKOVERS: dict[str, Any] = {"one did not come": {"absent": ["Ana"], "reason": "no se presenta"}}
BOARD_RESULTS: dict[str, Any] = {"a board": msgspec.to_builtins(RecordedResult.of(RULES.contest.example))}
BOARDS_AT_ONCE: dict[str, Any] = {
    "two boards, one of them without a side": {
        "boards": [
            {"board": 1, "result": msgspec.to_builtins(RecordedResult.of(RULES.contest.example))},
            {"board": 2, "walkover": {"absent": ["Peña El Arrabal"], "reason": "faltaba uno"}},
        ]
    }
}
BOARD_CORRECTIONS = CORRECTIONS
BOARD_WALKOVERS: dict[str, Any] = {"a team without a player": {"absent": ["Peña El Arrabal"], "reason": "faltaba uno"}}
MEMBER_SUBSTITUTIONS: dict[str, Any] = {"a member": {"out": "Ana", "in": "Dani", "reason": "se encuentra mal"}}
LINEUPS: dict[str, Any] = {"one at each board": {"boards": [["Ana"], ["Beto"], ["Carla"]]}}
TIE_BREAKS = ",".join(boards.TIE_BREAKS)
TALLIES = ",".join(tally.name for tally in contest_tallies())
NDJSON = {"application/x-ndjson": '{"type":"championship_opened","name":"Fiestas de agosto","version":1}\n'}
SHEETS = {
    "text/csv": f"{','.join(fixture_lists.HEAD)}\n",
    "text/html": "<!doctype html><title>Fiestas de agosto</title>",
}

GENERAL = {"text/csv": "place,player,points,golds,silvers,bronzes,sanctions\n"}
BOARDS = {
    "text/csv": f"table,place,player,j,g,p,f,c,ptos,diff,{TIE_BREAKS},points,{TALLIES},sanctions,decided_by,above_by,qualified\n",
    "text/html": "<!doctype html><title>Fiestas de agosto</title>",
}


@cache
def _log() -> tuple[Championship, list[DecisionEntry]]:
    work = Championship(ID.format(10))
    ids = iter(ID.format(n) for n in range(30, 99))
    entries: list[DecisionEntry] = []

    def enter(event: Any) -> None:
        work.enter(event, work.version + 1)
        fixtures: tuple[FixtureCreated, ...] = ()
        if "contest" in event.__struct_fields__:
            contest = work.contests[event.contest]
            fresh = [fixture for fixture in contest.state.fixtures if contest.record_of(fixture) is None]
            fixtures = tuple(FixtureCreated(next(ids), contest.id, f.key, f.kind, f.entrants) for f in fresh)
            work.enter_consequences(fixtures)
        entry: DecisionEntry = chain(work.head, work.version, event, fixtures, AT, "organizer:1")
        work.head = bytes.fromhex(entry.hash)
        entries.append(entry)

    enter(ChampionshipOpened(work.id, "Fiestas de agosto", Discipline(("warning", "game", "match", "expulsion"))))
    enter(PlayersEntered(tuple(PLAYERS)))
    drawing = DrawContest(RULES.id, RULES.contest.formats[0], seed="fiesta")
    enter(draw_contest(drawing, work, PLAYERS.get, lambda: next(ids), lambda: "fiesta"))
    contest = next(iter(work.contests.values()))
    enter(ResultReported(contest.id, next(iter(contest.fixtures)), RecordedResult.of(RULES.contest.example)))
    return work, entries


def _page() -> ContestPresenter:
    work, _ = _log()
    return ContestPresenter(work, next(iter(work.contests.values())), PLAYERS.get)


def championship() -> ChampionshipView:
    return view_championship(_log()[0], PLAYERS.get)


def championship_entered() -> ChampionshipEntered:
    return ChampionshipEntered(**msgspec.structs.asdict(championship()))


def championship_page() -> Any:
    work, _ = _log()
    summary = {"id": work.id, "name": work.name, "version": work.version, "contests": 1}
    return {"items": [summary | {"opened_at": AT, "changed_at": AT}], "next": None}


SHOWN = 1
"""The number of fixtures and rows in an example; of the changed rows it has the first."""


def contest() -> ContestView:
    whole = _page().view()
    return msgspec.structs.replace(whole, fixtures=whole.fixtures[:SHOWN])


def standings() -> StandingsView:
    whole = _page().standings()
    return msgspec.structs.replace(whole, rows=(whole.rows or ())[:SHOWN])


def fixtures() -> tuple[FixtureView, ...]:
    return _page().fixtures()[:SHOWN]


def result_page() -> Any:
    work, _ = _log()
    result = {
        "championship": work.id,
        "name": work.name,
        "ruleset": RULES.id,
        "decided_at": AT,
        "fixture": fixtures()[0],
        "contest_name": None,
    }
    return {"items": [result], "next": None}


def _difference() -> ContestDifference:
    """The changes by the last decision of the sample."""
    work, entries = _log()
    before = Championship.fold(work.id, entries[:-1])
    contest = next(iter(work.contests))
    whole = contest_difference(ContestPresenter(before, before.contests[contest], PLAYERS.get), _page(), entries[-1:])
    return msgspec.structs.replace(whole, rows=whole.rows[:1])


def fixture_decided() -> FixtureDecided:
    return with_difference(FixtureDecided, fixtures()[0], _difference())


def contest_decided() -> ContestDecided:
    return with_difference(ContestDecided, contest(), _difference())


def championship_decided() -> ChampionshipDecided:
    work, card = _log()[0], PlayerSanctioned(next(iter(PLAYERS)), "yellow", "llega tarde")
    after = work.copy()
    after.enter(card, work.version + 1)
    difference = general_difference(work, after, PLAYERS.get)
    difference = msgspec.structs.replace(difference, general=difference.general[:1])
    return with_difference(ChampionshipDecided, view_championship(after, PLAYERS.get), difference)


def entries() -> list[DecisionEntry]:
    """The entries of the championship's log."""
    return _log()[1]


def events() -> Any:
    return {"version": 4, "items": [line(entry) for entry in _log()[1][-1:]], "next": None}


def changes() -> ChangesView:
    work, entries = _log()
    return changes_of(work.id, next(iter(work.contests)), entries, PLAYERS.get)


def decisions() -> ContestDecisions:
    work, entries = _log()
    contest = next(iter(work.contests.values()))
    return decisions_of(ContestPresenter(work, contest, PLAYERS.get), entries)
