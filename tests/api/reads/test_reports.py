"""Answers made of a whole match: in pages, cached while nothing changes, and never past an erasure."""

from pathlib import Path

import pytest

from api.access.costs import REPORT_COST
from api.reads.response_store import WorkerCache
from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller, refusal_of


def test_a_replay_comes_in_pages(organizer: Caller) -> None:
    match = organizer.open()
    organizer.tell(match, [{"type": "note", "text": str(n)} for n in range(6)])
    path = f"/v1/matches/{match}/replay"
    whole = organizer.get(path).json()
    assert (len(whole["steps"]), whole["next"]) == (7, None)
    steps, where = [], f"{path}?limit=3"
    while where:
        answer = organizer.get(where)
        steps += answer.json()["steps"]
        where = answer.links.get("next", {}).get("url", "")
    assert steps == whole["steps"]


def test_what_is_kept_is_of_its_version_its_reader_and_nobody_who_was_erased(organizer: Caller, public: Caller) -> None:
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "Zulema Borrada"}, {"name": "Otra"}], "first_dealer": 0}
    view = organizer.post("/v1/matches", json=body).json()
    path = f"/v1/matches/{view['id']}/replay"
    organizer.tell(view["id"], {"type": "deal", "shuffle": True, "seed": "azar"})
    assert organizer.get(path).text == organizer.get(path).text
    assert any(organizer.get(path).json()["steps"][1]["view"]["hands"])
    assert not any(public.get(path).json()["steps"][1]["view"]["hands"])
    organizer.tell(view["id"], {"type": "note", "text": "más"})
    last = organizer.get(path)
    assert len(last.json()["steps"]) == 3
    assert "Zulema" in last.text
    assert organizer.delete(f"/v1/players/{view['seats'][0]['player']}").status_code == 204
    again = organizer.get(path, headers={"If-None-Match": last.headers["etag"]})
    assert again.status_code == 200
    assert "Zulema" not in again.text


def test_what_is_made_of_a_whole_match_costs_as_much_as_several(tmp_path: Path) -> None:
    clock = Clock()
    with inside(str(tmp_path / "log.sqlite"), clock, per_minute=5 * REPORT_COST) as client:
        client.headers.update(BEARER)
        match = f"/v1/matches/{client.open()}"
        for path in ("/replay", "/audit", "/whatif?claim=c1:upheld", "/replay"):
            assert client.get(f"{match}{path}").status_code in (200, 404)
        refusal_of(client.get(f"{match}/audit"), 429, "too-many")


@pytest.mark.parametrize("path", ["whatif?without=2", "/v1/log/proofs/record?of=", "/v1/log/proofs/inclusion?event="])
def test_what_is_asked_again_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """An answer is cached until the log grows."""
    keys: list[object] = []
    of = WorkerCache.of

    async def counting(reports: WorkerCache, key: object, make: object) -> object:
        def noting() -> object:
            keys.append(key)
            return make()  # type: ignore[operator]

        return await of(reports, key, noting)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerCache, "of", counting)
    with inside(str(tmp_path / "log.sqlite"), Clock()) as client:
        client.headers.update(BEARER)
        match = client.open()
        client.tell(match, {"type": "note", "text": "x"})
        ends = {"whatif?without=2": f"/v1/matches/{match}/{path}", "/v1/log/proofs/record?of=": f"{path}{match}"}
        address = ends.get(path, f"{path}{match}:2")
        first = client.get(address)
        assert first.status_code == 200, first.text
        assert (client.get(address).content, len(keys)) == (first.content, 1)
        client.tell(match, {"type": "note", "text": "y"})
        assert client.get(address).status_code == 200
        assert len(keys) == 2
