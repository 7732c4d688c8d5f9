"""A shared link: its words and picture in a chat, the calendar of a championship, the feed of its results."""

import re
from datetime import timedelta
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import httpx
import msgspec
import pytest
from icalendar import Calendar

from api.pages.sharing import calendar, feed
from api.pages.sharing.picture import as_png, as_svg
from api.pages.sharing.previews import Line, Preview
from tests.support.desk import OUTSIDERS, WHY, draw_desk_contest, open_fixture
from tests.support.guinote_hands import LIAR
from tests.support.guinote_table import arrastre
from tests.support.hall import Hall
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.records import RECORDS, replay_record
from tests.support.service import BEARER, Caller, refusal_of

ATOM = "{http://www.w3.org/2005/Atom}"
PNG = b"\x89PNG\r\n\x1a\n"
PREVIEWED = ("/table/{match}", "/replay/{match}", "/board/{championship}", "/championships/{championship}")


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    return Hall(organizer)


def tags(public: Caller, path: str, **headers: str) -> dict[str, str]:
    """The tags of a page that a chat reads."""
    text = public.get(path, headers=headers).text
    return {
        name: unescape(value)
        for name, value in re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text)
    }


@pytest.mark.parametrize("path", PREVIEWED)
@pytest.mark.parametrize(("language", "word"), [("es", "Guiñote"), ("en", "Guiñote")])
def test_a_link_says_what_it_leads_to(hall: Hall, public: Caller, path: str, language: str, word: str) -> None:
    where = path.format(match=hall.guinote(), championship=hall.championship)
    metadata = tags(public, f"{where}?lang={language}", Host="cards.example")
    assert word in metadata["og:description"]
    assert metadata["og:url"] == f"http://cards.example{where}"
    assert metadata["og:image"].startswith("http://cards.example/share/")
    picture = public.get(metadata["og:image"].removeprefix("http://cards.example"))
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert picture.content.startswith(PNG)
    headers = {"If-None-Match": picture.headers["etag"]}
    assert public.get(metadata["og:image"].removeprefix("http://cards.example"), headers=headers).status_code == 304


def test_the_score_and_whose_turn_it_is_in_the_readers_language(hall: Hall, public: Caller) -> None:
    match = hall.guinote()
    spanish, english = (tags(public, f"/table/{match}?lang={language}") for language in ("es", "en"))
    assert re.fullmatch(r"\S+ y \S+ (21 – 0|0 – 21) \S+ y \S+", spanish["og:title"])
    assert " and " in english["og:title"]
    assert re.fullmatch(r"Guiñote · En juego · Le toca a \S+", spanish["og:description"])
    assert re.fullmatch(r"Guiñote · In play · \S+ to play", english["og:description"])
    hall.lays(match, "2C")
    assert tags(public, f"/table/{match}?lang=es")["og:image"] != spanish["og:image"]


@pytest.mark.parametrize("path", PREVIEWED)
def test_the_document_of_a_match_names_its_ruleset(hall: Hall, public: Caller, path: str) -> None:
    match = hall.guinote()
    metadata = tags(public, path.format(match=match, championship=hall.championship))
    ruleset = public.get(f"/v1/matches/{match}").json()["ruleset"] if "match" in path else None
    assert metadata.get("ruleset") == ruleset


@pytest.mark.parametrize("path", PREVIEWED)
@pytest.mark.parametrize(
    ("query", "rest"),
    [
        ("step=4", "?step=4"),
        ("only=a&lang=es&only=b", "?only=a&only=b"),
        ("no-results&token=secret", "?no-results"),
        ("no-results=0&seconds=5", "?no-results=0&seconds=5"),
        ('only="><b>', "?only=%22%3E%3Cb%3E"),
        ("lang=en", ""),
    ],
)
def test_a_link_leads_where_it_led(hall: Hall, public: Caller, path: str, query: str, rest: str) -> None:
    where = path.format(match=hall.guinote(), championship=hall.championship)
    metadata = tags(public, f"{where}?{query}", Host="cards.example")
    assert metadata["og:url"] == f"http://cards.example{where}{rest}"


@pytest.mark.parametrize("path", PREVIEWED)
@pytest.mark.parametrize("text", ["no-results", "no-results=1"])
def test_a_link_without_results_tells_none(hall: Hall, public: Caller, path: str, text: str) -> None:
    match = hall.guinote()
    where = path.format(match=match, championship=hall.championship)
    with_results, without_results = (tags(public, f"{where}?lang=es&{query}") for query in ("no-results=0", text))
    assert not any("21" in text for name, text in without_results.items() if name not in ("og:url", "og:image"))
    assert any("21" in text for name, text in with_results.items() if name == "og:title") == (match in where)
    sides = without_results["og:title"].split(" – ") if match in where else []
    preview = Preview(
        without_results["og:title"], without_results["og:description"], tuple(Line(side, "") for side in sides), 1
    )
    picture = public.get(without_results["og:image"].removeprefix("http://127.0.0.1:8000"))
    assert picture.content == as_png(preview)


def test_the_link_of_a_board_tells_of_what_it_shows(hall: Hall, public: Caller) -> None:
    match, board = hall.guinote(), f"/board/{hall.championship}"
    [_, pairs] = hall.client.get(f"/v1/championships/{hall.championship}").json()["contests"]
    fixture = hall.league.fixture("Concha", "Dámaso")
    later = hall.league.fixture("Ángeles", "Concha")
    when = {"starts_at": "2026-08-15T17:00:00Z", "table": "Rincón"}
    assert hall.client.put(f"/v1/fixtures/{later['id']}/schedule", json=when).is_success

    def title_and_text(only: str, more: str = "") -> tuple[str, str]:
        metadata = tags(public, f"{board}?lang=es&only={only}{more}")
        whole = tags(public, f"{board}?lang=es")
        pictures = [public.get(one["og:image"]).content for one in (metadata, whole)]
        assert pictures[0].startswith(PNG)
        assert (pictures[0] == pictures[1]) == (metadata["og:image:alt"] == whole["og:image:alt"])
        return metadata["og:title"], metadata["og:description"]

    for name in (hall.league.id, f"{hall.league.id},"):
        assert title_and_text(name) == (
            "Fiestas: Corazones, El Castillar",
            "El Castillar, según el número de jugadores · 5 jugadores",
        )
    at_table = tags(public, f"/table/{match}?lang=es")
    assert title_and_text(match) == (at_table["og:title"], at_table["og:description"])
    assert title_and_text(pairs["id"]) == ("Fiestas: Guiñote", "Eliminatorias · 4 jugadores")
    figures = sorted(map(str, fixture["result"]["points"]))
    title, about = title_and_text(fixture["id"])
    assert sorted(re.findall(r"\d+", title)) == figures and "Corazones" in about
    assert not re.search(r"\d", title_and_text(fixture["id"], "&no-results")[0])
    title, about = title_and_text("Rincón")
    assert sorted(title.split(" – ")) == ["Concha", "Ángeles"] and about.endswith("Mesa Rincón")
    both = title_and_text(f"{hall.league.id}&only={pairs['id']}")
    assert both[0] == "Fiestas" and both[1].startswith("Corazones, El Castillar · Guiñote")
    assert title_and_text("nobody") == ("Fiestas", "5 jugadores")
    # A page that always shows the whole championship says so.
    page = f"/championships/{hall.championship}"
    assert tags(public, f"{page}?lang=es&only={match}")["og:title"] == tags(public, f"{page}?lang=es")["og:title"]


def test_a_link_to_a_step_tells_how_it_stood_there(hall: Hall, public: Caller) -> None:
    match = hall.guinote()
    hall.lays(match, "2C")
    title = {step: tags(public, f"/replay/{match}?lang=es&step={step}")["og:title"] for step in (5, 6, 7, 999)}
    images = {step: tags(public, f"/replay/{match}?lang=es&step={step}")["og:image"] for step in title}
    assert re.findall(r"\d+", title[5]) == ["0", "0"]
    assert sorted(re.findall(r"\d+", title[6])) == ["0", "21"]
    assert title[6] == title[7] == title[999] == tags(public, f"/replay/{match}?lang=es")["og:title"]
    assert len(set(images.values())) == len(images)
    for step in ("0", "-1", "x", "1e3", "٣"):
        assert tags(public, f"/replay/{match}?lang=es&step={step}")["og:title"] == title[999]


def test_a_claim_freezes_the_score_that_a_link_tells(hall: Hall, public: Caller) -> None:
    match = hall.opens(hall.league.fixture("Concha", "Estrella"))
    for event in (
        {"type": "count", "figures": {"points": [10, 16]}},
        {"type": "deal"},
        {"type": "play", "seat": 0, "card": "2C"},
        {"type": "play", "seat": 1, "card": "5D"},
        {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 5},
        {"type": "count", "figures": {"points": [4, 22]}},
    ):
        hall.client.tell(match, event)

    def numbers_shown(query: str = "") -> list[str]:
        return re.findall(r"\d+", tags(public, f"/table/{match}?lang=es{query}")["og:title"])

    assert (numbers_shown(), numbers_shown("&step=7"), numbers_shown("&step=1")) == (
        ["10", "16"],
        ["10", "16"],
        ["0", "0"],
    )
    hall.client.tell(match, {"type": "ruling", "claim": "c1", "upheld": False, "reason": "visto"})
    assert (numbers_shown(), numbers_shown("&step=7")) == (["14", "38"], ["14", "38"])


def test_a_link_tells_no_more_of_a_false_cante_than_the_page(organizer: Caller, public: Caller) -> None:
    """A match that shows infractions at the end of a hand: its points are gone only for readers of every hand."""
    table = arrastre(*LIAR, turn_up="3C", leader=0)
    match = organizer.open("guinote", 4, infractions_shown="hand_end", first_dealer=3)
    organizer.tell(match, [msgspec.to_builtins(event) for event in table.events])
    organizer.tell(match, {"type": "cante", "seat": 0, "value": 40})
    public_totals, full = (
        client.get(f"/v1/matches/{match}").json()["score"]["totals"] for client in (public, organizer)
    )
    assert public_totals == [full[0] + 40, full[1]]
    for page in (f"/table/{match}?lang=en", f"/replay/{match}?lang=en", f"/replay/{match}?lang=en&step=999"):
        metadata = tags(public, page)
        assert f" {public_totals[0]} – {public_totals[1]} " in metadata["og:title"]
        lines = tuple(
            Line(*line)
            for line in zip(re.split(r" \d+ – \d+ ", metadata["og:title"]), map(str, public_totals), strict=True)
        )
        picture = as_png(Preview(metadata["og:title"], metadata["og:description"], lines, 1))
        assert public.get(metadata["og:image"].removeprefix(str(public.base_url))).content == picture


@pytest.mark.parametrize("host", ['cards.example"><script>', "a b", "", "x" * 300])
def test_no_host_gets_into_the_page_that_is_none(hall: Hall, public: Caller, host: str) -> None:
    metadata = tags(public, f"/board/{hall.championship}", Host=host)
    assert metadata.get("og:url", "http://127.0.0.1:8000").startswith("http://127.0.0.1:8000")


def test_a_name_is_text_wherever_it_is_told(organizer: Caller, public: Caller) -> None:
    name = """<b>"Ana" & 'Beto'</b>"""
    match = organizer.post(
        "/v1/matches", json={"ruleset": "guinote", "seats": [{"name": name}, {"name": "Carla"}]}
    ).json()["id"]
    page = public.get(f"/table/{match}").text
    assert "<b>" not in page
    assert tags(public, f"/table/{match}")["og:title"].startswith(f"{name} 0")
    assert public.get(f"/share/{match}.png").content.startswith(PNG)


@pytest.mark.parametrize("record", sorted(one.name.removesuffix(".match.jsonl") for one in RECORDS.glob("*.jsonl")))
def test_a_match_that_is_over_is_told_by_what_decides_it(organizer: Caller, public: Caller, record: str) -> None:
    match = replay_record(organizer, record)
    view = organizer.get(f"/v1/matches/{match}").json()
    score = view["score"]
    over = view["result"] is not None
    figures = score["partidas"] if over and "partidas" in score else score["totals"]
    preview_title = tags(public, f"/table/{match}?lang=es")["og:title"]
    assert sorted(re.findall(r"-?\d+", preview_title.replace("Jugador ", ""))) == sorted(map(str, figures)), (
        preview_title
    )


def test_what_is_not_there_has_no_words_and_no_picture(public: Caller) -> None:
    nobody = "01920000-0000-7000-8000-00000000dead"
    assert "og:title" not in tags(public, f"/table/{nobody}")
    refusal_of(public.get(f"/share/{nobody}.png"), 404, "not-found")


def test_whoever_was_erased_is_in_no_link_calendar_or_feed(hall: Hall, organizer: Caller, public: Caller) -> None:
    match = hall.guinote()
    fixture = hall.league.fixture("Bernardo", "Concha")
    when = {"starts_at": "2026-08-15T17:00:00Z", "table": 3}
    assert organizer.put(f"/v1/fixtures/{fixture['id']}/schedule", json=when).status_code == 200
    texts = (
        f"/table/{match}",
        f"/championships/{hall.championship}",
        f"/v1/championships/{hall.championship}/calendar.ics",
        f"/championships/{hall.championship}/results.atom",
    )
    before = [public.get(path, params={"lang": "es"}) for path in texts]
    assert [("Bernardo" in answer.text) for answer in before] == [True, False, True, True]
    picture = public.get(f"/share/{match}.png")
    assert organizer.delete(f"/v1/players/{hall.player('Bernardo')}").status_code == 204
    for path, former in zip(texts, before, strict=True):
        now = public.get(path, params={"lang": "es"}, headers={"If-None-Match": former.headers["etag"]})
        assert "Bernardo" not in now.text, path
    after = public.get(f"/share/{match}.png", headers={"If-None-Match": picture.headers["etag"]})
    assert (after.status_code, after.content == picture.content) == (200, False)


@pytest.mark.parametrize(("language", "place"), [("es", "Mesa 3"), ("en", "Table 3")])
def test_the_calendar_has_the_matches_that_have_a_time(
    hall: Hall, organizer: Caller, public: Caller, language: str, place: str
) -> None:
    fixture = hall.league.fixture("Bernardo", "Concha")
    when = {"starts_at": "2026-08-15T19:00:00+02:00", "table": 3}
    assert organizer.put(f"/v1/fixtures/{fixture['id']}/schedule", json=when).status_code == 200
    path = f"/v1/championships/{hall.championship}/calendar.ics"
    answer = public.get(path, params={"lang": language})
    assert answer.headers["content-type"].startswith("text/calendar")
    calendar: Any = Calendar.from_ical(answer.text)
    [event] = calendar.walk("VEVENT")
    assert event["uid"] == f"urn:uuid:{fixture['id']}"
    assert event["summary"] == " – ".join(one["name"] for one in fixture["entrants"])
    assert (event["dtstart"].dt.isoformat(), event["location"]) == ("2026-08-15T17:00:00+00:00", place)
    assert public.get(path, params={"player": "Ángeles"}).text.count("VEVENT") == 0
    again = public.get(path, params={"lang": language}, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def events(client: Caller, championship: str, **query: str) -> dict[str, Any]:
    """The events of a calendar by their ids."""
    text = client.get(f"/v1/championships/{championship}/calendar.ics", params=query).text
    return {str(event["uid"]): event for event in Calendar.from_ical(text).walk("VEVENT")}


def test_a_calendar_says_how_long_a_match_lasts_and_what_changed(hall: Hall, organizer: Caller) -> None:
    first, other = (hall.league.fixture("Bernardo", "Concha"), hall.league.fixture("Dámaso", "Estrella"))
    for fixture in (first, other):
        at = {"starts_at": "2026-08-15T17:00:00Z", "table": 3}
        assert organizer.put(f"/v1/fixtures/{fixture['id']}/schedule", json=at).is_success
    before, uid = events(organizer, hall.championship), f"urn:uuid:{first['id']}"
    assert before[uid]["dtend"].dt - before[uid]["dtstart"].dt == timedelta(hours=1)
    assert {str(event["status"]) for event in before.values()} == {"CONFIRMED"}
    at = {"starts_at": "2026-08-16T17:00:00Z", "table": 4}
    assert organizer.put(f"/v1/fixtures/{first['id']}/schedule", json=at).is_success
    after = events(organizer, hall.championship)
    assert int(after[uid]["sequence"]) > int(before[uid]["sequence"])
    assert after[f"urn:uuid:{other['id']}"] == before[f"urn:uuid:{other['id']}"] | {"dtstamp": after[uid]["dtstamp"]}


@pytest.mark.parametrize("way", ["no time", "withdrawal", "cancelled contest"])
def test_what_is_taken_away_is_cancelled_in_the_calendar_and_may_come_back(organizer: Caller, way: str) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla")
    fixture = contest.fixture("Ana", "Beto")["id"]
    times = [{"starts_at": "2026-08-15T17:00:00Z"}, {"starts_at": "2026-08-16T17:00:00Z"}]
    ana = next(one["id"] for one in contest.fixture("Ana", "Beto")["entrants"] if one["name"] == "Ana")
    take, give = {
        "no time": (
            ("PUT", f"/v1/fixtures/{fixture}/schedule", {}),
            ("PUT", f"/v1/fixtures/{fixture}/schedule", times[0]),
        ),
        "withdrawal": (
            ("POST", f"/v1/contests/{contest.id}/withdrawals", {"player": "Ana", "reason": "enferma"}),
            ("DELETE", f"/v1/contests/{contest.id}/withdrawals/{ana}?reason=error", None),
        ),
        "cancelled contest": (
            ("DELETE", f"/v1/contests/{contest.id}?reason=lluvia", None),
            ("DELETE", "", None),
        ),
    }[way]
    assert organizer.put(f"/v1/fixtures/{fixture}/schedule", json=times[0]).is_success
    uid = f"urn:uuid:{fixture}"
    states = [events(organizer, contest.championship)[uid]]
    for method, path, body in (take, give):
        if path:
            answer = organizer.request(method, path, json=body)
            assert answer.is_success, answer.text
            for player in ({}, {"player": "Beto"}):
                [event] = events(organizer, contest.championship, **player).values()
            states.append(event)
    assert [str(event["status"]) for event in states] == ["CONFIRMED", "CANCELLED", "CONFIRMED"][: len(states)]
    numbers = [int(event["sequence"]) for event in states]
    assert numbers == sorted({*numbers})
    assert {event["dtstart"].dt.isoformat() for event in states} == {"2026-08-15T17:00:00+00:00"}
    assert {str(event["uid"]) for event in states} == {uid}


def test_a_final_whose_players_change_keeps_its_entry(organizer: Caller) -> None:
    """The final is cancelled in the calendar of the player that was to play before."""
    contest = Contest(organizer, "Ana", "Beto", "Carla", "Dani", format="knockout")
    for match in contest.fixtures("knockout"):
        contest.report({match["entrants"][0]["name"]: 40, match["entrants"][1]["name"]: 64})
    final = contest.fixtures("final")[0]
    at = {"starts_at": "2026-08-15T17:00:00Z", "table": 1}
    assert organizer.put(f"/v1/fixtures/{final['id']}/schedule", json=at).is_success
    before = events(organizer, contest.championship)
    semifinal = contest.fixtures("knockout")[0]
    names = [one["name"] for one in semifinal["entrants"]]
    assert contest.correct({names[0]: 64, names[1]: 40}, "acta al revés").is_success
    assert contest.fixtures("final")[0]["id"] != final["id"]
    [event] = events(organizer, contest.championship).values()
    assert [*before] == [str(event["uid"])]
    assert (str(event["status"]), event["dtstart"].dt) == ("CONFIRMED", before[str(event["uid"])]["dtstart"].dt)
    leaver, comes = ({one["name"] for one in f["entrants"]} for f in (final, contest.fixtures("final")[0]))
    for player, status in [(min(leaver - comes), "CANCELLED"), (min(comes - leaver), "CONFIRMED")]:
        [entry] = events(organizer, contest.championship, player=player).values()
        assert str(entry["status"]) == status


@pytest.mark.parametrize(
    ("format_", "way"),
    [
        *product(["league", "knockout", "knockout of pairs"], ["no time", "cancelled contest"]),
        # In a knockout the rival of a withdrawn player goes on by a walkover.
        ("league", "withdrawal"),
        ("league of pairs", "withdrawal"),
    ],
)
def test_a_cancelled_entry_names_those_who_were_to_play_after_all(organizer: Caller, format_: str, way: str) -> None:
    """A substitution was taken back before. The substitute is named in their own calendar only."""
    contest = draw_desk_contest(organizer, format_)
    fixture = open_fixture(contest)
    at = {"starts_at": "2026-08-15T17:00:00Z"}
    assert organizer.put(f"/v1/fixtures/{fixture['id']}/schedule", json=at).is_success
    out, rival = fixture["entrants"]
    into = [*OUTSIDERS] if "players" in out else OUTSIDERS[0]
    contest.do("substitutions", out=out["id"], reason="enferma", **{"in": into})
    back = f"/v1/contests/{contest.id}/substitutions/{out['id']}"
    assert organizer.delete(back, params=WHY).is_success
    if way == "withdrawal":
        assert contest.do("withdrawals", player=rival["id"], reason="se va").is_success
    elif way == "cancelled contest":
        assert organizer.delete(f"/v1/contests/{contest.id}", params=WHY).is_success
    else:
        assert organizer.put(f"/v1/fixtures/{fixture['id']}/schedule", json={}).is_success
    uid = f"urn:uuid:{fixture['id']}"
    first = (out.get("players") or [out])[0]["id"]
    for player in ({}, {"player": first}):
        event = events(organizer, contest.championship, **player)[uid]
        names = f"{out['name']} – {rival['name']}"
        assert (str(event["status"]), str(event["summary"])) == ("CANCELLED", names)


def test_a_cancelled_final_names_those_who_were_through_last(organizer: Caller) -> None:
    """Both were finalists, then another was, then both again. A final without finalists is in no contest."""
    contest = Contest(organizer, "Ana", "Beto", "Carla", "Dani", format="knockout")
    for match in contest.fixtures("knockout"):
        contest.report({match["entrants"][0]["name"]: 40, match["entrants"][1]["name"]: 64})
    final, semifinal = contest.fixtures("final")[0], contest.fixtures("knockout")[0]
    at = {"starts_at": "2026-08-15T17:00:00Z"}
    assert organizer.put(f"/v1/fixtures/{final['id']}/schedule", json=at).is_success
    a, b = (one["name"] for one in semifinal["entrants"])
    for points in ({a: 64, b: 40}, {a: 40, b: 64}):
        assert contest.correct(points).is_success
    assert organizer.delete(f"/v1/fixtures/{semifinal['id']}/result", params=WHY).is_success
    assert contest.fixtures("final") == []
    [event] = events(organizer, contest.championship).values()
    names = " – ".join(one["name"] for one in final["entrants"])
    assert (str(event["status"]), str(event["summary"])) == ("CANCELLED", names)


def test_the_feed_has_the_results_the_latest_first(hall: Hall, public: Caller) -> None:
    assert hall.league.correct({"Ángeles": 40, "Bernardo": 64}, "acta mal sumada").status_code == 200
    path = f"/championships/{hall.championship}/results.atom"
    answer = public.get(path, params={"lang": "es"})
    assert answer.headers["content-type"].startswith("application/atom+xml")
    feed = fromstring(answer.content)
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in feed.findall(f"{ATOM}entry")]
    assert len(titles) == 3
    assert sorted(titles[0].split()) == sorted(["Ángeles", "40", "–", "64", "Bernardo"])
    assert all(entry.findtext(f"{ATOM}id") for entry in [feed, *feed.findall(f"{ATOM}entry")])
    assert public.get(path, params={"lang": "es"}, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    walkover = hall.league.fixture("Dámaso", "Estrella")
    absent = {"absent": [hall.player("Dámaso")], "reason": "no se presenta"}
    assert hall.client.post(f"/v1/fixtures/{walkover['id']}/walkover", json=absent).is_success
    for language, sentence in (("es", ": no vino Dámaso"), ("en", ": Dámaso did not come")):
        entry = fromstring(public.get(path, params={"lang": language}).content).find(f"{ATOM}entry")
        assert entry is not None and (entry.findtext(f"{ATOM}title") or "").endswith(sentence)


@pytest.mark.parametrize(
    ("path", "module", "maker"),
    [
        ("/championships/{id}/results.atom", feed, "as_feed"),
        ("/v1/championships/{id}/calendar.ics", calendar, "as_calendar"),
    ],
)
def test_what_is_sent_on_is_made_once_for_each_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, module: Any, maker: str
) -> None:
    make, calls = getattr(module, maker), []

    def count_make(*args: Any) -> Any:
        calls.append(args)
        return make(*args)

    monkeypatch.setattr(module, maker, count_make)
    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        hall = Hall(client)

        def ask(language: str = "es", etag: str = "") -> httpx.Response:
            headers = {"If-None-Match": etag} if etag else {}
            return client.get(path.format(id=hall.championship), params={"lang": language}, headers=headers)

        first = ask()
        assert (first.status_code, ask().content) == (200, first.content)
        assert ask(etag=first.headers["etag"]).status_code == 304
        assert len(calls) == 1
        ask("en")
        assert len(calls) == 2
        hall.league.report({"Ángeles": 30, "Estrella": 74})
        when = {"starts_at": "2026-08-15T17:00:00Z", "table": 3}
        fixture = hall.league.fixture("Bernardo", "Concha")["id"]
        assert client.put(f"/v1/fixtures/{fixture}/schedule", json=when).status_code == 200
        then = ask(etag=first.headers["etag"])
        assert (then.status_code, len(calls)) == (200, 3)
        assert "Bernardo" in then.text
        assert client.delete(f"/v1/players/{hall.player('Bernardo')}").status_code == 204
        assert "Bernardo" not in ask(etag=then.headers["etag"]).text
        assert len(calls) == 4


def test_the_general_table_as_csv(hall: Hall, public: Caller) -> None:
    lines = public.get(f"/v1/championships/{hall.championship}", params={"format": "csv"}).text.splitlines()
    assert lines[0] == "place,player,points,golds,silvers,bronzes,sanctions"
    assert len(lines) == 6


def test_long_names_are_cut_and_every_side_has_a_line() -> None:
    lines = tuple(Line(f"{'Wanda' * 40} {n}", "-12") for n in range(4))
    preview = Preview("A title", "about", lines, 1)
    assert as_svg(preview).count("…") == 4
    assert as_png(preview).startswith(PNG)
