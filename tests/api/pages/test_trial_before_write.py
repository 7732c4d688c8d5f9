"""Every write of a page is tried first, and its changes are shown. The exceptions are listed here, each with a reason."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import api.pages.browser

STATIC = Path(api.pages.browser.__file__).parent / "static"
CALL = re.compile(r"\b(?:decision|opening)\.send\(|\bapi\.(?:decide|append|put|giveQueue)\(")
"""The calls by which a page writes. `Decision` and its users try their input before their button can be tapped."""
SHARED = {"organize/form.js", "organize/store.js", "organize/play/decision.js", "shared/api.js"}
"""The modules that define the ways to write."""

KEY = "a key can be revoked, and nothing hangs on it before somebody uses it"
UNTRIED = {
    "organize/access/newkey.js /v1/tokens": KEY,
    "organize/access/webhooks.js /v1/webhooks": "an address can be taken away again at once",
    "organize/access/webhooks.js path": "a message sent again says what the one before said",
    "organize/contests/create.js path": "`Preview` tries it, and shows its pairings, before it can be tapped",
    "organize/people/person.js /v1/players/${person.id}": "a name can be changed back, and results hold on to the person",
    "organize/play/watch.js /v1/fixtures/${item.fixture.id}/walkover": "it names who is missing, and a result corrects it",
    "organize/play/watch.js /v1/matches/${item.call.match}/events": "that somebody comes is no move, and ends nothing",
    "organize/renaming.js path": "a name is changed back as easily",
    "organize/rounds/pairing.js /v1/contests/${contest.id}/rounds": "a round is taken away while nothing of it has begun",
    "organize/rounds/pairing.js /v1/contests/${contest.id}/rounds/${number}/publish": "the page shows the pairs, and a round "
    "is taken away while nothing of it has begun",
    "organize/start/door.js /v1/championships": "nothing hangs on a championship in which there is nobody yet",
    "organize/start/series.js /v1/championships/${store.id}/series": "an edition is changed as easily as it was set",
    "organize/start/series.js /v1/series/${series.id}": "a name is changed back as easily",
    "organize/start/series.js /v1/series": "nothing hangs on a series before it has an edition",
    "organize/tables/codes.js /v1/tokens": KEY,
    "organize/tables/fixture.js /v1/fixtures/${fixture.id}/schedule": "an hour is changed as easily as it was set",
    "organize/tables/fixture.js /v1/tokens": KEY,
    "organize/tables/pins.js /v1/matches/${view.id}/pins/${side}": "a PIN is given again in the same form",
    "organize/tables/timetable.js /v1/fixtures/${fixture}/schedule": "all hours are shown before, and can be set again",
    "players/lineups.js method": "a line-up waits unseen, and is given again or taken back as easily",
    "table/presence.js path": "that a device is there is no decision",
    "table/store.js match": "recording goes on without a network; what weighs is foretold, and everything can be taken back",
}
"""The writes without a trial, each with the reason why a trial would show nothing."""


class Write(NamedTuple):
    """A place in a page's source that writes, or tries."""

    file: str
    path: str
    dry: bool

    def __str__(self) -> str:
        return f"{self.file} {self.path}"


def writes() -> Iterator[Write]:
    """Every call in the pages' sources that writes."""
    for source in sorted(STATIC.rglob("*.js")):
        file = str(source.relative_to(STATIC))
        if file in SHARED or file.startswith("vendor/"):
            continue
        text = source.read_text(encoding="utf-8")
        for call in CALL.finditer(text):
            inside = _until_closed(text[call.end() :])
            match = re.search(r"""(["`])(?P<address>/v1/[^"`]*)\1|,\s*(?P<name>\w+)|^(?P<first>[\w.]+)""", inside)
            assert match, f"{file}: {inside}"
            yield Write(file, match["address"] or match["name"] or match["first"], bool(re.search(r"\bdry\b", inside)))


def _until_closed(text: str) -> str:
    """The text before the bracket that closes one already open."""
    depth = 1
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[:at]
    raise AssertionError(text[:80])


def test_what_is_written_is_tried_first() -> None:
    calls = list(writes())
    with_trial = {str(one) for one in calls if one.dry}
    without_trial = {str(one) for one in calls if not one.dry} - with_trial
    assert without_trial == UNTRIED.keys(), "try it first (Decision), or say here why that would tell nobody anything"
