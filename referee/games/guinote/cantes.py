"""Cantes: 20 for the sota and the rey of a suit, 40 for those of triunfo."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from referee.errors import Breach
from referee.games.guinote import partidas, refusals
from referee.games.guinote.events import Cante, Suit
from referee.games.guinote.facts import CanteCounted
from referee.games.guinote.rules import LETTER, PAIRS, distinct
from referee.match.ledger import Evidence
from referee.match.state import ALL, Facts
from referee.match.vocabulary import Fact, InfractionProven

if TYPE_CHECKING:
    from referee.games.guinote.game import Guinote

CANTE = "guinote.cante"
SHOW = "guinote.cante-show"


class Sung(NamedTuple):
    """A cante of the partida: `points` as they count now, `might` the suits it can be of, `suit` where it was named."""

    version: int
    hand: int
    seat: int
    value: int
    suit: str | None
    might: frozenset[str]
    points: int


def counted(game: "Guinote") -> list[Sung]:
    """The cantes of this hand that count."""
    return [sung for sung in game.cantes if sung.hand == game.hand and sung.points]


def unsung(game: "Guinote", value: int) -> list[Suit]:
    """The suits that this value fits and that nobody has named in this hand."""
    trump = LETTER[game.triunfo]
    named = {sung.suit for sung in counted(game)}
    suits: tuple[Suit, ...] = ("O", "C", "E", "B")
    return [suit for suit in suits if (suit == trump) == (value == 40) and suit not in named]


def is_left(game: "Guinote", suits: frozenset[str]) -> bool:
    """Whether one of these suits can still be sung, beside the cantes whose suit nobody named."""
    named = {sung.suit for sung in counted(game)}
    unnamed = [sung.might - named for sung in counted(game) if sung.suit is None]
    return distinct([suits - named, *unnamed])


def meant(game: "Guinote", event: Cante) -> frozenset[str]:
    """The suits that a cante can be of: the one it names, or those whose two cards the hand may hold."""
    if event.value == 40:
        return frozenset(LETTER[game.triunfo])
    if event.suit is not None:
        return frozenset(event.suit)
    may_hold = game.knowledge.may_hold
    return frozenset(suit for suit in unsung(game, 20) if may_hold(event.seat, PAIRS[suit]))


def singable(game: "Guinote", seat: int, visible: int = ALL) -> Iterator[Cante]:
    """The cantes that the seat may regularly announce now, as far as such a reader can know."""
    for value in (20, 40):
        for suit in unsung(game, value):
            held = game.knowledge.may_hold(seat, PAIRS[suit], visible)
            if held and is_left(game, frozenset(suit)):
                yield Cante(seat, 40 if value == 40 else 20, suit)


def check_cante(game: "Guinote", event: Cante, at: int) -> Breach | None:
    """Refuses a cante out of its window; names the rule that one without its cards breaks."""
    seat = event.seat
    game.need_seat(seat)
    if not game.in_window(seat):
        refusals.refuse_window(game, seat, CANTE, ("cantar", "sing"))
    trump = LETTER[game.triunfo]
    if event.suit is not None and (event.value == 40) != (event.suit == trump):
        refusals.refuse_value(event, trump)
    suits = meant(game, event)
    if not any(game.knowledge.may_hold(seat, PAIRS[suit]) for suit in suits):
        return refusals.without_cards(game, event)
    if not is_left(game, suits):
        return refusals.sung_again(event)
    return refusals.not_shown(seat) if event.suit is None and event.value == 20 and game.undrawn else None


def apply_cante(game: "Guinote", event: Cante, at: int) -> Facts:
    """The points of a cante, unless the log disproves it at once."""
    seat, judge = event.seat, game.knowledge
    suits = meant(game, event)
    facts: list[Fact] = []
    points: int = event.value
    if suits and not is_left(game, suits):
        points = 0
        facts.append(InfractionProven(CANTE, seat, at, Evidence("seen")))
    else:
        masks = tuple(PAIRS[suit] for suit in sorted(suits) or unsung(game, 20))
        if event.value == 20 and event.suit and game.undrawn and judge.may_hold(seat, masks[0]):
            judge.show(seat, masks[0])
        judge.assert_present(seat, CANTE, at, masks)
        facts += game.settled(at)
        if any(isinstance(fact, InfractionProven) and (fact.code, fact.version) == (CANTE, at) for fact in facts):
            points = 0
    if event.value == 20 and event.suit is None and game.undrawn:
        facts.append(InfractionProven(SHOW, seat, at, Evidence("seen")))
    suit = LETTER[game.triunfo] if event.value == 40 else event.suit
    game.cantes += (Sung(at, game.hand, seat, event.value, suit, suits, points),)
    if points:
        facts.append(CanteCounted(seat, game.side(seat), points, suit))
        if game.vueltas:
            partidas.reach(game, facts, at)
    return facts
