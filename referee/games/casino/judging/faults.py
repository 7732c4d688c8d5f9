"""The rules that a play breaks, as far as the log can prove it when the play is made.

Breaches that the table shows are proven at once. A build asserts that its maker keeps a card of its value, and a trail of a hand
bound by a build of its own asserts that the hand had no other play. These are broken at once if the log knows better, and
settled by the judge otherwise. The words of a refusal are in `refusals.py` (`WHY`), the text of a rule in `clauses.py`.
"""

from collections.abc import Sequence

from referee.cards import FRENCH
from referee.games.casino.events import Build, Duplicate, Laying, Raise, Take, Trail
from referee.games.casino.judging.duty import board, duty, is_bound
from referee.games.casino.rules import EXPOSED, ILLEGAL_PLAY, IMPROPER, OWN_BUILD, RAISE, TAKE, WRONG_HAND
from referee.games.casino.state import CasinoState
from referee.games.casino.table.layout import StandingBuild
from referee.match.state import ALL

BIT = FRENCH.bit
Stacking = Build | Duplicate | Raise
"""The plays that make or change a build."""
FORSAKING = (Trail, Build)
"""The plays forbidden to a hand that has a build of its own, and another play."""
NAMED_FIRST = (ILLEGAL_PLAY, WRONG_HAND, EXPOSED, IMPROPER, RAISE, OWN_BUILD, TAKE)
"""The order in which the rules broken by one play are named."""


def named_builds(event: Laying) -> tuple[str, ...]:
    """The ids of the builds that a play touches."""
    if isinstance(event, Take):
        return event.builds
    return (event.build,) if isinstance(event, Duplicate | Raise) else ()


def touched_builds(state: CasinoState, event: Laying) -> tuple[StandingBuild, ...]:
    """The builds that a play touches."""
    return state.layout.builds_named(named_builds(event)) if state.layout.builds else ()


def announced_value(state: CasinoState, event: Stacking) -> int:
    """The value that the build has after this play."""
    return touched_builds(state, event)[0].value if isinstance(event, Duplicate) else event.value


def shown_faults(state: CasinoState, event: Laying) -> list[str]:
    """The rules that a play breaks, as far as the table shows it."""
    seat = event.seat
    # `duty` is that to trail an exposed card, and that of a hand which may only trail. To trail over a build of one's own is
    # judged in `hand_faults`.
    duties = duty(state, seat)
    rules = [duties[0]] if duties and not (isinstance(event, Trail) and duties[1] & BIT[event.card]) else []
    match event:
        case Take():
            rules += _faults_of_take(state, event)
        case Build() | Duplicate():
            rules += _misbuilt(state, event)
        case Raise():
            rules += _misbuilt(state, event) + ([RAISE] if touched_builds(state, event)[0].multiple else [])
    return list(dict.fromkeys(rules))


def _faults_of_take(state: CasinoState, event: Take) -> list[str]:
    table = board(state, event.seat)
    cards, builds = FRENCH.mask(event.cards), touched_builds(state, event)
    all_cards = cards
    for build in builds:
        all_cards |= build.cards
    fits = table.takes_them(BIT[event.card], cards, builds)
    return [*([] if fits else [TAKE]), *([EXPOSED] if all_cards & table.barred else [])]


def _misbuilt(state: CasinoState, event: Stacking) -> list[str]:
    """The code casino.improper-build if the cards laid do not make the value, or no card of the pack has it."""
    table = board(state, event.seat)
    card, value = BIT[event.card], announced_value(state, event)
    if isinstance(event, Raise):
        right = value in table.raised_values(card, touched_builds(state, event)[0])
    else:
        cards = FRENCH.mask(event.cards)
        right = table.adds_up(card, cards, value) and bool(cards or isinstance(event, Duplicate))
    return [] if right and table.worth(value) else [IMPROPER]


def lacks_card(state: CasinoState, event: Laying, visible: int = ALL) -> bool:
    """True if this reader knows that the hand keeps no card to take the build of this play (casino.improper-build)."""
    if not isinstance(event, Stacking):
        return False
    takers = state.values.worth.get(announced_value(state, event), 0)
    return not state.knowledge.may_keep(event.seat, BIT[event.card], takers, visible)


def leaves_own_build(state: CasinoState, event: Laying) -> bool:
    """True if a build of its own demands another play of the seat, if it has one (casino.own-build)."""
    return isinstance(event, FORSAKING) and is_bound(state, event.seat)


def faults(state: CasinoState, event: Laying) -> list[str]:
    """The rules that a play breaks, as far as the log can prove it now, in the order of NAMED_FIRST."""
    rules = shown_faults(state, event)
    return sorted([*rules, *hand_faults(state, event, rules)], key=NAMED_FIRST.index)


def hand_faults(state: CasinoState, event: Laying, rules: Sequence[str], visible: int = ALL) -> list[str]:
    """The rules beside `rules` that a play breaks by its hand, as far as this reader can prove it now."""
    broken = []
    if leaves_own_build(state, event):
        hand = state.knowledge.visible_cards(event.seat, visible) | BIT[event.card]
        if board(state, event.seat).obliges_any(hand):
            broken.append(OWN_BUILD)
    if IMPROPER not in rules and lacks_card(state, event, visible):
        broken.append(IMPROPER)
    return broken
