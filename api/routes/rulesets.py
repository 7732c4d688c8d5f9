"""The games and their rulebooks, as the registry has them; and the meaning of each problem code."""

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from api.context import Request
from api.document.structs import alone, leave_out, need, standard
from api.http.answers import StaticResponse, encode, static_response
from api.http.describe import PROBLEMS, RULESETS, Answer
from api.http.problems import MEANINGS, STATUSES, Explanation
from referee.errors import NotFound
from referee.match.events import Claim
from referee.match.game import Ruleset
from referee.match.registry import ruleset, rulesets, tag
from referee.match.terms import house
from referee.match.terms.rulebook import Clause, HouseRule, Setting
from referee.text import Text


class RulesetSummary(msgspec.Struct, frozen=True):
    """A game that can be played."""

    id: str
    title: Text
    about: Text
    seats: tuple[int, ...]


class RulesetList(msgspec.Struct, frozen=True):
    """All games that can be played."""

    items: list[RulesetSummary]


class Rulebook(msgspec.Struct, frozen=True):
    """One game's rulebook: parameters as JSON Schema, the events it takes, and every clause in both languages."""

    id: str
    title: Text
    about: Text
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    params: dict[str, Any]
    events: list[str]
    event_schema: dict[str, Any]
    claims: list[str]
    black_card: Annotated[
        dict[str, str],
        msgspec.Meta(
            description="The clause that says what a black card does, by how many play the match. Where there is none, it counts "
            "among the sanctions and does no more."
        ),
    ]
    clauses: tuple[Clause, ...]
    house_rules: Annotated[
        tuple[HouseRule, ...],
        msgspec.Meta(
            description="What a table may agree on against the paper, or beside it: parameters that are off unless they are "
            "named, each with its clause and the clauses of the paper that it changes."
        ),
    ] = ()
    deeds: Annotated[
        dict[str, Text],
        msgspec.Meta(
            description="What it calls the `deeds` in the records of players, by name. Infractions go by their clauses."
        ),
    ] = {}
    settings: Annotated[
        tuple[Setting, ...], msgspec.Meta(description="Its other parameters, each with its words.")
    ] = ()


class ProblemList(msgspec.Struct, frozen=True):
    """Every code that a problem document may carry."""

    items: list[Explanation]


def _summary(rules: Ruleset) -> RulesetSummary:
    return RulesetSummary(rules.id, rules.title, rules.about, rules.seats)


def _rulebook(rules: Ruleset) -> Rulebook:
    one_of, definitions = standard(msgspec.json.schema_components(rules.requests, ref_template="#/$defs/{name}"))
    for kind in rules.requests:
        need(definitions[kind.__name__], kind)
        leave_out(definitions[kind.__name__], kind)
    if rules.game.claims:
        definitions[Claim.__name__]["properties"]["kind"] = {"enum": list(rules.game.claims)}
    return Rulebook(
        rules.id,
        rules.title,
        rules.about,
        rules.seats,
        rules.pack.names,
        alone(rules.params),
        [tag(kind) for kind in rules.requests],
        {"oneOf": one_of, "$defs": definitions},
        list(rules.game.claims),
        {str(players): code for players, code in rules.contest.black_card.items()},
        (*rules.clauses, *house.CLAUSES),
        rules.house_rules,
        rules.deed_names,
        rules.settings,
    )


def _excerpt(rules: Ruleset) -> Rulebook:
    """The beginning of a rulebook, as an example: some clauses, and the schema of the event in which nothing is nested."""
    whole = _rulebook(rules)
    plain = min(
        (each for each in whole.event_schema["$defs"].values() if "$ref" not in str(each)), key=lambda x: len(str(x))
    )
    return msgspec.structs.replace(
        whole, cards=whole.cards[:4], clauses=whole.clauses[:1], event_schema={"oneOf": [plain]}
    )


@cache
def _all_rulesets() -> StaticResponse:
    return static_response(encode(RulesetList([_summary(rules) for rules in rulesets().values()])))


@cache
def _lasting_rulebook(ruleset_id: str) -> StaticResponse:
    return static_response(encode(_rulebook(ruleset(ruleset_id))))


def _some_rulesets() -> RulesetList:
    return RulesetList([_summary(rules) for rules in [*rulesets().values()][:1]])


@RULESETS.doc("The games that can be played", Answer("Every ruleset.", RulesetList, _some_rulesets))
@get("/v1/rulesets", sync_to_thread=False)
def list_rulesets(request: Request) -> Response[bytes]:
    return _all_rulesets().answer(request)


@RULESETS.doc(
    "One game's rulebook",
    Answer("Parameters, events and clauses.", Rulebook, lambda: _excerpt(next(iter(rulesets().values())))),
)
@get("/v1/rulesets/{ruleset_id:str}", sync_to_thread=False)
def get_ruleset(request: Request, ruleset_id: FromPath[str]) -> Response[bytes]:
    return _lasting_rulebook(ruleset_id).answer(request)


def _explanation(code: str) -> Explanation:
    return Explanation(code, STATUSES[code], MEANINGS[code].es, MEANINGS[code].en)


@PROBLEMS.doc(
    "Every problem code",
    Answer("The codes and what they mean.", ProblemList, lambda: ProblemList([_explanation("irregular")])),
)
@get("/v1/problems", sync_to_thread=False)
def list_problems(request: Request) -> Response[bytes]:
    return _problems().answer(request)


@cache
def _problems() -> StaticResponse:
    return static_response(encode(ProblemList([_explanation(code) for code in MEANINGS])))


@PROBLEMS.doc("What a problem code means", Answer("The explanation.", Explanation, lambda: _explanation("irregular")))
@get("/v1/problems/{code:str}", sync_to_thread=False)
def get_problem(request: Request, code: FromPath[str]) -> Response[bytes]:
    if code not in MEANINGS:
        raise NotFound(Text(es=f"no hay problema «{code}»", en=f"there is no problem {code!r}"))
    return _problem(code).answer(request)


@cache
def _problem(code: str) -> StaticResponse:
    return static_response(encode(_explanation(code)))
