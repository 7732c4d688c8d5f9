"""The formats of a contest, and the rules of championships, in both languages."""

from functools import cache
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from msgspec.structs import replace

from api.context import Request
from api.document.structs import alone
from api.http.answers import StaticResponse, encode, static_response
from api.http.describe import RULESETS, Answer
from referee.championship.duplicate_entry import sizes_of_same_deals
from referee.championship.recorded_contest import sides_of
from referee.contests.format import Format
from referee.contests.formats import formats
from referee.contests.partners import Partners
from referee.contests.standings.clauses import CHAMPIONSHIP_CLAUSES
from referee.match.registry import rulesets
from referee.match.terms.rulebook import Clause
from referee.text import Text


class FormatView(msgspec.Struct, frozen=True):
    """One way to hold a contest: its choices as JSON Schema, and the rulesets that can be played in it."""

    id: str
    title: Text
    options: dict[str, Any]
    rulesets: list[str]
    rules: Annotated[
        dict[str, str],
        msgspec.Meta(
            description="The clauses by which its tables are ordered, by step; `league` and `match` are those of every other "
            "step in the table of a league and of one match."
        ),
    ]
    partners: Annotated[
        tuple[Partners, ...],
        msgspec.Meta(description="The ways in which partners may change in it (`partners` of a draw); empty: in none."),
    ]
    teams: Annotated[bool, msgspec.Meta(description="True if teams meet in it (`teams` of a draw).")]
    same_deals: Annotated[
        list[str],
        msgspec.Meta(
            description="The rulesets that can be played in it with the same deals at every table (`duplicate` of a draw); one "
            "that is not among `rulesets` only so, four at each table and everybody alone (`duplicate.seats`)."
        ),
    ]


class FormatList(msgspec.Struct, frozen=True):
    """Every format, and every rule by its code, with the ruling where the paper is silent."""

    items: list[FormatView]
    clauses: tuple[Clause, ...]


LEFT_TO_THE_ORGANIZERS = dict.fromkeys(("ruling", "open"), "league.studied")
"""The clause of what no step decides, in every format."""


def _view(format_: Format) -> FormatView:
    playable = [
        rules.id
        for rules in rulesets().values()
        if any(format_.serves(rules.contest, sides) for sides in _sides(rules.id))
    ]
    rules = {"league": format_.league_order, "match": format_.match_order, **format_.steps, **LEFT_TO_THE_ORGANIZERS}
    partners: tuple[Partners, ...] = ("rotating",) if format_.possible_rotating((2,), format_.options()) else ()
    alike = [] if format_.flaws_of_same_deals(format_.options()) is None else _with_same_deals()
    return FormatView(
        format_.id, format_.title, alone(format_.options), playable, rules, partners, format_.takes_teams, alike
    )


def _sides(ruleset: str) -> list[tuple[int, ...]]:
    """The numbers of entrants of a match, of single players and of pairs."""
    return [sides for size in (1, 2) if (sides := sides_of(ruleset, size))]


def _with_same_deals() -> list[str]:
    """The games of hands that stand alone, between two sides or of four that play alone (duplicate.alone, duplicate.seats)."""
    return [id_ for id_, rules in rulesets().items() if sizes_of_same_deals(rules)]


def _list() -> FormatList:
    return FormatList([_view(format_) for format_ in formats().values()], CHAMPIONSHIP_CLAUSES)


def _excerpt() -> FormatList:
    """The beginning of the list, as an example: one format with its first rules, and one clause."""
    whole = _list()
    first = replace(whole.items[0], rules=dict(islice(whole.items[0].rules.items(), 2)))
    return FormatList([first], whole.clauses[:1])


@RULESETS.doc(
    "The formats of a contest, and the rules of championships",
    Answer("The formats and the clauses.", FormatList, _excerpt),
)
@get("/v1/formats", sync_to_thread=False)
def list_formats(request: Request) -> Response[bytes]:
    return _lasting_list().answer(request)


@cache
def _lasting_list() -> StaticResponse:
    return static_response(encode(_list()))
