"""Whether what chance decided is what the seed on record gives: the cards of a shuffle, a card that was drawn."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from referee.errors import Refused
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, path
from referee.match.state import ALL
from referee.match.vocabulary import Opening, Retract
from referee.text import Text


class SeedChecked(Struct, frozen=True):
    """What chance decided in event `version`: whether that is what the seed on record gives, and the same in a sentence."""

    version: int
    hand: int
    seed: str
    fits: Annotated[bool, Meta(description="Whether what came is what the seed gives.")]
    text: Annotated[Text, Meta(description="The same in a sentence, with what to compute.")]


def seeds_checked(match: Match, entries: Sequence[AnyEntry], visible: int = ALL) -> list[SeedChecked]:
    """Every seed of events that count, for a reader who may see the hands in `visible` of a hand in progress."""
    if not any(getattr(entry.event, "seed", None) for entry in entries[1:]):
        return []
    opening = entries[0].event
    assert isinstance(opening, Opening)
    work, found = Match(match.id, opening), []
    for entry in path(entries)[1:]:
        if isinstance(entry.event, Retract):
            work.game.recall(work.state, entry.facts)
            continue
        seed = getattr(entry.event, "seed", None)
        fits = not seed or _fits(work, entry)
        work.facts_of(entry.event, entry.version)
        work.version = entry.version
        for fact in entry.facts:
            fact.enter(work.ledger, entry.version)
        if seed and match.sees(entry.version, visible) == ALL:
            found.append(_checked(entry.version, work.state.hand, seed, fits=fits))
    return found


def _fits(work: Match, entry: AnyEntry) -> bool:
    """Whether the rules take an event with a seed as it is on record."""
    try:
        work.check(entry.event, entry.version)
    except Refused:
        return False
    return True


def _checked(version: int, hand: int, seed: str, *, fits: bool) -> SeedChecked:
    es, en = f"mano {hand}, versión {version}", f"hand {hand}, version {version}"
    if not fits:
        es += f": no es lo que da la semilla «{seed}». Se cambió la semilla, o lo que salió"
        en += f": it is not what the seed “{seed}” gives. The seed was changed, or what came"
        return SeedChecked(version, hand, seed, fits, Text(es=es, en=en))
    es += f": es lo que da la semilla «{seed}». Para verlo: el SHA-256 de la semilla, el número de la mano (y el asiento, donde "
    es += "cada uno tiene su mazo) y la carta, una cosa por línea; las cartas salen en el orden de esas huellas"
    en += f": it is what the seed “{seed}” gives. To see it: the SHA-256 of the seed, the number of the hand (and the seat, "
    en += "where each has a pack) and the card, one a line; the cards come in the order of those hashes"
    return SeedChecked(version, hand, seed, fits, Text(es=es, en=en))
