"""The comparison for a repesca at the organizer's page and at the spectators': its averages, and those who go on by it."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.desk import Desk, Json
from tests.browser.looking import findings
from tests.browser.test_organize_play import WIDER, check_page
from tests.browser.test_rounds_at_the_desk import sits_down
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, Running

__all__ = ["sits_down"]

NAMES = TEN[:7]
COLUMNS = ["#", "Jugador", "G", "+/−", "F"]
PARAMS = {"size": 3, "through": 1, "repesca": 2, "limit": 100}


def rows_of(page: Page) -> list[list[str]]:
    """The cells of the comparison, with its head first."""
    rows = page.locator("[data-repesca] tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def group_of(row: Json) -> str:
    """The group of a row and its place there, as the page has them."""
    return f"Grupo {row['group']} · Puesto {row['group_place']}"


def test_those_compared_for_the_repesca_are_shown_with_their_averages(
    organizer: Caller, running: Running, sits_down: Callable[..., Desk], phone: Page, axe: str
) -> None:
    contest = Contest(organizer, *NAMES, format="groups", params=PARAMS)
    desk = sits_down(contest.championship)
    desk.goes("standings")
    desk.page.wait_for_selector("[data-standings] table")
    assert desk.page.locator("[data-repesca]").count() == 0
    for one in contest.fixtures("group"):
        first, second = sorted((entrant["name"] for entrant in one["entrants"]), key=TEN.index)
        contest.report({first: 40, second: 64})
    expected = [
        [str(row["place"]), " ".join([row["player"]["name"], *["Pasa"] * row["qualified"], group_of(row)])]
        + [f"{row[name]:.4f}".rstrip("0").rstrip(".").replace("-", "−") for name in ("wins", "diff", "made")]
        for row in contest.standings()["repesca"]
    ]
    desk.page.wait_for_selector("[data-repesca]")
    assert rows_of(desk.page) == [COLUMNS, *expected]
    assert [row[1] for row in expected[:3]] == [
        "Beto Pasa Grupo 1 · Puesto 2",
        "Fito Pasa Grupo 2 · Puesto 2",
        "Carla Grupo 1 · Puesto 3",
    ]
    check_page(desk, axe, "the comparison at the desk")
    phone.goto(f"{running.url}/championships/{contest.championship}")
    phone.wait_for_selector("[data-repesca]")
    assert rows_of(phone) == [COLUMNS, *expected]
    assert findings(phone, axe) == [] and not phone.evaluate(WIDER)
