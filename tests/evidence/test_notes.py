"""Checkpoints as signed notes, and the key that signs them."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from referee.errors import Inconsistent
from referee.evidence import notes
from referee.evidence.keys import Verifier, format_key, public_bytes, public_pem, read_verifier, signing_key
from referee.evidence.notes import BadNote, open_checkpoint, sign

AT = "2026-05-01T17:00:00.000Z"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OURS = Verifier(public_bytes(KEY), "example.org/log")
CHECKPOINT = sign("example.org/log", 1234, bytes(range(32)), AT, KEY)

GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
"""The example of Go's package sumdb/note, made by another implementation."""
GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
GO_SIGNED = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="


def test_the_signature_of_another_implementation_is_understood() -> None:
    import base64

    verifier = read_verifier(GO_KEY)
    signature = base64.b64decode(GO_SIGNED)
    assert verifier.name == "PeterNeumann"
    assert verifier.vouches("PeterNeumann", signature[:4], signature[4:], GO_TEXT.encode()) is True
    assert verifier.vouches("PeterNeumann", signature[:4], signature[4:], GO_TEXT.encode() + b"\n") is False
    assert verifier.vouches("SomebodyElse", signature[:4], signature[4:], GO_TEXT.encode()) is None


def test_a_note_reads_as_it_is_written() -> None:
    lines = CHECKPOINT.note.split("\n")
    assert lines[:5] == ["example.org/log", "1234", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", AT, ""]
    assert lines[5].startswith("— example.org/log ")
    assert open_checkpoint(CHECKPOINT.note, [OURS]) == CHECKPOINT


def test_any_byte_of_a_note_that_changes_is_found() -> None:
    note = CHECKPOINT.note.encode()
    for at in range(len(note)):
        for forgery in (note[:at] + bytes([note[at] ^ 1]) + note[at + 1 :], note[:at] + note[at + 1 :]):
            with pytest.raises((BadNote, UnicodeDecodeError)):
                open_checkpoint(forgery.decode(), [OURS])


@pytest.mark.parametrize("size", ["01234", "-1", "1e3", "١٢٣", "9" * 30])
def test_a_size_is_written_in_one_way(size: str) -> None:
    with pytest.raises(BadNote):
        notes.parse_checkpoint(CHECKPOINT.note.replace("1234", size))


def test_signatures_of_others_are_passed_over_and_ours_is_needed() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    witness = sign("witness.example", 1, bytes(32), AT, other).note.split("\n")[-2]
    both = CHECKPOINT.note + witness + "\n"
    assert open_checkpoint(both, [OURS]).root == CHECKPOINT.root
    with pytest.raises(BadNote, match="not signed by this key"):
        open_checkpoint(CHECKPOINT.note, [Verifier(public_bytes(other))])
    with pytest.raises(BadNote, match="not signed by this key"):
        open_checkpoint(CHECKPOINT.note, [Verifier(public_bytes(KEY), "example.org/other")])
    # The key is known, and it signed another text.
    with pytest.raises(BadNote, match="signature is wrong"):
        open_checkpoint(both, [OURS, Verifier(public_bytes(other))])


def test_a_public_key_is_read_as_written_and_as_pem() -> None:
    assert read_verifier(format_key("example.org/log", public_bytes(KEY)) + "\n") == OURS
    assert read_verifier(public_pem(KEY)) == Verifier(public_bytes(KEY))
    assert open_checkpoint(CHECKPOINT.note, [read_verifier(public_pem(KEY))]) == CHECKPOINT
    wrong = format_key("example.org/log", public_bytes(KEY)).replace("example", "exemple")
    for text in ("", "x", "a+b+c", wrong, "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"):
        with pytest.raises(Inconsistent):
            read_verifier(text)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "new\nline", "x" * 300])
def test_what_may_be_no_origin(name: str) -> None:
    assert not notes.good_origin(name)


def test_a_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "key.pem"
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: public_bytes(signing_key(None, file)), range(16)))
    assert len(set(made)) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["key.pem"]


def test_a_key_may_be_given_as_pem_or_by_its_path(tmp_path: Path) -> None:
    pem = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    file = tmp_path / "given.pem"
    file.write_text(pem, encoding="ascii")
    for form in (pem, str(file)):
        assert public_bytes(signing_key(form, tmp_path / "unused")) == OURS.key
    assert not (tmp_path / "unused").exists()


def test_what_is_no_key_is_refused_without_being_shown(tmp_path: Path) -> None:
    x25519 = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    for form in (x25519, "-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----", str(tmp_path / "nothing")):
        with pytest.raises(Inconsistent) as error:
            signing_key(form, tmp_path / "unused")
        assert "secret" not in str(error.value)
        assert "BEGIN" not in str(error.value)
