"""A shuffle that no one can steer, from outside: committed, given the players' words, dealt, opened, checked; in every game."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from referee.match.registry import rulesets
from tests.support.quiet import everything, quiet
from tests.support.service import BEARER, Caller, refusal_of

GAMES = [(name, rules.seats[0], rules.has_dealer) for name, rules in sorted(rulesets().items())]
DEAL = {"type": "deal", "shuffle": True}
COMMIT = {"type": "shuffle_commitment"}
SAID = {"type": "note", "text": "mesa 3"}
DRY = {"dry_run": "true"}
DECIDED = ("hands", "packs", "stock", "table", "turn_up", "seed")
"""The parts of a deal that chance decides."""


@pytest.fixture
def client(organizer: Caller) -> Caller:
    return organizer


def open_match(client: Caller, game: str, seats: int, dealer: bool) -> str:
    return client.open(game, seats, **({} if dealer else {"first_dealer": None}))


def words(seat: int, text: str) -> dict[str, Any]:
    return {"type": "shuffle_text", "seat": seat, "text": text}


def last_entry(answer: dict[str, Any]) -> dict[str, Any]:
    """The last entry that an append wrote."""
    return dict(answer["events"][-1])


def leaves_of(value: Any) -> Iterator[Any]:
    """The items of nested lists, without nulls."""
    if isinstance(value, list):
        for one in value:
            yield from leaves_of(one)
    elif value is not None:
        yield value


def audit_of(client: Caller, match: str, **headers: str) -> dict[str, Any]:
    return dict(client.get(f"/v1/matches/{match}/audit", headers=headers).json())


@pytest.mark.parametrize(("game", "seats", "dealer"), GAMES)
def test_the_whole_way_in_every_game(client: Caller, game: str, seats: int, dealer: bool) -> None:
    match = open_match(client, game, seats, dealer)
    hash_ = last_entry(client.tell(match, COMMIT))["sha256"]
    last = seats - 1
    player = client.bearer("player", match=match, seat=last)
    entry = last_entry(client.tell(match, words(last, "lluvia de mayo"), **player))
    assert (entry["version"], entry["text"]) == (3, "lluvia de mayo")
    view = client.get(f"/v1/matches/{match}", headers=player).json()
    assert view["shuffle"]["sha256"] == hash_
    assert view["shuffle"]["texts"] == [{"seat": last, "text": "lluvia de mayo", "version": 3}]
    # A rehearsal of the deal reveals nothing that the secret, which is fixed by now, will decide.
    trial = client.post(f"/v1/matches/{match}/events", json=DEAL, params=DRY)
    assert trial.status_code == 200, trial.text
    [dry] = trial.json()["events"]
    dealt = last_entry(client.tell(match, DEAL))
    assert [*leaves_of([dry.get(field) for field in DECIDED])] == []
    # Values that anyone can compute.
    secret, rest = dealt["seed"].split(" ", 1)
    assert (sha256(secret.encode()).hexdigest(), rest) == (hash_, f"{last}:lluvia de mayo")
    assert dealt["seed_source"] == "committed"
    report = audit_of(client, match)
    [seed] = report["seeds"]
    assert (seed["version"], seed["fits"], seed["source"], seed["commitment"]) == (4, True, "committed", 2)
    assert (seed["secret"], seed["texts"][0]["text"]) == (secret, "lluvia de mayo")
    assert [(c["version"], c["state"], c["at"]) for c in report["commitments"]] == [(2, "opened", 4)]
    # The hand is in play: no other reader gets the seed.
    theirs = audit_of(client, match, **player)
    assert (theirs["seeds"], len(theirs["commitments"])) == ([], 1)
    line = client.get(f"/v1/matches/{match}/events?after=3", headers=player).json()["items"][0]
    assert (line["seed"], line["seed_source"]) == (None, "committed")


@pytest.mark.parametrize(("game", "seats", "dealer"), GAMES)
def test_a_seed_says_who_chose_it(client: Caller, game: str, seats: int, dealer: bool) -> None:
    by_service, own_seed = (open_match(client, game, seats, dealer) for _ in range(2))
    forgery = {"seed_source": "committed"}
    assert last_entry(client.tell(by_service, DEAL | forgery))["seed_source"] == "drawn"
    assert last_entry(client.tell(own_seed, DEAL | forgery | {"seed": "mine"}))["seed_source"] == "brought"
    assert [audit_of(client, match)["seeds"][0]["source"] for match in (by_service, own_seed)] == ["drawn", "brought"]
    assert "may have chosen it" in audit_of(client, own_seed)["seeds"][0]["text"]["en"]


def test_who_may_add_words(client: Caller) -> None:
    match = client.open("guinote", 4)
    own = client.bearer("player", match=match, seat=1)
    refusal_of(client.say(match, words(1, "pronto"), **own), 409, "impossible")
    refusal_of(client.say(match, COMMIT, **own), 403, "forbidden")
    client.tell(match, COMMIT)
    refusal_of(client.say(match, words(2, "de otro"), **own), 403, "forbidden")
    client.tell(match, words(1, "uno"), **own)
    client.tell(match, words(1, "dos"), **own)
    client.tell(match, words(2, "a mano"))
    assert last_entry(client.tell(match, DEAL))["seed"].endswith(" 1:dos 2:a mano")
    refusal_of(client.say(match, words(1, "tarde"), **own), 409, "impossible")


def test_the_service_alone_commits(client: Caller) -> None:
    match = client.open()
    mine = COMMIT | {"sha256": sha256(b"mine").hexdigest()}
    assert refusal_of(client.say(match, mine), 400, "malformed")["errors"][0]["path"] == "$.sha256"
    client.tell(match, COMMIT)
    assert refusal_of(client.say(match, DEAL | {"seed": "mine"}), 409, "impossible")["rule"] == "shuffle.committed"
    refusal_of(client.say(match, COMMIT), 409, "impossible")


@pytest.mark.parametrize("before", [pytest.param(COMMIT, id="committed"), pytest.param(SAID, id="drawn")])
def test_nothing_is_refused_by_cards_that_another_deal_would_change(client: Caller, before: dict[str, Any]) -> None:
    """A player could else learn of the deal from a refused request, which is not stored, and ask again until the cards please."""
    match = client.open()
    client.tell(match, before)
    plays = [[DEAL, {"type": "play", "seat": seat, "card": "2C"}] for seat in (0, 1)]
    problems = [refusal_of(client.say(match, both), 409, "impossible") for both in plays]
    assert {(one["rule"], one["index"], one["detail"]) for one in problems} == {
        ("shuffle.committed", 1, problems[0]["detail"]),
    }
    # A request for another version gets the events as of now, with other cards than those to come.
    refusal_of(client.say(match, plays[0], **{"If-Match": '"1"'}), 409, "conflict")
    assert client.version(match) == 2


def test_a_request_may_commit_and_deal(client: Caller) -> None:
    match = client.open()
    *_, text, deal = client.tell(match, [COMMIT, words(0, "a"), DEAL])["events"]
    assert (text["text"], deal["seed_source"]) == ("a", "committed")
    assert deal["seed"].endswith(" 0:a")


def test_a_deal_taken_back_needs_another_commitment(client: Caller) -> None:
    match = client.open()
    client.tell(match, COMMIT)
    first = last_entry(client.tell(match, DEAL))["seed"]
    client.tell(match, {"type": "retract", "to": 2, "reason": "mal repartido"})
    refusal_of(client.say(match, words(0, "otra")), 409, "impossible")
    client.tell(match, {"type": "retract", "to": 1, "reason": "mal repartido"})
    # Its secret decides nothing any more: a player that brings it is named as its source.
    again = last_entry(client.tell(match, DEAL | {"seed": first}))
    assert again["seed_source"] == "brought"
    client.tell(match, {"type": "retract", "to": 1, "reason": "mal repartido"})
    client.tell(match, COMMIT)
    client.tell(match, {"type": "retract", "to": 1, "reason": "sin querer"})
    client.tell(match, COMMIT)
    second = last_entry(client.tell(match, DEAL))
    assert (second["seed_source"], second["seed"] != first) == ("committed", True)
    report = audit_of(client, match)
    assert [(one["state"], one["at"]) for one in report["commitments"]] == [
        ("opened", 3),
        ("taken_back", 9),
        ("opened", 11),
    ]
    assert "was taken back" in report["commitments"][0]["text"]["en"]
    assert [seed["commitment"] for seed in report["seeds"]] == [10]


def test_one_that_is_never_opened_is_said(client: Caller) -> None:
    match = client.open()
    client.tell(match, COMMIT)
    client.tell(match, {"type": "deal"})
    assert audit_of(client, match)["commitments"][0]["state"] == "waiting"
    client.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    [left] = audit_of(client, match)["commitments"]
    assert (left["state"], left["at"]) == ("waiting", None)
    assert "never opened" in left["text"]["en"]


def test_the_secret_is_kept_with_its_commitment_until_the_deal_whoever_deals(database: str) -> None:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        match = client.open()
        trial = client.post(f"/v1/matches/{match}/events", json=COMMIT, params=DRY).json()
        assert trial["events"][0]["sha256"] is None
        assert everything(services)["shuffle_secrets"] == []
        hash_ = last_entry(client.tell(match, COMMIT))["sha256"]
        assert len(everything(services)["shuffle_secrets"]) == 1
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        seed = last_entry(client.tell(match, DEAL))["seed"]
        assert sha256(seed.encode()).hexdigest() == hash_
        assert everything(services)["shuffle_secrets"] == []
