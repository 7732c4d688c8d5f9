"""The recorded matches of Guiñote that ship with the demonstration, as a referee's tablet wrote them."""

from referee.audit.dispute import dispute_record
from referee.match.entries import AnyEntry, Entry
from referee.match.events import Play
from referee.match.ledger import Evidence
from tests.support.records import play_record
from tests.support.table import Table


def test_a_coto_with_a_renuncio_that_a_later_card_proves() -> None:
    table = play_record("guinote-coto", Table)
    ledger = table.match.ledger
    assert [hand.points for hand in ledger.hands] == [
        (136, 34),
        (114, 16),
        None,
        (73, 97),
        (0, 4),
        (98, 32),
        (27, 0),
    ]
    assert ledger.tallies["partidas"] == [3, 2]
    assert ledger.result is not None
    assert ledger.result.winner_sides == (0,)
    claim = ledger.claims[0]
    assert (claim.status, claim.at, claim.ruled_at) == ("upheld", 109, 117)
    entries: list[AnyEntry] = [Entry(1, "", "", table.match.opening, (), "")]
    for version, event in enumerate(table.events, 2):
        entries.append(Entry(version, "", "", event, tuple(fact for at, fact in table.facts if at == version), ""))
    report = dispute_record(entries, "c1")
    assert report.move == Play(2, "2E")
    finding = report.findings[0]
    assert (finding.status, finding.event, finding.evidence) == ("proven", Play(2, "7O"), Evidence("shown", ("7O",)))
    assert report.score_with.score.partidas == [2, 1]  # type: ignore[attr-defined]
    assert report.score_without.score.partidas == [2, 0]  # type: ignore[attr-defined]


def test_a_false_cante_that_ended_a_partida_and_opened_it_again() -> None:
    table = play_record("guinote-false-cante", Table)
    ledger = table.match.ledger
    assert [claim.status for claim in ledger.claims] == ["upheld"]
    assert [hand.points for hand in ledger.hands] == [(79, 71), (24, 22)]
    assert ledger.tallies["partidas"] == [1, 0]
    assert ledger.status == "open"
