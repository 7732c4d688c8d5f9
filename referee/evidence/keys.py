"""The Ed25519 key that signs checkpoints, and the public key that checks them.

A public key is written as C2SP's signed-note does: `name+id+key`, the id being the first four bytes of the SHA-256 of the name,
a newline, the byte 1 and the key, in hexadecimal, and the key the byte 1 and the 32 bytes of RFC 8032, in Base64. As a PEM it
carries no name, and fits notes of any name.
"""

import base64
import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from msgspec import Struct

from referee.errors import Inconsistent
from referee.log.address import private_folder
from referee.text import Text

ED25519 = b"\1"
"""The type of an Ed25519 signature in signed notes."""
COSIGNATURE = b"\4"
"""The type of a witness's Ed25519 signature with its time."""
PEM = "-----BEGIN"


class Verifier(Struct, frozen=True):
    """A public key and the name it signs under; without a name it checks signatures under any name."""

    key: bytes
    name: str | None = None

    def vouches(self, name: str, id_: bytes, signature: bytes, text: bytes) -> bool | None:
        """True if this key made the signature, False if it is wrong; None if the note names another key."""
        if self.name not in {None, name} or id_ != key_id(name, self.key):
            return None
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, text)
        except InvalidSignature:
            return False
        return True


class PublicKey(Struct, frozen=True):
    """The key that checks this log's checkpoints: as signed notes write it, and as PEM."""

    origin: str
    key: str
    pem: str
    rotations: tuple[str, ...] = ()


def key_id(name: str, key: bytes, kind: bytes = ED25519) -> bytes:
    """The id of a public key under a name, for signatures of this type."""
    return sha256(name.encode() + b"\n" + kind + key).digest()[:4]


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    """The public key, 32 bytes."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def public_pem(key: Ed25519PrivateKey) -> str:
    """The public key as PEM."""
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def format_key(name: str, key: bytes, kind: bytes = ED25519) -> str:
    """A public key with its name, as signed notes write it, for signatures of this type."""
    return f"{name}+{key_id(name, key, kind).hex()}+{base64.b64encode(kind + key).decode()}"


def parse_key(text: str, kind: bytes) -> Verifier | None:
    """A public key, as `format_key` writes it, for signatures of this type; None for anything else."""
    try:
        name, _, base64_key = text.split("+", 2)
        key = base64.b64decode(base64_key, validate=True)
    except ValueError:
        return None
    # The comparison refuses other spellings of the same bytes, such as capitals in the id.
    good = key[:1] == kind and len(key) == 33 and format_key(name, key[1:], kind) == text
    return Verifier(key[1:], name) if good else None


def read_verifier(text: str) -> Verifier:
    """A public key, as `format_key` writes it or as PEM. Raises Inconsistent for anything else."""
    text = text.strip()
    if not text.startswith(PEM):
        if verifier := parse_key(text, ED25519):
            return verifier
    else:
        with suppress(ValueError, UnsupportedAlgorithm):
            pem = load_pem_public_key(text.encode())
            if isinstance(pem, Ed25519PublicKey):
                return Verifier(pem.public_bytes(Encoding.Raw, PublicFormat.Raw))
    raise Inconsistent(Text(es="no es una clave pública Ed25519", en="this is not an Ed25519 public key"))


def signing_key(setting: str | None, beside: Path) -> Ed25519PrivateKey:
    """The key of the `setting`, as PEM or by the path of one; else that in the file `beside` the database, made if need be.

    Raises Inconsistent for a key that cannot be read. No message contains any part of the key.
    """
    if setting and PEM in setting:
        return _read(setting.encode(), "REFEREE_SIGNING_KEY")
    path = Path(setting) if setting else beside
    try:
        if not setting and not path.exists():
            _make(path)
        return _read(path.read_bytes(), str(path))
    except OSError as error:
        raise _unreadable(str(path)) from error


def _make(path: Path) -> None:
    """Makes a key. If two processes make one at the same time, both use the first."""
    keep_key(path, Ed25519PrivateKey.generate())


def keep_key(path: Path, key: Ed25519PrivateKey) -> None:
    """Writes a key to a file that only its owner may read. An existing file stays as it is."""
    private_folder(path.parent)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    # Unlike a rename, a link fails if the file exists: of two processes the first wins.
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def _read(pem: bytes, place: str) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise _unreadable(place) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _unreadable(place)
    return key


def _unreadable(place: str) -> Inconsistent:
    return Inconsistent(
        Text(
            es=f"no hay clave Ed25519 (PEM, sin cifrar) en {place}", en=f"no Ed25519 key (PEM, unencrypted) in {place}"
        )
    )
