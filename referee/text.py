"""Two-language text: everything that a person reads exists in Spanish and in English."""

import msgspec


class Text(msgspec.Struct, frozen=True):
    """One sentence or paragraph in both languages of the product."""

    es: str
    en: str

    def in_language(self, language: str) -> str:
        """The Spanish text for `es`, the English one for anything else."""
        return self.es if language == "es" else self.en
