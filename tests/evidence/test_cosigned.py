"""Checkpoints with the signatures of witnesses: a log stores them and chooses among them, on either database."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.evidence.keys import Verifier, public_bytes
from referee.evidence.notary import FEW
from referee.evidence.witnesses.asking import (
    AskedWitness,
    NoCosignature,
    WitnessAddress,
    WitnessAnswer,
    checkpoint_for,
    newest_witnessed,
    policy_for,
    unsigned_since,
)
from referee.evidence.witnesses.cosignatures import cosignatures
from referee.evidence.witnesses.memory import WitnessMemory
from referee.evidence.witnesses.requests import SIZE_TYPE
from referee.evidence.witnesses.witness import Witness, WitnessRefusal
from tests.evidence.conftest import KEY, SignedHistory, Site

NOTE = {"type": "note", "text": "mesa 3"}


class LocalWitness:
    """A witness of the log, without a network between."""

    def __init__(self, site: Site, witness: Witness) -> None:
        self.site = site
        self.witness = witness
        self.address = WitnessAddress("http://nobody.example", witness.key)
        self.asked_witness = AskedWitness(site.notary, self.address)

    def answer(self, body: bytes) -> WitnessAnswer:
        try:
            return WitnessAnswer(200, "text/plain", self.witness.add(body))
        except WitnessRefusal as refused:
            size = refused.size is not None
            return WitnessAnswer(refused.status, SIZE_TYPE if size else "text/plain", f"{refused.size}\n")

    def sign(self) -> int:
        """Makes it sign the newest checkpoint. Returns the number of requests."""
        checkpoint = self.asked_witness.due()
        assert checkpoint
        times = 1
        while not self.asked_witness.take_response(checkpoint, self.answer(self.asked_witness.request(checkpoint))):
            times += 1
        return times


@pytest.fixture
def meet(tmp_path: Path, history: SignedHistory) -> Iterator[Callable[[str], LocalWitness]]:
    """Makes witnesses of the log of these tests, by name."""
    memories: list[WitnessMemory] = []

    def new_witness(name: str) -> LocalWitness:
        memories.append(WitnessMemory(tmp_path / f"{name}.sqlite"))
        key = Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32))
        logs = [Verifier(public_bytes(KEY), "example.org/log")]
        return LocalWitness(history.site, Witness(memories[-1], name, key, logs, lambda: 1_777_654_800.0))

    yield new_witness
    for memory in memories:
        memory.close()


def test_signatures_come_below_the_logs_own_each_once(
    history: SignedHistory, meet: Callable[[str], LocalWitness]
) -> None:
    site, one, two = history.site, meet("one"), meet("two")
    assert [one.sign(), two.sign()] == [1, 1]
    note = site.notary.last_note() or ""
    assert [signature.witness for signature in cosignatures(note, [one.witness.key, two.witness.key])] == ["one", "two"]
    assert note.startswith(history.checkpoint.note)
    site.notary.add_signatures(history.checkpoint.size, note.splitlines(keepends=True)[-1:])
    assert site.notary.last_note() == note
    assert one.asked_witness.due() is None
    assert site.check().flaw is None
    # The next one: it is asked to go on from there; by a process that begins, after it said from where.
    site.say(history.match, NOTE)
    site.notary.checkpoint()
    assert one.sign() == 1
    assert LocalWitness(site, two.witness).sign() == 2


def test_what_is_proven_against_is_signed_by_all_if_it_covers(
    history: SignedHistory, meet: Callable[[str], LocalWitness]
) -> None:
    site, one, two = history.site, meet("one"), meet("two")
    policy = policy_for([one.address, two.address])

    def choose_checkpoint(stream: str) -> int:
        now = site.notary.checkpoint()
        return checkpoint_for(site.notary, policy, now, lambda size: site.notary.covers([stream], size)).size

    one.sign()
    assert newest_witnessed(site.notary, policy) is None
    two.sign()
    site.say(history.match, NOTE)
    assert [choose_checkpoint(history.other), choose_checkpoint(history.match)] == [10, 11]
    assert site.notary.holds(history.match, 1, 10)
    assert not site.notary.holds(history.match, 5, 10)


def test_who_is_behind_is_behind_since_the_first_that_it_did_not_sign(
    history: SignedHistory, meet: Callable[[str], LocalWitness]
) -> None:
    site, one, never = history.site, meet("one"), meet("never")
    one.sign()
    assert unsigned_since(site.notary, one.address) is None
    for _ in range(FEW + 2):
        site.say(history.match, NOTE)
        site.notary.checkpoint()
    first = unsigned_since(site.notary, one.address)
    assert first
    assert first.size == 11
    oldest = unsigned_since(site.notary, never.address)
    assert oldest
    assert oldest.size == 5


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (WitnessAnswer(404, "text/plain", "no"), "answers 404"),
        (WitnessAnswer(500, "text/html", "<h1>"), "answers 500"),
        (WitnessAnswer(302, "text/plain", ""), "answers 302"),
        (WitnessAnswer(200, "text/plain", ""), "did not sign with its key"),
        (WitnessAnswer(200, "text/plain", "— one AAAA\n"), "did not sign with its key"),
        (WitnessAnswer(422, "text/plain", "no"), "does not continue it"),
        (WitnessAnswer(409, SIZE_TYPE, "0\n"), "does not continue it"),
        (WitnessAnswer(409, "text/plain", "7\n"), "answers 409"),
        (WitnessAnswer(409, SIZE_TYPE, "07\n"), "answers 409"),
    ],
)
def test_what_is_no_signature_changes_nothing(
    history: SignedHistory, meet: Callable[[str], LocalWitness], answer: WitnessAnswer, words: str
) -> None:
    asked = meet("one").asked_witness
    checkpoint = asked.due()
    assert checkpoint
    asked.request(checkpoint)
    with pytest.raises(NoCosignature, match=words):
        asked.take_response(checkpoint, answer)
    assert history.site.notary.last_note() == history.checkpoint.note


def test_a_log_that_was_put_back_to_an_earlier_state_is_refused(
    history: SignedHistory, meet: Callable[[str], LocalWitness]
) -> None:
    asked = meet("one").asked_witness
    checkpoint = asked.due()
    assert checkpoint
    assert not asked.take_response(checkpoint, WitnessAnswer(409, SIZE_TYPE, "11\n"))
    with pytest.raises(NoCosignature, match="signed a tree of 11"):
        asked.request(checkpoint)
