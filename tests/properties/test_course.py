"""Each version of a match equals the fold of its log up to that version, after any number of retractions."""

from random import Random

import pytest

from referee.audit import course
from referee.match.aggregate import Match
from referee.match.registry import rulesets
from tests.support.grown import Grown
from tests.support.logged import state

TIMES = 8
"""The number of times that a match goes back."""


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_version_is_what_the_log_folds_to(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "STRIDE", 5)
    chance = Random(name)
    grown = Grown(name, rulesets()[name].seats[-1], 3)
    for _ in range(TIMES):
        grown.grow(chance.randint(1, 12))
        grown.tell({"type": "retract", "to": chance.randint(1, grown.match.version), "reason": "mal apuntado"})
    grown.grow(6)
    versions = []
    for match, entry in course.course("match", grown.entries):
        then = Match.fold("match", grown.entries[: entry.version])
        assert state(match) == state(then)
        assert match.view() == then.view()
        versions.append(match.version)
    assert versions == list(range(1, grown.match.version + 1))
