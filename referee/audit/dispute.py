"""The record of one dispute: the move, the rule, the hand, the proof, and the score with and without the claim.

All of it comes from folding the match's log again, so it works for any game and any claim, decided or not.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.cards import Pack
from referee.errors import NotFound
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, effective_entries
from referee.match.events import Event, Opening, Ruling
from referee.match.facts import ClaimMade, HandDealt
from referee.match.ledger import ClaimState, Evidence, Infraction, MatchResult
from referee.match.state import ALL
from referee.text import Text


class Held(Struct, frozen=True):
    """Cards that the hand held when it made the move; `complete`: all of them, else as far as the log can tell."""

    seat: int
    cards: tuple[str, ...]
    complete: bool


class Finding(Struct, frozen=True):
    """One rule that the claim is about: whether the move broke it, and which event shows that, with which cards."""

    rule: str
    status: str
    """`proven`, `dismissed`, `open`, or `kept` where the move never raised the question."""
    version: int | None = None
    event: Event | None = None
    evidence: Evidence | None = None


class Standing(Struct, frozen=True):
    """The match as it stands on one side of the question."""

    score: Struct
    result: MatchResult | None
    phase: str


class DisputeRecord(Struct, frozen=True):
    """Everything a referee shows of a claim. `version` is that of the claim, `claim.at` that of the move it names."""

    claim: ClaimState
    version: int
    move: Event
    table: Struct
    """The open table when the move was made."""
    heading: Text | None
    """Other facts of the hand that its reader needs: the triunfo in Guiñote. Null if there are none."""
    held: Held
    findings: tuple[Finding, ...]
    ruling: Ruling | None
    """The ruling of the referee, if one decided the claim."""
    score_with: Standing
    """The match with the claim upheld, right after it was decided (or as it would be)."""
    score_without: Standing
    """The match with the claim rejected, at the same moment."""


def dispute_record(entries: Sequence[AnyEntry], name: str, visible: int = ALL) -> DisputeRecord:
    """The record of the claim `name`, for a reader with the right to see the hands in `visible`. Raises NotFound."""
    opening, line = entries[0].event, effective_entries(entries)[1:]
    assert isinstance(opening, Opening)
    now = _fold(opening, line)
    claim = _claim(now, name, visible)
    claim_version = next(step.version for step in line if _makes(step, name))
    move_entry = next(step for step in line if step.version == claim.at)
    before = _fold(opening, line, claim.at - 1)
    sees = now.sees(claim.at, visible)
    is_told = now.tells(claim.at, visible)
    infractions = [infraction for infraction in now.infractions(visible) if _is_about(infraction, claim)]
    return DisputeRecord(
        claim=claim,
        version=claim_version,
        move=move_entry.event if sees == ALL else now.redact(move_entry.event, sees),
        table=before.table(sees),
        heading=before.heading(),
        held=_cards_at_move(before, line, claim, bool(sees >> claim.against & 1)),
        findings=tuple(
            _finding(now, line, rule, infractions, visible) if is_told else Finding(rule, "open")
            for rule in now.game.claims[claim.kind].rules
        ),
        ruling=next(
            (step.event for step in line if is_told and isinstance(step.event, Ruling) and step.event.claim == name),
            None,
        ),
        score_with=_standing(_if(opening, line, claim, claim_version, upheld=True), now, visible),
        score_without=_standing(_if(opening, line, claim, claim_version, upheld=False), now, visible),
    )


def _claim(match: Match, name: str, visible: int) -> ClaimState:
    """A claim as this reader may see it. Raises NotFound."""
    claim = next((one for one in match.claims(visible) if one.claim == name), None)
    if claim is None:
        raise NotFound(Text(es=f"no existe la reclamación {name}", en=f"there is no claim {name}"))
    return claim


def decided_so(entries: Sequence[AnyEntry], name: str, *, upheld: bool, visible: int = ALL) -> Match:
    """The match with the claim `name` decided as `upheld` says, as of its decision, or as of now while it is pending.

    If the hands in `visible` do not let the reader see the decision, the claim counts as pending. Raises NotFound.
    """
    opening, line = entries[0].event, effective_entries(entries)[1:]
    assert isinstance(opening, Opening)
    claim = _claim(_fold(opening, line), name, visible)
    return _if(opening, line, claim, next(step.version for step in line if _makes(step, name)), upheld=upheld)


def _fold(opening: Opening, line: Iterable[AnyEntry], to: int | None = None) -> Match:
    """The match after the entries of the line up to version `to`."""
    match = Match("", opening)
    for step in line:
        if to is None or step.version <= to:
            _enter(match, step)
    return match


def _enter(match: Match, step: AnyEntry) -> None:
    match.follow([step])


def _makes(step: AnyEntry, name: str) -> bool:
    return any(isinstance(fact, ClaimMade) and fact.claim == name for fact in step.facts)


def _is_about(infraction: Infraction, claim: ClaimState) -> bool:
    return (infraction.version, infraction.seat) == (claim.at, claim.against)


def _finding(
    match: Match, line: Iterable[AnyEntry], rule: str, infractions: Iterable[Infraction], visible: int
) -> Finding:
    infraction = next((infraction for infraction in infractions if infraction.code == rule), None)
    if infraction is None:
        return Finding(rule, "kept")
    event = next((step.event for step in line if step.version == infraction.proven_at), None)
    if event is not None and infraction.proven_at and match.sees(infraction.proven_at, visible) != ALL:
        event = match.redact(event, visible)
    return Finding(rule, infraction.status, infraction.proven_at, event, infraction.evidence)


def _cards_at_move(match: Match, line: Iterable[AnyEntry], claim: ClaimState, is_seen: bool) -> Held:
    """The cards of the hand at the move, as far as the log knows them: known then, or shown later and not received since.

    Without the right to see the hand (`is_seen`) only the cards that were played from it. Moves `match` on from right before
    the move.
    """
    seat, pack = claim.against, match.state.pack
    judge = match.state.knowledge
    cards, size = judge.known_cards[seat] if is_seen else 0, judge.size[seat]
    for step in line:
        if step.version < claim.at:
            continue
        if any(isinstance(fact, HandDealt) for fact in step.facts):
            break
        known_before, size_before, gone_before = judge.known_cards[seat], judge.size[seat], judge.laid_cards
        _enter(match, step)
        judge = match.state.knowledge
        played_cards = _played_card(match, pack, step, seat)
        cards |= played_cards
        # The hand has received a card: from here on its cards may not be those that it held at the move.
        if judge.size[seat] > size_before - (played_cards > 0):
            break
        if is_seen:
            cards |= judge.known_cards[seat] & ~known_before & ~gone_before
    return Held(seat, pack.cards(cards), cards.bit_count() == size)


def _played_card(match: Match, pack: Pack, step: AnyEntry, seat: int) -> int:
    card = getattr(step.event, "card", None)
    return pack.bit[card] if card and match.state.author(step.version) == seat else 0


def _if(opening: Opening, line: list[AnyEntry], claim: ClaimState, claim_version: int, *, upheld: bool) -> Match:
    """The match with the claim decided as `upheld` says, as of its decision, or as of now while it is pending."""
    ruling_version = claim.ruled_at
    if ruling_version is not None and (claim.status == "upheld") == upheld:
        return _fold(opening, line, ruling_version)
    if ruling_version == claim_version and not upheld:
        return _fold(opening, line, claim_version - 1)
    match = _fold(opening, line, None if ruling_version is None else max(claim_version, ruling_version - 1))
    match.ledger.rule(claim.claim, "pending", claim.at)
    match.derive(Ruling(claim.claim, upheld, ""), match.version + 1)
    last = next((step for step in line if step.version == ruling_version), None)
    if last is not None and not upheld and not isinstance(last.event, Ruling):
        match.derive(last.event, match.version + 1)
    return match


def _standing(match: Match, now: Match, visible: int) -> Standing:
    """The standing of a match on one side of the question, as this reader of the real match (`now`) may see it."""
    if now.ledger.hidden_from is not None:
        match.ledger.hide(now.ledger.hidden_from)
    return Standing(match.score(now.sees(match.version, visible)), match.ledger.result, match.phase)
