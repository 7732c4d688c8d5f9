"""Changed keys: a reader with one of them finds the others, and nothing unsigned is followed."""

from itertools import pairwise
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.errors import Impossible
from referee.evidence import notes
from referee.evidence.keys import Verifier, keep_key, public_bytes, read_verifier, signing_key
from referee.evidence.notary import Notary
from referee.evidence.signing.rotations import ADMINISTRATION, key_ring, sign_rotation
from referee.operations.acts import KeyRotated
from referee.operations.keys import KeyChange, rotate_key
from tests.evidence.conftest import KEY, Site

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(4)]
CHECKPOINT = notes.sign("example.org/log", 7, bytes(32), "2026-05-01T17:00:00.000Z", KEYS[0])
CHANGES = [sign_rotation(CHECKPOINT, old, new) for old, new in pairwise(KEYS)]


def public(key: Ed25519PrivateKey) -> Verifier:
    return Verifier(public_bytes(key))


@pytest.mark.parametrize("first", range(4))
def test_each_key_leads_to_all_of_them(first: int) -> None:
    ring = key_ring([public(KEYS[first])], CHANGES)
    assert [one.key for one in ring] == [public_bytes(key) for key in KEYS]


def test_a_key_that_is_in_no_change_leads_nowhere() -> None:
    assert key_ring([public(KEY)], CHANGES) == [public(KEY)]
    assert key_ring([], CHANGES) == []


def test_changes_that_do_not_follow_one_another_are_refused() -> None:
    for wrong in (CHANGES[::-1], CHANGES[::2], [CHANGES[0], sign_rotation(CHECKPOINT, KEYS[0], KEYS[2])]):
        with pytest.raises(notes.BadNote):
            key_ring([public(KEYS[0])], wrong)


def test_a_change_is_signed_by_both_keys_to_the_letter() -> None:
    note = CHANGES[0]
    text, _, signatures = note.rpartition("\n\n")
    first, second = signatures.splitlines(keepends=True)
    forgeries = [note[:at] + ("0" if note[at] != "0" else "1") + note[at + 1 :] for at in range(len(text))]
    for wrong in (*forgeries, f"{text}\n\n{first}", f"{text}\n\n{second}", "", note[:-1]):
        with pytest.raises(notes.BadNote):
            key_ring([public(KEYS[0])], [wrong])


# On record


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The place of the key."""
    keep_key(tmp_path / "key.pem", KEY)
    return tmp_path / "key.pem"


def open_notary(site: Site, file: Path) -> Notary:
    return Notary(site.notary.tree, lambda: signing_key(str(file), file), site.notary.clock)


def change(site: Site, file: Path) -> KeyChange:
    return rotate_key(site.service.administration, open_notary(site, file), file)


def test_a_log_whose_key_was_changed_twice_is_verified_by_any_of_them(site: Site, file: Path) -> None:
    site.open()
    first = site.notary.checkpoint()
    site.notary = open_notary(site, file)
    for _ in "12":
        change(site, file)
        site.open()
        site.notary.checkpoint()
    verdict = site.check(first)
    assert verdict.flaw is None
    assert verdict.checkpoints == 6
    ring = site.notary.follow_keys([public(KEY)])
    assert len(ring) == 3
    assert site.notary.verifier().key == ring[-1].key != public_bytes(KEY)


def test_who_still_has_the_old_key_signs_nothing(site: Site, file: Path) -> None:
    site.open()
    change(site, file)
    site.open()
    for act in (site.notary.checkpoint, site.notary.public_key, site.notary.verifier):
        with pytest.raises(Impossible, match="another in its place"):
            act()
    assert site.notary.may_not_sign([public(KEY)]) is not None
    assert site.notary.may_not_sign([open_notary(site, file).verifier()]) is None


def test_a_node_that_is_running_takes_the_new_key_by_itself(site: Site, file: Path) -> None:
    running = open_notary(site, file)
    before = running.checkpoint()
    rotation = change(site, file)
    site.open()
    note = running.checkpoint().note
    assert notes.open_checkpoint(note, [read_verifier(rotation.key)]).size > before.size
    with pytest.raises(notes.BadNote):
        notes.open_checkpoint(note, [read_verifier(rotation.before)])
    assert running.public_key().rotations == (rotation.note,)
    assert before.size == 0


def test_what_the_old_key_signs_after_the_new_one_is_found(site: Site, file: Path) -> None:
    site.open()
    change(site, file)
    site.open()
    site.notary = open_notary(site, file)
    last = site.notary.checkpoint()
    forgery = notes.sign(last.origin, last.size, bytes.fromhex(last.root), last.time, KEY)
    site.sql("UPDATE log_checkpoint SET note = :note WHERE size = :size", note=forgery.note, size=last.size)
    flaw = site.check().flaw
    assert flaw is not None
    assert (flaw.problem, flaw.leaf) == ("signature", last.size)


def test_a_change_of_keys_that_somebody_rewrote_is_found(site: Site, file: Path) -> None:
    site.open()
    rotation = change(site, file)
    site.notary = open_notary(site, file)
    site.notary.checkpoint()
    other = Ed25519PrivateKey.generate()
    forgery = sign_rotation(CHECKPOINT, other, Ed25519PrivateKey.generate())
    place = site.service.administration.version()
    site.rewrite(
        ADMINISTRATION, place, rotation.note.replace("\n", "\\n").encode(), forgery.replace("\n", "\\n").encode()
    )
    site.notary = Notary(site.notary.tree, lambda: KEY, site.notary.clock)
    flaw = site.check().flaw
    assert flaw is not None
    assert flaw.problem in {"leaf", "checkpoint", "signature"}


def test_a_change_that_was_interrupted_is_finished(site: Site, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site.open()

    def stop(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stop)
        with pytest.raises(KeyboardInterrupt):
            change(site, file)
    rotation_begun = site.service.administration.last(KeyRotated)
    assert rotation_begun is not None
    with pytest.raises(Impossible):
        open_notary(site, file).checkpoint()
    rotation = change(site, file)
    assert (rotation.key, rotation.before, rotation.note) == (
        rotation_begun.key,
        rotation_begun.before,
        rotation_begun.note,
    )
    assert open_notary(site, file).verifier().key == read_verifier(rotation.key).key
    assert site.service.administration.last(KeyRotated) == rotation_begun
