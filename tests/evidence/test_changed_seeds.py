"""A shuffled hand whose seed was changed in the log: the audit finds it though the chain was made whole again, in every game."""

from collections.abc import Callable

import msgspec
import pytest

from referee.match.entries import line
from referee.match.registry import rulesets
from referee.match.state import ALL, NOBODY
from referee.review import portable
from referee.review.audit import Audit, audit, only
from referee.service.opening import OpenMatch, Sitting
from tests.evidence.conftest import Site
from tests.evidence.exporting import exported

SHUFFLED = [(name, rules.seats[0]) for name, rules in sorted(rulesets().items())]
SEED, OTHER = "lluvia de mayo", "sol de agosto"


def dealt(site: Site, ruleset: str, seats: int) -> str:
    """A match whose first hand was shuffled by a seed that the recorder brought."""
    sitting = tuple(Sitting(name=name) for name in ("Ana", "Beto", "Carla", "Dani")[:seats])
    match = site.service.open_match(OpenMatch(ruleset, sitting), "organizer", None).match
    site.say(match.id, {"type": "deal", "shuffle": True, "seed": SEED})
    return match.id


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
