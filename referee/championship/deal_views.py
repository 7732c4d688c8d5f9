"""A hand that every table has played, for readers: its cards, and what each side made with them (duplicate.page)."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.deals_by_hand import RULE, require_terms
from referee.championship.events import Id
from referee.championship.parted_plays import Plays, parting
from referee.championship.presenters import ContestPresenter
from referee.championship.views import PartedPlay, Somebody
from referee.contests.contest import Fixture
from referee.contests.duplicate.deals import HandDeal, deal_of
from referee.contests.duplicate.marks import Marks
from referee.contests.duplicate.scoring import two_decimals
from referee.contests.duplicate.terms import DuplicateTerms, place_of_hand
from referee.contests.ledger import ContestLedger
from referee.contests.rounds.hands import HandBoard, of_entrants_in, seats_of, still_to_play
from referee.contests.rounds.play import play_rounds, scoring_of
from referee.contests.rounds.same_deals import ComparedRounds
from referee.errors import Impossible, NotFound
from referee.match.registry import read_params, ruleset
from referee.text import Text

Points = Annotated[tuple[int, ...], Meta(min_length=2, max_length=4)]
LISTED = 12
"""The most tables that a refusal names."""


class HandAtTableView(Struct, frozen=True, omit_defaults=True):
    """What the sides of a table made in a hand; every list is in the order of `entrants`, the first of which held seat 0."""

    fixture: Id | None
    table: int | str | None
    entrants: tuple[Somebody, ...]
    state: Annotated[
        Literal["played", "walkover", "void"], Meta(description="`void`: it was left unplayed, and counts for neither.")
    ]
    points: Annotated[Points | None, Meta(description="What each made; only of a hand that was played.")] = None
    scores: Annotated[
        tuple[float | None, ...],
        Meta(
            min_length=2,
            max_length=4,
            description="Percent, or the difference; null counts as the average of the own hands.",
        ),
    ] = (None, None)
    matchpoints: Annotated[
        Points | None, Meta(description="Of a hand that was played; only where the table goes by percent.")
    ] = None
    match: Annotated[
        Id | None, Meta(description="The match that recorded it card by card; left out where it was told.")
    ] = None


class DealView(Struct, frozen=True):
    """A hand with its cards, and what was made with them, by the tables of its round."""

    contest: Id
    version: int
    hand: Annotated[int, Meta(description="Its number, counted through the contest.")]
    round: int
    board: Annotated[int, Meta(description="Its number in its round.")]
    commitment: Annotated[str, Meta(description="The SHA-256 of the seed of the round's deals.")]
    seed: Annotated[
        str | None, Meta(description="That seed; null while a table has another hand of the round still to play.")
    ]
    dealer: int
    hands: Annotated[tuple[tuple[str, ...], ...], Meta(description="The cards dealt to each seat.")]
    table: Annotated[tuple[str, ...], Meta(description="The cards laid on the table.")]
    turn_up: Annotated[str | None, Meta(description="The card turned up; null in a game without one.")]
    stock: Annotated[tuple[str, ...], Meta(description="The rest, in the order of drawing.")]
    results: tuple[HandAtTableView, ...]
    parted: Annotated[
        PartedPlay | None,
        Meta(
            description="Where the play of the tables that recorded it card by card parted; null where fewer than two did, or "
            "all played the same."
        ),
    ] = None


def require_played(presenter: ContestPresenter, number: int) -> int:
    """The round of a hand that no table has still to play. Raises NotFound, and Impossible with the tables that have."""
    terms = require_terms(presenter.contest)
    round_, _ = place_of_hand(terms, number)
    waiting = still_to_play(presenter.contest, presenter.state.fixtures, number)
    if waiting is None:
        raise NotFound(
            Text(
                es=f"la mano {number} es de la ronda {round_}, que no se juega aún",
                en=f"hand {number} is of round {round_}, which is not played yet",
            )
        )
    if waiting:
        tables = ", ".join(str(one.table) for one in waiting[:LISTED])
        rest = len(waiting) - LISTED
        es, en = (f" y {rest} más", f" and {rest} more") if rest > 0 else ("", "")
        raise Impossible(
            Text(
                es=f"la mano {number} les queda por jugar a {len(waiting)} mesas: {tables}{es}",
                en=f"{len(waiting)} tables have hand {number} still to play: {tables}{en}",
            ),
            rule=RULE,
        )
    return round_


def deal_view(presenter: ContestPresenter, number: int, seed: str, plays: Callable[[str], Plays]) -> DealView:
    """A hand that no table has still to play, dealt by the seed of its round. `plays` are those of a match by id."""
    contest = presenter.contest
    terms = require_terms(presenter.contest)
    round_number, board = place_of_hand(terms, number)
    round_ = next(one for one in contest.pairings if one.round == round_number)
    assert round_.deals is not None
    deal = _deal(presenter, number, seed)
    results = tuple(_results(presenter, terms, round_number, board))
    return DealView(
        contest=presenter.recorded_contest.id,
        version=presenter.championship.version,
        hand=number,
        round=round_number,
        board=board,
        commitment=round_.deals.commitment,
        seed=round_.deal_seed,
        dealer=deal.dealer,
        hands=deal.hands,
        table=deal.table,
        turn_up=deal.turn_up,
        stock=deal.stock,
        results=results,
        parted=parting({one.match: plays(one.match) for one in results if one.match is not None}),
    )


def _deal(presenter: ContestPresenter, number: int, seed: str) -> HandDeal:
    contest, rules = presenter.contest, ruleset(presenter.recorded_contest.ruleset)
    return deal_of(rules, read_params(rules, dict(contest.params)), seats_of(contest), seed, number)


def _results(presenter: ContestPresenter, terms: DuplicateTerms, number: int, board: int) -> list[HandAtTableView]:
    ledger = ContestLedger(presenter.contest)
    statuses = play_rounds(ledger).statuses
    compared_rounds = ComparedRounds(ledger, terms, scoring_of(ledger), statuses)
    hands = HandBoard(presenter.contest)
    return [
        _at_table(presenter, hands, fixture, board, compared_rounds.marks_of(fixture, board))
        for fixture in (status.fixture for status in statuses)
        if fixture.round == number
    ]


def _at_table(
    presenter: ContestPresenter, hands: HandBoard, fixture: Fixture, board: int, marks: Marks
) -> HandAtTableView:
    hand, view = hands.of(fixture).get(board), presenter.fixture_of(fixture.key)
    bare = HandAtTableView(
        fixture=view.id if view else None,
        table=view.table if view else fixture.table,
        entrants=presenter.view_entrants(fixture.entrants),
        state="walkover",
        scores=tuple(None if mark.score is None else two_decimals(mark.score) for mark in marks),
    )
    if hand is None or hand.result is None:
        is_void = hand is not None and {*hand.absent} >= {*fixture.entrants}
        return replace(bare, state="void") if is_void else bare
    matchpoints = tuple(mark.matchpoints.points for mark in marks if mark.matchpoints)
    return replace(
        bare,
        state="played",
        points=of_entrants_in(hand, fixture.entrants),
        matchpoints=matchpoints or None,
        match=hand.match,
    )
