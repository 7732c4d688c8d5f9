"""What the service is told from outside: its environment variables, and where data, database and key lie.

The command line reads it first, and quickly: the drivers of databases are imported by those functions that need them.
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
    from referee.administration.acts import SettingsInEffect
    from referee.evidence.witnesses.asking import WitnessAddress

DATABASE = "REFEREE_DATABASE"
DATABASE_READ = "REFEREE_DATABASE_READ"
"""A standby of that server, of which lists and boards may be read."""
TOKEN = "REFEREE_TOKEN"
RATE = "REFEREE_RATE"
"""How many requests a minute a token or an address may make; none: as many as they like."""
SIGNING_KEY = "REFEREE_SIGNING_KEY"
"""The Ed25519 key that signs checkpoints: its PEM, or the path of one; none: a file beside the database."""
ORIGIN = "REFEREE_ORIGIN"
"""The name of the log in its checkpoints, taken when its tree is begun; none: one by chance."""
CHECKPOINT_SECONDS = "REFEREE_CHECKPOINT_SECONDS"
"""How often a log that grows is signed; 0: only when a checkpoint is asked for."""
WITNESSES = "REFEREE_WITNESSES"
"""Who signs this log's checkpoints too: address and key of each, with white space between."""
WITNESS_FILE = "REFEREE_WITNESS_FILE"
"""Set by `referee witness`: the SQLite file in which it remembers what it signed. Its key is beside it."""
WITNESS_NAME = "REFEREE_WITNESS_NAME"
WITNESS_LOGS = "REFEREE_WITNESS_LOGS"
"""The public keys of the logs that `referee witness` signs, with white space between."""
WEBHOOKS_PRIVATE = "REFEREE_WEBHOOKS_PRIVATE"
"""`1`: webhooks may be in private networks and on this machine."""
PUBLIC_PEOPLE = "REFEREE_PUBLIC_PEOPLE"
"""`1`: who has no token may list people too."""
PUBLIC_METRICS = "REFEREE_PUBLIC_METRICS"
"""`1`: `/metrics` asks for no token."""
STREAMS = "REFEREE_STREAMS"
"""How many streams may be open in one process; 0: as many as come."""
STREAMS_PER_TOKEN = "REFEREE_STREAMS_PER_TOKEN"
STREAMS_PER_ADDRESS = "REFEREE_STREAMS_PER_ADDRESS"
"""Of one address, those without a token. A hall shares one address."""
BODY_SECONDS = "REFEREE_BODY_SECONDS"
"""How long a body may take to arrive."""
CLERK = "REFEREE_CLERK"
"""`0`: the read models and the tree are kept by the process that answers, also where there is a core for another one."""
URL = "REFEREE_URL"
"""The public address, with which every absolute address begins; none: that which a request asked."""
PROXIES = "REFEREE_PROXIES"
"""The addresses and networks of the proxies in front, which say by whom and how a request was sent."""
LOG_LEVEL = "REFEREE_LOG_LEVEL"
"""Set by `referee serve --log-level`."""
LOG_FORMAT = "REFEREE_LOG_FORMAT"
"""`json`: each line of the log is a JSON object; `text`, or none: words."""
ACCESS_LOG = "REFEREE_ACCESS_LOG"
"""Set by `referee serve --access-log`."""
OPEN_TABLE = "REFEREE_OPEN_TABLE"
"""Set by `referee demo`: everyone is an organizer."""
OWN_PAGES = "REFEREE_OWN_PAGES"
"""Set by `referee demo` on a network: the names by which its pages may be called, with white space between."""


def own_names() -> list[str] | None:
    """What `REFEREE_OWN_PAGES` says; None where any site may ask."""
    given = os.environ.get(OWN_PAGES)
    return None if given is None else given.split()


def demonstrate(names: Sequence[str] | None) -> None:
    """Has the service answer its own pages only. Without names everyone who reaches it is an organizer; with those by which a
    network calls it, a token decides. No proxy and no public address of another service count here.
    """
    os.environ.pop(URL, None)
    os.environ.pop(PROXIES, None)
    os.environ[OPEN_TABLE] = "1" if names is None else "0"
    os.environ.pop(OWN_PAGES, None)
    if names is not None:
        os.environ[OWN_PAGES] = " ".join(names)


def data_folder() -> Path:
    """Where the user's data lives, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "referee"


def own_data_folder() -> Path:
    """The data folder, made where it is missing, and for its owner only even if an earlier release made it."""
    from referee.store.address import private_folder

    folder = data_folder()
    private_folder(folder)
    folder.chmod(0o700)
    return folder


def keep_to_oneself(database: str) -> None:
    """Makes the data folder, closed to others, where this database lies in it."""
    from referee.store.address import is_postgres, sqlite_path

    if not is_postgres(database) and sqlite_path(database).parent == data_folder():
        own_data_folder()


def default_database() -> str:
    """`REFEREE_DATABASE`, else an SQLite file in the user's data folder."""
    return os.environ.get(DATABASE) or str(data_folder() / "referee.sqlite")


def database_of(given: str | None) -> str:
    """The address that is given, or the default. Raises Inconsistent for one that cannot be read."""
    from referee.store.address import need_address

    database = given or default_database()
    need_address(database)
    return database


def standby_of(database: str) -> str | None:
    """What `REFEREE_DATABASE_READ` says beside this database. Raises Inconsistent for what is no address of a server."""
    from referee.store.address import is_postgres, need_address

    given = os.environ.get(DATABASE_READ)
    if not given:
        return None
    need_address(given)
    if not (is_postgres(database) and is_postgres(given)):
        raise Inconsistent(
            Text(
                es=f"{DATABASE_READ} es la réplica de un servidor: ella y {DATABASE} tienen que ser postgresql://...",
                en=f"{DATABASE_READ} is the standby of a server: both it and {DATABASE} must be postgresql://...",
            )
        )
    return given


def key_file(database: str) -> Path:
    """Where the signing key is unless it is given: beside an SQLite file, else in the user's data folder."""
    from referee.store.address import is_postgres, sqlite_path

    if is_postgres(database):
        return data_folder() / "signing-key.pem"
    path = sqlite_path(database)
    return path.with_name(f"{path.name}.signing-key.pem")


def requests_a_minute() -> int:
    """What `REFEREE_RATE` says; 0: no limit. Raises Inconsistent for anything but a whole number."""
    return int(_number(RATE, "0", whole=True))


def streams() -> tuple[int, int, int]:
    """The most open streams: in all, of a token, of an address. Raises Inconsistent for anything but whole numbers."""
    limits = ((STREAMS, "4000"), (STREAMS_PER_TOKEN, "400"), (STREAMS_PER_ADDRESS, "600"))
    total, token, address = (int(_number(name, default, whole=True)) for name, default in limits)
    return total, token, address


def body_seconds() -> float:
    """What `REFEREE_BODY_SECONDS` says. Raises Inconsistent for anything but a number."""
    return _number(BODY_SECONDS, "30")


def checkpoint_seconds() -> float:
    """What `REFEREE_CHECKPOINT_SECONDS` says. Raises Inconsistent for anything but a number."""
    return _number(CHECKPOINT_SECONDS, "60")


def url() -> str | None:
    """What `REFEREE_URL` says. Raises Inconsistent for what is no address, or has a path."""
    given = os.environ.get(URL, "").strip()
    return read_url(given, URL) if given else None


def proxies() -> tuple[Network, ...]:
    """What `REFEREE_PROXIES` says. Raises Inconsistent for what is no network, or has everybody in it."""
    return read_networks(os.environ.get(PROXIES, ""), PROXIES)


def witnesses() -> "tuple[WitnessAddress, ...]":
    """What `REFEREE_WITNESSES` says. Raises Inconsistent for what is no list of addresses and keys."""
    given = os.environ.get(WITNESSES, "").strip()
    if not given:
        return ()
    from referee.evidence.witnesses.asking import read_witnesses

    try:
        return read_witnesses(given)
    except Inconsistent as refused:
        why = refused.text
        raise Inconsistent(Text(es=f"{WITNESSES}: {why.es}", en=f"{WITNESSES}: {why.en}")) from refused


def need_readable() -> None:
    """Raises Inconsistent for the first setting that cannot be read, before any worker starts."""
    requests_a_minute()
    checkpoint_seconds()
    streams()
    body_seconds()
    url()
    proxies()
    log_format()
    witnesses()


def log_format() -> Format:
    """What `REFEREE_LOG_FORMAT` says. Raises Inconsistent for anything but `text` and `json`."""
    given = os.environ.get(LOG_FORMAT) or "text"
    for known in get_args(Format):
        if given == known:
            return cast(Format, known)
    raise Inconsistent(
        Text(
            es=f"{LOG_FORMAT} tiene que ser text o json, no {given!r}",
            en=f"{LOG_FORMAT} must be text or json, not {given!r}",
        )
    )


def in_effect(release: str, *, open_table: bool) -> "SettingsInEffect":
    """What a start of the service puts on record: nothing of it is a secret. Raises what `need_readable` does."""
    from referee.administration.acts import SettingsInEffect

    total, token, address = streams()
    return SettingsInEffect(
        release=release,
        open_table=open_table,
        requests_a_minute=requests_a_minute(),
        checkpoint_seconds=checkpoint_seconds(),
        body_seconds=body_seconds(),
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


def _number(name: str, default: str, *, whole: bool = False) -> float:
    given = os.environ.get(name) or default
    try:
        number = int(given) if whole else float(given)
    except ValueError:
        number = -1
    if not 0 <= number < 1e9:
        what = Text(
            es="un número entero, 0 o más" if whole else "un número, 0 o más",
            en="a whole number, 0 or more" if whole else "a number, 0 or more",
        )
        raise Inconsistent(
            Text(es=f"{name} tiene que ser {what.es}, no {given!r}", en=f"{name} must be {what.en}, not {given!r}")
        )
    return number
