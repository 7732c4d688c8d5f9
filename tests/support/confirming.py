"""Matches closed with two keys, and helpers for their tests."""

from typing import Any

from referee.match.facts import Fact
from referee.match.registry import tag
from tests.support.logged import LoggedTable
from tests.support.table import Table


def two(**opening: Any) -> LoggedTable:
    """Hearts of two over two rounds, closed with two keys."""
    opening = {"confirm": "sides", "first_dealer": 0, "params": {"rounds": 2}} | opening
    return LoggedTable("hearts.castillar", 2, **opening)


def four() -> LoggedTable:
    return LoggedTable("hearts.castillar", 4, confirm="sides", first_dealer=0, params={})


def tags(facts: list[Fact]) -> list[str]:
    return [tag(type(fact)) for fact in facts]


def waiting(table: Table) -> tuple[Any, Any]:
    """The hand that is being closed, and the missing sides."""
    confirmation = table.view()["confirmation"]
    return (confirmation["hand"], confirmation["missing"]) if confirmation else (None, None)


def stands(table: Table) -> tuple[str, str]:
    view = table.view()
    return view["status"], view["phase"]
