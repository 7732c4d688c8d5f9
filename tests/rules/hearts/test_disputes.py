"""Claims of a revoke, rulings on them, and reveals: decisions of the log at once or later, and those of the referee."""

from typing import Any

import pytest

from referee.match.facts import ClaimMade, ClaimRuled, MatchRestated
from tests.support.hearts import castillar, deal, deal_unseen, lay, legal, yppedia
from tests.support.table import Table

FOLLOW, FIRST, LEAD = "hearts.follow-suit", "hearts.first-trick", "hearts.lead-hearts"
DIAMOND_HAND = "23456789TJQKD"
"""Twelve diamonds: the hand of seat 1 below, after its first card."""


def claim(table: Table, against: int, at: int, by: int = 0) -> dict[str, Any]:
    """The claim in the view of that time."""
    table.say("claim", by=by, against=against, kind="revoke", at=at)
    return claims(table)[-1]


def claims(table: Table) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = table.view()["claims"]
    return records


def statuses(table: Table) -> list[tuple[str, str]]:
    return [(i["code"], i["status"]) for i in table.view()["infractions"]]


def reveal(table: Table, seat: int, hand: str) -> None:
    table.say("reveal", seat=seat, cards=hand.split())


def spelt(hand: str) -> str:
    return " ".join(rank + hand[-1] for rank in hand[:-1])


def discard_on_club(card: str = "5D") -> tuple[Table, int]:
    """A table with unseen hands on which seat 1 lays this card on 2C; and the version of that."""
    table = castillar()
    deal_unseen(table)
    lay(table, f"2C {card}", first=0)
    return table, table.match.version


# Claims


def test_claim_upheld_at_once_where_the_log_has_proven_the_revoke() -> None:
    table = castillar()
    deal(table, "2345C 234D 234H 234S", "678C 5678D 567H 567S", "9TJC 9TJD 89TJH 89TS")
    lay(table, "2C 5D")
    at = table.match.version
    assert claim(table, 1, at) == {
        "claim": "c1",
        "by": 0,
        "against": 1,
        "kind": "revoke",
        "at": at,
        "status": "upheld",
        "ruled_at": at + 1,
    }
    assert statuses(table) == [(FOLLOW, "proven")]


def test_claim_upheld_at_once_restates_the_account() -> None:
    table = castillar()
    deal(table, "2345C 234D 234H 234S", "678C 5678D 567H 567S", "9TJC 9TJD 89TJH 89TS")
    lay(table, "2C 5D")
    facts = table.say("claim", by=0, against=1, kind="revoke", at=table.match.version)
    assert [type(fact) for fact in facts] == [ClaimMade, MatchRestated]
    assert facts[1].ledger == table.match.ledger  # type: ignore[attr-defined]


def test_claim_rejected_at_once_where_the_card_followed_suit() -> None:
    table, at = discard_on_club("5C")
    assert claim(table, 1, at)["status"] == "rejected"
    assert table.view()["infractions"] == []


def test_claim_rejected_at_once_where_the_known_hand_had_none_of_the_suit() -> None:
    table = castillar()
    deal(table, "23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH")
    lay(table, "2C 5D")
    assert claim(table, 1, table.match.version)["status"] == "rejected"


def test_claim_pending_while_the_assertion_is_open() -> None:
    table, at = discard_on_club()
    record = claim(table, 1, at)
    assert (record["status"], record["ruled_at"]) == ("pending", None)
    assert table.view()["infractions"] == [
        {"code": FOLLOW, "seat": 1, "version": at, "proven_at": None, "evidence": None, "status": "open"}
    ]


def test_no_open_infraction_without_a_claim() -> None:
    table, _ = discard_on_club()
    assert table.view()["infractions"] == []


def test_claim_pending_then_upheld_by_a_later_card() -> None:
    table, at = discard_on_club()
    claim(table, 1, at)
    lay(table, "3C 4C AC 5C")
    assert [(c["status"], c["ruled_at"]) for c in claims(table)] == [("pending", None)]
    lay(table, "7C")
    version = table.match.version
    assert [(c["status"], c["ruled_at"]) for c in claims(table)] == [("upheld", version)]
    assert table.proven_infractions() == [(FOLLOW, 1, at, version)]


def test_claim_pending_then_rejected_as_soon_as_no_card_of_the_suit_can_be_in_the_hand() -> None:
    table = castillar(seats=2)
    deal(table, "23456789TJQKAC 23456789TJQKAD", "23456789TJQKAH 23456789TJQKAS", unseen=(0, 1))
    lay(table, "2C 2S", first=0)
    at = table.match.version
    claim(table, 1, at)
    while "C" in {card[1] for card in legal(table)}:
        assert claims(table)[0]["status"] == "pending"
        suits = "CD" if table.view()["turn"] == 0 else "HS"
        lay(table, next(card for card in legal(table) if card[1] in suits))
        if (
            table.match.state.knowledge.laid_cards & table.match.state.pack.suits["C"]
            == table.match.state.pack.suits["C"]
        ):
            break
    assert (claims(table)[0]["status"], claims(table)[0]["ruled_at"]) == ("rejected", table.match.version)
    assert statuses(table) == [(FOLLOW, "dismissed")]


def test_claim_upheld_where_one_of_two_rules_held_and_the_other_did_not() -> None:
    """QS in the first trick, from a hand without clubs but with diamonds: the reveal settles both at once."""
    table, at = discard_on_club("QS")
    claim(table, 1, at)
    assert statuses(table) == [(FOLLOW, "open"), (FIRST, "open")]
    reveal(table, 1, spelt(DIAMOND_HAND))
    assert claims(table)[0]["status"] == "upheld"
    assert sorted(statuses(table)) == [(FIRST, "proven"), (FOLLOW, "dismissed")]
    assert table.proven_infractions() == [(FIRST, 1, at, table.match.version)]


def test_infraction_is_open_only_while_its_claim_is_pending() -> None:
    """A club proves one rule broken and upholds the claim; the other waits for a card, and no claim disputes it any more."""
    table, at = discard_on_club("QS")
    claim(table, 1, at)
    reveal(table, 1, "3C")
    assert statuses(table) == [(FOLLOW, "proven"), (FIRST, "dismissed")]
    reveal(table, 1, "3C 4D")
    assert statuses(table) == [(FOLLOW, "proven"), (FIRST, "proven")]


def test_two_claims_on_one_card_are_decided_together() -> None:
    table, at = discard_on_club()
    claim(table, 1, at, by=0)
    claim(table, 1, at, by=2)
    assert [i["status"] for i in table.view()["infractions"]] == ["open"]
    reveal(table, 1, "9C")
    assert [c["status"] for c in claims(table)] == ["upheld", "upheld"]


def test_claim_of_a_card_of_an_earlier_round_is_decided_at_once() -> None:
    table = castillar(seats=2)
    deal(table, "23456789TJQKAC 23456789TJQKAD", "23456789TJQKAH 23456789TJQKAS")
    lay(table, "2C 2S")
    at = table.match.version
    while table.view()["phase"] == "play":
        table.tell(table.moves()[0])
    table.say("deal")
    assert claim(table, 1, at)["status"] == "rejected"


def test_claim_of_a_timed_out_card_is_a_claim_like_any_other() -> None:
    table = yppedia(turn_seconds=20)
    deal_unseen(table)
    lay(table, "2C", first=0)
    table.say("timeout", seat=1, card="5D")
    assert claim(table, 1, table.match.version)["status"] == "pending"


@pytest.mark.parametrize(
    ("by", "against", "back"),
    [(1, 1, 0), (0, 2, 0), (0, 1, 1), (0, 1, -1), (0, 1, 100), (0, 9, 0), (9, 1, 0)],
    ids=["oneself", "not its card", "no play", "not yet", "not ever", "no such seat", "no such claimant"],
)
def test_claim_of_nothing_is_impossible(by: int, against: int, back: int) -> None:
    table = castillar()
    deal_unseen(table)
    table.say("note", text="se juega despacio")
    lay(table, "2C", first=0)
    table.say("note", text="todavía")
    lay(table, "5D")
    at = max(table.match.version - back, 1)
    refusal = table.refusal("claim", by=by, against=against, kind="revoke", at=at)
    assert refusal.code == "impossible"


def test_claim_of_a_pass_or_a_deal_is_impossible() -> None:
    table = castillar()
    deal_unseen(table)
    for at in (1, 2, 3):
        refusal = table.refusal("claim", by=1, against=0, kind="revoke", at=at)
        assert (refusal.code, refusal.rule) == ("impossible", FOLLOW)


def test_claim_of_another_games_kind_is_not_in_this_game() -> None:
    table, at = discard_on_club()
    for kind in ("renuncio", "cante", "improper-build"):
        assert table.refusal("claim", by=0, against=1, kind=kind, at=at).code == "not-in-this-game"


def test_claim_changes_no_score_by_itself() -> None:
    table, at = discard_on_club()
    before = table.view()["score"]
    claim(table, 1, at)
    table.say("ruling", claim="c1", upheld=True, reason="lo vio el árbitro")
    assert table.view()["score"] == before


def test_a_withdrawal_drops_what_is_open_unless_a_reveal_disproves_it_or_the_referee_rules() -> None:
    table, at = discard_on_club()
    claim(table, 1, at)
    table.say("withdraw", seat=3, reason="se marcha")
    assert [c["status"] for c in claims(table)] == ["rejected"]
    assert statuses(table) == [(FOLLOW, "dismissed")]
    assert claim(table, 1, at)["status"] == "pending"
    table.say("ruling", claim="c2", upheld=True, reason="visto")
    assert [c["status"] for c in claims(table)] == ["rejected", "upheld"]
    table, at = discard_on_club()
    claim(table, 1, at)
    table.say("withdraw", seat=3, reason="se marcha")
    reveal(table, 1, "3C")
    assert table.proven_infractions() == [(FOLLOW, 1, at, table.match.version)]


def test_claim_and_ruling_may_come_when_the_match_is_over() -> None:
    table, at = discard_on_club()
    table.say("withdraw", seat=3, reason="se marcha")
    assert claim(table, 1, at)["status"] == "pending"
    table.say("ruling", claim="c1", upheld=True, reason="visto")
    assert table.proven_infractions() == [(FOLLOW, 1, at, table.match.version)]


# Rulings


def test_ruling_upholds_what_the_log_cannot_decide() -> None:
    table, at = discard_on_club()
    claim(table, 1, at)
    facts = table.say("ruling", claim="c1", upheld=True, reason="enseñó un trébol")
    assert claims(table)[0]["status"] == "upheld"
    assert claims(table)[0]["ruled_at"] == table.match.version
    assert table.proven_infractions() == [(FOLLOW, 1, at, table.match.version)]
    assert table.view()["infractions"][0]["evidence"] == {"how": "ruling"}
    assert isinstance(facts[-1], MatchRestated)


def test_ruling_rejects_and_the_assertion_is_closed() -> None:
    table, at = discard_on_club()
    claim(table, 1, at)
    facts = table.say("ruling", claim="c1", upheld=False, reason="no lo hay")
    assert claims(table)[0]["status"] == "rejected"
    assert statuses(table) == [(FOLLOW, "dismissed")]
    assert isinstance(facts[-1], MatchRestated)
    assert claim(table, 1, at)["status"] == "rejected"


@pytest.mark.parametrize("upheld", [True, False])
def test_ruling_decides_every_pending_claim_on_the_same_card(upheld: bool) -> None:
    table, at = discard_on_club("QS")
    claim(table, 1, at, by=0)
    claim(table, 1, at, by=2)
    facts = table.say("ruling", claim="c2", upheld=upheld, reason="visto")
    status = "upheld" if upheld else "rejected"
    assert [c["status"] for c in claims(table)] == [status, status]
    assert sorted(fact.claim for fact in facts if isinstance(fact, ClaimRuled)) == ["c1", "c2"]
    assert {s for _, s in statuses(table)} == {"proven" if upheld else "dismissed"}


def test_ruling_leaves_claims_on_other_cards_pending() -> None:
    table, at = discard_on_club()
    lay(table, "6D")
    claim(table, 1, at)
    claim(table, 2, at + 1)
    table.say("ruling", claim="c1", upheld=True, reason="visto")
    assert [c["status"] for c in claims(table)] == ["upheld", "pending"]


def test_ruling_on_no_claim_or_a_decided_one_is_impossible() -> None:
    table, at = discard_on_club()
    assert table.refusal("ruling", claim="c1", upheld=True, reason="").code == "impossible"
    claim(table, 1, at)
    table.say("ruling", claim="c1", upheld=True, reason="visto")
    refusal = table.refusal("ruling", claim="c1", upheld=False, reason="o no")
    assert refusal.code == "impossible"
    assert "upheld" in refusal.text.en and "aceptada" in refusal.text.es


def test_ruling_names_a_claim_as_the_server_numbers_them() -> None:
    table, _ = discard_on_club()
    for name in ("1", "c0", "C1", "c1 ", ""):
        assert table.refusal("ruling", claim=name, upheld=True, reason="").code == "malformed"


def test_claims_on_a_hand_that_is_void_are_rejected_with_it() -> None:
    table, at = discard_on_club()
    claim(table, 1, at)
    table.say("redeal", reason="faltaba una carta")
    assert claims(table)[0]["status"] == "rejected"
    assert statuses(table) == [(FOLLOW, "dismissed")]
