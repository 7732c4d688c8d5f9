"""Claims, rulings, reveals, and the proofs that settle them: the same for every game.

A claim is upheld when the log proves that the named event broke a rule of the claim's kind, rejected when the log shows it did
not, and pending for as long as an assertion of that event is open. A referee's ruling decides what the log cannot.

`proven` is the one door from the judge to the account. While a log is folded it gives what the log says was proven on the day,
so whatever a game does upon a proof it does upon the facts that come out of there.
"""

from collections.abc import Callable, Iterable, Sequence

from referee.errors import Impossible
from referee.match.events import Claim, Reveal, Ruling
from referee.match.facts import ClaimMade, ClaimRuled, Fact, InfractionDismissed, InfractionOpened, InfractionProven
from referee.match.knowledge import Proof
from referee.match.ledger import Evidence
from referee.match.state import Facts, State
from referee.text import Text


def check_reveal(state: State, event: Reveal) -> None:
    """Refuses cards that the hand cannot hold, by what the log knows."""
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
"""The facts by which a proof moves the account."""
BY_LOG = Proof("", -1, 0, "upheld", 0)
"""Stands among the proofs for what the entry that is folded holds, so that games ask for it."""


def proven(state: State) -> list[Fact]:
    """The facts of what the judge has just proven: the infractions, the pending claims they decide, what those bring.

    While an entry of the log is folded, they are those that it holds.
    """
    if state.stored is None:
        return prove(state, state.knowledge.drain())
    facts: list[Fact] = [fact for fact in state.stored if isinstance(fact, SETTLING)]
    _give_way(state, facts)
    state.stored = ()
    return facts


def bind(state: State, stored: Facts) -> None:
    """From here to `release`, what is proven is what these facts of an entry say."""
    state.stored = stored
    if stored and any(isinstance(fact, SETTLING) for fact in stored):
        state.knowledge.proofs.append(BY_LOG)


def release(state: State) -> None:
    """The entry is folded: today's judge has the word again."""
    if state.knowledge.proofs:
        _give_way(state, state.stored or ())
    state.stored = None


def _give_way(state: State, facts: Sequence[Fact]) -> None:
    """What today's judge has settled, and these facts have not, is overdue; what they have proven is open no more."""
    judge = state.knowledge
    gone = {(f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionProven)}
    told = gone | {(f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionDismissed)}
    disputed = {(i.code, i.seat, i.version) for i in state.ledger.infractions if i.status == "open"}
    today = {(proof.code, proof.seat, proof.version): proof.how for proof in judge.proofs}
    for seat, assertion in judge.settled:
        named = (assertion.code, seat, assertion.version)
        if named not in told and (named in disputed or today.get(named) != "upheld"):
            judge.overdue.append((seat, assertion))
    judge.drain()
    if gone:
        judge.open = [[a for a in of if (a.code, seat, a.version) not in gone] for seat, of in enumerate(judge.open)]
        judge.overdue = [(seat, a) for seat, a in judge.overdue if (a.code, seat, a.version) not in gone]


def prove(state: State, proofs: Iterable[Proof]) -> list[Fact]:
    """The facts of what these proofs settle. One rule broken upholds a claim, whatever else was in order."""
    facts: list[Fact] = []
    for proof in sorted(proofs, key=lambda proof: proof.how == "upheld"):
        if proof.how == "upheld":
            facts += dismiss(state, proof, facts)
        else:
            evidence = Evidence(proof.how, state.pack.cards(proof.cards))
            facts.append(InfractionProven(proof.code, proof.seat, proof.version, evidence))
            facts += uphold(state, proof.code, proof.seat, proof.version, facts)
    return [*facts, *undisputed(state, facts)] if any(isinstance(fact, ClaimRuled) for fact in facts) else facts


def undisputed(state: State, before: Iterable[Fact]) -> list[Fact]:
    """Dismisses the open infractions that no pending claim is about any more; a later card may still prove them."""
    settled = {(f.code, f.seat, f.version) for f in before if isinstance(f, InfractionProven | InfractionDismissed)}
    decided = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    disputed = {(c.against, c.at) for c in state.ledger.claims if c.status == "pending" and c.claim not in decided}
    return [
        InfractionDismissed(i.code, i.seat, i.version)
        for i in state.ledger.infractions
        if i.status == "open" and (i.code, i.seat, i.version) not in settled and (i.seat, i.version) not in disputed
    ]


def dismiss(state: State, proof: Proof, before: Iterable[Fact]) -> list[Fact]:
    """Dismisses a disputed assertion that held, and rejects its claims once nothing that they are about is open."""
    code, seat, version = proof.code, proof.seat, proof.version
    facts: list[Fact] = [
        InfractionDismissed(code, seat, version)
        for i in state.ledger.infractions
        if (i.code, i.seat, i.version, i.status) == (code, seat, version, "open")
    ]
    done = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    still = {a.code for a in state.knowledge.open[seat] if a.version == version}
    for claim in state.ledger.claims:
        about = claim.status == "pending" and claim.at == version and claim.against == seat
        if about and claim.claim not in done and still.isdisjoint(state.CLAIMS[claim.kind].rules):
            facts.append(ClaimRuled(claim.claim, "rejected"))
    return facts


def uphold(state: State, code: str, seat: int, version: int, before: Iterable[Fact]) -> list[Fact]:
    """Upholds the pending claims about an infraction just proven, unless `before` did so already."""
    done = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    facts: list[Fact] = []
    for claim in state.ledger.claims:
        about = claim.at == version and claim.against == seat and code in state.CLAIMS[claim.kind].rules
        if claim.status == "pending" and about and claim.claim not in done:
            facts.append(ClaimRuled(claim.claim, "upheld"))
    return facts


def check_claim(state: State, event: Claim, at: int) -> None:
    """Refuses a claim of nothing: no play of that seat at that version."""
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
    """Numbers a claim and decides it at once if the log can; on a hand told by its figures only the referee can."""
    name = f"c{len(state.ledger.claims) + 1}"
    state.knowledge.dispute()
    before = proven(state) if state.knowledge.proofs else []
    codes = state.CLAIMS[event.kind].rules

    def made(status: str) -> ClaimMade:
        return ClaimMade(name, event.by, event.against, event.kind, event.at, status)  # type: ignore[arg-type]

    shown = [(f.seat, f.version, f.code) for f in before if isinstance(f, InfractionProven)]
    shown += [(i.seat, i.version, i.code) for i in state.ledger.proven(event.against, event.at)]
    if any((seat, version) == (event.against, event.at) and code in codes for seat, version, code in shown):
        return [*before, made("upheld")]
    figures_only = state.has_figures_only(event.at)
    asserted = state.dropped if figures_only else [(event.against, a) for a in state.knowledge.open[event.against]]
    about = (event.against, event.at)
    doubts = [a.code for seat, a in asserted if (seat, a.version) == about and a.code in codes]
    if not doubts and not figures_only:
        return [*before, made("rejected")]
    known = {(i.code, i.version) for i in state.ledger.infractions}
    opened = [InfractionOpened(code, event.against, event.at) for code in doubts if (code, event.at) not in known]
    return [*before, made("pending"), *opened]


def check_ruling(state: State, event: Ruling) -> None:
    """Refuses a ruling on a claim that does not exist or is decided already."""
    found = state.ledger.claim(event.claim)
    if found is None:
        raise Impossible(
            Text(
                es=f"no existe la reclamación {event.claim}",
                en=f"there is no claim {event.claim}",
            )
        )
    if found.status != "pending":
        said = {"upheld": "aceptada", "rejected": "rechazada"}[found.status]
        raise Impossible(
            Text(
                es=f"la reclamación {event.claim} ya está decidida ({said}) en la versión {found.ruled_at}",
                en=f"claim {event.claim} was decided already ({found.status}) at version {found.ruled_at}",
            ),
            seat=found.against,
        )


def ruling(state: State, event: Ruling) -> Facts:
    """The referee's word: the disputed assertions are proven or dismissed, and every claim like this one with them."""
    claim = state.ledger.claim(event.claim)
    assert claim is not None
    mine = [i for i in state.ledger.infractions if (i.version, i.seat, i.status) == (claim.at, claim.against, "open")]
    named = (claim.against, claim.at, claim.kind, "pending")
    alike = [c.claim for c in state.ledger.claims if (c.against, c.at, c.kind, c.status) == named]
    judge, rules = state.knowledge, state.CLAIMS[claim.kind].rules
    judge.open[claim.against] = [a for a in judge.open[claim.against] if a.version != claim.at or a.code not in rules]
    judge.overdue = [
        (seat, a) for seat, a in judge.overdue if (seat, a.version) != (claim.against, claim.at) or a.code not in rules
    ]
    if event.upheld:
        facts: list[Fact] = [InfractionProven(i.code, i.seat, i.version, Evidence("ruling")) for i in mine]
        return [*facts, *(ClaimRuled(name, "upheld") for name in alike)]
    dismissed: list[Fact] = [InfractionDismissed(i.code, i.seat, i.version) for i in mine]
    return [*dismissed, *(ClaimRuled(name, "rejected") for name in alike)]


def leave_to_referee(state: State, since: int, at: int) -> None:
    """The rest of the hand dealt by event `since` was not recorded, and event `at` tells its figures.

    What its plays asserted is dropped without being settled: claims on them stay pending until a ruling.
    """
    # What can only be true is left to nobody.
    state.knowledge.dispute()
    state.dropped += tuple(state.knowledge.drop())
    state.counted += (range(since, at),)
    state.knowledge.deal([0] * state.seats, None)


def abandon(state: State) -> list[Fact]:
    """Drops the open assertions of a hand that is void or left, and rejects the claims that hung on them.

    The judge is asked once more before that.
    """
    facts = last_count(state)
    state.knowledge.drop()
    return [*facts, *close(state, facts)]


def last_count(state: State) -> list[Fact]:
    """What counting proves of a hand that stops early, before its open assertions are dropped."""
    if state.knowledge.doubtful:
        state.knowledge.count()
    return proven(state) if state.knowledge.proofs else []


def close(state: State, before: Iterable[Fact] = (), keep: Callable[[int], bool] = lambda version: False) -> list[Fact]:
    """Dismisses what is still in dispute and rejects the claims about it.

    Left out is what `before` has settled, and what is about an event whose version is to `keep`.
    """
    settled = {(f.code, f.seat, f.version) for f in before if isinstance(f, InfractionProven | InfractionDismissed)}
    decided = {fact.claim for fact in before if isinstance(fact, ClaimRuled)}
    facts: list[Fact] = [
        InfractionDismissed(i.code, i.seat, i.version)
        for i in state.ledger.infractions
        if i.status == "open" and (i.code, i.seat, i.version) not in settled and not keep(i.version)
    ]
    pending = (
        c.claim for c in state.ledger.claims if c.status == "pending" and c.claim not in decided and not keep(c.at)
    )
    return [*facts, *(ClaimRuled(claim, "rejected") for claim in pending)]
