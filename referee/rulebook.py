"""What a ruleset publishes of its rules: clauses with a stable code, in Spanish and English."""

import msgspec


class Text(msgspec.Struct, frozen=True):
    """One sentence or paragraph in both languages of the product."""

    es: str
    en: str

    def in_language(self, language: str) -> str:
        """The Spanish text for `es`, the English one for anything else."""
        return self.es if language == "es" else self.en


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule. `ruling` says why this reading was chosen where the paper is silent or contradicts itself."""

    code: str
    es: str
    en: str
    source: str
    ruling: Text | None = None
