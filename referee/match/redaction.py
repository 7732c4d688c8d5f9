"""The log for one reader: entries as lines without hidden hands, and the match at an earlier version."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Line, line
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


def visible_line(match: Match, entry: AnyEntry, visible: int, whole: Line | None = None) -> Line:
    """An entry of this match as a line for a reader of the hands in `visible`.

    While the hand is not over, its hash is null too, also if the entry itself is open: the hash is made of all hashes before it,
    and a reader could try the few cards that can be missing until one fits. `whole`: the line of the entry if it is made already.
    """
    whole = whole or line(entry)
    if match.sees(entry.version, visible) == ALL:
        return whole
    redacted_entry = replace(
        entry,
        event=match.redact(entry.event, visible),
        facts=shown_facts(match, entry, entry.facts, visible),
    )
    left = line(redacted_entry)
    return {field: left.get(field) for field in whole} | {"hash": None}


def preview_line(entry: AnyEntry, sent_fields: Collection[str]) -> dict[str, Any]:
    """The line of an entry in a dry run, for a reader of some hands: the `sent_fields`, and null for the rest.

    Its facts, and the fields that the log adds, are known only once it is stored: the next card of a stock, or the hands that
    the end of a hand makes public.
    """
    own = {"type", "version", "recorded_by", *sent_fields}
    return {field: value if field in own else None for field, value in line(entry).items()}


def shown_facts(match: Match, entry: AnyEntry, facts: Iterable[Fact], visible: int) -> tuple[Fact, ...]:
    """The facts of an entry for a reader of the hands in `visible`.

    If infractions are shown once a hand is over, no fact tells before that of one, nor of the decision on a claim.
    """
    if match.sees(entry.version, visible) == ALL:
        return tuple(facts)
    if not match.tells(entry.version, visible):
        facts = (fact for fact in facts if not (_settles(fact) or match.game.secrecy.is_moved_by_proof(fact)))
    return tuple(shown_fact(match, fact, visible) for fact in facts)


def _settles(fact: Fact) -> bool:
    """True if a fact tells of an infraction, or holds the whole account with all that one moved."""
    return isinstance(fact, MatchRestated | InfractionOpened | InfractionProven | InfractionDismissed | ClaimRuled)


def shown_fact(match: Match, fact: Fact, visible: int) -> Fact:
    """A fact for a reader of the hands in `visible`, while the hand is not over."""
    if isinstance(fact, ClaimMade) and not match.tells(fact.version, visible):
        return replace(fact, status="pending")
    if isinstance(fact, InfractionProven):
        infraction = Infraction(fact.code, fact.seat, fact.version, None, fact.evidence, "proven")
        return replace(fact, evidence=match.redact_infraction(infraction, visible).evidence)
    if isinstance(fact, MatchRestated):
        ledger = fact.ledger.copy()
        ledger.infractions = [match.redact_infraction(infraction, visible) for infraction in ledger.infractions]
        return replace(fact, ledger=ledger)
    return match.game.secrecy.redact_fact(fact, visible)


def shown_head(match: Match, visible: int) -> str | None:
    """The hash of a match's last entry, if this reader sees the entry whole, or None."""
    return match.head.hex() if match.sees(match.version, visible) == ALL else None


def shown_json(match: Match, entry: AnyEntry, visible: int) -> bytes:
    """The line of an entry for a reader, as JSON."""
    return msgspec.json.encode(visible_line(match, entry, visible))


def view_at(
    match: Match,
    then: Match,
    visible: int,
    names: Callable[[str], str | None] = lambda _: None,
    now: Callable[[str], str] = lambda id_: id_,
) -> MatchView:
    """The view of a match at an earlier version, `then`, for a reader of the hands in `visible` of those hidden in `match`.

    `names` gives a person's name by id, or None, `now` the id that the person has today. Hands that a `retract` hid again are
    hidden in the past too.
    """
    open_hands = match.sees(then.version, visible)
    if open_hands != ALL and match.ledger.hidden_from is not None and then.ledger.hidden_from is None:
        then = then.copy()
        then.ledger.hide(match.ledger.hidden_from)
    return then.view(open_hands, names, now)
