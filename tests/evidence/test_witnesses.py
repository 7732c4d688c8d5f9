"""Witnesses: their signatures in the common format, the checkpoints that they sign, and one past only for each log."""

import base64
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.errors import Inconsistent
from referee.evidence import merkle
from referee.evidence.keys import Verifier, format_key, public_bytes, read_verifier
from referee.evidence.merkle import EMPTY_ROOT, Frontier, leaf_hash
from referee.evidence.notes import BadNote, sign, sign_text
from referee.evidence.signing.rotations import sign_rotation
from referee.evidence.witnesses.asking import read_witnesses
from referee.evidence.witnesses.cosignatures import (
    Cosignature,
    cosign,
    cosignatures,
    policy_of,
    read_witness,
    witness_key,
)
from referee.evidence.witnesses.memory import WitnessMemory
from referee.evidence.witnesses.requests import MOST_HASHES, format_request
from referee.evidence.witnesses.witness import Witness, WitnessRefusal
from tests.evidence.conftest import KEY

ORIGIN = "example.org/log"
AT = "2026-05-01T17:00:00.000Z"
NOW = 1_777_654_800
OWN = Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(32))
NAME = "witness.example/w1"

REAL_LOG = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
REAL_WITNESS = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
REAL_TEXT = "arche2025h1.staging.ct.transparency.dev\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n"
REAL_SIGNATURES = (
    "— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei5"
    "9RA23oHP7Ry1k3ZFWwQ=\n"
    "— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0D"
    "rAWfBw==\n"
)
"""A checkpoint of a public log of certificates, with the signature of a public witness: other people's programs made them."""


class Growing:
    """A log of so many leaves, and its trees of every size."""

    def __init__(self, many: int, mark: bytes = b"", shared_leaves: int = 0) -> None:
        self.leaves = [leaf_hash(b"%d" % at + (mark if at >= shared_leaves else b"")) for at in range(many)]

    def node(self, height: int, index: int) -> bytes:
        width = 1 << height
        return merkle.fold(self.leaves[index * width : (index + 1) * width])

    def root(self, size: int) -> bytes:
        return merkle.root(size, self.node)

    def note(self, size: int, key: Ed25519PrivateKey = KEY, origin: str = ORIGIN) -> str:
        return sign(origin, size, self.root(size), AT, key).note

    def request(self, old: int, new: int) -> bytes:
        return format_request(old, merkle.consistency(old, new, self.node) if old else [], self.note(new))


LOG = Growing(40)
FORK = Growing(40, b"another", shared_leaves=10)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[WitnessMemory]:
    witness_memory = WitnessMemory(tmp_path / "witness.sqlite")
    yield witness_memory
    witness_memory.close()


def witness_of(memory: WitnessMemory) -> Witness:
    return Witness(memory, NAME, OWN, [Verifier(public_bytes(KEY), ORIGIN)], lambda: float(NOW))


@pytest.fixture
def witness(memory: WitnessMemory) -> Witness:
    return witness_of(memory)


def refusal(witness: Witness, body: bytes) -> tuple[int, int | None]:
    with pytest.raises(WitnessRefusal) as error:
        witness.add(body)
    assert error.value.text.es != error.value.text.en
    return error.value.status, error.value.size


def test_the_signatures_of_others_are_understood() -> None:
    note, witness_read = REAL_TEXT + "\n" + REAL_SIGNATURES, read_witness(REAL_WITNESS)
    assert witness_read.text == REAL_WITNESS
    assert cosignatures(note, [witness_read]) == (Cosignature("remora.n621.de", 1_779_573_024),)
    for forgery in (note.replace("1432088532", "1432088533"), note.replace("AABqEiEg", "AABqEiEh")):
        with pytest.raises(BadNote, match="signature is wrong"):
            cosignatures(forgery, [witness_read])


def test_a_checkpoint_of_another_implementation_is_signed(memory: WitnessMemory) -> None:
    witness = Witness(memory, NAME, OWN, [read_verifier(REAL_LOG)], lambda: float(NOW))
    note = REAL_TEXT + "\n" + REAL_SIGNATURES
    line = witness.add(format_request(0, [], note))
    assert cosignatures(note + line, [witness.key]) == (Cosignature(NAME, NOW),)


def test_what_continues_the_last_tree_is_signed_and_nothing_else(witness: Witness) -> None:
    old = 0
    for new in (1, 7, 7, 16, 33):
        line = witness.add(LOG.request(old, new))
        assert line.startswith(f"— {NAME} ")
        assert line.endswith("\n")
        assert cosignatures(LOG.note(new) + line, [witness.key]) == (Cosignature(NAME, NOW),)
        old = new
    assert witness.memory.sizes() == {ORIGIN: 33}


def test_an_empty_log_is_signed(witness: Witness) -> None:
    note = sign(ORIGIN, 0, EMPTY_ROOT, AT, KEY).note
    assert cosignatures(note + witness.add(format_request(0, [], note)), [witness.key])
    assert refusal(witness, format_request(0, [], sign(ORIGIN, 0, bytes(32), AT, KEY).note)) == (409, 0)


@pytest.mark.parametrize("old", [0, 5, 11])
def test_another_old_size_is_a_conflict_that_says_the_right_one(witness: Witness, old: int) -> None:
    witness.add(LOG.request(0, 10))
    assert refusal(witness, LOG.request(old, 20)) == (409, 10)
    assert refusal(witness, LOG.request(0, 5)) == (409, 10)


def test_a_fork_is_refused_whatever_its_size(witness: Witness) -> None:
    witness.add(LOG.request(0, 20))
    assert refusal(witness, FORK.request(20, 20)) == (409, 20)
    for new in (21, 32, 40):
        assert refusal(witness, FORK.request(20, new)) == (422, None)
    assert refusal(witness, FORK.request(10, 15)) == (409, 20)
    assert witness.memory.tree(ORIGIN).root == LOG.root(20)


def test_a_proof_that_is_cut_changed_or_too_many_is_refused(witness: Witness) -> None:
    witness.add(LOG.request(0, 11))
    proof, note = merkle.consistency(11, 29, LOG.node), LOG.note(29)
    wrong = [[], proof[1:], proof[:-1], [*proof, proof[0]], [bytes(32), *proof[1:]], proof[::-1]]
    for one in wrong:
        assert refusal(witness, format_request(11, one, note)) == (422, None)
    assert refusal(witness, format_request(11, [proof[0]], LOG.note(11))) == (422, None)
    assert witness.memory.sizes() == {ORIGIN: 11}
    assert witness.add(format_request(11, proof, note))


def test_from_nothing_a_proof_is_empty(witness: Witness) -> None:
    assert refusal(witness, format_request(0, [bytes(32)], LOG.note(8))) == (422, None)


def test_a_log_or_a_key_that_it_does_not_know_is_refused(witness: Witness) -> None:
    assert refusal(witness, format_request(0, [], LOG.note(8, origin="example.org/other"))) == (404, None)
    assert refusal(witness, format_request(0, [], LOG.note(8, STRANGER))) == (403, None)
    # The right key under a wrong signature.
    good = LOG.note(8)
    line = good.split("\n")[-2]
    assert refusal(witness, format_request(0, [], LOG.note(9).replace(LOG.note(9).split("\n")[-2], line))) == (
        403,
        None,
    )
    # Signatures by unknown keys do not matter.
    assert witness.add(format_request(0, [], good + LOG.note(8, STRANGER).split("\n")[-2] + "\n"))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"old 0\n",
        b"old 0\n\n",
        b"\xff",
        b"old 00\n\n" + LOG.note(8).encode(),
        b"old -1\n\n" + LOG.note(8).encode(),
        b"old  0\n\n" + LOG.note(8).encode(),
        b"size 0\n\n" + LOG.note(8).encode(),
        b"old 0\nnot base64\n\n" + LOG.note(8).encode(),
        b"old 0\nAAAA\n\n" + LOG.note(8).encode(),
        b"old 0\n" + LOG.note(8).encode(),
        b"old 0\n\n" + LOG.note(8).rstrip().encode(),
        b"old 0\n\n" + LOG.note(8).replace("\n", "\r\n").encode(),
        b"old 0\n\n" + LOG.note(8).replace("\n8\n", "\n08\n").encode(),
        format_request(0, [bytes(32)] * (MOST_HASHES + 1), LOG.note(8)),
        format_request(9, [], LOG.note(8)),
    ],
)
def test_what_is_not_written_as_it_should_be_is_malformed(witness: Witness, body: bytes) -> None:
    assert refusal(witness, body) == (400, None)


def test_what_it_signed_is_known_after_a_restart(witness: Witness, tmp_path: Path) -> None:
    witness.add(LOG.request(0, 20))
    witness.memory.close()
    again = WitnessMemory(tmp_path / "witness.sqlite")
    assert again.name("another") == "another"
    assert again.name("a third") == "another"
    assert refusal(witness_of(again), FORK.request(0, 15)) == (409, 20)
    assert witness_of(again).add(LOG.request(20, 21))
    again.close()


def test_of_two_forks_at_once_one_is_signed(witness: Witness) -> None:
    witness.add(LOG.request(0, 10))
    bodies = [log.request(10, new) for new in (12, 15, 20) for log in (LOG, FORK)]

    def try_to_add(body: bytes) -> bool:
        try:
            return bool(witness.add(body))
        except WitnessRefusal as refused:
            assert refused.status == 409
            return False

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(try_to_add, bodies)) == 1


def test_a_policy_wants_so_many_of_its_witnesses() -> None:
    one, two = witness_key("a", OWN), witness_key("b", STRANGER)
    note = LOG.note(8)
    text = note.rpartition("\n\n")[0].encode() + b"\n"
    by_one = note + cosign(text, NOW, "a", OWN)
    assert policy_of([one]).check(by_one) == (Cosignature("a", NOW),)
    assert policy_of([one, two], 1).check(by_one) == (Cosignature("a", NOW),)
    with pytest.raises(BadNote, match=r"1 of the 2 witnesses that are needed signed it \(a\)"):
        policy_of([one, two]).check(by_one)
    # The same key under two names is one witness, and a false signature of a known one is no excuse.
    assert len(policy_of([one, witness_key("c", OWN)]).witnesses) == 1
    with pytest.raises(BadNote, match="signature is wrong"):
        policy_of([one, two], 1).check(by_one + cosign(text + b"x", NOW, "b", STRANGER))
    with pytest.raises(Inconsistent):
        policy_of([one], 2)


def test_the_log_itself_is_no_witness() -> None:
    """A signature without a time, by the same key under the same name, is another kind."""
    note = LOG.note(8)
    text = note.rpartition("\n\n")[0] + "\n"
    plain = sign_text(text, NAME, OWN).split("\n")[-2] + "\n"
    assert cosignatures(note + plain, [witness_key(NAME, OWN)]) == ()
    for text_ in (format_key(NAME, public_bytes(OWN)), "nonsense", "", "a+b+c"):
        with pytest.raises(Inconsistent):
            read_witness(text_)
    with pytest.raises(Inconsistent):
        read_verifier(witness_key(NAME, OWN).text)


def test_the_setting_names_an_address_and_a_key_each() -> None:
    key = witness_key(NAME, OWN)
    [first, second] = read_witnesses(f"http://127.0.0.1:8800 {key.text}\n  https://w.example/a/ {key.text}")
    assert (first.path, second.path) == ("http://127.0.0.1:8800/add-checkpoint", "https://w.example/a/add-checkpoint")
    assert first.key == key
    for wrong in (
        "http://x",
        f"{key.text} http://x",
        f"ftp://x {key.text}",
        f"http://x {base64.b64encode(b'x').decode()}",
    ):
        with pytest.raises(Inconsistent):
            read_witnesses(wrong)


def test_the_growing_log_of_these_tests_has_the_roots_of_the_standard() -> None:
    frontier = Frontier()
    for size, leaf in enumerate(LOG.leaves, 1):
        frontier.add(leaf)
        assert LOG.root(size) == frontier.root()


# A log that changes its key


SECOND, THIRD = (Ed25519PrivateKey.from_private_bytes(bytes([many]) * 32) for many in (7, 8))


def change(before: Ed25519PrivateKey, key: Ed25519PrivateKey, size: int = 7, log: Growing = LOG) -> bytes:
    """The note by which a key takes the place of another after the tree of this size."""
    return sign_rotation(sign(ORIGIN, size, log.root(size), AT, before), before, key).encode()


def signed_by(key: Ed25519PrivateKey, old: int, new: int) -> bytes:
    return format_request(old, merkle.consistency(old, new, LOG.node), LOG.note(new, key))


def test_a_change_of_the_key_is_followed_from_the_same_tree(memory: WitnessMemory, witness: Witness) -> None:
    witness.add(LOG.request(0, 7))
    assert refusal(witness, signed_by(SECOND, 7, 9)) == (403, None)
    assert witness.follow(change(KEY, SECOND)) == format_key(ORIGIN, public_bytes(SECOND))
    assert refusal(witness, LOG.request(0, 9))[0] == 403
    for again in (witness, witness_of(memory)):
        assert again.follow(change(KEY, SECOND)) == format_key(ORIGIN, public_bytes(SECOND))
    assert witness.add(signed_by(SECOND, 7, 9))
    witness.follow(change(SECOND, THIRD, 9))
    assert witness_of(memory).add(signed_by(THIRD, 9, 16))
    assert refusal(witness, signed_by(SECOND, 16, 17)) == (403, None)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"a key", 400),
        (b"\xff", 400),
        (LOG.note(7).encode(), 400),
        (change(STRANGER, SECOND), 403),
        (change(KEY, SECOND, 7, FORK), 200),
        (change(KEY, SECOND, 12, FORK), 409),
        (change(KEY, SECOND).replace(ORIGIN.encode(), b"example.org/other"), 400),
        (sign_rotation(sign("example.org/other", 7, LOG.root(7), AT, KEY), KEY, SECOND).encode(), 404),
    ],
)
def test_only_the_key_that_signs_names_the_next(witness: Witness, body: bytes, status: int) -> None:
    """The two histories of these tests are one up to 10 leaves."""
    witness.add(LOG.request(0, 12))
    try:
        witness.follow(body)
    except WitnessRefusal as refused:
        assert refused.status == status
        assert refused.is_fork == (status == 409)
    else:
        assert status == 200


def test_two_keys_do_not_follow_the_same_one(witness: Witness) -> None:
    witness.follow(change(KEY, SECOND))
    with pytest.raises(WitnessRefusal) as error:
        witness.follow(change(KEY, THIRD))
    assert (error.value.status, error.value.is_fork) == (409, True)
    assert refusal(witness, format_request(0, [], LOG.note(3, THIRD)))[0] == 403
