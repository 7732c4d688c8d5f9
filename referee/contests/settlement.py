"""The stakes of a contest, settled by its podium (stakes.contest)."""

from msgspec import Struct

from referee.contests.contest import Contest, ContestState
from referee.contests.standings.podium import GENERAL
from referee.match.terms.stakes import SPLIT, Stakes, settle

RULE = "stakes.contest"
OVER = ("finished", "null", "cancelled")
"""The phases in which a contest is settled; without a podium the stakes are given back."""


class SettledPlayer(Struct, frozen=True):
    """Stake, share and net result of one player; `place` is that of the podium, None beside it."""

    player: str
    place: int | None
    stake: int
    share: int
    net: int


class ContestSettlement(Struct, frozen=True):
    """The settled stakes of a contest, by player, in the order of the draw; partners stand together."""

    pot: int
    rule: str
    players: tuple[SettledPlayer, ...]


def places_paid(entrants: int, podium: tuple[int, ...] | None) -> int:
    """Number of places that the podium of a contest may have, given the points that were set."""
    return min(entrants, max(len(GENERAL), len(podium or ())))


def contest_settlement(stakes: Stakes, contest: Contest, state: ContestState) -> ContestSettlement | None:
    """The settled stakes; None while the podium is not decided."""
    if state.phase not in OVER:
        return None
    place_of = {step.player: step.place for step in state.podium}
    entrants = (*dict.fromkeys((*staking(contest, state), *place_of)),)
    sides: dict[str, tuple[int, ...]] = {}
    players: list[tuple[str, int | None]] = []
    for entrant in entrants:
        people = contest.people(entrant)
        sides[entrant] = tuple(range(len(players), len(players) + len(people)))
        players += [(player, place_of.get(entrant)) for player in people]
    places = [
        [sides[entrant] for entrant in place_of if place_of[entrant] == place] for place in sorted({*place_of.values()})
    ]
    whole = settle(stakes, len(players), places)
    return ContestSettlement(
        whole.pot,
        RULE if whole.rule == SPLIT else whole.rule,
        tuple(
            SettledPlayer(player, place, stakes.each, share, net)
            for (player, place), share, net in zip(players, whole.shares, whole.net, strict=True)
        ),
    )


def staking(contest: Contest, state: ContestState) -> list[str]:
    """The entrants with a stake in the pot, in the order of the draw: a substitute from outside that plays takes over the
    stake.
    """
    staking = [*contest.places]
    playing = {entrant for fixture in state.fixtures for entrant in fixture.members}
    for change in contest.substitutions:
        if change.into in playing and change.into not in staking and change.out in staking:
            staking[staking.index(change.out)] = change.into
    return staking
