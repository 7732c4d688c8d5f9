"""The rulebook of one match or contest on paper: the official text, and beside each clause what the house plays instead."""

from collections.abc import Iterable

from litestar import Response
from msgspec import Struct

from api.pages.print import page
from referee.match.game import Ruleset
from referee.match.terms import house
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.rulebook import Clause, HouseRule, agreed_rules, unusual_settings

WORDS = {
    "es": {
        "rulebook": "Reglamento",
        "signed": "«{name}», de {author}",
        "named": "Las reglas de la casa «{name}», de {author}",
        "agreed": "Reglas de la casa acordadas",
        "besides": "Acordado además",
        "settings": "También se ha acordado",
        "none": "Se juega por el reglamento, sin reglas de la casa.",
        "text": "El reglamento",
        "instead": "En esta casa",
        "replaces": "Cambia",
        "why": "Por qué así",
    },
    "en": {
        "rulebook": "Rulebook",
        "signed": "“{name}”, by {author}",
        "named": "The house rules “{name}”, by {author}",
        "agreed": "House rules agreed on",
        "besides": "Agreed on besides",
        "settings": "Also agreed on",
        "none": "Played by the paper, without house rules.",
        "text": "The paper",
        "instead": "In this house",
        "replaces": "Changes",
        "why": "Why so",
    },
}


class PrintedClause(Struct, frozen=True):
    """A clause as it is read; `instead`: what was agreed on in its place, and the clause that then holds."""

    code: str
    text: str
    source: str
    why: str
    instead: tuple[tuple[str, str], ...] = ()


class PrintedRule(Struct, frozen=True):
    """A house rule that holds: what was agreed on, its clause, and the codes of the clauses that it changes."""

    text: str
    clause: PrintedClause
    changes: tuple[str, ...]


class RulebookPaper(Struct, frozen=True):
    """A rulebook: the names of its game and house, the house rules, the other agreements, and all clauses."""

    game: str
    signature: str
    title: str
    note: str
    of_house: tuple[PrintedRule, ...]
    settings: tuple[str, ...]
    besides: tuple[PrintedRule, ...]
    clauses: tuple[PrintedClause, ...]


def as_page(rules: Ruleset, params: Struct, house_rules: NamedHouse | None, language: str) -> Response[bytes]:
    """The rulebook of a match or a contest of these parameters, which was opened with these house rules."""
    words = WORDS[language]
    hold = agreed_rules(rules.house_rules, params)
    says = {} if house_rules is None else house_rules.params
    unusual = unusual_settings(rules.settings, params)
    about = {} if house_rules is None else {"name": house_rules.name, "author": house_rules.author}
    paper = RulebookPaper(
        game=rules.title.in_language(language),
        signature=words["signed"].format(**about) if about else "",
        title=words["named"].format(**about) if about else words["agreed"],
        note="" if house_rules is None else house_rules.note or "",
        of_house=tuple(_rule(one, params, language) for one in hold if house_rules is None or one.param in says),
        settings=tuple(
            one.in_words(params).in_language(language) for one in rules.settings if one in unusual or one.param in says
        ),
        besides=tuple(
            _rule(one, params, language) for one in hold if house_rules is not None and one.param not in says
        ),
        clauses=tuple(_clause(one, hold, params, language) for one in (*rules.clauses, *house.CLAUSES)),
    )
    return page("paper/rulebook.html", language, paper=paper, words=words)


def _rule(rule: HouseRule, params: Struct, language: str) -> PrintedRule:
    return PrintedRule(
        rule.in_words(params).in_language(language), _clause(rule.clause, (), params, language), rule.changes
    )


def _clause(clause: Clause, hold: Iterable[HouseRule], params: Struct, language: str) -> PrintedClause:
    rules = (rule for rule in hold if clause.code in rule.changes)
    instead = ((rule.in_words(params).in_language(language), _text(rule.clause, language)) for rule in rules)
    why = "" if clause.ruling is None else clause.ruling.in_language(language)
    return PrintedClause(clause.code, _text(clause, language), clause.source, why, tuple(instead))


def _text(clause: Clause, language: str) -> str:
    return clause.es if language == "es" else clause.en
