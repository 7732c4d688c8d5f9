"""The plays of Casino: trail, take, build, duplicate, raise. Their refusals and their effects."""

from msgspec.structs import replace

from referee.cards import FRENCH, Chance
from referee.errors import Breach
from referee.games.casino import refusals
from referee.games.casino.events import Build, Duplicate, Laying, Raise, Take, Trail
from referee.games.casino.facts import BuildStands, CardsTaken
from referee.games.casino.handlers.deal import is_last_round
from referee.games.casino.handlers.ending import close, pass_turn
from referee.games.casino.judging.duty import board
from referee.games.casino.judging.faults import (
    Stacking,
    faults,
    hand_faults,
    leaves_own_build,
    named_builds,
    shown_faults,
    touched_builds,
)
from referee.games.casino.judging.infractions import leave
from referee.games.casino.rules import IMPROPER, LAST_ROUND, OWN_BUILD
from referee.games.casino.state import CasinoState, IllegalPlay
from referee.games.casino.table.layout import StandingBuild
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import ALL, NOBODY, Facts

BIT = FRENCH.bit


# What is refused


def check_play(state: CasinoState, event: Laying, at: int) -> Breach | None:
    """The breach of the first rule that a play breaks. Raises Impossible if the table contradicts the play."""
    _check_possible(state, event)
    rules = faults(state, event)
    return refusals.breach(state, event, rules[0]) if rules else None


def _check_possible(state: CasinoState, event: Laying) -> None:
    """Raises Impossible for a play that the table contradicts: its seat, turn or card, or the cards and builds it names."""
    state.require_seat(event.seat)
    if event.seat != state.turn:
        refusals.refuse_turn(state, event.seat)
    require_card(state, event.seat, event.card)
    cards = () if isinstance(event, Trail | Raise) else event.cards
    strange = FRENCH.mask(cards) & ~state.layout.loose
    if strange or len(set(cards)) != len(cards):
        refusals.refuse_loose(state, event, strange)
    ids = named_builds(event)
    missing = [id_ for id_ in ids if state.layout.build(id_) is None]
    if missing or len(set(ids)) != len(ids):
        refusals.refuse_build(state, event, missing)


def require_card(state: CasinoState, seat: int, card: str) -> None:
    """Raises Impossible unless the hand may hold the card."""
    hands = state.knowledge
    if not hands.known_cards[seat] & BIT[card] and not hands.may_hold(seat, BIT[card]):
        refusals.refuse_card(state, seat, card)


# What happens


def apply_trail(state: CasinoState, event: Trail, at: int) -> Facts:
    """Lays the card loose on the table."""
    facts, illegal_play = _lay(state, event, at, shown_faults(state, event))
    state.illegal_play = None
    state.layout = state.layout.lay(BIT[event.card])
    return _end_play(state, event.seat, facts, illegal_play)


def complete_take(state: CasinoState, event: Take, chance: Chance) -> Take:
    """Completes a take with its builds in order."""
    return replace(event, builds=tuple(sorted(event.builds, key=lambda id_: (len(id_), id_))))


def apply_take(state: CasinoState, event: Take, at: int) -> Facts:
    """Moves the card and all that it takes to the pile of its side."""
    builds, side = touched_builds(state, event), state.side(event.seat)
    facts, illegal_play = _lay(state, event, at, shown_faults(state, event))
    cards = BIT[event.card] | FRENCH.mask(event.cards)
    for build in builds:
        cards |= build.cards
    state.layout = state.layout.lift(cards, builds)
    sweep = state.params.sweeps and not state.layout.loose and not state.layout.builds
    state.takings = state.takings.take(event.seat, side, cards, BIT[event.card] if sweep else 0)
    facts.append(CardsTaken(event.seat, event.card, FRENCH.cards(cards), sweep))
    return _end_play(state, event.seat, facts, illegal_play)


def apply_build(state: CasinoState, event: Build, at: int) -> Facts:
    """Makes a new build."""
    card, cards = BIT[event.card], FRENCH.mask(event.cards)
    table = board(state, event.seat)
    several = table.adds_up(card, cards, event.value) and not table.one_group(card, cards, event.value)
    name = f"b{state.layout.build_count + 1}"
    return _stack(state, event, at, StandingBuild(name, event.seat, event.value, card | cards, several))


def apply_duplicate(state: CasinoState, event: Duplicate, at: int) -> Facts:
    """Adds groups to a build, which becomes multiple and this seat's."""
    build = touched_builds(state, event)[0]
    cards = build.cards | BIT[event.card] | FRENCH.mask(event.cards)
    return _stack(state, event, at, build._replace(owner=event.seat, cards=cards, multiple=True))


def apply_raise(state: CasinoState, event: Raise, at: int) -> Facts:
    """Raises the value of a build, which becomes this seat's."""
    build = touched_builds(state, event)[0]
    cards = build.cards | BIT[event.card]
    return _stack(state, event, at, build._replace(owner=event.seat, cards=cards, value=event.value))


def _stack(state: CasinoState, event: Stacking, at: int, build: StandingBuild) -> Facts:
    """Stacks a new or changed build, and asserts that its maker keeps a card that takes it."""
    breaches = shown_faults(state, event)
    facts, illegal_play = _lay(state, event, at, breaches)
    state.layout = state.layout.stack(build)
    facts.append(BuildStands(build.id, event.seat, build.value, FRENCH.cards(build.cards), build.multiple))
    if IMPROPER not in breaches:
        state.knowledge.assert_kept(event.seat, IMPROPER, at, state.values.worth.get(build.value, 0))
    return _end_play(state, event.seat, facts, illegal_play)


def _lay(state: CasinoState, event: Laying, at: int, breaches: list[str]) -> tuple[list[Fact], IllegalPlay | None]:
    """Moves the card out of the hand. Returns the facts of these breaches, and the illegal play before, which stands now."""
    seat, card = event.seat, BIT[event.card]
    facts: list[Fact] = []
    if not state.round.plays and is_last_round(state) and not state.round.announced:
        facts.append(InfractionProven(LAST_ROUND, state.dealer or 0, at, Evidence("seen")))
    facts += [InfractionProven(rule, seat, at, Evidence("seen")) for rule in breaches]
    # A play taken back makes its seat trail the card: that may not tell early of an infraction found in a hidden hand.
    rules = [*breaches, *hand_faults(state, event, breaches, NOBODY if state.hides_proofs else ALL)]
    forsaken = board(state, seat) if leaves_own_build(state, event) else None
    state.wrote(seat, at)
    state.round = state.round.after_play()
    state.plays += 1
    leave(state, seat, card)
    if forsaken:
        state.knowledge.assert_unable(seat, OWN_BUILD, at, forsaken, card)
    illegal_play, state.illegal_play = state.illegal_play, IllegalPlay(seat, card, tuple(rules)) if rules else None
    return facts, illegal_play


def _end_play(state: CasinoState, seat: int, facts: list[Fact], illegal_play: IllegalPlay | None) -> Facts:
    _draw(state, seat)
    pass_turn(state)
    return close(state, facts, illegal_play)


def _draw(state: CasinoState, seat: int) -> None:
    """Draws one card for the seat in draw Casino, until the stock is out."""
    stock = state.stock
    if not state.options.draws or not stock.left:
        return
    if stock.undrawn and seat == state.dealer:
        state.stock = replace(stock, undrawn=stock.undrawn - 1)
        return
    state.stock = stock.after_deal(1)
    if stock.cards is None:
        state.knowledge.receive(seat)
    else:
        state.knowledge.draw(seat, stock.cards[0])
