"""Sheets and audits in a terminal: tricks in columns, who won, what was irregular and which rule."""

from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Rich

from referee.audit import Audit, BreachSeen, Cell, Sheet
from referee.match import MatchView

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_MARK = {"proven": "bold red", "open": "yellow", "dismissed": "dim"}


def audit_of(report: Audit, view: MatchView, hand: int | None, console: Console) -> None:
    """Prints the audit of a match, or of one hand of it."""
    names = [seat.name or f"asiento {seat.seat}" for seat in view.seats]
    console.print(_head(report, view, names))
    sheets = [sheet for sheet in report.hands if hand is None or sheet.hand == hand]
    for sheet in sheets:
        console.print(_sheet(sheet, names))
    if not sheets:
        console.print(f"[yellow]no hand {hand} in this match: it has {len(report.hands)}[/]")
    versions = {cell.version for sheet in sheets for row in sheet.rows for cell in row.cells if cell}
    console.print(_infractions(report, names, versions if hand is not None else None))
    _claims(report, names, console)
    _chain(report, console)


def _head(report: Audit, view: MatchView, names: list[str]) -> RenderableType:
    totals: Any = getattr(view.score, "totals", [])
    sides = [" + ".join(names[seat.seat] for seat in view.seats if seat.side == side) for side in range(len(totals))]
    score = "   ".join(f"{who} [bold]{points}[/]" for who, points in zip(sides, totals, strict=True))
    return Panel(score, title=f"{report.ruleset}  {report.match}", subtitle=f"{view.status}, version {report.version}")


def _sheet(sheet: Sheet, names: list[str]) -> RenderableType:
    dealer = f", deals {names[sheet.dealer]}" if sheet.dealer is not None else ""
    table = Table(title=f"Hand {sheet.hand}{dealer}", title_justify="left", header_style="bold")
    table.add_column("", justify="right", style="dim")
    for name in names:
        table.add_column(name, min_width=6)
    table.add_column("", style="dim", overflow="fold")
    number = 0
    for row in sheet.rows:
        if row.note:
            table.add_row("", *[""] * len(names), _note(row.note))
            continue
        number += 1
        broken = [_broken(cell.breaches) for cell in row.cells if cell and cell.breaches]
        table.add_row(str(number), *map(_cell, row.cells), Group(*broken) if broken else "")
    if sheet.points is not None:
        table.add_section()
        table.add_row("", *[str(sheet.points[i]) if i < len(sheet.points) else "" for i in range(len(names))], "points")
    return table


def _cell(cell: Cell | None) -> Rich:
    if cell is None:
        return Rich("")
    words = Rich(pretty(cell.text))
    if cell.won:
        words.append(" ◀", style="bold green")
    if cell.breaches:
        words.stylize(_MARK[cell.breaches[0].status])
    return words


def pretty(word: str) -> str:
    """A French card with its suit as a sign; anything else as it is."""
    if len(word) == 2 and word[1] in _SUITS and word[0] in "23456789TJQKA":
        return word[0] + _SUITS[word[1]]
    return word


def _broken(breaches: list[BreachSeen]) -> Rich:
    said = ", ".join(
        f"{b.code} (seat {b.seat}, {b.status}{f' at version {b.proven_at}' if b.proven_at else ''})" for b in breaches
    )
    return Rich(said, style=_MARK[breaches[0].status])


def _note(note: dict[str, Any]) -> Rich:
    shown = []
    for name, value in note.items():
        if name in {"type", "breaches"} or value is None:
            continue
        shown.append(f"{name} {' '.join(map(str, value)) if isinstance(value, list | tuple) else value}")
    words = Rich(f"{note['type']}: {', '.join(shown)}")
    for breach in note.get("breaches", ()):
        words.append(f"  {breach['code']}", style="bold red")
    return words


def _infractions(report: Audit, names: list[str], versions: set[int] | None) -> RenderableType:
    found = [i for i in report.infractions if versions is None or i.version in versions]
    if not found:
        return Rich("Nothing irregular is proven.", style="green")
    table = Table(title="Irregular", title_justify="left", header_style="bold")
    for column in ("Rule", "Who", "Version", "Proven at", "By", "Status"):
        table.add_column(column)
    for i in found:
        cards = " ".join(map(pretty, i.evidence.cards or ())) if i.evidence else ""
        how = f"{i.evidence.how}: {cards}".rstrip(": ") if i.evidence else ""
        proven = str(i.proven_at or "")
        table.add_row(i.code, names[i.seat], str(i.version), proven, how, Rich(i.status, style=_MARK[i.status]))
    return table


def _claims(report: Audit, names: list[str], console: Console) -> None:
    for claim in report.claims:
        console.print(
            f"Claim {claim.claim}: {names[claim.by]} against {names[claim.against]} for {claim.kind}"
            f" at version {claim.at}: [bold]{claim.status}[/]"
        )
    for ruling in report.rulings:
        console.print(f"Ruling on {ruling.claim}: {'upheld' if ruling.upheld else 'rejected'}, {ruling.reason}")


def _chain(report: Audit, console: Console) -> None:
    if report.chain.intact:
        console.print(f"Chain whole: {report.chain.length} entries, head {report.chain.head}", style="dim")
    else:
        console.print(f"[bold red]The chain breaks at version {report.chain.length + 1}[/]")
