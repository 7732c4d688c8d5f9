"""Puts a service together from a database address: the one place where the parts meet."""

import os
from pathlib import Path

from litestar import Litestar

from api.app import create_app
from api.bearers import Access
from api.desk import Desk
from projections.follower import Follower
from referee.log import open_log
from referee.people import People, engine
from referee.service import Service, utc_now

DATABASE = "REFEREE_DATABASE"
TOKEN = "REFEREE_TOKEN"
RATE = "REFEREE_RATE"
"""How many requests a minute a token or an address may make; none: as many as they like."""
WEBHOOKS_PRIVATE = "REFEREE_WEBHOOKS_PRIVATE"
"""`1`: webhooks may be in private networks and on this machine."""
OPEN_TABLE = "REFEREE_OPEN_TABLE"
"""Set by `referee demo`: whoever asks is an organizer."""


def data_folder() -> Path:
    """Where the user's data lives, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "referee"


def default_database() -> str:
    """`REFEREE_DATABASE`, else an SQLite file in the user's data folder."""
    return os.environ.get(DATABASE) or str(data_folder() / "referee.sqlite")


def open_service(database: str) -> Service:
    """The service on this database; makes its tables where they are missing."""
    return Service(open_log(database), People(engine(database)))


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
        private_webhooks=os.environ.get(WEBHOOKS_PRIVATE) == "1",
    )


def close(desk: Desk) -> None:
    """Lets go of the database."""
    desk.service.log.close()
    desk.people.store.dispose()


def app_from_environment() -> Litestar:
    """The application that `referee serve` runs, one in each worker."""
    return create_app(open_desk(default_database(), open_table=os.environ.get(OPEN_TABLE) == "1"))
