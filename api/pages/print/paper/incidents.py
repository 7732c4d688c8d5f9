"""The written record of each card, to be signed: player, card, place, reason, rule, and its place in the log."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from litestar import Response
from markupsafe import Markup
from msgspec import Struct

from api.pages.naming import ERASED, contest_name, display_name
from api.pages.print import page
from api.pages.print.codes import code_of
from api.pages.print.fixture_lists import at_round
from api.pages.print.paper.ladder import in_words
from api.pages.times import HallClock
from api.pages.words import CONTESTS, MATCHES
from projections.sanctions import Card, LadderStep, ToldResult, cards_of, is_told_at
from referee.audit.incidents import Incident
from referee.championship.boards import part_of
from referee.championship.events import BoardCorrected, BoardReported, PlayerSanctioned, ResultCorrected
from referee.championship.presenters import ContestPresenter
from referee.championship.state import Championship, DecisionEntry
from referee.championship.views import FixtureView
from referee.contests.discipline import LADDER
from referee.contests.standings.clauses import CHAMPIONSHIP_CLAUSES
from referee.match.aggregate import Match
from referee.match.game import Ruleset
from referee.match.registry import ruleset
from referee.match.terms.rulebook import Clause

WORDS = {
    "es": {
        "title": "Acta de sanción",
        "yellow": MATCHES["es"].yellow_card,
        "black": MATCHES["es"].black_card,
        "championship": "Campeonato",
        "contest": MATCHES["es"].game,
        "round": MATCHES["es"].match,
        "table": CONTESTS["es"].table,
        "when": "Cuándo",
        "player": "A quién",
        "people": "Jugadores",
        "hand": MATCHES["es"].hand,
        "hand_trick": "{hand}, baza {trick}",
        "step": "Escalera",
        "by": "La anota",
        "reason": MATCHES["es"].reason,
        "none_said": "No consta.",
        "rules": "Las reglas",
        "no_rule": "Ninguna regla de este juego le da más efecto: cuenta como sanción.",
        "says": "Lo que declaran",
        "gone": "Esta tarjeta ya no cuenta: se retiró después del registro.",
        "none": MATCHES["es"].no_cards,
        "referee": MATCHES["es"].referee,
        "sanctioned": "Sancionado/a: {name}",
        "witness": "Testigo",
        "entry": "Registro {log} · jugada {version}",
        "hash": "Hash: {hash}",
        "hidden": "El hash no se muestra mientras se juega la mano.",
        "check": "Esta acta es fiel si el registro tiene este hash en esa jugada:",
        "see_play": "Ver la jugada",
        "see_championship": "Ver el campeonato",
    },
    "en": {
        "title": "Record of a sanction",
        "yellow": MATCHES["en"].yellow_card,
        "black": MATCHES["en"].black_card,
        "championship": "Championship",
        "contest": MATCHES["en"].game,
        "round": MATCHES["en"].match,
        "table": CONTESTS["en"].table,
        "when": "When",
        "player": "Given to",
        "people": "Players",
        "hand": MATCHES["en"].hand,
        "hand_trick": "{hand}, trick {trick}",
        "step": "Ladder",
        "by": "Recorded by",
        "reason": MATCHES["en"].reason,
        "none_said": "None on record.",
        "rules": "The rules",
        "no_rule": "No rule of this game gives it a further effect: it counts as a sanction.",
        "says": "Statements",
        "gone": "This card counts no more: it was taken back in the log.",
        "none": MATCHES["en"].no_cards,
        "referee": MATCHES["en"].referee,
        "sanctioned": "Sanctioned: {name}",
        "witness": "Witness",
        "entry": "Log {log} · play {version}",
        "hash": "Hash: {hash}",
        "hidden": "The hash is not shown while the hand is being played.",
        "check": "This record is true to the log if the log has this hash at that play:",
        "see_play": "See the play",
        "see_championship": "See the championship",
    },
}
COUNTED = "league.sanctions"
COSTS = "sanction.black-league"
"""The clauses of a championship about cards: that they are counted, and that a black one in a match of two costs a point."""

Names = Callable[[str], str | None]
Steps = Mapping[tuple[int, int], LadderStep]
"""Penalties of cards on a championship's ladder, by the version of their event and their number within it."""


class IncidentRule(Struct, frozen=True):
    """A clause in words: where it stands, what it says, and its code."""

    source: str
    text: str
    code: str


class IncidentPaper(Struct, frozen=True):
    """One record: lines of title and value, the rules, the signatures, and the address for a check."""

    card: str
    card_word: str
    counts: bool
    about: tuple[tuple[str, str], ...]
    reason: str
    rules: tuple[IncidentRule, ...]
    sanction_line: str
    entry: str
    hash: str
    check: str
    see: str
    see_word: str
    code: Markup | None


class PlayedAt(Struct, frozen=True):
    """Place of a match: its championship, contest, fixture and table; null for a match that stands alone.

    `contest` is the name of its contest, where it has one.
    """

    championship: str | None
    contest: str | None
    fixture: FixtureView | None
    table: str | None


def of_match(
    match: Match,
    incidents: Sequence[Incident],
    occasion: PlayedAt,
    steps: Steps,
    name: Names,
    origin: str,
    clock: HallClock,
) -> Response[bytes]:
    """The records of cards that were given in a match."""
    t = WORDS[clock.language]
    in_championship = occasion.championship is not None
    card_counts: Counter[int] = Counter()

    def paper(one: Incident) -> IncidentPaper:
        place = one.place
        hand = "" if place.hand is None else str(place.hand)
        step = steps.get((one.version, card_counts[one.version]))
        card_counts[one.version] += 1
        about = {
            "championship": occasion.championship,
            "contest": occasion.contest or match.rules.title.in_language(clock.language),
            "round": _round(occasion.fixture, clock.language),
            "table": occasion.table,
            "when": clock.moment(place.at),
            "people": ", ".join(_name(name, player, clock.language) for player in one.people),
            "hand": t["hand_trick"].format(hand=hand, trick=place.trick) if place.trick is not None else hand,
            "player": _name(name, one.player, clock.language),
            "step": in_words(step, clock.language),
            "by": one.recorded_by,
        }
        rules = _rules(match.rules, match.params, len(one.people), one.card, in_championship, step, clock.language)
        see = f"{origin}/replay/{match.id}?step={one.version}"
        where = (f"{origin}/v1/matches/{match.id}", match.id, one.version, one.hash)
        return _paper(one.card, one.counts, about, one.reason, rules, where, see, clock.language)

    title = occasion.championship or match.rules.title.in_language(clock.language)
    return _as_page(title, map(paper, incidents), clock.language)


def of_championship(
    championship: Championship,
    entries: Iterable[DecisionEntry],
    steps: Steps,
    version: int | None,
    name: Names,
    origin: str,
    clock: HallClock,
) -> Response[bytes] | None:
    """The records of cards that were given outside matches or entered with a result, as far as they count now. With `version`,
    those that it gave, even if they no longer count; None if it gave none.
    """
    papers = [
        paper
        for entry in entries
        if version is None or entry.version == version
        for paper in _papers_of(championship, entry, steps, name, origin, clock)
        if version is not None or paper.counts
    ]
    if version is not None and not papers:
        return None
    return _as_page(championship.name, papers, clock.language)


def _papers_of(
    championship: Championship, entry: DecisionEntry, steps: Steps, name: Names, origin: str, clock: HallClock
) -> Iterator[IncidentPaper]:
    """The records of the cards that one decision gave."""
    language, event = clock.language, entry.event
    about: dict[str, str | None] = {"championship": championship.name, "when": clock.format_stored(entry.recorded_at)}
    counts, of_game, players = True, None, 0
    if isinstance(event, PlayerSanctioned):
        cards: list[Card] = [(event.player, event.card, event.reason)]
        if event.contest is not None:
            about["contest"] = contest_name(championship.contests[event.contest], language)
    elif isinstance(event, ToldResult):
        contest = championship.contests[event.contest]
        cards = list(cards_of(event, contest))
        if not cards:
            return
        record = contest.fixtures[event.fixture]
        counts = is_told_at(entry.version, contest, record)
        contest_page = ContestPresenter(championship, contest, name)
        fixture = contest_page.fixture(event.fixture)
        people = [display_name(one, language) for one in fixture.entrants]
        about |= {"contest": contest_name(contest, language), "round": _round(fixture, language)}
        about |= {"table": None if fixture.table is None else str(fixture.table)}
        about |= {"people": ", ".join(people)}
    else:
        return
    # Who adds a card to a result says why in the reason of the correction.
    correction_reason = event.reason if isinstance(event, ResultCorrected | BoardCorrected) else ""
    if isinstance(event, BoardReported | BoardCorrected):
        of_game, players = ruleset(part_of(contest, event.board).ruleset), len(record.entrants)
    elif isinstance(event, ToldResult):
        of_game, players = ruleset(contest.ruleset), len(record.entrants)
    for n, (player, card, reason) in enumerate(cards):
        step = steps.get((entry.version, n))
        rules = _rules(of_game, None, players, card, True, step, language)
        lines = about | {"player": _name(name, player, language), "by": entry.recorded_by}
        lines |= {"step": in_words(step, language)}
        where = (f"{origin}/v1/championships/{championship.id}", championship.id, entry.version, entry.hash)
        see = f"{origin}/championships/{championship.id}"
        yield _paper(card, counts, lines, reason or correction_reason, rules, where, see, language)


def _paper(
    card: str,
    counts: bool,
    about: dict[str, str | None],
    reason: str,
    rules: tuple[IncidentRule, ...],
    place: tuple[str, str, int, str | None],
    see: str,
    language: str,
) -> IncidentPaper:
    """Fills a record. `place` is the address of the log, its id, the version in it and the hash of the entry."""
    t = WORDS[language]
    address, log, version, hash_ = place
    return IncidentPaper(
        card=card,
        card_word=t[card],
        counts=counts,
        about=tuple((t[what], about[what] or "") for what in t if about.get(what)),
        reason=reason or t["none_said"],
        rules=rules,
        sanction_line=t["sanctioned"].format(name=about["player"]),
        entry=t["entry"].format(log=log, version=version),
        hash=t["hidden"] if hash_ is None else t["hash"].format(hash=hash_),
        check=f"{address}/events?after={version - 1}&limit=1",
        see=see,
        see_word=t["see_championship" if see.endswith(log) else "see_play"],
        code=code_of(see),
    )


def _rules(
    rules: Ruleset | None,
    params: Any,
    players: int,
    card: str,
    in_championship: bool,
    step: LadderStep | None,
    language: str,
) -> tuple[IncidentRule, ...]:
    """Clauses of the game and of championships about such a card."""
    clauses: list[Clause | None] = []
    black = rules is not None and card == "black"
    if rules is not None and black and players in rules.contest.black_card:
        clauses.append(rules.clause(rules.contest.black_card[players], params))
    codes = {COUNTED} if in_championship else set()
    if rules is not None and black and in_championship and players in rules.contest.black_card_seats:
        codes.add(COSTS)
    if step is not None:
        codes.add(LADDER)
    clauses += [clause for clause in CHAMPIONSHIP_CLAUSES if clause.code in codes]
    return tuple(_rule(clause, language) for clause in clauses if clause is not None)


def _rule(clause: Clause, language: str) -> IncidentRule:
    told_so = clause.es if language == "es" else clause.en
    ruling = clause.ruling.in_language(language) if clause.ruling else ""
    return IncidentRule(clause.source, f"{told_so} {ruling}".rstrip(), clause.code)


def _round(fixture: FixtureView | None, language: str) -> str | None:
    return None if fixture is None else at_round(fixture, language)


def _name(name: Names, player: str, language: str) -> str:
    return name(player) or ERASED[language]


def _as_page(title: str, papers: Iterable[IncidentPaper], language: str) -> Response[bytes]:
    return page("paper/incidents.html", language, title=title, papers=list(papers), t=WORDS[language])
