"""The certificate and private key of a service that serves HTTPS itself, checked before it starts."""

from pathlib import Path

from msgspec import Struct

from referee.errors import Inconsistent
from referee.text import Text

_WHY = {
    "KEY_VALUES_MISMATCH": Text(
        es="la clave de {key} no es la del certificado de {certificate}",
        en="the key in {key} is not that of the certificate in {certificate}",
    ),
    "PASSWORD": Text(
        es="la clave de {key} está protegida con contraseña: hace falta una sin ella",
        en="the key in {key} is protected by a password: one without is needed",
    ),
}
"""The refusals by OpenSSL's name of the error."""
_NOT_PEM = Text(
    es="en {certificate} y {key} no hay un certificado y una clave privada en PEM",
    en="there is no certificate and private key, as PEM, in {certificate} and {key}",
)


class Https(Struct, frozen=True):
    """The files of a certificate, with its intermediates, and of its private key, both as PEM."""

    certificate: Path
    key: Path


class _PasswordPrompt(Exception):
    """A key with a password, which cannot be typed here."""


def https_of(certificate: Path | None, key: Path | None) -> Https | None:
    """The files of the two options; None for plain HTTP. Raises Inconsistent for one alone, and for files that do not work."""
    if certificate is None or key is None:
        if certificate is key:
            return None
        raise Inconsistent(
            Text(es="--certificate y --private-key van juntas", en="--certificate and --private-key are given together")
        )
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, _no_password)
    except ssl.SSLError as error:
        raise Inconsistent(_fill(_WHY.get(error.reason or "", _NOT_PEM), certificate, key)) from error
    except _PasswordPrompt as error:
        raise Inconsistent(_fill(_WHY["PASSWORD"], certificate, key)) from error
    return Https(certificate, key)


def _no_password() -> str:
    raise _PasswordPrompt


def _fill(text: Text, certificate: Path, key: Path) -> Text:
    names = {"certificate": certificate.name, "key": key.name}
    return Text(es=text.es.format(**names), en=text.en.format(**names))
