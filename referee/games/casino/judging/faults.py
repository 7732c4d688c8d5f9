"""Which rules a play breaks, as far as the log can prove it when the play is made.

What the table shows is proven at once. That a card of a build's value is kept in the hand is an assertion, and so is that a hand
bound by a build of its own could do nothing but trail: they are broken at once where the log knows better, and else settled by
the judge.
"""

from referee.cards import FRENCH
from referee.games.casino.events import Build, Duplicate, Laying, Raise, Take, Trail
from referee.games.casino.judging.duty import board, bound, duty
from referee.games.casino.rules import EXPOSED, ILLEGAL_PLAY, IMPROPER, OWN_BUILD, RAISE, TAKE, WRONG_HAND
from referee.games.casino.state import CasinoState
from referee.games.casino.table.layout import StandingBuild

BIT = FRENCH.bit
Stacking = Build | Duplicate | Raise
"""The plays after which a build stands that was not there so before."""
FORSAKING = (Trail, Build)
"""The plays that a build of its own forbids a hand which can do something else."""
NAMED_FIRST = (ILLEGAL_PLAY, WRONG_HAND, EXPOSED, IMPROPER, RAISE, OWN_BUILD, TAKE)
"""In which order the rules that one play breaks are named."""


def named_builds(event: Laying) -> tuple[str, ...]:
    """The ids of the builds that a play touches."""
    if isinstance(event, Take):
        return event.builds
    return (event.build,) if isinstance(event, Duplicate | Raise) else ()


def touched(state: CasinoState, event: Laying) -> tuple[StandingBuild, ...]:
    """The builds that a play touches."""
    return state.layout.touched(named_builds(event)) if state.layout.builds else ()


def announced_value(state: CasinoState, event: Stacking) -> int:
    """The value that the build has after this play."""
    return touched(state, event)[0].value if isinstance(event, Duplicate) else event.value


def shown_faults(state: CasinoState, event: Laying) -> list[str]:
    """The rules that a play breaks as far as the table shows it."""
    seat = event.seat
    duties = duty(state, seat)
    found = [duties[0]] if duties and not (isinstance(event, Trail) and duties[1] & BIT[event.card]) else []
    match event:
        case Take():
            found += _faults_of_take(state, event)
        case Build() | Duplicate():
            found += _misbuilt(state, event)
        case Raise():
            found += _misbuilt(state, event) + ([RAISE] if touched(state, event)[0].multiple else [])
    return list(dict.fromkeys(found))


def _faults_of_take(state: CasinoState, event: Take) -> list[str]:
    table = board(state, event.seat)
    cards, builds = FRENCH.mask(event.cards), touched(state, event)
    taken = cards
    for build in builds:
        taken |= build.cards
    fits = table.takes_them(BIT[event.card], cards, builds)
    return [*([] if fits else [TAKE]), *([EXPOSED] if taken & table.barred else [])]


def _misbuilt(state: CasinoState, event: Stacking) -> list[str]:
    """casino.improper-build, where what is laid does not make the value, or no card of the pack has it."""
    table = board(state, event.seat)
    card, value = BIT[event.card], announced_value(state, event)
    if isinstance(event, Raise):
        right = value in table.lifted(card, touched(state, event)[0])
    else:
        cards = FRENCH.mask(event.cards)
        right = table.adds_up(card, cards, value) and bool(cards or isinstance(event, Duplicate))
    return [] if right and table.worth(value) else [IMPROPER]


def lacks_card(state: CasinoState, event: Laying) -> bool:
    """Whether the log knows that the hand keeps no card that would take what this play builds (casino.improper-build)."""
    if not isinstance(event, Stacking):
        return False
    takers = state.values.worth.get(announced_value(state, event), 0)
    return not state.knowledge.may_keep(event.seat, BIT[event.card], takers)


def leaves_own_build(state: CasinoState, event: Laying) -> bool:
    """Whether a build of its own asks something else of the seat than this play, if it can do it (casino.own-build)."""
    return isinstance(event, FORSAKING) and bound(state, event.seat)


def faults(state: CasinoState, event: Laying) -> list[str]:
    """The rules that a play breaks as far as the log can prove it now, the one to name first."""
    found = shown_faults(state, event)
    if leaves_own_build(state, event):
        known = state.knowledge.known[event.seat] | BIT[event.card]
        if board(state, event.seat).obliges_any(known):
            found.append(OWN_BUILD)
    if IMPROPER not in found and lacks_card(state, event):
        found.append(IMPROPER)
    return sorted(found, key=NAMED_FIRST.index)
