"""A certificate for the network of a hall: `referee certificate HOST...`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from api.cli.decorators import JSON, answer, argument, bad_use, command, option
from referee.errors import Inconsistent
from referee.text import Text

if TYPE_CHECKING:
    from api.cli.authority import Files

FOLDER = "referee-certificate"


class NewCertificate(msgspec.Struct, frozen=True):
    """A certificate that was made, and its files. `expires` is RFC 3339, in UTC."""

    hosts: list[str]
    authority: str
    fingerprint: str
    new_authority: bool
    certificate: str
    private_key: str
    expires: str


@command("certificate")
@argument("hosts", nargs=-1, required=True, metavar="HOST...")
@option(
    "--folder",
    es="Dónde se guarda; una autoridad que ya esté ahí firma también este certificado.",
    en="Where it is kept; an authority that is there already signs this certificate too.",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    show_default=True,
    metavar="FOLDER",
)
@JSON
def certificate(hosts: tuple[str, ...], folder: Path, as_json: bool) -> None:
    """Writes the certificate and its key, the authority and its own, and says what to do with each."""
    from api.cli import authority

    files, now = authority.files_in(folder.absolute()), datetime.now(UTC)
    try:
        addresses = tuple(authority.host_of(host) for host in hosts)
        existing = authority.read_authority(files)
        issuer = existing or authority.make_authority(addresses, now)
        authority.require_within(issuer, addresses, now)
    except Inconsistent as refused:
        raise bad_use(refused.text.es, refused.text.en) from refused
    signed_certificate, key = authority.sign(issuer, addresses, now)
    authority.keep(files, issuer, signed_certificate, key)
    report = NewCertificate(
        [str(host) for host in addresses],
        str(files.authority),
        issuer.fingerprint,
        existing is None,
        str(files.certificate),
        str(files.key),
        signed_certificate.not_valid_after_utc.isoformat().replace("+00:00", "Z"),
    )
    answer(as_json, report, _next_steps(report, files))


def _next_steps(report: NewCertificate, files: "Files") -> Text:
    """The next steps: to serve with the certificate, and to make each kind of tablet trust the authority."""
    host = next((one for one in report.hosts if one), "")
    url = f"https://[{host}]:8000" if ":" in host else f"https://{host}:8000"
    serve = f"referee serve --host 0.0.0.0 --certificate {files.certificate} --private-key {files.key}"
    names, until = ", ".join(report.hosts), report.expires[:10]
    if not report.new_authority:
        return Text(
            es=f"Nuevo certificado para {names}, hasta el {until}. Lo firma la misma autoridad: las tabletas que ya se fían"
            f" de ella no tienen que hacer nada.\n\n  {serve}",
            en=f"A new certificate for {names}, until {until}. The same authority signed it: tablets that already trust it"
            f" need nothing more.\n\n  {serve}",
        )
    return Text(
        es=f"""Certificado para {names}, hasta el {until}.

1. Arranca el servicio con él (las tabletas lo encuentran en {url}):

  {serve}

2. Lleva a cada tableta este fichero, por cable, memoria USB o correo, e instálalo una vez:

  {report.authority}
  huella SHA-256: {report.fingerprint}

  Android: Ajustes > Seguridad > Cifrado y credenciales > Instalar un certificado > Certificado de CA.
  iPad, iPhone: abre el fichero; Ajustes > Perfil descargado > Instalar; después Ajustes > General > Información >
    Ajustes de confianza de los certificados, y actívalo.
  Windows: abre el fichero > Instalar certificado > Entidades de certificación raíz de confianza.
  Mac: abre el fichero en Acceso a Llaveros y marca «Confiar siempre». Firefox lo pide en sus propios ajustes.

3. Compara la huella en la tableta. Esta autoridad solo vale para redes privadas y para los nombres de arriba. Guarda
  {files.authority_key} y no se la des a nadie: con ella firmarás los próximos certificados.""",
        en=f"""A certificate for {names}, until {until}.

1. Start the service with it (tablets find it at {url}):

  {serve}

2. Take this file to each tablet, by cable, USB stick or mail, and install it once:

  {report.authority}
  SHA-256 fingerprint: {report.fingerprint}

  Android: Settings > Security > Encryption and credentials > Install a certificate > CA certificate.
  iPad, iPhone: open the file; Settings > Profile Downloaded > Install; then Settings > General > About >
    Certificate Trust Settings, and switch it on.
  Windows: open the file > Install Certificate > Trusted Root Certification Authorities.
  Mac: open the file in Keychain Access and choose "Always Trust". Firefox asks for it in its own settings.

3. Compare the fingerprint on the tablet. This authority works only for private networks and for the names above. Keep
  {files.authority_key} and give it to nobody: it signs the next certificates.""",
    )
