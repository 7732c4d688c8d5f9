"""Names in exports: a reader with the file, its proofs and the key finds each name that differs from the committed one."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
import pytest

from api.context import AppContext
from api.document.samples import evidence as samples
from referee.evidence import records
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier, read_verifier
from referee.evidence.names import name_proofs
from referee.evidence.names.name_proofs import BadName, NameDocument, check_document, read_document
from referee.evidence.notes import BadNote
from referee.evidence.proof_files import BadProofFile, Proofs, prove, read_proofs
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

Line = dict[str, Any]


@dataclass
class Club:
    """A championship of three, one corrected and one erased, and a match of the two others."""

    client: Caller
    services: AppContext
    championship: str
    match: str
    ids: dict[str, str]

    @property
    def verifier(self) -> Verifier:
        return read_verifier(self.client.get("/v1/log/key").json()["key"])

    def lines(self) -> list[Line]:
        text = self.client.get(f"/v1/championships/{self.championship}/export").text
        return [json.loads(line) for line in text.splitlines()]

    def proof_lines(self) -> list[Line]:
        text = self.client.get("/v1/log/proofs/record", params={"of": self.championship}).text
        return [json.loads(line) for line in text.splitlines()]

    def proofs(self, lines: list[Line] | None = None) -> Proofs:
        text = b"\n".join(msgspec.json.encode(line) for line in lines or self.proof_lines())
        return read_proofs(text, [self.verifier])

    def verdict(self, lines: list[Line] | None = None, proofs: list[Line] | None = None) -> records.Verdict:
        text = b"\n".join(msgspec.json.encode(line) for line in lines or self.lines())
        return records.check(text, self.proofs(proofs))

    def flaw(self, lines: list[Line] | None = None, proofs: list[Line] | None = None) -> EvidenceFlaw:
        flaw = self.verdict(lines, proofs).flaw
        assert flaw
        assert flaw.words
        return flaw

    def document(self, person: str) -> httpx.Response:
        return self.client.get(f"/v1/players/{self.ids[person]}/proof")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("log")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        with quiet(str(folder / "log.sqlite")) as (client, services):
            client.headers.update(BEARER)
            contest = Contest(client, "Ana", "Beto")
            body = {"players": ["Carla"]}
            response = client.post(f"/v1/championships/{contest.championship}/players", json=body).json()
            ids = {one["name"]: one["id"] for one in response["players"]}
            match = client.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]}).json()["id"]
            # Nothing follows the log beside requests here.
            services.follower.catch_up()
            assert client.put(f"/v1/players/{ids['Ana']}", json={"name": "Ana María"}).is_success
            assert client.delete(f"/v1/players/{ids['Carla']}").is_success
            yield Club(client, services, contest.championship, match, ids)


def places(lines: list[Line]) -> Iterator[tuple[int, str, Callable[[Line, str | None], None]]]:
    """Places of names in a record: line, person, and a function that puts another name there."""

    def in_names(person: str) -> Callable[[Line, str | None], None]:
        return lambda line, name: line["names"].update({person: name})

    def in_seat(seat: int) -> Callable[[Line, str | None], None]:
        def put(line: Line, name: str | None) -> None:
            line["seats"][seat] = {k: v for k, v in line["seats"][seat].items() if k != "name"}
            line["seats"][seat] |= {} if name is None else {"name": name}

        return put

    for number, line in enumerate(lines):
        for person in line.get("names", ()):
            yield number, person, in_names(person)
        for seat, sitting in enumerate(line.get("seats", ())):
            yield number, sitting["player"], in_seat(seat)


def test_the_names_of_an_export_are_those_that_the_log_committed_to(club: Club) -> None:
    verdict = club.verdict()
    assert verdict.flaw is None
    assert verdict.names
    assert (verdict.names.proven_names, verdict.names.unnamed_people) == (2, (club.ids["Carla"],))
    assert {name for line in club.lines() for name in line.get("names", {}).values()} == {"Ana María", "Beto", None}


def test_a_name_that_is_changed_is_found_wherever_it_stands(club: Club) -> None:
    whole = club.lines()
    count = 0
    for number, person, put in places(whole):
        for name in ("Eva", "Ana", "Beto " if person == club.ids["Beto"] else "Beto", ""):
            lines = json.loads(json.dumps(whole))
            put(lines[number], name)
            flaw = club.flaw(lines)
            assert (flaw.problem, flaw.line, flaw.expected) == ("name", number + 1, person)
            count += 1
    assert count == 4 * 5


def test_a_name_that_is_left_out_is_found_wherever_it_stood(club: Club) -> None:
    whole = club.lines()
    for number, person, put in places(whole):
        if person != club.ids["Carla"]:
            lines = json.loads(json.dumps(whole))
            put(lines[number], None)
            flaw = club.flaw(lines)
            assert (flaw.problem, flaw.line) == ("name", number + 1)
            assert "it was left out here" in flaw.words


def test_the_name_of_somebody_who_was_erased_is_in_nothing_and_cannot_be_put_in(club: Club) -> None:
    carla = club.ids["Carla"]
    assert "Carla" not in json.dumps([club.lines(), club.proof_lines()])
    assert carla not in {line.get("person") for line in club.proof_lines()}
    assert carla not in club.proof_lines()[0]["heads"]
    lines = club.lines()
    lines[0]["names"][carla] = "Carla"
    assert "the log does not vouch for it" in club.flaw(lines).words
    assert club.document("Carla").status_code == 404


def test_a_record_that_names_nobody_says_so(club: Club) -> None:
    ndjson = club.client.get(f"/v1/matches/{club.match}/events", headers={"Accept": "application/x-ndjson"})
    proofs = club.client.get("/v1/log/proofs/record", params={"of": club.match}).content
    verdict = records.check(ndjson.content, read_proofs(proofs, [club.verifier]))
    assert verdict.flaw is None
    assert verdict.names
    assert (verdict.names.proven_names, len(verdict.names.unnamed_people)) == (0, 2)


def test_whatever_is_changed_in_the_proof_of_a_name_is_found(club: Club) -> None:
    whole = club.proof_lines()
    mine = [number for number, line in enumerate(whole) if "person" in line]
    assert len(mine) == 2
    for number in mine:
        for field, value in whole[number].items():
            lines = json.loads(json.dumps(whole))
            lines[number][field] = other(value)
            assert refused_or_found(club, lines), field
        for field, value in whole[number]["entry"].items():
            lines = json.loads(json.dumps(whole))
            lines[number]["entry"][field] = other(value)
            assert refused_or_found(club, lines), field
        assert refused_or_found(club, [*whole[:number], *whole[number + 1 :]])
        assert refused_or_found(club, [*whole, whole[number]])
    names = [whole[number]["key"] for number in mine]
    assert len(set(names)) == 2


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, str):
        return ("1" if value[:1] != "1" else "2") + value[1:]
    if isinstance(value, int):
        return value + 1
    return [] if value else ["x"]


def refused_or_found(club: Club, proofs: list[Line]) -> bool:
    try:
        return club.verdict(proofs=proofs).flaw is not None
    except BadProofFile:
        return True


def test_proofs_from_before_names_were_proven_are_as_good_as_they_were(club: Club) -> None:
    notary = club.services.notary
    streams = [club.championship, club.match]
    before = read_proofs(prove(notary, notary.checkpoint(), streams).file, [club.verifier])
    text = b"\n".join(msgspec.json.encode(line) for line in club.lines())
    verdict = records.check(text, before)
    assert (verdict.flaw, verdict.names) == (None, None)


def test_who_was_merged_is_named_as_they_were_entered(club: Club) -> None:
    client = club.client
    one, two = (client.post("/v1/players", json={"name": name}).json()["id"] for name in ("Zoe", "Zoraida"))
    body = {"name": "Ferias", "players": [one, "Beto"]}
    championship = client.post("/v1/championships", json=body).json()["id"]
    club.services.follower.catch_up()
    assert client.post(f"/v1/players/{one}/merge", json={"into": two, "reason": "es la misma"}).is_success
    text = client.get(f"/v1/championships/{championship}/export").content
    proofs = client.get("/v1/log/proofs/record", params={"of": championship}).content
    assert json.loads(text.splitlines()[0])["names"][one] == "Zoe"
    verdict = records.check(text, read_proofs(proofs, [club.verifier]))
    assert verdict.flaw is None
    # The proof of one name is the one of the person that it belongs to now.
    assert client.get(f"/v1/players/{one}/proof").json()["name"] == "Zoraida"


# One name


def test_a_stranger_checks_one_name_with_the_public_key(club: Club) -> None:
    for name, version in (("Ana", 2), ("Beto", 1)):
        one = read_document(club.document(name).content)
        assert one
        findings = check_document(one, [club.verifier])
        assert (findings.person, findings.corrections) == (club.ids[name], version - 1)
        assert findings.name == ("Ana María" if name == "Ana" else "Beto")


def test_whatever_is_changed_in_the_proof_of_one_name_is_found(club: Club) -> None:
    whole = club.document("Ana").json()
    for path in leaves_of(whole):
        forgery = json.loads(json.dumps(whole))
        holder = forgery
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = other(holder[path[-1]])
        if path[0] == "checkpoint" and path[1] != "note":
            continue  # The note is signed.
        assert is_refused(forgery, club.verifier), path


def leaves_of(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for step, part in pairs:
            yield from leaves_of(part, *path, step)
    else:
        yield path


def is_refused(body: Any, verifier: Verifier) -> bool:
    try:
        one = read_document(msgspec.json.encode(body))
        assert one
        check_document(one, [verifier])
    except (BadName, BadNote):
        return True
    return False


def test_the_name_of_before_a_correction_is_no_longer_proven(club: Club) -> None:
    """A proof from before is combined with the checkpoint of now."""
    notary = club.services.notary
    person = club.client.post("/v1/players", json={"name": "Quique"}).json()["id"]
    before = msgspec.json.decode(club.client.get(f"/v1/players/{person}/proof").content, type=NameDocument)
    club.services.follower.catch_up()
    assert club.client.put(f"/v1/players/{person}", json={"name": "Enrique"}).is_success
    now = msgspec.json.decode(club.client.get(f"/v1/players/{person}/proof").content, type=NameDocument)
    mixture = msgspec.structs.replace(now, name=before.name, proof=before.proof)
    assert is_refused(mixture, club.verifier)
    assert is_refused(msgspec.structs.replace(now, name=before.name), club.verifier)
    assert check_document(before, [club.verifier]).name == "Quique"
    assert name_proofs.prove_names(notary, before.checkpoint, {person: before.proof.key}) == []


def test_a_name_that_comes_twice_is_no_proof() -> None:
    text = msgspec.json.encode(samples.name()).replace(b'{"name":"Ana"', b'{"name":"Eva","name":"Ana"', 1)
    assert read_document(text) is None


def test_the_example_of_the_document_is_a_proof() -> None:
    assert check_document(samples.name(), [read_verifier(samples.KEY)]).name == "Ana"
