"""The demonstration: the records that ship with the service, in a fresh database, and where to look."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from referee import portable
from referee.match import Match
from referee.service import Service

RECORDS = Path(__file__).parent / "records"


def fill(service: Service) -> list[tuple[str, Match]]:
    """Imports every record that ships with the service; returns their file names and matches."""
    return [
        (file.name, portable.take(service, file.read_bytes(), "demo")) for file in sorted(RECORDS.glob("*.match.jsonl"))
    ]


def where_to_look(console: Console, shown: list[tuple[str, Match]], url: str, database: str) -> None:
    """Prints what was imported and what to try."""
    table = Table(title="Matches in the demo", title_justify="left")
    for column in ("Record", "Ruleset", "Match", "Events", "Totals", "Irregular"):
        table.add_column(column)
    for name, match in shown:
        proven = sum(i.status == "proven" for i in match.ledger.infractions)
        totals = " ".join(map(str, match.ledger.totals))
        table.add_row(
            name.removesuffix(".match.jsonl"), match.rules.id, match.id, str(match.version), totals, str(proven)
        )
    console.print(table)
    best = max(shown, key=lambda item: len(item[1].ledger.infractions))[1]
    first = next((i for i in best.ledger.infractions if i.status == "proven"), None)
    console.print(f"The API, to try in a browser   {url}/v1/docs")
    console.print(f"A match                        curl {url}/v1/matches/{best.id}")
    console.print(f"Its replay, step by step       curl '{url}/v1/matches/{best.id}/replay?hand=1'")
    console.print(f"Its audit                      curl {url}/v1/matches/{best.id}/audit")
    console.print(
        f"The same in a terminal         referee audit {best.id} --hand 1 --database {database}", soft_wrap=True
    )
    if first:
        console.print(
            f"There, seat {first.seat} broke {first.code} at version {first.version}; version {first.proven_at} proves it."
        )
    console.print("Ctrl-C ends it; nothing is kept.")
