"""The settlement of stakes on paper: stake and share of each player, a box to tick once it is paid, and signatures."""

from collections.abc import Iterable
from datetime import datetime

from litestar import Response
from msgspec import UNSET, Struct

from api.pages.figures import format_figure, format_net
from api.pages.naming import ERASED, contest_name, display_name
from api.pages.print import page
from api.pages.print.fixture_lists import at_table
from api.pages.times import HallClock
from api.pages.words import CONTESTS, MATCHES
from referee.championship.presenters import ContestPresenter
from referee.match.registry import ruleset
from referee.match.terms.stakes import RETURNED, Stakes
from referee.match.view import MatchView

WORDS = {
    "es": {
        "stakes": MATCHES["es"].stakes.title,
        "place": CONTESTS["es"].place,
        "player": CONTESTS["es"].player_of_row,
        "stake": "Pone",
        "paid": "Pagado",
        "share": MATCHES["es"].stakes.share,
        "net": MATCHES["es"].stakes.net,
        "signature": "Firma",
        "agreed": "Cada uno pone {each}.",
        "winner": MATCHES["es"].stakes.winner,
        "places": "Por puestos: {weights}.",
        "pot": "El bote es de {pot}.",
        "returned": MATCHES["es"].stakes.returned,
        "open": "Aún no se han liquidado: se liquidan al final.",
        "none": "Aquí no se apuesta nada.",
        "unpaid": "Son puntos sin moneda: el programa ni cobra ni paga.",
        "organizer": "La organización",
        "referee": MATCHES["es"].referee,
    },
    "en": {
        "stakes": MATCHES["en"].stakes.title,
        "place": CONTESTS["en"].place,
        "player": CONTESTS["en"].player_of_row,
        "stake": "Puts in",
        "paid": "Paid",
        "share": MATCHES["en"].stakes.share,
        "net": MATCHES["en"].stakes.net,
        "signature": "Signature",
        "agreed": "Each puts in {each}.",
        "winner": MATCHES["en"].stakes.winner,
        "places": "By places: {weights}.",
        "pot": "The pot is {pot}.",
        "returned": MATCHES["en"].stakes.returned,
        "open": "Not settled yet: they are settled at the end.",
        "none": "Nothing is staked here.",
        "unpaid": "Points of no currency: the program takes and pays nothing.",
        "organizer": "The organizer",
        "referee": MATCHES["en"].referee,
    },
}


class SettledLine(Struct, frozen=True):
    """Stake, share and balance of one player, as they are printed. `place` is empty beside the podium, and in a match."""

    place: str
    player: str
    stake: str
    share: str
    net: str


class StakesPaper(Struct, frozen=True):
    """The settlement of a contest or match: title, agreement and lines. There are no lines until it is settled."""

    title: str
    about: tuple[str, ...]
    agreement: tuple[str, ...]
    lines: tuple[SettledLine, ...]


def of_contest(contest: ContestPresenter, decided_at: datetime, clock: HallClock) -> Response[bytes]:
    """The stakes of a contest, in the order of the draw."""
    settlement = contest.settlement()
    lines = tuple(
        SettledLine(
            "" if one.place is None else str(one.place),
            display_name(one.player, clock.language),
            *(format_figure(one.stake), format_figure(one.share), format_net(one.net)),
        )
        for one in (settlement.players if settlement else ())
    )
    pot, rule = (settlement.pot, settlement.rule) if settlement else (None, None)
    terms = _terms(contest.contest.stakes, pot, rule, clock.language)
    about = (contest_name(contest.recorded_contest, clock.language), *_when(decided_at if settlement else None, clock))
    return _as_page(StakesPaper(contest.championship.name, about, terms, lines), clock.language)


def of_match(
    view: MatchView,
    championship: str | None,
    contest: str | None,
    table: str | None,
    changed_at: datetime,
    clock: HallClock,
) -> Response[bytes]:
    """The stakes of a match, in the order of the seats. `changed_at` is when its last entry was recorded."""
    game = contest or ruleset(view.ruleset).title.in_language(clock.language)
    stakes = None if view.stakes is UNSET else view.stakes
    settlement = view.result.settlement if view.result else UNSET
    lines: tuple[SettledLine, ...] = ()
    pot, rule = None, None
    if stakes and settlement is not UNSET:
        pot, rule = settlement.pot, settlement.rule
        names = [seat.name or ERASED[clock.language] for seat in view.seats]
        lines = tuple(
            SettledLine("", name, format_figure(stakes.each), format_figure(share), format_net(net))
            for name, share, net in zip(names, settlement.shares, settlement.net, strict=True)
        )
    where = () if table is None else (at_table(table, clock.language),)
    about = (*(() if championship is None else (game,)), *where, *_when(changed_at if lines else None, clock))
    title = game if championship is None else championship
    return _as_page(StakesPaper(title, about, _terms(stakes, pot, rule, clock.language), lines), clock.language)


def _terms(stakes: Stakes | None, pot: int | None, rule: str | None, language: str) -> tuple[str, ...]:
    """The agreement and the pot, in sentences."""
    words = WORDS[language]
    if stakes is None:
        return (words["none"],)
    weights = " · ".join(map(format_figure, stakes.weights))
    how = words["winner"] if isinstance(stakes.split, str) else words["places"].format(weights=weights)
    outcome = words["open"] if pot is None else words["pot"].format(pot=format_figure(pot))
    refund = (words["returned"],) if rule == RETURNED else ()
    return (words["agreed"].format(each=format_figure(stakes.each)), how, outcome, *refund)


def _when(moment: datetime | None, clock: HallClock) -> Iterable[str]:
    return () if moment is None else (clock.format_stored(moment.isoformat()),)


def _as_page(paper: StakesPaper, language: str) -> Response[bytes]:
    return page("paper/settlement.html", language, paper=paper, words=WORDS[language])
