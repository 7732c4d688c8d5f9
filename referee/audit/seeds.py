"""Check of chance: the results must follow from the seeds on record, and each commitment must be opened by its seed."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from referee.audit import seed_words
from referee.cards import drawn_dealer
from referee.errors import ServiceRefusal
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, effective_entries
from referee.match.events import Opening, Retract, SeedSource
from referee.match.shuffle_commitments import Commitment, TextAdded, after, seed_of, source_of
from referee.match.state import ALL
from referee.text import Text

FIRST = 1
"""The number of the hand that the first dealer deals."""


class SeedChecked(Struct, frozen=True):
    """What chance decided in event `version`: whether that is what the seed on record gives, and the same in a sentence."""

    version: int
    hand: int
    seed: str
    fits: Annotated[
        bool,
        Meta(description="Whether what came is what the seed gives, and the seed opens the commitment that waited."),
    ]
    text: Annotated[Text, Meta(description="The same in a sentence, with what to compute.")]
    source: Annotated[
        SeedSource | None, Meta(description="Who chose the seed; null in records from before this was noted.")
    ] = None
    commitment: Annotated[
        int | None, Meta(description="The version of the commitment that it opens; null without one.")
    ] = None
    secret: Annotated[str | None, Meta(description="What was committed to, with which the seed begins.")] = None
    texts: Annotated[tuple[TextAdded, ...], Meta(description="What seats added to the seed, in seat order.")] = ()


class CommitmentChecked(Struct, frozen=True):
    """A commitment to a shuffle: the SHA-256 of its secret, and what became of it, in event `at`; the same in a sentence."""

    version: int
    sha256: Annotated[str, Meta(description="The SHA-256 of its secret.")]
    state: Annotated[
        Literal["waiting", "opened", "taken_back"],
        Meta(description="`waiting` while nothing has opened it, also once the match is over."),
    ]
    at: Annotated[int | None, Meta(description="The version that opened it or took it back; null while it waits.")]
    text: Text


class ChanceCheck(NamedTuple):
    """The checks that a reader may see."""

    seeds: list[SeedChecked]
    commitments: list[CommitmentChecked]


def check_chance(match: Match, entries: Sequence[AnyEntry], visible: int = ALL) -> ChanceCheck:
    """Checks every seed of events that count, and every commitment.

    The reader may see the hands in `visible` of a hand in progress.
    """
    waiting = _waiting(entries)
    seeds = [*_of_opening(entries[0]), *_seeds(match, entries, waiting, visible)]
    return ChanceCheck(seeds, _commitments(match, entries, waiting))


def _of_opening(entry: AnyEntry) -> list[SeedChecked]:
    """Checks the first dealer, if chance drew the dealer."""
    opening = entry.event
    assert isinstance(opening, Opening)
    if opening.seed is None:
        return []
    fits = opening.first_dealer == drawn_dealer(len(opening.seats), opening.seed)
    text = seed_words.of_dealer(opening.seed, fits=fits)
    return [SeedChecked(entry.version, FIRST, opening.seed, fits, text)]


def _waiting(entries: Sequence[AnyEntry]) -> list[Commitment | None]:
    """The commitment that waits before each entry, and last the one that waits now."""
    waiting: list[Commitment | None] = [None]
    for entry in entries:
        waiting.append(after(waiting[-1], entry.event, entry.version))
    return waiting


def _seeds(
    match: Match, entries: Sequence[AnyEntry], waiting: Sequence[Commitment | None], visible: int
) -> list[SeedChecked]:
    if all(seed_of(entry.event) is None for entry in entries[1:]):
        return []
    opening = entries[0].event
    assert isinstance(opening, Opening)
    work, checks = Match(match.id, opening), []
    for entry in effective_entries(entries)[1:]:
        if isinstance(entry.event, Retract):
            work.follow([entry])
            continue
        seed = seed_of(entry.event)
        work.commitment = commitment = waiting[entry.version - 1]
        fits = not seed or _fits(work, entry)
        work.follow([entry])
        if seed and match.sees(entry.version, visible) == ALL:
            checks.append(_check_seed(entry, work.state.hand, seed, commitment, fits=fits))
    return checks


def _fits(work: Match, entry: AnyEntry) -> bool:
    """True if the rules accept an event with a seed as recorded, and its source of the seed agrees with the log."""
    try:
        work.check(entry.event, entry.version)
    except ServiceRefusal:
        return False
    source, has_commitment = source_of(entry.event), work.commitment is not None
    return has_commitment == (source == "committed") if source in {"committed", "drawn"} else True


def _check_seed(entry: AnyEntry, hand: int, seed: str, commitment: Commitment | None, *, fits: bool) -> SeedChecked:
    """The check of one seed. `commitment` is the one that waited before this entry."""
    source = source_of(entry.event)
    secret = commitment.opened_by(seed) if commitment else None
    opened_commitment = commitment.with_last_texts() if commitment and secret is not None else None
    return SeedChecked(
        entry.version,
        hand,
        seed,
        fits,
        seed_words.of_seed(seed_words.where(hand, entry.version), seed, source, opened_commitment, fits=fits),
        source,
        opened_commitment.version if opened_commitment else None,
        secret,
        opened_commitment.texts if opened_commitment else (),
    )


def _commitments(
    match: Match, entries: Sequence[AnyEntry], waiting: Sequence[Commitment | None]
) -> list[CommitmentChecked]:
    """Checks each commitment. `waiting` are the commitments before each entry."""
    counts = {entry.version for entry in effective_entries(entries)}
    checks = []
    for commitment in (waiting[i + 1] for i, entry in enumerate(entries) if _is_new(waiting[i], waiting[i + 1])):
        assert commitment is not None
        end = next(
            (later for later in entries[commitment.version :] if _is_gone(commitment, waiting[later.version])), None
        )
        if end is None:
            text = seed_words.waiting(commitment.version, over=match.ledger.status != "open")
            checks.append(CommitmentChecked(commitment.version, commitment.sha256, "waiting", None, text))
        elif isinstance(end.event, Retract):
            text = seed_words.taken_back(commitment.version, end.version)
            checks.append(CommitmentChecked(commitment.version, commitment.sha256, "taken_back", end.version, text))
        else:
            text = seed_words.opening(commitment.version, end.version, counts=end.version in counts)
            checks.append(CommitmentChecked(commitment.version, commitment.sha256, "opened", end.version, text))
    return checks


def _is_new(before: Commitment | None, now: Commitment | None) -> bool:
    return now is not None and (before is None or before.version != now.version)


def _is_gone(commitment: Commitment, now: Commitment | None) -> bool:
    return now is None or now.version != commitment.version
