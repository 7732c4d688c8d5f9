"""Puts a service together from a database address: the one place where the parts meet."""

import os
from functools import partial
from pathlib import Path

from litestar import Litestar

from api.app import create_app
from api.desk import Desk
from api.http.bearers import Access
from projections.follower import Follower
from referee.errors import Inconsistent
from referee.evidence.keys import Verifier, signing_key
from referee.evidence.notary import Notary
from referee.evidence.notes import good_origin
from referee.evidence.tree import Tree
from referee.people.register import People, engine
from referee.service.matches import Service, utc_now
from referee.store.address import is_postgres, need_address, sqlite_path
from referee.store.log import open_log
from referee.text import Text

DATABASE = "REFEREE_DATABASE"
TOKEN = "REFEREE_TOKEN"
RATE = "REFEREE_RATE"
"""How many requests a minute a token or an address may make; none: as many as they like."""
SIGNING_KEY = "REFEREE_SIGNING_KEY"
"""The Ed25519 key that signs checkpoints: its PEM, or the path of one; none: a file beside the database."""
ORIGIN = "REFEREE_ORIGIN"
"""The name of the log in its checkpoints, taken when its tree is begun; none: one by chance."""
CHECKPOINT_SECONDS = "REFEREE_CHECKPOINT_SECONDS"
"""How often a log that grows is signed; 0: only when a checkpoint is asked for."""
WEBHOOKS_PRIVATE = "REFEREE_WEBHOOKS_PRIVATE"
"""`1`: webhooks may be in private networks and on this machine."""
LOG_LEVEL = "REFEREE_LOG_LEVEL"
"""Set by `referee serve --log-level`."""
OPEN_TABLE = "REFEREE_OPEN_TABLE"
"""Set by `referee demo`: whoever asks is an organizer."""


def data_folder() -> Path:
    """Where the user's data lives, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "referee"


def default_database() -> str:
    """`REFEREE_DATABASE`, else an SQLite file in the user's data folder."""
    return os.environ.get(DATABASE) or str(data_folder() / "referee.sqlite")


def database_of(given: str | None) -> str:
    """The address that is given, or the default. Raises Inconsistent for one that cannot be read."""
    database = given or default_database()
    need_address(database)
    return database


def open_service(database: str) -> Service:
    """The service on this database; makes its tables where they are missing."""
    return Service(open_log(database), People(engine(database)))


def key_file(database: str) -> Path:
    """Where the signing key is unless it is given: beside an SQLite file, else in the user's data folder."""
    if is_postgres(database):
        return data_folder() / "signing-key.pem"
    path = sqlite_path(database)
    return path.with_name(f"{path.name}.signing-key.pem")


def notary_of(service: Service, database: str) -> Notary:
    """Who signs what this service's log has come to. Raises Inconsistent for an origin that cannot be one."""
    origin = os.environ.get(ORIGIN) or None
    if origin and not good_origin(origin):
        raise Inconsistent(
            Text(es=f"{ORIGIN} no lleva espacios ni «+»: {origin!r}", en=f"{ORIGIN} has no spaces and no +: {origin!r}")
        )
    tree = Tree(service.log, service.people.store, origin)
    return Notary(tree, partial(signing_key, os.environ.get(SIGNING_KEY) or None, key_file(database)), service.clock)


def own_verifiers(notary: Notary, database: str) -> list[Verifier]:
    """The public key of this machine's own signing key, where it has one."""
    return [notary.verifier()] if os.environ.get(SIGNING_KEY) or key_file(database).exists() else []


def open_desk(database: str, *, open_table: bool = False) -> Desk:
    """A service with its read models and its access policy."""
    service = open_service(database)
    secret = os.environ.get(TOKEN)
    if secret:
        service.people.tokens.grant("organizer", utc_now(), secret=secret)
    follower = Follower(service.log, service.people.store)
    return Desk(
        service,
        follower,
        Access(service.people, open_table=open_table, per_minute=int(os.environ.get(RATE) or 0)),
        notary_of(service, database),
        private_webhooks=os.environ.get(WEBHOOKS_PRIVATE) == "1",
    )


def close(desk: Desk) -> None:
    """Lets go of the database."""
    close_service(desk.service)


def close_service(service: Service) -> None:
    """Lets go of the database."""
    service.log.close()
    service.people.store.dispose()


def app_from_environment() -> Litestar:
    """The application that `referee serve` runs, one in each worker."""
    seconds = float(os.environ.get(CHECKPOINT_SECONDS) or 60)
    desk = open_desk(default_database(), open_table=os.environ.get(OPEN_TABLE) == "1")
    return create_app(desk, seconds, os.environ.get(LOG_LEVEL) or "warning")
