"""The general table of a championship: podium points and extras, less what black cards cost (general.points).

It is a sum of entries. An entry is one thing that happened to one player: points, a medal, a card; it names its event.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from msgspec import Struct

from referee.contests.contest import Contest, ContestState, Source
from referee.contests.standings.alphabet import Alphabet, by_place
from referee.match.results import Outcome

MEDALS = 3
"""Gold, silver, bronze: the places that break a tie of points (general.order)."""


class GeneralEntry(Struct, frozen=True, omit_defaults=True):
    """Points that one event gave or cost one player. `place` is that of the podium; `card` a sanction, mostly without points."""

    player: str
    kind: Literal["podium", "extra", "card"]
    points: int
    rule: str
    contest: str | None = None
    source: Source | None = None
    place: int | None = None
    card: Literal["yellow", "black"] | None = None


class GeneralStanding(Struct, frozen=True, rename={"entries": "from"}):
    """One player of the championship; `entries` are what the points are made of (general.provenance)."""

    place: int
    player: str
    points: int
    golds: int
    silvers: int
    bronzes: int
    sanctions: int
    entries: tuple[GeneralEntry, ...]


def general_table(
    players: Iterable[str], alphabet: Alphabet, entries: Iterable[GeneralEntry]
) -> tuple[GeneralStanding, ...]:
    """Every player, best first; shared places in Spanish alphabetical order (general.order)."""
    entries_of_player: dict[str, list[GeneralEntry]] = {player: [] for player in players}
    for entry in entries:
        entries_of_player.setdefault(entry.player, []).append(entry)
    by_name = by_place(alphabet)
    ranking = sorted(entries_of_player, key=lambda player: (_cost(entries_of_player[player]), by_name(player)))
    rows: list[GeneralStanding] = []
    for _, peers in groupby(ranking, lambda player: _cost(entries_of_player[player])):
        place = len(rows) + 1
        rows += [_row(place, player, entries_of_player[player]) for player in peers]
    return tuple(rows)


def entries_of(contest_id: str, contest: Contest, state: ContestState) -> Iterator[GeneralEntry]:
    """The entries of a contest's players: podium, extras and cards. Both partners of a pair have what the pair has."""
    for award in state.awards:
        if award.points or award.kind == "podium":
            for player in contest.people(award.player):
                yield GeneralEntry(player, award.kind, award.points, award.rule, contest_id, award.source, award.place)
    for outcome in sorted(contest.outcomes, key=lambda outcome: (outcome.at, outcome.fixture)):
        yield from _cards(contest_id, contest, outcome)


def sanction(player: str, card: Literal["yellow", "black"], at: int, contest_id: str | None = None) -> GeneralEntry:
    """A card given outside a match: it counts among the sanctions and costs no point."""
    return GeneralEntry(player, "card", 0, "league.sanctions", contest_id, Source(at), card=card)


def _cards(contest_id: str, contest: Contest, outcome: Outcome) -> Iterator[GeneralEntry]:
    """The cards of one match; in a match of two a black one costs a point (sanction.black-league).

    The cards of an encounter are those of its teams: they stand in the teams' table.
    """
    result = outcome.result
    if result is None or not result.has_cards or contest.teams is not None:
        return
    costs = len(outcome.entrants) in contest.rules.black_card_seats
    source = Source.of(outcome)
    for seat, entrant in enumerate(outcome.entrants):
        black = result.black_cards(seat)
        yellow = result.sanctions(seat, late=True) - black
        for player in contest.people(entrant):
            for _ in range(yellow):
                yield GeneralEntry(player, "card", 0, "league.sanctions", contest_id, source, card="yellow")
            for _ in range(black):
                rule = "sanction.black-league" if costs else "league.sanctions"
                yield GeneralEntry(player, "card", -1 if costs else 0, rule, contest_id, source, card="black")


def _cost(entries: Iterable[GeneralEntry]) -> tuple[int, ...]:
    """The sort key of a row: points, golds, silvers, bronzes, more first; then sanctions, fewer first."""
    points, medals, sanctions = _sums(entries)
    return (-points, *(-medal for medal in medals), sanctions)


def _sums(entries: Iterable[GeneralEntry]) -> tuple[int, tuple[int, ...], int]:
    entries = tuple(entries)
    places = [entry.place for entry in entries if entry.kind == "podium"]
    medals = tuple(places.count(place) for place in range(1, MEDALS + 1))
    return sum(entry.points for entry in entries), medals, sum(entry.kind == "card" for entry in entries)


def _row(place: int, player: str, entries: list[GeneralEntry]) -> GeneralStanding:
    points, (golds, silvers, bronzes), sanctions = _sums(entries)
    return GeneralStanding(place, player, points, golds, silvers, bronzes, sanctions, tuple(entries))
