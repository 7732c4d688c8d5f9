"""The settings of the service: its environment variables, and the places of its data, database and key.

The command line reads them first, and must be quick: only the functions that need drivers of databases import them.

A new one is a name here, a function that reads it, a check in `require_readable`, a field that `in_effect` fills in its stored
record (`SettingsInEffect` in `referee.operations.acts`, with a default), its use in `api.compose`, and a row in
`deploy/README.md`.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from api.observing import Format
from api.proxy.public import Network, read_networks, read_url
from referee.errors import Inconsistent
from referee.text import Text

if TYPE_CHECKING:
    from referee.evidence.witnesses.asking import WitnessAddress
    from referee.operations.acts import SettingsInEffect

DATABASE = "REFEREE_DATABASE"
DATABASE_READ = "REFEREE_DATABASE_READ"
"""A standby of that server, from which lists and boards may be read."""
TOKEN = "REFEREE_TOKEN"
RATE = "REFEREE_RATE"
"""The limit of requests a minute of a token or an address; none: no limit."""
SIGNING_KEY = "REFEREE_SIGNING_KEY"
"""The Ed25519 key that signs checkpoints: its PEM, or the path of one; none: a file beside the database."""
ORIGIN = "REFEREE_ORIGIN"
"""The name of the log in its checkpoints, taken when its tree begins; none: a random one."""
CHECKPOINT_SECONDS = "REFEREE_CHECKPOINT_SECONDS"
"""Seconds between two signatures of a growing log; 0: only when a checkpoint is requested."""
WITNESSES = "REFEREE_WITNESSES"
"""The witnesses that sign this log's checkpoints too: address and key of each, with white space between."""
WITNESS_FILE = "REFEREE_WITNESS_FILE"
"""Set by `referee witness`: the SQLite file of the checkpoints that it signed. Its key is beside it."""
WITNESS_NAME = "REFEREE_WITNESS_NAME"
WITNESS_LOGS = "REFEREE_WITNESS_LOGS"
"""The public keys of the logs that `referee witness` signs, with white space between."""
WEBHOOKS_PRIVATE = "REFEREE_WEBHOOKS_PRIVATE"
"""`1`: webhooks may be in private networks and on this machine."""
WEBHOOK_SECRET = "REFEREE_WEBHOOK_SECRET"
"""The secret with which `referee listen` signs; none: a new one at each start."""
PUBLIC_PEOPLE = "REFEREE_PUBLIC_PEOPLE"
"""`1`: readers without a token may list people too."""
PUBLIC_METRICS = "REFEREE_PUBLIC_METRICS"
"""`1`: `/metrics` needs no token."""
STREAMS = "REFEREE_STREAMS"
"""The limit of open streams of one process; 0: no limit."""
STREAMS_PER_TOKEN = "REFEREE_STREAMS_PER_TOKEN"
STREAMS_PER_ADDRESS = "REFEREE_STREAMS_PER_ADDRESS"
"""The limit of open streams without a token of one address. A hall shares one address."""
BODY_SECONDS = "REFEREE_BODY_SECONDS"
"""Seconds that a body may take to arrive."""
CLERK = "REFEREE_CLERK"
"""`0`: no process of its own for the read models and the tree; the one that answers requests updates them."""
URL = "REFEREE_URL"
"""The public address, with which every absolute address begins; none: the address of each request."""
PROXIES = "REFEREE_PROXIES"
"""The addresses and networks of the proxies in front, whose headers about the client are trusted."""
LOG_LEVEL = "REFEREE_LOG_LEVEL"
"""Set by `referee serve --log-level`."""
LOG_FORMAT = "REFEREE_LOG_FORMAT"
"""`json`: each line of the log is a JSON object; `text`, or none: words."""
ACCESS_LOG = "REFEREE_ACCESS_LOG"
"""Set by `referee serve --access-log`."""
OPEN_TABLE = "REFEREE_OPEN_TABLE"
"""Set by `referee demo`: everyone is an organizer."""
OWN_PAGES = "REFEREE_OWN_PAGES"
"""Set by `referee demo` on a network: the host names of its pages, with white space between."""


def own_names() -> list[str] | None:
    """The value of `REFEREE_OWN_PAGES`; None if any site may ask."""
    value = os.environ.get(OWN_PAGES)
    return None if value is None else value.split()


def demonstrate(names: Sequence[str] | None) -> None:
    """Makes the service answer its own pages only. Without names every client is an organizer; with its host names in a
    network, a token decides. Settings of proxies and of a public address are ignored.
    """
    os.environ.pop(URL, None)
    os.environ.pop(PROXIES, None)
    os.environ[OPEN_TABLE] = "1" if names is None else "0"
    os.environ.pop(OWN_PAGES, None)
    if names is not None:
        os.environ[OWN_PAGES] = " ".join(names)


def data_folder() -> Path:
    """The folder of the user's data, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "referee"


def own_data_folder() -> Path:
    """Creates the data folder if it is missing, and closes it to others even if an earlier release made it."""
    from referee.log.address import private_folder

    folder = data_folder()
    private_folder(folder)
    folder.chmod(0o700)
    return folder


def keep_to_oneself(database: str) -> None:
    """Creates the data folder, closed to others, if this database lies in it."""
    from referee.log.address import is_postgres, sqlite_path

    if not is_postgres(database) and sqlite_path(database).parent == data_folder():
        own_data_folder()


def default_database() -> str:
    """`REFEREE_DATABASE`, else an SQLite file in the user's data folder."""
    return os.environ.get(DATABASE) or str(data_folder() / "referee.sqlite")


def database_of(address: str | None) -> str:
    """Returns the address, or the default one. Raises Inconsistent for an invalid address."""
    from referee.log.address import require_address

    database = address or default_database()
    require_address(database)
    return database


def standby_of(database: str) -> str | None:
    """The value of `REFEREE_DATABASE_READ` for this database. Raises Inconsistent if it is no address of a server."""
    from referee.log.address import is_postgres, require_address

    value = os.environ.get(DATABASE_READ)
    if not value:
        return None
    require_address(value)
    if not (is_postgres(database) and is_postgres(value)):
        raise Inconsistent(
            Text(
                es=f"{DATABASE_READ} es la réplica de un servidor: ella y {DATABASE} tienen que ser postgresql://...",
                en=f"{DATABASE_READ} is the standby of a server: both it and {DATABASE} must be postgresql://...",
            )
        )
    return value


def key_file(database: str) -> Path:
    """The default file of the signing key: beside an SQLite file, else in the user's data folder."""
    from referee.log.address import is_postgres, sqlite_path

    if is_postgres(database):
        return data_folder() / "signing-key.pem"
    path = sqlite_path(database)
    return path.with_name(f"{path.name}.signing-key.pem")


def requests_a_minute() -> int:
    """The value of `REFEREE_RATE`; 0: no limit. Raises Inconsistent for anything but a whole number."""
    return int(_number(RATE, "0", whole=True))


def streams() -> tuple[int, int, int]:
    """The most open streams: in all, of a token, of an address. Raises Inconsistent for anything but whole numbers."""
    limits = ((STREAMS, "4000"), (STREAMS_PER_TOKEN, "400"), (STREAMS_PER_ADDRESS, "600"))
    total, token, address = (int(_number(name, default, whole=True)) for name, default in limits)
    return total, token, address


def body_seconds() -> float:
    """The value of `REFEREE_BODY_SECONDS`. Raises Inconsistent for anything but a number."""
    return _number(BODY_SECONDS, "30")


def checkpoint_seconds() -> float:
    """The value of `REFEREE_CHECKPOINT_SECONDS`. Raises Inconsistent for anything but a number."""
    return _number(CHECKPOINT_SECONDS, "60")


def url() -> str | None:
    """The value of `REFEREE_URL`. Raises Inconsistent if it is no address, or has a path."""
    value = os.environ.get(URL, "").strip()
    return read_url(value, URL) if value else None


def proxies() -> tuple[Network, ...]:
    """The value of `REFEREE_PROXIES`. Raises Inconsistent if it is no network, or contains every address."""
    return read_networks(os.environ.get(PROXIES, ""), PROXIES)


def witnesses() -> "tuple[WitnessAddress, ...]":
    """The value of `REFEREE_WITNESSES`. Raises Inconsistent if it is no list of addresses and keys."""
    value = os.environ.get(WITNESSES, "").strip()
    if not value:
        return ()
    from referee.evidence.witnesses.asking import read_witnesses

    try:
        return read_witnesses(value)
    except Inconsistent as error:
        why = error.text
        raise Inconsistent(Text(es=f"{WITNESSES}: {why.es}", en=f"{WITNESSES}: {why.en}")) from error


def require_readable() -> None:
    """Raises Inconsistent for the first invalid setting, before any worker starts."""
    requests_a_minute()
    checkpoint_seconds()
    streams()
    body_seconds()
    url()
    proxies()
    log_format()
    witnesses()


def log_format() -> Format:
    """The value of `REFEREE_LOG_FORMAT`. Raises Inconsistent for anything but `text` and `json`."""
    value = os.environ.get(LOG_FORMAT) or "text"
    for name in get_args(Format):
        if value == name:
            return cast(Format, name)
    raise Inconsistent(
        Text(
            es=f"{LOG_FORMAT} tiene que ser text o json, no {value!r}",
            en=f"{LOG_FORMAT} must be text or json, not {value!r}",
        )
    )


def in_effect(release: str, *, open_table: bool) -> "SettingsInEffect":
    """The settings that a start of the service records: none of them is secret. Raises what `require_readable` does."""
    from referee.operations.acts import SettingsInEffect

    total, token, address = streams()
    return SettingsInEffect(
        release=release,
        open_table=open_table,
        requests_a_minute=requests_a_minute(),
        checkpoint_seconds=_shortest(checkpoint_seconds()),
        body_seconds=_shortest(body_seconds()),
        streams=total,
        streams_per_token=token,
        streams_per_address=address,
        private_webhooks=os.environ.get(WEBHOOKS_PRIVATE) == "1",
        public_people=os.environ.get(PUBLIC_PEOPLE) == "1",
        public_metrics=os.environ.get(PUBLIC_METRICS) == "1",
        witnesses=tuple(one.key.text for one in witnesses()),
        url=url(),
        proxies=tuple(map(str, proxies())),
    )


def _shortest(seconds: float) -> int | float:
    """The same number, without a fraction if it is whole."""
    return int(seconds) if seconds.is_integer() else seconds


def _number(name: str, default: str, *, whole: bool = False) -> float:
    value = os.environ.get(name) or default
    try:
        number = int(value) if whole else float(value)
    except ValueError:
        number = -1
    if not 0 <= number < 1e9:
        what = Text(
            es="un número entero, 0 o más" if whole else "un número, 0 o más",
            en="a whole number, 0 or more" if whole else "a number, 0 or more",
        )
        raise Inconsistent(
            Text(es=f"{name} tiene que ser {what.es}, no {value!r}", en=f"{name} must be {what.en}, not {value!r}")
        )
    return number
