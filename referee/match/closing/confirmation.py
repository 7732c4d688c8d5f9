"""Two-key close (confirm.sides): a hand is final once each side has confirmed it, and with the last hand the match is over.

It serves matches opened with `confirm: "sides"`, of any game: it reads the ledger and the facts of an event, and knows no
rule of a game.
"""

from collections.abc import Sequence

from msgspec import UNSET, Struct

from referee.errors import Breach, Impossible
from referee.match.events import Confirm, Event, TimeUp, Withdraw
from referee.match.facts import (
    ConfirmationVoid,
    Fact,
    HandAwaitsConfirmation,
    HandConfirmed,
    HandScored,
    MatchEnded,
    SideConfirmed,
)
from referee.match.ledger import Closing, Ledger, MatchResult
from referee.match.terms.house import CONFIRM_SIDES
from referee.text import Text

RULE = CONFIRM_SIDES.code
AFTER = ("deal", "count", "time_up")
"""The events that need a final hand: those that begin the next one, and the end on time."""


class Confirmation(Struct, frozen=True):
    """The hand that sides confirm: which have done so, and which are missing."""

    hand: int
    confirmed: tuple[int, ...]
    missing: tuple[int, ...]


def confirmation(ledger: Ledger) -> Confirmation | None:
    """The hand counted last, until another is dealt; None in a hand, and once the match is over."""
    closing = ledger.closing
    if closing is UNSET:
        return None
    sides = tuple(side for side in range(len(ledger.totals)) if side not in closing.missing)
    return Confirmation(closing.hand, sides, closing.missing)


def hand_to_confirm(ledger: Ledger) -> Closing | None:
    """The hand that awaits a confirmation, or None."""
    return ledger.closing if ledger.closing is not UNSET and ledger.closing.missing else None


def missing(ledger: Ledger, version: int) -> Sequence[Confirm]:
    """The confirmations of the match at this version that are awaited."""
    waiting = hand_to_confirm(ledger)
    return [Confirm(side, waiting.hand, version) for side in waiting.missing] if waiting else ()


def check(event: Event, ledger: Ledger) -> Breach | None:
    """The breach of a hand that begins before the last one is confirmed. Raises Impossible for a confirmation of no open hand."""
    if isinstance(event, Confirm):
        _check_confirm(event, ledger)
        return None
    waiting = hand_to_confirm(ledger)
    if waiting is None or type(event).__struct_config__.tag not in AFTER:
        return None
    sides = ", ".join(map(str, waiting.missing))
    return Breach(
        RULE,
        None,
        Text(
            es=f"la mano {waiting.hand} espera la confirmación de cada bando: falta {sides}",
            en=f"hand {waiting.hand} awaits the confirmation of each side: missing {sides}",
        ),
        is_enforced=True,
    )


def _check_confirm(event: Confirm, ledger: Ledger) -> None:
    last_hand = confirmation(ledger)
    if last_hand is None or last_hand.hand != event.hand:
        what = Text(
            es=f"la mano {event.hand} no espera confirmación"
            + (f": se confirma la {last_hand.hand}" if last_hand else ""),
            en=f"hand {event.hand} awaits no confirmation" + (f": hand {last_hand.hand} does" if last_hand else ""),
        )
    elif event.side in last_hand.confirmed:
        what = Text(
            es=f"el bando {event.side} ya ha confirmado la mano {event.hand}",
            en=f"side {event.side} has confirmed hand {event.hand} already",
        )
    elif event.side not in last_hand.missing:
        what = Text(es=f"no existe el bando {event.side}", en=f"there is no side {event.side}")
    else:
        return
    raise Impossible(what, rule=RULE)


def with_confirmations(event: Event, facts: Sequence[Fact], ledger: Ledger, at: int) -> Sequence[Fact]:
    """The facts of event `at` where sides confirm, from those of the game; `ledger` is the account before the event.

    A counted hand awaits its confirmations, and the match ends with the last of them.
    """
    if isinstance(event, Confirm):
        return _confirm(event, ledger)
    end = next((fact for fact in reversed(facts) if isinstance(fact, MatchEnded)), None)
    if isinstance(event, Withdraw | TimeUp) or (end is not None and ledger.status != "open"):
        return facts
    rest = [fact for fact in facts if not isinstance(fact, MatchEnded)]
    after = ledger.copy()
    for fact in rest:
        fact.enter(after, at)
    scored_hand = next((fact.hand for fact in reversed(facts) if isinstance(fact, HandScored)), None)
    if scored_hand is not None:
        return [*rest, _awaits(scored_hand, after, _result(end))]
    closing = ledger.closing
    if closing is UNSET or after.closing is UNSET:
        return facts
    if all(score.hand != closing.hand for score in after.hands):
        return [*rest, ConfirmationVoid(closing.hand)]
    if end is not None or _figures(after) != _figures(ledger):
        return [*rest, _awaits(closing.hand, after, _result(end) or closing.result)]
    return facts


def _confirm(event: Confirm, ledger: Ledger) -> Sequence[Fact]:
    waiting = hand_to_confirm(ledger)
    if waiting is None or waiting.hand != event.hand or event.side not in waiting.missing:
        return ()
    facts: list[Fact] = [SideConfirmed(event.hand, event.side)]
    if waiting.missing == (event.side,):
        facts.append(HandConfirmed(event.hand))
        if end := waiting.result:
            facts.append(MatchEnded(end.ranking, end.winner_sides, end.reason, end.margin, settlement=end.settlement))
    return facts


def _awaits(hand: int, ledger: Ledger, result: MatchResult | None) -> Fact:
    """The fact that every side has to confirm a hand; `result` is the end of the match that comes with the last confirmation."""
    return HandAwaitsConfirmation(hand, tuple(range(len(ledger.totals))), result)


def _result(end: MatchEnded | None) -> MatchResult | None:
    return end.result if end else None


def _figures(ledger: Ledger) -> tuple[object, ...]:
    """The figures that sides confirm."""
    return ledger.totals, ledger.tallies, ledger.hands
