"""The examples of series in the OpenAPI document: the first edition of a village's championship, and its meetings."""

from api.document.samples.matches import AT, RULES
from api.document.samples.ratings import PLAYERS
from projections.seasons.all_time import AllTimeRow, MedalRow
from projections.seasons.editions import SeriesEdition, SeriesSummary
from projections.seasons.meetings import Meeting, Meetings, MeetingSide
from projections.seasons.records import RecordMatch, SeriesRecord
from projections.seasons.statistics import GameStatistics, HandPoints, OpponentStatistics, PlayerStatistics, likely
from referee.championship.views import PodiumView
from referee.series.service import ChampionshipEdition, SeriesName

SERIES = "01920000-0000-7000-8000-000000000050"
CHAMPIONSHIP = "01920000-0000-7000-8000-000000000051"
FIXTURE = "01920000-0000-7000-8000-000000000052"
NAME = "Fiestas de agosto"
OPEN = {"by its name": {"name": NAME}}
RENAME = {"by its new name": {"name": "Fiestas de septiembre"}}
PLACE = {"the third edition": {"series": SERIES, "edition": 3}}


def summary() -> SeriesSummary:
    return SeriesSummary(SERIES, NAME, 1, AT)


def renamed_series() -> SeriesSummary:
    return SeriesSummary(SERIES, RENAME["by its new name"]["name"], 1, AT)


def edition() -> ChampionshipEdition:
    return ChampionshipEdition(CHAMPIONSHIP, SeriesName(SERIES, NAME), 3)


def editions() -> list[SeriesEdition]:
    podium = (PodiumView(1, PLAYERS[0], 5), PodiumView(2, PLAYERS[1], 3))
    return [SeriesEdition(3, CHAMPIONSHIP, f"{NAME} 2026", True, podium)]


def medals() -> list[MedalRow]:
    return [MedalRow(1, PLAYERS[0], 1, 1, 0, 0), MedalRow(2, PLAYERS[1], 0, 0, 1, 0)]


def table() -> list[AllTimeRow]:
    return [AllTimeRow(1, PLAYERS[0], 1, 1, 1, 5), AllTimeRow(2, PLAYERS[1], 1, 1, 0, 3)]


def records() -> list[SeriesRecord]:
    match = RecordMatch(3, CHAMPIONSHIP, f"{NAME} 2026", FIXTURE, None, AT)
    return [SeriesRecord("biggest_win", 24, RULES.id, None, (PLAYERS[0],), match)]


def totals() -> Meetings:
    return Meetings(1, 1, 1, 0, 0, 0, 0)


def meetings() -> list[Meeting]:
    sides = (MeetingSide(1, (PLAYERS[0],), 40), MeetingSide(2, (PLAYERS[1],), 64))
    return [Meeting(AT, RULES.id, CHAMPIONSHIP, FIXTURE, None, False, sides)]


def statistics() -> PlayerStatistics:
    game = GameStatistics(
        RULES.id, 12, 7, likely(7, 12), 9, dict.fromkeys(RULES.game.setup.tallies, 2), HandPoints(36, 234)
    )
    return PlayerStatistics(
        PLAYERS[0], [game], [], [OpponentStatistics(PLAYERS[1], 12, 7, 5, 0, likely(7, 12), HandPoints(36, 234))]
    )
