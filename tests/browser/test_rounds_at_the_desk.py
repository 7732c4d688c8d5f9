"""A contest in rounds by the organizer's page alone: drawn, paired, changed, published, played, entered late, corrected."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import SLOW_MACHINE_MS
from tests.browser.desk import Desk
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER, check_page
from tests.support.organizing import TEN, Contest
from tests.support.service import TOKEN, Caller, Running

SEVEN = TEN[:7]
LATE = "Wenceslada Ibarz"
"""Has a name that nobody of another test on the same service has: else the page asks who it is."""
Json = dict[str, Any]


@pytest.fixture
def sits_down(running: Running, browser: Browser) -> Iterator[Callable[..., Desk]]:
    """Opens the organizer's page of a championship, by default on a phone in Spanish."""
    desks: list[tuple[BrowserContext, Desk]] = []

    def sit(championship: str, token: str = TOKEN, **look: Any) -> Desk:
        look = {"viewport": {"width": 360, "height": 740}, "locale": "es-ES", "has_touch": True} | look
        context = browser.new_context(service_workers="block", **look)
        context.set_default_timeout(SLOW_MACHINE_MS)
        desks.append((context, Desk(context.new_page(), running.url, championship, token)))
        return desks[-1][1]

    yield sit
    for context, desk in desks:
        context.close()
        assert desk.faults == []


class Hall:
    """A championship of these players, and what the service has of its only contest."""

    def __init__(self, organizer: Caller, *players: str) -> None:
        self.organizer = organizer
        body = {"name": "Fiestas", "players": players, "distinct": True}
        self.id = str(organizer.post("/v1/championships", json=body).json()["id"])

    def contest(self) -> Json:
        [contest] = self.organizer.get(f"/v1/championships/{self.id}").json()["contests"]
        return dict(self.organizer.get(f"/v1/contests/{contest['id']}").json())

    def round(self, number: int) -> Json:
        return dict(self.organizer.get(f"/v1/contests/{self.contest()['id']}/rounds/{number}").json())

    def pairs(self, number: int) -> list[set[str]]:
        return [{one["name"] for one in pair["entrants"]} for pair in self.round(number)["pairs"]]


def tables_of(desk: Desk) -> list[str]:
    """The pairs of the round that the page shows, each with its table."""
    lines = desk.page.locator("[data-pair] > p:first-child").all_inner_texts()
    return [" ".join(line.split()) for line in lines]


def waits_for(desk: Desk, number: int, state: str) -> None:
    """Waits until the page shows this round in this state."""
    desk.page.wait_for_selector(f'[data-round="{number}"][data-state="{state}"]')


def plays(desk: Desk, hall: Hall, number: int) -> None:
    """Enters a result of every match of a round, from the links of its pairs: the first named wins by as much as their table."""
    for table, pair in enumerate(hall.round(number)["pairs"], 1):
        desk.goes("rounds")
        desk.touch(desk.page.locator(f'[data-round="{number}"] [data-pair="{table}"] [data-result]'))
        desk.page.wait_for_selector('dialog[data-sheet="fixture"]')
        points = [3, table % 3]
        desk.types({f"points.{n}": value for n, value in enumerate(points)})
        desk.decides("report")
        assert hall.organizer.get(f"/v1/fixtures/{pair['fixture']}").json()["result"]["points"] == points


def draws(desk: Desk, hall: Hall, axe: str) -> None:
    """Draws a contest in three rounds, with choices that few contests need."""
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    desk.chooses("format", "rounds")
    desk.types({"params.round_count": 3, "params.points.win": 3, "params.late_until": 2})
    desk.touch(page.locator('[data-open="rare"] > summary'))
    desk.chooses("params.tie_breaks", "wins")
    desk.chooses("params.tie_breaks", "progress")
    page.wait_for_selector("[data-preview]")
    assert "3 rondas" in page.locator("[data-preview]").inner_text()
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.decides("draw")
    options = hall.contest()["options"]
    assert (options["round_count"], options["points"]["win"], options["late_until"]) == (3, 3, 2)
    assert options["tie_breaks"] == ["direct", "buchholz", "difference", "progress"]


def swaps(desk: Desk, hall: Hall, axe: str) -> None:
    """Lets the first of table 1 change places with the one that rests, in the draft of round 1."""
    page, before = desk.page, hall.round(1)
    first, resting = before["pairs"][0]["entrants"][0], before["rest"]["player"]
    desk.taps("change-pairs")
    desk.chooses("swap", first["id"])
    assert first["name"] in page.locator('[data-round="1"] > [aria-live]').inner_text()
    desk.chooses("swap", resting["id"])
    desk.chooses("reason", "lo piden los dos lados")
    page.wait_for_selector("[data-told]")
    check_page(desk, axe, "pairs that change")
    desk.decides("store-pairs")
    page.wait_for_selector("[data-changed]")
    after = hall.round(1)
    assert (after["rest"]["player"], after["reason"]) == (first, "lo piden los dos lados")
    assert resting["name"] in page.locator('[data-pair="1"]').inner_text()
    assert first["name"] in page.locator("[data-rest]").inner_text()


def comes_late(desk: Desk) -> None:
    """Enters a new person, from the link beside the button that pairs."""
    desk.touch(desk.page.locator('[data-next="pair"] [data-go="leaving"]'))
    desk.page.wait_for_selector('[data-section="leaving"]')
    desk.chooses("what", "late")
    desk.types({"newcomer.name": LATE})
    desk.taps("newcomer")
    desk.page.wait_for_selector('[data-input="newcomer"][aria-pressed="true"]')
    desk.decides("late")


def test_seven_play_two_rounds_and_an_eighth_comes_late(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *SEVEN)
    desk = sits_down(hall.id)
    page = desk.page
    assert page.locator('[data-go="rounds"]').count() == 0
    draws(desk, hall, axe)

    # The round that waits is named where an organizer looks.
    desk.goes("watch")
    page.wait_for_selector('[data-item="round"]')
    desk.goes("start")
    assert "siguiente ronda" in page.locator('.steps [data-go="rounds"]').inner_text()
    desk.touch(page.locator('.steps [data-go="rounds"]'))
    page.wait_for_selector('[data-next="pair"]')
    check_page(desk, axe, "a round to pair")
    desk.taps("pair")
    waits_for(desk, 1, "draft")
    assert hall.contest()["fixtures"] == []
    check_page(desk, axe, "a draft")
    swaps(desk, hall, axe)
    desk.taps("publish")
    waits_for(desk, 1, "published")
    assert "Faltan 3 resultados" in page.locator('[data-next="results"]').inner_text()
    assert tables_of(desk) == [
        f"Mesa {one['table']}: {' – '.join(each['name'] for each in one['entrants'])}" for one in hall.round(1)["pairs"]
    ]
    plays(desk, hall, 1)

    desk.goes("rounds")
    comes_late(desk)
    desk.goes("rounds")
    desk.taps("pair-publish")
    waits_for(desk, 2, "published")
    assert hall.round(2).get("rest") is None
    assert LATE in set[str]().union(*hall.pairs(2))
    assert not [pair for pair in hall.pairs(2) if pair in hall.pairs(1)]
    desk.touch(page.locator('[data-pair="1"] summary'))
    assert "puntos" in page.locator('[data-pair="1"] details').inner_text()
    plays(desk, hall, 2)
    desk.goes("rounds")
    assert "La ronda 2 de 3 está jugada" in page.locator('[data-next="pair"]').inner_text()
    desk.chooses("round", "1")
    waits_for(desk, 1, "over")
    assert "3 – 1" in page.locator('[data-pair="1"]').inner_text()


def rounds_of(organizer: Caller, *players: str, **params: Any) -> Contest:
    """A contest in rounds at Guiñote for two."""
    return Contest(organizer, *players, ruleset="guinote", format="rounds", params=params)


def pairs_and_plays(contest: Contest, number: int, **body: Any) -> None:
    """Pairs a round, and gives every match to the first named."""
    answer = contest.client.post(f"/v1/contests/{contest.id}/rounds", json={"round": number, "seed": "x"} | body)
    assert answer.status_code == 200, answer.text
    for pair in answer.json()["pairs"]:
        contest.client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": [3, 0]})


def test_a_round_that_cannot_be_paired_says_who_is_in_the_way_and_what_is_least(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    contest = rounds_of(organizer, *TEN[:4], round_count=4)
    for number in (1, 2, 3):
        pairs_and_plays(contest, number)
    desk = sits_down(contest.championship, viewport={"width": 1280, "height": 800}, color_scheme="dark", locale="en-GB")
    desk.goes("rounds")
    desk.taps("pair")
    note = desk.page.locator("[data-impossible]")
    note.wait_for()
    assert "Round 4" in note.inner_text()
    assert "2 matches are played again" in note.inner_text()
    assert any(name in note.inner_text() for name in TEN[:4])
    check_page(desk, axe, "a round that is impossible")
    desk.taps("pair-repeating")
    waits_for(desk, 4, "draft")
    assert organizer.get(f"/v1/contests/{contest.id}/rounds/4").json()["repeats"] is True

    # Taken away again, with those two kept apart that it paired.
    pair = organizer.get(f"/v1/contests/{contest.id}/rounds/4").json()["pairs"][0]["entrants"]
    desk.taps("remove-round")
    desk.decides("undo")
    desk.page.wait_for_selector('[data-next="pair"]')
    desk.touch(desk.page.locator('[data-open="pairing"] > summary'))
    for one in pair:
        desk.chooses("apart", one["id"])
    desk.taps("apart")
    desk.types({"seed": "verbena"})
    desk.taps("pair")
    note.wait_for()
    desk.taps("pair-repeating")
    waits_for(desk, 4, "draft")
    after = organizer.get(f"/v1/contests/{contest.id}/rounds/4").json()
    assert [[one["id"] for one in group] for group in after["apart"]] == [[one["id"] for one in pair]]
    assert after["seed"] == "verbena"


def test_a_correction_says_which_pairs_would_have_been_others(
    organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    contest = rounds_of(organizer, *TEN[:8], round_count=3)
    pairs_and_plays(contest, 1)
    pairs_and_plays(contest, 2)
    pairs = [
        {one["name"] for one in pair["entrants"]}
        for pair in organizer.get(f"/v1/contests/{contest.id}/rounds/2").json()["pairs"]
    ]
    fixture = organizer.get(f"/v1/contests/{contest.id}/rounds/1").json()["pairs"][0]["fixture"]
    desk = sits_down(contest.championship)
    desk.goes("results")
    foretold = desk.corrects({"id": fixture}, [0, 3])
    others = [text for text in foretold if text.startswith("La ronda 2 tendría otras parejas")]
    assert len(others) == 1, foretold
    assert others[0].endswith("Lo emparejado se mantiene.")
    assert "undefined" not in " ".join(foretold)
    assert [
        {one["name"] for one in pair["entrants"]}
        for pair in organizer.get(f"/v1/contests/{contest.id}/rounds/2").json()["pairs"]
    ] == pairs


def test_a_referee_sees_the_rounds_and_decides_nothing_about_them(
    organizer: Caller, sits_down: Callable[..., Desk]
) -> None:
    contest = rounds_of(organizer, *TEN[:4], round_count=3)
    organizer.post(f"/v1/contests/{contest.id}/rounds", json={"draft": True})
    key = organizer.post(
        "/v1/tokens", json={"role": "referee", "scope": {"championship": contest.championship}}
    ).json()["token"]
    desk = sits_down(contest.championship, token=key)
    desk.goes("rounds")
    waits_for(desk, 1, "draft")
    for action in ("publish", "change-pairs", "remove-round", "pair"):
        assert desk.page.locator(f'[data-action="{action}"]').count() == 0
    # Published by somebody else: the page follows.
    organizer.post(f"/v1/contests/{contest.id}/rounds/1/publish")
    waits_for(desk, 1, "published")


def test_six_enter_alone_and_have_another_partner_in_each_round(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *TEN[:6])
    desk = sits_down(hall.id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    desk.chooses("format", "rounds")
    page.locator('[data-input="rotating"]').check()
    desk.types({"params.round_count": 2})
    page.wait_for_selector("[data-preview]")
    assert findings(page, axe) == []
    assert not page.evaluate(WIDER)
    desk.decides("draw")
    assert hall.contest()["partners"] == "rotating"
    desk.goes("rounds")
    desk.taps("pair")
    waits_for(desk, 1, "draft")
    round_ = hall.round(1)
    [pair], resting = round_["pairs"], [one["player"] for one in round_["rests"]]
    assert page.locator("[data-rest]").count() == 2
    # One of the first pair changes places with one that rests.
    first = pair["entrants"][0]["players"][0]
    desk.taps("change-pairs")
    desk.chooses("swap", first["id"])
    desk.chooses("swap", resting[0]["id"])
    desk.chooses("reason", "lo piden los dos lados")
    page.wait_for_selector("[data-told]")
    check_page(desk, axe, "partners that change places")
    desk.decides("store-pairs")
    page.wait_for_selector("[data-changed]")
    now = hall.round(1)
    assert {one["player"]["id"] for one in now["rests"]} == {first["id"], resting[1]["id"]}
    desk.taps("publish")
    waits_for(desk, 1, "published")
    check_page(desk, axe, "a round with changing partners")
    # One person does not come: the partner is not at fault.
    [pair] = hall.round(1)["pairs"]
    absent, partner = pair["entrants"][0]["players"]
    desk.goes("results")
    desk.misses({"id": pair["fixture"], "state": "pending"}, [absent])
    rows = organizer.get(f"/v1/contests/{hall.contest()['id']}/standings").json()["rows"]
    scores = {row["player"]["id"]: row["ptos"] for row in rows}
    assert (scores[absent["id"]], scores[partner["id"]]) == (0, 2)
    desk.goes("rounds")
    desk.taps("pair-publish")
    waits_for(desk, 2, "published")


def test_a_knockout_is_drawn_anew_and_its_reasons_tell_the_lives(
    organizer: Caller, sits_down: Callable[..., Desk], axe: str
) -> None:
    hall = Hall(organizer, *TEN[:5])
    desk = sits_down(hall.id)
    page = desk.page
    desk.goes("contests")
    page.select_option('[data-input="ruleset"]', "guinote")
    desk.chooses("format", "knockout")
    desk.types({"params.lives": 2})
    page.wait_for_selector("[data-preview]")
    assert "con 2 vidas" in page.locator("[data-preview]").inner_text()
    desk.decides("draw")
    assert hall.contest()["options"]["lives"] == 2
    desk.goes("rounds")
    page.wait_for_selector('[data-next="pair"]')
    check_page(desk, axe, "the first round of a knockout")
    desk.taps("pair-publish")
    waits_for(desk, 1, "published")
    plays(desk, hall, 1)
    desk.goes("rounds")
    desk.taps("pair-publish")
    waits_for(desk, 2, "published")
    desk.touch(page.locator('[data-pair="1"] summary'))
    assert "vida" in page.locator('[data-pair="1"] details').inner_text()
    check_page(desk, axe, "the second round of a knockout")
