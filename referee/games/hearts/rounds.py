"""Totals, stars and rounds won of several rounds: checks whether any play can give them.

A round of four gives 26 points: one seat has QS and so at least 13 of them, and no seat has all; or it is a moon, which gives
26 to three (hearts.points, hearts.moon). With two seats every round gives 26 in all, a moon too.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

ROUND_POINTS = 26
QUEEN_POINTS = 13
MOST = ROUND_POINTS - 1
"""The most points of one seat in a round of four that is no moon."""
FEWEST_AT_MOST = QUEEN_POINTS // 3
"""The fewest points of a round of four are no more than a third of its hearts: another seat has QS."""
MOST_SHARERS = 3
"""The most seats that share the fewest points of a round: the seat with QS is never one of several."""


def is_round(points: Sequence[int]) -> bool:
    """True if a round of two or of four can have these points."""
    whole = sum(points) == ROUND_POINTS and min(points) >= 0
    if len(points) == 2:
        return whole
    return (whole and QUEEN_POINTS <= max(points) < ROUND_POINTS) or is_moon(points)


def is_moon(points: Sequence[int]) -> bool:
    """True if these are the points of a moon of four."""
    return sorted(points) == [0, ROUND_POINTS, ROUND_POINTS, ROUND_POINTS]


def last_round_fits(totals: Sequence[int], limit: int) -> bool:
    """True if one round can lead to these totals from totals that are all below the limit (hearts.end)."""
    least = [max(0, total - limit + 1) for total in totals]
    if sum(least) <= ROUND_POINTS and max(least) <= MOST:
        return True
    return any(
        not least[shooter]
        and all(
            n <= ROUND_POINTS <= total
            for seat, (n, total) in enumerate(zip(least, totals, strict=True))
            if seat != shooter
        )
        for shooter in range(len(totals))
    )


# Two seats


def two_seats_fit(
    points: Sequence[int], stars: Sequence[int] | None, rounds_won: Sequence[int] | None, rounds: int
) -> bool:
    """True if so many rounds of two can give these figures; a figure that is None may be anything.

    A star takes 0 points and gives the rival 26. Any other round gives each at least 1; 13 each is won by both.
    """
    return any(
        _two_fit(points[0], own, rival, rounds_won, rounds)
        for own in ((stars[0],) if stars else range(rounds + 1))
        for rival in ((stars[1],) if stars else range(rounds + 1 - own))
    )


def _two_fit(points: int, own: int, rival: int, rounds_won: Sequence[int] | None, rounds: int) -> bool:
    """The same for the points of the first seat, and the stars of each."""
    plain, rest = rounds - own - rival, points - ROUND_POINTS * rival
    if plain < 0:
        return False
    if rounds_won is None:
        return plain <= rest <= MOST * plain
    ties = sum(rounds_won) - rounds
    ahead, behind = rounds_won[0] - ties - own, rounds_won[1] - ties - rival
    if min(ties, ahead, behind) < 0:
        return False
    rest -= QUEEN_POINTS * ties
    return ahead + (QUEEN_POINTS + 1) * behind <= rest <= (QUEEN_POINTS - 1) * ahead + MOST * behind


# Four seats


class Seat(Struct, frozen=True):
    """The reported figures of one seat; None for one not reported. Its points lie between `least` and `most`."""

    least: int
    most: int
    stars: int | None
    rounds_won: int | None
    others_stars: int
    """Stars of the other seats; 0 if stars are not reported."""


class Rounds(Struct, frozen=True):
    """The number of rounds that were no moons, and of moons."""

    plain: int
    moons: int


def four_seats_fit(
    least: Sequence[int], most: Sequence[int], stars: Sequence[int] | None, rounds_won: Sequence[int] | None
) -> bool:
    """True if some rounds of four can give points within these bounds and these figures; None may be anything.

    No play can give figures that it refuses. It looks at each seat by itself and at the sums; `shares.py` looks at seats
    together.
    """
    total = sum(stars or ())
    seats = [
        Seat(
            least[seat],
            most[seat],
            None if stars is None else stars[seat],
            None if rounds_won is None else rounds_won[seat],
            0 if stars is None else total - stars[seat],
        )
        for seat in range(len(least))
    ]
    return any(
        _sums_fit(rounds, stars, rounds_won) and _moons_fit(seats, rounds)
        for rounds in _numbers_of_rounds(sum(least), sum(most), stars)
    )


def _numbers_of_rounds(least: int, most: int, stars: Sequence[int] | None) -> Iterator[Rounds]:
    """The numbers of rounds that give so many points in all. A moon gives three times a round's, and its shooter a star."""
    for whole in range(-(-least // ROUND_POINTS), most // ROUND_POINTS + 1):
        moons_at_most = whole // 3 if stars is None else min(whole // 3, sum(stars))
        for moons in range(moons_at_most + 1):
            yield Rounds(whole - 3 * moons, moons)


def _sums_fit(rounds: Rounds, stars: Sequence[int] | None, rounds_won: Sequence[int] | None) -> bool:
    """Each round has a winner, and up to three; a star is won alone."""
    alone = 0 if stars is None else sum(stars) - rounds.moons
    if alone > rounds.plain:
        return False
    if rounds_won is None:
        return True
    wins = sum(rounds_won) - rounds.moons
    return rounds.plain <= wins <= alone + MOST_SHARERS * (rounds.plain - alone)


def _moons_fit(seats: Sequence[Seat], rounds: Rounds) -> bool:
    """True if the moons can be shared out among the seats so that the figures of each seat fit."""
    least = most = 0
    for seat in seats:
        # Each condition is linear in the seat's moons, so those that fit are next to each other.
        fitting = [moons for moons in range(rounds.moons + 1) if _seat_fits(seat, moons, rounds)]
        if not fitting:
            return False
        least, most = least + fitting[0], most + fitting[-1]
    return least <= rounds.moons <= most


def _seat_fits(seat: Seat, moons: int, rounds: Rounds) -> bool:
    """True if a seat with so many moons of its own can have its figures, each round looked at by itself."""
    others_moons = rounds.moons - moons
    least, most = (points - ROUND_POINTS * others_moons for points in (seat.least, seat.most))
    alone = 0 if seat.stars is None else seat.stars - moons
    others_alone = 0 if seat.stars is None else seat.others_stars - others_moons
    if min(most, alone, others_alone) < 0:
        return False
    if seat.rounds_won is None:
        return others_alone <= most and least <= MOST * (rounds.plain - alone)
    ties = seat.rounds_won - moons - alone
    losses = rounds.plain - alone - ties
    if ties < 0 or losses < others_alone:
        return False
    return losses <= most and least <= MOST * losses + FEWEST_AT_MOST * ties
