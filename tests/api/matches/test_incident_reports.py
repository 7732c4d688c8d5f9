"""The written record of each card, to be signed: its content, and its comparison with the log."""

import re
from html import unescape

import pytest

from tests.support.hall import Hall
from tests.support.service import Caller, refusal_of


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    return Hall(organizer)


def read(client: Caller, path: str, version: int | None = None, language: str = "es") -> str:
    """The text of a page as people read it."""
    query = {"lang": language, "zone": "Europe/Madrid"} | ({} if version is None else {"version": str(version)})
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return " ".join(unescape(re.sub(r"(?s)<(style|svg|head)\b.*?</\1>|<[^>]*>", " ", answer.text)).split())


def test_a_card_at_a_table_has_a_record_to_sign(hall: Hall, organizer: Caller, public: Caller) -> None:
    match = hall.guinote()
    version = organizer.tell(match, {"type": "sanction", "seat": 1, "card": "black", "reason": "enseñar cartas"})[
        "version"
    ]
    who = organizer.get(f"/v1/matches/{match}").json()["seats"][1]["name"]
    text = read(public, f"/print/matches/{match}/sanctions", version)
    for part in (
        *("Acta de sanción Ver la jugada Tarjeta negra", f"A quién {who}", "Mano 1, baza 2", "Motivo enseñar cartas"),
        *("Juego Guiñote", f"jugada {version}", "league.sanctions", f"Sancionado/a: {who} Testigo"),
    ):
        assert part in text, part
    assert "Record of a sanction See the play Black card" in read(
        public, f"/print/matches/{match}/sanctions", language="en"
    )


def test_its_hash_is_that_of_the_log(hall: Hall, organizer: Caller, public: Caller) -> None:
    match = hall.guinote()
    version = organizer.tell(match, {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"})["version"]
    path = f"/print/matches/{match}/sanctions"
    [entry] = organizer.get(f"/v1/matches/{match}/events", params={"after": version - 1, "limit": 1}).json()["items"]
    assert (entry["type"], entry["version"]) == ("sanction", version)
    assert f"Hash: {entry['hash']}" in read(organizer, path)
    assert entry["hash"] not in read(public, path)
    assert "no se muestra mientras se juega la mano" in read(public, path)
    assert f"/v1/matches/{match}/events?after={version - 1}&limit=1" in read(organizer, path)


def test_a_card_taken_back_says_that_it_counts_no_more(hall: Hall, organizer: Caller, public: Caller) -> None:
    match = hall.guinote()
    version = organizer.tell(match, {"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"})["version"]
    organizer.tell(match, {"type": "retract", "to": version - 1, "reason": "era otro"})
    path = f"/print/matches/{match}/sanctions"
    assert "No se ha dado ninguna tarjeta." in read(public, path)
    assert "Esta tarjeta ya no cuenta" in read(public, path, version)


def test_a_card_outside_a_match_and_one_with_a_result(hall: Hall, organizer: Caller, public: Caller) -> None:
    path = f"/print/championships/{hall.championship}/sanctions"
    assert "No se ha dado ninguna tarjeta." in read(public, path)
    card = {"player": hall.player("Bernardo"), "card": "yellow", "reason": "llegó tarde"}
    outside = organizer.post(f"/v1/championships/{hall.championship}/sanctions", json=card).json()["version"]
    response = hall.league.correct({"Concha": 61, "Dámaso": 43}, "faltaba", cards={"Concha": [0, 1], "Dámaso": [0, 0]})
    assert response.is_success, response.text
    log = {
        one["version"]: one for one in organizer.get(f"/v1/championships/{hall.championship}/events").json()["items"]
    }
    text = read(public, path, outside)
    assert "Tarjeta amarilla" in text and "A quién Bernardo" in text and "Motivo llegó tarde" in text
    assert f"Hash: {log[outside]['hash']}" in text
    last = max(log)
    text = read(public, path, last)
    for part in ("Tarjeta negra", "A quién Concha", "Motivo faltaba", f"Hash: {log[last]['hash']}"):
        assert part in text, part
    assert "hearts.black-2" in text and "sanction.black-league" in text
    both = read(public, path)
    assert both.count("Acta de sanción") == 2
    assert hall.league.correct({"Concha": 61, "Dámaso": 43}, "no era").is_success
    assert read(public, path).count("Acta de sanción") == 1
    assert "ya no cuenta" in read(public, path, last)


def test_a_version_without_a_card_has_no_record(hall: Hall, public: Caller) -> None:
    for log in (f"matches/{hall.guinote()}", f"championships/{hall.championship}"):
        refusal_of(public.get(f"/print/{log}/sanctions", params={"version": 1}), 404, "not-found")
        refusal_of(public.get(f"/print/{log}/sanctions", params={"version": "x"}), 400, "malformed")
    refusal_of(public.get("/print/matches/01920000-0000-7000-8000-000000000099/sanctions"), 404, "not-found")


def test_an_erased_person_has_no_name_on_it(hall: Hall, organizer: Caller, public: Caller) -> None:
    player = hall.player("Bernardo")
    card = {"player": player, "card": "yellow", "reason": "tarde"}
    assert organizer.post(f"/v1/championships/{hall.championship}/sanctions", json=card).is_success
    assert organizer.delete(f"/v1/players/{player}").status_code == 204
    text = read(public, f"/print/championships/{hall.championship}/sanctions")
    assert "A quién Nombre borrado" in text and player not in text
