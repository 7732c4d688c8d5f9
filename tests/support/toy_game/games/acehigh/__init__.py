"""As alto (Ace high): three cards each, the higher of two laid takes the duel, and low cards go first."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Self

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.cards import FRENCH, CardSet, Chance, bits
from referee.errors import Breach, Impossible
from referee.match.choice import Choice
from referee.match.events import Event, Opening, Play, Seat, Seed, SeedSource
from referee.match.facts import SHARED_FACTS, Fact, HandDealt, HandScored, MatchEnded, TallyCounted
from referee.match.game import TOTALS, Deed, Game, PlayRules, Reading, Ruleset, Secrecy, Setup
from referee.match.handlers import Handler
from referee.match.judge import disputes
from referee.match.ledger import HandScores, Item, Ledger, Ranking
from referee.match.results import ContestRules, ContestTally
from referee.match.state import Facts, State, shown_hands
from referee.match.terms.rulebook import ClaimKind, Clause
from referee.text import Text

EACH = 3
SWEEPS = ContestTally(
    "sweeps",
    Text(es="Barridas", en="Sweeps"),
    step=Text(es="más barridas", en="more sweeps"),
    about="hands of which every duel was won",
    box=True,
)
LOW_FIRST = "acehigh.low-first"
STRENGTH = {bit: ("23456789TJQKA".index(name[0]), name[1]) for name, bit in FRENCH.bit.items()}
LOWER = {card: sum(other for other in STRENGTH if STRENGTH[other] < STRENGTH[card]) for card in STRENGTH}


class AceHighParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    hands: Annotated[int, Meta(ge=1, le=9, description="How many hands are played.")] = 1


class AceHighDeal(Event, frozen=True, tag="deal"):
    """Three cards each."""

    hands: tuple[CardSet | None, ...] | None = None
    shuffle: bool = False
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET


class DuelWon(Fact, frozen=True, tag="duel_won"):
    """A seat laid the higher card."""

    seat: Seat
    card: str


class AceHighTable(Struct, frozen=True):
    """The card that waits to be beaten, and the duels won in this hand."""

    first_card: str | None
    duels: tuple[int, ...]


class AceHighScore(Struct, frozen=True):
    """Totals per seat, the points of each hand, and the hands of which a seat won every duel."""

    totals: list[int]
    hands: HandScores
    sweeps: list[int]


class AceHighState(State):
    """`first_card` is the card that waits to be beaten, 0 for none; `duels` counts those won in this hand."""

    __slots__ = ("duels", "first_card")
    pack = FRENCH
    CLAIMS: ClassVar = {"haste": ClaimKind(Text(es="prisa", en="haste"), (LOW_FIRST,))}

    def __init__(self, opening: Opening, params: AceHighParams, ledger: Ledger, options: Any = None) -> None:
        super().__init__(opening, params, ledger, options)
        self.first_card = 0
        self.duels = [0] * self.seats

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.duels = self.duels[:]
        return twin


def deal_by_seed(seed: str, hand: int) -> tuple[tuple[str, ...], ...]:
    order = FRENCH.shuffle(seed, hand)
    return tuple(FRENCH.in_order(order[seat : 2 * EACH : 2]) for seat in range(2))


def complete_deal(state: AceHighState, event: AceHighDeal, chance: Chance) -> AceHighDeal:
    if event.shuffle and event.hands is None:
        seed = chance() if event.seed is None else event.seed
        return replace(event, seed=seed, hands=deal_by_seed(seed, state.hand + (not state.void)))
    return event


def check_deal(state: AceHighState, event: AceHighDeal, at: int) -> None:
    if state.in_hand():
        raise Impossible(Text(es="la mano no ha terminado", en="the hand is not over"))
    cards = [card for hand in event.hands or () for card in hand or ()]
    whole = event.hands is None or [hand is None or len(hand) == EACH for hand in event.hands] == [True, True]
    is_drawn = (
        event.seed is None if not event.shuffle else event == complete_deal(state, replace(event, hands=None), str)
    )
    if len(set(cards)) != len(cards) or not whole or not is_drawn:
        raise Impossible(Text(es="a cada uno le tocan tres cartas", en="each seat is dealt three cards"))


def apply_deal(state: AceHighState, event: AceHighDeal, at: int) -> Facts:
    state.hand += not state.void
    state.void, state.phase, state.turn, state.first_card, state.duels = False, "play", 0, 0, [0, 0]
    hands = [None if hand is None else FRENCH.mask(hand) for hand in event.hands or (None, None)]
    state.knowledge.deal([EACH, EACH], hands)
    return (HandDealt(state.hand),)


def check_play(state: AceHighState, event: Play, at: int) -> Breach | None:
    seat, card = event.seat, FRENCH.bit[event.card]
    state.require_seat(seat)
    if seat != state.turn or not state.knowledge.may_hold(seat, card):
        raise Impossible(
            Text(es=f"{event.card} no puede salir del asiento {seat}", en=f"seat {seat} cannot lay {event.card}"),
            seat=seat,
        )
    lower = state.knowledge.known_cards[seat] & LOWER[card]
    cards = " ".join(FRENCH.cards(lower))
    text = Text(es=f"el asiento {seat} tiene más bajas: {cards}", en=f"seat {seat} holds lower cards: {cards}")
    return Breach(LOW_FIRST, seat, text) if lower else None


def apply_play(state: AceHighState, event: Play, at: int) -> Facts:
    seat, card = event.seat, FRENCH.bit[event.card]
    state.wrote(seat, at)
    state.knowledge.lay(seat, card)
    state.knowledge.assert_absent(seat, LOW_FIRST, at, LOWER[card])
    facts = disputes.facts_of_proofs(state)
    if not state.first_card:
        state.first_card, state.turn = card, 1 - seat
        return facts
    winner = seat if STRENGTH[card] > STRENGTH[state.first_card] else 1 - seat
    facts.append(DuelWon(winner, event.card if winner == seat else FRENCH.name(state.first_card)))
    state.first_card, state.turn = 0, winner
    state.duels[winner] += 1
    return facts if any(state.knowledge.size) else [*facts, *count(state)]


def count(state: AceHighState) -> Iterator[Fact]:
    state.phase, state.turn = "deal", None
    totals = [total + n for total, n in zip(state.ledger.totals, state.duels, strict=True)]
    items = tuple(Item(seat, n, "acehigh.duel") for seat, n in enumerate(state.duels) if n)
    yield HandScored(state.hand, tuple(state.duels), tuple(totals), items)
    if EACH in state.duels:
        yield TallyCounted(SWEEPS.name, state.duels.index(EACH), "acehigh.duel")
    if state.hand >= state.params.hands:
        ranking = rank(totals, ())
        winners = ranking[0] if len(ranking[0]) == 1 else ()
        yield MatchEnded(ranking, winners, "acehigh.duel")


def rank(totals: Sequence[int], left: Sequence[int]) -> Ranking:
    stay = [seat for seat in range(2) if seat not in left]
    places = sorted({totals[seat] for seat in stay}, reverse=True)
    return tuple(tuple(seat for seat in stay if totals[seat] == place) for place in places)


def legal(state: AceHighState, visible: int) -> Iterator[Event | Choice]:
    if state.left:
        return
    if state.phase == "deal":
        yield AceHighDeal()
    elif state.turn is not None:
        hand = state.knowledge.known_cards[state.turn] if visible >> state.turn & 1 else 0
        for card in bits(state.knowledge.possible(state.turn, visible)):
            if not hand & LOWER[card]:
                yield Play(state.turn, FRENCH.name(card))


def table(state: AceHighState, visible: int) -> AceHighTable:
    return AceHighTable(FRENCH.name(state.first_card) if state.first_card else None, tuple(state.duels))


def score(state: AceHighState) -> AceHighScore:
    return AceHighScore(state.ledger.totals, state.ledger.hands, state.ledger.tallies[SWEEPS.name])


def redact(event: Event, visible: int) -> Event:
    return (
        replace(event, hands=shown_hands(event.hands, visible), seed=None) if isinstance(event, AceHighDeal) else event
    )


def clause(code: str, es: str, en: str) -> Clause:
    return Clause(code, es, en, "Juego de prueba")


RULESETS = (
    Ruleset(
        id="acehigh",
        title=Text(es="As alto", en="Ace high"),
        about=Text(es="Dos jugadores, tres cartas cada uno.", en="Two players, three cards each."),
        seats=(2,),
        pack=FRENCH,
        params=AceHighParams,
        facts=(*SHARED_FACTS, DuelWon),
        clauses=(
            clause(
                "acehigh.duel", "La carta más alta gana el duelo: un punto.", "The higher card wins the duel: a point."
            ),
            clause(LOW_FIRST, "Cada uno juega sus cartas de menor a mayor.", "Each lays its cards from low to high."),
        ),
        game=Game(
            AceHighState,
            play=PlayRules(
                events={
                    AceHighDeal: Handler(check_deal, apply_deal, complete_deal),
                    Play: Handler(check_play, apply_play),
                },
                legal=legal,
                standing=lambda state, left: rank(state.ledger.totals, left),
            ),
            secrecy=Secrecy(redact=redact),
            reading=Reading(table=table, score=score, score_names={**TOTALS, SWEEPS.name: SWEEPS.title}),
            setup=Setup(tallies=(SWEEPS.name,)),
        ),
        example=Play(0, "2C"),
        has_dealer=False,
        contest=ContestRules(tallies=(SWEEPS,), match_steps=(SWEEPS.name,)),
        deeds={DuelWon: lambda fact, seats: [Deed(fact.seat, "duel")]},
        deed_titles={"duel": Text(es="Duelos", en="Duels")},
    ),
)
