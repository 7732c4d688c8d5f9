"""The view of a match for one reader: seats, score, the table, and the hands that the reader may see."""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.match.closing.confirmation import Confirmation
from referee.match.closing.side_keys import PinGiven
from referee.match.events import SeatTaken
from referee.match.ledger import ClaimState, Infraction, MatchResult, SanctionGiven
from referee.match.shuffle_commitments import Commitment
from referee.match.terms.agreed_time import AgreedTime
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes
from referee.match.timing.clock_views import MatchClockView, TurnClockView


class SeatView(msgspec.Struct, frozen=True):
    """Who sits where, and for which side."""

    seat: int
    name: str | None
    player: str
    side: int


def seat_views(
    seats: Sequence[SeatTaken],
    side: Callable[[int], int],
    names: Callable[[str], str | None],
    now: Callable[[str], str],
) -> tuple[SeatView, ...]:
    """The players of the seats; `names` gives a person's name by id, or None, `now` the id that the person has today."""
    players, numbers = [seat_taken.player for seat_taken in seats], range(len(seats))
    return tuple(map(SeatView, numbers, map(names, players), map(now, players), map(side, numbers)))


class PlayedInstead(msgspec.Struct, frozen=True):
    """What is played in place of a match that counts no more: a fixture, and its match once one is open."""

    fixture: str
    match: str | None


class Counting(msgspec.Struct, frozen=True):
    """The place of a match in its contest: `counts` is False once the contest goes on without it; `instead` is played then."""

    counts: bool
    instead: PlayedInstead | None = None


COUNTS = Counting(counts=True)


class MatchView(msgspec.Struct, frozen=True):
    """A match as its reader may see it."""

    id: str
    ruleset: str
    params: msgspec.Struct
    enforcement: Literal["record", "strict"]
    version: int
    status: Literal["open", "finished", "abandoned"]
    seats: tuple[SeatView, ...]
    phase: str
    hand: int
    turn: int | None
    dealer: int | None
    hands: list[tuple[str, ...] | None]
    hand_sizes: list[int]
    table: msgspec.Struct
    score: msgspec.Struct
    infractions: list[Infraction]
    claims: list[ClaimState]
    sanctions: list[SanctionGiven]
    result: MatchResult | None
    infractions_shown: Literal["at_once", "hand_end"]
    """The time at which readers of some hands learn of infractions, and of the decisions on claims."""
    confirmation: Confirmation | UnsetType | None = UNSET
    """The hand counted last and its confirmations; only in a match opened with `confirm: "sides"`."""
    pins: tuple[PinGiven, ...] | UnsetType = UNSET
    """The givers of the sides' PINs, in order, those before a retract included; only in a match opened with two keys."""
    shuffle: Annotated[
        Commitment | UnsetType,
        msgspec.Meta(description="The commitment to the next shuffle; only while one waits to be opened."),
    ] = UNSET
    stakes: Annotated[
        Stakes | UnsetType,
        msgspec.Meta(description="What each seat stakes; only where the match was opened with stakes."),
    ] = UNSET
    clock: Annotated[
        TurnClockView | UnsetType | None,
        msgspec.Meta(
            description="The time of the turn in play, null while it is nobody's turn and nothing is paused; only where turns "
            "have a time, and the match is asked for as it is now."
        ),
    ] = UNSET
    match_clock: Annotated[
        MatchClockView | UnsetType | None,
        msgspec.Meta(
            description="The time of the whole match; once that is over, as it stood at `time_up`, or null where it ended "
            "otherwise. Only where the match has one, and is asked for as it is now."
        ),
    ] = UNSET
    timing: Annotated[
        AgreedTime | UnsetType,
        msgspec.Meta(description="The referee's clock; only where the match was opened with one."),
    ] = UNSET
    house: Annotated[
        NamedHouse | UnsetType,
        msgspec.Meta(description="The house rules under a name; only where the match was opened with some."),
    ] = UNSET
    counts: Annotated[
        bool | UnsetType,
        msgspec.Meta(
            description="False once its contest goes on without this match: nothing is recorded of it any more, whatever its "
            "`status`. Only where it is played for a fixture, and asked for as it is now."
        ),
    ] = UNSET
    instead: Annotated[
        PlayedInstead | UnsetType | None,
        msgspec.Meta(
            description="What is played in place of a match that counts no more; null where nothing is. Only beside `counts`."
        ),
    ] = UNSET

    def totals(self, tally: str | None = None) -> list[int]:
        """The points of each side, or another `tally` of the game, as far as this reader may know."""
        figures: list[int] = getattr(self.score, tally or "totals")
        return figures


class SeatedPlayer(msgspec.Struct, frozen=True):
    """Somebody at the table; `name` is null for a person who was erased."""

    id: str
    name: str | None


class MatchSummary(msgspec.Struct, frozen=True):
    """A match in a list. `players` are in seat order; times are RFC 3339, in UTC."""

    id: str
    ruleset: str
    status: str
    version: int
    players: list[SeatedPlayer]
    table: str | None
    fixture: str | None
    opened_at: str
    changed_at: str
    counts: bool = True
    instead: PlayedInstead | None = None


class MatchPage(msgspec.Struct, frozen=True):
    """Matches in the order asked for; `next` is the cursor of the next page, null on the last."""

    items: list[MatchSummary]
    next: str | None
