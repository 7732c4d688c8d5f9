"""Figures as people read them on pages, prints and pictures. Programs get the hyphen of ASCII: the API, and tables as CSV."""

from collections.abc import Iterable

MINUS = "\N{MINUS SIGN}"
"""As wide as a plus, with no end of a line after it; screen readers say it, where most are silent on a hyphen."""


def format_figure(figure: float) -> str:
    """A figure with a minus where it is below zero, and without the zeros that a fraction ends in."""
    return f"{figure:.12g}".replace("-", MINUS)


def format_net(net: int) -> str:
    """A gain or a loss, with its sign; nothing gained or lost has none."""
    return f"+{net}" if net > 0 else format_figure(net)


def score(figures: Iterable[float | str] | None, between: str = " – ") -> str:
    """The scores of the sides in one line: figures, or the game's own words. Empty if there is no score."""
    return between.join(one if isinstance(one, str) else format_figure(one) for one in figures or ())
