"""Tokens: `referee token create · list · revoke`."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, get_args

import click
import msgspec

from api.cli.decorators import (
    DATABASE,
    JSON,
    answer,
    argument,
    bad_use,
    complain,
    group,
    option,
    require_database,
)
from api.cli.language import say
from referee.people.scope import Role
from referee.text import Text

if TYPE_CHECKING:
    from referee.people.tokens import Token


@group("token")
def token() -> None:
    """What `referee token` runs."""


@token.command(
    "create",
    words=Text(
        es="Crea un token y lo escribe; solo se guarda su huella.",
        en="Make a token and print it; only its hash is kept.",
    ),
)
@option(
    "--role",
    es="Lo que puede hacer quien lo lleva.",
    en="What its bearer may do.",
    type=click.Choice(get_args(Role)),
    default="organizer",
    show_default=True,
)
@option(
    "--championship",
    es="Solo en este campeonato, por su id.",
    en="Only in this championship, by its id.",
    metavar="CHAMPIONSHIP",
)
@option("--match", es="Solo en este encuentro, por su id.", en="Only in this match, by its id.", metavar="MATCH")
@option(
    "--seat",
    es="De un jugador: su asiento en el encuentro, desde 0.",
    en="A player's: the seat of the match, from 0.",
    type=click.IntRange(0, 9),
    metavar="SEAT",
)
@option(
    "--player",
    es="De un jugador: dondequiera que se siente esta persona, por su id.",
    en="A player's: wherever this player, by id, sits.",
    metavar="PLAYER",
)
@option(
    "--expires",
    es="Hasta cuándo vale, según RFC 3339: 2030-01-31T20:00:00Z.",
    en="Until when it is valid, as RFC 3339: 2030-01-31T20:00:00Z.",
    metavar="TIME",
)
@option(
    "--name",
    es="Cómo se llama: de quién es, por ejemplo.",
    en="What to call it: whose it is, for instance.",
    metavar="NAME",
)
@DATABASE
@JSON
def token_create(role: Role, expires: str | None, name: str | None, database: str, as_json: bool, **scope: Any) -> None:
    """Makes a token."""
    require_database(database)
    from api import compose, opening
    from api.routes.tokens import CreateToken, require_sound
    from referee.decoding import unreadable
    from referee.errors import BadRequest
    from referee.operations.tokens import grant_token

    body = {"role": role, "scope": {name: value for name, value in scope.items() if value is not None}}
    try:
        options = {key: value for key, value in (("expires", expires), ("name", name)) if value is not None}
        request = msgspec.convert(body | options, CreateToken)
        until = request.until()
    except msgspec.ValidationError as error:
        why, where = unreadable(error)
        raise bad_use(f"{where}: {why.es}", f"{where}: {why.en}") from error
    except BadRequest as refused:
        raise bad_use(refused.text.es, refused.text.en) from refused
    services = compose.open_services(database)
    with opening.closing(services.service):
        require_sound(services, request)
        record, secret = grant_token(
            services.service.administration,
            services.people.tokens,
            role,
            scope=request.scope,
            expires=until,
            name=request.name,
        )
    answer(as_json, msgspec.to_builtins(record) | {"token": secret}, Text(es=secret, en=secret))


@token.command(
    "list",
    words=Text(
        es="Muestra los tokens que hay: para qué sirven y hasta cuándo. El secreto no se guarda.",
        en="List the tokens: what each allows and until when. The secret is not kept.",
    ),
)
@DATABASE
@JSON
def token_list(database: str, as_json: bool) -> None:
    """Prints the tokens on record."""
    require_database(database)
    from api import opening

    with opening.closing(opening.open_service(database)) as service:
        tokens = list(service.people.tokens.all())
    if as_json:
        click.echo(msgspec.json.encode(tokens))
    else:
        _table(tokens, datetime.now(UTC))


def _table(tokens: Sequence["Token"], now: datetime) -> None:
    for token in tokens:
        limits = " ".join(f"{name}={value}" for name, value in msgspec.to_builtins(token.scope).items())
        scope = limits or say(Text(es="en todas partes", en="everywhere"))
        name_column = f"  {token.name}" if token.name else ""
        click.echo(f"{token.id}  {token.role:10} {token.created_at}  {say(_state(token, now))}  {scope}{name_column}")


def _state(token: "Token", now: datetime) -> Text:
    if token.seconds_left(now) > 0 and token.expires:
        return Text(es=f"hasta {token.expires}", en=f"until {token.expires}")
    if token.seconds_left(now) > 0:
        return Text(es="en vigor", en="in force")
    if token.revoked_at:
        return Text(es=f"revocado {token.revoked_at}", en=f"revoked {token.revoked_at}")
    return Text(es=f"caducó {token.expires}", en=f"expired {token.expires}")


@token.command(
    "revoke",
    words=Text(
        es="Revoca un token; los servicios en marcha lo notan en segundos.",
        en="Revoke a token; running services notice within seconds.",
    ),
)
@argument("id_", metavar="ID")
@DATABASE
@JSON
def token_revoke(id_: str, database: str, as_json: bool) -> None:
    """Revokes a token."""
    require_database(database)
    from api import opening
    from referee.operations.tokens import revoke_token

    with opening.closing(opening.open_service(database)) as service:
        is_revoked = revoke_token(service.administration, service.people.tokens, id_)
    if not is_revoked:
        complain(Text(es=f"no hay token {id_} en vigor", en=f"there is no valid token {id_}"))
        sys.exit(1)
    answer(as_json, {"id": id_, "revoked": True}, Text(es=f"{id_} revocado", en=f"revoked {id_}"))
