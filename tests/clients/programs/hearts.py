"""A whole hand of Hearts by the client that openapi-python-client makes: opened, dealt, played, sanctioned, claimed, audited.

A program of its own, which needs the generated package beside it: `hearts.py URL TOKEN`.
"""

import sys
from typing import TypeAlias

from referee_client import AuthenticatedClient
from referee_client.api.audit import audit_match
from referee_client.api.events import append_events
from referee_client.api.matches import get_legal, get_match, open_match
from referee_client.models import (
    Audit,
    ClaimEvent,
    ClaimEventKind,
    ClaimMadeFact,
    ClaimMadeFactStatus,
    DealEvent,
    HandScoredFact,
    HeartsCastillarView,
    Legal,
    OpenByRuleset,
    OpenByRulesetRuleset,
    PassEvent,
    PassMove,
    PlayEntry,
    PlayEvent,
    SanctionEvent,
    SanctionEventCard,
    SitByName,
    Written,
)

SEATS = ("Ana", "Beto", "Carla", "Dani")
CARDS = 52
SEED = "a whole hand by a generated client"
ReferenceEvent: TypeAlias = DealEvent | PassEvent | PlayEvent | SanctionEvent | ClaimEvent


class Table:
    """A match in the view of the tablet beside it."""

    def __init__(self, client: AuthenticatedClient) -> None:
        self.client = client
        body = OpenByRuleset(
            ruleset=OpenByRulesetRuleset.HEARTS_CASTILLAR,
            seats=[SitByName(name=name) for name in SEATS],
            first_dealer=0,
        )
        view = open_match.sync(client=client, body=body)
        assert isinstance(view, HeartsCastillarView), view
        assert view.table.trick == []
        self.match = view.id

    def tell(self, event: ReferenceEvent) -> Written:
        """Sends an event."""
        answer = append_events.sync(self.match, client=self.client, body=event)
        assert isinstance(answer, Written), answer
        return answer

    def next(self) -> DealEvent | PassEvent | PlayEvent:
        """The first legal move, in the received form; cards to pass are chosen from the permitted ones."""
        legal = get_legal.sync(self.match, client=self.client)
        assert isinstance(legal, Legal), legal
        for move in legal.events:
            if isinstance(move, PassMove):
                assert move.choose.cards is not None
                return PassEvent(type_="pass", seat=move.seat, cards=move.choose.cards[: move.choose.min_])
            if isinstance(move, PlayEvent):
                return move
            if isinstance(move, DealEvent) and move.shuffle:
                move.seed = SEED
                return move
        raise AssertionError(legal)


def play_hand(table: Table) -> list[PlayEntry]:
    """The plays of one hand, to its end."""
    plays: list[PlayEntry] = []
    while True:
        [entry] = table.tell(table.next()).events
        if isinstance(entry, PlayEntry):
            plays.append(entry)
        for fact in entry.facts:
            if isinstance(fact, HandScoredFact):
                assert fact.points is not None
                assert len(fact.points) == len(SEATS)
                return plays


def main(url: str, token: str) -> None:
    """Prints the final figures of the audit."""
    table = Table(AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True))
    plays = play_hand(table)
    assert len(plays) == CARDS
    assert len({play.card for play in plays}) == CARDS
    play_event = plays[5]
    table.tell(SanctionEvent(type_="sanction", seat=2, card=SanctionEventCard.YELLOW, reason="late"))
    claim = ClaimEvent(
        type_="claim",
        by=(play_event.seat + 1) % len(SEATS),
        against=play_event.seat,
        kind=ClaimEventKind.REVOKE,
        at=play_event.version,
    )
    [entry] = table.tell(claim).events
    [fact] = entry.facts
    assert isinstance(fact, ClaimMadeFact), fact
    assert fact.status is ClaimMadeFactStatus.REJECTED, "every hand was known, and nobody broke a rule"
    view = get_match.sync(table.match, client=table.client)
    assert isinstance(view, HeartsCastillarView), view
    assert sum(view.score.totals) >= 26
    audit = audit_match.sync(table.match, client=table.client)
    assert isinstance(audit, Audit), audit
    assert audit.chain.intact
    assert audit.infractions == []
    [sanction] = audit.sanctions
    [claim_record] = audit.claims
    print(
        f"{len(plays)} plays, seat {sanction.seat} {sanction.card.value}, {claim_record.claim} {claim_record.status.value}"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
