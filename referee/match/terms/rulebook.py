"""The published rules of a ruleset: clauses with a stable code, in Spanish and English."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from referee.text import Text


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule. `ruling` says why this reading was chosen where the paper is silent or contradicts itself."""

    code: str
    es: str
    en: str
    source: str
    ruling: Text | None = None


def clause(game: str, source: str, code: str, es: str, en: str, ruling: tuple[str, str] | None = None) -> Clause:
    """A clause of a game's paper; `ruling` is in Spanish and in English."""
    return Clause(f"{game}.{code}", es, en, source, Text(*ruling) if ruling else None)


class HouseValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value of a house rule."""

    value: Annotated[int | str, msgspec.Meta(description="The value, as the parameter takes it.")]
    name: Annotated[Text, msgspec.Meta(description="What it is called.")]
    cards: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="The cards of its pack, in order; only where it is another than the ruleset's."),
    ] = ()


class HouseRule(msgspec.Struct, frozen=True):
    """What a table may agree on against the paper, or beside it: a parameter that is off unless a match is opened with it."""

    param: Annotated[str, msgspec.Meta(description="The parameter of the ruleset.")]
    name: Annotated[Text, msgspec.Meta(description="What is agreed on.")]
    usual: Annotated[
        int | str | None, msgspec.Meta(description="The value that the paper has; null where it has none of these.")
    ]
    values: Annotated[
        tuple[HouseValue, ...],
        msgspec.Meta(description="The values to choose from; empty where any number will do that the parameter takes."),
    ]
    clause: Annotated[
        Clause, msgspec.Meta(description="The rule of a match that was opened with another value than the usual.")
    ]
    changes: Annotated[
        tuple[str, ...], msgspec.Meta(description="The codes of the clauses of the paper that it changes.")
    ] = ()

    def in_words(self, params: msgspec.Struct) -> Text:
        """The value of its parameter among these, in words."""
        return _in_words(self, params)


class Setting(msgspec.Struct, frozen=True):
    """What every match of a game has settled, in words: a parameter with a usual value."""

    param: Annotated[str, msgspec.Meta(description="The parameter of the ruleset.")]
    name: Annotated[Text, msgspec.Meta(description="What is settled.")]
    values: Annotated[
        tuple[HouseValue, ...],
        msgspec.Meta(description="The values that have a name; empty where they are numbers, or yes and no."),
    ] = ()

    def in_words(self, params: msgspec.Struct) -> Text:
        """The value of its parameter among these, in words."""
        return _in_words(self, params)


def _in_words(one: HouseRule | Setting, params: msgspec.Struct) -> Text:
    value_of_param = getattr(params, one.param)
    if value_of_param is True:
        return one.name
    plain = Text(es="no", en="no") if value_of_param is False else Text(es=str(value_of_param), en=str(value_of_param))
    value = next((each.name for each in one.values if each.value == value_of_param), plain)
    return Text(es=f"{one.name.es}: {value.es.lower()}", en=f"{one.name.en}: {value.en.lower()}")


def unusual_settings(settings: Iterable[Setting], params: msgspec.Struct) -> tuple[Setting, ...]:
    """The settings to which these parameters give another value than the usual one of the game."""
    usual = type(params)()
    return tuple(one for one in settings if getattr(params, one.param) != getattr(usual, one.param))


def agreed_rules(house_rules: Iterable[HouseRule], params: msgspec.Struct) -> tuple[HouseRule, ...]:
    """The house rules that these parameters bring into a match."""
    values = ((rule, getattr(params, rule.param)) for rule in house_rules)
    return tuple(rule for rule, value in values if value not in (msgspec.UNSET, rule.usual))


def amended_clause(paper: Clause, house_rules: Iterable[HouseRule]) -> Clause:
    """A clause of the paper with the clauses of the house rules that change it."""
    instead = [rule.clause for rule in house_rules if paper.code in rule.changes]
    words = [paper, *instead]
    return msgspec.structs.replace(paper, es=" ".join(one.es for one in words), en=" ".join(one.en for one in words))


class ClaimKind(msgspec.Struct, frozen=True):
    """A kind of claim of one player against another: its name for people, and the codes of the rules that it is about.

    Its consequences are no part of it: a game draws them from the facts of `referee.match.judge.disputes`, in its own handlers of
    Claim, Ruling and Reveal (`handlers/claims.py` of Guiñote). Without any, the shared handlers do.
    """

    name: Text
    rules: tuple[str, ...]
