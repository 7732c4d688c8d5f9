"""Running a service: `referee serve · demo`."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from api import settings
from api.cli.decorators import DATABASE, bad_use, command, option
from api.cli.files import FILE
from api.cli.https import Https, https_of
from api.cli.language import say
from referee import __version__
from referee.errors import Inconsistent
from referee.text import Text

if TYPE_CHECKING:
    from api.server.workers import First

P = ParamSpec("P")
T = TypeVar("T")
SERVICE = "api.compose:app_from_environment"
FIRST_SERVICE = "api.cli.readiness:app_from_environment"
"""The service that makes ready what all workers need."""
PRELUDE = "api.workers.projection_process:fork_ahead"
"""What each worker of the service does first."""
LEVELS = ("debug", "info", "warning", "error")
LOCAL = "127.0.0.1"
ANYWHERE = ("0.0.0.0", "::")
HOST = option(
    "--host",
    es="La dirección en que escucha; 0.0.0.0, en todas las de esta máquina.",
    en="The address it listens on; 0.0.0.0 for all of this machine.",
    default=LOCAL,
    show_default=True,
    metavar="HOST",
)
PORT = option(
    "--port",
    es="El puerto en que escucha.",
    en="The port it listens on.",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    metavar="PORT",
)
CERTIFICATE = option(
    "--certificate",
    es="Sirve por HTTPS con este certificado (PEM, con los intermedios); hace falta --private-key.",
    en="Serve HTTPS with this certificate (PEM, with intermediates); needs --private-key.",
    type=FILE,
    metavar="FILE",
)
PRIVATE_KEY = option(
    "--private-key",
    es="La clave privada del certificado (PEM, sin contraseña).",
    en="The private key of the certificate (PEM, without a password).",
    type=FILE,
    metavar="FILE",
)


@command("serve")
@HOST
@PORT
@option(
    "--workers",
    es="Cuántos procesos atienden.",
    en="How many processes answer requests.",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="N",
)
@option(
    "--log-level",
    es="Cuánto escribe de lo que ocurre.",
    en="How much it logs.",
    type=click.Choice(LEVELS),
    default="warning",
    show_default=True,
)
@option(
    "--access-log",
    es="Escribe una línea por petición: cliente, método, ruta y estado. Ni parámetros ni cabeceras.",
    en="Print one line per request: client, method, path, status. No query, no headers.",
    is_flag=True,
)
@option(
    "--url",
    es="La dirección pública del servicio, como https://referee.club.example: así empiezan todas las que escribe (códigos QR,"
    " enlaces, calendarios). Por defecto REFEREE_URL, o la de cada petición.",
    en="The public address of the service, such as https://referee.club.example: every address that it writes begins with it (QR"
    " codes, links, calendars). By default REFEREE_URL, or that of each request.",
    metavar="ADDRESS",
)
@option(
    "--proxies",
    es="Las direcciones o redes de los proxies que hay delante: solo a ellos se les cree de dónde y cómo llega una petición"
    " (Forwarded, X-Forwarded-*). Por defecto REFEREE_PROXIES, o ninguna.",
    en="The addresses or networks of the proxies in front: only they are believed where a request comes from, and how (Forwarded,"
    " X-Forwarded-*). By default REFEREE_PROXIES, or none.",
    metavar="NETWORKS",
)
@CERTIFICATE
@PRIVATE_KEY
@DATABASE
def serve(
    host: str,
    port: int,
    workers: int,
    log_level: str,
    access_log: bool,
    url: str | None,
    proxies: str | None,
    certificate: Path | None,
    private_key: Path | None,
    database: str,
) -> None:
    """Runs the service until it is stopped."""
    from api.cli.listening import require_posix
    from api.server.workers import First

    run_check(require_posix)
    https = run_check(https_of, certificate, private_key)
    for name, value in ((settings.URL, url), (settings.PROXIES, proxies)):
        if value is not None:
            os.environ[name] = value
    with address_for(host, port) as address:
        if access_log:
            os.environ[settings.ACCESS_LOG] = "1"
        settings.keep_to_oneself(database)
        os.environ[settings.LOG_LEVEL] = log_level
        os.environ[settings.DATABASE] = database
        here = f"{'https' if https else 'http'}://{in_url(host)}:{port}"

        def ready(writes: bool) -> None:
            if not writes:
                click.echo(say(_READS_ONLY), err=True)
                from api.cli.failover_watch import watch_for_writes
                from api.cli.readiness import open_and_make_ready

                watch_for_writes(database, lambda: open_and_make_ready(database))
            docs = say(Text(es="documentación", en="docs"))
            click.echo(f"referee {__version__}: {here}  ({docs}: {settings.url() or here}/v1/docs)")

        if status := run(address, port, workers, log_level, https=https, first=First(FIRST_SERVICE, ready)):
            sys.exit(status)


@command("demo")
@option(
    "--host",
    es="La dirección en que escucha. Con 0.0.0.0 llegan las tabletas de la red local: un código QR por mesa, con su token.",
    en="The address it listens on. With 0.0.0.0 tablets on the local network reach it: it prints a QR code for each table, with"
    " its token.",
    default=LOCAL,
    show_default=True,
    metavar="HOST",
)
@PORT
def demo(host: str, port: int) -> None:
    """Runs the demonstration until it is stopped."""
    import tempfile

    from rich.console import Console

    from api import opening
    from api.cli.demo.championship import hold
    from api.cli.demo.filling import fill, where_to_look
    from api.cli.demo.tables import is_local, lay, own_names, show, show_codes
    from api.cli.demo.tournaments import hold_tournaments
    from api.cli.listening import require_posix
    from projections.follower import Follower
    from referee.operations.tokens import grant_token

    run_check(require_posix)
    with address_for(host, port) as address, tempfile.TemporaryDirectory(prefix="referee-demo-") as folder:
        database = str(Path(folder) / "demo.sqlite")
        # Others share the network: recording needs the token in the code of the table.
        local = is_local(address)
        os.environ[settings.DATABASE] = database
        settings.demonstrate(None if local else own_names(host))
        with opening.closing(opening.open_service(database)) as service:
            matches, hall = fill(service), hold(service)
            tournaments = hold_tournaments(hall.matches)
            tables = lay(service, with_tokens=not local)
            token = None if local else grant_token(service.administration, service.people.tokens, "organizer")[1]
            opening.record_start(service, opening.notary_of(service, database))
            # Before the first request: otherwise a list may wait for the read models, and be refused on a busy machine.
            Follower(service.log, service.people.store).catch_up()
        console, here = Console(), f"http://{in_url(LOCAL if address in ANYWHERE else address)}:{port}"
        if local:
            show(console, tables, here)
        where_to_look(console, matches, hall, here, database, token, tournaments)
        if not local:
            show_codes(console, tables, address, port)
        sys.stdout.flush()
        run(address, port, 1)


@contextmanager
def address_for(host: str, port: int) -> Iterator[str]:
    """Reserves the address of the service, and yields it. Raises a usage error if it cannot run, before anything is made."""
    from api.cli.listening import reserve

    run_check(settings.require_readable)
    with ExitStack() as stack:
        yield run_check(stack.enter_context, reserve(host, port))


_READS_ONLY = Text(
    es="la base de datos no admite escrituras: este nodo solo lee",
    en="the database takes no writes: this node only reads",
)


def run_check(check: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
    """Returns the result of a check. Turns its refusal into a usage error."""
    try:
        return check(*arguments, **keywords)
    except Inconsistent as refused:
        raise bad_use(refused.text.es, refused.text.en) from refused


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def run(
    host: str,
    port: int,
    workers: int,
    log_level: str = "warning",
    *,
    https: Https | None = None,
    app: str = SERVICE,
    prelude: str | None = PRELUDE,
    first: "First | None" = None,
) -> int:
    """Runs an app, by default the service, until it is stopped. Returns its exit status."""
    from api.server.workers import Listening, work

    listening = Listening(host, port, https.certificate if https else None, https.key if https else None)
    return work(app, listening, workers, settings.streams()[0], log_level, settings.log_format(), first, prelude)
