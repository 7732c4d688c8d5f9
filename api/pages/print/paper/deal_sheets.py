"""Sheets by which hands are dealt by hand, the same at every table: a page a hand (duplicate.deals)."""

from collections.abc import Iterable

from litestar import Response
from markupsafe import Markup
from msgspec import Struct

from api.pages.naming import contest_and_game
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.words import CONTESTS
from referee.cards import Pack
from referee.championship.presenters import ContestPresenter
from referee.contests.duplicate.sheets import DealSheet, DealSheets
from referee.contests.rounds.hands import sides_of

WORDS = {
    "es": CONTESTS["es"].deals
    | {
        "round": CONTESTS["es"].round,
        "hand": "Mano",
        "seat": "Asiento",
        "side": "bando",
        "deals": "reparte",
        "about": "Se prepara con la baraja a la vista: a cada asiento sus cartas, y lo demás como se dice. Es igual en "
        "todas las mesas.",
        "code": "Código",
        "read": "Para anotarla carta a carta: la cámara de la tableta lee este código.",
        "check": "El código vale para esta ronda tal como está emparejada; si se empareja de nuevo, las hojas son otras.",
    },
    "en": CONTESTS["en"].deals
    | {
        "round": CONTESTS["en"].round,
        "hand": "Hand",
        "seat": "Seat",
        "side": "side",
        "deals": "deals",
        "about": "Prepare it with the pack face up: its cards to each seat, and the rest as said. It is the same at every table.",
        "code": "Code",
        "read": "To record it card by card: the camera of the tablet reads this code.",
        "check": "The code is for this round as it is paired; if it is paired again, there are other sheets.",
    },
}


class SuitLine(Struct, frozen=True):
    """The cards of a suit in a hand, in words."""

    suit: str
    cards: str


class SeatCards(Struct, frozen=True):
    """The cards that a seat is dealt."""

    title: str
    is_dealer: bool
    suits: tuple[SuitLine, ...]


class HandSheet(Struct, frozen=True):
    """A hand on paper."""

    heading: str
    code: str
    picture: Markup
    seats: tuple[SeatCards, ...]
    table: str
    turn_up: str
    stock: tuple[str, ...]


def as_page(contest: ContestPresenter, sheets: DealSheets, pack: Pack, address: str, language: str) -> Response[bytes]:
    """A page for each hand of a round. `address` is that of the page which opens a hand's match, up to the code of its sheet."""
    sides = sides_of(contest.contest)
    return page(
        "paper/deal_sheets.html",
        language,
        title=contest.championship.name,
        subtitle=contest_and_game(contest.recorded_contest, language),
        sheets=[_sheet(sheets.round, one, pack, sides, address, language) for one in sheets.sheets],
        words=WORDS[language],
    )


def _sheet(round_: int, sheet: DealSheet, pack: Pack, sides: int, address: str, language: str) -> HandSheet:
    words, deal = WORDS[language], sheet.deal
    seats = tuple(
        SeatCards(
            f"{words['seat']} {seat + 1} · {words['side']} {seat % sides + 1}",
            seat == deal.dealer,
            _by_suit(cards, pack, language),
        )
        for seat, cards in enumerate(deal.hands)
    )
    return HandSheet(
        f"{words['round']} {round_} · {words['hand']} {deal.hand}",
        sheet.code,
        code_of(f"{address}{sheet.code}"),
        seats,
        _in_words(deal.table, pack, language),
        _in_words([deal.turn_up] if deal.turn_up else [], pack, language),
        tuple(pack.in_words(card, language) for card in deal.stock),
    )


def _by_suit(cards: Iterable[str], pack: Pack, language: str) -> tuple[SuitLine, ...]:
    return tuple(
        SuitLine(pack.suit_word(suit, language), " · ".join(pack.rank_word(card, language) for card in own))
        for suit, own in pack.by_suit(cards).items()
    )


def _in_words(cards: Iterable[str], pack: Pack, language: str) -> str:
    return " · ".join(pack.in_words(card, language) for card in cards)
