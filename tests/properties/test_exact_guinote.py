"""The judge of Guiñote is exact: a solver that keeps all deals which fit the log agrees (`tests.support.exact.guinote`)."""

import pytest

from referee.games.guinote.events import Cante, Exchange
from referee.games.guinote.state import GuinoteState
from referee.match.events import Draw, Event, Play, Reveal
from tests.support.exact.guinote import CANTE, Deals, HandClaim
from tests.support.exact.guinote_hands import Story
from tests.support.exact.questions import due, is_taken, notes_in_failures, require_answer, require_told_later

HANDS = 2
MATCHES = 110
LONG = 2_500
ASKED = 0.12
"""The share of steps at which the possible events are asked too."""
DOUBTED = 0.5
"""The same while a reader does not believe a cante."""


@pytest.mark.parametrize("seed", range(MATCHES))
def test_judge_is_exact(seed: int) -> None:
    play(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(MATCHES, MATCHES + LONG))
def test_judge_is_exact_in_the_long_run(seed: int) -> None:
    play(seed)


def play(seed: int) -> None:
    """Tells a table some hands, and compares it with the solver after every event."""
    story = Story(seed)
    with notes_in_failures(story):
        if story.chance.random() < 0.5:
            story.told_ida()
        for _ in range(HANDS):
            if story.over:
                return
            story.deal()
            while True:
                while story.in_hand:
                    story.step()
                    check_judgement(story)
                    if story.chance.random() < (DOUBTED if story.reader.is_doubtful else ASKED):
                        check_requests(story)
                if not any(story.secret.hands) or story.chance.random() < 0.3:
                    break
                # The rest of a stopped hand is laid open.
                story.look()
                check_judgement(story)


def check_judgement(story: Story) -> None:
    """Assertions stand as the solver has them: infractions, open assertions, claims, points."""
    for key, assertion in story.deals.said.items():
        if story.status.get(key, "open") == "open":
            story.status[key] = _standing(story.deals, assertion)
    ledger, state = story.table.match.ledger, story.table.match.state
    assert isinstance(state, GuinoteState)
    judge = state.knowledge.copy()
    judge.dispute()
    status = story.status
    theirs = {(i.code, i.seat, i.version) for i in ledger.infractions if i.status == "proven"} & status.keys()
    rulings = {key for key in status if status[key] == "ruled"}
    assert theirs - rulings == {key for key in status if status[key] == "proven"}, story
    still = {(a.code, seat, a.version) for seat, hand_seat in enumerate(judge.open) for a in hand_seat}
    assert still == {key for key in status if status[key] == "open"}, story
    if not story.in_hand:
        return
    for claim in ledger.claims:
        # One that 101 rejected stays so while the hand goes on, and a proof still upholds it.
        waits = claim.status == "rejected" and claim.ruled_at in state.undone_ends
        assert due(claim, status) in (None, claim.status, "pending" if waits else None), (claim, str(story))
    for cante in state.cantes:
        if (key := (CANTE, cante.seat, cante.version)) in status and status[key] != "ruled":
            assert (cante.points == 0) == (status[key] == "proven"), (cante, str(story))


def _standing(deals: Deals, assertion: HandClaim) -> str:
    if deals.is_false(assertion):
        return "proven"
    return "held" if deals.is_true(assertion) else "open"


def check_requests(story: Story) -> None:
    """Possible and impossible events are those of the deals that fit: for the referee, and for a reader that sees some hands."""
    if not story.in_hand:
        return
    hands_shown(story)
    plays(story)
    draws_and_reveals(story)
    if not story.deals.trick and story.deals.tricks:
        said_after_a_trick(story)
    if story.player is not None and story.reader.is_clear:
        sent_by_a_player(story, story.player)
    if story.late:
        told_later(story)


def hands_shown(story: Story) -> None:
    """A reader is shown the cards that this reader has in each hand."""
    if story.reader.is_clear:
        for seat, hand in enumerate(story.table.match.view(story.visible).hands):
            assert set(hand or ()) == story.reader.deals.surely_in(seat), (seat, story.visible, str(story))


def plays(story: Story) -> None:
    match, seat = story.table.match, story.table.match.state.turn
    assert seat is not None
    legal = {event.card for event in match.legal() if isinstance(event, Play)}
    cards_listed = {event.card for event in match.legal(story.visible) if isinstance(event, Play)}
    for card in story.chance.sample(story.deals.pack, 8):
        fits = story.deals.may_hold(seat, [card])
        regular = fits and story.deals.is_regular(seat, card)
        assert is_taken(match, Play(seat, card)) == (regular if fits else None), (card, str(story))
        assert (card in legal) == regular, (card, str(story))
        if story.reader.is_clear:
            assert (card in cards_listed) == story.reader.deals.is_regular(seat, card), (
                card,
                story.visible,
                str(story),
            )


def draws_and_reveals(story: Story) -> None:
    match = story.table.match
    for seat in range(story.seats):
        for card in story.chance.sample(story.deals.pack, 2):
            fits = bool(story.secret.drew) and story.deals.may_have_drawn(seat, card)
            assert (is_taken(match, Draw(seat, card)) is not None) == fits, (seat, card, str(story))
        cards = tuple(story.chance.sample(story.deals.pack, story.chance.randrange(1, 3)))
        assert (is_taken(match, Reveal(seat, cards)) is not None) == story.deals.may_hold(seat, cards), (
            seat,
            cards,
            str(story),
        )


def said_after_a_trick(story: Story) -> None:
    deals, match = story.deals, story.table.match
    legal, listing = match.legal(), match.legal(story.visible)
    for seat in range(deals.winner % 2, story.seats, 2):
        for suit in "OCEB":
            cante = Cante(seat, 40 if suit == deals.triunfo else 20, suit)  # type: ignore[arg-type]
            assert is_taken(match, cante) == deals.may_sing(seat, cante.value, suit) == (cante in legal), (
                cante,
                str(story),
            )
            if story.reader.is_clear:
                assert story.reader.may_sing(seat, cante.value, suit) == (cante in listing), (
                    cante,
                    story.visible,
                    str(story),
                )
        if story.is_high(deals.turn_up) and not deals.new_places and (deals.undrawn or story.secret.drew):
            swap = Exchange(seat)
            assert is_taken(match, swap) == deals.may_exchange(seat) == (swap in legal), (swap, str(story))
            if story.reader.is_clear:
                assert story.reader.deals.may_exchange(seat) == (swap in listing), (swap, story.visible, str(story))


def sent_by_a_player(story: Story, seat: int) -> None:
    """An event of a player is judged by the knowledge of that seat, or else left to the referee to record."""
    match, deals = story.table.match, story.reader.deals
    events: dict[Event, tuple[bool, bool]] = {}
    if match.state.turn == seat:
        for card in story.chance.sample(deals.pack, 8):
            events[Play(seat, card)] = deals.may_hold(seat, [card]), deals.is_regular(seat, card)
    # By a ruling that the player is not told yet, a cante counts that the player knows to be false.
    is_known = not (story.late and "ruled" in story.status.values())
    if is_known and not deals.trick and deals.tricks and deals.winner % 2 == seat % 2:
        for suit in "OCEB":
            value = 40 if suit == deals.triunfo else 20
            events[Cante(seat, value, suit)] = True, story.reader.may_sing(seat, value, suit)  # type: ignore[arg-type]
    for event, (fits, regular) in events.items():
        require_answer(match, event, story.visible, fits=fits, regular=regular)


def told_later(story: Story) -> None:
    """Proofs in a hand are hidden from other readers while it is played: infractions, claims, points of cantes."""
    match, visible = story.table.match, story.visible
    require_told_later(match, visible)
    state = match.state
    assert isinstance(state, GuinoteState)
    totals = match.ledger.totals[:]
    for cante in state.cantes:
        if cante.hand == state.hand and not cante.points:
            totals[cante.seat % 2] += cante.value
    assert match.view(visible).score.totals == totals, story  # type: ignore[attr-defined]
