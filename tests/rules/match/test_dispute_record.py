"""The record of a dispute: the move, the rule, the cards of the hand, the proof, the score with and without it."""

import msgspec
import pytest

from referee.audit.dispute import DisputeRecord, dispute_record
from referee.errors import NotFound
from referee.games.guinote.events import Cante
from referee.match.entries import AnyEntry, Entry
from referee.match.events import Play, Reveal
from tests.support.guinote_hands import SIETE, accuse, renuncio
from tests.support.guinote_table import PlayOut, arrastre
from tests.support.table import Table


def record(table: Table, claim: str = "c1", visible: int = -1) -> DisputeRecord:
    entries: list[AnyEntry] = [Entry(1, "", "", table.match.opening, (), "")]
    for version, event in enumerate(table.events, 2):
        facts = tuple(fact for at, fact in table.facts if at == version)
        entries.append(Entry(version, "", "", event, facts, ""))
    return dispute_record(entries, claim, visible)


def partidas(record: DisputeRecord) -> tuple[list[int], list[int]]:
    """The partidas with the claim and without it."""
    scores = [msgspec.to_builtins(side.score)["partidas"] for side in (record.score_with, record.score_without)]
    return scores[0], scores[1]


def test_a_renuncio_proven_by_a_later_card() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.plays("6O", "3C", "7B", "2B", "4O")
    report = record(table)
    assert (report.claim.status, report.version, report.move) == ("upheld", at + 1, Play(1, "3E"))
    assert msgspec.to_builtins(report.table)["trick"] == ("7O",)
    assert (report.held.seat, report.held.cards, report.held.complete) == (1, ("4O", "3E"), False)
    follow, beat = report.findings
    assert (follow.rule, follow.status, follow.event) == ("guinote.arrastre-follow", "proven", Play(1, "4O"))
    assert follow.evidence is not None
    assert (follow.evidence.how, follow.evidence.cards) == ("shown", ("4O",))
    assert (beat.rule, beat.status) == ("guinote.arrastre-beat", "dismissed")
    assert partidas(report) == ([1, 0], [0, 0])
    assert report.score_without.phase == "arrastre"
    assert report.ruling is None


def test_a_hand_is_known_whole_once_it_is_played_out() -> None:
    hands = [hand.replace("4O", "7C").replace("10O", "6C") for hand in SIETE]
    table = arrastre(*hands, turn_up="3C", leader=0, known_seats=())
    table.plays("7O", "6C")
    accuse(table, table.match.version)
    while table.match.state.in_hand():
        seat = table.match.state.turn or 0
        cards_gone = table.match.state.knowledge.laid_cards
        left = [card for card in hands[seat].split() if not cards_gone & table.match.state.pack.bit[card]]
        table.plays(next(e["card"] for e in table.moves() if e["type"] == "play" and e["card"] in left))
    report = record(table)
    assert report.claim.status == "rejected"
    assert (set(report.held.cards), report.held.complete) == (set(hands[1].split()), True)
    assert [finding.status for finding in report.findings] == ["dismissed", "kept"]
    assert partidas(report)[0] == [1, 0]
    assert report.score_without.score == table.past[(report.claim.ruled_at or 0) - 1].score()


def test_a_pending_claim_shows_both_sides() -> None:
    table, at = renuncio()
    accuse(table, at)
    report = record(table)
    assert (report.claim.status, [finding.status for finding in report.findings]) == ("pending", ["open", "open"])
    assert partidas(report) == ([1, 0], [0, 0])


def test_a_claim_judged_at_once() -> None:
    table, at = renuncio(known_seats=(0, 1, 2, 3))
    accuse(table, at)
    report = record(table)
    assert set(report.held.cards) == set(SIETE[1].split())
    assert report.held.complete
    assert [finding.status for finding in report.findings] == ["proven", "proven"]
    assert partidas(report) == ([1, 0], [0, 0])
    legal = arrastre(*SIETE, turn_up="3C", leader=0)
    legal.plays("7O", "10O")
    accuse(legal, legal.match.version)
    report = record(legal)
    assert [finding.status for finding in report.findings] == ["kept", "kept"]
    assert partidas(report) == ([1, 0], [0, 0])


def test_a_ruling_and_its_words() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.say("ruling", claim="c1", upheld=True, reason="lo vieron los cuatro")
    report = record(table)
    assert report.ruling is not None
    assert report.ruling.reason == "lo vieron los cuatro"
    assert partidas(report) == ([1, 0], [0, 0])
    assert report.score_without.phase == "arrastre"


def vueltas(seed: int, irregular: float, version: int) -> tuple[PlayOut, Table]:
    """Hidden hands as chance played them, in the vueltas, after this version."""
    out = PlayOut(seed, irregular=irregular)
    table = out.also()
    out.hand()
    out.deal()
    while table.match.version < version:
        out.step()
    return out, table


def test_a_claim_upheld_after_101_cut_the_hand_short() -> None:
    out, table = vueltas(1, 0.5, 61)
    accuse(table, 61, by=0, against=3)
    while table.match.state.in_hand():
        out.step()
    assert record(table).claim.status == "rejected"
    assert partidas(record(table)) == ([1, 0], [0, 1])
    table.say("reveal", seat=3, cards=out.truth.view()["hands"][3])
    report = record(table)
    assert report.claim.status == "upheld"
    assert isinstance(report.findings[0].event, Reveal)
    assert partidas(report) == ([1, 0], [0, 1])
    assert report.held.complete


def test_a_false_cante_that_ended_a_partida() -> None:
    out, table = vueltas(0, 0, 48)
    table.say("cante", seat=0, value=40)
    accuse(table, 49, by=1, against=0, kind="cante")
    pending = record(table)
    assert partidas(pending) == ([0, 0], [1, 0])
    table.say("reveal", seat=0, cards=out.truth.view()["hands"][0])
    report = record(table)
    assert report.move == Cante(0, 40)
    assert [(finding.rule, finding.status) for finding in report.findings] == [("guinote.cante", "proven")]
    assert partidas(report) == ([0, 0], [1, 0])
    assert msgspec.to_builtins(report.score_with.score)["totals"] == [62, 81]
    assert msgspec.to_builtins(report.score_without.score)["totals"] == [102, 81]
    assert report.score_with.phase == "descarte"


def test_the_public_is_not_told_what_a_hidden_hand_holds() -> None:
    table, _ = renuncio(known_seats=(0, 1, 2, 3))
    table.plays("6O")
    accuse(table, table.match.version, by=3, against=2)
    public = record(table, visible=0)
    assert public.claim.status == "rejected"
    assert public.held.cards == ("6O",)
    assert set(record(table, visible=1 << 2).held.cards) == set(SIETE[2].split())


def test_no_such_claim() -> None:
    table, _ = renuncio()
    with pytest.raises(NotFound):
        record(table)


def test_what_was_taken_back_does_not_count() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.say("retract", to=at, reason="reclamó por error")
    with pytest.raises(NotFound):
        record(table)
    accuse(table, at, by=0)
    report = record(table)
    assert (report.claim.by, report.version) == (0, at + 3)


def test_a_revoke_at_hearts_has_a_record_too() -> None:
    table = Table("hearts.castillar", 2)
    table.say("deal")
    table.plays("2C", "3D", first=1)
    accuse(table, 4, by=1, against=0, kind="revoke")
    table.plays("4C", "KC")
    report = record(table)
    assert (report.claim.status, report.held.cards) == ("upheld", ("KC", "3D"))
    follow = report.findings[0]
    assert (follow.rule, follow.status, follow.event) == ("hearts.follow-suit", "proven", Play(0, "KC"))


@pytest.mark.parametrize("visible", [-1, 0, 2])
def test_it_is_plain_data(visible: int) -> None:
    table, at = renuncio()
    accuse(table, at)
    assert msgspec.json.decode(msgspec.json.encode(record(table, visible=visible)))["claim"]["claim"] == "c1"
