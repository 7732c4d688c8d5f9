"""Hands of the same deals, played card by card: a match is one hand, with the cards that every table has (duplicate.*)."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from api.cli.archive.shuffles import check_database
from api.compose import close
from referee.audit import portable
from referee.championship.chance_in_logs import chance_of
from referee.errors import Impossible
from referee.evidence.database import check
from referee.matches.append import Append
from tests.support.inside import Clock, inside, same_seeds, services_on
from tests.support.organizing import TEN, Contest
from tests.support.same_deals import SameDeals, deal_hand, fixtures_of, open_hand, play_hand
from tests.support.service import BEARER, Caller, refusal_of

DATABASE = "referee.sqlite"
FOUR = TEN[:4]
PAIRS = [[*TEN[n : n + 2]] for n in range(0, 8, 2)]
GAMES: dict[str, dict[str, Any]] = {
    "escoba": {},
    "casino.royal": {},
    "guinote": {"order": PAIRS},
    "scopone": {"order": PAIRS},
    "hearts.castillar": {"order": [*TEN[:8]]},
}


@pytest.fixture
def organizer(tmp_path: Path) -> Iterator[Caller]:
    """A client of a service whose rounds are dealt the same in every run."""
    with inside(str(tmp_path / DATABASE), Clock(), seed_source=same_seeds()) as client:
        client.headers.update(BEARER)
        yield client


@pytest.fixture
def public(organizer: Caller) -> Caller:
    """A client of the same service without a token."""
    return Caller(transport=organizer._transport, base_url=organizer.base_url)


@pytest.fixture
def contest(organizer: Caller) -> SameDeals:
    contest = SameDeals(organizer, *FOUR)
    contest.pair()
    return contest


def tables(contest: SameDeals) -> list[str]:
    """The fixtures of the first round, by table."""
    return fixtures_of(contest.client.get(f"{contest.path}/1").json())


def board(contest: SameDeals, fixture: str, number: int = 1) -> dict[str, Any]:
    """A hand of a table as its organizer reads it."""
    return dict(contest.client.get(f"/v1/fixtures/{fixture}").json()["boards"][number - 1])


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_dealt_from_the_secret_of_its_round_and_its_points_are_the_result(
    organizer: Caller, name: str
) -> None:
    contest = SameDeals(organizer, *TEN[: 8 if GAMES[name] else 4], hands=1, ruleset=name, **GAMES[name])
    contest.pair()
    [sheet] = organizer.get(f"{contest.path}/1/deals").json()["sheets"]
    chance = Random(name)
    for fixture in tables(contest):
        match = open_hand(organizer, fixture, 1, sheet=sheet["code"])
        assert board(contest, fixture)["state"] == "open"
        deals = [one for one in organizer.get(f"/v1/matches/{match}/legal").json()["events"] if one["type"] == "deal"]
        assert [(one["dealer"], one["shuffle"]) for one in deals] == [(sheet["deal"]["dealer"], True)]
        view = play_hand(organizer, name, match, chance)
        lines = organizer.get(f"/v1/matches/{match}/events?limit=500").json()["items"]
        deal = next(line for line in lines if line["type"] == "deal")
        assert deal["hands"] == sheet["deal"]["hands"]
        assert deal["dealer"] == sheet["deal"]["dealer"]
        assert not {"seed", "shuffle"} & deal.keys()
        assert (view["status"], view["result"]["reason"]) == ("finished", "duplicate.alone")
        one = board(contest, fixture)
        assert (one["state"], one["match"]) == ("played", match)
        assert one["result"]["points"] == view["score"]["hands"][0]["points"] or name == "guinote"
    page = organizer.get(f"/v1/contests/{contest.id}/deals/1").json()
    assert [one["state"] for one in page["results"]] == ["played"] * len(tables(contest))
    assert {match for way in page["parted"]["ways"] for match in way["matches"]} == {
        one["match"] for one in page["results"]
    }
    export = organizer.get(f"/v1/championships/{contest.championship}/export").content
    chance_in_it = chance_of(export)
    assert (chance_in_it.seeds, chance_in_it.commitments) == (len(tables(contest)),) * 2
    assert chance_in_it.flaw is None


def test_verify_finds_a_card_that_the_opened_seed_does_not_deal(contest: SameDeals) -> None:
    organizer = contest.client
    one, other = tables(contest)
    match = open_hand(organizer, one, 1)
    play_hand(organizer, "escoba", match, Random(1))
    contest.hand(other, 1, (3, 1))
    waiting = chance_of(organizer.get(f"/v1/championships/{contest.championship}/export").content)
    assert (waiting.seeds, waiting.never_opened) == (0, 1)
    for fixture in (one, other):
        contest.hand(fixture, 2, (3, 1))
    lines = organizer.get(f"/v1/championships/{contest.championship}/export").text.splitlines()
    entries = [json.loads(line) for line in lines]
    deal = next(entry for entry in entries if entry.get("stock"))
    deal["stock"][0], deal["stock"][-1] = deal["stock"][-1], deal["stock"][0]
    flaw = chance_of("\n".join(map(json.dumps, entries)).encode()).flaw
    assert flaw is not None
    assert (flaw.stream, flaw.version) == (match, deal["version"])


def test_a_database_is_checked_as_its_export_is(contest: SameDeals, tmp_path: Path) -> None:
    organizer = contest.client
    one, other = tables(contest)
    played, elsewhere = open_hand(organizer, one, 1), open_hand(organizer, other, 2)
    play_hand(organizer, "escoba", played, Random(1))
    deal_hand(organizer, elsewhere)
    services = services_on(str(tmp_path / DATABASE), Clock())
    verdict = check(services.notary, [services.notary.verifier()])
    waiting = check_database(services.service.log, verdict, None)
    assert (verdict.deals, waiting.seeds, waiting.never_opened) == (frozenset(), 0, 2)
    contest.hand(one, 2, (3, 1))
    contest.hand(other, 1, (3, 1))
    body = {"points": [2, 2], "reason": "se apuntó en papel"}
    assert organizer.put(f"/v1/fixtures/{other}/boards/2/result", json=body).is_success
    verdict = check(services.notary, [services.notary.verifier()])
    assert verdict.deals == {contest.championship}
    assert {played, elsewhere} <= verdict.chance
    whole = check_database(services.service.log, verdict, None)
    export = organizer.get(f"/v1/championships/{contest.championship}/export").content
    assert (whole.seeds, whole.commitments, whole.flaw) == (2, 2, None)
    assert whole.seeds == chance_of(export).seeds
    close(services)


def test_what_is_told_and_what_is_played_do_not_overwrite_each_other(contest: SameDeals) -> None:
    organizer = contest.client
    one, other = tables(contest)
    contest.hand(one, 1, (3, 1))
    told = refusal_of(organizer.post("/v1/matches", json={"fixture": one, "board": 1}), 409, "conflict")
    assert told["rule"] == "duplicate.deals"
    match = open_hand(organizer, other, 1)
    refusal_of(organizer.post("/v1/matches", json={"fixture": other, "board": 1}), 409, "conflict")
    refusal_of(contest.hand(other, 1, (3, 1)), 409, "conflict")
    assert board(contest, other)["match"] == match
    view = play_hand(organizer, "escoba", match, Random(2))
    refusal_of(contest.hand(other, 1, (3, 1)), 409, "conflict")
    assert board(contest, other)["result"]["points"] == view["score"]["totals"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"seed": "la mía", "shuffle": True}, "seed"),
        ({"hands": [["1O", "2O", "3O"], ["4O", "5O", "6O"]], "table": ["7O", "10O", "11O", "12O"]}, "hands"),
        ({"stock": ["1O"]}, "stock"),
        ({"dealer": 1}, "dealer"),
    ],
)
def test_nobody_brings_other_cards_nor_deals_in_place_of_another(
    contest: SameDeals, body: dict[str, Any], field: str
) -> None:
    match = open_hand(contest.client, tables(contest)[0], 1)
    refusal = refusal_of(
        contest.client.post(f"/v1/matches/{match}/events", json={"type": "deal", **body}), 409, "impossible"
    )
    assert refusal["rule"] == ("duplicate.alone" if field == "dealer" else "duplicate.deals")
    assert f"$.{field}" in {flaw["path"] for flaw in refusal["errors"]}
    assert contest.client.get(f"/v1/matches/{match}").json()["version"] == 1
    assert deal_hand(contest.client, match)["hands"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 409, "impossible"),
        ({"board": 3}, 404, "not-found"),
        ({"board": 1, "sheet": "1-02-AAAA"}, 422, "inconsistent"),
        ({"board": 2, "first_dealer": 0}, 422, "inconsistent"),
        ({"board": 1, "stakes": {"each": 100, "split": "winner_takes_all"}}, 409, "impossible"),
    ],
)
def test_what_a_hand_cannot_be_opened_with(contest: SameDeals, body: dict[str, Any], status: int, code: str) -> None:
    fixture = tables(contest)[0]
    answer = contest.client.post("/v1/matches", json={"fixture": fixture, **body})
    refusal_of(answer, status, code)
    assert contest.client.get(f"/v1/fixtures/{fixture}").json()["boards"][0]["state"] == "pending"


def test_the_code_of_the_sheet_of_another_pairing_is_refused(contest: SameDeals) -> None:
    organizer = contest.client
    before = organizer.get(f"{contest.path}/1/deals").json()["sheets"][0]["code"]
    organizer.delete(f"{contest.path}/1", params={"reason": "faltaba una pareja"})
    contest.pair()
    body = {"fixture": tables(contest)[0], "board": 1, "sheet": before}
    refusal = refusal_of(organizer.post("/v1/matches", json=body), 422, "inconsistent")
    assert refusal["rule"] == "duplicate.deals"
    sheet = organizer.get(f"{contest.path}/1/deals").json()["sheets"][0]["code"]
    assert organizer.post("/v1/matches", json=body | {"sheet": f" {sheet.lower()} "}).status_code == 201


def test_a_match_whose_cards_no_other_table_has_takes_no_sheet(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    for body in (
        {"fixture": contest.fixtures()[0]["id"]},
        {"ruleset": "escoba", "seats": [{"name": "Ana"}, {"name": "Beto"}]},
    ):
        refusal = refusal_of(organizer.post("/v1/matches", json=body | {"sheet": "1-01-AAAA"}), 422, "inconsistent")
        assert refusal["errors"][0]["path"] == "$.sheet"


def test_a_hand_that_a_side_leaves_counts_for_neither_and_one_taken_back_is_to_play_again(
    contest: SameDeals, public: Caller
) -> None:
    organizer = contest.client
    one, other = tables(contest)
    for number in (1, 2):
        contest.hand(other, number, (3, 1))
    match = open_hand(organizer, one, 1)
    deal_hand(organizer, match)
    organizer.post(f"/v1/matches/{match}/events", json={"type": "withdraw", "seat": 0, "reason": "se encuentra mal"})
    assert board(contest, one)["state"] == "void"
    assert organizer.get(f"/v1/contests/{contest.id}/deals/1").status_code == 200
    assert public.get(f"/v1/matches/{match}/events").status_code == 200
    back = {"type": "retract", "to": 2, "reason": "se ha repuesto"}
    assert organizer.post(f"/v1/matches/{match}/events", json=back).status_code == 201
    assert board(contest, one)["state"] == "open"
    assert organizer.get(f"/v1/contests/{contest.id}/deals/1").status_code == 409
    assert public.get(f"/v1/matches/{match}/events").status_code == 401


@pytest.mark.parametrize(("order", "dealer", "rule"), [((1, 0), 0, "duplicate.alone"), ((0, 1), 1, "duplicate.alone")])
def test_nobody_sits_nor_deals_elsewhere_than_at_the_other_tables(
    contest: SameDeals, order: tuple[int, int], dealer: int, rule: str
) -> None:
    organizer = contest.client
    match = open_hand(organizer, tables(contest)[0], 1)
    seats = organizer.get(f"/v1/matches/{match}").json()["seats"]
    body = {"type": "seats", "reason": "se sentaron al revés", "first_dealer": dealer}
    body["seats"] = [{"player": seats[seat]["player"]} for seat in order]
    refusal = refusal_of(organizer.post(f"/v1/matches/{match}/events", json=body), 422, "inconsistent")
    assert refusal["rule"] == rule
    assert organizer.get(f"/v1/matches/{match}").json()["version"] == 1


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_shuffled_nor_cut_in_a_hand_whose_cards_the_round_has_bound(organizer: Caller, name: str) -> None:
    contest = SameDeals(organizer, *TEN[: 8 if GAMES[name] else 4], hands=1, ruleset=name, **GAMES[name])
    contest.pair()
    match = open_hand(organizer, tables(contest)[0], 1)
    cuts = [{"type": "cut", "seat": 3, "card": "1O"}] if name == "guinote" else []
    for event in ({"type": "shuffle_commitment"}, *cuts):
        answer = organizer.post(f"/v1/matches/{match}/events", json=event)
        assert refusal_of(answer, 409, "impossible")["rule"] == "duplicate.deals"
    assert organizer.get(f"/v1/matches/{match}").json()["version"] == 1


@pytest.mark.parametrize("more", [dict.fromkeys(["shuffle"], True), {}])
@pytest.mark.parametrize("is_first_in_queue", [True, False])
def test_a_deal_that_a_tablet_sends_again_is_there(
    contest: SameDeals, more: dict[str, Any], is_first_in_queue: bool
) -> None:
    deal = {"type": "deal"} | more
    organizer = contest.client
    match = open_hand(organizer, tables(contest)[0], 1)
    key = "0b4a69e6-88e8-4552-b933-9476047472f8"
    lines = [{"type": "queue", "match": match, "version": 1}, deal | {"key": key}]

    def queue() -> httpx.Response:
        body = "".join(f"{json.dumps(line)}\n" for line in lines)
        headers = {"Content-Type": "application/x-ndjson"}
        return organizer.post(f"/v1/matches/{match}/queue", content=body, headers=headers)

    def alone() -> httpx.Response:
        return organizer.post(f"/v1/matches/{match}/events", json=deal, headers={"Idempotency-Key": key})

    for send in (queue, alone, queue) if is_first_in_queue else (alone, queue, alone):
        answer = send()
        assert answer.is_success, answer.text
        assert answer.json()["version"] == 2
        assert all(item["status"] != "refused" for item in answer.json().get("items", ()))


def test_the_register_of_cards_does_not_tell_how_many_entries_such_a_match_has(
    contest: SameDeals, public: Caller
) -> None:
    organizer = contest.client
    one, other = tables(contest)
    match = open_hand(organizer, one, 1)
    card = {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla de la mano"}
    assert organizer.post(f"/v1/matches/{match}/events", json=card).status_code == 201
    address = f"/v1/sanctions?championship={contest.championship}"
    [secret], [whole] = (client.get(address).json()["items"] for client in (public, organizer))
    assert (secret["version"], secret["card"], whole["version"]) == (None, "yellow", 2)
    play_hand(organizer, "escoba", match, Random(1))
    contest.hand(other, 1, (3, 1))
    assert public.get(address).json()["items"] == [whole]


def test_the_match_of_a_side_that_has_left_is_not_said_to_be_played_in_its_own_place(contest: SameDeals) -> None:
    organizer = contest.client
    one = tables(contest)[0]
    match = open_hand(organizer, one, 1)
    player = organizer.get(f"/v1/fixtures/{one}").json()["entrants"][0]["name"]
    left = organizer.post(f"/v1/contests/{contest.id}/withdrawals", json={"player": player, "reason": "se fue"})
    assert left.status_code == 201, left.text
    assert board(contest, one)["state"] != "open"
    refusal = refusal_of(organizer.post(f"/v1/matches/{match}/events", json={"type": "deal"}), 409, "void")
    assert refusal["instead"] is None


def test_a_hand_is_taken_in_elsewhere_as_a_match_that_is_one_hand_and_is_dealt_no_cards_there(
    contest: SameDeals, tmp_path: Path
) -> None:
    organizer = contest.client
    one, other = tables(contest)
    played, waiting = open_hand(organizer, one, 1), open_hand(organizer, other, 1)
    view = play_hand(organizer, "escoba", played, Random(1))
    services = services_on(str(tmp_path / "elsewhere.sqlite"), Clock())
    elsewhere, matches = services.service, []
    for match in (played, waiting):
        record = organizer.get(f"/v1/matches/{match}/events?limit=500", headers={"Accept": "application/x-ndjson"})
        matches.append(portable.take(elsewhere, record.content, "otro"))
    over, begun = matches
    assert (over.ledger.status, over.ledger.totals) == ("finished", view["score"]["totals"])
    assert over.ledger.result is not None
    assert over.ledger.result.reason == "duplicate.alone"
    with pytest.raises(Impossible, match="elsewhere"):
        elsewhere.append(Append(begun.id, [b'{"type":"deal"}'], "otro"))
    close(services)
