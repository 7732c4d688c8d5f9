"""A hand recorded by its figures: the points that each side took and sang, in place of its cards or of the rest of them."""

from collections.abc import Iterable, Sequence

from referee.errors import Impossible
from referee.games.guinote.deck import IN_THE_PACK
from referee.games.guinote.events import CanteTold, GuinoteCount, GuinoteFigures
from referee.games.guinote.facts import CanteCounted
from referee.games.guinote.handlers.cut import due_dealer
from referee.games.guinote.handlers.deal import begin_hand
from referee.games.guinote.handlers.partidas import end_hand, end_vueltas, stop_by_renuncio
from referee.games.guinote.params import LAST_TRICK
from referee.games.guinote.rules import CANTE, TARGET, distinct
from referee.games.guinote.state import SIDES, CanteRecord, CountedHand, GuinoteState
from referee.match import first_deal
from referee.match.choice import CountChoice, Figure, NumbersFigure, PickFigure, RowsFigure
from referee.match.facts import Fact, PointsScored
from referee.match.judge import disputes, figure_checks
from referee.match.state import Facts
from referee.text import Text

IN_CARDS = {
    10: Text(es="puntos en cartas, sin las diez de últimas", en="card points, without the last trick's 10"),
    20: Text(es="puntos en cartas, sin las veinte de últimas", en="card points, without the last trick's 20"),
}
"""Names of the points in cards, by the points of the last trick."""
FIGURES = {
    "tricks": IN_CARDS[LAST_TRICK],
    "last": Text(es="última baza", en="last trick"),
    "cantes": Text(es="cantes", en="cantes"),
    "said": Text(es="dijo 101", en="said 101"),
    "renuncio": Text(es="renuncio probado de", en="renuncio proven of"),
}
"""Names of the figures."""
CANTE_FIELDS = {
    "seat": Text(es="asiento", en="seat"),
    "value": Text(es="valor", en="value"),
    "suit": Text(es="palo", en="suit"),
}
POINTS = "guinote.points"
MOST_CANTES = 4
"""One a suit."""
EITHER_ENDS_IT = ("said", "renuncio")
"""The figures with which a hand need not have been played to its end."""


# What is on record of the hand that the figures are to end


def _points_on_record(state: GuinoteState) -> list[int]:
    return [state.deck.points_in(pile) for pile in state.piles] if state.in_hand() else [0] * SIDES


def _cantes_on_record(state: GuinoteState) -> list[CanteRecord]:
    return state.counting_cantes() if state.in_hand() else []


def _is_vueltas(state: GuinoteState) -> bool:
    """True if the hand in play, or the next, is the second of its partida."""
    # Also void vueltas are not played again once a ruling has given their partida away.
    return not state.partida_over and (state.vueltas or not (state.in_hand() or state.void))


def _before(state: GuinoteState) -> Sequence[int]:
    """The points of the partida without this hand."""
    if not _is_vueltas(state):
        return (0,) * SIDES
    return state.points_before if state.in_hand() else state.ledger.totals


def choice(state: GuinoteState) -> CountChoice:
    """The figures that this hand can have."""
    sides = tuple(range(SIDES))
    seats = tuple(range(state.seats))
    fields = {
        "seat": PickFigure(CANTE_FIELDS["seat"], seats),
        "value": PickFigure(CANTE_FIELDS["value"], (20, 40)),
        "suit": PickFigure(CANTE_FIELDS["suit"], ("O", "C", "E", "B"), optional=True),
    }
    rows = tuple(
        {"seat": cante.seat, "value": cante.value} | ({"suit": cante.suit} if cante.suit else {})
        for cante in _cantes_on_record(state)
    )
    least = tuple(_points_on_record(state))
    figures: dict[str, Figure] = {
        "tricks": NumbersFigure(
            IN_CARDS[state.params.last()], "side", least, (IN_THE_PACK,) * SIDES, IN_THE_PACK, sum_unless=EITHER_ENDS_IT
        ),
        "last": PickFigure(FIGURES["last"], seats),
        "cantes": RowsFigure(FIGURES["cantes"], fields, _most_cantes(state), rows),
        "said": PickFigure(FIGURES["said"], sides, optional=True),
        "renuncio": PickFigure(FIGURES["renuncio"], sides, optional=True),
    }
    if not _is_vueltas(state):
        del figures["said"]
    return CountChoice(figures)


# What is refused


def check_count(state: GuinoteState, event: GuinoteCount, at: int) -> None:
    """Refuses figures that no hand can have, or that do not fit the record of this one."""
    first_deal.require_no_draw(state)
    figures = event.figures
    figure_checks.require_length("tricks", figures.tricks, SIDES)
    figure_checks.require_seat(state, "last", figures.last)
    _check_end(state, figures)
    _check_tricks(state, figures)
    _check_cantes(state, figures.cantes)
    _check_101(state, figures)


def _check_end(state: GuinoteState, figures: GuinoteFigures) -> None:
    figure_checks.require_side(state, "said", figures.said)
    figure_checks.require_side(state, "renuncio", figures.renuncio)
    if figures.said is not None and not _is_vueltas(state):
        raise figure_checks.unfit(
            "said",
            "101 se dicen en las vueltas, y esta mano es la ida: se cuenta al acabar",
            "101 is said in the vueltas, and this hand is the ida: it is counted when it ends",
            "guinote.vueltas",
        )
    if figures.said is not None and figures.renuncio is not None:
        raise figure_checks.unfit(
            "renuncio",
            "la mano acabó porque alguien dijo 101 o por un renuncio, no por los dos",
            "the hand ended because somebody said 101 or by a renuncio, not by both",
            "guinote.renuncio",
        )


def _check_tricks(state: GuinoteState, figures: GuinoteFigures) -> None:
    tricks, so_far = figures.tricks, _points_on_record(state)
    figure_checks.require_between("tricks", tricks, so_far, [IN_THE_PACK] * SIDES, POINTS)
    is_early = figures.said is not None or figures.renuncio is not None
    if not is_early or sum(tricks) > IN_THE_PACK:
        figure_checks.require_sum("tricks", tricks, IN_THE_PACK, POINTS)
    reachable = _sums(state.deck.worth[name] for name in state.pack.cards(_unwon(state)))
    rest = [n - before for n, before in zip(tricks, so_far, strict=True)]
    for side, n in enumerate(rest):
        if not reachable >> n & 1:
            raise figure_checks.unfit(
                f"tricks[{side}]",
                f"ninguna de las cartas que quedan suma {n}, que es lo que falta desde los {so_far[side]} que constan",
                f"no cards that are left come to {n}, which is missing from the {so_far[side]} on record",
                POINTS,
            )
    other = 1 - state.side(figures.last)
    if not is_early and _tricks_left(state) == 1 and rest[other]:
        raise figure_checks.unfit(
            f"tricks[{other}]",
            f"sólo queda la última baza, y es del otro bando: debe ser {so_far[other]}",
            f"only the last trick is left, and the other side has it: must be {so_far[other]}",
            "guinote.trick",
        )


def _unwon(state: GuinoteState) -> int:
    """The cards that no trick on record has taken."""
    return state.pack.all & ~(state.piles[0] | state.piles[1]) if state.in_hand() else state.pack.all


def _tricks_left(state: GuinoteState) -> int:
    return state.pack.size // state.seats - (state.tricks() if state.in_hand() else 0)


def _sums(worth: Iterable[int]) -> int:
    """Every sum that some of these numbers give, as bits."""
    reachable = 1
    for n in worth:
        reachable |= reachable << n
    return reachable


def _check_cantes(state: GuinoteState, cantes: Sequence[CanteTold]) -> None:
    most = _most_cantes(state)
    if len(cantes) > most:
        # First of all, so that a request cannot ask for work without end.
        raise _sung_twice(most)
    trump = _trump(state)
    records = _cantes_on_record(state)
    credible = _credible(records, trump)
    # Where those on record contradict each other, only the cantes that the figures add can be held against them.
    before = [] if credible == records else [_row(record) for record in credible]
    matches = _matches(cantes, records)
    rows = [i for i in range(len(cantes)) if not before or i not in matches]
    for i, cante in enumerate(cantes):
        figure_checks.require_seat(state, f"cantes[{i}].seat", cante.seat)
        if trump and cante.suit and (cante.suit == trump) != (cante.value == 40):
            right = 40 if cante.suit == trump else 20
            raise figure_checks.unfit(
                f"cantes[{i}].value",
                f"en ese palo se cantan {right}: el triunfo de la mano es otro o es ese",
                f"that suit is sung with {right}, by the triunfo of the hand",
                CANTE,
            )
        if not _are_distinct([*before, *(cantes[n] for n in rows if n <= i)], trump):
            raise _sung_twice(i)
    if len(matches) < len(records):
        raise figure_checks.unfit(
            "cantes",
            f"han de estar los que constan: {_listing(records)}",
            f"those on record must be among them: {_listing(records)}",
            CANTE,
        )


def _sung_twice(row: int) -> Impossible:
    return figure_checks.unfit(
        f"cantes[{row}]",
        "cada palo se canta una vez por mano, y sólo el triunfo vale 40",
        "each suit is sung once a hand, and only triunfo is worth 40",
        CANTE,
    )


def _trump(state: GuinoteState) -> str | None:
    return state.deck.letter[state.triunfo] if state.in_hand() else None


def _most_cantes(state: GuinoteState) -> int:
    """The most cantes that figures can have: one a suit, and those on record that contradict others."""
    records = _cantes_on_record(state)
    return MOST_CANTES + len(records) - len(_credible(records, _trump(state)))


def _row(record: CanteRecord) -> CanteTold:
    return CanteTold(record.seat, 40 if record.value == 40 else 20, record.suit)  # type: ignore[arg-type]


def _credible(records: Sequence[CanteRecord], trump: str | None) -> list[CanteRecord]:
    """Those of these cantes that can all be true. Of two seats that sing one suit, the first is taken at its word."""
    credible: list[CanteRecord] = []
    for record in records:
        if _are_distinct([_row(one) for one in (*credible, record)], trump):
            credible.append(record)
    return credible


def _are_distinct(cantes: Sequence[CanteTold], trump: str | None) -> bool:
    """True if some triunfo gives every cante a suit of its own that its value fits."""
    for triunfo in trump or "OCEB":
        plain = frozenset("OCEB") - {triunfo}
        might = [
            frozenset(cante.suit or triunfo) & {triunfo}
            if cante.value == 40
            else plain & frozenset(cante.suit or plain)
            for cante in cantes
        ]
        if distinct(might):
            return True
    return False


def _matches(cantes: Sequence[CanteTold], records: Sequence[CanteRecord]) -> set[int]:
    """The indexes of the first of these cantes that each match a different one on record, for as many of those as can be."""
    owners: dict[int, int] = {}

    def place(i: int, visits: set[int]) -> bool:
        # A cante that has a place may move to another for the next one, but keeps a place: so the first ones stay.
        for n, record in enumerate(records):
            if n not in visits and _is_of(cantes[i], record):
                visits.add(n)
                if n not in owners or place(owners[n], visits):
                    owners[n] = i
                    return True
        return False

    return {i for i in range(len(cantes)) if place(i, set())}


def _is_of(cante: CanteTold, record: CanteRecord) -> bool:
    """True if the figures can mean the cante on record by this one."""
    same = (cante.seat, cante.value) == (record.seat, record.value)
    return same and (cante.suit is None or cante.suit in record.suits)


def _listing(records: Sequence[CanteRecord]) -> str:
    return ", ".join(f"{record.value}{record.suit or ''} ({record.seat})" for record in records)


def _check_101(state: GuinoteState, figures: GuinoteFigures) -> None:
    """Refuses vueltas that no side won, or both; a renuncio decides without 101 (guinote.vueltas)."""
    if figures.renuncio is not None or not _is_vueltas(state):
        return
    totals = _totals(state, figures, to_the_end=_is_finished(state, figures))
    if figures.said is not None and totals[figures.said] < TARGET:
        raise figure_checks.unfit(
            "said",
            f"ese bando tiene {totals[figures.said]} y debe tener al menos {TARGET}",
            f"that side has {totals[figures.said]}, and must have at least {TARGET}",
            "guinote.vueltas",
        )
    if figures.said is None and min(totals) >= TARGET:
        raise figure_checks.unfit(
            "said",
            f"los dos bandos tienen {TARGET} o más ({totals[0]} y {totals[1]}): falta decir quién lo dijo primero",
            f"both sides have {TARGET} or more ({totals[0]} and {totals[1]}): say which said so first",
            "guinote.vueltas",
        )


def _is_finished(state: GuinoteState, figures: GuinoteFigures) -> bool:
    """True if the hand was played to its last trick: if a side said 101, only if it needs the points of that trick."""
    if figures.renuncio is not None:
        return False
    if figures.said is None:
        return True
    needs_it = _totals(state, figures, to_the_end=False)[figures.said] < TARGET
    return needs_it and sum(figures.tricks) == IN_THE_PACK and state.side(figures.last) == figures.said


def _totals(state: GuinoteState, figures: GuinoteFigures, *, to_the_end: bool) -> list[int]:
    """The points of the partida with this hand; `to_the_end` adds the last trick's."""
    totals = [before + n for before, n in zip(_before(state), figures.tricks, strict=True)]
    for cante in figures.cantes:
        totals[state.side(cante.seat)] += cante.value
    totals[state.side(figures.last)] += state.params.last() if to_the_end else 0
    return totals


# What happens


def apply_count(state: GuinoteState, event: GuinoteCount, at: int) -> Facts:
    """Ends the hand and scores it as if its cards had been played."""
    figures = event.figures
    to_the_end = _is_finished(state, figures)
    facts: list[Fact] = [] if state.in_hand() else begin_hand(state, due_dealer(state), at)
    so_far, cantes = (
        _points_on_record(state) if not facts else [0] * SIDES,
        [*_cantes_on_record(state), *_cantes_fallen(state, at)] if not facts else [],
    )
    disputes.leave_to_referee(state, state.dealt_at, at)
    turn_up = state.turn_up
    state.clear_hand()
    state.turn_up, state.winner = turn_up, figures.last
    state.counted_hand = CountedHand((figures.tricks[0], figures.tricks[1]), figures.last, to_the_end)
    facts += [
        PointsScored(side, n - before, POINTS)
        for side, (n, before) in enumerate(zip(figures.tricks, so_far, strict=True))
        if n > before
    ]
    facts += _sing(state, _new_cantes(figures.cantes, cantes), at)
    if to_the_end:
        facts.append(PointsScored(state.side(figures.last), state.params.last(), "guinote.last-trick"))
    _end(state, facts, figures, at)
    return facts


def _cantes_fallen(state: GuinoteState, at: int) -> list[CanteRecord]:
    """The cantes that fell with event `at` itself: its figures still have them, and they count no more."""
    versions = {i.version for i in state.ledger.infractions if (i.code, i.proven_at) == (CANTE, at)}
    return [cante for cante in state.cantes_of_hand() if cante.version in versions]


def _new_cantes(cantes: Sequence[CanteTold], records: Sequence[CanteRecord]) -> list[CanteTold]:
    """The cantes that are not on record; all of them if some on record are missing."""
    matches = _matches(cantes, records)
    whole = len(matches) == len(records)
    return [cante for i, cante in enumerate(cantes) if not whole or i not in matches]


def _sing(state: GuinoteState, cantes: Iterable[CanteTold], at: int) -> list[Fact]:
    facts: list[Fact] = []
    for cante in cantes:
        suit = state.deck.letter[state.triunfo] if cante.value == 40 and state.triunfo else cante.suit
        might = frozenset(suit or "OCEB")
        state.cantes += (CanteRecord(at, state.hand, cante.seat, cante.value, suit, might, cante.value),)
        facts.append(CanteCounted(cante.seat, state.side(cante.seat), cante.value, suit))
    return facts


def _end(state: GuinoteState, facts: list[Fact], figures: GuinoteFigures, at: int) -> None:
    """Ends the hand: the renuncio, the side that said 101, or the count at its end decides the partida."""
    if figures.renuncio is not None:
        stop_by_renuncio(state, facts, 1 - figures.renuncio)
    elif figures.said is not None:
        end_vueltas(state, facts, at, figures.said)
    else:
        end_hand(state, facts, at)
