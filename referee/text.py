"""Two-language text: everything that a person reads exists in Spanish and in English."""

import msgspec


class Text(msgspec.Struct, frozen=True):
    """One sentence or paragraph in both languages of the product."""

    es: str
    en: str

    def in_language(self, language: str) -> str:
        """The English text for `en`, the Spanish one for anything else: other languages fall back to it."""
        return self.en if language == "en" else self.es
