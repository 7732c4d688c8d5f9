"""The entering of people from a phone: pasted lists, names that are like others, renaming, joining and erasing."""

from playwright.sync_api import Page

from tests.browser.looking import WIDER
from tests.browser.organizing import Organizer
from tests.support.service import TOKEN, Running


def test_a_pasted_list_is_entered_and_namesakes_are_asked_about(running: Running, phone: Page) -> None:
    others = Organizer(phone, running, "Marcelina", "Nicanor")
    here = Organizer(phone, running, "Obdulia")
    here.goes("players")
    text = "1. Petra\n2) Quintín\n\n- Petra\n  Obdulia \nMarcelina\nNicanor\n"
    phone.fill('[data-input="players"]', text)
    phone.click('[data-action="enter"]')
    # The same line twice is one person; she is here already; she played elsewhere; he is another person.
    for name, answer in (("Petra", "same"), ("Obdulia", "same"), ("Marcelina", "same"), ("Nicanor", "other")):
        phone.click(f'[data-question][data-name="{name}"] [data-action="{answer}"]')
    phone.wait_for_selector("[data-notice]")
    assert here.notice() == "4 personas apuntadas."
    assert here.names() == ["Marcelina", "Nicanor", "Obdulia", "Petra", "Quintín"]
    with running.client() as client:
        before, after = (client.get(f"/v1/championships/{one.id}").json()["players"] for one in (others, here))
    common = {one["id"] for one in before} & {one["id"] for one in after}
    assert [one["name"] for one in after if one["id"] in common] == ["Marcelina"]


def test_who_writes_a_name_otherwise_is_asked_too(running: Running, phone: Page) -> None:
    """Names that differ in capitals, accents and spaces are found, with the difference: in the register, this championship and
    the list.
    """
    elsewhere = [f"Ólafur Núñez {n}" for n in "abc"]
    Organizer(phone, running, *elsewhere)
    here = Organizer(phone, running, "Íñigo Peña")
    here.goes("players")
    phone.fill('[data-input="players"]', "inigo  PENA\nolafur nunez B\nZózima\nzozima\nÓLAFUR NÚÑEZ A\n")
    phone.click('[data-action="enter"]')
    asked = phone.locator("[data-question]")
    for name, says, answer in (
        ("inigo PENA", "Es Íñigo Peña, que ya está en este campeonato", "same"),
        ("olafur nunez B", "Es Ólafur Núñez b, de «Fiestas»: apuntar", "same"),
        ("zozima", "Es Zózima, que está antes en esta lista", "same"),
        ("ÓLAFUR NÚÑEZ A", "Es Ólafur Núñez a, de «Fiestas»: apuntar", "other"),
    ):
        phone.wait_for_selector(f'[data-question][data-name="{name}"]')
        assert says in asked.inner_text()
        assert asked.locator('[data-action="same"]').count() == 1
        asked.locator(f'[data-action="{answer}"]').click()
    phone.wait_for_selector("[data-notice]")
    assert here.names() == ["Íñigo Peña", "ÓLAFUR NÚÑEZ A", "Ólafur Núñez b", "Zózima"]
    phone.click('[data-name="Zózima"]')
    phone.fill('[data-sheet="person"] [data-input="name"]', "iñigo peña")
    phone.click('[data-action="rename"]')
    phone.wait_for_selector('[role="alert"]:has-text("Íñigo Peña")')
    phone.click('[data-sheet="person"] [data-action="other"]')
    phone.wait_for_selector('[data-name="iñigo peña"]')


def test_two_people_of_one_name_are_told_apart(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Casilda Gil")
    here.goes("players")
    phone.fill('[data-input="players"]', "1.- Casilda Gil\n2.- Braulio Gil (Peña El As)\n")
    phone.click('[data-action="enter"]')
    phone.fill('[data-question] [data-input="disambiguation"]', "Peña El Basto")
    phone.click('[data-question] [data-action="other"]')
    phone.wait_for_selector("[data-notice]")
    assert here.names() == ["Braulio Gil (Peña El As)", "Casilda Gil", "Casilda Gil (Peña El Basto)"]
    phone.click('[data-name="Casilda Gil"]')
    phone.fill('[data-sheet="person"] [data-input="disambiguation"]', "1984")
    phone.click('[data-action="rename"]')
    phone.wait_for_selector('[data-name="Casilda Gil (1984)"]')
    # A person pasted in this spelling is not entered a second time.
    phone.fill('[data-input="players"]', "3. Casilda Gil (1984)\n4. braulio gil (peña el as)\n")
    phone.click('[data-action="enter"]')
    for name in ("Casilda Gil (1984)", "Braulio Gil (Peña El As)"):
        phone.click(f'[data-question] [data-action="same"]:has-text("{name}")')
    phone.wait_for_selector("[data-notice]")
    assert here.names() == ["Braulio Gil (Peña El As)", "Casilda Gil (1984)", "Casilda Gil (Peña El Basto)"]
    # The list of everybody, and the page of a person, tell them apart too.
    phone.goto(f"{running.url}/organize#token={TOKEN}")
    phone.wait_for_selector('[data-section="start"]')
    here.goes("people")
    phone.wait_for_selector('[data-list="players"] [data-name="Casilda Gil (Peña El Basto)"]')
    phone.click('[data-name="Casilda Gil (1984)"]')
    phone.click('[data-sheet="person"] [data-action="record"]')
    phone.wait_for_selector('h1:text-is("Casilda Gil (1984)")')


def test_a_person_is_renamed_joined_and_erased(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Rosendo", "Rosenda", "Saturio")
    here.goes("players")
    phone.click('[data-name="Saturio"]')
    phone.fill('[data-sheet="person"] [data-input="name"]', "Saturia")
    phone.fill('[data-sheet="person"] [data-input="birth_date"]', "1950-02-01")
    phone.click('[data-action="rename"]')
    phone.wait_for_selector('[data-name="Saturia"]')
    with running.client() as client:
        [saturia] = client.get("/v1/players", params={"name": "Saturia"}).json()["items"]
        assert client.get(f"/v1/players/{saturia['id']}").json()["birth_date"] == "1950-02-01"
    phone.click('[data-name="Rosendo"]')
    phone.select_option('[data-input="into"]', label="Rosenda")
    phone.click('[data-action="merge"]')
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector('[data-name="Rosendo"]', state="detached")
    phone.click('[data-name="Rosenda"]')
    phone.click('[data-merged] [data-action="part"]')
    phone.wait_for_selector("[data-told]:has-text('Rosendo vuelve a ser otra persona')")
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector('[data-name="Rosendo"]')
    phone.wait_for_selector("[data-notice]:text-is('Rosenda y Rosendo vuelven a ser dos fichas.')")
    phone.click('[data-name="Saturia"]')
    phone.click('[data-action="erase"]')
    assert "no se puede deshacer" in phone.locator('[data-sheet="confirm"]').inner_text()
    phone.click('[data-action="confirm"]')
    phone.wait_for_selector('[data-name="Saturia"]', state="detached")
    assert sorted(here.names()) == ["Nombre borrado", "Rosenda", "Rosendo"]


def test_columns_without_a_title_are_read_as_the_organizer_sees_and_chooses(running: Running, phone: Page) -> None:
    here = Organizer(phone, running, "Rigoberta")
    here.goes("players")
    phone.fill('[data-input="players"]', "1\tOrdoqui\tXana\tTauste\n2\tIriarte\tAmets\tEjea\n3\t12345678Z")
    assert phone.locator("[data-read]").inner_text() == "Se lee: Ordoqui; Iriarte."
    assert phone.locator("[data-nameless]").inner_text() == "Una línea no tiene nombre: no se apunta a nadie por ella."
    phone.select_option('[data-input="columns"]', label="Xana Ordoqui")
    assert phone.locator("[data-read]").inner_text() == "Se lee: Xana Ordoqui; Amets Iriarte."
    assert not phone.evaluate(WIDER)
    phone.click('[data-action="enter"]')
    phone.wait_for_selector("[data-notice]")
    # Another list is read for itself; two that differ in their capitals are asked about.
    phone.fill('[data-input="players"]', "XANTIPA\nxantipa")
    assert phone.locator('[data-input="columns"]').count() == 0
    phone.click('[data-action="enter"]')
    phone.click('[data-question][data-name="xantipa"] [data-action="same"]')
    phone.wait_for_selector("[data-notice]:text-is('1 persona apuntada.')")
    assert here.names() == ["Amets Iriarte", "Rigoberta", "Xana Ordoqui", "XANTIPA"]
