"""Everything that is hashed has a form that every reader of JSON makes alike: no fractions, and names that sort alike."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import Struct, inspect

from referee.championship.events import AnyConsequence, AnyDecision
from referee.commitments.commitments import Field
from referee.contests.formats import formats
from referee.evidence.leaves import Leaf
from referee.evidence.names.name_proofs import NameEntry
from referee.log.hash_chain import RegisterOpening
from referee.match.events import Opening
from referee.match.registry import rulesets
from referee.match.terms.named_house import NamedHouse
from referee.operations.acts import AnyAct
from referee.people.committed_names import AnyNameCommitment
from referee.people.merge_log import PersonMerged, PersonParted
from referee.series.chain import AnySeriesEvent

BY_NAME = {
    ("Opening", "params"),
    ("NamedHouse", "params"),
    ("ContestDrawn", "params"),
    ("ContestDrawn", "options"),
    ("Board", "params"),
}
"""The fields that hold parameters as they were brought: read before by the structs of `parameter_structs`."""
EARLIER = {("SettingsInEffect", "checkpoint_seconds"), ("SettingsInEffect", "body_seconds")}
"""The fields with fractions: whole seconds are written without one, and entries that earlier releases hashed are verified."""


def parameter_structs() -> set[type[Struct]]:
    """The structs of parameters and options."""
    return {rules.params for rules in rulesets().values()} | {each.options for each in formats().values()}


def hashed_structs() -> set[type[Struct]]:
    """The structs of everything that is hashed."""
    of_games = {kind for rules in rulesets().values() for kind in (*rules.events, *rules.facts)}
    unions = (AnyDecision, AnyConsequence, AnyAct, AnySeriesEvent, AnyNameCommitment)
    others: set[type[Struct]] = {Opening, NamedHouse, RegisterOpening, PersonMerged, PersonParted, Leaf, NameEntry}
    return of_games | parameter_structs() | others | {kind for union in unions for kind in get_args(union)}


Place = tuple[str, str]


def types_in(kinds: set[type[Struct]]) -> Iterator[tuple[Place, inspect.Type]]:
    """Every type in these structs, and in those inside of them, with the struct and field that have it."""
    structs, remaining = set[type](), [(("", ""), inspect.type_info(kind)) for kind in kinds]
    while remaining:
        place, one = remaining.pop()
        yield place, one
        if isinstance(one, inspect.StructType):
            if one.cls not in structs:
                structs.add(one.cls)
                remaining += [((one.cls.__name__, field.name), field.type) for field in one.fields]
            continue
        inner: list[Any] = [getattr(one, name, None) for name in ("type", "item_type", "key_type", "value_type")]
        inner += [*getattr(one, "types", ()), *getattr(one, "item_types", ())]
        remaining += [(place, each) for each in inner if isinstance(each, inspect.Type)]


WHOLE = (
    inspect.IntType,
    inspect.StrType,
    inspect.BoolType,
    inspect.NoneType,
    inspect.LiteralType,
    inspect.EnumType,
    inspect.StructType,
    inspect.UnionType,
    inspect.Metadata,
    inspect.ListType,
    inspect.VarTupleType,
    inspect.TupleType,
    inspect.SetType,
    inspect.FrozenSetType,
    inspect.DictType,
)
"""The types whose values are texts, whole numbers, or made of them."""


def strange(kinds: set[type[Struct]]) -> set[Place]:
    """The fields with a type whose values may be something else."""
    return {place for place, one in types_in(kinds) if not isinstance(one, WHOLE)}


def test_nothing_that_is_hashed_has_a_fraction() -> None:
    assert strange(hashed_structs()) == BY_NAME | EARLIER


def test_parameters_have_none_either() -> None:
    assert parameter_structs()
    assert not strange(parameter_structs())


def test_a_commitment_is_to_texts_and_whole_numbers() -> None:
    assert {*get_args(Field)} == {str, int, bool, type(None)}


def test_the_names_in_a_map_are_those_of_parameters_or_of_what_a_game_counts() -> None:
    maps = {place for place, one in types_in(hashed_structs()) if isinstance(one, inspect.DictType)}
    assert maps == {("Ledger", "tallies")} | BY_NAME
    names = {name for kind in hashed_structs() for name in kind.__struct_encode_fields__}
    assert all(name.isascii() for name in names)


class WithFraction(Struct):
    fraction: list[tuple[int, float | None]]


@pytest.mark.parametrize("kind", [WithFraction])
def test_a_fraction_is_seen_wherever_it_stands(kind: type[Struct]) -> None:
    assert strange({kind}) == {("WithFraction", "fraction")}
