"""The guide in words, `openapi/README.md`: its figures are those of the program, and its examples are what the service does."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from api.document.streams import ALIVE_SECONDS
from api.http.parameters import LIMIT
from api.routes import webhooks
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
    r"`medals` and `table` are the first (\d+) rows": series.FIRST,
    r"As JSON the first (\d+) partners": statistics.FIRST,
}
"""Sentences with a figure of the program."""
SHORT_LISTS = {
    "fixtures": "listFixtures",
    "changes": "listChanges",
    "decisions of a contest": "listContestDecisions",
    "the tables of a championship": "listTables",
    "the presence at a match": "getPresence",
    "the merges of a person": "getMerges",
    "the records of a series": "listSeriesRecords",
    "formats": "listFormats",
    "rulesets": "listRulesets",
    "problems": "listProblems",
}
"""The lists that come whole, as the guide names them."""
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


def canonical(value: dict[str, object]) -> bytes:
    """The RFC 8785 form of an object of texts and whole numbers, as the standard library writes it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
