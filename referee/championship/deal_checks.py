"""Checks of deals by logs alone: each seed that is opened is the one that the pairing bound, and deals the cards of the matches
that played a hand of that round (duplicate.deals).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from referee.audit.draws import EntryCheck
from referee.contests.duplicate.deals import event_of
from referee.match.events import Event, SharedHand
from referee.match.facts import HandDealt
from referee.match.registry import read_params, ruleset, tag
from referee.match.shuffle_commitments import digest
from referee.text import Text

PAIRED, OPENED = "round_paired", "deals_opened"
SHARED = "shared_hand"
"""The field of a match's opening that says which hand it is."""
Seeds = Mapping[tuple[str, str], str]
"""(contest, SHA-256): the seed that a championship's log has opened."""


class SharedDealChecks(NamedTuple):
    """The deals of a match that is a hand which every table plays; without its seed none can be checked yet."""

    checks: Sequence[EntryCheck]
    has_seed: bool


def opened_seeds(lines: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """The seeds that the lines of a championship's log open."""
    opened = (line for line in lines if line.get("type") == OPENED)
    return {(line["contest"], digest(line["seed"])): line["seed"] for line in opened}


def check_shared_deals(lines: Sequence[Mapping[str, Any]], events: Sequence[Event], seeds: Seeds) -> SharedDealChecks:
    """Checks the cards of every deal of such a match, given by its lines and its events, by the seed that was opened for it.

    Raises msgspec.ValidationError and NotFound for a match that is not read here.
    """
    opening = lines[0]
    hand = msgspec.convert(opening[SHARED], SharedHand)
    seed = seeds.get((hand.contest, hand.commitment))
    if seed is None:
        return SharedDealChecks((), has_seed=False)
    rules = ruleset(opening["ruleset"])
    assert rules.same_deals is not None
    params = read_params(rules, opening["params"])
    due = event_of(rules, params, len(opening["seats"]), seed, hand.hand)
    checks = [
        EntryCheck(line["version"], None if event == due else _other_cards(hand.hand, seed))
        for line, event in zip(lines, events, strict=True)
        if type(event) is rules.same_deals.deal and _begins_hand(line)
    ]
    return SharedDealChecks(checks, has_seed=True)


def _begins_hand(line: Mapping[str, Any]) -> bool:
    """True for a deal that begins a hand, and not a later round of it."""
    return any(fact["fact"] == tag(HandDealt) for fact in line["facts"])


def _other_cards(hand: int, seed: str) -> Text:
    return Text(
        es=f"la semilla «{seed}» reparte otras cartas en la mano {hand}",
        en=f"the seed “{seed}” deals other cards in hand {hand}",
    )


def check_openings(lines: Sequence[Mapping[str, Any]]) -> list[EntryCheck]:
    """Checks every seed of deals that the lines of a championship's log open."""
    checks: list[EntryCheck] = []
    bound: dict[tuple[str, int], str | None] = {}
    for line in lines:
        if line.get("type") == PAIRED:
            bound[line["contest"], line["round"]] = (line.get("deals") or {}).get("commitment")
        elif line.get("type") == OPENED:
            wrong = _flaw(line["round"], line["seed"], bound.get((line["contest"], line["round"])))
            checks.append(EntryCheck(line["version"], wrong))
    return checks


def _flaw(number: int, seed: str, commitment: str | None) -> Text | None:
    if commitment is None:
        return Text(
            es=f"ronda {number}: abre unas manos que nada comprometía",
            en=f"round {number}: it opens deals that nothing bound",
        )
    if digest(seed) != commitment:
        return Text(
            es=f"ronda {number}: la semilla «{seed}» no es la que se comprometió al emparejarla",
            en=f"round {number}: the seed “{seed}” is not the one that was bound when it was paired",
        )
    return None
