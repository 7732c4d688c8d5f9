"""How hands are counted, and partidas won, lost and opened again."""

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import SPANISH_40
from referee.games.guinote.facts import CanteCounted, CanteTakenBack, PartidaReopened, PointsVoid
from referee.games.guinote.rules import LAST_TRICK, LEAST_IN_CARDS, PAIRS, TARGET, points_in
from referee.match import disputes
from referee.match.ledger import ClaimState, Item
from referee.match.vocabulary import (
    ClaimMade,
    ClaimRuled,
    Fact,
    HandScored,
    InfractionProven,
    MatchEnded,
    Scored,
    Tallied,
)

if TYPE_CHECKING:
    from referee.games.guinote.game import Guinote

SIDES = (0, 1)
GAINS = (Scored, CanteCounted)
"""The facts that add points."""


class Closing(NamedTuple):
    """The vueltas stopped before their last trick: in event `at`, when a side reached 101; `winner` got the partida."""

    at: int
    winner: int


def totals_after(game: "Guinote", facts: list[Fact]) -> list[int]:
    """The points of the partida once these facts are entered."""
    totals = game.ledger.totals[:]
    for fact in facts:
        if isinstance(fact, GAINS):
            totals[fact.side] += fact.points
        elif isinstance(fact, CanteTakenBack):
            totals[fact.side] -= fact.points
    return totals


def at_start(game: "Guinote") -> tuple[int, ...]:
    """The points of the partida when this hand was dealt."""
    if not game.vueltas:
        return (0, 0)
    ida = game.hand - 1
    return next((scored.points for scored in game.ledger.hands if scored.hand == ida and scored.points), (0, 0))


def in_cards(game: "Guinote", side: int) -> int:
    """The side's points in cards over the whole partida (guinote.thirty)."""
    return points_in(game.won[side]) + points_in(game.won_before[side])


def counted(game: "Guinote", totals: list[int]) -> HandScored:
    """The account of the hand in play, which brought the partida to these totals."""
    start = at_start(game)
    points = (totals[0] - start[0], totals[1] - start[1])
    return HandScored(game.hand, points, tuple(totals), _items(game, points))


def _items(game: "Guinote", points: tuple[int, int]) -> tuple[Item, ...]:
    """How these points arose: what neither a cante nor the last trick brought was in cards."""
    in_cards = list(points)
    items = []
    for sung in game.cantes:
        if sung.hand == game.hand and sung.points:
            pair = SPANISH_40.cards(PAIRS[sung.suit]) if sung.suit else ()
            items.append(Item(game.side(sung.seat), sung.points, "guinote.cante", pair))
    if not game.knowledge.size[game.winner]:
        items.append(Item(game.side(game.winner), LAST_TRICK, "guinote.last-trick"))
    for item in items:
        in_cards[item.side] -= item.points
    return (*[Item(side, n, "guinote.points") for side, n in enumerate(in_cards) if n], *items)


# The end of a hand


def end_hand(game: "Guinote", facts: list[Fact], at: int) -> None:
    """The last trick is counted: the partida is won, or the vueltas follow (guinote.win-first-hand)."""
    if game.vueltas:
        reach(game, facts, at)
        return
    totals = totals_after(game, facts)
    over = [side for side in SIDES if totals[side] >= TARGET]
    facts.append(counted(game, totals))
    _stop(game)
    if over:
        first = over[0] if len(over) == 1 else game.side(game.winner)
        _award(game, facts, first, "guinote.win-first-hand")


def reach(game: "Guinote", facts: list[Fact], at: int) -> None:
    """Ends the partida as soon as a side has 101 in the vueltas (guinote.vueltas)."""
    totals = totals_after(game, facts)
    first = next((side for side in SIDES if totals[side] >= TARGET), None)
    if first is None:
        return
    facts += disputes.close(game, facts)
    facts.append(counted(game, totals))
    early = game.knowledge.size[game.winner] > 0
    _stop(game)
    winner = _award(game, facts, first, "guinote.vueltas")
    game.closing = Closing(at, winner) if early else None


def _stop(game: "Guinote") -> None:
    """No hand is in play."""
    game.phase = "deal"
    game.turn = None


def _award(game: "Guinote", facts: list[Fact], first: int, rule: str) -> int:
    """The partida goes to the side that reached 101, or to the other if that one has too little in cards."""
    if in_cards(game, first) < LEAST_IN_CARDS:
        first, rule = 1 - first, "guinote.thirty"
    _win(game, facts, first, rule)
    return first


def _win(game: "Guinote", facts: list[Fact], side: int, rule: str) -> None:
    """A side wins the partida, and with the last of them the coto (guinote.coto)."""
    game.partida_over = True
    game.closing = None
    reopened = sum(isinstance(fact, PartidaReopened) and fact.side == side for fact in facts)
    facts.append(Tallied("partidas", side, rule))
    if game.ledger.tallies["partidas"][side] - reopened + 1 >= game.params.wins:
        ranking = (game.partners(side), game.partners(1 - side))
        facts.append(MatchEnded(ranking, (side,), "guinote.coto"))


def void(game: "Guinote") -> list[Fact]:
    """What takes back the points of a hand broken off."""
    start = at_start(game)
    return [] if tuple(game.ledger.totals) == start else [PointsVoid(start)]


# What proofs and claims bring


def settle(game: "Guinote", facts: list[Fact], at: int) -> list[Fact]:
    """These facts with what they bring: cantes fall, claims win partidas, a partida that no longer stands goes on."""
    fallen = [fact for proof in facts if isinstance(proof, InfractionProven) for fact in _take_back(game, proof)]
    facts += fallen
    facts += _reconsidered(game, facts)
    claimant = _claimant(game, facts)
    if claimant is not None:
        _win_by_claim(game, facts, game.side(claimant))
    elif fallen and game.closing:
        _reopen(game, facts)
        reach(game, facts, at)
    return facts


def _take_back(game: "Guinote", proof: InfractionProven) -> list[Fact]:
    """The points of a cante that counted and is disproved."""
    fallen = [
        sung for sung in game.cantes if proof.code == "guinote.cante" and sung.version == proof.version and sung.points
    ]
    game.cantes = tuple(sung._replace(points=0) if sung in fallen else sung for sung in game.cantes)
    return [CanteTakenBack(sung.seat, game.side(sung.seat), sung.points, sung.version) for sung in fallen]


def _reconsidered(game: "Guinote", facts: list[Fact]) -> list[Fact]:
    """Upholds claims that fell only because 101 stopped the hand, and that a reveal proves before the next deal."""
    if game.closing is None:
        return []
    proofs = [fact for fact in facts if isinstance(fact, InfractionProven)]
    return [
        ClaimRuled(claim.claim, "upheld")
        for claim in game.ledger.claims
        if claim.status == "rejected" and claim.ruled_at == game.closing.at and _proves(game, proofs, claim)
    ]


def _proves(game: "Guinote", proofs: list[InfractionProven], claim: ClaimState) -> bool:
    rules = game.CLAIMS[claim.kind].rules
    return any(p.version == claim.at and p.seat == claim.against and p.code in rules for p in proofs)


def _claimant(game: "Guinote", facts: list[Fact]) -> int | None:
    """The seat whose claim of a renuncio these facts uphold."""
    for fact in facts:
        if isinstance(fact, ClaimMade) and (fact.kind, fact.status) == ("renuncio", "upheld"):
            return fact.by
        if isinstance(fact, ClaimRuled) and fact.status == "upheld":
            claim = game.ledger.claim(fact.claim)
            if claim is not None and claim.kind == "renuncio":
                return claim.by
    return None


def _win_by_claim(game: "Guinote", facts: list[Fact], side: int) -> None:
    """A proven renuncio wins the partida, and stops the hand, for the side that claimed it (guinote.renuncio)."""
    if game.partida_over:
        if game.closing is None or game.closing.winner == side:
            return
        _reopen(game, facts)
    facts += disputes.close(game, facts)
    if game.in_hand():
        facts.append(HandScored(game.hand, None, tuple(totals_after(game, facts))))
    _stop(game)
    _win(game, facts, side, "guinote.renuncio")


def _reopen(game: "Guinote", facts: list[Fact]) -> None:
    """The hand that 101 stopped goes on where it stood."""
    assert game.closing is not None
    facts.append(PartidaReopened(game.closing.winner, game.hand, game.dealt_at))
    game.closing = None
    game.partida_over = False
    game.phase = "descarte" if game.undrawn else "arrastre"
    game.turn = game.winner
