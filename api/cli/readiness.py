"""Makes ready what a service needs before it answers: tables, the first token, the first key, the record of its start.

The first worker does it, with the database that it opened to serve: the process that starts the workers needs none.
"""

import os
from collections.abc import Callable

import click
from litestar import Litestar

from api import compose, opening, settings
from api.cli.decorators import refusals_in_words
from api.cli.language import say, write_everything
from api.context import AppContext
from referee.evidence.notary import Notary
from referee.log.address import private_file
from referee.matches.commands import MatchCommands
from referee.operations.record import SERVICE
from referee.operations.tokens import grant_token
from referee.text import Text


def app_from_environment(tell: Callable[[bool], None]) -> Litestar:
    """The application of the first worker, made once all is ready. `tell` gets whether the database takes writes.

    Where the service may not start, the process ends with the refusal in words, and with its exit status.
    """
    write_everything()
    with refusals_in_words():
        services = compose.services_from_environment()
        try:
            writes = _make_ready(services, settings.default_database())
        except BaseException:
            compose.close(services)
            raise
    tell(writes)
    return compose.app_of(services)


def open_and_make_ready(database: str) -> bool:
    """Makes ready a service that others answer for. Returns True if the database takes writes. Raises ServiceRefusal."""
    services = compose.open_services(database)
    try:
        return _make_ready(services, database)
    finally:
        compose.close(services)


def _make_ready(services: AppContext, database: str) -> bool:
    """Makes the first token and the first key. Returns True if the database takes writes; if it takes none, nothing is made."""
    writes = services.service.log.takes_writes
    if writes:
        _first_token(services.service)
        _first_key(services.notary, database)
    opening.record_start(services.service, services.notary)
    return writes


def _first_token(service: MatchCommands) -> None:
    """On a new database, makes an organizer token, prints it, and stores it in a file."""
    if os.environ.get(settings.TOKEN) or service.people.tokens.any():
        return
    _, token = grant_token(service.administration, service.people.tokens, "organizer", SERVICE)
    path = settings.own_data_folder() / "organizer.token"
    private_file(path)
    # An existing file may be readable by others.
    path.chmod(0o600)
    path.write_text(token + "\n", encoding="utf-8")
    click.echo(
        say(
            Text(
                es=f"token de la organización: {token}\nguardado en {path}; la base de datos solo tiene su huella",
                en=f"organizer token: {token}\nkept in {path}; the database holds only its hash",
            )
        )
    )


def _first_key(notary: Notary, database: str) -> None:
    """Makes a missing signing key, and prints a warning if the key is not the one that signed last."""
    if not opening.own_verifiers(notary, database):
        path = settings.key_file(database)
        click.echo(
            say(
                Text(
                    es=f"la clave que firma los puntos de control está en {path}; `referee key` escribe su mitad pública",
                    en=f"the key that signs checkpoints is kept in {path}; `referee key` prints its public half",
                )
            )
        )
    if why := notary.may_not_sign([notary.verifier()]):
        words = Text(
            es=f"otra clave firmó los puntos de control hasta ahora: {why.es}",
            en=f"the checkpoints so far were signed by another key: {why.en}",
        )
        click.echo(say(words), err=True)
