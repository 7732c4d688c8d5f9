"""What a ruleset publishes of its rules: clauses with a stable code, in Spanish and English."""

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


class ClaimKind(msgspec.Struct, frozen=True):
    """What a player may claim against another: its name for people, and the codes of the rules that it is about."""

    name: Text
    rules: tuple[str, ...]
