"""Sheets and audits in a terminal: tricks in columns, their winners, irregular plays and their rules."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Rich

from api.cli.language import language
from referee.audit.audit import Audit, BreachSeen, Cell, Row, Sheet
from referee.match.closing.side_keys import pin_sentence
from referee.match.game import Ruleset
from referee.match.judge.unseen_cards import no_room
from referee.match.ledger import Evidence
from referee.match.registry import ruleset
from referee.match.terms.rulebook import agreed_rules, unusual_settings
from referee.match.view import MatchView
from referee.text import Text

_MARK = {"proven": "bold red", "open": "yellow", "dismissed": "dim"}
_KEYS = {
    "player": "with the own token",
    "referee": "at the referee's tablet",
    "organizer": "at the organizer's tablet",
}
"""The key by which a side confirmed a hand, by the role of the recorder; unknown for an import."""
_SPANISH = {
    "hand": "Mano",
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
    "in play": "en juego",
    "dismissed": "desestimado",
    "finished": "terminado",
    "abandoned": "abandonado",
    "pending": "pendiente",
    "upheld": "aceptada",
    "rejected": "rechazada",
    "hand known": "mano conocida",
    "no card left": "no le quedaban cartas",
    "shown": "tenía",
    "whole hand seen": "mano vista entera",
    "elsewhere": "en otra parte",
    "on the table": "en la mesa",
    "ruling": "fallo del árbitro",
    "claim": "reclamación",
    "against": "contra",
    "sanction": "sanción",
    "seats": "asientos",
    "yellow": "amarilla",
    "black": "negra",
    "retract": "rectificación",
    "note": "nota",
    "reveal": "se ven las cartas",
    "redeal": "mano anulada",
    "withdraw": "retirada",
    "seat": "asiento",
    "confirm": "confirma",
    "of hand": "mano",
    "with the own token": "con su token",
    "at the referee's tablet": "en la tableta del árbitro",
    "at the organizer's tablet": "en la tableta de la organización",
    "Nothing irregular is proven.": "Nada irregular está probado.",
    "Chain whole": "Cadena íntegra",
    "entries": "entradas",
    "The chain breaks at version": "La cadena se rompe en la versión",
    "total": "en total",
    "stakes": "apuestas",
    "house rules": "reglas de la casa",
    "each": "cada uno",
    "the winner takes all": "todo para quien gane",
    "stopped by a claim": "la paró una reclamación",
    "seen by nobody": "nadie las vio",
    "told by its figures: not all its cards are recorded": "contada por sus cifras: sus cartas no constan, o no todas",
}
_PROOFS = {
    "known": "hand known",
    "shown": "shown",
    "missing": "whole hand seen",
    "elsewhere": "elsewhere",
    "seen": "on the table",
    "ruling": "ruling",
}
"""The ways in which an infraction was proven. The cards after them are those seen, not those missing. A count is a sentence."""


def say(word: str) -> str:
    """A word of the audit in the terminal's language."""
    return _SPANISH.get(word, word) if language() == "es" else word.capitalize() if word == "hand" else word


def in_words(text: Text) -> str:
    """A text in the terminal's language."""
    return text.in_language(language())


def audit_of(report: Audit, view: MatchView, console: Console) -> None:
    """Prints the audit of a match, or of one hand of it."""
    names = _names(view)
    sides = [
        [names[seat.seat] for seat in view.seats if seat.side == side]
        for side in {seat.side: None for seat in view.seats}
    ]
    people = {seat.player: name for seat, name in zip(view.seats, names, strict=True)}
    paper = _Paper(names, sides, ruleset(report.ruleset), people)
    console.print(paper.head(report, view))
    if view.house is not UNSET:
        by = f"{say('house rules')}: {view.house.name} · {view.house.author}"
        console.print(Rich(by), highlight=False, soft_wrap=True)
    for rule in agreed_rules(paper.rules.house_rules, view.params):
        line = Rich.assemble((rule.clause.code, "bold"), f"  {in_words(rule.in_words(view.params))}")
        console.print(line, highlight=False, soft_wrap=True)
    for setting in unusual_settings(paper.rules.settings, view.params):
        console.print(Rich(in_words(setting.in_words(view.params))), highlight=False, soft_wrap=True)
    for sheet in report.hands:
        console.print(paper.sheet(sheet))
    if report.hands and report.legend:
        console.print(in_words(report.legend), style="dim", highlight=False)
    console.print(paper.infractions(report))
    paper.stakes(view, console)
    paper.pins(report, console)
    paper.ended_on_time(report, console)
    paper.claims(report, console)
    for seed in report.seeds:
        console.print(in_words(seed.text), style="dim" if seed.fits else "bold red", highlight=False, soft_wrap=True)
    for commitment in report.commitments:
        console.print(in_words(commitment.text), style="dim", highlight=False, soft_wrap=True)
    for difference in report.differences:
        console.print(f"{in_words(difference.text)}.", highlight=False, soft_wrap=True)
    _chain(report, console)


def _names(view: MatchView) -> list[str]:
    """The players' names by seat; two of one name are told apart by their seats, which is all that a record tells of them."""
    seats = [f"{say('seat')} {seat.seat}" for seat in view.seats]
    shared = Counter(seat.name for seat in view.seats)
    return [
        place if seat.name is None else seat.name if shared[seat.name] == 1 else f"{seat.name} ({place})"
        for seat, place in zip(view.seats, seats, strict=True)
    ]


class _Paper:
    """Writes the lines of one match, with the players' names by seat and by side, and the words of the game."""

    def __init__(self, names: list[str], sides: list[list[str]], rules: Ruleset, people: Mapping[str, str]) -> None:
        self.names = names
        self.sides = sides
        self.people = people
        self.rules = rules
        self.pack = rules.pack

    def head(self, report: Audit, view: MatchView) -> RenderableType:
        totals: Any = getattr(view.score, "totals", [])
        score = "   ".join(
            f"{' + '.join(who)} [bold]{points}{self.beside_total(view.score, side)}[/]"
            for side, (who, points) in enumerate(zip(self.sides, totals, strict=True))
        )
        state = f"{say('in play' if view.status == 'open' else view.status)}, {say('version')} {report.version}"
        return Panel(score, title=f"{report.ruleset}  {report.match}", subtitle=state, expand=False)

    def beside_total(self, score: Any, side: int) -> str:
        """The game's words beside a side's total, in brackets."""
        text = self.rules.game.reading.beside_total(score, side)
        return f" ({in_words(text)})" if text else ""

    def sheet(self, sheet: Sheet) -> RenderableType:
        dealer = f", {self.dealer(sheet.dealer)}" if sheet.dealer is not None else ""
        heading = f" · {in_words(sheet.heading)}" if sheet.heading else ""
        title = f"{say('hand')} {sheet.hand}{dealer}{heading}"
        table = Table(title=title, title_justify="left", header_style="bold")
        table.add_column("", justify="right", style="dim")
        for name in self.names:
            table.add_column(name, min_width=6)
        table.add_column("", overflow="fold", max_width=48)
        number = 0
        for row in sheet.rows:
            if row.note:
                table.add_row("", *[""] * len(self.names), self.note(row.note, row.sentence))
                continue
            number += 1
            table.add_row(str(number), *map(self.cell, row.cells), self.beside(row))
        if sheet.totals is None:
            return table
        if sheet.counted:
            unseen = say("told by its figures: not all its cards are recorded")
            table.add_row("", *[""] * len(self.names), Rich(unseen, style="italic"))
        table.add_section()
        table.add_row("", *self.account(sheet.points), say("points" if sheet.points else "stopped by a claim"))
        if sheet.points and sheet.totals != sheet.points:
            table.add_row("", *self.account(sheet.totals), say("total"))
        return table

    def dealer(self, seat: int) -> str:
        """The sentence that names the dealer."""
        return f"reparte {self.names[seat]}" if language() == "es" else f"{self.names[seat]} deals"

    def sitting(self, seats: list[dict[str, str]]) -> str:
        """The people at these seats; by id if they do not sit there at the end."""
        return ", ".join(self.people.get(seat["player"], seat["player"]) for seat in seats)

    def account(self, points: tuple[int, ...] | None) -> list[str]:
        """Points per side, each under the first seat of its side."""
        cells = [str(n) for n in points or ()]
        return cells + [""] * (len(self.names) - len(cells))

    def cell(self, cell: Cell | None) -> Rich:
        if cell is None:
            return Rich("")
        words = Rich(self.pack.with_suit_sign(cell.text))
        if cell.won:
            words.append(" ◀", style="bold green")
        if cell.breaches:
            words.stylize(_MARK[cell.breaches[0].status])
        return words

    def beside(self, row: Row) -> RenderableType:
        """The versions of a row, and the rules broken in it."""
        versions = [version for cell in row.cells if cell for version in (cell.version, cell.last) if version]
        span = f"{min(versions)}-{max(versions)}" if len(versions) > 1 else str(versions[0])
        lines = [self.breaches(cell) for cell in row.cells if cell and cell.breaches]
        return Group(Rich(f"v{span}", style="dim"), *lines)

    def breaches(self, cell: Cell) -> Rich:
        breaches = "; ".join(f"v{b.version}: {b.code}, {self.names[b.seat]}, {_when(b)}" for b in cell.breaches)
        words = breaches if cell.last else f"{self.pack.with_suit_sign(cell.text)} {breaches}"
        return Rich(words, style=_MARK[cell.breaches[0].status])

    def note(self, note: dict[str, Any], sentence: Text | None) -> Rich:
        """A note for the whole table: the game's sentence if it has one, else the event and its fields."""
        if sentence is not None:
            text = f"{self.names[note['seat']]} {in_words(sentence)}"
        else:
            text = f"{self.event(note['type'])}: {', '.join(self.fields(note))}"
        words = Rich(f"v{note['version']} {text}", style="dim")
        for breach in note.get("breaches", ()):
            words.append(f"  {breach['code']}", style="bold red")
        return words

    def fields(self, note: dict[str, Any]) -> list[str]:
        """The fields of an event in words."""
        parts = []
        for name, value in note.items():
            if name in {"type", "breaches", "version"} or value is None:
                continue
            if name in {"seat", "by", "against"}:
                parts.append((f"{say('against')} " if name == "against" else "") + self.names[value])
            elif name == "confirms":
                parts.append(f"v{value}")
            elif name == "side":
                parts.append(" + ".join(self.sides[value]))
            elif name == "hand":
                parts.append(f"{say('of hand')} {value}")
            elif name == "recorded_by":
                key = _KEYS.get(value.partition(":")[0])
                parts += [say(key)] if key else []
            elif name == "kind":
                parts.append(self.kind(value))
            elif name == "at":
                parts.append(f"v{value}")
            elif name in {"seats", "first_dealer"}:
                parts.append(self.dealer(value) if name == "first_dealer" else self.sitting(value))
            elif name == "figures":
                parts += self.figures(value)
            else:
                parts.append(self.words(value))
        return parts

    def event(self, tag: str) -> str:
        """The name of an event: that of its game, or the common one."""
        own = {str(kind.__struct_config__.tag): name for kind, name in self.rules.game.names.items()}
        return in_words(own[tag]) if tag in own else say(tag)

    def kind(self, kind: str) -> str:
        """The name of a kind of claim."""
        return in_words(self.rules.game.claims[kind].name)

    def figures(self, figures: dict[str, Any]) -> list[str]:
        """The figures of a hand, each by its name."""
        names = self.rules.game.reading.figures
        return [f"{in_words(names[name])} {self.words(value)}" for name, value in figures.items() if value is not None]

    def words(self, value: Any) -> str:
        """A value of an event in words: cards with their signs, lists with spaces between, a dash for none."""
        if value is None:
            return "–"
        if isinstance(value, dict):
            return " ".join(f"{say(name)} {self.words(item)}" for name, item in value.items() if item is not None)
        if isinstance(value, list | tuple):
            return " ".join(self.words(item) for item in value)
        return self.pack.with_suit_sign(say(str(value)))

    def infractions(self, report: Audit) -> RenderableType:
        breaches = report.infractions
        if not breaches:
            return Rich(say("Nothing irregular is proven."), style="green")
        table = Table(title=say("Irregular"), title_justify="left", header_style="bold")
        for column in ("Rule", "Who", "Version", "Proven at", "By", "Status"):
            table.add_column(say(column))
        for breach in breaches:
            how = self.evidence(breach.evidence) if breach.evidence else ""
            status = Rich(say(breach.status), style=_MARK[breach.status])
            table.add_row(
                breach.code, self.names[breach.seat], str(breach.version), str(breach.proven_at or ""), how, status
            )
        return table

    def evidence(self, evidence: Evidence) -> str:
        """The proof of an infraction: its way and its cards."""
        cards = " ".join(map(self.pack.with_suit_sign, evidence.cards or ()))
        if evidence.how == "known" and evidence.cards == ():
            return say("no card left")
        if evidence.how == "counted":
            return in_words(no_room(self.pack, evidence.cards))
        return f"{say(_PROOFS[evidence.how])}: {cards}".rstrip(": ")

    def stakes(self, view: MatchView, console: Console) -> None:
        """Prints the stakes, and the gain or loss of each player."""
        if view.stakes is UNSET:
            return
        split = view.stakes.split
        how = say("the winner takes all") if isinstance(split, str) else " · ".join(map(str, split))
        line = f"{say('stakes')}: {view.stakes.each} {say('each')}, {how}"
        if view.result is not None and view.result.settlement is not UNSET:
            nets = zip(self.names, view.result.settlement.net, strict=True)
            line += ": " + ", ".join(f"{name} [bold]{net:+}[/]" for name, net in nets)
            line += f" ({view.result.settlement.rule})"
        console.print(line, highlight=False, soft_wrap=True)

    def pins(self, report: Audit, console: Console) -> None:
        """Prints the givers of the sides' PINs."""
        for pin in report.pins:
            names = " + ".join(self.sides[pin.side])
            whose = Text(es=f"de {names}", en=f"of {names}")
            console.print(Rich(f"v{pin.version} {in_words(pin_sentence(pin, whose))}", style="dim"))

    def ended_on_time(self, report: Audit, console: Console) -> None:
        """Prints that the match was ended on time, and how long before."""
        if report.ended_on_time is not None:
            console.print(Rich(in_words(report.ended_on_time.text), style="dim"))

    def claims(self, report: Audit, console: Console) -> None:
        for claim in report.claims:
            console.print(
                f"{claim.claim}: {self.names[claim.by]} {say('against')} {self.names[claim.against]}, {self.kind(claim.kind)}"
                f" v{claim.at}: [bold]{say(claim.status)}[/]"
            )
        for ruling in report.rulings:
            verdict = say("upheld" if ruling.upheld else "rejected")
            console.print(f"{ruling.claim}: {say('ruling')}, {verdict}: {ruling.reason}")


def _when(breach: BreachSeen) -> str:
    return f"{say('proven at')} v{breach.proven_at}" if breach.proven_at else say(breach.status)


def _chain(report: Audit, console: Console) -> None:
    chain = report.chain
    if chain.intact:
        console.print(
            f"{say('Chain whole')}: {chain.length} {say('entries')}, {chain.head}", style="dim", soft_wrap=True
        )
    else:
        console.print(f"[bold red]{say('The chain breaks at version')} {chain.length + 1}[/]")
