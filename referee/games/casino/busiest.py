"""The tables of Casino with the most legal events: in Royal with no build, two or four, and one where all seats trail.

The first were found by climbing: cards of random tables are changed for as long as that makes the list longer. A hand of four
meets twelve loose cards, and deuces and tens count in two ways. Hands before it are unseen: any card may have come.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from referee.cards import FRENCH
from referee.games.casino.events import Build, CasinoDeal, Take, Trail
from referee.games.casino.params import CasinoParams, RoyalParams
from referee.games.casino.state import EACH
from referee.match.events import Event
from referee.match.game import Busiest

SEATS = 2
ROUND = SEATS * EACH
"""The plays of a round."""


def _crowd(name: str, loose: str, hand: str, builds: Sequence[Build] = (), takes: Sequence[Take] = ()) -> Busiest:
    """A table with these loose cards and these builds of seat 1, where seat 0 holds this hand.

    `takes` fill up the rounds: each takes the card trailed just before. The builds come last, after a trail each.
    """
    lying = [card for build in builds for card in build.cards]
    lying += (cards := loose.split())[: EACH - len(lying)]
    trails = [Trail(0, card) for card in cards if card not in lying]
    pairs = [play for take in takes for play in (Trail(0, take.cards[0]), take)]
    first = len(trails) - len(builds)
    last = [play for pair in zip(trails[first:], builds, strict=True) for play in pair]
    return Busiest(
        what=name,
        seats=SEATS,
        params=RoyalParams(wide_deuce=True, wide_ten=True),
        events=(*_rounds(lying, (*pairs, *trails[:first], *last)), CasinoDeal(hands=(tuple(hand.split()), None))),
    )


def _rounds(lying: Iterable[str], plays: Sequence[Trail | Take | Build]) -> Iterable[Event]:
    """The first deal, and these plays by the seats in turn, with a deal between two rounds."""
    yield CasinoDeal(table=tuple(lying))
    for n, play in enumerate(plays):
        if n and n % ROUND == 0:
            yield CasinoDeal()
        yield replace(play, seat=n % SEATS)


def _all_trailed(params: CasinoParams) -> Busiest:
    """A table of the whole pack but for the last round: all seats have trailed every card, and seat 0 holds the highest."""
    suit_by_suit = FRENCH.names
    hand = tuple(card for card in suit_by_suit if card[0] == "T")
    unseen = tuple(card for card in suit_by_suit if card[0] == "K")
    loose = [card for card in suit_by_suit if card not in (*hand, *unseen)]
    trails = [Trail(0, card) for card in loose[EACH:]]
    last = CasinoDeal(hands=(hand, None))
    return Busiest(what="all trailed", seats=SEATS, params=params, events=(*_rounds(loose[:EACH], trails), last))


CLASSIC_BUSIEST = (_all_trailed(CasinoParams()),)
ROYAL_BUSIEST = (
    _all_trailed(RoyalParams(wide_deuce=True, wide_ten=True)),
    _crowd("no build", "2C 3C 4C AC 2D 3D 2H 3H 4H AH 4S AS", "4D TD AD 2S"),
    _crowd(
        "two builds",
        "3H 3S 2S 4H 2H 3D AD 4C 4S AH 2D 3C",
        "TD AS 6C AC",
        [Build(1, "2C", ("QC",), 14), Build(1, "8C", ("6D",), 14)],
        [Take(0, "KD", ("KC",)), Take(0, "KS", ("KH",))],
    ),
    _crowd(
        "four builds",
        "JD JC 4S 3H 4H TC AC 4D 3C TS TH 3S",
        "AD JS AS AH",
        [Build(1, laid, (lay,), 14) for lay, laid in (("5S", "9C"), ("2D", "QC"), ("QH", "2C"), ("7S", "7H"))],
    ),
)
