"""A step of a championship's ladder, in words."""

from projections.sanctions import GivenCard, LadderStep
from referee.contests.discipline import IN_WORDS

PENALTIES: dict[str, dict[str, str]] = {
    language: {penalty: said.in_language(language) for penalty, said in IN_WORDS.items()} for language in ("es", "en")
}
"""Penalties in words, by language."""
PENALTY = {"es": "Consecuencia", "en": "Comes to"}
NTH = {"es": "N.º de tarjeta", "en": "Card number"}
STEPS = {"es": "{nth}.ª tarjeta en el campeonato: {penalty}", "en": "card {nth} in the championship: {penalty}"}


def in_words(step: LadderStep | None, language: str) -> str:
    """The number of the card and its penalty. Empty if there is no ladder."""
    if step is None:
        return ""
    return STEPS[language].format(nth=step.nth, penalty=PENALTIES[language][step.penalty])


def step_of(card: GivenCard) -> LadderStep | None:
    """The step that a card of the register says it is."""
    return LadderStep(card.nth, card.penalty) if card.nth is not None and card.penalty is not None else None
