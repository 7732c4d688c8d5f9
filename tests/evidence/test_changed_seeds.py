"""A shuffled hand whose seed was changed in the log: the audit finds it though the chain was made whole again, in every game."""

from collections.abc import Callable
from hashlib import sha256

import msgspec
import pytest

from referee.errors import Impossible
from referee.match.entries import line
from referee.match.registry import rulesets
from referee.match.state import ALL, NOBODY
from referee.review import portable, recorded
from referee.review.audit import Audit, audit, only
from referee.service.opening import OpenMatch, Sitting
from tests.evidence.conftest import Site
from tests.evidence.exporting import exported

SHUFFLED = [(name, rules.seats[0]) for name, rules in sorted(rulesets().items())]
SEED, OTHER = "lluvia de mayo", "sol de agosto"


def opened(site: Site, ruleset: str, seats: int) -> str:
    sitting = tuple(Sitting(name=name) for name in ("Ana", "Beto", "Carla", "Dani")[:seats])
    return site.service.open_match(OpenMatch(ruleset, sitting), "organizer", None).match.id


def dealt(site: Site, ruleset: str, seats: int) -> str:
    """A match whose first hand was shuffled by a seed that the recorder brought."""
    match = opened(site, ruleset, seats)
    site.say(match, {"type": "deal", "shuffle": True, "seed": SEED})
    return match


def committed(site: Site, ruleset: str, seats: int) -> str:
    """A match whose first hand was shuffled by a secret of the service, version 2, and words of both seats, 3 and 4."""
    match = opened(site, ruleset, seats)
    site.say(match, {"type": "shuffle_commitment"})
    for seat, text in enumerate((SEED, OTHER)):
        site.say(match, {"type": "shuffle_text", "seat": seat, "text": text})
    site.say(match, {"type": "deal", "shuffle": True})
    return match


def record(site: Site, match: str) -> bytes:
    return b"".join(msgspec.json.encode(one) + b"\n" for one in portable.export(site.service, match, lambda _: None))


def audited(site: Site, match: str, visible: int = ALL) -> Audit:
    entries = site.service.entries(match)
    return audit(site.service.match(match), entries, [line(entry) for entry in entries], visible)


@pytest.mark.parametrize(("ruleset", "seats"), SHUFFLED)
def test_a_changed_seed_is_found_by_the_audit_and_by_the_proofs(
    site: Site, reopen: Callable[[], Site], ruleset: str, seats: int
) -> None:
    match = dealt(site, ruleset, seats)
    [good] = audited(site, match).seeds
    assert (good.version, good.hand, good.seed, good.fits) == (2, 1, SEED, True)
    assert all("SHA-256" in words and SEED in words for words in (good.text.es, good.text.en))
    # Who does not see the hands is not told the seed before the hand is over.
    assert audited(site, match, NOBODY).seeds == []
    before = exported(site, portable.export(site.service, match, lambda _: None))
    site.rewrite(match, 2, SEED.encode(), OTHER.encode())
    again = reopen()
    report = audited(again, match)
    assert report.chain.intact
    [bad] = report.seeds
    assert (bad.seed, bad.fits) == (OTHER, False)
    assert only(report, 1).seeds == [bad]
    changed = [msgspec.json.encode(one) for one in portable.export(again.service, match, lambda _: None)]
    flaw = before.found(changed)
    assert (flaw.problem, flaw.version) == ("proof", 2)


@pytest.mark.parametrize(("ruleset", "seats"), SHUFFLED)
def test_whatever_is_changed_of_a_committed_shuffle_is_found(
    site: Site, reopen: Callable[[], Site], ruleset: str, seats: int
) -> None:
    match = committed(site, ruleset, seats)
    [good] = audited(site, match).seeds
    assert (good.fits, good.source, good.commitment) == (True, "committed", 2)
    assert recorded.chance_of(record(site, match)) == recorded.ChanceOfRecord(1, 1)
    secret = (good.secret or "").encode()
    promised, other = sha256(secret).hexdigest().encode(), sha256(b"other").hexdigest().encode()
    changes = [
        (2, promised, other),
        (3, SEED.encode(), b"lluvia de abril"),
        (5, secret, b"other"),
        (5, SEED.encode(), b"lluvia de abril"),
        (5, b'"committed"', b'"drawn"'),
    ]
    for version, before, now in changes:
        site.rewrite(match, version, before, now)
        again = reopen()
        report = audited(again, match)
        assert (report.chain.intact, [seed.fits for seed in report.seeds]) == (True, [False]), (version, now)
        flaw = recorded.chance_of(record(again, match)).flaw
        assert flaw and (flaw.problem, flaw.line, flaw.version) == ("seed", 5, 5), now
        site.rewrite(match, version, now, before)
    assert [seed.fits for seed in audited(reopen(), match).seeds] == [True]


def test_a_record_taken_elsewhere_keeps_what_it_says_and_lacks_the_secret(site: Site) -> None:
    match = committed(site, "hearts.castillar", 2)
    site.say(match, {"type": "retract", "to": 1, "reason": "otra vez"})
    site.say(match, {"type": "shuffle_commitment"})
    twin = portable.take(site.service, record(site, match), "organizer").id
    assert recorded.chance_of(record(site, match)) == recorded.ChanceOfRecord(0, 0, 1)
    deal, was = (site.service.entries(one)[4].event for one in (twin, match))
    assert (deal, deal.seed_source) == (was, "committed")  # type: ignore[attr-defined]
    with pytest.raises(Impossible, match="not kept here"):
        site.say(twin, {"type": "deal", "shuffle": True})
