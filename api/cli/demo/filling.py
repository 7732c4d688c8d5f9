"""The demonstration: the records that ship with the service and a championship, in a fresh database, and where to look."""

import sys
from pathlib import Path

from rich.console import Console

from api.cli.demo.championship import Hall
from referee.match.aggregate import Match
from referee.review import portable
from referee.service.matches import Service

RECORDS = Path(__file__).parent / "records"


def fill(service: Service) -> list[tuple[str, Match]]:
    """Imports every record that ships with the service; returns their file names and matches."""
    return [
        (file.name, portable.take(service, file.read_bytes(), "demo")) for file in sorted(RECORDS.glob("*.match.jsonl"))
    ]


def where_to_look(console: Console, shown: list[tuple[str, Match]], hall: Hall, url: str, database: str) -> None:
    """Prints what was imported and what to try."""
    console.print("The demo's matches:")
    for name, match in shown:
        proven = sum(i.status == "proven" for i in match.ledger.infractions)
        totals = " ".join(map(str, match.ledger.totals))
        said = f"{match.version} events, totals {totals}, {proven} irregular"
        console.print(f"  {name.removesuffix('.match.jsonl'):28} {match.id}  {said}", soft_wrap=True, highlight=False)
    console.print()
    for name, match in shown:
        if any(i.status == "proven" for i in match.ledger.infractions):
            _disputed(console, name, match, url, database)
    console.print("The demo's championship, to look at in a browser:")
    for what, path in (
        ("standings and podium", f"/v1/contests/{hall.contest}/standings"),
        ("sheet of fixtures", f"/v1/contests/{hall.contest}/fixtures"),
    ):
        console.print(f"  {what:22} {url}{path}?format=html", soft_wrap=True, highlight=False)
    console.print("and with curl:")
    for what, path in (
        ("the general table", f"/v1/championships/{hall.championship}"),
        ("what a correction moved", f"/v1/contests/{hall.contest}/changes"),
    ):
        console.print(f"  {what:22} curl {url}{path}", soft_wrap=True, highlight=False)
    console.print()
    console.print("The API, to try in a browser:")
    console.print(f"  {url}/v1/docs\n", soft_wrap=True)
    console.print("Nobody needs a token here. Ctrl-C ends the demo; nothing is kept.")


def _disputed(console: Console, name: str, match: Match, url: str, database: str) -> None:
    """Where to follow the first proven infraction of a match."""
    first = next(i for i in match.ledger.infractions if i.status == "proven")
    hand = next((h for h, start, end in _spans(match) if start <= first.version <= end), 1)
    console.print(
        f"{name.removesuffix('.match.jsonl')}: the card of version {first.version}, seat {first.seat}, broke {first.code};"
        f" version {first.proven_at} proves it.",
        soft_wrap=True,
    )
    at = f"{url}/v1/matches/{match.id}"
    for what, command in (
        ("the match", f"curl {at}"),
        ("step by step", f"curl '{at}/replay?hand={hand}'"),
        ("the audit", f"curl {at}/audit"),
        ("in a terminal", f"{sys.argv[0]} audit {match.id} --hand {hand} --database {database}"),
    ):
        console.print(f"  {what:14} {command}", soft_wrap=True, highlight=False)
    console.print()


def _spans(match: Match) -> list[tuple[int, int, int]]:
    """Per hand of a match: its number, the version it was dealt at and the last version of it."""
    ends = [hand.scored_at for hand in match.ledger.hands] + [match.version]
    starts = [1, *(end + 1 for end in ends[:-1])]
    return [(number, start, end) for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)]
