"""Choices of a contest in rounds: its rounds, its points, the order of its table (rounds.format to rounds.order)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from referee.contests.late import LateUntil
from referee.contests.rounds.costs import PairingMethod, Repeats
from referee.contests.teams.terms import TeamTerms
from referee.errors import Flaw
from referee.text import Text

MOST_ENTRANTS = 4096
"""No other format takes more."""
MOST_ROUNDS = 64
Champion = Literal["overall", "final"]
Score = Literal["match_points", "game_points", "victory_points"]
TieBreak = Literal["direct", "buchholz", "median", "sonneborn", "difference", "for", "wins", "progress", "boards"]
Figure = Annotated[int, Meta(ge=0, le=1000)]
USUAL: tuple[TieBreak, ...] = ("direct", "buchholz", "difference", "wins")
USUAL_OF_TEAMS: tuple[TieBreak, ...] = ("boards", "difference", "direct")
"""What parts teams that are level in score (teams.score)."""


class MatchPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a match and of a round without one (rounds.points).

    Where the table goes by something else, `bye` and `absent` are that: game points or victory points.
    """

    win: Figure = 2
    level: Figure = 1
    loss: Figure = 0
    bye: Annotated[
        Figure | None,
        Meta(description="Of who rests, or whose rival did not come; null: as the rules say (`rounds.points`)."),
    ] = None
    absent: Annotated[Figure | None, Meta(description="Of who did not come; null: as a loss, or nothing.")] = None


class ScaleStep(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points of winner and loser from this difference of game points on."""

    difference: Annotated[int, Meta(ge=0, le=1_000_000)]
    winner: Figure
    loser: Figure


class RoundsOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Choices of a contest in rounds."""

    round_count: Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="The number of rounds.")] = 5
    pairing: Annotated[
        PairingMethod,
        Meta(
            description="`swiss`: by score, nobody twice against the same rival; `danish`: first against second of the table of "
            "now, and so on; `random`: drawn anew each round; `mitchell`: two lines, of which one sits and the other moves on "
            "from table to table."
        ),
    ] = "swiss"
    points: MatchPoints = field(default_factory=MatchPoints)
    score: Annotated[
        Score,
        Meta(
            description="What the table goes by: points of a match, the game points made, or victory points by `scale`. Of teams "
            "these are the points of an encounter, the game points of all its boards, and victory points by the difference in "
            "board points."
        ),
    ] = "match_points"
    cap: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)] | None, Meta(description="The most game points that a match counts.")
    ] = None
    scale: Annotated[
        tuple[ScaleStep, ...],
        Meta(
            max_length=100,
            description="Victory points by difference, of teams that of board points, from 0 up: the last step reached counts.",
        ),
    ] = ()
    strike: Annotated[
        int, Meta(ge=0, le=MOST_ROUNDS, description="The worst rounds of everybody that are struck in the end.")
    ] = 0
    repeats: Annotated[
        Repeats, Meta(description="When two may meet again, in Danish rounds: never, in the last round, always.")
    ] = "never"
    tie_breaks: Annotated[
        tuple[TieBreak, ...],
        Meta(
            max_length=9,
            description="What parts those level in score, the first first. `boards`: the board points of teams, whose usual "
            "list is `boards`, `difference`, `direct`.",
        ),
    ] = USUAL
    late_until: LateUntil | None = None
    champion: Annotated[
        Champion,
        Meta(
            description="Of two lines (`mitchell`): `overall`, the first of all is the champion; `final`, the first of each line "
            "play one last match."
        ),
    ] = "overall"

    @property
    def has_lines(self) -> bool:
        """True if there are two lines, of which one sits and the other moves on (rounds.mitchell)."""
        return self.pairing == "mitchell"

    @property
    def has_final(self) -> bool:
        """True if the first of each line play a last match."""
        return self.champion == "final"


def team_choices(params: Mapping[str, Any], terms: TeamTerms) -> dict[str, Any]:
    """The choices of a request, with those that teams have unless it says otherwise: points of encounters, tie-breaks."""
    points, own = msgspec.to_builtins(terms.points), params.get("points", {})
    return {"tie_breaks": [*USUAL_OF_TEAMS], **params, "points": points | own if isinstance(own, Mapping) else own}


def flaws_of(options: RoundsOptions) -> Iterator[Flaw]:
    """The choices that do not fit each other, each at its place in `params`."""
    points = options.points
    if not points.win >= points.level >= points.loss:
        yield Flaw(
            "$.params.points",
            Text(
                es=f"ganar no puede dar menos que empatar, ni empatar menos que perder: {points.win}, {points.level}, "
                f"{points.loss}",
                en=f"a win cannot give less than a level match, nor that less than a loss: {points.win}, {points.level}, "
                f"{points.loss}",
            ),
        )
    steps = [step.difference for step in options.scale]
    if options.score == "victory_points" and steps[:1] != [0]:
        yield Flaw(
            "$.params.scale",
            Text(
                es="los puntos de victoria van por `scale`, que empieza por la diferencia 0",
                en="victory points go by `scale`, which begins with the difference 0",
            ),
        )
    if steps != sorted({*steps}):
        yield Flaw(
            "$.params.scale",
            Text(
                es="las diferencias de `scale` suben de paso en paso", en="the differences of `scale` rise step by step"
            ),
        )
    if options.score != "victory_points" and steps:
        yield _only_with("$.params.scale", "score: victory_points")
    if options.cap is not None and options.score != "game_points":
        yield _only_with("$.params.cap", "score: game_points")
    if options.repeats != "never" and options.pairing != "danish":
        yield _only_with("$.params.repeats", "pairing: danish")
    if options.has_final and not options.has_lines:
        yield _only_with("$.params.champion", "pairing: mitchell")
    if options.strike >= options.round_count:
        yield Flaw(
            "$.params.strike",
            Text(
                es=f"de {options.round_count} rondas se tachan como mucho {options.round_count - 1}",
                en=f"of {options.round_count} rounds {options.round_count - 1} at most are struck",
            ),
        )
    if len({*options.tie_breaks}) < len(options.tie_breaks):
        yield Flaw("$.params.tie_breaks", Text(es="cada desempate va una vez", en="each tie-break comes once"))


def _only_with(path: str, choice: str) -> Flaw:
    return Flaw(path, Text(es=f"solo vale con `{choice}`", en=f"it goes only with `{choice}`"))
