"""The guide in words, `openapi/README.md`: its figures are those of the program, and its examples are what the service does."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from api.document.streams import ALIVE_SECONDS
from api.http.parameters import LIMIT
from api.routes import webhooks, whole_stream
from api.routes.matches import match
from api.routes.seasons import series, statistics
from api.webhooks.post import ATTEMPT_SECONDS
from api.webhooks.schedule import MOST_WAIT
from referee.evidence.merkle import root_by_inclusion
from referee.match.choice import MOST_LISTED
from referee.match.registry import rulesets
from tests.api.document.test_document import DOCUMENT
from tests.api.document.test_every_list import WHOLE, listings
from tests.support.organizing import TEN, Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

TEXT = (Path(__file__).parents[3] / "openapi" / "README.md").read_text(encoding="utf-8")
ONE_LINE = " ".join(TEXT.split())
FIGURES = {
    r"A list has at most ([\d,]+) plays": MOST_LISTED,
    r"There are at most ([\d,]+) webhooks of one match": webhooks.MOST_ALIKE,
    r"or of everything, and ([\d,]+) in all": webhooks.MOST,
    r"`limit` is ([\d,]+) by default": LIMIT.default,
    r"by default and ([\d,]+) at most": LIMIT.most,
    r"of a replay and an audit it is ([\d,]+) at most": match.MOST_ENTRIES,
    r"A comment every (\d+) seconds": ALIVE_SECONDS,
    r"Answer with any 2xx within (\d+) seconds": ATTEMPT_SECONDS,
    r"1, 3, 6, 12 and (\d+) hours": MOST_WAIT.total_seconds() / 3600,
    r"more than ([\d,]+) entries behind": whole_stream.MOST_BEHIND,
    r"`medals` and `table` are the first (\d+) rows": series.FIRST,
    r"As JSON the first (\d+) partners": statistics.FIRST,
}
"""Sentences with a figure of the program."""
SHORT_LISTS = {
    "fixtures": "listFixtures",
    "changes": "listChanges",
    "decisions of a contest": "listContestDecisions",
    "the rounds of a contest": "listRounds",
    "the tables of a championship": "listTables",
    "the presence at a match": "getPresence",
    "the merges of a person": "getMerges",
    "the records of a series": "listSeriesRecords",
    "formats": "listFormats",
    "rulesets": "listRulesets",
    "problems": "listProblems",
}
"""The lists that come whole, as the guide names them."""
_legal = TEXT.split("## What may come now")[1].split("\n## ")[0]
CHOICES = re.findall(r"^- ((?:`[a-z_]+`(?:, )?)+: .*?)\.$(?=\n- |\n\n)", _legal, re.MULTILINE | re.DOTALL)
"""What is to be chosen in a legal move, as the guide tells it for each type of event."""
ROWS = re.findall(r"^\| (`[a-z. `]+`) \| [^|]+ \| `(\[[\d, ]+\])` \|$", TEXT, re.MULTILINE)
POINTS = {ruleset: json.loads(points) for names, points in ROWS for ruleset in re.findall(r"[a-z.]+", names)}
"""The example of the points of each game's result."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Caller]:
    with quiet(str(tmp_path / "log.sqlite")) as (caller, _):
        caller.headers.update(BEARER)
        yield caller


@pytest.mark.parametrize("sentence", FIGURES)
def test_a_figure_in_words_is_that_of_the_program(sentence: str) -> None:
    [figure] = re.findall(sentence, ONE_LINE)
    assert int(figure.replace(",", "")) == FIGURES[sentence]


def test_the_lists_without_a_limit_are_named() -> None:
    [words] = re.findall(r"Short lists come whole\.(.*?)\. Matches can be filtered", ONE_LINE)
    assert all(name in words for name in SHORT_LISTS)
    assert {*SHORT_LISTS.values()} == WHOLE == {one.id for one, is_paged in listings() if not is_paged}
    assert not [one.id for one, is_paged in listings() if is_paged is not ("limit" in one.parameters)]


def test_a_list_without_a_limit_takes_none(client: Caller) -> None:
    for path in ("/v1/formats", "/v1/rulesets", "/v1/problems"):
        refusal_of(client.get(path, params={"limit": 5}), 400, "malformed")


def test_the_points_of_every_game_are_explained() -> None:
    assert POINTS.keys() == rulesets().keys()


@pytest.mark.parametrize("ruleset", POINTS)
def test_points_as_they_are_shown_are_taken(client: Caller, ruleset: str) -> None:
    points, seats = POINTS[ruleset], min(rulesets()[ruleset].seats)
    players = TEN[:seats]
    sides = players if len(points) == seats else [players[:2], players[2:]]
    contest = Contest(client, *players, ruleset=ruleset, order=sides, format="single" if len(points) > 2 else "league")
    answer = client.post(f"/v1/fixtures/{contest.fixtures()[0]['id']}/result", json={"points": points})
    assert answer.status_code == 201, answer.text


def test_the_result_of_a_match_that_was_recorded_counts_the_same(client: Caller) -> None:
    """In Guiñote the points of a result are partidas: who leaves at once has none, whatever the piedras."""
    contest = Contest(client, "Ana", "Beto", ruleset="guinote", format="league")
    fixture = contest.fixtures()[0]["id"]
    recorded = client.post("/v1/matches", json={"fixture": fixture}).json()["id"]
    client.tell(recorded, {"type": "withdraw", "seat": 0, "reason": "se va"})
    assert client.get(f"/v1/fixtures/{fixture}").json()["result"]["points"] == [0, 0]


def test_the_proofs_of_a_name_are_as_they_are_told(client: Caller) -> None:
    """The format of the file, the leaf of a person, and a first entry that names none before it."""
    contest = Contest(client, "Ana", "Beto")
    ids = {one["name"]: one["id"] for one in client.get("/v1/players").json()["items"]}
    client.put(f"/v1/players/{ids['Beto']}", json={"name": "Beto Gil"})
    proofs = client.get("/v1/log/proofs/record", params={"of": contest.championship})
    first, *lines = [json.loads(line) for line in proofs.text.splitlines()]
    assert [str(first["proofs"])] == re.findall(r'`\{"proofs": (\d)', TEXT)
    document_proofs = DOCUMENT["paths"]["/v1/log/proofs/record"]["get"]["responses"]["200"]["content"]
    assert f'"proofs":{first["proofs"]}' in document_proofs["application/x-ndjson"]["example"]
    _, size, root_in_base64, *_ = first["checkpoint"].splitlines()
    names = {line["person"]: line for line in lines if "person" in line}
    assert "previous" not in names[ids["Ana"]]
    assert names[ids["Beto"]]["entry"]["version"] == 2
    for name, person in (("Ana", ids["Ana"]), ("Beto Gil", ids["Beto"])):
        commitment = sha256(bytes.fromhex(names[person]["key"]) + canonical({"name": name, "person": person}))
        assert names[person]["entry"]["name"] == commitment.hexdigest()
    before = bytes.fromhex(names[ids["Beto"]]["previous"])
    for person, previous in ((ids["Ana"], bytes(32)), (ids["Beto"], before)):
        entry = names[person]["entry"]
        chained = {key: value for key, value in entry.items() if key != "hash"}
        assert sha256(previous + canonical(chained)).hexdigest() == entry["hash"]
        leaf = {"hash": entry["hash"], "seal": names[person]["seal"], "stream": person}
        leaf |= {"topic": entry["type"], "version": entry["version"]}
        path = [bytes.fromhex(sibling) for sibling in names[person]["path"]]
        leaf_hash = sha256(b"\0" + canonical(leaf)).digest()
        root = root_by_inclusion(leaf_hash, names[person]["leaf_index"], int(size), path)
        assert b64encode(root).decode() == root_in_base64


def test_a_signed_note_is_as_it_is_told(client: Caller) -> None:
    note = client.get("/v1/log/checkpoint", params={"format": "text"}).text
    name, id_, in_base64 = client.get("/v1/log/key", params={"format": "text"}).text.strip().split("+", 2)
    key = b64decode(in_base64)
    assert (key[0], len(key)) == (1, 33)
    assert id_ == sha256(f"{name}\n".encode() + key).hexdigest()[:8]
    text, _, signatures = note.partition("\n\n")
    signature = b64decode(signatures.removeprefix(f"— {name} "))
    assert (signature[:4].hex(), len(signature)) == (id_, 68)
    # Raises where it is not that of these bytes.
    Ed25519PublicKey.from_public_bytes(key[1:]).verify(signature[4:], f"{text}\n".encode())


@pytest.mark.parametrize("bullet", CHOICES)
def test_what_is_chosen_is_told_by_the_fields_of_the_event(bullet: str) -> None:
    """`choose` has other names at times: what it offers is not what the event says."""
    head, _, words = bullet.partition(": ")
    for type_ in re.findall("`([a-z_]+)`", head):
        event = DOCUMENT["components"]["schemas"][f"{type_.title().replace('_', '')}Event"]
        fields = {*re.findall("`([a-z_]+)`", words)}
        assert {*event["required"]} - {"type", "seat"} <= fields, type_


def test_the_block_of_a_defence_is_as_it_is_told() -> None:
    [example] = re.findall(r"`blocks`, a list of `(\{[^`]+\})`", ONE_LINE)
    assert json.loads(example).keys() == DOCUMENT["components"]["schemas"]["Block"]["properties"].keys()


def test_an_importer_as_it_is_told_runs_twice(client: Caller) -> None:
    """It makes nothing twice, whether its file says what it said first or what was corrected since."""

    def import_all(name: str, points: list[int]) -> dict[str, Any]:
        def send(method: str, path: str, body: dict[str, Any]) -> Any:
            answer = client.request(method, path, json=body)
            assert answer.is_success, answer.text
            return answer.json()

        people = [
            send("POST", "/v1/players", {"name": one, "external_id": f"P{n}", "distinct": True})["id"]
            for n, one in enumerate((name, "Beto", "Carla", "Dani"))
        ]
        body: dict[str, Any] = {"name": "Liga", "external_id": "liga", "players": people}
        championship = send("POST", "/v1/championships", body)["id"]
        body = {"ruleset": "guinote", "format": "league", "external_id": "g", "order": [people[:2], people[2:]]}
        contest = send("POST", f"/v1/championships/{championship}/contests", body)
        for fixture in contest["fixtures"]:
            path = f"/v1/fixtures/{fixture['id']}"
            send("PATCH", path, {"external_id": "M1"})
            if fixture["state"] == "pending":
                send("PUT", f"{path}/schedule", {"starts_at": "2026-10-01T18:00:00Z", "table": 1})
            if "result" not in fixture:
                send("POST", f"{path}/result", {"points": points})
                refusal_of(client.post(f"{path}/result", json={"points": points}), 409, "conflict")
            elif fixture["result"]["points"] != points:
                send("PUT", f"{path}/result", {"points": points, "reason": "corregido"})
        players = f"/v1/championships/{championship}/players"
        refusal_of(client.post(players, json={"players": people[:1]}), 422, "inconsistent")
        return dict(client.get(f"/v1/contests/{contest['id']}").json())

    first = import_all("Ana", [3, 1])
    assert first == import_all("Ana", [3, 1])
    assert [len(one["players"]) for one in first["entrants"]] == [2, 2]
    assert [one["players"][0]["name"] for one in first["entrants"]] == ["Ana", "Carla"]
    ana = client.get("/v1/players", params={"external_id": "P0"}).json()["items"][0]["id"]
    assert client.put(f"/v1/players/{ana}", json={"name": "Ana María"}).is_success
    for name in ("Ana", "Ana María"):
        again = import_all(name, [3, 0])
        assert again["fixtures"][0]["result"]["points"] == [3, 0]
        assert again["entrants"][0]["players"] == [
            {"id": ana, "name": "Ana María"},
            first["entrants"][0]["players"][1],
        ]
    assert len(client.get("/v1/players").json()["items"]) == 4


def canonical(value: dict[str, object]) -> bytes:
    """The RFC 8785 form of an object of texts and whole numbers, as the standard library writes it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
