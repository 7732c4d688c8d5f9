"""The page of one dispute, to show at the table and to print: its words in both languages, and what fills it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct

from api.pages.figures import format_net, score
from api.pages.print.codes import code_of
from api.pages.times import HallClock
from api.pages.words import CONTESTS, MATCHES
from referee.audit.dispute import DisputeRecord, Finding
from referee.audit.place import PlaceInMatch
from referee.cards import Pack
from referee.match.aggregate import Match
from referee.match.closing.side_keys import PinGiven, pin_sentence
from referee.match.events import Event
from referee.match.game import LaidCard
from referee.match.judge.unseen_cards import no_room
from referee.match.ledger import Evidence, MatchResult
from referee.match.view import SeatView
from referee.text import Text

WORDS: dict[str, dict[str, Any]] = {
    "es": {
        "title": MATCHES["es"].claim,
        "quoted": r"«\1»",
        "table": CONTESTS["es"].table,
        "when": "Fecha",
        "championship": "Campeonato",
        "contest": MATCHES["es"].game,
        "players": "Jugadores",
        "hand": MATCHES["es"].hand,
        "hand_trick": "{hand}, baza {trick}",
        "replay": MATCHES["es"].replay,
        "move": "La jugada",
        "on_table": "En la mesa",
        "rules": "Las reglas",
        "held": "Lo que tenía la mano",
        "stake": "El marcador",
        "upheld": "si se acepta",
        "rejected": "si se rechaza",
        "ruling": "Fallo del árbitro",
        "referee": MATCHES["es"].referee,
        "side_a": "Quien reclama",
        "side_b": "Quien responde",
        "verdict": {"upheld": "ACEPTADA", "rejected": "RECHAZADA", "pending": "PENDIENTE"},
        "status": {
            "proven": "Incumplida.",
            "dismissed": "No se ha probado.",
            "open": MATCHES["es"].not_known_yet,
            "kept": "Cumplida.",
        },
        "said": "{by} reclama contra {against}: {kind} (jugada {at}).",
        "seat": "asiento",
        "lays": "{who} echa {card} (jugada {at})",
        "moves": "{who} {what} (jugada {at})",
        "does": "{who}: {what} (jugada {at})",
        "known": "La mano se conocía: tenía {cards}.",
        "shown": "Lo prueba la jugada {at}: esa mano tenía {cards}.",
        "empty": "No le quedaba ninguna carta en la mano.",
        "missing": "Lo prueba la jugada {at}: la mano se vio entera y no tenía lo que se dijo.",
        "elsewhere": "Lo prueba la jugada {at}. Cartas que no estaban en esa mano, sino en otra parte: {cards}.",
        "counted": "Lo prueba la jugada {at}, por recuento: {cards}.",
        "seen": MATCHES["es"].seen,
        "by_ruling": "Por el fallo del árbitro, en la jugada {at}.",
        "complete": "Se conoce la mano entera.",
        "partly": "Son las cartas que se han visto de esa mano; las demás no se muestran.",
        "hidden": "No se muestra ninguna: nadie las ha visto, o la mano aún se juega.",
        "sides": "Bandos",
        "result": CONTESTS["es"].result,
        "stakes": MATCHES["es"].stakes.title,
        "goes_on": "el encuentro sigue",
        "pins": "Los PIN",
        "given": "{what} (jugada {at})",
        "last": "jugada {at}",
        "wins": "gana {who}",
        "level": MATCHES["es"].no_winner,
    },
    "en": {
        "title": MATCHES["en"].claim,
        "quoted": r"“\1”",
        "table": CONTESTS["en"].table,
        "when": "Date",
        "championship": "Championship",
        "contest": MATCHES["en"].game,
        "players": "Players",
        "hand": MATCHES["en"].hand,
        "hand_trick": "{hand}, trick {trick}",
        "replay": MATCHES["en"].replay,
        "move": "The move",
        "on_table": "On the table",
        "rules": "The rules",
        "held": "What the hand held",
        "stake": "The score",
        "upheld": "if upheld",
        "rejected": "if rejected",
        "ruling": "The referee's ruling",
        "referee": MATCHES["en"].referee,
        "side_a": "Claims",
        "side_b": "Answers",
        "verdict": {"upheld": "UPHELD", "rejected": "REJECTED", "pending": "PENDING"},
        "status": {
            "proven": "Broken.",
            "dismissed": "Not proven.",
            "open": MATCHES["en"].not_known_yet,
            "kept": "Kept.",
        },
        "said": "{by} claims against {against}: {kind} (play {at}).",
        "seat": "seat",
        "lays": "{who} plays {card} (play {at})",
        "moves": "{who} {what} (play {at})",
        "does": "{who}: {what} (play {at})",
        "known": "The hand was known: it held {cards}.",
        "shown": "Play {at} proves it: that hand held {cards}.",
        "empty": "No card was left in the hand.",
        "missing": "Play {at} proves it: the whole hand was seen, and did not hold what was said.",
        "elsewhere": "Play {at} proves it. Cards that were not in that hand, but elsewhere: {cards}.",
        "counted": "Play {at} proves it, by counting: {cards}.",
        "seen": MATCHES["en"].seen,
        "by_ruling": "By the referee's ruling, at play {at}.",
        "complete": "The whole hand is known.",
        "partly": "These cards of the hand were seen; the others are not shown.",
        "hidden": "No card is shown: nobody has seen them, or the hand is still being played.",
        "sides": "Sides",
        "result": CONTESTS["en"].result,
        "stakes": MATCHES["en"].stakes.title,
        "goes_on": "the match goes on",
        "pins": "PINs",
        "given": "{what} (play {at})",
        "last": "play {at}",
        "wins": "{who} wins",
        "level": MATCHES["en"].no_winner,
    },
}


class Occasion(Struct, frozen=True):
    """Place and time of the match of a claim, and the address at which anyone can see the move.

    `contest` is the name of its contest, where it has one.
    """

    place: PlaceInMatch
    table: str | None
    championship: str | None
    contest: str | None
    replay: str


def page_values(
    match: Match,
    seats: tuple[SeatView, ...],
    dispute: DisputeRecord,
    head: str | None,
    occasion: Occasion,
    clock: HallClock,
) -> dict[str, Any]:
    """Values that fill the page, in the language of the clock."""
    language = clock.language
    t = WORDS[language]
    names = [seat.name or f"{t['seat']} {seat.seat}" for seat in seats]
    claim, pack = dispute.claim, match.rules.pack
    kind = match.game.claims[claim.kind].name.in_language(language)
    proofs = (finding.evidence for finding in dispute.findings if finding.evidence)
    against = {card for proof in proofs if proof.how != "counted" for card in proof.cards or ()}
    who = names[claim.against]
    move = _move_line(match, dispute.move, who, claim.at, language)
    return {
        "t": t,
        "claim": claim.claim.removeprefix("c"),
        "place": list(_place(match, occasion, names, clock)),
        "replay": occasion.replay,
        "code": code_of(occasion.replay),
        "said": t["said"].format(by=names[claim.by], against=who, kind=kind, at=claim.at),
        "status": claim.status,
        "verdict": t["verdict"][claim.status],
        "move": move,
        "on_table": ", ".join(
            _table_card(match, names, card, language) for card in match.game.reading.laid_cards(dispute.table)
        ),
        "heading": _in_words(dispute.heading.in_language(language), pack, language) if dispute.heading else "",
        "by": names[claim.by],
        "against": who,
        "findings": [_finding(match, finding, language) for finding in _that_apply(dispute.findings)],
        "held": [{"name": pack.in_words(card, language), "against": card in against} for card in dispute.held.cards],
        "held_note": t["complete" if dispute.held.complete else "partly" if dispute.held.cards else "hidden"],
        "stake": _stake(dispute, names, seats, match.game.reading.score_names, language),
        "ruling": dispute.ruling.reason if dispute.ruling else "",
        "pins": [_pin_line(pin, seats, names, language) for pin in match.side_keys.pins],
        "footer": " · ".join((match.id, t["last"].format(at=match.version), *([head] if head else []))),
    }


def _place(match: Match, occasion: Occasion, names: list[str], clock: HallClock) -> Iterator[dict[str, str]]:
    """Lines of place and time, each with a title and a value. A value that is not known has no line."""
    t, place = WORDS[clock.language], occasion.place
    hand = "" if place.hand is None else str(place.hand)
    lines = {
        "championship": occasion.championship,
        "contest": occasion.contest or match.rules.title.in_language(clock.language),
        "table": occasion.table,
        "when": clock.moment(place.at),
        "players": ", ".join(names),
        "hand": t["hand_trick"].format(hand=hand, trick=place.trick) if place.trick is not None else hand,
    }
    return ({"what": t[what], "value": value} for what, value in lines.items() if value)


def _in_words(text: str, pack: Pack, language: str) -> str:
    """A heading with its cards in words; the sheet of a hand has them in letters."""
    return re.sub(r"\w+", lambda one: pack.in_words(one[0], language) if one[0] in pack.bit else one[0], text)


def _that_apply(findings: Sequence[Finding]) -> Sequence[Finding]:
    """The rules that the move raised; where it raised none, those that it was held against."""
    return [finding for finding in findings if finding.status != "kept"] or findings


def _pin_line(pin: PinGiven, seats: tuple[SeatView, ...], names: list[str], language: str) -> str:
    """A sentence that says from which person a side got its PIN, with the names of the side."""
    side = " + ".join(names[seat.seat] for seat in seats if seat.side == pin.side)
    sentence = pin_sentence(pin, Text(es=f"de {side}", en=f"of {side}")).in_language(language)
    return str(WORDS[language]["given"].format(what=sentence[0].upper() + sentence[1:], at=pin.version))


def _move_line(match: Match, move: Event, seat_name: str, at: int, language: str) -> str:
    """A move in words: as its game says it, else by the card that it lays, else by its name: «cante 20O»."""
    t, card, sentence = WORDS[language], getattr(move, "card", None), match.game.reading.sentence(move)
    if sentence is not None:
        return str(t["moves"].format(who=seat_name, what=sentence.in_language(language), at=at))
    if card:
        return str(t["lays"].format(who=seat_name, card=match.rules.pack.in_words(card, language), at=at))
    name = match.game.name_of(move)
    phrase = " ".join(filter(None, (name.in_language(language) if name else "", match.word(move))))
    return str(t["does"].format(who=seat_name, what=phrase, at=at))


def _table_card(match: Match, names: list[str], card: LaidCard, language: str) -> str:
    """A card of the table in words, with the name of its player if the table tells it."""
    words = match.rules.pack.in_words(card.card, language)
    return words if card.seat is None else f"{words} ({names[card.seat]})"


def _finding(match: Match, finding: Finding, language: str) -> dict[str, str]:
    t = WORDS[language]
    clause = match.rules.clause(finding.rule, match.params)
    proof = ""
    if finding.evidence is not None and finding.status == "proven":
        proof = _proof(match, finding.evidence, finding.version, language)
    # What programs call a thing stands between marks of quotation for people.
    text = re.sub(r"`([^`]+)`", t["quoted"], (clause.es if language == "es" else clause.en) if clause else "")
    return {"rule": finding.rule, "status": t["status"][finding.status], "text": text, "proof": proof}


def _proof(match: Match, evidence: Evidence, at: int | None, language: str) -> str:
    """The proof in words. Cards that the reader may not see yet are left out; a hand may also have held none."""
    words = {"ruling": "by_ruling", "known": "known" if evidence.cards != () else "empty"}
    pack = match.rules.pack
    cards = ", ".join(pack.in_words(card, language) for card in evidence.cards or ())
    if evidence.how == "counted":
        cards = no_room(pack, evidence.cards).in_language(language)
    return str(WORDS[language][words.get(evidence.how, evidence.how)].format(at=at, cards=cards or "…"))


def _stake(
    dispute: DisputeRecord,
    names: list[str],
    seats: tuple[SeatView, ...],
    score_names: Mapping[str, Text],
    language: str,
) -> list[dict[str, str]]:
    """Lines of the score and the winners, if the claim is upheld and if it is rejected."""
    t = WORDS[language]
    sides = sorted({seat.side for seat in seats})
    who = " – ".join(" + ".join(names[seat.seat] for seat in seats if seat.side == side) for side in sides)
    lines = [{"what": t["sides"], "upheld": who, "rejected": who}]
    for field, name in score_names.items():
        scores = [getattr(standing.score, field) for standing in (dispute.score_with, dispute.score_without)]
        if_upheld, if_rejected = map(score, scores)
        lines.append({"what": name.in_language(language), "upheld": if_upheld, "rejected": if_rejected})

    def outcome(standing: Any) -> str:
        if standing.result is None:
            return str(t["goes_on"])
        winners = [names[seat.seat] for seat in seats if seat.side in standing.result.winner_sides]
        return str(t["wins"].format(who=" + ".join(winners)) if winners else t["level"])

    lines.append(
        {"what": t["result"], "upheld": outcome(dispute.score_with), "rejected": outcome(dispute.score_without)}
    )
    nets = [_nets(standing.result, names, t) for standing in (dispute.score_with, dispute.score_without)]
    if any(nets):
        lines.append({"what": t["stakes"], "upheld": nets[0] or "–", "rejected": nets[1] or "–"})
    return lines


def _nets(result: MatchResult | None, names: list[str], t: Mapping[str, Any]) -> str:
    """Each player's gain or loss of the stakes. Empty while the match goes on, and if there are no stakes."""
    if result is None or result.settlement is UNSET:
        return ""
    return ", ".join(f"{name} {format_net(net)}" for name, net in zip(names, result.settlement.net, strict=True))
