"""Answers made of a whole match: in pages, kept while nothing changes, and never past an erasure."""

from tests.support.service import Caller


def test_a_replay_comes_in_pages(organizer: Caller) -> None:
    match = organizer.open()
    organizer.told(match, [{"type": "note", "text": str(n)} for n in range(6)])
    path = f"/v1/matches/{match}/replay"
    whole = organizer.get(path).json()
    assert (len(whole["steps"]), whole["next"]) == (7, None)
    found, where = [], f"{path}?limit=3"
    while where:
        answer = organizer.get(where)
        found += answer.json()["steps"]
        where = answer.links.get("next", {}).get("url", "")
    assert found == whole["steps"]


def test_what_is_kept_is_of_its_version_its_reader_and_nobody_who_was_erased(organizer: Caller, public: Caller) -> None:
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "Zulema Borrada"}, {"name": "Otra"}], "first_dealer": 0}
    opened = organizer.post("/v1/matches", json=body).json()
    path = f"/v1/matches/{opened['id']}/replay"
    organizer.told(opened["id"], {"type": "deal", "shuffle": True, "seed": "azar"})
    assert organizer.get(path).text == organizer.get(path).text
    assert any(organizer.get(path).json()["steps"][1]["view"]["hands"])
    assert not any(public.get(path).json()["steps"][1]["view"]["hands"])
    organizer.told(opened["id"], {"type": "note", "text": "más"})
    last = organizer.get(path)
    assert len(last.json()["steps"]) == 3
    assert "Zulema" in last.text
    assert organizer.delete(f"/v1/players/{opened['seats'][0]['player']}").status_code == 204
    again = organizer.get(path, headers={"If-None-Match": last.headers["etag"]})
    assert again.status_code == 200
    assert "Zulema" not in again.text
