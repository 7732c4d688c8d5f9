"""A small certificate authority for one hall, which tablets trust, and the limits of its signatures.

Its private key lies on a laptop in a hall, so its certificate says in itself (RFC 5280, 4.2.1.10) for what it may sign:
private addresses, names of local networks, and the hosts given when it was made. A tablet that trusts it trusts its signature
for nothing else.
"""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from msgspec import Struct

from referee.errors import Inconsistent
from referee.log.address import private_file
from referee.text import Text

Address = IPv4Address | IPv6Address
Host = str | Address

PRIVATE = tuple(
    ip_network(block)
    for block in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "fc00::/7",
        "fe80::/10",
        "::1/128",
    )
)
"""RFC 1918, 3927, 4193 and 4291: addresses that lead only into the own network."""
LOCAL_NAMES = ("localhost", "local", "lan", "home.arpa", "internal")
"""RFC 6761, 6762 and 8375, and names that routers give their network: a name, and all below it."""
THIS_MACHINE: tuple[Host, ...] = ("localhost", IPv4Address("127.0.0.1"), IPv6Address("::1"))
AUTHORITY_DAYS = 3_650
CERTIFICATE_DAYS = 397
"""Browsers refuse certificates that are valid for longer than 398 days."""


class Authority(Struct, frozen=True):
    """An authority: its certificate, which tablets trust, and the key with which it signs."""

    certificate: x509.Certificate
    key: EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of its certificate, as tablets show it."""
        return self.certificate.fingerprint(SHA256()).hex(":").upper()


class Files(Struct, frozen=True):
    """The files of a hall's certificate: the authority that tablets trust, the certificate of the service, and their keys."""

    folder: Path
    authority: Path
    authority_key: Path
    certificate: Path
    key: Path


def files_in(folder: Path) -> Files:
    """The files of a folder. Tablets recognize a certificate to trust by its ending, `.crt`."""
    names = ("authority.crt", "authority.key", "certificate.pem", "private-key.pem")
    return Files(folder, *(folder / name for name in names))


def host_of(text: str) -> Host:
    """A name or an address, as certificates hold it. Raises Inconsistent for any other text."""
    try:
        return ip_address(text.strip("[]"))
    except ValueError:
        pass
    name = text.rstrip(".").lower()
    labels = name.split(".")
    # Host names of RFC 1123; names in other alphabets must come in their ASCII form.
    good = all(
        0 < len(one) < 64 and one.isascii() and one.replace("-", "").isalnum() and one.strip("-") == one
        for one in labels
    )
    if not good or labels[-1].isdigit() or len(name) > 253:
        raise Inconsistent(
            Text(
                es=f"{text!r} no es un nombre ni una dirección de una máquina, como mesa.local o 192.168.1.20",
                en=f"{text!r} is not a name or address of a machine, such as table.local or 192.168.1.20",
            )
        )
    return name


def make_authority(hosts: tuple[Host, ...], now: datetime) -> Authority:
    """Makes an authority for private addresses, local names and these hosts only."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Card referee {now.date().isoformat()}")])
    subtrees = [*(x509.IPAddress(block) for block in PRIVATE), *(x509.DNSName(one) for one in LOCAL_NAMES)]
    subtrees += [_subtree(host) for host in hosts if not _within(host, subtrees)]
    certificate = (
        _builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(subtrees, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    return Authority(certificate, key)


def require_within(authority: Authority, hosts: tuple[Host, ...], now: datetime) -> None:
    """Raises Inconsistent for a host for which this authority may not sign, and for an expired authority."""
    if authority.certificate.not_valid_after_utc <= now:
        raise Inconsistent(
            Text(es="la autoridad de esta carpeta ha caducado", en="the authority in this folder has expired")
        )
    constraints = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    for host in hosts:
        if not _within(host, constraints.permitted_subtrees or []):
            raise Inconsistent(
                Text(
                    es=f"la autoridad de esta carpeta no puede firmar para {host}: haga otra en otra carpeta con --folder",
                    en=f"the authority in this folder may not sign for {host}: make another in another --folder",
                )
            )


def sign(
    authority: Authority, hosts: tuple[Host, ...], now: datetime
) -> tuple[x509.Certificate, EllipticCurvePrivateKey]:
    """Makes a certificate for these hosts and this machine, and its key."""
    key = generate_private_key(SECP256R1())
    everything = tuple(dict.fromkeys((*hosts, *THIS_MACHINE)))
    names = [x509.DNSName(host) if isinstance(host, str) else x509.IPAddress(host) for host in everything]
    issuer = authority.certificate
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Card referee")])
    certificate = (
        _builder(own, issuer.subject, key, now, CERTIFICATE_DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, SHA256())
    )
    return certificate, key


def read_authority(files: Files) -> Authority | None:
    """The authority in this folder; None if there is none. Raises Inconsistent for files that are no whole authority."""
    if not files.authority.exists() and not files.authority_key.exists():
        return None
    try:
        certificate = x509.load_pem_x509_certificate(files.authority.read_bytes())
        key = load_pem_private_key(files.authority_key.read_bytes(), None)
        certificate.extensions.get_extension_for_class(x509.NameConstraints)
    except (ValueError, TypeError, FileNotFoundError, x509.ExtensionNotFound) as error:
        raise Inconsistent(_incomplete_text(files)) from error
    if not isinstance(key, EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise Inconsistent(_incomplete_text(files))
    return Authority(certificate, key)


def keep(files: Files, authority: Authority, certificate: x509.Certificate, key: EllipticCurvePrivateKey) -> None:
    """Writes the four files. Only the owner may read the keys, from the first byte on."""
    for path, private in ((files.authority_key, authority.key), (files.key, key)):
        private_file(path)
        path.chmod(0o600)
        path.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    files.authority.write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    files.certificate.write_bytes(certificate.public_bytes(Encoding.PEM))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # The clocks of tablets that never see a network are off by hours.
        .not_valid_before(now.astimezone(UTC) - timedelta(days=1))
        .not_valid_after(now.astimezone(UTC) + timedelta(days=days - 1))
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _subtree(host: Host) -> x509.GeneralName:
    return x509.DNSName(host) if isinstance(host, str) else x509.IPAddress(ip_network(host))


def _within(host: Host, subtrees: list[x509.GeneralName]) -> bool:
    if isinstance(host, str):
        names = (one.value for one in subtrees if isinstance(one, x509.DNSName))
        return any(host == name or host.endswith(f".{name}") for name in names)
    blocks = (one.value for one in subtrees if isinstance(one, x509.IPAddress))
    return any(isinstance(block, IPv4Network | IPv6Network) and host in block for block in blocks)


def _incomplete_text(files: Files) -> Text:
    return Text(
        es=f"en {files.folder} hay algo que no es una autoridad entera hecha con esta orden; elige otra carpeta con --folder",
        en=f"what is in {files.folder} is not a complete authority made by this command; choose another --folder",
    )
