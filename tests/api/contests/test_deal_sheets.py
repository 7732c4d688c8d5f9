"""The sheets by which hands are dealt by hand over HTTP: the cards of the round, on paper too, and for its organizers alone."""

from typing import Any

import pytest

from referee.contests.duplicate.deals import deal_of
from referee.match.registry import ruleset
from tests.support.organizing import TEN, Contest
from tests.support.same_deals import SameDeals, fixtures_of
from tests.support.service import Caller, refusal_of

EIGHT = TEN[:8]
PAIRS = [[*EIGHT[n : n + 2]] for n in range(0, 8, 2)]
GAMES: dict[str, dict[str, Any]] = {
    "escoba": {},
    "scopa": {},
    "casino.royal": {},
    "guinote": {"order": PAIRS},
    "scopone": {"order": PAIRS},
}


@pytest.fixture
def contest(organizer: Caller) -> SameDeals:
    return SameDeals(organizer, *EIGHT)


def sheets(contest: SameDeals, round_: int = 1) -> dict[str, Any]:
    answer = contest.client.get(f"{contest.path}/{round_}/deals")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("name", GAMES)
def test_the_sheets_have_the_cards_that_the_seed_deals_once_it_is_opened(organizer: Caller, name: str) -> None:
    contest = SameDeals(organizer, *EIGHT, hands=2, ruleset=name, **GAMES[name])
    round_ = contest.pair()
    before = sheets(contest)
    assert before["commitment"] == round_["deals"]["commitment"]
    for fixture in fixtures_of(round_):
        contest.table(fixture, *([(130, 0) if name == "guinote" else (3, 1)] * 2))
    assert sheets(contest) == before
    seed = contest.client.get(f"{contest.path}/1").json()["deal_seed"]
    rules = ruleset(name)
    for hand, item in enumerate(before["sheets"], start=1):
        seats = len(item["deal"]["hands"])
        assert seats == (4 if "order" in GAMES[name] else 2)
        cards = deal_of(rules, rules.params(), seats, seed, hand)
        assert [tuple(own) for own in item["deal"]["hands"]] == [*cards.hands]
        assert tuple(item["deal"].get("stock", ())) == cards.stock


def test_hands_are_counted_through_the_contest_and_codes_name_the_round(contest: SameDeals) -> None:
    round_ = contest.pair()
    for fixture in fixtures_of(round_):
        contest.table(fixture, (3, 1), (2, 2))
    contest.pair()
    first, second = sheets(contest), sheets(contest, 2)
    assert [one["deal"]["hand"] for one in (*first["sheets"], *second["sheets"])] == [1, 2, 3, 4]
    codes = [one["code"] for one in (*first["sheets"], *second["sheets"])]
    assert [code.rsplit("-", 1)[0] for code in codes] == ["1-01", "1-02", "2-01", "2-02"]
    assert len({code.rsplit("-", 1)[1] for code in codes}) == 4


def test_a_round_that_is_paired_again_has_other_sheets(contest: SameDeals) -> None:
    contest.pair()
    before = sheets(contest)
    contest.client.delete(f"{contest.path}/1", params={"reason": "faltaba una pareja"})
    assert contest.client.get(f"{contest.path}/1/deals").status_code == 404
    contest.pair()
    after = sheets(contest)
    assert before["sheets"][0]["code"] != after["sheets"][0]["code"]
    assert before["sheets"][0]["deal"] != after["sheets"][0]["deal"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", ("Ronda 1 · Mano 2", "Asiento 1", "sota de", "El mazo")),
        ("en", ("Round 1 · Hand 2", "Seat 1", "The stock")),
    ],
)
def test_a_sheet_on_paper_says_each_card_in_words(contest: SameDeals, language: str, words: tuple[str, ...]) -> None:
    contest.pair()
    answer = contest.client.get(f"{contest.path}/1/deals?format=html", headers={"Accept-Language": language})
    assert answer.headers["content-type"].startswith("text/html")
    for one in words:
        assert one in answer.text, one
    assert sheets(contest)["sheets"][1]["code"] in answer.text
    assert answer.text.count('class="sheet"') == 2
    assert answer.text.count("<svg") == 2


@pytest.mark.parametrize("format_", ["json", "html"])
def test_nobody_but_an_organizer_gets_the_sheets_and_no_copy_is_kept(contest: SameDeals, format_: str) -> None:
    contest.pair()
    path = f"{contest.path}/1/deals?format={format_}"
    organizer = contest.client
    answer = organizer.get(path)
    assert "no-store" in answer.headers["cache-control"]
    elsewhere = Contest(organizer, "Ana", "Beto")
    fixture = contest.fixtures()[0]
    player = fixture["entrants"][0]["id"]
    readers: dict[str, tuple[dict[str, str], int]] = {
        "public": ({}, 401),
        "player": (organizer.bearer("player", player=player), 403),
        "referee": (organizer.bearer("referee", championship=contest.championship), 403),
        "auditor": (organizer.bearer("auditor", championship=contest.championship), 403),
        "organizer elsewhere": (organizer.bearer("organizer", championship=elsewhere.championship), 403),
        "organizer": (organizer.bearer("organizer", championship=contest.championship), 200),
    }
    for who, (bearer, status) in readers.items():
        # An organizer has read it before: no cache answers others.
        answer = organizer.get(path, headers={"Authorization": "", **bearer})
        assert answer.status_code == status, who


def test_a_contest_whose_tables_deal_for_themselves_has_none(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:4], ruleset="escoba", format="rounds")
    organizer.post(f"/v1/contests/{contest.id}/rounds", json={})
    refusal = refusal_of(organizer.get(f"/v1/contests/{contest.id}/rounds/1/deals"), 409, "impossible")
    assert refusal["rule"] == "duplicate.deals"
