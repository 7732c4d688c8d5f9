"""Checkpoints and proofs over HTTP: anyone may read them, and no reader learns a hidden card from them."""

from hashlib import sha256
from typing import Any

import httpx
import pytest
import rfc8785

from referee.evidence import merkle, notes
from referee.evidence.keys import read_verifier
from referee.evidence.proof_files import read_proofs
from referee.evidence.records import check
from tests.support.hands import FOUR, holder
from tests.support.service import Caller, Running, refusal_of

LEADER = holder(FOUR)
NOTE = {"type": "note", "text": "mesa 3"}


def deal_four(organizer: Caller) -> str:
    """A match of four with a hidden hand: opening, deal, a pass, a note."""
    match = organizer.open("hearts.yppedia", 4)
    organizer.tell(match, {"type": "deal", "hands": FOUR})
    organizer.tell(match, {"type": "pass", "seat": 0, "cards": FOUR[0][:3]})
    organizer.tell(match, NOTE)
    return match


def proof(caller: httpx.Client, match: str, version: int) -> httpx.Response:
    return caller.get("/v1/log/proofs/inclusion", params={"event": f"{match}:{version}"})


def checkpoint_of(caller: httpx.Client) -> notes.Checkpoint:
    """The checkpoint of now. Its signature is checked with the key that is served."""
    verifier = read_verifier(caller.get("/v1/log/key", headers={"Accept": "text/plain"}).text)
    note = caller.get("/v1/log/checkpoint", headers={"Accept": "text/plain"})
    assert note.headers["content-type"] == "text/plain; charset=utf-8"
    return notes.open_checkpoint(note.text, [verifier])


def test_the_checkpoint_is_signed_and_the_same_as_json(organizer: Caller, public: Caller) -> None:
    organizer.open()
    checkpoint = checkpoint_of(public)
    answer = public.get("/v1/log/checkpoint").json()
    assert answer["note"] == checkpoint.note
    assert (answer["origin"], answer["size"], answer["root"], answer["time"]) == (
        checkpoint.origin,
        checkpoint.size,
        checkpoint.root,
        checkpoint.time,
    )
    assert public.get("/v1/log/checkpoint", params={"size": checkpoint.size}).json() == answer
    key = public.get("/v1/log/key").json()
    assert key["origin"] == checkpoint.origin
    assert notes.open_checkpoint(checkpoint.note, [read_verifier(key["pem"])]) == checkpoint


def test_anyone_can_check_that_an_entry_is_in_the_signed_log(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    organizer.tell(match, NOTE)
    entry = public.get(f"/v1/matches/{match}/events").json()["items"][1]
    answer = proof(public, match, 2).json()
    # A third party does this: it makes the leaf from the entry as it is shown, and the seal.
    leaf = {
        "hash": entry["hash"],
        "seal": answer["leaf"]["seal"],
        "stream": match,
        "topic": entry["type"],
        "version": entry["version"],
    }
    hash_ = sha256(b"\0" + rfc8785.dumps(leaf)).digest()
    assert hash_.hex() == answer["leaf_hash"]
    path = [bytes.fromhex(one) for one in answer["path"]]
    root = merkle.root_by_inclusion(hash_, answer["leaf_index"], answer["checkpoint"]["size"], path)
    assert root.hex() == answer["checkpoint"]["root"]
    verifier = read_verifier(public.get("/v1/log/key").json()["key"])
    assert notes.open_checkpoint(answer["checkpoint"]["note"], [verifier]).root == root.hex()


def test_anyone_can_check_that_the_log_only_grew(organizer: Caller, public: Caller) -> None:
    organizer.open()
    old = checkpoint_of(public)
    match = organizer.open()
    organizer.tell(match, [NOTE] * 5)
    new = checkpoint_of(public)
    assert new.size >= old.size + 6
    answer = public.get("/v1/log/proofs/consistency", params={"from": old.size, "to": new.size}).json()
    assert (answer["from"], answer["from_root"], answer["to"], answer["to_root"]) == (
        old.size,
        old.root,
        new.size,
        new.root,
    )
    path = [bytes.fromhex(one) for one in answer["path"]]
    merkle.check_consistency(old.size, bytes.fromhex(old.root), new.size, bytes.fromhex(new.root), path)
    assert public.get("/v1/log/proofs/consistency", params={"from": 1}).json()["to"] >= new.size


def test_an_entry_of_a_championship_is_proven_too(organizer: Caller, public: Caller) -> None:
    id_ = organizer.post("/v1/championships", json={"name": "Fiestas", "players": ["Eva"], "distinct": True}).json()[
        "id"
    ]
    assert proof(public, id_, 1).json()["leaf"]["topic"] == "championship_opened"


def test_the_proof_of_a_hidden_entry_is_for_who_may_see_it(organizer: Caller, public: Caller) -> None:
    match = deal_four(organizer)
    assert proof(public, match, 1).status_code == 200
    for version in (2, 3, 4):
        assert proof(organizer, match, version).status_code == 200
        refusal_of(proof(public, match, version), 401, "unauthenticated")
    refusal_of(public.get("/v1/log/proofs/record", params={"of": match}), 401, "unauthenticated")
    assert organizer.get("/v1/log/proofs/record", params={"of": match}).status_code == 200
    organizer.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    assert public.get(f"/v1/matches/{match}").json()["status"] == "finished"
    assert proof(public, match, 3).status_code == 200


def hashes_shown(caller: Caller, match: str) -> list[Any]:
    """Every hash of a match that its reader can see, in any answer."""
    hashes = [entry["hash"] for entry in caller.get(f"/v1/matches/{match}/events").json()["items"]]
    ndjson = caller.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    assert [rfc8785.dumps(hash_).decode() in ndjson.text for hash_ in hashes] == [True] * len(hashes)
    replay = caller.get(f"/v1/matches/{match}/replay").json()
    assert [step["event"]["hash"] for step in replay["steps"]] == hashes
    stream = caller.get(f"/v1/matches/{match}/stream", params={"once": "true"}).text
    assert all(hash_ is None or hash_ in stream for hash_ in hashes)
    assert caller.get(f"/v1/matches/{match}/audit").json()["chain"]["head"] == hashes[-1]
    return hashes


def test_no_hash_of_a_hand_in_progress_is_shown(organizer: Caller, public: Caller) -> None:
    """Three passed cards have 22,100 combinations: with the hashes before and after, a reader could try them all."""
    match = deal_four(organizer)
    assert [hash_ is None for hash_ in hashes_shown(organizer, match)] == [False] * 4
    assert [hash_ is None for hash_ in hashes_shown(public, match)] == [False, True, True, True]
    whole = organizer.get(f"/v1/matches/{match}/events").json()["items"]
    everything = [
        public.get(path).text
        for path in (
            f"/v1/matches/{match}",
            f"/v1/matches/{match}/events",
            f"/v1/matches/{match}/audit",
            f"/v1/matches/{match}/replay",
            f"/v1/matches/{match}/stream?once=true",
        )
    ]
    assert not [entry["version"] for entry in whole[1:] if any(entry["hash"] in text for text in everything)]
    organizer.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    assert None not in hashes_shown(public, match)


def test_the_page_of_a_dispute_shows_no_hash_while_the_hand_is_hidden(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar")
    organizer.tell(match, [{"type": "deal"}, {"type": "play", "seat": 0, "card": "2C"}])
    organizer.tell(match, {"type": "play", "seat": 1, "card": "9D"})
    organizer.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    head = organizer.get(f"/v1/matches/{match}/events").json()["items"][-1]["hash"]
    page = f"/v1/matches/{match}/claims/c1?format=html"
    assert head in organizer.get(page).text
    assert f"{match} · play 5" in public.get(page).text
    assert head not in public.get(page).text


def test_the_proofs_of_a_record_verify_it(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    organizer.tell(match, [NOTE] * 3)
    record = public.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"}).content
    proofs = public.get("/v1/log/proofs/record", params={"of": match}).content
    verifier = read_verifier(public.get("/v1/log/key").json()["key"])
    assert check(record, read_proofs(proofs, [verifier])).flaw is None
    forgery = record.replace(b'"mesa 3"', b'"mesa 4"', 1)
    assert check(forgery, read_proofs(proofs, [verifier])).flaw


def test_the_proofs_of_a_championship_verify_its_export(organizer: Caller) -> None:
    id_ = organizer.post(
        "/v1/championships", json={"name": "Fiestas", "players": ["Eva", "Fito"], "distinct": True}
    ).json()["id"]
    body = {"ruleset": "hearts.castillar", "format": "single"}
    contest = organizer.post(f"/v1/championships/{id_}/contests", json=body).json()
    match = organizer.post("/v1/matches", json={"fixture": contest["fixtures"][0]["id"]}).json()["id"]
    organizer.tell(match, NOTE)
    record = organizer.get(f"/v1/championships/{id_}/export").content
    proofs = organizer.get("/v1/log/proofs/record", params={"of": id_}).content
    verdict = check(record, read_proofs(proofs, [read_verifier(organizer.get("/v1/log/key").json()["key"])]))
    assert verdict.flaw is None
    assert [chain.stream for chain in verdict.chains] == [id_, match]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("checkpoint?size=999999", 404, "not-found"),
        ("checkpoint?size=0", 400, "malformed"),
        ("checkpoint?size=x", 400, "malformed"),
        ("proofs/inclusion", 400, "malformed"),
        ("proofs/inclusion?event=x", 400, "malformed"),
        ("proofs/inclusion?event=x:0", 400, "malformed"),
        ("proofs/inclusion?event=x:-1", 400, "malformed"),
        ("proofs/inclusion?event=x:1", 404, "not-found"),
        ("proofs/inclusion?event=key:0:1", 400, "malformed"),
        ("proofs/consistency", 400, "malformed"),
        ("proofs/consistency?from=0", 400, "malformed"),
        ("proofs/consistency?from=2&to=1", 404, "not-found"),
        ("proofs/consistency?from=1&to=999999", 404, "not-found"),
        ("proofs/record", 400, "malformed"),
        ("proofs/record?of=x", 404, "not-found"),
    ],
)
def test_what_cannot_be_proven_is_refused(public: Caller, path: str, status: int, code: str) -> None:
    refusal_of(public.get(f"/v1/log/{path}"), status, code)


def test_a_version_that_is_not_there_yet_is_refused(organizer: Caller, public: Caller, running: Running) -> None:
    match = organizer.open()
    refusal_of(proof(public, match, 2), 404, "not-found")
    assert "Traceback" not in running.output.read_text(encoding="utf-8")
