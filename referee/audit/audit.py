"""The log for people: replay step by step, infractions with their rules, the origin of each point, the state of the chain.

A sheet shows one hand: a row for each trick (or go-around), a column for each seat. It is made of facts and of the game's own
short words for its moves, so it serves every game.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from referee.audit.course import course
from referee.audit.on_time import EndedOnTime, ended_on_time
from referee.audit.seeds import CommitmentChecked, SeedChecked, check_chance
from referee.errors import NotFound
from referee.match.aggregate import Match
from referee.match.closing.side_keys import PinGiven, of_side, pin_sentence
from referee.match.entries import CONFIRMS, AnyEntry, ChainFlaw, effective_entries, first_chain_flaw
from referee.match.events import Confirm, Opening, PinReset, PinSet, Retract, Ruling, ShuffleCommitment, ShuffleText
from referee.match.facts import Fact, HandDealt, HandScored, MatchRestated, PointsScored, TrickTaken
from referee.match.ledger import ClaimState, Infraction, Item, SanctionGiven
from referee.match.redaction import shown_facts, shown_head, visible_line
from referee.match.state import ALL
from referee.match.view import MatchView
from referee.text import Text
from referee.work import cancellable

SAID_APART = (PinSet, PinReset, ShuffleCommitment, ShuffleText)
"""Events that an audit lists beside the sheets."""


class BreachSeen(Struct, frozen=True):
    """A rule that event `version` broke: proven at which version, or still in dispute."""

    code: str
    seat: int
    version: int
    proven_at: int | None
    status: str


class Step(Struct, frozen=True):
    """One version of a match: the event, the match after it, which rules it broke; what may come next, where that was asked."""

    version: int
    event: dict[str, Any]
    view: MatchView
    breaches: list[BreachSeen]
    legal: list[Any] | UnsetType = UNSET


class Cell(Struct):
    """What a seat did in a row: the words, the version of the first, the rules it broke, whether it won the trick."""

    text: str
    version: int
    breaches: list[BreachSeen]
    won: bool = False
    last: int = 0
    """The version of the last move, if the seat made several in this row."""


class Row(Struct):
    """One trick, go-around or turn: a cell per seat; or a `note` that concerns the whole table.

    `sentence`: what the seat of the note did or said, in words that follow its name, where the game has them.
    """

    cells: list[Cell | None]
    note: dict[str, Any] | None = None
    over: bool = False
    sentence: Text | None = None


class Sheet(Struct):
    """One hand: who dealt, its rows, and its points per side once it was counted.

    `heading` says what a reader must know beside them, as the triunfo. A hand that a claim stopped has `totals` but no `points`.
    `counted`: the hand was told by its figures; it has no cards, or only those of its rows. `version`: the entry with which
    the sheet begins; two pages of an audit that have rows of one sheet give it the same.
    """

    version: int
    hand: int
    dealer: int | None
    rows: list[Row]
    heading: Text | None = None
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    counted: bool = False


class Origin(Struct, frozen=True):
    """How points arose: in which hand and version, whose, how many, by which rule, with which cards."""

    version: int
    hand: int
    side: int
    points: int
    rule: str
    cards: tuple[str, ...]


class RefusedToday(Struct, frozen=True):
    """Why an entry would be refused today: the code of the problem, the rule, the seat, and a sentence."""

    code: str
    rule: str | None
    seat: int | None
    text: Text


class Difference(Struct, frozen=True):
    """An entry of which today's rules would say otherwise: by its facts, or because it would be refused. What is stored counts.

    Of an entry that would be refused, `today` are the facts that would follow from it all the same. `text`: the difference in a
    sentence.
    """

    version: int
    stored: list[dict[str, Any]]
    today: list[dict[str, Any]]
    refused: RefusedToday | None
    text: Text


class ChainState(Struct, frozen=True):
    """How many entries follow from one another by their hashes, the last hash, and the first flaw if there is one.

    Hashes are null for a reader from whom a hand is hidden.
    """

    length: int
    head: str | None
    intact: bool
    flaw: ChainFlaw | None


class RulingGiven(Struct, frozen=True):
    """The referee's word on a claim."""

    version: int
    claim: str
    upheld: bool
    reason: str


class PinTold(PinGiven, frozen=True):
    """A side got a PIN in event `version`: what the log says of it, and the same in a sentence."""

    text: Text


class Audit(Struct, frozen=True):
    """What happened in a match: what was irregular, what was claimed and ruled, where each point comes from.

    `next` is the `after` of the next page. A page has all that is said of its entries: a claim, of the entry that it is about;
    a row of a sheet, of the entry with which the row begins.
    """

    match: str
    ruleset: str
    version: int
    infractions: list[Infraction]
    claims: list[ClaimState]
    rulings: list[RulingGiven]
    sanctions: list[SanctionGiven]
    pins: list[PinTold]
    points: list[Origin]
    hands: list[Sheet]
    differences: list[Difference]
    seeds: Annotated[
        list[SeedChecked], Meta(description="What chance decided, and whether the seeds on record give it.")
    ]
    commitments: Annotated[
        list[CommitmentChecked],
        Meta(description="Each commitment to a shuffle, also what a retract took back, and what became of it."),
    ]
    chain: ChainState
    legend: Text | None
    ended_on_time: EndedOnTime | None
    next: int | None = None


def replay(
    match: Match,
    entries: Sequence[AnyEntry],
    visible: int = ALL,
    hand: int | None = None,
    names: Any = lambda _: None,
    now: Any = lambda id_: id_,
    *,
    after: int = 0,
    legal: bool = False,
) -> Iterator[Step]:
    """Yields the match step by step, above version `after`. The reader may see the hands in `visible` of a hand in progress."""
    by_version = _breaches(match, visible)
    for work, entry in course(match.id, entries):
        if entry.version <= after or (hand is not None and (work.state.hand != hand or entry.version == 1)):
            continue
        sees = match.sees(entry.version, visible)
        yield Step(
            entry.version,
            visible_line(match, entry, visible),
            work.copy().view(sees, names, now),
            by_version.get(entry.version, []),
            list(work.legal(sees)) if legal else UNSET,
        )


def audit(match: Match, entries: Sequence[AnyEntry], lines: Sequence[dict[str, Any]], visible: int = ALL) -> Audit:
    """Makes the audit of a match. `lines` are its entries as stored, for the check of the chain."""
    length, flaw = first_chain_flaw(lines)
    sheets, origins, differences = _read_through(match, entries, visible)
    chance = check_chance(match, entries, visible)
    return Audit(
        match=match.id,
        ruleset=match.rules.id,
        version=match.version,
        infractions=match.infractions(visible),
        claims=match.claims(visible),
        rulings=[
            RulingGiven(entry.version, entry.event.claim, entry.event.upheld, entry.event.reason)
            for entry in effective_entries(entries)
            if isinstance(entry.event, Ruling) and match.tells(entry.version, visible)
        ],
        sanctions=match.ledger.sanctions,
        pins=pin_changes(match),
        points=origins,
        hands=sheets,
        differences=differences,
        seeds=chance.seeds,
        commitments=chance.commitments,
        chain=_chain(match, length, flaw, visible),
        legend=match.game.reading.legend,
        ended_on_time=ended_on_time(match),
    )


def pin_changes(match: Match) -> list[PinTold]:
    """All settings and resets of PINs, also those that a retract took back."""
    return [
        PinTold(pin.side, pin.by, pin.version, pin.reason, pin_sentence(pin, of_side(pin.side)))
        for pin in match.side_keys.pins
    ]


def only(report: Audit, hand: int) -> Audit:
    """The audit of one hand only, with the claims and infractions about it. Raises NotFound."""
    sheets = [sheet for sheet in report.hands if sheet.hand == hand]
    if not sheets:
        hands = max((sheet.hand for sheet in report.hands), default=0)
        raise NotFound(
            Text(
                es=f"no hay mano {hand}: el registro tiene {hands}",
                en=f"there is no hand {hand}: the record has {hands}",
            )
        )
    versions = {version for sheet in sheets for row in sheet.rows for version in _versions(row)}
    claims = [claim for claim in report.claims if claim.at in versions]
    seeds = [check for check in report.seeds if check.hand == hand]
    commitment_versions = {check.commitment for check in seeds}
    return msgspec.structs.replace(
        report,
        infractions=[infraction for infraction in report.infractions if infraction.version in versions],
        claims=claims,
        rulings=[ruling for ruling in report.rulings if any(ruling.claim == claim.claim for claim in claims)],
        points=[origin for origin in report.points if origin.hand == hand],
        seeds=seeds,
        commitments=[check for check in report.commitments if check.version in commitment_versions],
        hands=sheets,
        differences=[difference for difference in report.differences if difference.version in versions],
    )


def _versions(row: Row) -> Iterator[int]:
    """The versions of the moves and notes in a row."""
    if row.note:
        yield row.note["version"]
    for cell in row.cells:
        if cell:
            yield from range(cell.version, max(cell.version, cell.last) + 1)


def _chain(match: Match, length: int, flaw: ChainFlaw | None, visible: int) -> ChainState:
    head = shown_head(match, visible)
    if flaw and head is None:
        flaw = ChainFlaw(flaw.version, None, None)
    return ChainState(length, head, flaw is None, flaw)


def _breaches(match: Match, visible: int) -> dict[int, list[BreachSeen]]:
    breaches: dict[int, list[BreachSeen]] = {}
    for infraction in match.infractions(visible):
        breaches.setdefault(infraction.version, []).append(
            BreachSeen(infraction.code, infraction.seat, infraction.version, infraction.proven_at, infraction.status)
        )
    return breaches


def _read_through(
    match: Match, entries: Sequence[AnyEntry], visible: int
) -> tuple[list[Sheet], list[Origin], list[Difference]]:
    breaches = _breaches(match, visible)
    opening = entries[0].event
    assert isinstance(opening, Opening)
    work = Match(match.id, opening)
    sheets: list[Sheet] = []
    origins: list[Origin] = []
    differences: list[Difference] = []
    for entry in cancellable(effective_entries(entries)[1:]):
        if isinstance(entry.event, Retract):
            work.follow([entry])
            continue
        difference = _difference(match, work, entry, visible)
        differences += [difference] if difference else []
        work.follow([entry])
        if not isinstance(entry.event, SAID_APART):
            _write(sheets, work, match, entry, breaches, visible)
        origins += _origins(entry.version, shown_facts(match, entry, entry.facts, visible), work.state.hand)
    return sheets, origins, differences


def _difference(match: Match, work: Match, entry: AnyEntry, visible: int) -> Difference | None:
    """The difference between an entry and today's rules, as far as this reader of `match` may know it; None if there is none.

    `work` is the match right before the entry.
    """
    stored_facts = [fact for fact in entry.facts if not isinstance(fact, MatchRestated)]
    today = work.today(entry.event, entry.version)
    refusal = _refused_today(match, work, entry, visible)
    if refusal is None and (stored_facts == list(today) or _tells_overdue(work, entry, stored_facts)):
        return None
    shown_stored, shown_today = (
        msgspec.to_builtins(shown_facts(match, entry, facts, visible)) for facts in (stored_facts, today)
    )
    if refusal is None and shown_stored == shown_today:
        return None
    return Difference(entry.version, shown_stored, shown_today, refusal, _in_words(entry.version, refusal))


def _tells_overdue(work: Match, entry: AnyEntry, stored_facts: list[Fact]) -> bool:
    """True if today's rules recorded the entry so: it tells what older entries leave out, and is no difference of its own."""
    is_overdue = bool(work.state.knowledge.overdue_assertions)
    return is_overdue and stored_facts == list(work.today(entry.event, entry.version, with_overdue=True))


def _refused_today(match: Match, work: Match, entry: AnyEntry, visible: int) -> RefusedToday | None:
    """The refusal of an entry by today's rules; None if a hand is hidden from this reader, as its cards may be the reason."""
    if match.sees(entry.version, visible) != ALL:
        return None
    refusal = work.refusal(entry.event, entry.version)
    return None if refusal is None else RefusedToday(refusal.code, refusal.rule, refusal.seat, refusal.text)


def _in_words(version: int, refusal: RefusedToday | None) -> Text:
    """A difference in a sentence."""
    if refusal is None:
        return Text(
            es=f"Con las reglas de hoy la jugada {version} se contaría de otra manera. Vale lo que se anotó entonces",
            en=f"Today's rules would count play {version} otherwise. What was recorded then counts",
        )
    return Text(
        es=f"Con las reglas de hoy la jugada {version} no se admitiría: {refusal.text.es}. Vale lo que se anotó entonces",
        en=f"Today's rules would refuse play {version}: {refusal.text.en}. What was recorded then counts",
    )


def _write(
    sheets: list[Sheet], work: Match, match: Match, entry: AnyEntry, breaches: dict[int, list[BreachSeen]], visible: int
) -> None:
    """Writes an entry into the sheets: a move into the column of its seat, any other entry as a note across all columns."""
    seats = work.state.seats
    deal = next((fact for fact in entry.facts if isinstance(fact, HandDealt)), None)
    if deal and sheets and sheets[-1].dealer is None and sheets[-1].hand == deal.hand:
        sheets[-1].dealer, sheets[-1].heading = deal.dealer, work.heading()
    elif deal:
        sheets.append(Sheet(entry.version, deal.hand, deal.dealer, [], work.heading()))
    if not sheets:
        sheets.append(Sheet(entry.version, work.state.hand or 1, None, []))
    sheet = sheets[-1]
    seat = getattr(entry.event, "seat", None)
    event = entry.event if match.sees(entry.version, visible) == ALL else match.redact(entry.event, visible)
    word = work.word(event)
    if word is None or seat is None:
        note = msgspec.to_builtins(event)
        if note["type"] != "deal" or breaches.get(entry.version):
            if isinstance(event, Confirm):
                note["recorded_by"] = entry.recorded_by
                note |= {CONFIRMS: event.version} if event.version else {}
            note["version"] = entry.version
            note["breaches"] = msgspec.to_builtins(breaches.get(entry.version, []))
            sheet.rows.append(Row([None] * seats, note, sentence=match.game.reading.sentence(event)))
    else:
        _move(sheet, work, entry, seat, Cell(word, entry.version, breaches.get(entry.version, [])))
    for fact in entry.facts:
        _mark(sheet, fact)


def _move(sheet: Sheet, work: Match, entry: AnyEntry, seat: int, cell: Cell) -> None:
    """Writes a move into the column of its seat, in the present row or in a new one.

    A row ends with its trick, or with the event that ends a turn in this game. Without such an event, it ends before a seat's
    second move.
    """
    row = next((row for row in reversed(sheet.rows) if row.note is None), None)
    if row is None or row.over or (row.cells[seat] and not work.game.reading.row_ends):
        row = Row([None] * work.state.seats)
        sheet.rows.append(row)
    earlier = row.cells[seat]
    if earlier is None:
        row.cells[seat] = cell
    else:
        earlier.text += f" {cell.text}"
        earlier.breaches += cell.breaches
        earlier.last = cell.version
    row.over = isinstance(entry.event, work.game.reading.row_ends)


def _mark(sheet: Sheet, fact: Fact) -> None:
    if isinstance(fact, TrickTaken):
        row = next((row for row in reversed(sheet.rows) if row.note is None), None)
        cell = row.cells[fact.seat] if row else None
        if row is not None and cell is not None:
            cell.won = row.over = True
    elif isinstance(fact, HandScored):
        sheet.points, sheet.totals, sheet.counted = fact.points, fact.totals, fact.counted


def _origins(version: int, facts: Iterable[Fact], hand: int) -> list[Origin]:
    origins = []
    for fact in facts:
        items: tuple[Item | PointsScored, ...] = ()
        if isinstance(fact, HandScored):
            items = fact.items
        elif isinstance(fact, PointsScored):
            items = (fact,)
        origins += [Origin(version, hand, item.side, item.points, item.rule, item.cards) for item in items]
    return origins
