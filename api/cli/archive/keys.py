"""The signing key: `referee key · key rotate`."""

import os
from pathlib import Path

import click
import msgspec

from api import settings
from api.cli.archive.verifying import ask_notary
from api.cli.decorators import DATABASE, JSON, answer, bad_use, group, option, require_database
from api.cli.files import NEW_FILE
from referee.text import Text


@group("key", invoke_without_command=True)
@option("--pem", es="Como PEM.", en="As PEM.", is_flag=True)
@DATABASE
@JSON
@click.pass_context
def key(context: click.Context, pem: bool, database: str, as_json: bool) -> None:
    """Prints the public key."""
    if context.invoked_subcommand is not None:
        return
    public = ask_notary(database, lambda notary: notary.public_key())
    click.echo(msgspec.json.encode(public).decode() if as_json else public.pem.strip() if pem else public.key)


@key.command(
    "rotate",
    words=Text(
        es="Cambia la clave que firma por otra nueva: la de ahora la firma y consta en el registro, y `referee verify` llega a "
        "la nueva desde la primera. El servicio puede seguir en marcha; copia la nueva a los demás nodos.",
        en="Replace the key that signs by a new one: the present key signs it, on the log, and `referee verify` follows from the "
        "first to the new one. The service can keep running; copy the new key to the other nodes.",
    ),
)
@option(
    "--to",
    es="Escribe ahí la clave nueva, si la de ahora no está en un fichero.",
    en="Write the new key there, where the present one is in no file.",
    type=NEW_FILE,
    metavar="FILE",
)
@DATABASE
@JSON
def rotate(to: Path | None, database: str, as_json: bool) -> None:
    """Changes the key."""
    require_database(database)
    path = to or _file(database)
    from api import opening
    from referee.operations.keys import rotate_key

    with opening.closing(opening.open_service(database)) as service:
        change = rotate_key(service.administration, opening.notary_of(service, database), path)
    words = Text(
        es=f"la clave nueva está en {path}; su mitad pública: {change.key}\nla de antes, que la ha firmado: {change.before}",
        en=f"the new key is in {path}; its public half: {change.key}\nthe one before, which signed it: {change.before}",
    )
    answer(as_json, {"file": str(path), **msgspec.to_builtins(change)}, words)


def _file(database: str) -> Path:
    """The file of the present key. Raises a usage error if the key is in no file."""
    setting = os.environ.get(settings.SIGNING_KEY)
    if setting and "\n" in setting.strip():
        raise bad_use(
            f"la clave está en {settings.SIGNING_KEY}, no en un fichero: di con --to dónde escribir la nueva, y pon después esa",
            f"the key is in {settings.SIGNING_KEY}, not in a file: say with --to where to write the new one, and set that "
            "afterwards",
        )
    return Path(setting) if setting else settings.key_file(database)
