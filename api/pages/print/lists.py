"""Lists for a spreadsheet: the corrections of a contest, the cards of a championship, the games of a person, and stakes."""

from collections.abc import Callable, Iterable, Mapping

from api.pages.print.paper.ladder import NTH, PENALTIES, PENALTY
from api.pages.print.paper.listing import CORRECTED, GIVEN, KINDS
from api.pages.print.paper.listing import WORDS as PAPER
from api.pages.print.spreadsheets import Captions, Names, NumberCell, Spreadsheet
from api.pages.words import CONTESTS, MATCHES
from projections.records import RulesetRecord
from projections.sanctions import GivenCard
from projections.seasons.balance import Balance
from referee.championship.changes import Correction
from referee.championship.views import ResultView, SettlementView, Somebody
from referee.match.registry import deed_titles, rulesets

CHANGES = ("version", "recorded_at", "type", "concerns", "before", "after", "reason")
GIVEN_AT = ("recorded_at", "stream", "version", "match", "fixture", "championship", "edition")
CARDS = ("player", "card", "reason", *GIVEN_AT, "nth", "penalty")
RECORD = ("ruleset", "played", "won", "unfinished", *deed_titles(), "infractions")
SETTLEMENT = ("player", "place", "stake", "share", "net")
SETTLED = {
    "es": ("Jugador/a", "Puesto", "Apuesta", "Se lleva", "Saldo"),
    "en": ("Player", "Place", "Stake", "Takes", "Balance"),
}
BALANCE = ("player", "id", "stake", "share", "net", "open", "gives", "points")
BALANCED = {
    "es": ("Jugador/a", "", "Apostado", "Se lleva", "Saldo", "Por liquidar", "Da a", "Puntos"),
    "en": ("Player", "", "Staked", "Takes", "Balance", "Not settled", "Gives to", "Points"),
}
PLAYED = {
    "es": (MATCHES["es"].game, "Jugados", "Ganados", MATCHES["es"].unfinished, MATCHES["es"].infractions),
    "en": (MATCHES["en"].game, "Played", "Won", MATCHES["en"].unfinished, MATCHES["en"].infractions),
}


def _changes(language: str) -> Captions:
    titles = zip(CHANGES[1:], CORRECTED[language], strict=True)
    return Captions(dict(titles), {"type": KINDS[language]}, ("recorded_at",))


def _cards(language: str) -> Captions:
    who, card, reason, _, when = GIVEN[language]
    colours = {colour: PAPER[language][colour] for colour in ("yellow", "black")}
    titles = {"player": who, "card": card, "reason": reason, "recorded_at": when, "edition": CONTESTS[language].edition}
    titles |= {"nth": NTH[language], "penalty": PENALTY[language]}
    words: dict[str, Mapping[str, str]] = {"card": colours, "penalty": PENALTIES[language]}
    return Captions(titles, words, ("recorded_at",))


def _record(language: str) -> Captions:
    game, matches, wins, unfinished_matches, infractions = PLAYED[language]
    deeds = {name: title.in_language(language) for name, title in deed_titles().items()}
    titles = {"ruleset": game, "played": matches, "won": wins, "unfinished": unfinished_matches}
    games = {id_: rules.title.in_language(language) for id_, rules in rulesets().items()}
    return Captions(titles | deeds | {"infractions": infractions}, {"ruleset": games})


def _settlement(language: str) -> Captions:
    return Captions(dict(zip(SETTLEMENT, SETTLED[language], strict=True)))


def _balance(language: str) -> Captions:
    titles = zip(BALANCE, BALANCED[language], strict=True)
    return Captions({name: title for name, title in titles if title})


def _both(make: Callable[[str], Captions]) -> Mapping[str, Captions]:
    return {language: make(language) for language in PLAYED}


CHANGES_COLUMNS, CARDS_COLUMNS, RECORD_COLUMNS = _both(_changes), _both(_cards), _both(_record)
SETTLEMENT_COLUMNS, BALANCE_COLUMNS = _both(_settlement), _both(_balance)
"""The lists as people read them in a spreadsheet, by language."""


def changes(items: Iterable[Correction], name: Names) -> Spreadsheet:
    """A line a correction, first to last."""
    return Spreadsheet(
        CHANGES,
        [
            (
                *(one.version, one.recorded_at, one.type, " / ".join(map(name, one.concerns))),
                *(_points(one.result_before), _points(one.result_after), one.reason or ""),
            )
            for one in items
        ],
    )


def cards(items: Iterable[GivenCard], name_of: Callable[[str], str | None], name: Names) -> Spreadsheet:
    """A line a card, the latest first. `name_of` gives the name of a person by id."""
    return Spreadsheet(
        CARDS,
        [
            (
                *(name(Somebody(one.player, name_of(one.player))), one.card, one.reason, one.recorded_at),
                *(one.stream, "" if one.version is None else one.version, one.match or "", one.fixture or ""),
                *(one.championship or "", "" if one.edition is None else one.edition),
                *("" if one.nth is None else one.nth, one.penalty or ""),
            )
            for one in items
        ],
    )


def record(games: Iterable[RulesetRecord]) -> Spreadsheet:
    """A line a game: what was played and won, what the games count, and how many infractions were proven."""
    return Spreadsheet(
        RECORD,
        [
            (
                *(game.ruleset, game.played, game.won, game.unfinished),
                *(game.deeds.get(deed, "") for deed in deed_titles()),
                # Infractions go by the codes of their rules, which have a point in them.
                sum(n for deed, n in game.deeds.items() if "." in deed),
            )
            for game in games
        ],
    )


def settlement(view: SettlementView | None, name: Names) -> Spreadsheet:
    """A line for each player with a stake, in the order of the draw; none while nothing is settled."""
    players = view.players if view else ()
    rows = [
        (name(one.player), "" if one.place is None else one.place, one.stake, one.share, one.net) for one in players
    ]
    return Spreadsheet(SETTLEMENT, rows)


def balance(view: Balance, name: Names) -> Spreadsheet:
    """A line a player, then a line a transfer: debtor, creditor and points."""
    rows: list[tuple[object, ...]] = [
        (name(row.player), row.player.id, row.stake, row.share, row.net, row.open, "", "") for row in view.players
    ]
    for one in view.transfers:
        rows.append((name(one.debtor), one.debtor.id, "", "", "", "", name(one.creditor), one.points))
    return Spreadsheet(BALANCE, rows)


def _points(result: ResultView | None) -> NumberCell:
    return NumberCell(" / ".join(map(str, (result.headline if result else None) or ())))
