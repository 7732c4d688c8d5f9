"""Answers tell no reader a card that it may not see: matches of every ruleset, with all answers that a reader can ask for.

There are two tests. No name of a card that a reader has not seen may come up in an answer. And no answer may differ between the
match and a twin in which the unseen cards lie elsewhere: an answer that does not depend on them cannot tell of them.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import settings

from api.pages.sharing.picture import as_svg
from api.pages.sharing.previews import of_match
from referee.audit import audit as auditing
from referee.audit.dispute import dispute_record
from referee.audit.whatif import HypotheticalMatch, with_claim, without
from referee.errors import Conflict, NotFound, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.entries import line
from referee.match.game import Secrecy
from referee.match.redaction import shown_head, shown_json, view_at
from referee.match.registry import rulesets
from referee.match.state import ALL, NOBODY
from referee.match.view import MatchView
from tests.support.twins import elsewhere, same_course
from tests.support.watched import TABLES, Event, Run, WatchedRun, less_told, watch_match

SEEDS = settings().max_examples
"""Matches of each table, a third of it of each of the twelve of Casino: 600 in all, many more where it is to be thorough."""
TAKEN = b"taken"
"""An event that no hidden card contradicts: a log that knows more than the player has to tell that much."""
NAME = re.compile(r"(?<![0-9A-Za-z])(?:[0-9]{1,2}|[A-Z])[A-Z1-9](?![0-9A-Za-z])")
"""Texts that may be the name of a card."""


def answers(run: Run, visible: int, *, whole: bool) -> Iterator[tuple[str, bytes]]:
    """All answers to a reader of these hands about a match, but for its legal lists; `whole`: the long answers too."""
    match, entries = run.match, run.entries
    yield "view", msgspec.json.encode(match.view(match.sees(match.version, visible)))
    yield "events", b"\n".join(shown_json(match, entry, visible) for entry in entries)
    yield "head", str(shown_head(match, visible)).encode()
    for claim in match.ledger.claims:
        yield "claim", msgspec.json.encode(dispute_record(entries, claim.claim, visible))
        for upheld in (True, False):
            supposition = with_claim("match", entries, claim.claim, upheld=upheld, visible=visible)
            yield "whatif", told_of(supposition, match, visible)
    for version in range(2, match.ledger.hidden_from or match.version + 1):
        with suppress(NotFound):
            yield f"without {version}", told_of(without("match", entries, version), match, visible)
    if visible == NOBODY:
        yield from previews(run)
    if whole:
        steps = list(auditing.replay(match, entries, visible))
        yield "replay", msgspec.json.encode([msgspec.structs.replace(step, legal=[]) for step in steps])
        report = auditing.audit(match, entries, [line(entry) for entry in entries], visible)
        yield "audit", msgspec.json.encode(msgspec.structs.replace(report, legend=None))


def previews(run: Run) -> Iterator[tuple[str, bytes]]:
    """The words and the picture of a link, to the match as it is and to each of its steps."""
    match, entries = run.match, run.entries

    def views(version: int) -> MatchView:
        then = match if version == match.version else Match.fold("match", entries[:version])
        return view_at(match, then, NOBODY)

    for step in (None, *range(max(1, match.version - 3), match.version)):
        for language in ("es", "en"):
            preview = of_match(views, match.version, language, step=step)
            yield f"preview at {step}", msgspec.json.encode(preview)
            yield f"picture at {step}", as_svg(preview).encode()


def told_of(hypothesis: HypotheticalMatch, match: Match, visible: int) -> bytes:
    """The answer to a reader about a match as it would be."""
    hypothesis.keep_hidden(match)
    view = hypothesis.match.view(match.sees(hypothesis.match.version, visible))
    return msgspec.json.encode((view, hypothesis.stopped_at))


def lists(run: Run, visible: int) -> Iterator[tuple[str, bytes]]:
    """The legal list, and the answers to a player that tries illegal moves: cards that might be somewhere are in both."""
    match = run.match
    yield "legal", msgspec.json.encode(match.legal(match.sees(match.version, visible)))
    for event in tries(run, visible):
        yield f"refusal of {event}", answer_to(run, event, visible)


def tries(run: Run, visible: int) -> Iterator[Event]:
    """Cards of the pack that the seat of a player tries, its own and others."""
    match = run.match
    own = [seat for seat in range(match.state.seats) if visible >> seat & 1]
    verbs = {"play": {}, "trail": {}, "hire": {}, "exchange": None, "income": None, "build": {"cards": [], "value": 9}}
    kinds = [kind for kind in verbs if kind in match.codec.types]
    for seat in own:
        for kind in kinds:
            more = verbs[kind]
            if more is None:
                yield {"type": kind, "seat": seat}
            for card in match.rules.pack.names[::5] if more is not None else ():
                yield {"type": kind, "seat": seat, "card": card, **(more or {})}
        if "cante" in match.codec.types:
            yield {"type": "cante", "seat": seat, "value": 20, "suit": "O"}


def answer_to(run: Run, event: Event, visible: int) -> bytes:
    """The answer to a player that sends an event: accepted, or the reason of the refusal."""
    work = run.match.copy()
    try:
        whole = work.complete(work.codec.read(msgspec.json.encode(event)), lambda: "azar")
        work.decide(whole, lambda version: Match.fold("match", run.entries[:version]), visible)
    except ServiceRefusal as refused:
        assert not isinstance(refused, Conflict)
        refusal = (refused.code, refused.rule, refused.seat, refused.text, refused.extra)
        return msgspec.json.encode(refusal)
    return TAKEN


def many(ruleset: str) -> int:
    return SEEDS // 3 if ruleset.startswith("casino") else SEEDS


def twins_tried(ruleset: str) -> int:
    """Returns the number of matches for which a twin is looked for: a fifth of them must have one."""
    return max(5, many(ruleset) // 4)


def readers(run: Run) -> list[int | None]:
    return [None, *range(run.game.seats)]


def mask(reader: int | None) -> int:
    return NOBODY if reader is None else 1 << reader


def is_of_one_hand(ruleset: str, seats: int) -> bool:
    """True if the first hand ends the match. A second pack is only dealt again in a match of its own."""
    run = WatchedRun(ruleset, seats, Random(ruleset))
    if run.packs > 1:
        return True
    run.play_hand()
    return not run.is_hidden() and run.match.ledger.status != "open"


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_no_card_that_a_reader_has_not_seen_is_named(ruleset: str, seats: int) -> None:
    for seed in range(many(ruleset)):
        truth = watch_match(ruleset, seats, str(seed))
        seats_known = truth.chance.sample(range(seats), truth.chance.randrange(seats))
        run = truth if seed % 3 else less_told(truth, seats_known)
        if run is None or not run.is_hidden():
            continue
        for reader in readers(run):
            unseen = truth.names_unseen(reader)
            for where, answer in answers(run, mask(reader), whole=seed % 6 < 2):
                cards = unseen & set(NAME.findall(answer.decode()))
                assert not cards, f"{where} of match {seed} tells reader {reader} of {sorted(cards)}"


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_no_answer_depends_on_where_unseen_cards_lie(ruleset: str, seats: int) -> None:
    count = twins_tried(ruleset)
    assert compare_twins(ruleset, seats, "elsewhere", count) >= count // 5


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_none_does_in_a_hand_after_another(ruleset: str, seats: int) -> None:
    """Matches with an event before the hand in play that may be absent."""
    if is_of_one_hand(ruleset, seats):
        pytest.skip("a match of one hand")
    assert compare_twins(ruleset, seats, "second", max(1, many(ruleset) // 6), second=True) > 0


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_where_infractions_are_shown_at_the_end_of_a_hand_none_depends_on_them_either(ruleset: str, seats: int) -> None:
    """Infractions of the one match may be absent from the other here."""
    count = twins_tried(ruleset)
    assert compare_twins(ruleset, seats, "later", count, infractions_shown="hand_end") >= count // 5


MOVED_BY_PROOFS = [
    (ruleset, seats)
    for ruleset, seats in TABLES
    if rulesets()[ruleset].game.secrecy.undo_proofs is not Secrecy[Any]().undo_proofs
]


@pytest.mark.parametrize(("ruleset", "seats"), MOVED_BY_PROOFS)
def test_nothing_tells_the_points_that_a_proof_moved_before_the_hand_is_over(ruleset: str, seats: int) -> None:
    """The points of a cante or build proven wrong are gone in the one match; in the other it is right, or not proven."""
    count = 0
    for seed in range(40 * SEEDS):
        run = watch_match(ruleset, seats, f"moved {seed}", infractions_shown="hand_end")
        other = elsewhere(run, None) if run.is_hidden() else None
        if other is not None and other.match.ledger.totals != run.match.ledger.totals:
            assert everything(run, None) == everything(other, None), f"match {seed}"
            count += 1
            if count == 2:
                return
    raise AssertionError(f"{count} matches")


def compare_twins(ruleset: str, seats: int, name: str, seeds: int, **more: Any) -> int:
    """The number of matches compared with a twin, all with the same answers."""
    count = 0
    for seed in range(seeds):
        run = watch_match(ruleset, seats, f"{name} {seed}", strict=seed % 2 == 0, **more)
        if not run.is_hidden():
            continue
        reader = run.chance.choice(readers(run))
        other = elsewhere(run, reader)
        if other is None:
            continue
        count += 1
        seats_known = run.chance.sample(range(seats), run.chance.randrange(seats))
        for one, two in ((run, other), (less_told(run, seats_known), less_told(other, seats_known))):
            if one is not None and two is not None and same_course(one, two):
                for here, there in zip(everything(one, reader), everything(two, reader), strict=True):
                    assert here == there or TAKEN in {here[1], there[1]}, f"match {seed}, reader {reader}"
    return count


def everything(run: Run, reader: int | None) -> list[tuple[str, bytes]]:
    return [*answers(run, mask(reader), whole=True), *lists(run, mask(reader))]


def test_whoever_sees_all_hands_is_told_of_them() -> None:
    """The search finds the existing leaks."""
    count = 0
    for seed in range(20):
        run = watch_match("hearts.castillar", 4, str(seed))
        if run.is_hidden():
            for _, answer in answers(run, ALL, whole=False):
                count += bool(run.names_unseen(None) & set(NAME.findall(answer.decode())))
    assert count > 20


def test_a_match_is_told_the_same_twice() -> None:
    chance = Random(1)
    seed = str(chance.random())
    assert watch_match("guinote", 4, seed).entries == watch_match("guinote", 4, seed).entries
