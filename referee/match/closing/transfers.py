"""Who gives whom how much, so that everybody is even: a way with few transfers. Nothing is paid by this service."""

from collections.abc import Sequence

from msgspec import Struct

EXACT = 12
"""So many people, beside those who are even with one other, are parted into the most groups that come to nothing."""


class Transfer(Struct, frozen=True):
    """What one person gives another; people are indices of the order in which their balances were given."""

    debtor: int
    creditor: int
    points: int


def transfers(nets: Sequence[int]) -> list[Transfer]:
    """What everybody gives whom so that balances that come to nothing together are all 0, by debtor in their order.

    Two whose balances are opposite settle between themselves; the rest is parted into as many groups that come to nothing as
    there can be, and a group of n takes n - 1 transfers: there is no way with fewer. Beyond `EXACT` people the rest is one
    group, which may take more than it had to. Raises ValueError where balances come to something.
    """
    if sum(nets):
        raise ValueError(f"balances that come to {sum(nets)}, not to 0")
    left = {person: net for person, net in enumerate(nets) if net}
    found = []
    for debtor in [person for person, net in left.items() if net < 0]:
        even = next((person for person, net in left.items() if net == -left[debtor]), None)
        if even is not None:
            found.append(Transfer(debtor, even, left.pop(even)))
            del left[debtor]
    for group in _groups(left) if len(left) <= EXACT else [left]:
        found += _within(group)
    return sorted(found, key=lambda one: (one.debtor, one.creditor))


def _groups(left: dict[int, int]) -> list[dict[int, int]]:
    """The most groups, each coming to nothing, that these balances can be parted into."""
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
    """Whoever owes most gives to whoever is owed most, until nobody owes anything."""
    left, found = dict(group), []
    while any(left.values()):
        debtor = min(left, key=lambda person: (left[person], person))
        creditor = min(left, key=lambda person: (-left[person], person))
        points = min(-left[debtor], left[creditor])
        left[debtor] += points
        left[creditor] -= points
        found.append(Transfer(debtor, creditor, points))
    return found
