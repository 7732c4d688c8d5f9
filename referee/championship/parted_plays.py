"""The first play of a hand at which the tables that recorded it card by card differ (duplicate.page)."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from referee.championship.views import PartedPlay, WayOfPlay
from referee.match.entries import AnyEntry, effective_entries
from referee.match.events import Draw, ShuffleText, Withdraw

NO_PLAYS = (Draw, ShuffleText, Withdraw)
"""Events of a seat that are no choice of cards or words in the hand."""
Plays = Sequence[dict[str, Any]]
"""The plays of a hand in order, as requests record them."""


def plays_of(entries: Sequence[AnyEntry]) -> Plays:
    """The plays of a hand by its log, without what was taken back and without deals."""
    events = (entry.event for entry in effective_entries(entries))
    return [
        msgspec.to_builtins(event) for event in events if event.OWN and event.GAME and not isinstance(event, NO_PLAYS)
    ]


def parting(plays: Mapping[str, Plays]) -> PartedPlay | None:
    """The first play at which these matches, by id, differ; None for fewer than two, and where all are the same."""
    if len(plays) < 2:
        return None
    longest = max(map(len, plays.values()))
    same = sum(1 for _ in takewhile(lambda n: len({_form(own, n) for own in plays.values()}) == 1, range(longest)))
    if same == longest:
        return None
    ways: dict[bytes, list[str]] = {}
    for match, own in plays.items():
        ways.setdefault(_form(own, same), []).append(match)
    return PartedPlay(
        same,
        tuple(
            WayOfPlay(msgspec.json.decode(form) if form else None, tuple(matches))
            for form, matches in sorted(ways.items(), key=lambda way: -len(way[1]))
        ),
    )


def _form(plays: Plays, number: int) -> bytes:
    """One of these plays in a form that is compared; empty where there are fewer."""
    return msgspec.json.encode(plays[number], order="sorted") if number < len(plays) else b""
