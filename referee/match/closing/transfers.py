"""Transfers that bring all balances to 0, few of them. This service pays nothing itself."""

from collections.abc import Sequence

from msgspec import Struct

EXACT = 12
"""The most people for whom the largest number of groups with sum 0 is searched, after pairs of opposite balances are settled."""


class Transfer(Struct, frozen=True):
    """Points from one person to another; people are indices into the balances."""

    debtor: int
    creditor: int
    points: int


def transfers(nets: Sequence[int]) -> list[Transfer]:
    """The transfers that bring balances with sum 0 to 0 each, in order of the debtors.

    Two people with opposite balances settle between themselves; the rest is split into the largest number of groups with sum 0,
    and a group of n takes n - 1 transfers: no solution has fewer. Beyond `EXACT` people the rest is one group, which may take
    more than the least number. Raises ValueError if the sum of the balances is not 0.
    """
    if sum(nets):
        raise ValueError(f"balances that come to {sum(nets)}, not to 0")
    left = {person: net for person, net in enumerate(nets) if net}
    payments = []
    for debtor in [person for person, net in left.items() if net < 0]:
        even = next((person for person, net in left.items() if net == -left[debtor]), None)
        if even is not None:
            payments.append(Transfer(debtor, even, left.pop(even)))
            del left[debtor]
    for group in _groups(left) if len(left) <= EXACT else [left]:
        payments += _within(group)
    return sorted(payments, key=lambda one: (one.debtor, one.creditor))


def _groups(left: dict[int, int]) -> list[dict[int, int]]:
    """Splits balances into the largest number of groups with sum 0."""
    people = list(left)
    sums, most = [0], [0]
    for mask in range(1, 1 << len(people)):
        lowest = (mask & -mask).bit_length() - 1
        sums.append(sums[mask & (mask - 1)] + left[people[lowest]])
        most.append(max(most[rest] for rest in _one_less(mask)) + (sums[mask] == 0))
    groups: list[dict[int, int]] = []
    mask = len(sums) - 1
    while mask:
        if sums[mask] == 0:
            groups.append({})
        rest = max(_one_less(mask), key=most.__getitem__)
        person = people[(mask ^ rest).bit_length() - 1]
        groups[-1][person] = left[person]
        mask = rest
    return groups


def _one_less(mask: int) -> list[int]:
    return [mask ^ (1 << bit) for bit in range(mask.bit_length()) if mask >> bit & 1]


def _within(group: dict[int, int]) -> list[Transfer]:
    """Transfers from the largest debtor to the largest creditor, until all balances are 0."""
    left, payments = dict(group), []
    while any(left.values()):
        debtor = min(left, key=lambda person: (left[person], person))
        creditor = min(left, key=lambda person: (-left[person], person))
        points = min(-left[debtor], left[creditor])
        left[debtor] += points
        left[creditor] -= points
        payments.append(Transfer(debtor, creditor, points))
    return payments
