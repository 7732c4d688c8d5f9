"""Running a witness of other logs: `referee witness`."""

import os
from pathlib import Path

import click

from api import settings
from api.cli.decorators import command, option
from api.cli.files import NEW_FILE
from api.cli.https import https_of
from api.cli.language import say
from api.cli.serving import CERTIFICATE, HOST, PORT, PRIVATE_KEY, address_for, in_url, run, run_check
from referee.text import Text

APP = "api.cli.witness_app:app_from_environment"


@command("witness")
@option(
    "--log",
    "logs",
    es="La clave pública de un registro, como la escribe allí `referee key`. Se puede repetir.",
    en="The public key of a log, as `referee key` prints it there. Can be repeated.",
    multiple=True,
    metavar="KEY",
)
@option(
    "--name",
    es="El nombre con el que firma, como club.example/testigo; vale para siempre. Si no se da, uno al azar.",
    en="The name it signs under, such as club.example/witness; it stays for good. By default a random one.",
    envvar=settings.WITNESS_NAME,
    metavar="NAME",
)
@option(
    "--file",
    es="El fichero SQLite donde recuerda lo que firmó, con su clave al lado; si no se da, uno en la carpeta de datos.",
    en="The SQLite file in which it remembers what it signed, with its key beside it; by default one in your data folder.",
    envvar=settings.WITNESS_FILE,
    type=NEW_FILE,
    metavar="FILE",
)
@HOST
@PORT
@CERTIFICATE
@PRIVATE_KEY
def witness(
    logs: tuple[str, ...],
    name: str | None,
    file: Path | None,
    host: str,
    port: int,
    certificate: Path | None,
    private_key: Path | None,
) -> None:
    """Runs a witness until it is stopped."""
    from api.cli.witness_app import open_witness, read_logs

    https = run_check(https_of, certificate, private_key)
    log_keys = " ".join(logs) or os.environ.get(settings.WITNESS_LOGS, "")
    verifiers = run_check(read_logs, log_keys)
    path = file or settings.own_data_folder() / "witness.sqlite"
    with address_for(host, port) as address:
        # File and key are made before a worker starts and reads them.
        signer = run_check(open_witness, path, name, verifiers)
        key = signer.key.text
        # The worker opens the memory itself: an SQLite connection must not pass from one process to another.
        signer.memory.close()
        settings_of = {
            settings.WITNESS_FILE: str(path),
            settings.WITNESS_NAME: signer.name,
            settings.WITNESS_LOGS: log_keys,
        }
        os.environ.update(settings_of)
        url = f"{'https' if https else 'http'}://{in_url(host)}:{port}"
        click.echo(
            say(
                Text(
                    es=f"testigo: {url}\nsu clave pública: {key}\nrecuerda en {path}: guarda copia de su clave, "
                    "y nunca devuelvas una copia antigua del fichero",
                    en=f"witness: {url}\nits public key: {key}\nit remembers in {path}: keep a copy of its key, "
                    "and never put back an old copy of the file",
                )
            )
        )
        run(address, port, 1, https=https, app=APP, prelude=None)
