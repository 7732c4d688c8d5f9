"""Shapes with a meaning of their own that many schemas share, described once: a card, a seat, a reason."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from api.document.structs import Json, ref, tidy
from referee.cards import CardName, SuitName
from referee.championship.decisions import Why
from referee.championship.events import Reason as OrganizersReason
from referee.championship.people import PlayerRef
from referee.contests.contest import FixtureKind, Phase
from referee.match.events import Reason, Seat, Side, Version
from referee.match.registry import rulesets

SHAPES: Mapping[str, Any] = {
    "Card": CardName,
    "ContestPhase": Annotated[
        Phase,
        Meta(
            description="How far a contest is. `waiting_ruling`: only the organizer's order of a tie is missing. `null`: it is "
            "over without a champion, and has no podium. `cancelled`: it is not held."
        ),
    ],
    "FixtureKind": Annotated[
        FixtureKind, Meta(description="What a fixture decides: a single match, a stage, or a place.")
    ],
    "OrganizersReason": OrganizersReason,
    "PlayerReference": PlayerRef,
    "Reason": Reason,
    "Seat": Seat,
    "Side": Side,
    "Suit": SuitName,
    "Version": Version,
    "Why": Why,
}
"""The shared shapes, by the names of their schemas."""


def share(schemas: Json) -> Json:
    """Replaces shared shapes in these schemas by references, and adds the shapes."""
    shapes = {name: tidy(msgspec.json.schema(kind)) for name, kind in SHAPES.items()}
    referring = {name: _referring(schema, shapes) for name, schema in schemas.items()}
    shapes["Card"] |= {"pattern": card_pattern()}
    return referring | shapes


def card_pattern() -> str:
    """The regular expression of the names of cards, of all packs."""
    suits: dict[str, set[str]] = {}
    for name in (name for rules in rulesets().values() for name in rules.pack.names):
        suits.setdefault(name[:-1], set()).add(name[-1])
    alike: dict[str, list[str]] = {}
    for rank, of in suits.items():
        alike.setdefault("".join(sorted(of)), []).append(rank)
    return f"^({'|'.join(f'{_any(ranks)}[{of}]' for of, ranks in sorted(alike.items()))})$"


def _any(words: Iterable[str]) -> str:
    return f"({'|'.join(sorted(words))})"


def _bare(shape: Json) -> Json:
    return {key: part for key, part in shape.items() if key != "description"}


def _referring(shape: Any, shapes: Json) -> Any:
    if isinstance(shape, list):
        return [_referring(part, shapes) for part in shape]
    if not isinstance(shape, dict):
        return shape
    for name, other in shapes.items():
        if shape == other:
            return ref(name)
        if "enum" in other and _bare(shape) == _bare(other):
            return {"description": shape["description"], **ref(name)} if "description" in shape else ref(name)
    return {key: _referring(part, shapes) for key, part in shape.items()}
