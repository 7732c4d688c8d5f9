"""The demonstration: the records that ship with the service and a championship, in a fresh database, and where to look."""

import sys
from pathlib import Path

from rich.console import Console

from api.cli.demo.championship import Hall
from api.cli.language import say
from referee.match.aggregate import Match
from referee.review import portable
from referee.service.matches import Service
from referee.text import Text

RECORDS = Path(__file__).parent / "records"


def fill(service: Service) -> list[tuple[str, Match]]:
    """Imports every record that ships with the service; returns their file names and matches."""
    return [
        (file.name, portable.take(service, file.read_bytes(), "demo")) for file in sorted(RECORDS.glob("*.match.jsonl"))
    ]


MATCHES = Text(es="Los encuentros de la demostración:", en="The demo's matches:")
IN_BROWSER = Text(
    es="El campeonato de la demostración, para verlo en un navegador:",
    en="The demo's championship, to look at in a browser:",
)
WITH_CURL = Text(es="y con curl:", en="and with curl:")
TO_TRY = Text(es="La API, para probarla en un navegador:", en="The API, to try in a browser:")
NO_TOKEN = Text(es="Aquí nadie necesita token.", en="Nobody needs a token here.")
TOKEN = Text(
    es="Quien escriba lo hace con un token; el de la organización:", en="Who writes needs a token; the organizer's:"
)
END = Text(es="Ctrl-C termina la demostración; no queda nada guardado.", en="Ctrl-C ends the demo; nothing is kept.")


def where_to_look(
    console: Console, shown: list[tuple[str, Match]], hall: Hall, url: str, database: str, token: str | None = None
) -> None:
    """Prints what was imported and what to try; `token` is the organizer's, where one is needed."""
    console.print(say(MATCHES))
    for name, match in shown:
        proven = sum(i.status == "proven" for i in match.ledger.infractions)
        totals = " ".join(map(str, match.ledger.totals))
        summary = Text(
            es=f"{match.version} eventos, totales {totals}, irregulares: {proven}",
            en=f"{match.version} events, totals {totals}, irregular: {proven}",
        )
        _line(console, name.removesuffix(".match.jsonl"), f"{match.id}  {say(summary)}", 28)
    console.print()
    for name, match in shown:
        if any(i.status == "proven" for i in match.ledger.infractions):
            _disputed(console, name, match, url, database)
    console.print(say(IN_BROWSER))
    for what, path in (
        (Text(es="tabla y podio", en="standings and podium"), f"/v1/contests/{hall.contest}/standings"),
        (Text(es="hoja de emparejamientos", en="sheet of fixtures"), f"/v1/contests/{hall.contest}/fixtures"),
    ):
        _line(console, say(what), f"{url}{path}?format=html", 24)
    console.print(say(WITH_CURL))
    for what, path in (
        (Text(es="la clasificación general", en="the general table"), f"/v1/championships/{hall.championship}"),
        (Text(es="qué cambió una corrección", en="what a correction moved"), f"/v1/contests/{hall.contest}/changes"),
    ):
        _line(console, say(what), f"curl {url}{path}", 24)
    console.print()
    console.print(say(TO_TRY))
    console.print(f"  {url}/v1/docs\n", soft_wrap=True)
    if token is None:
        console.print(say(NO_TOKEN), soft_wrap=True)
    else:
        console.print(f"{say(TOKEN)} {token}", soft_wrap=True, highlight=False)
    console.print(say(END) + "\n")


def _disputed(console: Console, name: str, match: Match, url: str, database: str) -> None:
    """Where to follow the first proven infraction of a match."""
    first = next(i for i in match.ledger.infractions if i.status == "proven")
    hand = next((h for h, start, end in _spans(match) if start <= first.version <= end), 1)
    record = name.removesuffix(".match.jsonl")
    told = Text(
        es=f"{record}: la carta de la versión {first.version}, asiento {first.seat}, va contra {first.code};"
        f" lo prueba la versión {first.proven_at}.",
        en=f"{record}: the card of version {first.version}, seat {first.seat}, broke {first.code};"
        f" version {first.proven_at} proves it.",
    )
    console.print(say(told), soft_wrap=True)
    at = f"{url}/v1/matches/{match.id}"
    for what, command in (
        (Text(es="el encuentro", en="the match"), f"curl {at}"),
        (Text(es="paso a paso", en="step by step"), f"curl '{at}/replay?hand={hand}'"),
        (Text(es="la auditoría", en="the audit"), f"curl {at}/audit"),
        (
            Text(es="en un terminal", en="in a terminal"),
            f"{sys.argv[0]} audit {match.id} --hand {hand} --database {database}",
        ),
    ):
        _line(console, say(what), command, 14)
    console.print()


def _line(console: Console, what: str, where: str, width: int) -> None:
    console.print(f"  {what:{width}} {where}", soft_wrap=True, highlight=False)


def _spans(match: Match) -> list[tuple[int, int, int]]:
    """Per hand of a match: its number, the version it was dealt at and the last version of it."""
    ends = [hand.scored_at for hand in match.ledger.hands] + [match.version]
    starts = [1, *(end + 1 for end in ends[:-1])]
    return [(number, start, end) for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)]
