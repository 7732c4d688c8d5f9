"""Sheets and audits in a terminal: tricks in columns, who won, what was irregular and which rule."""

import os
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Rich

from referee.audit import Audit, BreachSeen, Cell, Row, Sheet
from referee.match import MatchView

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_MARK = {"proven": "bold red", "open": "yellow", "dismissed": "dim"}
_SPANISH = {
    "hand": "Mano",
    "deals": "reparte",
    "points": "puntos",
    "version": "versión",
    "Irregular": "Irregular",
    "Rule": "Regla",
    "Who": "Quién",
    "Version": "Versión",
    "Proven at": "Probado en",
    "By": "Por",
    "Status": "Estado",
    "proven at": "probado en la",
    "proven": "probado",
    "open": "pendiente",
    "dismissed": "desestimado",
    "finished": "terminada",
    "abandoned": "abandonada",
    "pending": "pendiente",
    "upheld": "aceptada",
    "rejected": "rechazada",
    "known": "mano conocida",
    "shown": "enseñó",
    "missing": "no apareció",
    "seen": "a la vista",
    "ruling": "fallo del árbitro",
    "claim": "reclamación",
    "against": "contra",
    "sanction": "sanción",
    "yellow": "amarilla",
    "black": "negra",
    "pass": "pase",
    "retract": "rectificación",
    "seat": "asiento",
    "Nothing irregular is proven.": "Nada irregular está probado.",
    "Chain whole": "Cadena íntegra",
    "entries": "entradas",
    "The chain breaks at version": "La cadena se rompe en la versión",
    "There is no such hand; the match has": "No hay tal mano; la partida tiene",
    "seen by nobody": "nadie las vio",
}


def spanish() -> bool:
    """Whether the terminal's language is Spanish."""
    return (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "").startswith("es")


def say(word: str) -> str:
    """A word of the audit in the terminal's language."""
    return _SPANISH.get(word, word) if spanish() else word.capitalize() if word == "hand" else word


def audit_of(report: Audit, view: MatchView, hand: int | None, console: Console) -> None:
    """Prints the audit of a match, or of one hand of it."""
    names = [seat.name or f"{say('seat')} {seat.seat}" for seat in view.seats]
    console.print(_head(report, view, names))
    sheets = [sheet for sheet in report.hands if hand is None or sheet.hand == hand]
    for sheet in sheets:
        console.print(_sheet(sheet, names))
    if sheets and report.legend:
        console.print(report.legend.in_language("es" if spanish() else "en"), style="dim", highlight=False)
    if not sheets:
        console.print(f"[yellow]{say('There is no such hand; the match has')} {len(report.hands)}[/]")
    versions = {cell.version for sheet in sheets for row in sheet.rows for cell in row.cells if cell}
    console.print(_infractions(report, names, versions if hand is not None else None))
    _claims(report, names, console)
    _chain(report, console)


def _head(report: Audit, view: MatchView, names: list[str]) -> RenderableType:
    totals: Any = getattr(view.score, "totals", [])
    sides = [" + ".join(names[seat.seat] for seat in view.seats if seat.side == side) for side in range(len(totals))]
    score = "   ".join(f"{who} [bold]{points}[/]" for who, points in zip(sides, totals, strict=True))
    state = f"{say(view.status)}, {say('version')} {report.version}"
    return Panel(score, title=f"{report.ruleset}  {report.match}", subtitle=state, expand=False)


def _sheet(sheet: Sheet, names: list[str]) -> RenderableType:
    dealer = f", {say('deals')} {names[sheet.dealer]}" if sheet.dealer is not None else ""
    table = Table(title=f"{say('hand')} {sheet.hand}{dealer}", title_justify="left", header_style="bold")
    table.add_column("", justify="right", style="dim")
    for name in names:
        table.add_column(name, min_width=6)
    table.add_column("", overflow="fold", max_width=48)
    number = 0
    for row in sheet.rows:
        if row.note:
            table.add_row("", *[""] * len(names), _note(row.note, names))
            continue
        number += 1
        table.add_row(str(number), *map(_cell, row.cells), _beside(row, names))
    if sheet.points is not None:
        table.add_section()
        table.add_row(
            "", *[str(sheet.points[i]) if i < len(sheet.points) else "" for i in range(len(names))], say("points")
        )
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


def _beside(row: Row, names: list[str]) -> RenderableType:
    """The versions of a row, and what was broken in it."""
    versions = [version for cell in row.cells if cell for version in (cell.version, cell.last) if version]
    span = f"{min(versions)}-{max(versions)}" if len(versions) > 1 else str(versions[0])
    broken = [_broken(cell, names) for cell in row.cells if cell and cell.breaches]
    return Group(Rich(f"v{span}", style="dim"), *broken)


def _broken(cell: Cell, names: list[str]) -> Rich:
    said = "; ".join(f"v{b.version}: {b.code}, {names[b.seat]}, {_when(b)}" for b in cell.breaches)
    words = said if cell.last else f"{pretty(cell.text)} {said}"
    return Rich(words, style=_MARK[cell.breaches[0].status])


def _when(breach: BreachSeen) -> str:
    return f"{say('proven at')} v{breach.proven_at}" if breach.proven_at else say(breach.status)


def _note(note: dict[str, Any], names: list[str]) -> Rich:
    shown = []
    for name, value in note.items():
        if name in {"type", "breaches", "version"} or value is None:
            continue
        if name in {"seat", "by", "against"}:
            shown.append((f"{say('against')} " if name == "against" else "") + names[value])
        elif name == "at":
            shown.append(f"v{value}")
        elif isinstance(value, list | tuple):
            shown.append(" ".join(pretty(str(item)) for item in value))
        else:
            shown.append(say(str(value)))
    words = Rich(f"v{note['version']} {say(note['type'])}: {', '.join(shown)}", style="dim")
    for breach in note.get("breaches", ()):
        words.append(f"  {breach['code']}", style="bold red")
    return words


def _infractions(report: Audit, names: list[str], versions: set[int] | None) -> RenderableType:
    found = [i for i in report.infractions if versions is None or i.version in versions]
    if not found:
        return Rich(say("Nothing irregular is proven."), style="green")
    table = Table(title=say("Irregular"), title_justify="left", header_style="bold")
    for column in ("Rule", "Who", "Version", "Proven at", "By", "Status"):
        table.add_column(say(column))
    for i in found:
        cards = " ".join(map(pretty, i.evidence.cards or ())) if i.evidence else ""
        how = f"{say(i.evidence.how)}: {cards}".rstrip(": ") if i.evidence else ""
        proven = str(i.proven_at or "")
        table.add_row(i.code, names[i.seat], str(i.version), proven, how, Rich(say(i.status), style=_MARK[i.status]))
    return table


def _claims(report: Audit, names: list[str], console: Console) -> None:
    for claim in report.claims:
        console.print(
            f"{claim.claim}: {names[claim.by]} {say('against')} {names[claim.against]}, {claim.kind}"
            f" v{claim.at}: [bold]{say(claim.status)}[/]"
        )
    for ruling in report.rulings:
        verdict = say("upheld" if ruling.upheld else "rejected")
        console.print(f"{ruling.claim}: {say('ruling')}, {verdict}: {ruling.reason}")


def _chain(report: Audit, console: Console) -> None:
    chain = report.chain
    if chain.intact:
        console.print(
            f"{say('Chain whole')}: {chain.length} {say('entries')}, {chain.head}", style="dim", soft_wrap=True
        )
    else:
        console.print(f"[bold red]{say('The chain breaks at version')} {chain.length + 1}[/]")
