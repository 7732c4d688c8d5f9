"""Copies of objects with slots as attributes."""

from typing import Any

import pytest

from referee.slots import copier


class Below:
    __slots__ = ("first",)
    first: Any


class Above(Below):
    __slots__ = ("others", "second")
    second: Any
    others: Any

    copy_to = copier(["first", "second", "others"])


def test_a_copy_has_every_attribute_that_is_named_and_shares_what_it_holds() -> None:
    whole, twin = Above(), Above()
    whole.first, whole.second, whole.others = 1, "two", [3]
    whole.copy_to(twin)
    assert (twin.first, twin.second, twin.others) == (1, "two", [3])
    assert twin.others is whole.others
    twin.first = 4
    assert whole.first == 1


def test_what_was_never_set_is_not_passed_over() -> None:
    whole, twin = Above(), Above()
    whole.first = 1
    with pytest.raises(AttributeError, match="second"):
        whole.copy_to(twin)
