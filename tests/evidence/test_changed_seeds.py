"""A shuffled hand with a changed seed in the log: the audit finds it though the chain was made whole again, in every game."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from referee.audit import portable
from referee.audit.audit import Audit, audit, only
from referee.cards import drawn_dealer, drawn_order
from referee.championship import chance_in_logs
from referee.championship import portable as championships
from referee.championship.drawing import DrawAgain, DrawContest, draw_again, draw_contest
from referee.championship.service import Championships, OpenChampionship, new_id
from referee.errors import Impossible
from referee.match.entries import STORED_FIELDS, line
from referee.match.registry import rulesets
from referee.match.shuffle_commitments import source_of
from referee.match.state import ALL, NOBODY
from referee.matches.opening import OpenMatch, Sitting
from tests.evidence.conftest import Site
from tests.evidence.exporting import export_with_proofs

SHUFFLED = [(name, rules.seats[0]) for name, rules in sorted(rulesets().items())]
SEED, OTHER = "lluvia de mayo", "sol de agosto"


@pytest.fixture
def reopen(reopen: Callable[[], Site]) -> Callable[[], Site]:
    """The log in another process. Except for the first, which stays, one is closed before another: a server has so many."""
    sites: list[Site] = []

    def again() -> Site:
        for before in sites[1:]:
            before.service.log.close()
            before.service.people.store.dispose()
        sites[1:] = [reopen()]
        return sites[-1]

    sites.append(reopen())
    first = iter(sites[:1])
    return lambda: next(first, None) or again()


def open_match(site: Site, ruleset: str, seats: int, *, by_chance: bool = False) -> str:
    """A match; `by_chance`: chance draws the first dealer."""
    sitting = tuple(Sitting(name=name) for name in ("Ana", "Beto", "Carla", "Dani")[:seats])
    first_dealer = None if by_chance or not rulesets()[ruleset].has_dealer else 0
    return site.service.open_match(OpenMatch(ruleset, sitting, first_dealer=first_dealer), "organizer", None).match.id


def deal_hand(site: Site, ruleset: str, seats: int) -> str:
    """A match with a first hand shuffled by a seed that the recorder brought."""
    match = open_match(site, ruleset, seats)
    site.say(match, {"type": "deal", "shuffle": True, "seed": SEED})
    return match


def commit_shuffle(site: Site, ruleset: str, seats: int) -> str:
    """A match with a first hand shuffled by a secret of the service, version 2, and words of both seats, 3 and 4."""
    match = open_match(site, ruleset, seats)
    site.say(match, {"type": "shuffle_commitment"})
    for seat, text in enumerate((SEED, OTHER)):
        site.say(match, {"type": "shuffle_text", "seat": seat, "text": text})
    site.say(match, {"type": "deal", "shuffle": True})
    return match


def record(site: Site, match: str) -> bytes:
    return b"".join(msgspec.json.encode(one) + b"\n" for one in portable.export(site.service, match, lambda _: None))


def audit_match(site: Site, match: str, visible: int = ALL) -> Audit:
    entries = site.service.entries(match)
    return audit(site.service.match(match), entries, [line(entry) for entry in entries], visible)


def stored_chance(site: Site) -> chance_in_logs.ChanceOfRecord:
    """The findings about chance of a check of the whole database."""
    verdict = site.check()
    logs = ([bytes(record.state) for record in site.service.log.read(stream)] for stream in sorted(verdict.chance))
    return chance_in_logs.ChanceOfRecord(verdict.dealers).with_those_of(chance_in_logs.chance_of_stored(logs))


@pytest.mark.parametrize(("ruleset", "seats"), SHUFFLED)
def test_a_changed_seed_is_found_by_the_audit_and_by_the_proofs(
    site: Site, reopen: Callable[[], Site], ruleset: str, seats: int
) -> None:
    match = deal_hand(site, ruleset, seats)
    [good] = audit_match(site, match).seeds
    assert (good.version, good.hand, good.seed, good.fits) == (2, 1, SEED, True)
    assert all("SHA-256" in words and SEED in words for words in (good.text.es, good.text.en))
    # A reader that does not see the hands is not told the seed before the hand is over.
    assert audit_match(site, match, NOBODY).seeds == []
    before = export_with_proofs(site, portable.export(site.service, match, lambda _: None))
    site.rewrite(match, 2, SEED.encode(), OTHER.encode())
    again = reopen()
    report = audit_match(again, match)
    assert report.chain.intact
    [bad] = report.seeds
    assert (bad.seed, bad.fits) == (OTHER, False)
    assert only(report, 1).seeds == [bad]
    forgery = [msgspec.json.encode(one) for one in portable.export(again.service, match, lambda _: None)]
    flaw = before.flaw_of(forgery)
    assert (flaw.problem, flaw.version) == ("proof", 2)


@pytest.mark.parametrize(("ruleset", "seats"), SHUFFLED)
def test_whatever_is_changed_of_a_committed_shuffle_is_found(
    site: Site, reopen: Callable[[], Site], ruleset: str, seats: int
) -> None:
    match = commit_shuffle(site, ruleset, seats)
    [good] = audit_match(site, match).seeds
    assert (good.fits, good.source, good.commitment) == (True, "committed", 2)
    assert chance_in_logs.chance_of(record(site, match)) == chance_in_logs.ChanceOfRecord(1, 1)
    secret = (good.secret or "").encode()
    promise, other = sha256(secret).hexdigest().encode(), sha256(b"other").hexdigest().encode()
    changes = [
        (2, promise, other),
        (3, SEED.encode(), b"lluvia de abril"),
        (5, secret, b"other"),
        (5, SEED.encode(), b"lluvia de abril"),
        (5, b'"committed"', b'"drawn"'),
    ]
    for version, before, now in changes:
        site.rewrite(match, version, before, now)
        again = reopen()
        report = audit_match(again, match)
        assert (report.chain.intact, [seed.fits for seed in report.seeds]) == (True, [False]), (version, now)
        flaw = chance_in_logs.chance_of(record(again, match)).flaw
        assert flaw and (flaw.problem, flaw.line, flaw.version) == ("seed", 5, 5), now
        site.rewrite(match, version, now, before)
    assert [seed.fits for seed in audit_match(reopen(), match).seeds] == [True]


def test_a_record_taken_elsewhere_brings_its_seeds_and_lacks_the_secret(site: Site) -> None:
    match = commit_shuffle(site, "hearts.castillar", 2)
    site.say(match, {"type": "retract", "to": 1, "reason": "otra vez"})
    site.say(match, {"type": "shuffle_commitment"})
    twin = portable.take(site.service, record(site, match), "organizer").id
    assert chance_in_logs.chance_of(record(site, match)) == chance_in_logs.ChanceOfRecord(0, 0, 1)
    deal, was = (site.service.entries(one)[4].event for one in (twin, match))
    assert was.seed_source == "committed"  # type: ignore[attr-defined]
    assert deal == replace(was, seed_source="brought")
    with pytest.raises(Impossible, match="not kept here"):
        site.say(twin, {"type": "deal", "shuffle": True})


@pytest.mark.parametrize(("ruleset", "seats"), SHUFFLED)
def test_no_record_says_that_this_service_chose_its_seed(site: Site, ruleset: str, seats: int) -> None:
    """The author of a handwritten record knows the secret of its commitment, and the cards that it deals."""
    opening, deal, *_ = [
        _without_store(json.loads(line)) for line in record(site, deal_hand(site, ruleset, seats)).splitlines()
    ]
    promise = {"type": "shuffle_commitment", "sha256": sha256(SEED.encode()).hexdigest()}
    del deal["seed_source"]
    for source in ("brought", "drawn", "committed", None):
        for before in ([], [promise]):
            opening_taken = _take_record(site, opening, *before, deal | ({"seed_source": source} if source else {}))
            assert source_of(site.service.entries(opening_taken)[-1].event) == (source and "brought")
            [seed] = audit_match(site, opening_taken).seeds
            assert (seed.fits, seed.source) == (True, source and "brought")


def test_a_record_that_leaves_chance_to_the_service_is_not_committed_to(site: Site) -> None:
    opening = _without_store(json.loads(record(site, commit_shuffle(site, "guinote", 2)).splitlines()[0]))
    for before, source in (([], "drawn"), ([{"type": "shuffle_commitment"}], "brought")):
        opening_taken = _take_record(site, opening, *before, {"type": "deal", "shuffle": True})
        assert source_of(site.service.entries(opening_taken)[-1].event) == source
        assert [seed.fits for seed in audit_match(site, opening_taken).seeds] == [True]


def _without_store(line: dict[str, Any]) -> dict[str, Any]:
    """A line of a record that was made outside the service."""
    return {name: value for name, value in line.items() if name not in {*STORED_FIELDS, "match"}}


def _take_record(site: Site, *lines: dict[str, Any]) -> str:
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return portable.take(site.service, data, "organizer").id


WITH_DEALER = [(name, seats) for name, seats in SHUFFLED if rulesets()[name].has_dealer]


@pytest.mark.parametrize(("ruleset", "seats"), WITH_DEALER)
def test_who_deals_first_by_chance_is_whom_the_seed_gives(
    site: Site, reopen: Callable[[], Site], ruleset: str, seats: int
) -> None:
    match = open_match(site, ruleset, seats, by_chance=True)
    [good] = audit_match(site, match, NOBODY).seeds
    assert (good.version, good.hand, good.seed, good.fits, good.source) == (1, 1, "a seed", True, None)
    assert "a seed" in good.text.es and "SHA-256" in good.text.en
    assert chance_in_logs.chance_of(record(site, match)) == stored_chance(site) == chance_in_logs.ChanceOfRecord(1)
    dealer = drawn_dealer(seats, "a seed")
    changes = [
        (b'"seed":"a seed"', f'"seed":"{other_seed(seats, dealer)}"'.encode()),
        (f'"first_dealer":{dealer}'.encode(), f'"first_dealer":{(dealer + 1) % seats}'.encode()),
        (f'"first_dealer":{dealer}'.encode(), b'"first_dealer":null'),
    ]
    for before, now in changes:
        site.rewrite(match, 1, before, now)
        again = reopen()
        assert [seed.fits for seed in audit_match(again, match).seeds] == [False], now
        assert stored_chance(again).flaw is not None
        flaw = chance_in_logs.chance_of(record(again, match)).flaw
        assert flaw and (flaw.problem, flaw.line, flaw.version) == ("seed", 1, 1), now
        assert "who deals first is not whom the seed" in flaw.words
        site.rewrite(match, 1, now, before)
    assert stored_chance(reopen()).flaw is None


def other_seed(seats: int, dealer: int) -> str:
    """A seed that gives another first dealer."""
    return next(seed for seed in map(str, range(1000)) if drawn_dealer(seats, seed) != dealer)


@pytest.mark.parametrize("own_seed", ["verbena", None])
def test_the_draw_of_a_contest_is_what_its_seed_gives(
    site: Site, reopen: Callable[[], Site], own_seed: str | None
) -> None:
    site_championships = Championships(site.service)
    four = OpenChampionship("Fiestas", ("Eva", "Fito", "Gala", "Hugo"))
    id_ = site_championships.open(four, "organizer").championship.id
    command, names = DrawContest("hearts.castillar", "league", seed=own_seed), site.service.people.name
    decision = site_championships.decide(
        id_, lambda now: [draw_contest(command, now, names, new_id, lambda: "papeleta")], "organizer"
    )
    [contest] = decision.championship.contests.values()
    again = DrawAgain("faltaba una papeleta", seed=own_seed)
    site_championships.decide(
        id_, lambda now: [draw_again(again, now.contests[contest.id], now, names, lambda: "again")], "organizer"
    )
    [version, later] = [entry.version for entry in site_championships.entries(id_) if hasattr(entry.event, "draw")]
    export = b"".join(msgspec.json.encode(one) + b"\n" for one in championships.export(site_championships, id_))
    assert chance_in_logs.chance_of(export) == chance_in_logs.ChanceOfRecord(2)
    order = list(contest.draws[0].draw.order)
    source = b'"seed_source":"brought"' if own_seed else b'"seed_source":"drawn"'
    assert source in site.state(id_, version)
    swap = [order[1], order[0], *order[2:]]
    other = next(seed for seed in map(str, range(1000)) if drawn_order(order, seed) != contest.draws[0].draw.order)
    redrawn = site_championships.championship(id_).contests[contest.id].draws[-1].draw.order
    last = next(seed for seed in map(str, range(1000)) if drawn_order(order, seed) != redrawn)
    changes = [
        (version, seed_as_stored(own_seed or "papeleta"), seed_as_stored(other)),
        (version, msgspec.json.encode(order), msgspec.json.encode(swap)),
        (later, seed_as_stored(own_seed or "again"), seed_as_stored(last)),
    ]
    for at, before, now in changes:
        site.rewrite(id_, at, before, now)
        flaw = stored_chance(reopen()).flaw
        assert flaw and (flaw.problem, flaw.stream, flaw.version) == ("seed", id_, at)
        assert "the order of the draw is not what the seed" in flaw.words
        reread = b"".join(msgspec.json.encode(one) + b"\n" for one in exported_again(reopen(), id_))
        seed_flaw = chance_in_logs.chance_of(reread).flaw
        assert seed_flaw and (seed_flaw.line, seed_flaw.version) == (at, at)
        site.rewrite(id_, at, now, before)
    assert stored_chance(reopen()).flaw is None


def exported_again(site: Site, championship: str) -> list[dict[str, Any]]:
    return list(championships.export(Championships(site.service), championship))


def test_a_database_in_which_a_committed_shuffle_was_changed_is_found(site: Site, reopen: Callable[[], Site]) -> None:
    match = commit_shuffle(site, "guinote", 2)
    assert stored_chance(site) == chance_in_logs.ChanceOfRecord(1, 1)
    site.rewrite(match, 5, SEED.encode(), b"lluvia de abril")
    flaw = stored_chance(reopen()).flaw
    assert flaw and (flaw.problem, flaw.stream, flaw.version) == ("seed", match, 5)
    site.rewrite(match, 5, b"lluvia de abril", SEED.encode())
    # A commitment that was opened and is no more.
    site.rewrite(match, 2, b'"type":"shuffle_commitment"', b'"type":"note","text":"nada"')
    assert stored_chance(reopen()) != chance_in_logs.ChanceOfRecord(1, 1)


def seed_as_stored(seed: str) -> bytes:
    return b'"seed":' + msgspec.json.encode(seed)
