"""What a reader may see of the log: entries as lines, without the hands that are hidden from that reader; and the match then."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, line
from referee.match.facts import (
    ClaimMade,
    ClaimRuled,
    Fact,
    InfractionDismissed,
    InfractionOpened,
    InfractionProven,
    MatchRestated,
)
from referee.match.ledger import Infraction
from referee.match.state import ALL
from referee.match.view import MatchView


def shown(match: Match, entry: AnyEntry, visible: int) -> dict[str, Any]:
    """An entry of this match as a line for a reader who may see the hands in `visible` while the hand is not over.

    Its hash is hidden with them, also where it lay open itself: it is made of all hashes before it, and whoever has it may try
    the few cards that can be missing until one of them fits.
    """
    whole = line(entry)
    if match.sees(entry.version, visible) == ALL:
        return whole
    redacted = replace(
        entry,
        event=match.redact(entry.event, visible),
        facts=shown_facts(match, entry, entry.facts, visible),
    )
    left = line(redacted)
    return {field: left.get(field) for field in whole} | {"hash": None}


def preview_line(entry: AnyEntry, sent: Collection[str]) -> dict[str, Any]:
    """An entry that is only tried, for who may not see every hand: the fields that they `sent`, and null for the rest.

    What would follow from it, and what the log would add to it, may be known only once it is stored: the next card of a stock,
    or the hands that a hand's end lays open.
    """
    own = {"type", "version", "recorded_by", *sent}
    return {field: value if field in own else None for field, value in line(entry).items()}


def shown_facts(match: Match, entry: AnyEntry, facts: Iterable[Fact], visible: int) -> tuple[Fact, ...]:
    """The facts of an entry for a reader who may see the hands in `visible` while the hand is not over.

    Where infractions are shown once a hand is over, nothing says before that one was found or how a claim was decided.
    """
    if match.sees(entry.version, visible) == ALL:
        return tuple(facts)
    if not match.tells(entry.version, visible):
        facts = (fact for fact in facts if not (_settles(fact) or match.game.secrecy.is_moved_by_proof(fact)))
    return tuple(shown_fact(match, fact, visible) for fact in facts)


def _settles(fact: Fact) -> bool:
    """Whether a fact says what was found wrong, or has the whole account, with what that moved."""
    return isinstance(fact, MatchRestated | InfractionOpened | InfractionProven | InfractionDismissed | ClaimRuled)


def shown_fact(match: Match, fact: Fact, visible: int) -> Fact:
    """A fact for a reader who may see the hands in `visible`, while the hand is not over."""
    if isinstance(fact, ClaimMade) and not match.tells(fact.version, visible):
        return replace(fact, status="pending")
    if isinstance(fact, InfractionProven):
        known = Infraction(fact.code, fact.seat, fact.version, None, fact.evidence, "proven")
        return replace(fact, evidence=match.redact_infraction(known, visible).evidence)
    if isinstance(fact, MatchRestated):
        ledger = fact.ledger.copy()
        ledger.infractions = [match.redact_infraction(infraction, visible) for infraction in ledger.infractions]
        return replace(fact, ledger=ledger)
    return match.game.secrecy.redact_fact(fact, visible)


def shown_head(match: Match, visible: int) -> str | None:
    """The hash of a match's last entry, where this reader sees the entry whole."""
    return match.head.hex() if match.sees(match.version, visible) == ALL else None


def shown_json(match: Match, entry: AnyEntry, visible: int) -> bytes:
    """The same as JSON."""
    return msgspec.json.encode(shown(match, entry, visible))


def view_at(
    match: Match,
    then: Match,
    visible: int,
    names: Callable[[str], str | None] = lambda _: None,
    now: Callable[[str], str] = lambda id_: id_,
) -> MatchView:
    """The view of a match as it was `then`, for a reader who may see the hands in `visible` of those that are hidden in `match`.

    `names` joins people's names, `now` the ids that they have now. What a `retract` hid again is hidden in the past as well.
    """
    seen = match.sees(then.version, visible)
    if seen != ALL and match.ledger.hidden_from is not None and then.ledger.hidden_from is None:
        then = then.copy()
        then.ledger.hide(match.ledger.hidden_from)
    return then.view(seen, names, now)
