"""The open tables of the demonstration, to be recorded by touch, with QR codes for tablets on the local network."""

import io
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from itertools import cycle, islice

import segno
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from api.cli.language import say
from referee.match.game import Ruleset
from referee.match.registry import rulesets
from referee.match.terms.stakes import Stakes
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from referee.operations.tokens import grant_token
from referee.people.scope import Scope
from referee.text import Text

AUTHOR = "demo"
AROUND = 4
"""Seats at a table of a game that allows this number and others: the usual one."""
NAMES = (
    "Ana",
    "Beto",
    "Celia",
    "Diego",
    "Elena",
    "Fermín",
    "Gloria",
    "Hugo",
    "Irene",
    "Jaime",
    "Karina",
    "Luis",
    "Marta",
    "Nicolás",
    "Olga",
    "Pablo",
    "Sara",
    "Tomás",
)
"""The players, in turn: each sits at one table, and none is in the imported records."""
STAKES = Stakes(5, "winner_takes_all")
"""The stake of each player at the last table, in points of no currency."""
QUIET_ZONE = 2
"""Light modules around a code on a screen: as few as cameras need, since terminals are short."""

OPEN = Text(es="Mesas abiertas, para anotar tocando la pantalla:", en="Open tables, to record by touch:")
REACH = Text(
    es="Apunte la cámara de la tableta o del móvil al código de su mesa, o escriba la dirección. Tiene que estar en la misma red"
    " que esta máquina. Si no se abre, el cortafuegos debe dejar entrar por el puerto {port}; algunas redes wifi de invitados"
    " no dejan que un aparato vea a otro.",
    en="Point the camera of the tablet or phone at the code of its table, or type the address. It must be in the same network as"
    " this machine. If nothing opens, the firewall must let port {port} in; some guest Wi-Fi networks keep devices apart.",
)
UNREACHABLE = Text(
    es="Esta máquina no está en ninguna red: conéctela a la de las tabletas y arranque de nuevo.",
    en="This machine is in no network: connect it to the tablets' and start again.",
)


class OpenTable(Struct, frozen=True):
    """A match that waits for its first deal, and the token to record it with, if one is needed."""

    match: str
    title: Text
    names: tuple[str, ...]
    token: str | None

    def address(self, url: str) -> str:
        """The address of the page that records it. The token stands in the fragment, which no server sees."""
        return f"{url}/table/{self.match}" + (f"#token={self.token}" if self.token else "")


def one_a_game() -> list[Ruleset]:
    """The first ruleset of each game."""
    games: dict[type, Ruleset] = {}
    for rules in rulesets().values():
        games.setdefault(rules.game.state, rules)
    return list(games.values())


def lay(service: MatchCommands, *, with_tokens: bool) -> list[OpenTable]:
    """Opens a match at each table; with tokens, one for the referee of each."""
    tables = []
    people = cycle(NAMES)
    games = one_a_game()
    for rules in games:
        names = tuple(islice(people, AROUND if AROUND in rules.seats else min(rules.seats)))
        request = OpenMatch(ruleset=rules.id, seats=tuple(Sitting(name=name) for name in names))
        if rules is games[-1]:
            request = replace(request, stakes=STAKES)
        match = service.open_match(request, AUTHOR).match
        token = (
            grant_token(service.administration, service.people.tokens, "referee", scope=Scope(match=match.id))[1]
            if with_tokens
            else None
        )
        tables.append(OpenTable(match.id, match.rules.title, names, token))
    return tables


def is_local(host: str) -> bool:
    """True if only this machine can reach a service at this host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reachable(host: str) -> str | None:
    """The host name or address for tablets, of a service that listens at `host`; None if this machine is in no network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return f"[{host}]" if address.version == 6 else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the address from which it would (192.0.2.0/24 is for documents, RFC 5737).
            probe.connect(("192.0.2.1", 9))
            own_address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ip_address(own_address).is_loopback else own_address


def own_names(host: str) -> list[str]:
    """The names of a service that listens at `host`, beside those of this machine for itself and all numbers."""
    machine = socket.gethostname()
    return [*dict.fromkeys((host, machine, f"{machine.partition('.')[0]}.local"))]


def show(console: Console, tables: Sequence[OpenTable], url: str) -> None:
    """Prints where each table is recorded."""
    console.print(say(OPEN))
    for table in tables:
        _line(console, table, url)
    console.print()


def show_codes(console: Console, tables: Sequence[OpenTable], host: str, port: int) -> None:
    """Prints where each table is recorded from the local network, with a code for its camera, and how tablets get there."""
    name = reachable(host)
    if name is None:
        console.print(say(UNREACHABLE) + "\n", soft_wrap=True)
        return
    url = f"http://{name}:{port}"
    console.print(say(OPEN) + "\n")
    for table in tables:
        _line(console, table, url)
        for row in code(table.address(url)):
            # Light on dark whatever the terminal's own colours are: cameras read it only so.
            console.print(row, style="bright_white on black", highlight=False, soft_wrap=True)
        console.print()
    console.print(say(REACH).format(port=port) + "\n", soft_wrap=True)


def code(address: str) -> list[str]:
    """A QR code as lines of half blocks."""
    text = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(text, compact=True, border=QUIET_ZONE)
    return text.getvalue().splitlines()


def _line(console: Console, table: OpenTable, url: str) -> None:
    console.print(f"  {say(table.title)}: {', '.join(table.names)}", soft_wrap=True, highlight=False)
    console.print(f"    {table.address(url)}", soft_wrap=True, highlight=False)
