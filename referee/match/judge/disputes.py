"""Claims, rulings, reveals, and the proofs that settle them: the same for every game.

A claim is upheld when the log proves that the named event broke a rule of the claim's kind, rejected when the log shows that it
did not, and pending while an assertion of that event is open. A referee's ruling decides the rest.

`facts_of_proofs` is the one way from the judge to the ledger. While a log is folded, it returns the proofs of the day from the
log: so a game must act on the facts that it returns, and on nothing else, when something is proven.
"""

from collections.abc import Callable, Iterable, Sequence

from referee.errors import Impossible
from referee.match.events import Claim, Reveal, Ruling
from referee.match.facts import ClaimMade, ClaimRuled, Fact, InfractionDismissed, InfractionOpened, InfractionProven
from referee.match.knowledge import Assertion, Proof
from referee.match.ledger import Evidence
from referee.match.state import Facts, State
from referee.text import Text


def check_reveal(state: State, event: Reveal) -> None:
    """Refuses cards that the hand cannot hold, as far as the log knows."""
    pack = state.pack
    mask = pack.mask(event.cards)
    if mask.bit_count() != len(event.cards) or not state.knowledge.may_hold(event.seat, mask):
        strange = pack.cards(mask & ~state.knowledge.possible(event.seat))
        size = state.knowledge.size[event.seat]
        raise Impossible(
            Text(
                es=f"el asiento {event.seat} no puede tener esas cartas: tiene {size}"
                + (f"; en otra parte: {' '.join(strange)}" if strange else ""),
                en=f"seat {event.seat} cannot hold these cards: it holds {size}"
                + (f"; elsewhere: {' '.join(strange)}" if strange else ""),
            ),
            seat=event.seat,
        )


SETTLING = (InfractionProven, InfractionDismissed, ClaimRuled)
"""The facts by which a proof moves the ledger."""
BY_LOG = Proof("", -1, 0, "held", 0)
"""A proof that stands for those of the folded entry, so that games ask for them."""
Key = tuple[str, int, int]
"""The rule, the seat and the version of an assertion."""
Keep = Callable[[int], bool]
"""(version): True for an event of which claims go on waiting."""


def nothing(version: int) -> bool:
    """False: no claim goes on waiting."""
    return False


def facts_of_proofs(state: State) -> list[Fact]:
    """The facts of new proofs: the infractions, the pending claims that they decide, and the dismissals that follow.

    While an entry of the log is folded, these are the facts of the entry.
    """
    if state.stored_facts is None:
        return prove(state, state.knowledge.drain())
    facts: list[Fact] = [fact for fact in state.stored_facts if isinstance(fact, SETTLING)]
    give_way(state, facts)
    state.stored_facts = ()
    return facts


def bind(state: State, facts: Facts) -> None:
    """Makes `facts_of_proofs` return the facts of a stored entry, until `release`."""
    state.stored_facts = facts
    if facts and any(isinstance(fact, SETTLING) for fact in facts):
        state.knowledge.proofs.append(BY_LOG)


def release(state: State) -> None:
    """Ends the folding of an entry: `facts_of_proofs` asks today's judge again."""
    if state.knowledge.proofs:
        give_way(state, state.stored_facts or ())
    state.stored_facts = None


def give_way(state: State, facts: Sequence[Fact]) -> None:
    """Makes overdue what today's judge has settled and these facts have not, and closes what they have proven.

    The ledger is the one before these facts.
    """
    hands = state.knowledge
    proven_keys = {(f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionProven)}
    settled_keys = proven_keys | {(f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionDismissed)}
    open_keys = {(i.code, i.seat, i.version) for i in state.ledger.infractions if i.status == "open"} - settled_keys
    today = {_key(proof): proof for proof in hands.proofs}
    for seat, assertion in hands.settled_assertions:
        key = (assertion.code, seat, assertion.version)
        if key in today and key not in settled_keys:
            hands.overdue_assertions.append((assertion, today[key]))
    hands.drain()
    # One that held matters only while it is disputed.
    hands.overdue_assertions = [
        (assertion, proof)
        for assertion, proof in hands.overdue_assertions
        if _key(proof) not in proven_keys and (proof.how != "held" or _key(proof) in open_keys)
    ]
    if proven_keys:
        hands.open = [
            [a for a in of if (a.code, seat, a.version) not in proven_keys] for seat, of in enumerate(hands.open)
        ]


def resume(state: State) -> None:
    """Settles the overdue assertions, each by the proof that it had: what a log proves once it proves for good."""
    hands = state.knowledge
    for assertion, proof in hands.overdue_assertions:
        hands.proofs.append(proof)
        hands.settled_assertions.append((proof.seat, assertion))
    hands.overdue_assertions.clear()


def _key(proof: Proof) -> Key:
    return proof.code, proof.seat, proof.version


def prove(state: State, proofs: Iterable[Proof]) -> list[Fact]:
    """The facts of these proofs. One broken rule upholds a claim, whatever else was in order."""
    facts: list[Fact] = []
    claims = state.ledger.claims
    for proof in sorted(proofs, key=lambda proof: proof.how == "held"):
        if proof.how == "held":
            facts += dismiss(state, proof, facts)
        else:
            evidence = Evidence(proof.how, state.pack.cards(proof.cards))
            facts.append(InfractionProven(proof.code, proof.seat, proof.version, evidence))
            if claims:
                facts += uphold(state, proof.code, proof.seat, proof.version, facts)
    if claims and any(isinstance(fact, ClaimRuled) for fact in facts):
        facts += dismissals(state, facts)
    return facts


def dismissals(state: State, before: Iterable[Fact]) -> list[Fact]:
    """The dismissals of open infractions without a pending claim about them; a later card may still prove them."""
    settled_keys = {
        (f.code, f.seat, f.version) for f in before if isinstance(f, InfractionProven | InfractionDismissed)
    }
    decided_claims = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    events_in_dispute = {
        (c.against, c.at) for c in state.ledger.claims if c.status == "pending" and c.claim not in decided_claims
    }
    return [
        InfractionDismissed(i.code, i.seat, i.version)
        for i in state.ledger.infractions
        if i.status == "open"
        and (i.code, i.seat, i.version) not in settled_keys
        and (i.seat, i.version) not in events_in_dispute
    ]


def dismiss(state: State, proof: Proof, before: Iterable[Fact]) -> list[Fact]:
    """Dismisses a disputed assertion that held, and rejects its claims once no assertion of their kind is open."""
    code, seat, version = proof.code, proof.seat, proof.version
    facts: list[Fact] = [
        InfractionDismissed(code, seat, version)
        for i in state.ledger.infractions
        if (i.code, i.seat, i.version, i.status) == (code, seat, version, "open")
    ]
    decided_claims = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    open_codes = {a.code for a in state.knowledge.open[seat] if a.version == version}
    for claim in state.ledger.claims:
        about = claim.status == "pending" and claim.at == version and claim.against == seat
        if about and claim.claim not in decided_claims and open_codes.isdisjoint(state.CLAIMS[claim.kind].rules):
            facts.append(ClaimRuled(claim.claim, "rejected"))
    return facts


def uphold(state: State, code: str, seat: int, version: int, before: Iterable[Fact]) -> list[Fact]:
    """Upholds the pending claims about a new infraction, unless `before` did so already."""
    decided_claims = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    facts: list[Fact] = []
    for claim in state.ledger.claims:
        about = claim.at == version and claim.against == seat and code in state.CLAIMS[claim.kind].rules
        if claim.status == "pending" and about and claim.claim not in decided_claims:
            facts.append(ClaimRuled(claim.claim, "upheld"))
    return facts


def check_claim(state: State, event: Claim, at: int) -> None:
    """Refuses a claim about a version that is no play of that seat."""
    if event.kind not in state.CLAIMS or event.by == event.against or state.author(event.at) != event.against:
        kind = state.CLAIMS.get(event.kind)
        raise Impossible(
            Text(
                es=f"no hay nada que reclamar al asiento {event.against} en la versión {event.at}",
                en=f"there is nothing to claim against seat {event.against} at version {event.at}",
            ),
            rule=kind.rules[0] if kind else None,
            seat=event.against,
        )


def claim(state: State, event: Claim) -> Facts:
    """Numbers a claim and decides it at once if the log can.

    In a hand that ended by its figures, only the referee can decide what was open then.
    """
    name = f"c{len(state.ledger.claims) + 1}"
    state.knowledge.dispute()
    before = facts_of_proofs(state) if state.knowledge.proofs else []
    codes = state.CLAIMS[event.kind].rules

    def claim_made(status: str) -> ClaimMade:
        return ClaimMade(name, event.by, event.against, event.kind, event.at, status)  # type: ignore[arg-type]

    infractions = [(f.seat, f.version, f.code) for f in before if isinstance(f, InfractionProven)]
    infractions += [(i.seat, i.version, i.code) for i in state.ledger.proven_infractions(event.against, event.at)]
    if any((seat, version) == (event.against, event.at) and code in codes for seat, version, code in infractions):
        return [*before, claim_made("upheld")]
    if state.has_figures_only(event.at):
        assertions = [a for seat, a in state.dropped_assertions if seat == event.against]
    else:
        assertions = state.knowledge.open[event.against]
    doubts = [a.code for a in assertions if a.version == event.at and a.code in codes]
    if not doubts:
        return [*before, claim_made("rejected")]
    # One that was dismissed with its claims is in dispute again: its assertion was never settled.
    listed_keys = {(i.code, i.version) for i in state.ledger.infractions if i.status != "dismissed"}
    new_infractions = [
        InfractionOpened(code, event.against, event.at) for code in doubts if (code, event.at) not in listed_keys
    ]
    return [*before, claim_made("pending"), *new_infractions]


def check_ruling(state: State, event: Ruling) -> None:
    """Refuses a ruling on a claim that does not exist or is decided already."""
    claim = state.ledger.claim(event.claim)
    if claim is None:
        raise Impossible(
            Text(
                es=f"no existe la reclamación {event.claim}",
                en=f"there is no claim {event.claim}",
            )
        )
    if claim.status != "pending":
        decision = {"upheld": "aceptada", "rejected": "rechazada"}[claim.status]
        raise Impossible(
            Text(
                es=f"la reclamación {event.claim} ya está decidida ({decision}) en la versión {claim.ruled_at}",
                en=f"claim {event.claim} was decided already ({claim.status}) at version {claim.ruled_at}",
            ),
            seat=claim.against,
        )


def ruling(state: State, event: Ruling) -> Facts:
    """The facts of the referee's word: it settles the disputed assertions, and every claim like this one with them.

    None if the log itself has decided the claim by now.
    """
    claim = state.ledger.claim(event.claim)
    assert claim is not None
    mine = [i for i in state.ledger.infractions if (i.version, i.seat, i.status) == (claim.at, claim.against, "open")]
    key = (claim.against, claim.at, claim.kind, "pending")
    alike = [c.claim for c in state.ledger.claims if (c.against, c.at, c.kind, c.status) == key]
    hands, rules = state.knowledge, state.CLAIMS[claim.kind].rules

    def is_other(seat: int, assertion: Assertion) -> bool:
        return (seat, assertion.version) != (claim.against, claim.at) or assertion.code not in rules

    hands.open[claim.against] = [a for a in hands.open[claim.against] if is_other(claim.against, a)]
    hands.overdue_assertions = [(a, proof) for a, proof in hands.overdue_assertions if is_other(proof.seat, a)]
    state.dropped_assertions = tuple((seat, a) for seat, a in state.dropped_assertions if is_other(seat, a))
    if claim.status != "pending":
        return []
    if event.upheld:
        facts: list[Fact] = [InfractionProven(i.code, i.seat, i.version, Evidence("ruling")) for i in mine]
        return [*facts, *(ClaimRuled(name, "upheld") for name in alike)]
    dismissals: list[Fact] = [InfractionDismissed(i.code, i.seat, i.version) for i in mine]
    return [*dismissals, *(ClaimRuled(name, "rejected") for name in alike)]


def leave_to_referee(state: State, since: int, at: int) -> None:
    """Ends the hand dealt by event `since`: event `at` tells its figures, because its cards were not all recorded.

    The assertions of its plays are dropped without being settled: claims about them stay pending until a ruling.
    """
    hands = state.knowledge
    # Assertions that can only be true need no referee: they are settled before the rest is dropped.
    hands.dispute()
    give_way(state, state.stored_facts or ())
    overdue_assertions = hands.overdue_assertions
    state.dropped_assertions += tuple(hands.drop())
    state.counted += (range(since, at),)
    hands.deal([0] * state.seats, None)
    # The figures take nothing from what the log had proven by then.
    hands.overdue_assertions = overdue_assertions


def abandon(state: State, keep: Keep | None = None) -> list[Fact]:
    """Drops the open assertions of a hand that is void or left, and rejects the claims that depend on them.

    Counting gets a last chance to prove them before that. Claims about an event with a version to `keep` wait on: if None, those
    of hands told by their figures, which the hand has nothing to do with.
    """
    facts = last_count(state)
    state.knowledge.drop()
    return [*facts, *close(state, facts, state.has_figures_only if keep is None else keep)]


def last_count(state: State) -> list[Fact]:
    """The facts that counting proves in a hand that stops early, before its open assertions are dropped."""
    if state.knowledge.doubtful:
        state.knowledge.count()
    return facts_of_proofs(state) if state.knowledge.proofs else []


def close(state: State, before: Iterable[Fact] = (), keep: Keep = nothing) -> list[Fact]:
    """Dismisses the open infractions and rejects the claims about them.

    Leaves out what `before` has settled, and those about an event with a version to `keep`.
    """
    settled_keys = {
        (f.code, f.seat, f.version) for f in before if isinstance(f, InfractionProven | InfractionDismissed)
    }
    decided_claims = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    facts: list[Fact] = [
        InfractionDismissed(i.code, i.seat, i.version)
        for i in state.ledger.infractions
        if i.status == "open" and (i.code, i.seat, i.version) not in settled_keys and not keep(i.version)
    ]
    pending = (
        c.claim
        for c in state.ledger.claims
        if c.status == "pending" and c.claim not in decided_claims and not keep(c.at)
    )
    return [*facts, *(ClaimRuled(claim, "rejected") for claim in pending)]
