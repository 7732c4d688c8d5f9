"""The pairing of a round by what the contest has agreed on (rounds.swiss, rounds.danish, rounds.random)."""

from collections.abc import Sequence

from referee.contests.rounds.costs import Field
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.pairing import Pairing, in_order, is_least, pair, price


def pair_round(field: Field, options: RoundsOptions, number: int, *, repeats: bool) -> Pairing:
    """The least pairing of round `number`. `repeats`: two may meet again, as seldom as can be. Raises NoPairing."""
    if options.pairing == "danish" and options.repeats == "always":
        return in_order(field)
    free = _are_repeats_free(options, number)
    return pair(field, options.pairing, repeats=repeats or free, free_repeats=free)


def priced_round(
    field: Field,
    options: RoundsOptions,
    number: int,
    pairs: Sequence[tuple[str, str]],
    rest: str | None,
    *,
    repeats: bool = False,
) -> Pairing:
    """The cost of these pairs in round `number`, each with its part. `repeats`: two may meet again, also by an exchange."""
    free = _are_repeats_free(options, number)
    return price(field, options.pairing, pairs, rest, repeats=repeats or free, free_repeats=free)


def is_least_round(
    field: Field,
    options: RoundsOptions,
    number: int,
    pairs: Sequence[tuple[str, str]],
    rest: str | None,
    *,
    repeats: bool,
) -> bool:
    """True if these pairs are the least of round `number`, by the clauses."""
    if options.pairing == "danish" and options.repeats == "always":
        least = in_order(field)
        return {frozenset(one.entrants) for one in least.matches} == {*map(frozenset, pairs)}
    free = _are_repeats_free(options, number)
    return is_least(field, options.pairing, pairs, rest, repeats=repeats or free, free_repeats=free)


def _are_repeats_free(options: RoundsOptions, number: int) -> bool:
    """True if meeting again costs nothing in this round (rounds.danish)."""
    if options.repeats == "never":
        return False
    return options.repeats == "always" or number == options.round_count
