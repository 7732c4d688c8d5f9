"""The demonstration: the records that ship with the service and a championship, in a fresh database, and where to look."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from api.cli.demo.championship import Hall
from api.cli.language import say
from referee.audit import portable
from referee.match.aggregate import Match
from referee.match.ledger import Infraction
from referee.matches.commands import MatchCommands
from referee.text import Text

RECORDS = Path(__file__).parent / "records"


def fill(service: MatchCommands) -> list[tuple[str, Match]]:
    """Imports every record that ships with the service; returns their file names and matches."""
    return [
        (file.name, portable.take(service, file.read_bytes(), "demo")) for file in sorted(RECORDS.glob("*.match.jsonl"))
    ]


PAGES = Text(es="Páginas, para verlas en un navegador:", en="Pages, to look at in a browser:")
MATCHES = Text(es="Los encuentros de la demostración, carta a carta:", en="The demo's matches, card by card:")
DISPUTED = Text(
    es="Lo que no se jugó según las reglas, y qué carta lo prueba:",
    en="What broke the rules there, and which card proves it:",
)
IN_TERMINAL = Text(es="Lo mismo en un terminal:", en="The same in a terminal:")
FOR_PROGRAMS = Text(es="Para programas, con todas las llamadas:", en="For programs, with every call:")
NO_TOKEN = Text(es="Aquí nadie necesita token.", en="Nobody needs a token here.")
TOKEN = Text(
    es="Quien escriba lo hace con un token; el de la organización:", en="Who writes needs a token; the organizer's:"
)
END = Text(es="Ctrl-C termina la demostración; no queda nada guardado.", en="Ctrl-C ends the demo; nothing is kept.")


def where_to_look(
    console: Console,
    matches: list[tuple[str, Match]],
    hall: Hall,
    url: str,
    database: str,
    token: str | None = None,
    tournaments: Sequence[tuple[str, str]] = (),
) -> None:
    """Prints the imported matches and the pages that show them. `token` is the organizer's, if one is needed.

    `tournaments` are further championships, each by its name and id.
    """
    own = f"#token={token}" if token else ""
    console.print(say(PAGES))
    for what, path in (
        (Text(es="lo que hay ahora", en="what is on now"), "/"),
        (Text(es="organizar el campeonato", en="organize the championship"), f"/organize/{hall.championship}{own}"),
        (Text(es="el tablero de la sala", en="the board of the hall"), f"/board/{hall.championship}"),
        (Text(es="tablas y encuentros", en="tables and fixtures"), f"/championships/{hall.championship}"),
        (Text(es="las temporadas: títulos, récords", en="the seasons: titles, records"), f"/series/{hall.series}"),
        (Text(es="quien ganó, y contra quién", en="who won, and against whom"), f"/players/{hall.champion}"),
        (Text(es="niveles de los jugadores", en="the players' ratings"), "/ratings"),
    ):
        _line(console, say(what), f"{url}{path}", 32)
    for name, championship in tournaments:
        _line(console, name, f"{url}/championships/{championship}", 32)
    console.print("\n" + say(MATCHES))
    for name, match in matches:
        _line(console, _record(name), f"{url}/replay/{match.id}", 26)
    with_infraction = [(name, match) for name, match in matches if _first(match)]
    console.print("\n" + say(DISPUTED))
    for name, match in with_infraction:
        _print_infraction(console, name, match, url)
    if with_infraction:
        name, match = with_infraction[-1]
        console.print("\n" + say(IN_TERMINAL))
        console.print(f"  {sys.argv[0]} audit {match.id} --database {database}", soft_wrap=True, highlight=False)
    console.print("\n" + say(FOR_PROGRAMS))
    console.print(f"  {url}/v1/docs\n", soft_wrap=True)
    if token is None:
        console.print(say(NO_TOKEN), soft_wrap=True)
    else:
        console.print(f"{say(TOKEN)} {token}", soft_wrap=True, highlight=False)
    console.print(say(END) + "\n")


def _record(name: str) -> str:
    return name.removesuffix(".match.jsonl")


def _first(match: Match) -> Infraction | None:
    """The first proven infraction of a match."""
    return next((one for one in match.ledger.infractions if one.status == "proven"), None)


def _print_infraction(console: Console, name: str, match: Match, url: str) -> None:
    """Prints the rule that was broken, in words, and the address of the card and its proof."""
    if infraction := _first(match):
        clause = match.rules.clause(infraction.code)
        words = say(Text(clause.es, clause.en)).partition(". ")[0].rstrip(".") if clause else infraction.code
        console.print(f"  {_record(name)}: {words}.", soft_wrap=True, highlight=False)
        console.print(f"    {url}/replay/{match.id}?step={infraction.version}", soft_wrap=True)


def _line(console: Console, label: str, address: str, width: int) -> None:
    console.print(f"  {label:{width}} {address}", soft_wrap=True, highlight=False)
