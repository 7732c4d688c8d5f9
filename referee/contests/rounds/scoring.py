"""Scores of a round: the points of a match, of a rest, of not coming (rounds.points, rounds.score)."""

from typing import Literal

from msgspec import Struct

from referee.contests.duplicate.marks import HandMark
from referee.contests.duplicate.scoring import Number
from referee.contests.rounds.options import RoundsOptions
from referee.contests.standings.league import Bout
from referee.contests.teams.encounters import in_whole_points, walkover_points
from referee.contests.teams.terms import TeamTerms
from referee.match.results import ContestRules

Way = Literal["won", "level", "lost", "bye", "walkover", "absent", "missed"]
"""The way of a round: on the table, a rest, an absent rival, an absence, a round before a late entry."""
ON_THE_TABLE = ("won", "level", "lost")
RESTED = ("bye", "walkover")
NOT_THERE = ("absent", "missed")
NOT_PAIRED = ("bye", "missed")


class RoundScore(Struct, frozen=True):
    """The score of one entrant in one round.

    `rivals`: the one of the match; both where partners change, with the `partner` of the round. `own` and `other` are game points
    as the match counted them, of a match on the table. `halves`: the board points of a team, in halves. With the same deals
    at every table, `marks` are those of the hands that no table has still to play, and own and other the points of these.
    """

    round: int
    way: Way
    score: Number
    rivals: tuple[str, ...] = ()
    own: int = 0
    other: int = 0
    partner: str | None = None
    halves: int = 0
    marks: tuple[HandMark, ...] = ()


class Scoring(Struct, frozen=True):
    """The scores of rounds, by what was agreed and by the game. `rival_count`: the rivals of each in a match.

    `teams`: the terms of its encounters, where teams meet.
    """

    options: RoundsOptions
    rules: ContestRules
    rival_count: int = 1
    teams: TeamTerms | None = None

    def better_by(self, own: int, other: int) -> int:
        """The difference of game points, the right way round: more is better."""
        return self.rules.cost(other) - self.rules.cost(own)

    def good_points(self, own: int, other: int) -> int:
        """The game points made: where points are bad, those that the rival took (rounds.score)."""
        return other if self.rules.low_wins else own

    def of_match(
        self, round_: int, bout: Bout, entrant: str, rivals: tuple[str, ...] = (), partner: str | None = None
    ) -> RoundScore:
        """The score that a match gives one of its two."""
        seat = bout.entrants.index(entrant)
        own, other = bout.points[seat], bout.points[1 - seat]
        halves = bout.halves[seat]
        if bout.walkover:
            return (
                self.rest(round_, "walkover", rivals) if bout.winner == entrant else self.away(round_, "absent", rivals)
            )
        way: Way = "level" if bout.winner is None else "won" if bout.winner == entrant else "lost"
        # A scale of teams goes by board points: by game points the winner of an encounter may be behind.
        difference = abs(own - other) if self.teams is None else in_whole_points(bout.halves)
        return RoundScore(round_, way, self._of_way(way, own, other, difference), rivals, own, other, partner, halves)

    def rest(self, round_: int, way: Literal["bye", "walkover"], rivals: tuple[str, ...] = ()) -> RoundScore:
        """The score of a round without a rival."""
        agreed_points = self.options.points.bye
        score = self._usual_bye() if agreed_points is None else agreed_points
        return RoundScore(round_, way, score, rivals, halves=2 * self.teams.board_points if self.teams else 0)

    def away(self, round_: int, way: Literal["absent", "missed"], rivals: tuple[str, ...] = ()) -> RoundScore:
        """The score of an absence."""
        points = self.options.points
        usual = points.loss if self.options.score == "match_points" else 0
        return RoundScore(round_, way, usual if points.absent is None else points.absent, rivals)

    def _of_way(self, way: Way, own: int, other: int, difference: int) -> int:
        options = self.options
        if options.score == "match_points":
            return {"won": options.points.win, "level": options.points.level}.get(way, options.points.loss)
        if options.score == "game_points":
            points = max(self.good_points(own, other), 0)
            return points if options.cap is None else min(points, options.cap)
        step = [step for step in options.scale if step.difference <= difference][-1]
        if way == "level":
            step = options.scale[0]
        return step.loser if way == "lost" else step.winner

    def _usual_bye(self) -> int:
        """A bye as a win: of game points the cap or those of a walkover, of victory points those of the least win."""
        options = self.options
        if options.score == "match_points":
            return options.points.win
        if options.score == "game_points":
            return self._walkover_points if options.cap is None else options.cap
        return options.scale[min(1, len(options.scale) - 1)].winner

    @property
    def _walkover_points(self) -> int:
        """The points of a walkover in the game; of teams, those of the games of all boards."""
        return self.rules.walkover_points if self.teams is None else walkover_points(self.teams)
