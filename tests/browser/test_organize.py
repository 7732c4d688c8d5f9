"""The organizer's pages, used with a phone."""

import json
import re
from collections import Counter
from itertools import product
from typing import Any

import pytest
import zxingcpp
from playwright.sync_api import Page

from tests.browser.organizing import Organizer
from tests.browser.standing import cut
from tests.support.service import TOKEN, Running


def test_a_key_is_asked_for_and_a_wrong_one_is_refused_in_words(running: Running, phone: Page) -> None:
    phone.goto(f"{running.url}/organize")
    for key, selector in (("wrong", '[role="alert"]'), (TOKEN, '[data-section="start"]')):
        phone.fill('[data-input="token"]', key)
        phone.click('[data-action="identify"]')
        phone.wait_for_selector(selector)
    phone.reload()
    phone.wait_for_selector('[data-section="start"]')


def test_a_key_in_the_address_is_kept_and_taken_out_of_it(running: Running, phone: Page) -> None:
    phone.goto(f"{running.url}/organize#token={TOKEN}")
    phone.fill('[data-input="name"]', "Fiestas de agosto")
    assert phone.url == f"{running.url}/organize"
    phone.click('[data-open="discipline"] summary')
    phone.click('[data-action="usual-ladder"]')
    phone.select_option('[data-input="ladder.1"]', "match")
    phone.fill('[data-input="discipline.no_show_minutes"]', "10")
    assert phone.locator('[data-input="ladder.2"] option').evaluate_all("all => all.map(one => one.value)") == [
        *("", "match", "expulsion")
    ]
    phone.click('[data-action="create-championship"]')
    phone.wait_for_url("**/organize/*")
    championship_id = phone.url.rpartition("/")[2].partition("#")[0]
    with running.client() as client:
        ladder = client.get(f"/v1/championships/{championship_id}").json()["discipline"]
    assert ladder == {"ladder": ["warning", "match", "match", "expulsion"], "no_show_minutes": 10}
    phone.wait_for_selector("h1:has-text('Fiestas de agosto')")
    assert TOKEN not in phone.content()
    phone.locator('[data-go="start"]:visible').first.click()
    phone.wait_for_selector("[data-ladder]")
    phone.click('[data-open="discipline"] summary')
    assert phone.input_value('[data-input="discipline.no_show_minutes"]') == "10"
    phone.select_option('[data-input="ladder.1"]', "expulsion")
    phone.fill('[data-input="discipline.no_show_minutes"]', "")
    phone.fill('[data-input="discipline.reason"]', "lo pide la peña")
    phone.click('[data-action="ask-discipline"]')
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector("[data-no-show]", state="detached")
    with running.client() as client:
        ladder_after = client.get(f"/v1/championships/{championship_id}").json()["discipline"]
    assert ladder_after == {"ladder": ["warning", "expulsion", "expulsion"]}
    phone.click(".back")
    phone.wait_for_selector("li:has-text('Fiestas de agosto')")


def test_a_key_of_one_championship_leads_to_it(running: Running, phone: Page) -> None:
    """A phone that stored it is not asked for a key again, at any entrance."""
    with running.client() as client:
        names = ("Primavera", "Verano")
        ids = [client.post("/v1/championships", json={"name": name, "players": []}).json()["id"] for name in names]
        keys = [client.bearer("organizer", championship=id_)["Authorization"].split()[1] for id_ in ids]
    phone.goto(f"{running.url}/organize/{ids[0]}#token={keys[0]}")
    phone.wait_for_selector('[data-section="start"]')
    # The list of all championships is not for a holder of such a key.
    assert phone.locator(".back").count() == 0
    phone.goto(f"{running.url}/organize")
    phone.wait_for_url(f"**/organize/{ids[0]}")
    phone.wait_for_selector("h1:has-text('Primavera')")
    phone.goto(f"{running.url}/organize/{ids[1]}#token={keys[1]}")
    phone.wait_for_selector("h1:has-text('Verano')")
    phone.goto(f"{running.url}/organize")
    phone.wait_for_selector('[data-list="own"]')
    assert sorted(phone.locator('[data-list="own"] b').all_inner_texts()) == ["Primavera", "Verano"]
    phone.fill('[data-input="token"]', keys[1])
    phone.click('[data-action="identify"]')
    phone.wait_for_url(f"**/organize/{ids[1]}")


@pytest.mark.parametrize("role", ["referee", "auditor"])
def test_who_helps_everywhere_chooses_a_championship(running: Running, phone: Page, role: str) -> None:
    with running.client() as client:
        id_ = client.post("/v1/championships", json={"name": "Otoño", "players": []}).json()["id"]
        key = client.bearer(role)["Authorization"].split()[1]
    phone.goto(f"{running.url}/organize#token={key}")
    phone.click("li:has-text('Otoño') a")
    phone.wait_for_url(f"**/organize/{id_}")
    phone.wait_for_selector("h1:has-text('Otoño')")
    assert phone.locator('[data-go="tokens"]').count() == 0


def test_a_key_is_shown_once_listed_and_revoked(running: Running, phone: Page) -> None:
    here = Organizer(phone, running)
    here.goes("tokens")
    phone.click('[data-input="role"][data-value="referee"]')
    phone.fill('[data-input="name"]', "Marta")
    phone.click('[data-action="create-token"]')
    secret = phone.input_value('[data-input="secret"]')
    assert phone.input_value('[data-input="address"]') == f"{running.url}/organize/{here.id}#token={secret}"
    assert read_by_a_camera(phone) == phone.input_value('[data-input="address"]')
    calls = f"/v1/championships/{here.id}/calls"
    bearer = {"Authorization": f"Bearer {secret}"}
    assert running.get(calls, headers=bearer).status_code == 200
    phone.click("[data-close]")
    key = phone.locator('[data-list="tokens"] li')
    assert key.locator("b").inner_text() == "Marta · Árbitro"
    assert key.locator("[data-used]").inner_text() == "sin contacto en las mesas en juego"
    with running.client() as client:
        names_by_id = {
            one["id"]: one["name"] for one in client.get("/v1/tokens", params={"limit": 200}).json()["items"]
        }
        [marta] = [id_ for id_, name in names_by_id.items() if name == "Marta"]
    phone.click('[data-list="tokens"] [data-action="revoke"]')
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector('[data-list="tokens"] li', state="detached")
    assert running.get(calls, headers=bearer).status_code == 401
    with running.client() as client:
        assert client.get(f"/v1/tokens/{marta}").json()["name"] is None


def last_contest(running: Running, championship: str) -> dict[str, Any]:
    """The contest that was drawn last, as the service has it."""
    with running.client() as client:
        contests = client.get(f"/v1/championships/{championship}").json()["contests"]
        return dict(client.get(f"/v1/contests/{contests[-1]['id']}").json())


def test_a_draw_from_a_word_is_shown_before_it_is_made(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Úrsula", "Venancio", "Wenceslao", "Ximena", "Yago")
    here.goes("contests")
    phone.wait_for_selector("[data-preview]:has-text('Liga: 10 encuentros en 5 rondas.')")
    phone.click('[data-input="draw"][data-value="seed"]')
    phone.fill('[data-input="seed"]', "12345")
    phone.click('[data-open="podium"] summary')
    phone.fill('[data-input="podium"]', "9, 5 y 2")
    phone.wait_for_selector("[data-preview]", state="detached")
    phone.fill('[data-input="podium"]', "9, 5, 2")
    phone.wait_for_selector("[data-preview] li")
    texts = phone.locator("[data-preview] li").all_inner_texts()
    phone.click('[data-action="draw"]')
    phone.wait_for_selector("[data-notice]")
    contest = last_contest(running, here.id)
    assert contest["draw"]["seed"] == "12345"
    assert contest["podium_points"] == [9, 5, 2]
    pairings = [" – ".join(one["name"] for one in fixture["entrants"]) for fixture in contest["fixtures"]]
    assert sorted(texts) == sorted(pairings)


def test_lots_on_the_table_are_written_down_and_drawn_again(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Abundio", "Benita", "Casilda")
    here.goes("contests")
    phone.click('[data-input="draw"][data-value="lots"]')
    for name in ("Casilda", "Abundio", "Benita"):
        phone.click(f'[data-input="order"]:has-text("{name}")')
    phone.click('[data-action="draw"]')
    phone.wait_for_selector("[data-notice]")
    before = last_contest(running, here.id)["draw"]
    assert ([one["name"] for one in before["order"]], before["seed"]) == (["Casilda", "Abundio", "Benita"], None)
    phone.click('[data-action="redraw"]')
    phone.fill('[data-open="redraw"] [data-input="reason"]', "faltaba una papeleta")
    phone.click('[data-action="ask-redraw"]')
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector('[data-open="redraw"]', state="detached")
    contest = last_contest(running, here.id)
    assert [one["reason"] for one in contest["draws"]] == [None, "faltaba una papeleta"]


def test_rounds_that_were_given_are_shown_as_such(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Abilio", "Belarmina", "Crisanto")
    names = [["Crisanto", "Abilio"], ["Belarmina", "Crisanto"], ["Abilio", "Belarmina"]]
    rounds = [{"matches": [match]} for match in names]
    with running.client() as organizer:
        body = {"ruleset": "corona", "format": "league", "rounds": rounds}
        assert organizer.post(f"/v1/championships/{here.id}/contests", json=body).status_code == 201
    phone.reload()
    phone.wait_for_selector('[data-go="contests"]:visible')
    here.goes("contests")
    phone.click('[data-open="drawn"] summary')
    details = phone.locator('[data-open="drawn"]')
    assert "No se sorteó aquí" in details.inner_text()
    assert details.locator("li").all_inner_texts() == [" – ".join(match) for match in names]


def test_pairs_are_made_by_touch_and_what_cannot_be_is_said(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Desideria Peñarroya", "Eutimio", "Fermina", "Gumersindo del Campo")
    here.goes("contests")
    phone.select_option('[data-input="ruleset"]', label="Guiñote")
    phone.check('[data-input="pairs"]')
    for name in ("Desideria", "Fermina"):
        phone.click(f'[data-input="pair"]:has-text("{name}")')
    phone.wait_for_selector("[data-refused]")
    assert phone.is_disabled('[data-action="draw"]')
    phone.click('[data-action="pair-by-chance"]')
    phone.wait_for_selector("[data-preview]")
    phone.click('[data-action="draw"]')
    phone.wait_for_selector("[data-notice]")
    contest = last_contest(running, here.id)
    pairs = {frozenset(one["name"] for one in entrant["players"]) for entrant in contest["entrants"]}
    assert pairs == {frozenset({"Desideria Peñarroya", "Fermina"}), frozenset({"Eutimio", "Gumersindo del Campo"})}
    here.goes("fixtures")
    phone.click("[data-fixture]")
    assert dict(cut(phone)) == {}


def test_groups_of_any_number_are_drawn_and_what_cannot_be_is_said(running: Running, phone: Page) -> None:
    """Eleven players of Corona make groups of 4, 4 and 3; five are too few for two groups of which two go through."""
    names = [f"Grupera {letter}" for letter in "ABCDEFGHIJK"]
    here = Organizer(phone, running, *names)
    here.goes("contests")
    phone.select_option('[data-input="ruleset"]', label="Por la Corona")
    phone.click('[data-input="format"][data-value="groups"]')
    phone.wait_for_selector("[data-preview]:has-text('en 3 grupos')")
    phone.fill('[data-input="params.repesca"]', "2")
    phone.fill('[data-input="params.size"]', "2")
    phone.fill('[data-input="params.through"]', "1")
    phone.wait_for_selector("[data-refused]")
    assert "un grupo es un encuentro de 2, y saldrían grupos de 3 y 2" in phone.locator("[data-refused]").inner_text()
    phone.fill('[data-input="params.size"]', "4")
    phone.fill('[data-input="params.through"]', "2")
    phone.wait_for_selector("[data-preview]:has-text('en 3 grupos')")
    phone.click('[data-action="draw"]')
    phone.wait_for_selector("[data-notice]")
    contest = last_contest(running, here.id)
    assert (contest["options"]["repesca"], len(contest["entrants"])) == (2, 11)
    assert sorted(Counter(one["group"] for one in contest["fixtures"]).values()) == [3, 6, 6]


MARGIN = 4
SCALE = 4


def read_by_a_camera(page: Page) -> str:
    """The text of the code on the page, as a camera before it reads it."""
    path = page.locator("svg.qr:visible path").get_attribute("d") or ""
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    side = (max(x for x, _ in dark) + 1 + 2 * MARGIN) * SCALE
    places = product(range(side), repeat=2)
    pixels = bytes(0 if (x // SCALE - MARGIN, y // SCALE - MARGIN) in dark else 255 for y, x in places)
    [code] = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (side, side)))
    return str(code.text)


def test_a_table_is_opened_and_its_code_lets_a_tablet_record(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Hermógenes", "Indalecia")
    with running.client() as client:
        body = {"ruleset": "hearts.castillar", "format": "castillar"}
        assert client.post(f"/v1/championships/{here.id}/contests", json=body).status_code == 201
    here.goes("fixtures")
    phone.click("[data-fixture]")
    phone.check('[data-input="confirm"]')
    phone.click('[data-open="agreed"] > summary')
    phone.click('[data-input="first_dealer"]:has-text("Indalecia")')
    phone.wait_for_selector("[data-told]:has-text('Reparte primero Indalecia.')")
    phone.click('[data-action="open-match"]')
    phone.click('[data-action="table-key"]')
    address = phone.input_value('[data-input="table-address"]')
    match = last_contest(running, here.id)["fixtures"][0]["match"]
    path, _, token = address.partition("#token=")
    assert path == f"{running.url}/table/{match}"
    assert read_by_a_camera(phone) == address
    phone.click('[data-open="pins"] summary')
    phone.fill('[data-input="pin"]', "4711")
    phone.click('[data-action="give-pin"]')
    phone.wait_for_selector("text=PIN guardado")
    phone.click('[data-open="schedule"] summary')
    phone.fill('[data-input="starts_at"]', "2031-08-15T17:30")
    phone.fill('[data-input="table"]', "Peña")
    phone.click('[data-action="schedule"]')
    phone.wait_for_selector("text=Hora y mesa guardadas")
    assert last_contest(running, here.id)["fixtures"][0]["table"] == "Peña"
    phone.goto(f"{running.url}/organize/{here.id}#contests")
    phone.click('[data-action="clock"]')
    phone.fill('[data-input="change.timing.match_seconds"]', "50")
    phone.fill('[data-input="change.reason"]', "40 minutos son pocos")
    phone.click('[data-action="ask-clock"]')
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector("[data-timing]:has-text('50 min')")
    assert last_contest(running, here.id)["timing"] == {"match_seconds": 3_000}
    bearer = {"Authorization": f"Bearer {token}"}
    note = {"type": "note", "text": "mesa"}
    assert running.post(f"/v1/matches/{match}/events", json=note, headers=bearer).status_code == 201
    assert running.post("/v1/players", json={"name": "x"}, headers=bearer).status_code == 403


def league(here: Organizer) -> None:
    """Draws a league of all the entrants."""
    with here.running.client() as client:
        body = {"ruleset": "hearts.castillar", "format": "castillar"}
        assert client.post(f"/v1/championships/{here.id}/contests", json=body).status_code == 201


def test_many_matches_get_their_time_and_table_at_once(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Nemesio", "Olvido", "Práxedes", "Quiteria", "Remigio")
    league(here)
    here.goes("fixtures")
    phone.click('[data-open="timetable"] summary')
    phone.fill('[data-input="timetable.from"]', "2031-08-15T17:00")
    phone.fill('[data-input="timetable.tables"]', "1 a 2")
    phone.wait_for_selector('[data-list="timetable"] li >> nth=9')
    texts = phone.locator('[data-list="timetable"] small').all_inner_texts()
    assert (texts[0][-14:], texts[1][-6:], texts[2][-14:]) == ("17:00 · mesa 1", "mesa 2", "18:00 · mesa 1")
    phone.click('[data-action="timetable"]')
    phone.wait_for_selector("text=Hora y mesa guardadas: 10 encuentros.")
    fixtures = last_contest(running, here.id)["fixtures"]
    assert sorted(Counter(one["table"] for one in fixtures).items()) == [(1, 5), (2, 5)]
    assert len({(one["starts_at"], one["table"]) for one in fixtures}) == 10
    assert not phone.is_visible("[data-double]")
    # An earlier match at the time of a later one, for which no table is free.
    phone.click("[data-fixture] >> nth=0")
    phone.click('[data-open="schedule"] summary')
    phone.fill('[data-input="starts_at"]', "2031-08-15T18:00")
    phone.click('[data-action="schedule"]')
    phone.wait_for_selector("[data-double] li:has-text('son a la vez; en los dos: ')")
    phone.click("[data-close]")
    phone.wait_for_selector("[data-fixture] [data-double]:has-text('a la misma hora también en otro encuentro: ')")


def test_the_codes_of_all_tables_are_printed_in_one_go(running: Running, phone: Page) -> None:
    # The browser's own dialog is not the page's; here the sheets lie open for a look.
    phone.add_init_script("window.print = () => (window.printed = true)")
    here = Organizer(phone, running, "Teodora", "Ulpiano", "Virtudes", "Wifredo", "Zoila")
    league(here)
    here.goes("fixtures")
    phone.click('[data-open="codes"] summary')
    first = phone.locator('[data-input="codes.round"] option').nth(1).inner_text()
    phone.select_option('[data-input="codes.round"]', label=first)
    phone.click('[data-action="make-codes"]')
    phone.click('[data-action="print-codes"]')
    phone.wait_for_function("() => window.printed")
    phone.emulate_media(media="print")
    matches = [one for one in last_contest(running, here.id)["fixtures"] if one.get("match")]
    sheets = phone.locator("#paper .table-sheet")
    assert sheets.locator("h2").all_inner_texts() == [" – ".join(e["name"] for e in one["entrants"]) for one in matches]
    assert sheets.locator("[data-qr]").evaluate_all("all => all.map(one => one.dataset.qr)") == [
        f"{running.url}/table/{one['match']}" for one in matches
    ]
    assert phone.locator("h1:visible, .sections:visible, dialog:visible").count() == 0
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.emulate_media(media="screen")
    phone.evaluate("dispatchEvent(new Event('afterprint'))")
    assert phone.locator("#paper").count() == 0


def test_the_code_on_the_wall_has_no_key(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Jacinta", "Kiko")
    with running.client() as client:
        body = {"ruleset": "hearts.castillar", "format": "castillar"}
        fixture = client.post(f"/v1/championships/{here.id}/contests", json=body).json()["fixtures"][0]["id"]
        match = client.post("/v1/matches", json={"fixture": fixture}).json()["id"]
    here.goes("fixtures")
    phone.click("[data-fixture]")
    phone.click('[data-open="public"] summary')
    assert read_by_a_camera(phone) == f"{running.url}/table/{match}"
    assert phone.locator('[data-open="pins"]').count() == 0


def test_a_copy_of_the_championship_is_taken_away(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Leocadia", "Macario")
    here.goes("backup")
    with phone.expect_download() as download:
        phone.click('[data-action="backup"]')
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert {"Leocadia", "Macario"} <= {*json.loads(lines[0])["names"].values()}
    phone.wait_for_selector('[role="status"]:has-text("Copia hecha")')


def test_a_copy_of_the_whole_service_is_taken_away(running: Running, phone: Page) -> None:
    phone.goto(f"{running.url}/organize#token={TOKEN}")
    phone.click('[data-action="more"]')
    phone.click('[data-go="backup"]:visible')
    assert "Guárdela donde nadie más la lea" in phone.locator('[data-section="backup"] .bad').inner_text()
    with phone.expect_download() as download:
        phone.click('[data-action="backup"]')
    assert download.value.suggested_filename.endswith(".sqlite")
    assert download.value.path().read_bytes()[:15] == b"SQLite format 3"
    phone.wait_for_selector('[role="status"]:has-text("Copia hecha")')


def test_another_program_is_told_and_what_became_of_it_is_shown(running: Running, phone: Page) -> None:
    here = Organizer(phone, running)
    here.goes("webhooks")
    phone.fill('[data-input="url"]', "ftp://example.org/")
    phone.click('[data-action="create-webhook"]')
    phone.wait_for_selector('[data-input="url"][aria-invalid="true"]')
    # Nothing happens in this championship, so nothing is ever sent there.
    phone.fill('[data-input="url"]', "http://93.184.216.34/hook")
    phone.click('[data-action="create-webhook"]')
    phone.wait_for_selector('[data-input="webhook-secret"]')
    phone.click('[data-action="deliveries"]')
    phone.wait_for_selector("text=Todavía no se ha mandado ninguno")
    phone.click('[data-action="delete-webhook"]')
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector("[data-webhook]", state="detached")


def test_a_section_that_comes_later_is_asked_for_again(running: Running, phone: Page) -> None:
    """The network is cut in the moment in which it is first opened, and comes back."""
    with running.client() as client:
        championship = client.post("/v1/championships", json={"name": "Otoño", "players": []}).json()["id"]
    bundle = re.compile(r"/organize\.access\.backup\.")
    phone.route(bundle, lambda route: route.abort())
    phone.goto(f"{running.url}/organize/{championship}#token={TOKEN}")
    phone.wait_for_selector('[data-section="start"]')
    phone.goto(f"{running.url}/organize/{championship}#backup")
    phone.wait_for_selector('[data-action="load"]')
    assert phone.locator("[data-section]").count() == 0
    phone.unroute(bundle)
    # The page may have asked again by itself meanwhile, and the button be gone.
    phone.evaluate("() => document.querySelector('[data-action=load]')?.click()")
    phone.wait_for_selector('[data-section="backup"] [data-action="backup"]')
